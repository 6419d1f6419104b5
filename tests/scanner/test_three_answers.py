"""Why believe it, what it costs and what happens when one presses: what readers go by, one small page each."""

from __future__ import annotations

import zlib
from importlib import resources

import pytest

from coldread.base.languages import Language
from coldread.base.texts.texts import texts_of
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.answers.answer_kinds import Answer, Told
from coldread.scanner.judge.answers.answers import Answered, what_is_it
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

from .seeing import ENGLISH, brief, document, report, seen

OWN_PICTURES = "".join(f"<img src='/bread/{name}.jpg' alt='{name}'>" for name in ("oven", "shop", "loaf"))
LINKS = "".join(
    f"<a href='https://{host}/bread'>{host}</a> " for host in ("one.example", "two.example", "three.example")
)
NAMED = "<blockquote>“Our guests ask for this bread every single day.” <cite>Ruth Okafor, Hotel Norrtull</cite></blockquote>"
RATED = "<p>★★★★★ 4.9 of 5 from 212 Google reviews</p>"
INITIALS = "<blockquote>“The bread is lovely and always here on time.” <cite>Maria T. Hotel Manager</cite></blockquote>"


def told(body: str, question: str, goal: str = "book_call") -> Answered:
    page = document(f"<main><h1>Bread for hotels in Umeå</h1>{ENGLISH}{body}</main>")
    return {row.question.value: row for row in report(seen(page), goal).answers}[question]


@pytest.mark.parametrize(
    ("body", "answer", "shown"),
    [
        ("", Answer.NO, Told.UNSURE),
        ("<p>We are the best bakery in town.</p>", Answer.NO, Told.UNSURE),
        (f"{OWN_PICTURES}{LINKS}", Answer.PARTLY, Told.UNSURE),
        (f"{LINKS}<p>Baking since 1974.</p>", Answer.PARTLY, Told.UNSURE),
        (f"{NAMED}{RATED}", Answer.YES, Told.FOUND),
        (f"{INITIALS}{LINKS}", Answer.PARTLY, Told.UNSURE),
        (NAMED, Answer.PARTLY, Told.UNSURE),
    ],
)
def test_a_page_is_believed_for_what_a_stranger_could_look_up(body: str, answer: Answer, shown: Told) -> None:
    row = told(body, "why")
    assert (row.answer, row.told) == (answer, shown)


def test_pictures_of_a_library_do_not_make_two_kinds_of_proof_believed() -> None:
    stock = "<img src='https://images.unsplash.com/a.jpg' alt='bread'><img src='https://images.unsplash.com/b.jpg' alt='bread'>"
    assert told(f"{NAMED}{RATED}{stock}", "why").answer is Answer.PARTLY


def test_a_picture_that_the_page_carries_in_itself_is_of_no_library() -> None:
    """A picture's own bytes may spell a library's name."""
    own = "<img src='data:image/png;base64,aBcUnsplashXyZ0' alt='our oven'><img src='data:image/png;base64,PexelsQQ' alt='our shop'>"
    assert told(f"{NAMED}{RATED}{own}", "why").answer is Answer.YES


def test_a_first_name_with_an_initial_is_nobody_whom_one_could_ask() -> None:
    page = Page(seen(document(f"<main><h1>Bread</h1>{ENGLISH}{INITIALS}</main>")), brief())
    (voice,) = reading_of(page).proofs
    assert (voice.who, voice.organisation, voice.specific) == ("Maria T.", "Hotel Manager", False)


def test_pictures_that_lead_on_within_the_site_are_a_menu_and_no_logos() -> None:
    row = "<div>{}</div>"
    names = ("products", "quotes", "service", "contact")
    inside = row.format(
        "".join(f"<a href='/{name}'><img src='{name}.png' alt='{name}'></a>" for name in names)
    )
    outside = row.format(
        "".join(f"<a href='https://{name}.example'><img src='{name}.png' alt='{name}'></a>" for name in names)
    )
    kinds = [
        [
            piece.kind
            for piece in Page(seen(document(f"<main><h1>Bread</h1>{ENGLISH}{body}</main>")), brief()).proofs
        ]
        for body in (inside, outside)
    ]
    assert kinds == [[], ["logos"]]


@pytest.mark.parametrize(
    ("body", "goal", "answer", "shown"),
    [
        ("<p>Get a quote</p>", "book_call", Answer.NO, Told.NOT_FOUND),
        ("<p>You hear from us within two days.</p>", "book_call", Answer.NO, Told.NOT_FOUND),
        ("<p>The first meeting is free of charge.</p>", "book_call", Answer.PARTLY, Told.UNSURE),
        ("<p>Error-free deliveries, and sugar free buns.</p>", "book_call", Answer.NO, Told.NOT_FOUND),
        ("<p>Rye 50 kr</p>", "paid_signup", Answer.PARTLY, Told.UNSURE),
        ("<p>Rye 50 kr per month</p>", "paid_signup", Answer.YES, Told.FOUND),
        ("<p>Rye 50 kr</p><p>Wheat 40 kr</p><p>Oat 45 kr</p>", "paid_signup", Answer.YES, Told.FOUND),
        (
            "<details><summary>Prices</summary><p>Rye 50 kr</p></details>",
            "paid_signup",
            Answer.PARTLY,
            Told.UNSURE,
        ),
        (
            "<p>A free letter about bread, in your inbox every Friday.</p>",
            "newsletter",
            Answer.YES,
            Told.FOUND,
        ),
    ],
)
def test_what_it_costs_follows_what_is_said_of_prices(
    body: str, goal: str, answer: Answer, shown: Told
) -> None:
    row = told(body, "cost", goal)
    assert (row.answer, row.told) == (answer, shown)


FORM = "<form action='/send'><label>Mail <input type='email' name='mail'></label><button>Book a call</button></form>"


@pytest.mark.parametrize(
    ("body", "answer", "shown"),
    [
        ("<a class='button' href='#go'>Book a call</a><p>We ring you within two days.</p>" + f"<section id='go'><h2>Book</h2>{FORM}</section>", Answer.YES, Told.FOUND),
        ("<p>Bread.</p>", Answer.NO, Told.UNSURE),
        ("<p>Write to <a href='mailto:bread@bakery.example'>bread@bakery.example</a></p>", Answer.PARTLY, Told.UNSURE),
        ("<p>You can <a href='/book'>book</a> with us.</p>", Answer.PARTLY, Told.UNSURE),
        ("<a class='button' href='/contact'>Contact us</a>", Answer.PARTLY, Told.UNSURE),
    ],
)  # fmt: skip
def test_what_happens_follows_where_the_step_is_and_what_lies_behind(
    body: str, answer: Answer, shown: Told
) -> None:
    row = told(body, "press")
    assert (row.answer, row.told) == (answer, shown)


@pytest.mark.parametrize("lang", list(Language))
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("", {"why": "unsure", "cost": "none_cost", "press": "unsure"}),
        (f"{NAMED}{RATED}<p>Rye 50 kr per month</p>", {"why": "found", "cost": "found"}),
        ("<p>Customers saved $900.</p>", {"cost": "unsure"}),
    ],
)
def test_an_answer_says_what_rules_found_and_where_and_nothing_of_the_business(
    body: str, said: dict[str, str], lang: Language
) -> None:
    """Every sentence is one of the few of the texts, filled with words of the page and their place."""
    page = document(f"<main><h1>Bread for hotels in Umeå</h1>{ENGLISH}{body}</main>")
    texts = texts_of("coldread.scanner.judge")
    for row in report(seen(page), "paid_signup", lang=lang).answers:
        key = said.get(row.question.value)
        if key is None or row.lowered_by:
            continue
        place, words = (
            (row.evidence[0].where, row.evidence[0].snippet.strip("“”")) if row.evidence else ("body", "")
        )
        sentence = texts.say(lang, f"answer.{key}", place=texts.say(lang, f"answer.in_{place}"), words=words)
        assert row.explanation(lang) == sentence


def test_a_link_of_the_menu_and_words_that_nobody_sees_answer_nothing() -> None:
    menu = "<nav><a href='/prices'>Bread 50 kr per month</a> <a href='/b'>Cake 40 kr per month</a></nav>"
    for unseen in (menu, "<p style='display:none'>Bread 50 kr per month</p>"):
        assert told(unseen, "cost", "paid_signup").told is not Told.FOUND


def test_a_yes_to_what_it_is_rests_on_a_line_that_says_it() -> None:
    """“Thousands of happy customers love what we do” beside a slogan tells nobody what is sold."""
    record = resources.files("coldread.pages").joinpath("sample", "record.z").read_bytes()
    page = Page(Observations.from_json(zlib.decompress(record)), Brief(goal=PrimaryGoal.BOOK_CALL))
    assert what_is_it(page, reading_of(page)).outcome == "partly"
