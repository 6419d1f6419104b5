"""What the buyer told of today's trouble is answered: by its kind, and by the changes of the page that belong to it."""

from __future__ import annotations

import re

import pytest

from coldread.drafts.case import Case
from coldread.drafts.points.every import points_of
from coldread.drafts.points.trouble import TROUBLES, troubles_in
from coldread.drafts.say import TEXTS
from coldread.drafts.spec import spec_md
from coldread.scanner.engine import review
from tests.drafts.test_ordered import made
from tests.drafts.test_spec import assignment
from tests.scanner.seeing import desktop, document, drawn, mobile, seen

WASH = document(
    '<main><h1>Prima</h1><p>Vi gör din bil ren.</p><a class="btn" href="/boka">Boka tid</a>'
    "<section><h2>Så gör vi</h2><p>Vi tvättar för hand, utvändigt och invändigt, med milda medel.</p></section></main>",
    head="<title>Prima</title>",
    lang="sv",
)
ORDER = {"goal": "Att folk bokar biltvätt", "primary_goal": "book_call", "audience": "bilägare", "lang": "sv"}


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("Alla frågar vad det kostar innan de bokar.", ["price"]),
        ("People call and ask about our prices all the time", ["price"]),
        ("Många ringer istället för att boka på sidan", ["phone_instead"]),
        ("They phone us rather than fill in the form", ["phone_instead"]),
        ("Styrelserna förstår inte vad det är.", ["what"]),
        ("Online they just don't seem to get it.", ["what"]),
        ("Folk litar inte på flyttfirmor", ["trust"]),
        ("wrong customers, all want cheap", ["wrong_people"]),
        ("Alla mina kunder kommer via kontakter.", ["known_only"]),
        ("74% abandon at checkout", ["halfway"]),
        ("Plenty of calls booked but 40% never show up", ["no_shows"]),
        ("Folk tittar men bokar inte", ["no_step"]),
        ("The page takes forever to load", ["slow"]),
        ("På mobilen måste man zooma", ["phone"]),
        ("My list is growing really slow", []),
        ("Vet inte riktigt.", []),
    ],
)
def test_a_trouble_is_known_by_its_kind(said: str, kinds: list[str]) -> None:
    assert [one.name for one in troubles_in(said)][: len(kinds) or 1] == kinds


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_every_kind_has_its_sentence_and_every_question_its_change(lang: str) -> None:
    texts = TEXTS.of(lang)
    for one in TROUBLES:
        assert f"trouble.{one.name}" in texts
        for name in one.asked:
            assert name == "price" or f"trouble.late_{name}_do" in texts


def test_what_belongs_to_the_trouble_leads_and_is_named_by_its_number() -> None:
    usual = [one.of for one in points_of(made(WASH, **ORDER))]
    told = made(WASH, **ORDER, pain_point="Alla ringer och frågar vad det kostar")
    found = [one.of for one in points_of(told)]
    assert found.index("trust.price-absent") < usual.index("trust.price-absent")
    short = spec_md(told).partition("## Ändringarna")[0]
    assert "Ni skrev: ”Alla ringer och frågar vad det kostar”" in short
    told_numbers = re.search(r"Punkt(?:erna)? ([\d, och]+) nedan hör dit", short)
    assert told_numbers is not None
    assert str(found.index("trust.price-absent") + 1) in re.findall(r"\d", told_numbers[1])
    assert len(re.findall(r"\d", told_numbers[1])) < len(found), (
        "what has nothing to do with it is not counted"
    )


def test_nothing_is_left_out_for_the_trouble() -> None:
    usual = points_of(made(WASH, **ORDER))
    told = points_of(made(WASH, **ORDER, pain_point="Folk litar inte på oss"))
    assert len(told) == len(usual)


def test_a_trouble_that_nobody_understands_is_quoted_and_said_to_be_so() -> None:
    told = spec_md(made(WASH, **ORDER, pain_point="Vet inte riktigt."))
    assert "Ni skrev: ”Vet inte riktigt.” Vad det beror på går inte att läsa av sidan" in told


def low(html: str, *texts: tuple[str, str, float], **more: str) -> Case:
    """The page with these lines so many px from its top."""
    items = [drawn(selector, text=text, box=(0, top, 600, 30)) for selector, text, top in texts]
    record = seen(
        html,
        rendered_html=html,
        desktop=desktop(*items, scroll_height=4000),
        mobile=mobile(*items, scroll_height=4000),
    )
    asked = assignment(**ORDER, **more)
    return Case(assignment=asked, report=review(record, asked.brief))


FREIGHT = WASH.replace(
    "</main>", '<p id="f">Frakten kostar 49 kr.</p><p id="h">Mån–fre 8.00–18.00</p></main>'
)
LINES = (("#f", "Frakten kostar 49 kr.", 3000.0), ("#h", "Mån–fre 8.00–18.00", 3100.0))


def test_a_matter_that_the_trouble_names_is_shown_where_the_page_first_speaks_of_it() -> None:
    told = spec_md(low(FREIGHT, *LINES, pain_point="Jag vet inte, kanske är det frakten."))
    assert "Om ”frakten” står det först här: ”Frakten kostar 49 kr.” (3,9 skärmar ned" in told


def test_what_people_ask_about_is_brought_up_where_it_comes_late() -> None:
    told = points_of(low(FREIGHT, *LINES, pain_point="Folk ringer och frågar om våra öppettider"))
    assert told[0].title.startswith("Tiderna kommer sent: ”Mån–fre 8.00–18.00” (4,0 skärmar ned")
    usual = points_of(low(FREIGHT, *LINES))
    assert not any(one.title.startswith("Tiderna") for one in usual)


def test_what_people_ask_about_is_called_missing_only_where_nothing_could_be_it() -> None:
    told = points_of(low(WASH, pain_point="Folk ringer och frågar om våra öppettider"))
    assert "Vi hittade inga tider på sidan." in [one.title for one in told]
    said = WASH.replace("</main>", "<p>Öppettiderna står på dörren.</p></main>")
    told = points_of(low(said, pain_point="Folk ringer och frågar om våra öppettider"))
    assert "Vi hittade inga tider på sidan." not in [one.title for one in told]


def test_without_a_trouble_nothing_is_said_of_one() -> None:
    assert "Ni skrev" not in spec_md(made(WASH, **ORDER))


def test_a_page_that_has_a_text_for_searches_is_not_told_that_it_has_none() -> None:
    told = "Få besökare hittar oss på Google"
    found = [one.of for one in points_of(made(WASH, **ORDER, pain_point=told))]
    assert "seo.meta-description" in found
    short = WASH.replace("<title>", '<meta name="description" content="Biltvätt."><title>')
    assert "seo.meta-description" not in [one.of for one in points_of(made(short, **ORDER, pain_point=told))]


def test_a_goal_s_button_that_leads_to_a_shop_s_front_door_comes_first() -> None:
    html = document(
        '<main><h1>Drink more water</h1><p>Reminds you to drink, by your weight and the weather.</p><a class="btn" href="https://apps.apple.com">Download on the App Store</a></main>'
    )
    found = points_of(made(html, goal="More downloads of the app", primary_goal="other", audience="people"))
    assert "https://apps.apple.com" in found[0].title


COHORT = document(
    "<main><p>{said}</p><h1>The live AI course</h1><p>Eight weeks with a teacher, for operators.</p>"
    '<a class="btn" href="/pay">Enrol now</a></main>'
)


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("The July cohort is closed, join the waitlist.", True),
        ("Sold out until autumn.", True),
        ("Our office is closed on Mondays.", False),
        ("The July cohort is open.", False),
    ],
)
def test_a_page_that_says_it_cannot_be_had_is_asked_why_its_button_sells_it(said: str, is_told: bool) -> None:
    found = points_of(made(COHORT.replace("{said}", said), goal="More people who enrol and pay", primary_goal="paid_signup", audience="operators"))  # fmt: skip
    assert any(said.rstrip(".") in one.title and "Enrol now" in one.title for one in found) is is_told
