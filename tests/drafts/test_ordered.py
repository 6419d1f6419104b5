"""The order held against the page: kinds, acts, facts, readers, headlines and sentences, each by a page that was written for it."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.base.languages import Language
from coldread.drafts.business.acts import acts_of
from coldread.drafts.business.heads import local_number, repeats
from coldread.drafts.business.kind import Kind
from coldread.drafts.business.plain_words import praise_in, without_praise
from coldread.drafts.case import Case
from coldread.drafts.copy_edits import copy_edits
from coldread.drafts.order_answer import OrderedPage
from coldread.drafts.proposals import versions
from coldread.drafts.say import say
from coldread.drafts.spec import spec_md
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observe.made_up import made_up_phone_in
from tests.drafts.test_spec import case
from tests.scanner.seeing import document

CAFE = document(
    '<nav><a href="#hours">Öppettider</a></nav><main><h1>Bönan Café</h1><p>Hos oss på caféet dricker du nybryggt kaffe '
    "och äter bakverk som vi har bakat samma morgon i vårt eget kök.</p><h2>Galleri</h2><p>Bilder från caféet.</p></main>",
    head="<title>Bönan Café</title>",
    lang="sv",
)
WISH = "Fler som kommer in och vet när vi har öppet"


def ordered(html: str, **more: Any) -> OrderedPage:
    told = made(html, **more)
    assert told.ordered is not None
    return told.ordered


def made(html: str, **more: Any) -> Case:
    return case(html, **{"primary_goal": "other", **more})


def test_the_first_paragraph_answers_the_order() -> None:
    told = ordered(CAFE, goal=WISH, audience="studenter i Lund", lang="sv")
    text = spec_md(made(CAFE, goal=WISH, audience="studenter i Lund", lang="sv"))
    said = text.partition("## I korthet")[2].partition("\n## ")[0]
    assert (
        "Målet, med era ord: ”Fler som kommer in och vet när vi har öppet”. Läsarna: studenter i Lund."
        in said
    )
    assert "Inget ord" not in said, "nobody is told that a word is missing"
    assert told.business.kind is Kind.FOOD
    assert told.business.outcome == "sure"
    assert [one.state for one in told.facts if one.name == "hours"] == ["broken"]


def test_a_link_whose_place_is_there_is_a_way_and_hours_are_read() -> None:
    html = CAFE.replace("</main>", '<section id="hours"><p>Måndag–fredag 7–18</p></section></main>')
    told = ordered(html, goal=WISH, audience="studenter i Lund", lang="sv")
    hours = next(one for one in told.facts if one.name == "hours")
    assert (hours.state, hours.said) == ("said", "Måndag–fredag 7–18")


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Koloniträdgårdsföreningen Solrosen. Föreningen har femtio lotter.", Kind.ASSOCIATION),
        ("Tandläkare i Borås. Boka undersökning hos vår tandläkare.", Kind.CARE),
        ("Happy dog shelter. Volunteers at our dog shelter look for homes.", Kind.CHARITY),
        ("Window cleaning in Leeds. Window cleaning for houses.", Kind.CRAFT),
        ("Scheduling software. The platform with a free trial and dashboards.", Kind.APP),
        ("An open source parser. Open source, pip install parser, MIT license.", Kind.OPEN_SOURCE),
        ("Photographer in York. Portrait photography and photo sessions.", Kind.EXPERT),
        ("Hotel by the sea. The hotel has rooms, breakfast and a sauna.", Kind.STAY),
    ],
)
def test_a_kind_is_told_by_the_page_s_own_words(words: str, kind: Kind) -> None:
    head, _, rest = words.partition(". ")
    html = document(f"<main><h1>{head}</h1><p>{rest}</p></main>", head=f"<title>{head}</title>")
    told = ordered(html, goal="To be better known")
    assert (told.business.kind, told.business.outcome) == (kind, "sure")


def test_a_kind_that_is_not_told_gets_the_neutral_words() -> None:
    told = ordered(document("<main><h1>Better mornings</h1><p>It begins with you.</p></main>"))
    assert told.business.outcome == "none"
    assert told.business.spoken is Kind.OTHER


@pytest.mark.parametrize(
    ("wish", "goal", "kind", "names"),
    [
        ("More people who adopt or donate", "other", Kind.CHARITY, ["adopt", "donate"]),
        ("Fler bokade demonstrationer", "demo", Kind.APP, ["demo"]),
        ("Fler som anmäler sig till kön", "other", Kind.ASSOCIATION, ["queue"]),
        ("More calls booked", "book_call", Kind.EXPERT, ["call"]),
        ("Fler nya patienter", "book_call", Kind.CARE, ["book"]),
        ("Get people on the waiting list", "newsletter", Kind.APP, ["waitlist"]),
        ("Better results", "other", Kind.SHOP, ["buy"]),
        ("Better results", "other", Kind.OTHER, []),
    ],
)
def test_what_is_to_be_done_is_read_out_of_the_order(
    wish: str, goal: str, kind: Kind, names: list[str]
) -> None:
    assert [act.name for act in acts_of(wish, PrimaryGoal(goal), kind)] == names


def test_the_way_is_a_whole_word_and_never_a_network_and_a_shop_has_no_menu() -> None:
    html = document(
        '<main><h1>Lampor</h1><p>Vi säljer lampor och belysning.</p><a href="https://www.facebook.com/x">Facebook</a></main>',
        head="<title>Lampor från fabriken</title>",
        lang="sv",
    )
    told = made(html, goal="Fler som beställer och bokar", audience="små butiker", lang="sv")
    assert told.ordered is not None
    assert all(control is None for _, control in told.ordered.controls)
    assert "menyn" not in spec_md(told)


def test_sections_stay_unless_others_words_stand_last() -> None:
    parts = "".join(
        f"<h2>{name}</h2><p>Words about it, and a few more.</p>"
        for name in ("What hurts", "Price", "Story", "Sizes")
    )
    html = document(f"<main><h1>Dentist in York</h1><p>A dentist.</p>{parts}</main>")
    assert "up to just below" not in spec_md(made(html))
    last = "<h2>Testimonials</h2><blockquote><p>“They were kind to my boy.”</p><footer>Ann Lee, York</footer></blockquote>"
    assert "Move “Testimonials” (part 6 of 6) up" in spec_md(made(html.replace("</main>", f"{last}</main>")))


def test_a_few_other_words_make_no_version() -> None:
    assert repeats("Trucking Accounting Software", "Trucking Accounting Made Easy")
    assert not repeats("Track loads and manage expenses", "Trucking Accounting Made Easy")


def test_a_stand_in_is_called_one() -> None:
    html = document('<main><h1>Tandläkare Ek</h1><p>Tandläkare i Borås.</p><a href="/kontakt" class="btn">Kontakta oss</a></main>', lang="sv")  # fmt: skip
    text = spec_md(made(html, primary_goal="book_call", goal="Fler bokar tid", lang="sv", audience="vuxna"))
    assert "Är ”Kontakta oss” knappen som är tänkt för ert mål?" in text
    assert "Behåll det här" not in text


def test_praise_goes_and_the_sentence_stays() -> None:
    said = "It is a powerful and innovative tool that helps you"
    assert praise_in(said) == ["powerful and innovative"]
    assert without_praise(said, "en") == "It is a tool that helps you"
    assert without_praise("We need a clean, dedicated team", "en") == "We need a clean, dedicated team"
    assert praise_in("The tool is powerful.") == []


def test_weak_sentences_are_rewritten_or_cut_with_the_reason() -> None:
    long = (
        "The list shows every single job that is open in the whole of the old building today and you can see at once which of them "
        "somebody has begun with"
    )
    html = document(f"<main><h1>Repairs in York</h1><h2>Welcome to our site</h2><p>{long}.</p></main>")
    told = made(html)
    assert told.page is not None
    assert told.told is not None
    text = "\n".join(copy_edits(told, told.page, told.told))
    assert "today. You can see at once" in text
    assert "| “Welcome to our site” | *Cut it.* |" in text


@pytest.mark.parametrize(
    ("number", "is_so"), [("123-456-7890", True), ("0123 - 45 67 89", True), ("021-41 96 40", False)]
)
def test_a_template_s_number_is_nobody_s(number: str, is_so: bool) -> None:
    assert (made_up_phone_in(number) is not None) is is_so


@pytest.mark.parametrize("lang", list(Language))
def test_every_kind_writes_a_whole_document(lang: Language) -> None:
    for words in (
        "Happy cat shelter",
        "Pizzeria Roma",
        "Webbyrå Nord",
        "Vandrarhem Söder",
        "Fotbollsklubb Norr",
    ):
        html = document(
            f"<main><h1>{words}</h1><p>{words}, {words}.</p></main>", head=f"<title>{words}</title>"
        )
        text = spec_md(made(html, lang=lang, goal="Fler kontakter", audience="familjer och företag"))
        assert say(lang, "sum.ask") in text


LAMP = document(
    "<main><h1>LED-ringlampa 26 cm</h1><p>En lampa för den som filmar sig själv, med ställbart ljus.</p>"
    "<h2>Kommande produkter</h2><h3>Massagepistol</h3><p>Kraftfull massage i fickformat. Massage efter träningen.</p>"
    "<h2>Dagens siffror</h2><p>Sparat i veckan: 11 timmar</p></main>",
    head="<title>Trendify – LED-ringlampa</title>",
    lang="sv",
)


def test_a_word_further_down_makes_no_trade_and_no_headline() -> None:
    told = made(LAMP, goal="Fler köp", audience="unga vuxna", lang="sv")
    assert told.ordered is not None
    assert told.ordered.business.spoken is not Kind.CARE
    assert "Massage i" not in spec_md(told)
    assert not {"hours", "address"} & {one.name for one in told.ordered.facts}


def test_a_version_comes_from_the_lines_that_tell_the_offer() -> None:
    told = made(LAMP, goal="Fler köp", audience="unga vuxna", lang="sv")
    for one in versions(told):
        for said in ("Sparat", "Kommande", "Dagens"):
            assert said not in f"{one.headline} {one.subhead}"


def test_a_version_names_nobody_else_than_those_whom_the_order_wants() -> None:
    html = document(
        "<main><h1>Pass every audit</h1><p>We keep your security papers in order and answer the auditor for you.</p></main>",
        head="<title>Managed compliance services for technology startups</title>",
    )
    wanted = versions(made(html, goal="More demos", audience="technology startups"))
    others = versions(made(html, goal="More demos", audience="small insurance agencies"))
    assert wanted[0].headline == "Managed compliance services for technology startups"
    assert not any("startups" in f"{one.headline} {one.subhead}" for one in others)


CALLS = document(
    '<nav><a href="book-lessons.html">Tech Tutoring</a></nav><main><h1>Automation for small firms</h1>'
    "<p>We take over the work that you do by hand every week.</p>"
    '<a class="btn" href="#" aria-haspopup="dialog">Get your free assessment</a></main>'
)


def test_a_menu_s_link_is_never_the_goal_s_button_while_the_first_screen_has_one() -> None:
    told = ordered(CALLS, goal="More booked first calls", primary_goal="book_call")
    [(_, control)] = told.controls
    assert control is not None
    assert (control.label, control.works) == ("Get your free assessment", True)
    text = spec_md(made(CALLS, goal="More booked first calls", primary_goal="book_call"))
    assert "Tech Tutoring" not in text.partition("## For your developer")[0]


def test_what_opens_a_menu_leads_somewhere_and_a_place_with_a_form_is_a_form() -> None:
    html = document(
        '<main><h1>Städning</h1><p>Vi städar trappor och kontor.</p><a href="#" data-bs-toggle="dropdown">Offert</a></main>',
        lang="sv",
    )
    [(_, control)] = ordered(html, goal="Fler som begär offert", lang="sv").controls
    assert control is not None
    assert control.works
    placed = html.replace('href="#" data-bs-toggle="dropdown"', 'href="#here"').replace(
        "</main>", '<form id="here"><input name="mail"><button>Skicka</button></form></main>'
    )
    [(_, control)] = ordered(placed, goal="Fler som begär offert", lang="sv").controls
    assert control is not None
    assert control.reach == "form"


def test_a_short_word_of_the_goal_is_a_whole_word() -> None:
    call = next(act for act in acts_of("Fler samtal", PrimaryGoal.BOOK_CALL, Kind.OTHER))
    assert call.pressed.search("Ring oss")
    assert call.pressed.search("Book a call")
    assert not call.pressed.search("Ringlampa")
    assert not call.pressed.search("Facebook")


def test_a_fact_is_missing_only_where_nothing_could_be_it() -> None:
    html = document(
        "<main><h1>Local AI Brief</h1><h2>Get weekly AI ideas for local pros</h2><p>Made for people with a shop and no time.</p>"
        "<form><input type=email placeholder='Mail'><button>Join the brief</button></form><p>No spam. Unsubscribe anytime.</p></main>"
    )
    told = {
        one.name: one
        for one in ordered(html, goal="More newsletter subscribers", primary_goal="newsletter").facts
    }
    assert told["often"].state == "said"
    assert told["leave"].said == "Unsubscribe anytime."
    assert told["who"].state == "missing"


@pytest.mark.parametrize(
    ("words", "name", "state"),
    [
        ("<p>Svar</p><p>inom 15 min</p>", "next", "unclear"),
        ("<p>Svar med offert inom 24 timmar.</p>", "next", "said"),
        ("<h3>1. Ring</h3><h3>2. Vi kommer</h3><h3>3. Klart</h3>", "how", "unclear"),
        ("<h2>How does it work?</h2>", "how", "unclear"),
        ("<footer><p>Bengt Åkerblom</p></footer>", "who", "unclear"),
        ("<p>Bin surrar.</p>", "who", "missing"),
    ],
)
def test_wide_nets_keep_a_draft_from_saying_that_something_is_not_there(
    words: str, name: str, state: str
) -> None:
    html = document(f"<main><h1>Vi hjälper er</h1>{words}</main>", lang="sv")
    facts = {one.name: one.state for one in ordered(html, goal="Fler kontakter", lang="sv").facts}
    assert facts[name] == state


def test_what_a_customer_saved_is_no_price_and_a_sum_on_the_page_is_never_denied() -> None:
    html = document(
        "<main><h1>Compliance for small firms</h1><p>We keep your papers in order.</p>"
        "<p>This resulted in over $100,000 in annual savings for the client.</p><a href='/demo'>Book a demo</a></main>"
    )
    told = made(html, goal="More demos", primary_goal="demo")
    assert told.settled is not None
    assert told.settled.prices == ()
    assert told.settled.price == "unsure"
    assert "“$100,000”" not in spec_md(told)


def test_who_sells_by_telephone_is_told_to_say_so() -> None:
    html = document(
        "<main><h1>Honung från Allerum</h1><p>500 g burk: 75 kr/st</p></main><footer><a href='tel:+46706247094'>070-624 70 94</a></footer>",
        lang="sv",
    )
    told = made(html, goal="Fler som köper honung av oss", audience="folk i trakten", lang="sv")
    assert "ring eller skriv, ”070-624 70 94”" in spec_md(told)
    assert not versions(told), "no headline is made of a price further down"


def test_a_card_to_pay_with_is_no_proof() -> None:
    html = document(
        "<main><h1>All in one place</h1><p>We build internal portals and automations for small teams.</p>"
        '<section><h2>Trusted by</h2><img src="a.png" alt="Mastercard"><img src="b.png" alt="Visa"></section></main>',
        head="<title>Sola: internal portals and automations</title>",
    )
    told = made(html, goal="More calls", audience="owners of small teams", primary_goal="book_call")
    assert told.settled is not None
    assert not any("Mastercard" in one.said for one in told.settled.proofs)


def test_a_number_is_written_as_it_is_dialled() -> None:
    assert local_number("+46852025000") == "08-520 250 00"
