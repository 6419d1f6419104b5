"""Sentences that buyers' readers caught drafts in: each by a small page on which it would be false, silly or worse than what stands there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coldread.drafts.asked_of_page import answers
from coldread.drafts.business.proof import proofs_of
from coldread.drafts.case import Case, Mending
from coldread.drafts.copy_edits import copy_edits
from coldread.drafts.country import is_under_gdpr
from coldread.drafts.diff import mendings
from coldread.drafts.goal_steps import call_bar, goal_steps, longest_gap, names
from coldread.drafts.owner import younger_than_offered
from coldread.drafts.points.every import points_of
from coldread.drafts.proposals import concrete_line, versions
from coldread.drafts.spec import as_seen, spec_md
from coldread.scanner.engine import review
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import Painted, PaintedText
from tests.drafts.test_ordered import made
from tests.drafts.test_own_words import page_of, rendered
from tests.drafts.test_spec import assignment
from tests.scanner.seeing import desktop, document, drawn, mobile, seen


def owners(case: Case) -> str:
    return spec_md(case).partition("## For your developer")[0].partition("## Till er utvecklare")[0]


def titles(case: Case) -> str:
    return " · ".join(one.title for one in points_of(case))


# Which button


def test_the_headline_s_own_button_comes_before_the_menu_s() -> None:
    html = document(
        '<header><a class="btn" href="/kontakt.html">Begär offert</a></header><main><section><h1>Vi sköter din trädgård</h1><p>Häckar '
        'och gräs i hela Skåne.</p><a class="btn" href="#kontakt">Begär kostnadsfri offert</a></section><section id="kontakt"><h2>Skriv</h2>'
        '<form action="/x" method="post"><label>Namn <input name="namn"></label><label>E-post <input type="email" name="e"></label>'
        '<label>Jobbet <textarea name="j"></textarea></label><button>Skicka</button></form></section></main>',
        lang="sv",
    )
    told = made(html, goal="Fler offertförfrågningar", primary_goal="book_call", lang="sv")
    assert told.settled is not None
    assert told.settled.control is not None
    assert told.settled.control.label == "Begär kostnadsfri offert"
    assert "fast formuläret finns" not in owners(told)


def test_what_is_booked_or_bought_elsewhere_is_not_sent_to_a_form_that_writes_to_somebody() -> None:
    html = document(
        '<main><section><h1>Driving lessons in Hull</h1><a class="btn" href="https://book.example/x">Book a lesson</a></section><section>'
        '<h2>Write to us</h2><form action="/x" method="post"><label>Name <input name="n"></label><label>Email <input type="email" name="e">'
        "</label><label>Message <textarea name='m'></textarea></label><button>Send</button></form>"
        "<p>We reply within 24 hours.</p></section></main>"
    )
    text = owners(made(html, goal="More booked lessons", primary_goal="book_call"))
    assert "although the form" not in text
    assert "They fill in" not in text, "the form of this page is not what stands behind the button"
    assert "reply" not in text.partition("### Version A")[2].partition("\n## ")[0], (
        "nobody answers who books in a calendar of another house"
    )


def test_what_was_seen_behind_another_button_is_not_told_of_the_goal_s() -> None:
    html = document(
        '<main><h1>Music lessons</h1><a class="btn" href="/enrol.html">Enrol your child</a></main>'
    )
    told = made(html, goal="More children enrolled", primary_goal="other")
    assert told.settled is not None
    assert told.settled.control is not None
    assert "We looked there" not in owners(told)


def test_an_alike_name_is_the_same_name() -> None:
    html = document(
        "<main><h1>Ads</h1><a href='/demo'>Request demo</a><p>More.</p><a href='/demo'>Request a demo</a><p>More.</p>"
        "<a href='/demo'>Request your demo now</a></main>"
    )
    told = made(html, goal="More demos", primary_goal="demo")
    assert told.settled is not None
    assert len(names(goal_steps(page_of(told), told.settled), told.settled)) == 1


# A bar that stays

BAR = document(
    "<main><h1>Mobile car diagnostics</h1><a href='#contact'>Book a diagnostic</a><p>Long page.</p></main>"
    "<div id='contact'><form action='/x'><input name='name'><button>Send</button></form></div>"
    "<a href='tel:+15550123456'>Call Oakline</a>"
)


def with_bar(position: str) -> Case:
    items = [
        drawn("body > main > h1", text="x", own_chars=1, box=(20.0, 100.0, 300.0, 40.0)),
        drawn("body > main > a", text="x", own_chars=1, box=(20.0, 400.0, 300.0, 40.0)),
        drawn(
            "body > a", text="Call Oakline", own_chars=9, box=(14.0, 776.0, 362.0, 54.0), position=position
        ),
    ]
    asked = assignment(goal="More booked visits", primary_goal="book_call")
    record = seen(
        BAR, rendered_html=BAR, desktop=desktop(*items), mobile=mobile(*items, scroll_height=844 * 9)
    )
    return Case(assignment=asked, report=review(record, asked.brief))


def test_a_call_button_that_stays_on_a_phone_is_a_step_and_is_named() -> None:
    told = with_bar("fixed")
    assert call_bar(page_of(told)) == "Call Oakline"
    assert told.settled is not None
    assert longest_gap(goal_steps(page_of(told), told.settled), page_of(told)) == 0
    assert "“Call Oakline” stays on the screen" in owners(told)
    assert call_bar(page_of(with_bar("static"))) == ""


def test_what_lies_under_a_bar_is_not_measured_by_the_bar_s_colour() -> None:
    text = PaintedText(selector="body > main > h1", box=(20.0, 780.0, 300.0, 30.0), size=16, weight=700, ratio=1.2, color=(255, 255, 255, 1.0), ground=(90, 170, 0, 1.0))  # fmt: skip
    bar = drawn("body > a", text="Call", own_chars=4, box=(14.0, 776.0, 362.0, 54.0), position="fixed")
    for position, known in (("fixed", False), ("static", True)):
        view = replace(mobile(replace(bar, position=position)), painted=Painted(reached=844, texts=(text,)))
        record = seen(BAR, rendered_html=BAR, mobile=view, desktop=desktop())
        assert ("body > main > h1" in Page(record, assignment().brief).painted_texts) is known


# The table

SHOP = '<main><h1>Clean skincare</h1><p>Serums for tired skin.</p><a class="btn" href="/shop">Shop serums</a>{}</main>'


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("<p>Department stores charge $200 for the same serums.</p><p>Serum, $34</p>", "price"),
        ("<p>Gift with orders over $90.</p>", "price"),
        ("<p>Get our letter. Unsubscribe any time.</p>", "safe"),
        ("<p>Gold acts as a delivery vehicle into the skin, where it is needed.</p>", "delivery"),
        ("<p>Help your neighbours discover our pickup and delivery laundry service.</p>", "delivery"),
        ("<p>We are giving away one free delivery to one lucky winner every month.</p>", "delivery"),
    ],
)
def test_a_line_about_something_else_answers_nothing(words: str, question: str) -> None:
    told = made(document(SHOP.format(words)), goal="More sales", primary_goal="paid_signup")
    assert told.settled is not None
    said = {one.question: one.line.text for one in answers(page_of(told), told.settled)}
    assert said.get(question, "Serum, $34") == "Serum, $34"


def test_neither_a_copyright_line_nor_names_of_customers_say_whom_it_is_for() -> None:
    html = document(
        "<main><h1>Food scanner</h1><p>Trusted by families everywhere.</p></main><footer><p>© 2026 Built with love for families</p></footer>"
    )
    assert "Is it for me" not in owners(made(html, goal="More people on the list", audience="families"))


# The first screen


def test_no_version_where_the_first_screen_says_what_is_sold_already() -> None:
    html = document(
        "<main><section><h1>Leaders who get things done</h1><p>Leadership training for managers and teams who want more than a kick-off.</p>"
        '<a class="btn" href="#c">Book a call</a></section><section id="c"><h2>Leadership training</h2><p>Write to us.</p></section></main>'
        "<footer><p>With genuine commitment and curiosity we help leaders and managers to reach their vision and ambition.</p></footer>",
        head='<title>Leadership training | Ignite</title><meta name="description" content="Leadership training with commitment for leaders, managers and whole organisations.">',
    )
    told = made(html, goal="More booked calls", primary_goal="book_call", audience="managers")
    assert all(one.why == "why_under" for one in versions(told))


CONCRETE = document(
    '<main><section><h1>Modernise with a respray</h1><a class="btn" href="/quote">Get a quote</a></section><section><h2>How it works</h2>'
    "<p>In just 5 days we can transform your kitchen, with only 2 afternoons of disruption.</p></section></main>",
    head='<title>Kitchen respray</title><meta name="description" content="Kitchen respraying in Hampshire.">',
)


def test_the_most_concrete_sentence_is_raised_and_never_marked_for_cutting() -> None:
    told = rendered(CONCRETE, ("body > main > section:nth-of-type(1) > h1", 100.0), ("body > main > section:nth-of-type(1) > a", 300.0), ("body > main > section:nth-of-type(2) > p", 3000.0), goal="More quotes", primary_goal="book_call", audience="home owners")  # fmt: skip
    line = concrete_line(told, page_of(told))
    assert line is not None
    assert line.text.startswith("In just 5 days")
    assert [one.subhead[:14] for one in versions(told)] == ["In just 5 days"]
    assert told.told is not None
    assert copy_edits(told, page_of(told), told.told) == []


def test_a_condition_or_an_address_does_not_ease_a_press() -> None:
    html = document(
        '<main><section><h1>Garden care in Hull</h1><p>Hedges and lawns.</p><a class="btn" href="#c">Get a quote</a></section><section id="c">'
        "<h2>Contact</h2><p>info@garden.example, we reply within 24 hours</p><p>Cancel free until noon; you must call us</p>"
        '<form action="/x" method="post"><input type="email" name="e"><textarea name="m"></textarea><button>Send</button></form></section></main>'
    )
    told = made(html, goal="More quote requests", primary_goal="book_call")
    assert all("@" not in one.below and "must" not in one.below for one in versions(told))


# Others' words


def test_words_of_customers_are_neither_edited_nor_taken_from_the_house() -> None:
    html = document(
        "<main><h1>Driving school</h1><h2>Reviews</h2><p>A very dedicated, amazing and passionate school with powerful teachers for everybody.</p>"
        "<blockquote>“Our mission is to be the most dedicated school in town.”<cite>Jens Hector, founder</cite></blockquote></main>"
    )
    told = made(html, goal="More lessons")
    assert told.told is not None
    assert told.report is not None
    assert copy_edits(told, page_of(told), told.told) == []
    assert not [one for one in proofs_of(page_of(told), told.report.reading) if one.kind == "quote"]


@pytest.mark.parametrize(
    ("line", "who", "firm"),
    [
        ("MH Mira Halden Head of CX · Riverbend", "Mira Halden", "Head of CX · Riverbend"),
        ("Sarah M. Mom of 3 · Austin, TX", "Sarah M.", "Mom of 3 · Austin, TX"),
        ("Courtney Clark Boxio", "Courtney Clark Boxio", ""),
    ],
)
def test_a_name_is_neither_its_initials_nor_what_follows_it(line: str, who: str, firm: str) -> None:
    html = document(
        f"<main><h1>Support</h1><figure><blockquote>“It closes every case before anybody asks.”</blockquote><figcaption>{line}</figcaption></figure></main>"
    )
    told = made(html)
    assert told.report is not None
    item = next(one for one in told.report.reading.proofs if one.kind == "quote")
    assert (item.who, item.organisation) == (who, firm)


def test_customers_by_name_are_proof() -> None:
    html = document(
        "<main><h1>Leadership</h1><div><p>Companies trusted by us: trusted by</p><div><span>Volvo</span><span>Sweco</span><span>ICA</span></div></div></main>"
    )
    told = made(html)
    assert told.report is not None
    found = [one.said for one in proofs_of(page_of(told), told.report.reading) if one.kind == "customers"]
    assert found == ["Volvo, Sweco, ICA"]


def test_what_a_form_asks_for_is_no_customer_by_name() -> None:
    html = document(
        "<main><h1>Law for families</h1><h3>What some of our clients say</h3><p>It went well.</p><p>- Sandra Brooks</p>"
        '<h2>Request a consult</h2><form action="/x"><div>First name</div><div>Last name</div><div>Phone</div><div>Email</div><div>Inquiry</div><button>Request</button></form></main>'
    )
    told = made(html)
    assert told.report is not None
    assert [one for one in proofs_of(page_of(told), told.report.reading) if one.kind == "customers"] == []


# What is asked, and what is found

FORM = (
    '<main><section><h1>Demos of a tool</h1><p>For accountants.</p><a class="btn" href="#c">Book a demo</a></section><section id="c"><h2>Demo</h2>'
    '<form action="/x" method="post"><label>Name <input name="n"></label><label>Email <input type="email" name="e"></label><button>Send</button></form>{}</section></main>'
)


def test_nobody_is_asked_what_the_page_says_and_nothing_is_no_question() -> None:
    asked = {"goal": "More booked demos", "primary_goal": "demo", "audience": "accountants"}
    steps = owners(made(document(FORM.format("")), **asked))
    assert "What happens when you ask for a demo" in steps, "nobody saw a calendar"
    assert "who answers, and how soon?" not in steps, "the text to paste asks for it"
    told = made(document(FORM.format("<p>You get an answer within 1 business day.</p>")), **asked)
    assert "how soon?" not in owners(told)
    assert "within how many hours" not in owners(told)
    assert "the reviewer can finish it" not in owners(told)


def test_an_error_on_the_page_comes_first() -> None:
    html = document(FORM.format("<p>Could not initialise the form. Reload the page and try again.</p>"))
    told = rendered(html, ("#c > p", 3000.0), goal="More demos", primary_goal="demo")  # fmt: skip
    assert points_of(told)[0].title.startswith("The page shows an error: “Could not initialise the form.")
    tips = document(FORM.format("<p>Could not be simpler: we answer all of your questions.</p>".replace("Could", "It could")))  # fmt: skip
    assert "shows an error" not in titles(rendered(tips, ("#c > p", 3000.0), goal="More demos"))  # fmt: skip


def test_a_shop_s_address_without_a_number_opens_no_app() -> None:
    page_with = '<main><h1>Camp map</h1><a href="https://apps.apple.com/se/app/{}">App Store</a></main>'
    asked: dict[str, Any] = {"goal": "More downloads", "primary_goal": "other"}
    assert "has no app number" in titles(made(document(page_with.format("camp")), **asked))
    assert "has no app number" not in titles(made(document(page_with.format("camp/id123456")), **asked))


def test_the_line_over_the_headline_is_held_against_the_order() -> None:
    html = document(
        "<main><section><p>3PL owners</p><h1>Support as an advantage</h1><p>A platform for logistics.</p></section></main>"
    )
    assert "addressed to others: “3PL owners”" in titles(made(html, audience="heads of customer service"))
    assert "addressed to others" not in titles(made(html, audience="owners of logistics firms"))


def test_a_policy_that_leads_nowhere_is_told() -> None:
    html = document('<main><h1>Tool</h1></main><footer><a href="#">Privacy</a></footer>')
    assert "“Privacy” is a link that leads nowhere." in titles(made(html))


def test_younger_children_than_the_page_takes_are_asked_about() -> None:
    html = document("<main><h1>Music</h1><p>Ages 5–6</p><p>Ages 7+</p></main>")
    assert younger_than_offered("parents of children from three to twelve", page_of(made(html))) == (3, 5)
    assert younger_than_offered("parents of children from six to twelve", page_of(made(html))) is None


def test_readers_who_meet_no_word_of_theirs_are_told_of_and_others_are_not() -> None:
    html = document(
        "<main><section><h1>Bumper balls in Skåne</h1><p>For birthdays and parties.</p></section><div><p>Drivers come, too.</p></div></main>"
    )
    boxes = (("body > main > section > h1", 100.0), ("body > main > section > p", 200.0), ("body > main > div > p", 3000.0))  # fmt: skip
    met = rendered(html, *boxes, audience="parents who plan birthdays for their children")
    assert "not one word" not in titles(met)
    assert "Nowhere on the page" not in titles(met)
    assert "not one word" in titles(rendered(html, *boxes, audience="drivers whose warning light came on at night"))  # fmt: skip


# Whose law


@pytest.mark.parametrize(
    ("words", "lang", "is_so"),
    [
        ("Call (910) 489-7254, Fayetteville, NC", "en", False),
        ("From £40, SO23 9AX", "en", True),
        ("Ring oss", "sv", True),
        ("Write to us", "en", False),
        ("From €40 in Austin, TX", "en", False),
    ],
)
def test_no_law_of_another_country(words: str, lang: str, is_so: bool) -> None:
    html = document(f'<main><h1>Visits</h1><p>{words}</p><form action="/x" method="post"><input type="email" name="email"><button>Send</button></form></main>', lang=lang)  # fmt: skip
    told = made(html, lang=lang)
    assert is_under_gdpr(page_of(told)) is is_so
    assert ("GDPR" in spec_md(told)) is is_so


# The headline


def test_a_headline_is_a_slogan_only_where_no_word_of_it_is_one_of_the_page_s_own() -> None:
    html = '<main><section><h1>{}</h1><p>We rent bumper balls for parties in Skåne.</p></section><section><h2>Bumper balls</h2><p>Bumper balls for parties.</p><p>Parties with balls.</p></section></main>'  # fmt: skip
    head = '<title>Bumper balls in Skåne | Offroad</title><meta name="description" content="Rent bumper balls for parties and offices.">'
    boxes = (("body > main > section:nth-of-type(1) > h1", 100.0), ("body > main > section:nth-of-type(1) > p", 200.0))  # fmt: skip
    slogan = rendered(document(html.format("Get ready to crash!"), head=head), *boxes)
    assert "has no word for what you sell: “Get ready to crash!”" in titles(slogan)
    plain = rendered(document(html.format("Bumperballs for grown-ups"), head=head), *boxes)
    assert "no word for what you sell" not in titles(plain)


def test_a_patch_is_made_only_for_what_the_document_tells() -> None:
    html = document(
        '<main><h1>Visits</h1><form action="/x" method="post"><input id="n" name="name"></form></main>',
        head='<title>Visits</title><meta property="og:url" content="https://other.example/">',
    )
    told = made(html)
    assert told.report is not None
    every = mendings(told.report, {"html": html})
    assert "canonical" not in whole(every), "the page names another address as its own"
    assert whole(mendings(told.report, {"html": html}, frozenset())) == ""
    one_line = told.report.seen.html.replace("Visits</h1>", f"Visits</h1>{'<p>Long.</p>' * 600}")
    long = made(one_line)
    assert long.report is not None
    assert mendings(long.report, {}) == (), "nobody reads a diff of a line that long"


def whole(made_of: tuple[Mending, ...]) -> str:
    return "".join(one.diff for one in made_of)


def test_two_lengths_of_one_list_are_asked_about() -> None:
    html = document(
        "<main><h1>Scanner</h1><p>Join 247 people already on the early access list</p><div><p>2,400+</p><p>On the waitlist</p></div></main>"
    )
    boxes = [(f"body > main > {one}", top) for one, top in (("p", 300.0), ("div > p:nth-of-type(1)", 900.0), ("div > p:nth-of-type(2)", 940.0))]  # fmt: skip
    told = titles(rendered(html, *boxes, goal="More people on the list", primary_goal="newsletter"))
    assert "“Join 247 people already on the early access list” and “2,400+ On the waitlist”" in told
    same = html.replace("2,400+", "247+")
    assert "Two figures" not in titles(rendered(same, *boxes, goal="More people on the list"))


def test_a_name_that_is_missing_under_reviews_is_a_customer_s_and_no_sentence_of_the_owner_s() -> None:
    more = "".join(f"<p>We fetch, wash and fold your laundry on day {day} of every week, and bring it back.</p>" for day in range(12))  # fmt: skip
    html = document(
        f'<main><h1>Laundry</h1>{more}<section id="reviews"><h2>Real people. Real relief.</h2><div><p>★★★★★</p><p>Your Name Here</p></div></section></main>'
    )
    text = spec_md(made(html, goal="More subscriptions", primary_goal="paid_signup", audience="families"))
    assert "Your Name Here" in text
    assert "one or two sentences that say what" not in text
    assert "a real customer's words with name" in text


@pytest.mark.parametrize(("label", "said"), [("<label>City</label>", True), ("", False)])
def test_a_label_that_everybody_sees_is_not_said_to_be_missing(label: str, said: bool) -> None:
    html = document(
        f'<main><h1>Laundry</h1><div>{label}<select name="c"><option>A</option></select></div></main>'
    )
    told = made(html)
    assert told.report is not None
    some = told.report.findings[0]
    field = replace(some.evidence[0], selector="body > main > div > select")
    item = replace(some, id="form.label", title="One field has no label at all", evidence=(field,), count=1)
    assert ("not tied to it" in as_seen(item, told).title) is said
