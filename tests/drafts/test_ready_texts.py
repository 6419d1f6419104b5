"""Texts to paste: for what visitors of this kind ask and the page does not answer, in the page's language, with gaps for the owner alone."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from typing import Any

import pytest

from coldread.drafts.business.kind import Kind
from coldread.drafts.business.plans import CHILDREN_PLAN, LETTER_PLAN, PLANS
from coldread.drafts.business.proof import owns_the_page
from coldread.drafts.business.ready import COULD_ANSWER, FACT_OF, bare, in_money
from coldread.drafts.case import Case
from coldread.drafts.copy_edits import Edit, copy_edits, loses
from coldread.drafts.gaps import without_gaps
from coldread.drafts.marks import MARK
from coldread.drafts.parts_of_page import telling
from coldread.drafts.ready_section import Asked, asked
from coldread.drafts.say import say
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.phrases import stem
from tests.drafts.test_nothing_false import owners
from tests.drafts.test_ordered import made
from tests.drafts.test_own_words import page_of
from tests.scanner.seeing import document

TABLES = {
    name: tomllib.loads(
        resources.files("coldread.drafts.business").joinpath(f"{name}.toml").read_text("utf-8")
    )
    for name in ("ready", "after_press")
}
ROWS = [
    (f"{visitors}.{topic}", lang, row[lang])
    for visitors, topics in TABLES["ready"].items()
    for topic, row in topics.items()
    for lang in ("en", "sv")
]
STEPS = [
    (name, lang, row[lang])
    for name, row in TABLES["after_press"].items()
    if name != "asked"
    for lang in ("en", "sv")
]


def texts_of(case: Case) -> Asked:
    assert case.told is not None
    assert case.settled is not None
    return asked(case, page_of(case), case.told, case.settled)


def topics_of(html: str, **more: Any) -> list[str]:
    return [one.topic for one in texts_of(made(html, **more)).texts]


def test_every_text_is_short_has_a_gap_and_every_gap_fits_a_mark() -> None:
    for name, lang, (heading, text) in ROWS:
        assert 0 < len(heading.split()) <= 8, name
        assert len(MARK.sub("x", text).split()) <= 40, (name, lang)
        assert 0 < len(MARK.findall(text)) <= 2, (
            f"{name} in {lang} claims something, or leaves too much to its owner"
        )
        assert "⟦" not in MARK.sub("", text), (name, lang)
    for name, lang, rows in STEPS:
        assert len(rows) == 4, (name, lang)
        assert sum(len(MARK.findall(row)) for row in rows) <= 3, (name, lang)
        assert all("⟦" not in MARK.sub("", row) for row in rows), (name, lang)


def test_the_languages_have_the_same_gaps_and_nearly_each_has_an_example() -> None:
    by_name: dict[str, set[int]] = {}
    for name, _, rows in (*ROWS, *STEPS):
        by_name.setdefault(name, set()).add(sum(len(MARK.findall(row)) for row in rows))
    assert {name for name, counts in by_name.items() if len(counts) > 1} == set()
    gaps = [gap for *_, rows in (*ROWS, *STEPS) for row in rows for gap in MARK.findall(row)]
    bare = [
        gap
        for gap in gaps
        if not re.search(r"e\.g\.|t\.ex\.|link|länk|e-mail|e-post|line|exempl|exempel|example|Raden", gap)
    ]
    assert bare == []


def test_every_topic_has_a_way_to_see_that_the_page_answers_it() -> None:
    topics = {topic for rows in TABLES["ready"].values() for topic in rows}
    assert topics - set(COULD_ANSWER) - set(FACT_OF) == set()


def test_examples_are_in_the_page_s_own_money() -> None:
    assert in_money("⟦price, e.g. £3,000–4,500⟧", "$") == "⟦price, e.g. $3,000–4,500⟧"
    assert in_money("⟦price, e.g. £45⟧", "kr") == "⟦price, e.g. 45 kr⟧"
    assert in_money("⟦price, e.g. £45⟧", "£") == "⟦price, e.g. £45⟧"


PLUMBER = document(
    '<main><section><h1>Rörmokare i Lund</h1><p>Vi byter blandare och lagar läckor.</p><a class="btn" href="#offert">Begär offert</a></section>'
    "<section><h2>Våra tjänster</h2><p>Blandare, toaletter och värmepannor.</p></section>{}<section id='offert'><h2>Begär offert</h2>"
    '<form action="/x" method="post"><label>Namn <input name="namn"></label><label>E-post <input type="email" name="e"></label>'
    "<label>Jobbet <textarea name='j'></textarea></label><button>Begär offert</button></form></section></main>",
    lang="sv",
    head="<title>Rörmokare i Lund</title>",
)
QUOTES = {
    "goal": "Fler offertförfrågningar till rörmokaren",
    "primary_goal": "book_call",
    "lang": "sv",
    "audience": "villaägare i Lund",
}


def test_a_plumber_gets_a_plumber_s_words_where_they_belong() -> None:
    text = owners(made(PLUMBER.replace("{}", ""), **QUOTES))
    assert "## Färdiga texter" in text
    assert "Efter avsnittet ”Våra tjänster”:" in text
    assert "byte av köksblandare" in text
    assert "> **Vad kostar det?**" in text
    assert "Formuläret frågar efter namn" in text
    assert "Ovanför formuläret, under ”Begär offert”:" in text
    assert "## Bakom knappen" not in text, "the steps say it"


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("<section><h2>Pris</h2><p>Byte av blandare från 1 900 kr.</p></section>", "price"),
        ("<section><p>Två års garanti på allt arbete.</p></section>", "guarantee"),
        ("<section><h2>Så går det till</h2><p>Vi ringer upp.</p></section>", "steps"),
        ("<section><p>Vi kommer samma dag vid läcka.</p></section>", "soon"),
    ],
)
def test_what_the_page_could_answer_is_not_written_again(said: str, topic: str) -> None:
    assert topic in topics_of(PLUMBER.replace("{}", ""), **QUOTES)
    assert topic not in topics_of(PLUMBER.replace("{}", said), **QUOTES)


def test_a_bakery_that_wants_orders_is_no_software() -> None:
    html = document(
        '<main><h1>BB bakery and cafe</h1><p>Fresh bread and cakes from our bakery.</p><a class="btn" href="#menu">View menu</a>'
        '<section id="menu"><h2>Menu</h2><p>Bread and cakes.</p></section></main>',
        head="<title>BB bakery and cafe</title>",
    )
    told = made(html, goal="more people ordering from us", primary_goal="paid_signup", audience="locals")
    assert told.ordered is not None
    assert told.ordered.house.spoken is Kind.FOOD
    assert "steps" not in texts_of(told).topics
    assert "> **Who sees my data?**" not in owners(told)


def test_no_win_no_fee_says_what_it_costs() -> None:
    law = document('<main><h1>Law firm for doctors</h1><p>{}</p><a class="btn" href="/c">Contact us</a></main>', head="<title>Law firm</title>")  # fmt: skip
    more = {"goal": "More doctors contact our law firm", "primary_goal": "book_call", "audience": "doctors"}
    assert "price" in topics_of(law.replace("{}", "We argue."), **more)
    assert "price" not in topics_of(law.replace("{}", "No recovery, no fee."), **more)


def test_what_others_say_and_a_link_in_the_footer_answer_nothing() -> None:
    said = "<blockquote>De gav garanti och kom samma dag, toppen!</blockquote>"
    foot = PLUMBER.replace("{}", said) + "<footer><a href='/garanti'>Garanti</a></footer>"
    assert {"guarantee", "soon"} <= set(topics_of(foot, **QUOTES))


def test_at_most_five_texts_and_none_says_what_the_steps_say() -> None:
    html = document(
        '<main><h1>Lunds schackklubb</h1><p>Vi spelar schack.</p><a class="btn" href="/bli">Bli medlem</a></main>',
        lang="sv", head="<title>Lunds schackklubb, en förening</title>",
    )  # fmt: skip
    topics = topics_of(html, goal="Fler medlemmar i föreningen", lang="sv", audience="vuxna i Lund")
    assert topics[0] == "steps"
    assert "first" not in topics
    assert "fee" in topics
    assert len(topics) <= 5


def test_a_page_that_answers_all_of_it_is_told_so_in_its_own_words() -> None:
    html = document(
        '<main><h1>Frisör i Lund</h1><p>Klippning 495 kr hos vår frisör.</p><a class="btn" href="/boka">Boka tid</a><h2>Så går det till</h2>'
        "<p>Första besöket börjar med ett samtal.</p><p>Du kan avboka fram till ett dygn innan utan kostnad.</p><h2>Om oss</h2>"
        "<p>Sara är utbildad frisör.</p><p>Storgatan 1, 222 22 Lund</p></main>",
        lang="sv", head="<title>Frisör i Lund</title>",
    )  # fmt: skip
    text = owners(
        made(
            html,
            goal="Fler bokar tid hos frisören",
            primary_goal="book_call",
            lang="sv",
            audience="folk i Lund",
        )
    )
    assert "## Färdiga texter" not in text
    assert "## Det besökarna undrar först" in text
    assert "Du kan avboka fram till ett dygn innan utan kostnad." in text


def test_nobody_knows_what_the_visitors_of_an_unknown_house_ask() -> None:
    html = document("<main><h1>Oh So</h1><p>Fina saker.</p></main>", lang="sv")
    assert topics_of(html, goal="Att fler hittar till butiken", primary_goal="other", lang="sv", audience="folk på Söder")[:2] == ["hours", "find"]  # fmt: skip
    assert (
        topics_of(html, goal="Mer av allt", primary_goal="other", lang="sv", audience="folk på Söder") == []
    )


def test_the_text_is_in_the_page_s_language_and_the_draft_in_the_order_s() -> None:
    text = owners(made(PLUMBER.replace("{}", ""), **{**QUOTES, "lang": "en"}))
    assert "## Texts to paste" in text
    assert "> **Vad kostar det?**" in text


def test_nothing_is_asked_of_the_owner_twice() -> None:
    text = owners(made(PLUMBER.replace("{}", ""), **QUOTES)).partition("## Frågor till er")[2]
    assert "Vad kostar det" not in text
    assert "vem svarar" not in text.lower()


def test_left_out_a_text_to_paste_keeps_its_gaps_in_plain_brackets() -> None:
    left = without_gaps("> **Price**\n>\n> It costs ⟦price, e.g. £45⟧.\n\nIt is ⟦price⟧.\n")
    assert left == "> **Price**\n>\n> It costs [price, e.g. £45].\n\n"


# Proof

CARDS = (
    '<main><section><h1>Trädgård i Lund</h1><p>Häckar och gräs.</p><a class="btn" href="#o">Begär offert</a></section><section><h2>Det säger våra kunder</h2>'
    '<div class="grid"><div class="card"><div>★★★★★</div><p>Häcken blev klar på 2 timmar och de tog med sig allt ris hem.</p><div class="n">Karin Ekström</div></div>'
    '<div class="card"><div>★★★★★</div><p>Snabba svar och bra pris, och gräsmattan har aldrig varit så jämn.</p><div class="n">Olle, Dalby</div></div></div></section><section id="o"><h2>Skriv</h2><form action="/x" method="post"><input type="email" name="e"><textarea name="m"></textarea><button>Begär offert</button></form></section></main>'
)


def test_reviews_in_cards_are_quoted_by_name_and_given_a_place() -> None:
    told = made(
        document(CARDS, lang="sv"), goal="Fler offertförfrågningar", primary_goal="book_call", lang="sv"
    )
    text = owners(told)
    assert (
        "Bredvid ”Begär offert”: ”Häcken blev klar på 2 timmar och de tog med sig allt ris hem.” (Karin Ekström)"
        in text
    )
    assert "(Olle, Dalby)" in text or "(Olle)" in text
    assert "Hej [förnamn]" not in text, "nobody is told to go and ask who has them"
    assert page_of(told).is_quotation(page_of(told).dom.all("p")[1])


def test_only_without_a_voice_is_a_letter_written_and_it_is_short() -> None:
    text = owners(made(PLUMBER.replace("{}", ""), **QUOTES))
    assert "> Hej [förnamn]" in text
    for plan in (*PLANS.values(), CHILDREN_PLAN, LETTER_PLAN):
        for lang in ("en", "sv"):
            letter = " ".join(
                (say(lang, "letter.hello"), *(one(lang) for one in plan.questions), say(lang, "letter.bye"))
            )
            assert len(letter.split()) <= 70, letter
    assert set(PLANS) == set(Kind)


def test_a_heading_that_promises_reviews_which_nobody_could_read_is_said_as_such() -> None:
    html = PLUMBER.replace("{}", "<section><h2>Kundomdömen</h2><div class='widget'></div></section>")
    text = owners(made(html, **QUOTES))
    assert "Under ”Kundomdömen” kunde vi inte läsa något omdöme" in text
    assert "Hej [förnamn]" not in text


def test_the_sentence_that_only_somebody_says_who_was_there_is_chosen() -> None:
    page = page_of(made(PLUMBER.replace("{}", ""), **QUOTES))
    said = "Vi är mer än nöjda med utfört arbete och proffsigt bemötande. De bytte vår gamla panna på en dag. Rekommenderas varmt!"
    assert telling(said, page) == "De bytte vår gamla panna på en dag."


def test_the_owner_s_own_words_are_nobody_s_review() -> None:
    html = document(
        "<main><h1>Coaching</h1><p>Hi, I'm Dylan Marsh and I coach.</p></main><footer><p>© 2026 Dylan Marsh</p></footer>"
    )
    page = page_of(made(html))
    assert owns_the_page("Dylan Marsh", page)
    assert not owns_the_page("Karin Ekström", page)


# Sentence by sentence


@pytest.mark.parametrize(
    ("today", "new", "lost"),
    [
        ("Our amazing passionate team loves hedges.", "", True),
        ("We deliver for free within Lund.", "", True),
        ("We are passionate about excellence.", "", False),
        ("Seamless migration and management of cloud servers built for scalability.", "", True),
        ("Amazing unique hedges.", "Hedges.", False),
        ("Hedges cut and lawns mown and edges trimmed.", "Hedges cut. Lawns mown.", True),
        ("Free for a month.", "For a month.", True),
        ("Only 45 a month.", "A month.", True),
    ],
)
def test_no_edit_takes_away_what_is_sold_its_price_its_place_or_its_terms(
    today: str, new: str, lost: bool
) -> None:
    held = frozenset(stem(word) for word in ("hedges", "lawns", "edges", "trimmed"))
    assert loses(Edit(today=today, new=new, why="empty"), held) is lost


def test_a_sentence_is_split_only_before_a_subject_and_shown_whole() -> None:
    long = (
        "Ask any question in plain English and get an instant answer that is grounded in your award and the Fair Work Act with contracts and "
        "letters and answers in minutes and not in hours of waiting"
    )
    told = made(document(f"<main><h1>Repairs in York</h1><p>{long}.</p></main>"))
    assert told.told is not None
    assert copy_edits(told, page_of(told), told.told) == []


# Words of the page that are meant


@pytest.mark.parametrize(
    ("text", "is_left"),
    [
        ("Automatiska påminnelser skickas till kunderna med ditt företagsnamn.", False),
        ("Every invoice goes out with your company name and logo.", False),
        ("Ditt företagsnamn", True),
        ("Welcome to Your Company Name, the best place to be today", True),
    ],
)
def test_the_reader_s_own_name_in_a_sentence_is_no_filler(text: str, is_left: bool) -> None:
    assert bool(placeholder_in(text)) is is_left


# What is not sure


SCHOLIA = document(
    '<main><section><h1>Writing tools for long essays</h1><p>Notes, references and numbering in the editor.</p><a class="btn" href="/get">Install the extension</a></section>'
    "<section><h2>Why</h2><p>{data}</p></section></main><footer><p>{who}</p></footer>",
    head="<title>Scholia – software for writers</title>",
)
INSTALL = {
    "goal": "I want writers to install the extension",
    "audience": "writers",
    "primary_goal": "paid_signup",
}


def test_a_privacy_promise_and_a_line_in_the_footer_are_answers() -> None:
    silent = topics_of(SCHOLIA.replace("{data}", "It is quick.").replace("{who}", "©"), **INSTALL)
    told = topics_of(
        SCHOLIA.replace("{data}", "We don't store, process, or share any of your writing.").replace(
            "{who}", "Built for writers by Doxa Tech Solutions."
        ),
        **INSTALL,
    )
    assert "cancel" not in silent, "what one installs, one removes"
    assert not {"data", "who"} & set(told)


def test_an_example_is_of_a_trade_that_is_sure_or_there_is_none() -> None:
    assert bare("⟦price, e.g. £45⟧ and ⟦Vad, t.ex. ”Ett pass.”⟧") == "⟦price⟧ and ⟦Vad⟧"
    sure = " ".join(
        line for one in texts_of(made(PLUMBER.replace("{}", ""), **QUOTES)).texts for line in one.lines
    )
    assert "t.ex. byte av köksblandare" in sure
    unsure = texts_of(made(SCHOLIA.replace("{data}", "It is quick.").replace("{who}", "©"), **INSTALL))
    assert not any("e.g." in line for one in unsure.texts for line in one.lines if one.topic != "steps")


def test_nobody_gets_texts_about_an_account_where_a_guide_is_given_away() -> None:
    html = document(
        '<main><section><h1>Stop feeling scattered</h1><p>Systems for those who work from home.</p><a class="btn" href="/guide">Get the free guide</a></section></main>',
        head="<title>RemoteFlow</title>",
    )
    told = topics_of(
        html,
        goal="Visitors sign up and get the free PDF guide",
        audience="freelancers",
        primary_goal="paid_signup",
    )
    assert told == []


CALLS = document(
    '<main><section><h1>Systemintegration för företag</h1><p>Vi kopplar ihop era affärssystem.</p><a class="btn" href="#kontakt">Boka ett samtal</a></section>'
    '<section id="kontakt"><h2>Kontakt</h2><p>Anna Berg</p><a href="mailto:anna@devay.se">anna@devay.se</a> <a href="tel:+46709800439">0709-800 439</a></section></main>',
    lang="sv",
    head="<title>Devay – systemintegration</title>",
)


def test_a_button_that_books_nothing_is_said_so_and_no_text_speaks_of_choosing_a_time() -> None:
    told = owners(made(CALLS, goal="Att företag bokar ett samtal", audience="IT-chefer", lang="sv", primary_goal="book_call"))  # fmt: skip
    assert "hoppar ned till er e-postadress och ert telefonnummer; där bokas ingenting" in told
    assert "Du väljer en tid" not in told
    assert "Du skriver eller ringer" in told


def test_names_under_a_line_that_says_whom_they_served_and_certificates_are_proof() -> None:
    html = document(
        '<main><section><h1>Your business in full view</h1><p>One control layer for those who run the company.</p><a class="btn" href="/demo">Book a demo</a></section>'
        "<section><h2>A sample of organizations our team has served.</h2><p>Consultants who served these organizations across the region.</p>"
        "<a href='/c'>Explore all clients</a><p>Monsha'at — SME General Authority</p><p>The Saudi National Bank (SNB)</p><p>Ministry of Health</p></section>"
        "<section><h2>Business and tech. PMP &amp; ISO certified.</h2><p>Strategy and delivery in one team.</p></section></main>",
        head="<title>ForeSight</title>",
    )
    case = made(html, goal="More demos booked", audience="executives", primary_goal="demo")
    assert case.settled is not None
    assert {"customers", "certificate"} <= {one.kind for one in case.settled.proofs}
    assert "We found nobody on the page who speaks for you" not in owners(case)
