"""A draft speaks with the page's own words: quoted whole, with where they stand; nothing is denied, nothing composed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coldread.drafts.asked_of_page import answers
from coldread.drafts.case import Case
from coldread.drafts.contradictions import contradictions
from coldread.drafts.goal_steps import goal_steps, longest_gap, names
from coldread.drafts.own_lines import own_lines
from coldread.drafts.parts_of_page import unsourced, works
from coldread.drafts.points.every import points_of
from coldread.drafts.points.readers import unnamed
from coldread.drafts.proposals import versions
from coldread.drafts.sight import Place, place, said_where, settled_text
from coldread.drafts.spec import spec_md
from coldread.drafts.told_once import listed
from coldread.drafts.wrong_advice import is_wrong_advice
from coldread.scanner.engine import review
from coldread.scanner.page.page import Page
from tests.drafts.test_ordered import made
from tests.drafts.test_spec import assignment
from tests.scanner.seeing import desktop, document, drawn, mobile, seen


def page_of(case: Case) -> Page:
    assert case.page is not None
    return case.page


def kinds(html: str, **more: Any) -> list[str]:
    return [one.kind for one in contradictions(page_of(made(html, **more)))]


# Contradictions

CARDS = (
    "<main><h1>Juice</h1><section><div><h3>3-Day Reset</h3><p>$49</p><ul><li>{three} fresh juices</li></ul></div>"
    "<div><h3>7-Day Reset</h3><p>$99</p><ul><li>{seven} fresh juices</li></ul></div></section></main>"
)


def test_a_dearer_package_that_holds_less_is_seen_and_quoted() -> None:
    html = document(CARDS.format(three=6, seven=4))
    assert kinds(html) == ["package"]
    title = " ".join(one.title for one in points_of(made(html)))
    assert "“3-Day Reset, $49” has “6 fresh juices”" in title
    assert "“7-Day Reset, $99” has “4 fresh juices”" in title
    assert kinds(document(CARDS.format(three=6, seven=14))) == []


def test_figures_of_one_thing_are_held_together_as_they_are_when_they_have_counted() -> None:
    html = document(
        '<main><h1>Ads</h1><p>3,714+ leads generated</p><div><div><span data-target="5000">-45</span><span>+</span></div>'
        "<div>Leads in last 12 months</div></div><div><span>3,714 leads</span></div><h3>Accelerate Automotive</h3></main>"
    )
    page = page_of(made(html))
    told = {one.kind: one.said for one in contradictions(page)}
    assert told["whole_and_part"] == ("3,714+ leads generated", "3,714 leads", "Accelerate Automotive")
    assert told["figures"] == ("3,714+ leads generated", "5,000+ Leads in last 12 months")
    assert settled_text(page.dom.all("div")[1], "en") == "5,000+"
    other = document(
        "<main><h1>Club</h1><p>250 members meet here.</p><p>12 members play in the league.</p></main>"
    )
    assert kinds(other) == []


CLEANING = document(
    "<main><h1>Hemstädning från 250 kr/h</h1><p>Nu i Storstockholm</p><h2>Räkna</h2><p>Städarens timpris {rate} kr/h</p>"
    "<h3>Nöjdhetsgaranti</h3><p>Kontakta oss inom ett dygn så löser vi det.</p><h2>Var</h2><p>{where}</p>"
    "<h3>Nöjdhetsgaranti</h3><p>{promise}</p></main>",
    lang="sv",
    head="<title>Hemstädning {price} kr/h med RUT-avdrag</title>",
)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, []),
        ({"rate": "350"}, ["rate"]),
        ({"where": "Vi finns i hela Sverige."}, ["reach"]),
        ({"promise": "Vi skickar städaren tillbaka kostnadsfritt."}, ["promise"]),
    ],
)
def test_a_swedish_page_that_says_one_thing_in_two_ways(change: dict[str, str], expected: list[str]) -> None:
    plain = {
        "rate": "250",
        "where": "Stockholm",
        "promise": "Kontakta oss inom ett dygn så löser vi det.",
        "price": "125",
    }
    html = CLEANING
    for name, value in (plain | change).items():
        html = html.replace(f"{{{name}}}", value)
    assert kinds(html, lang="sv") == expected


def test_two_prices_after_the_same_deduction() -> None:
    html = document("<main><h1>Från 250 kr/h, 125 kr/h med RUT-avdrag</h1></main>", lang="sv", head="<title>Städ 250 kr/h med RUT-avdrag</title>")  # fmt: skip
    assert kinds(html, lang="sv") == ["taxed"]


def test_nothing_is_built_on_what_is_contested() -> None:
    html = document(
        "<main><h1>Städning hemma från 250 kr/h, 125 kr/h med RUT-avdrag</h1><p>Boka städning av hemmet.</p><p>Fri avbokning</p></main>",
        lang="sv", head="<title>Städning hemma 250 kr/h med RUT-avdrag</title>",
    )  # fmt: skip
    assert versions(made(html, lang="sv", goal="Fler bokar städning", audience="familjer")) == []


# Versions

CLUB = document(
    "<main><h1>Kidderminster Chess Club</h1><p>One of the oldest chess clubs in the country.</p>"
    '<a class="btn" href="/find">Come Along</a><section><h2>Your evening</h2><h3>Free to play</h3>'
    "<p>Bring a friend.</p></section></main><footer><p>Mondays 7pm · DY10 1NB · by the river</p></footer>",
    head="<title>Kidderminster Chess Club</title>",
)


def test_what_eases_the_press_is_lifted_from_further_down() -> None:
    told = made(CLUB, goal="More members", audience="adults who play chess", primary_goal="other")
    [one] = versions(told)
    assert (one.headline, one.button, one.why) == ("Kidderminster Chess Club", "Come Along", "why_under")
    assert one.below == "Mondays 7pm · Free to play"
    assert "**Under the button:** Mondays 7pm · Free to play" in spec_md(told)


def test_a_name_stays_and_the_line_in_the_footer_says_what_it_is() -> None:
    html = document(
        '<main><h1>Hannas hus</h1><p>Ett bortglömt kapitel i stadens historia.</p><a class="btn" href="https://shop.example/1">Köp boken</a></main>'
        "<footer><p>Den första berättelsen om kvinnan bakom pensionatet, byggd på memoarer.</p></footer>",
        lang="sv", head="<title>Hannas hus — Berättelsen om ett pensionat och en stad</title>",
    )  # fmt: skip
    made_of = versions(made(html, goal="Fler köper boken", audience="människor som är nyfikna på ett pensionat", lang="sv", primary_goal="paid_signup"))  # fmt: skip
    assert (made_of[0].headline, made_of[0].why, made_of[0].source) == ("Hannas hus", "why_named", "footer")
    assert made_of[0].subhead == "Den första berättelsen om kvinnan bakom pensionatet, byggd på memoarer."


def test_a_headline_for_listeners_can_lead_without_the_name() -> None:
    html = document(
        '<main><h1 hidden>Kungsbacka Cars — bilträffar och gemenskap för bilintresserade i Kungsbacka</h1><h2>Ihop. Här. Nu.</h2>'
        '<p>Vi ses.</p><a class="btn" href="https://www.facebook.com/groups/1">Bli medlem</a></main>',
        lang="sv", head="<title>Kungsbacka Cars</title>",
    )  # fmt: skip
    told = made(html, goal="Fler medlemmar", audience="bilintresserade i Kungsbacka", lang="sv")
    assert versions(told)[0].headline == "Bilträffar och gemenskap för bilintresserade i Kungsbacka"
    assert versions(told)[0].source == "head"
    assert "facebook.com" in spec_md(told).partition("## Färdiga texter")[2]


def test_a_sentence_that_hangs_on_another_is_no_line() -> None:
    html = document(
        "<main><h1>Bread for small bakeries</h1><p>Short.</p></main><footer><p>It is why owners of small bakeries choose us every day.</p></footer>"
    )
    assert not any("It is why" in one.subhead for one in versions(made(html)))


# What visitors ask

ASKED = document(
    "<main><h1>Ads for workshops</h1><p>We bring cars.</p><a class='btn' href='/contact'>Book a call</a>"
    "<h2>Terms</h2><p>No lock-in contracts, ever.</p><p>Campaigns live in 7 days.</p><p>Founded by Josh Wrenfield in Perth.</p>"
    "<p>We reply within 4 hours.</p></main>"
)


def test_answers_are_quoted_whole_and_the_headline_answers_nothing_twice() -> None:
    told = made(ASKED, goal="More booked calls", primary_goal="book_call")
    assert told.settled is not None
    found = {one.question: one.line.text for one in answers(page_of(told), told.settled)}
    assert found == {
        "long": "Campaigns live in 7 days.",
        "reply": "We reply within 4 hours.",
        "safe": "No lock-in contracts, ever.",
        "who": "Founded by Josh Wrenfield in Perth.",
    }


def test_an_example_is_nobody_and_a_mock_up_is_no_promise() -> None:
    html = document(
        "<main><h1>Docs</h1><p>Import done Overhaul done Improvement plan 12 of 12 Review due in 30 days</p>"
        "<p>Harbor Care is a labelled example: import, overhaul, plan.</p></main>"
    )
    told = made(html, goal="More demos")
    assert told.settled is not None
    assert answers(page_of(told), told.settled) == []


def test_what_nobody_measured_has_no_place_and_what_is_closed_says_so() -> None:
    html = document(
        "<main><section><h1>Tea</h1></section><section><h2>More</h2><p>Far below.</p></section></main>"
    )
    page = page_of(made(html))
    assert said_where(place(page, page.dom.all("p")[0]), "en") == ""
    assert said_where(Place(desktop=None, phone=None), "en") == "not seen until something is opened"
    assert (
        said_where(Place(desktop=0.4, phone=1.25), "sv")
        == "första skärmen på dator; 1,2 skärmar ned i mobilen"
    )
    assert "()" not in spec_md(made(html))


def rendered(html: str, *boxes: tuple[str, float], **more: Any) -> Case:
    """The page as a browser drew it: each selector's top, the same at both widths."""
    items = [drawn(selector, text="x", own_chars=1, box=(20.0, top, 300.0, 40.0)) for selector, top in boxes]
    asked = assignment(**more)
    record = seen(html, rendered_html=html, desktop=desktop(*items), mobile=mobile(*items))
    return Case(assignment=asked, report=review(record, asked.brief))


def test_a_drawer_beside_the_screen_and_what_is_not_drawn_are_closed() -> None:
    html = document("<main><h1>Tea</h1><p>Delivery in Hull is $10.</p><p>Hidden here.</p></main>")
    asked = assignment()
    beside = drawn("body > main > p:nth-of-type(1)", text="x", own_chars=1, box=(1400.0, 100.0, 300.0, 40.0))
    closed = drawn("body > main > p:nth-of-type(2)", visible=False, box=(0.0, 0.0, 0.0, 0.0))
    record = seen(html, rendered_html=html, desktop=desktop(beside, closed), mobile=mobile())
    page = Page(record, asked.brief)
    assert [place(page, one).is_seen for one in page.dom.all("p")] == [False, False]


# The goal's own buttons

CALLS = document(
    "<main><h1>Ads</h1><a href='/contact'>Book a free call</a><p>More.</p><a href='#contact'>Book a meeting</a><p>More.</p>"
    "<a href='#contact'>Book a Meeting →</a><a href='/contact'>Get started</a><div id='contact'>Write to us.</div></main>"
)


def test_every_name_of_one_step_is_counted_and_other_ways_are_not() -> None:
    told = made(CALLS, goal="More booked calls", primary_goal="book_call")
    assert told.settled is not None
    steps = goal_steps(page_of(told), told.settled)
    assert names(steps, told.settled) == [("Book a meeting", 2), ("Book a free call", 1), ("Get started", 1)]
    title = next(one.title for one in points_of(told) if one.of == "cta.label-varies")
    assert "“Book a meeting” (2)" in title


def test_a_shop_s_own_first_button_is_its_way_and_a_basket_is_none() -> None:
    html = document(
        '<header><a href="/cart">Cart (0)</a></header><main><section><h1>Oils</h1><p>For men.</p><a href="/all">Discover the scents</a></section>'
        '<section><h2>All</h2><a href="/order">Order here</a></section></main>'
    )
    told = made(html, goal="More orders", primary_goal="paid_signup")
    assert told.settled is not None
    assert told.settled.control is not None
    assert told.settled.control.label == "Discover the scents"


def test_a_way_without_the_button_is_measured_unless_a_bar_may_stay() -> None:
    html = document(
        "<main><h1>Ads</h1><a href='/contact'>Book a call</a><p>More.</p><a href='/contact'>Book a call</a></main>"
    )
    told = rendered(html, ("body > main > a:nth-of-type(1)", 400.0), ("body > main > a:nth-of-type(2)", 5464.0), goal="More booked calls", primary_goal="book_call")  # fmt: skip
    assert told.settled is not None
    steps = goal_steps(page_of(told), told.settled)
    assert longest_gap(steps, page_of(told)) == pytest.approx(6.0)


# What must not be said


def test_readers_are_said_to_be_missing_only_where_no_part_of_their_name_is_there() -> None:
    page = page_of(
        made(document("<main><h1>Tak</h1><p>För villa och förening.</p></main>", lang="sv"), lang="sv")
    )
    assert unnamed("bostadsrättsföreningar", page) == ""
    assert unnamed("villaägare", page) == ""
    assert unnamed("barnfamiljer med ont om tid", page) == "barnfamiljer"


DENIALS = ("none we could see", "inget som vi kunde se", "the only way", "enda vägen", "where does the page say", "var på sidan står det", "we see no clear reason", "nearly there", "halfway there")  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_no_draft_denies_and_none_cheers(lang: str) -> None:
    text = spec_md(made(CLUB, lang=lang, goal="More members", audience="adults who play chess")).lower()
    assert not [words for words in DENIALS if words in text]


def test_a_long_quotation_is_whole_and_signed() -> None:
    words = "They asked what we needed before they sold us anything, and when the oven came it was the right one, on the right day, and somebody stayed until the first loaf was out of it and tasted as it should."
    html = document(
        f"<main><h1>Ovens</h1><p>We sell ovens to bakers.</p><blockquote><p>“{words}”</p><footer>Ann Lee, Lee Bakery</footer></blockquote></main>"
    )
    text = spec_md(made(html))
    assert words in text
    assert "(Ann Lee" in text


def test_ratings_and_round_numbers_on_the_page_s_own_word_are_asked_for_their_source() -> None:
    html = document(
        "<main><h1>Reports</h1><div><div>5/5</div><div>Client Rating</div></div><p>Join thousands of traders every day.</p>"
        "<p>30 minutes a day.</p></main>"
    )
    told = made(html)
    assert told.settled is not None
    assert unsourced(page_of(told), told.settled) == [
        "Join thousands of traders every day",
        "5/5 Client Rating",
    ]


def test_work_that_was_done_for_others_is_named() -> None:
    html = document("<main><h1>Ads</h1><h2>Real results</h2><h3>Core Diesel</h3><p>a</p><h3>BB Garage</h3><p>b</p><h2>FAQ</h2><h3>Why</h3></main>")  # fmt: skip
    assert "“Core Diesel” and “BB Garage”" in works(page_of(made(html)), made(html).assignment.lang, "")[0]


def test_a_page_that_calls_itself_an_exercise_and_a_link_to_a_network_itself() -> None:
    html = document('<main><h1>Färg</h1><p>Text.</p><a href="https://www.facebook.com/">Facebook</a></main><footer><p>Webbplatsen används i utbildningssyfte.</p></footer>', lang="sv")  # fmt: skip
    titles = " ".join(one.title for one in points_of(made(html, lang="sv")))
    assert "”Webbplatsen används i utbildningssyfte.”" in titles
    assert "”Facebook” leder till själva" in titles


def test_a_label_that_is_there_and_a_headline_for_listeners_are_not_missed() -> None:
    html = document('<main><h1 hidden>Tea in Hull</h1><h2>Tea</h2><form><label for="a">Menu</label><input id="a" type="checkbox"></form></main>')  # fmt: skip
    told = made(html)
    assert told.report is not None
    [proof] = told.report.findings[0].evidence[:1]
    field = replace(told.report.findings[0], id="form.label", evidence=(replace(proof, selector="#a"),))
    assert is_wrong_advice(field, told)
    assert is_wrong_advice(replace(field, id="clarity.h1-missing"), told)
    assert not is_wrong_advice(replace(field, evidence=(replace(proof, selector="#none"),)), told)


def test_a_ticker_is_taken_apart_and_a_counter_is_read_at_its_end() -> None:
    html = document(
        '<main><h1>Ads</h1><p>30+ workshops ◆ Live in 7 days ◆ No lock-in</p><p><span data-count="40">39</span> %</p></main>'
    )
    texts = [one.text for one in own_lines(page_of(made(html)))]
    assert {"30+ workshops", "Live in 7 days", "No lock-in", "40%"} <= set(texts)


def test_the_developer_reads_no_second_verdict_on_what_the_owner_s_part_judged() -> None:
    html = document(
        '<main><h1>Kidderminster Chess Club</h1><p>We play. We meet. We win.</p><a href="/a">Join us</a></main>'
    )
    told = made(html, goal="More members", primary_goal="other")
    assert told.report is not None
    for name in (
        "clarity.headline-slogan",
        "clarity.headline-name",
        "trust.claims-unsupported",
        "cta.label-varies",
    ):
        assert listed([replace(told.report.findings[0], id=name)]) == []
