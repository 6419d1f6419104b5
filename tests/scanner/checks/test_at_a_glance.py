"""What an owner sees at a glance: a report says nothing that his own page denies, and its worst first."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from coldread.base.languages import Language
from coldread.scanner.judge.finding import Finding, NotMeasured, Severity
from coldread.scanner.page.observations import AxeNode, AxeViolation, Drawn, Listener, Observations, UseResult
from coldread.scanner.page.page import Page
from coldread.scanner.reading.contacts import contacts
from coldread.scanner.reading.languages import other_languages
from coldread.scanner.reading.places import places_in
from coldread.scanner.reading.prices import prices
from coldread.scanner.reading.read import reading_of
from coldread.scanner.report.markdown import report_md

from ..seeing import (
    ENGLISH,
    SWEDISH,
    VIEWPORT,
    brief,
    button,
    desktop,
    document,
    drawn,
    finding,
    mobile,
    page,
    rendered,
    report,
    verdict,
)


def look(record: Observations, goal: Any = "book_call", **more: Any) -> Page:
    return Page(record, brief(goal, **more))


# -- texts of neighbours ---------------------------------------------------------------------------------------------


def row(display: str, **more: Any) -> Observations:
    """A name and an address without a blank between them, as styles draw them."""
    html = document(
        f"<main><h1>Bread at your door</h1>{ENGLISH}<div><span>Email</span><span>team@bakery.se</span></div></main>"
    )
    cells = [
        drawn(
            f"body > main > div > span:nth-of-type({number})", text=text, display=display, own_chars=5, **more
        )
        for number, text in ((1, "Email"), (2, "team@bakery.se"))
    ]
    return rendered(html, *cells)


@pytest.mark.parametrize(
    ("display", "more"), [("block", {}), ("flex", {}), ("inline-block", {"padding": (2.0, 8.0, 2.0, 8.0)})]
)
def test_a_label_that_styles_set_apart_is_not_glued_to_the_address(
    display: str, more: dict[str, Any]
) -> None:
    assert [one.value for one in contacts(look(row(display, **more)))] == ["team@bakery.se"]
    assert "“team@bakery.se”" in finding("trust.contact-unlinked", row(display, **more)).title


def test_words_of_one_line_stay_one_word() -> None:
    html = document(f"<main><h1><span>Swift</span><span>Reply</span></h1>{ENGLISH}</main>")
    parts = [
        drawn(f"body > main > h1 > span:nth-of-type({number})", text=text, display="inline", own_chars=5)
        for number, text in ((1, "Swift"), (2, "Reply"))
    ]
    assert look(rendered(html, *parts)).dom.all("h1")[0].text == "SwiftReply"


def test_a_headline_that_is_set_letter_by_letter_is_one_word() -> None:
    letters = "".join(f"<span>{letter}</span>" for letter in "Bread")
    html = document(f"<main><h1>{letters}</h1></main>")
    parts = [
        drawn(f"body > main > h1 > span:nth-of-type({number})", text=letter, display="block", own_chars=1)
        for number, letter in enumerate("Bread", start=1)
    ]
    assert look(rendered(html, *parts)).dom.all("h1")[0].text == "Bread"


def test_two_buttons_are_not_one_offer() -> None:
    body = (
        "<main><h1>Northwind</h1><div><a href='/book'>Book a $297 audit for bakeries</a>"
        "<a href='/brief'>Join the weekly brief for bakers</a></div></main>"
    )
    read = page(document(body))
    assert [block.text for block in read.blocks] == [
        "Northwind",
        "Book a $297 audit for bakeries",
        "Join the weekly brief for bakers",
    ]
    assert reading_of(read).subhead is None


def test_a_sentence_with_links_in_it_stays_one() -> None:
    body = "<main><p>Write <a href='/a'>to Anna</a> or <a href='/b'>to Bo</a></p></main>"
    assert [block.text for block in page(document(body)).blocks] == ["Write to Anna or to Bo"]


# -- places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["08-520 250 00 Boka elektriker", "+46 8 520 250 00 Boka", "Storgatan 1, 123 45 Stockholm"]
)
def test_the_end_of_a_number_and_a_templates_address_are_no_place(text: str) -> None:
    assert not [one for one in places_in(text) if one.by == "address"]


@pytest.mark.parametrize("text", ["Storgatan 5 411 38 Göteborg", "Box 12, 123 47 Farsta", "411 38 Göteborg"])
def test_an_address_is(text: str) -> None:
    assert [one.name for one in places_in(text) if one.by == "address"] in (["Göteborg"], ["Farsta"])


def test_nobody_is_asked_to_link_a_made_up_number() -> None:
    body = f"<main><h1>Bokföring i Solna</h1>{SWEDISH}<p>Lilla gatan 1, 123 45 Stockholm</p><p>Telefon: 070-123 45 67</p></main>"
    html = document(body, lang="sv")
    assert verdict("trust.contact-unlinked", html, lang="sv") is None
    assert not [one for one in contacts(page(html)) if one.kind == "address"]


# -- prices ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "amounts"),
    [
        ("<p>Låda med 12 burkar: 1100 kr</p>", ["1100 kr"]),
        ("<p>Website from $2500 once</p>", ["$2500"]),
        ("<div><span>$</span><span>10</span><span>/mo</span></div>", ["$10"]),
        ("<p>Fast pris 3 990 kr inkl. ROT</p>", ["3 990 kr"]),
        ("<p>1 250 000 kr</p>", ["1 250 000 kr"]),
    ],
)
def test_an_amount_is_read_whole(body: str, amounts: list[str]) -> None:
    assert [one.amount for one in prices(page(document(f"<main>{ENGLISH}{body}</main>")))] == amounts


def test_an_amount_split_over_boxes_is_a_price() -> None:
    html = document(f"<main>{ENGLISH}<div><b>$</b><b>10</b><b>/month</b></div></main>")
    cells = [
        drawn(f"body > main > div > b:nth-of-type({number})", text=text, display="block", own_chars=2)
        for number, text in ((1, "$"), (2, "10"), (3, "/month"))
    ]
    assert [(one.amount, one.unit) for one in prices(look(rendered(html, *cells)))] == [("$10", "/month")]


# -- another language ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "Löpande bokföring (per månad) Årsredovisning (per år)",
        "SMÅLANDS LEDANDE RIDKLUBB - VI GÖR DET TILLSAMMANS!",
        "Made by Anna Berg & Co in Malmö",
        "Drop in för alla, all you can eat",
        "Start Up Stockholm on tour 2026",
    ],
)
def test_a_swedish_line_a_name_or_a_loan_is_not_called_foreign(line: str) -> None:
    html = document(f"<main><h1>Bröd till dörren</h1>{SWEDISH}<p>{line}</p></main>", lang="sv")
    assert other_languages(page(html, lang=Language.SV)) == ()


@pytest.mark.parametrize(
    ("own", "line"),
    [
        (SWEDISH, "We deliver the bread to your house before breakfast"),
        (ENGLISH, "Vi levererar brödet till din dörr innan frukosten"),
    ],
)
def test_a_whole_sentence_in_another_language_is(own: str, line: str) -> None:
    lang = "sv" if own is SWEDISH else "en"
    html = document(f"<main>{own}<p>{line}</p></main>", lang=lang)
    assert len(other_languages(page(html))) == 1


def test_a_short_english_page_stays_english() -> None:
    assert page(document("<h1>Bread at your door</h1><p>Fresh every morning in Leeds</p>")).language == "en"


# -- headline and subhead ----------------------------------------------------------------------------------------------


def headed(top: float, *others: Drawn) -> Observations:
    html = document(f"<main><h1>Bread at your door</h1><p>Fresh every morning</p>{ENGLISH}</main>")
    h1 = drawn(
        "body > main > h1",
        text="Bread at your door",
        own_chars=15,
        font_size=40.0,
        box=(40.0, top, 600.0, 48.0),
    )
    return rendered(html, desktop=desktop(h1, *others), mobile=mobile(h1))


@pytest.mark.parametrize("top", [40.0, 660.0, 740.0])
def test_a_headline_on_the_first_screen_is_not_said_to_stand_below_it(top: float) -> None:
    assert verdict("clarity.h1-below-fold", headed(top)) is None


def test_a_headline_below_both_is() -> None:
    assert finding("clarity.h1-below-fold", headed(900.0)).severity == Severity.P1


def test_a_larger_line_on_the_first_screen_is_what_a_visitor_takes_for_the_headline() -> None:
    line = drawn(
        "body > main > p:nth-of-type(1)", text="Fresh every morning", own_chars=17, font_size=44.0, box=(40.0, 200.0, 600.0, 60.0)
    )  # fmt: skip
    record = headed(900.0)
    both = dataclasses.replace(
        record,
        desktop=desktop(*record.desktop.drawn, line) if record.desktop else None,
        mobile=mobile(*record.mobile.drawn, line) if record.mobile else None,
    )
    assert not isinstance(verdict("clarity.h1-below-fold", both), Finding)


# -- contrast --------------------------------------------------------------------------------------------------------


def pale(ratio: float, front: str, back: str, text: str = "08-520 250 00", **more: Any) -> Observations:
    html = document(f"<main><h1>Bread at your door</h1>{ENGLISH}<p id='number'>{text}</p></main>")
    said = f"Element has insufficient color contrast of {ratio} (foreground color: {front}, background color: {back}, font size: 12pt). Expected contrast ratio of 4.5:1"
    node = AxeNode(selector="#number", html="<p>", summary=said)
    rule = AxeViolation(rule="color-contrast", impact="serious", help="x", tags=("wcag2aa",), nodes=(node,))
    told = tuple(int(front[at : at + 2], 16) for at in (1, 3, 5))
    shown = drawn("#number", **({"tag": "p", "text": text, "own_chars": 11, "color": (*told, 1.0)} | more))
    return rendered(html, shown, axe=(rule,))


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "At least one text has less contrast than WCAG asks for"),
        ("sv", "Minst en text har mindre kontrast än WCAG kräver"),
    ],
)
def test_letters_in_the_colour_of_their_background_come_first_with_their_ratio(lang: str, said: str) -> None:
    item = finding("a11y.color-contrast", pale(1.01, "#0b0f1d", "#0c1020"), lang=lang)
    assert item.title == said
    assert "08-520 250 00" in item.evidence[0].snippet
    assert str(item.evidence[0].value).startswith("1.01:1")
    assert item.severity == Severity.P1
    assert item.glaring


def test_pale_letters_are_listed_and_do_not_come_first() -> None:
    item = finding("a11y.color-contrast", pale(3.4, "#8c8576", "#faf8f4"))
    assert str(item.evidence[0].value).startswith("3.4:1")
    assert not item.glaring


@pytest.mark.parametrize(
    ("front", "back", "words"),
    [
        ("#9e2a2a", "#0c0d14", "Make the text lighter"),
        ("#8c8576", "#faf8f4", "Make the text darker"),
        ("#ffffff", "#b0b0b0", "make the background darker"),
        ("#000000", "#4a4a4a", "Make the text lighter"),
    ],
)
def test_the_advice_about_contrast_can_be_followed(front: str, back: str, words: str) -> None:
    if front == "#000000":  # black on dark grey: only a lighter ground helps
        words = "make the background lighter"
    assert words in finding("a11y.color-contrast", pale(2.5, front, back)).fix.summary


def pressed(label: str, colour: tuple[int, int, int, float]) -> Observations:
    html = document(
        f"<main><h1>Bread at your door</h1>{ENGLISH}<a href='/x'>{label}</a><a href='/book'>Book a call</a></main>"
    )
    return rendered(
        html,
        button("body > main > a:nth-of-type(1)", label, color=colour),
        button("body > main > a:nth-of-type(2)", "Book a call"),
    )


def test_a_button_whose_words_cannot_be_seen_is_told_first_whatever_it_is_for() -> None:
    item = finding("cta.low-contrast", pressed("Read the terms", (22, 32, 112, 1.0)))
    assert item.severity == Severity.P1
    assert item.glaring
    assert item.title == "The words on “Read the terms” have a contrast of 1.02:1, and WCAG asks for 4.5:1"


def test_a_sign_has_colours_of_its_own() -> None:
    assert verdict("cta.low-contrast", pressed("🌇", (22, 32, 112, 1.0))) is None


def test_a_sign_on_a_disc_tells_nothing_of_the_words_beside_it() -> None:
    html = document(
        f"<main><h1>Bread</h1>{ENGLISH}<a href='/x'><i>☽</i><b>Dark</b></a><a href='/book'>Book a call</a></main>"
    )
    inside = "body > main > a:nth-of-type(1)"
    record = rendered(
        html,
        button(inside, "☽ Dark", color=(20, 30, 110, 1.0), own_chars=0),
        drawn(f"{inside} > i", text="☽", own_chars=1, color=(20, 30, 110, 1.0)),
        drawn(f"{inside} > b", text="Dark", own_chars=4, color=(255, 80, 220, 1.0)),
        button("body > main > a:nth-of-type(2)", "Book a call"),
    )
    assert verdict("cta.low-contrast", record) is None


@pytest.mark.parametrize(
    ("front", "back", "more"),
    [
        ("#008ac0", "#687478", {}),  # as light as its ground, and of another hue
        ("#2d2e50", "#222531", {"color": (108, 99, 255, 0.15)}),  # meant to be faint
        ("#d4d5d6", "#f2f3f5", {"color": (100, 100, 100, 1.0)}),  # made faint by opacity: it fades in
    ],
)
def test_what_is_only_faint_is_not_said_to_be_invisible(front: str, back: str, more: dict[str, Any]) -> None:
    record = pale(1.23, front, back, **more)
    assert "can hardly be seen" not in finding("a11y.color-contrast", record).title


def test_nor_is_a_figure_for_decoration() -> None:
    assert not finding("a11y.color-contrast", pale(1.01, "#0b0f1d", "#0c1020", text="01")).glaring


# -- cut off ---------------------------------------------------------------------------------------------------------


def wide(x: float, width: float, *, high: float = 104.0, **more: Any) -> Observations:
    html = document(f"<main><h1>Your whole business, all in one place</h1>{ENGLISH}</main>")
    h1 = drawn(
        "body > main > h1", text="Your whole business, all in one place", own_chars=30, font_size=44.0,
        box=(x, 200.0, width, high), **more,
    )  # fmt: skip
    return rendered(html, desktop=desktop(), mobile=mobile(h1))


@pytest.mark.parametrize(("x", "width"), [(32.0, 434.0), (-31.0, 275.0)])
def test_a_headline_that_runs_over_the_phones_edge_is_cut_off_and_told_first(x: float, width: float) -> None:
    item = finding("visual.clipped-text", wide(x, width))
    assert item.severity == Severity.P1
    assert item.glaring
    assert item.evidence[0].viewport == "mobile"


@pytest.mark.parametrize(
    ("x", "width", "more"),
    [
        (16.0, 358.0, {}),
        (-20.0, 430.0, {"padding": (0.0, 20.0, 0.0, 20.0)}),  # only its padding lies outside
        (-300.0, 310.0, {}),  # a slide that has gone by
        (330.0, 300.0, {}),  # a slide that comes
        (32.0, 434.0, {"high": 44.0}),  # one line may end before the edge
        (-400.0, 1200.0, {"position": "absolute"}),
    ],
)
def test_what_moves_or_only_pads_is_not(x: float, width: float, more: dict[str, Any]) -> None:
    assert verdict("visual.clipped-text", wide(x, width, **more)) is None


@pytest.mark.parametrize(("over", "severity"), [(3, Severity.INFO), (12, Severity.P2), (40, Severity.P1)])
def test_three_pixels_are_nothing(over: int, severity: Severity) -> None:
    html = document(f"<main><h1>Bread at your door</h1>{ENGLISH}</main>", head=VIEWPORT)
    record = rendered(html, mobile=mobile(scroll_width=390 + over))
    assert finding("visual.overflow-x", record).severity == severity


# -- what can be pressed ---------------------------------------------------------------------------------------------


FORM = "<form id='ask'><input name='name'><input type='email' name='email'>{inside}</form>"


def asking(inside: str, **more: Any) -> Observations:
    html = document(f"<main><h1>Bread at your door</h1>{ENGLISH}{FORM.format(inside=inside)}</main>")
    tried = (UseResult(selector="#ask", event="submit", handled=False),)
    return rendered(html, **({"handled": tried} | more))


def test_a_form_whose_link_opens_a_calendar_does_not_go_nowhere() -> None:
    link = '<a id="go" href="https://calendar.example/x">Send and pick a time</a>'
    shown = button("#go", "Send and pick a time", tag="a")
    record = asking(link, desktop=desktop(shown), mobile=mobile(shown))
    assert isinstance(verdict("form.no-action", record), NotMeasured)


def test_nor_one_whose_button_a_script_waits_for() -> None:
    view = desktop(listeners=(Listener(selector="#go", event="click"),))
    record = asking('<button id="go" type="button">Send</button>', desktop=view)
    assert isinstance(verdict("form.no-action", record), NotMeasured)


def test_a_form_that_was_tried_in_vain_does_and_comes_first() -> None:
    item = finding("form.no-action", asking("<button>Book a call</button>"))
    assert item.severity == Severity.P0


def test_a_button_that_a_script_answers_is_not_said_to_lead_elsewhere() -> None:
    html = document(f"<main><h1>Bread at your door</h1>{ENGLISH}<a href='#'>Book a free call</a></main>")
    shown = button("body > main > a", "Book a free call")
    done = (UseResult(selector="body > main > a", event="click", handled=True, how="dom"),)
    steps = reading_of(look(rendered(html, shown, handled=done))).steps
    assert [one.leads_to for one in steps] == ["unknown"]
    vain = dataclasses.replace(rendered(html, shown), handled=(dataclasses.replace(done[0], handled=False),))
    assert [one.leads_to for one in reading_of(look(vain)).steps] == ["nowhere"]


# -- proof, contacts and the rest -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "You're paying for enterprise tools you only use 10% of. We build what you need.",
        "Did you know that 40 customers a month leave?",
        "Företag förlorar 30 kunder i månaden på det.",
    ],
)
def test_a_complaint_or_a_question_is_no_praise(text: str) -> None:
    assert page(document(f"<main><h1>Bread</h1>{ENGLISH}<p>{text}</p></main>")).proofs == []


def test_a_count_of_customers_is_proof() -> None:
    found = page(
        document(f"<main><h1>Bread</h1>{ENGLISH}<p>Used by 431 bakeries. Yours too?</p></main>")
    ).proofs
    assert [piece.kind for piece in found] == ["count"]


def test_ways_to_pay_speak_for_nobody() -> None:
    def logos(*names: str) -> list[str]:
        images = "".join(f'<img src="{name}.png" alt="{name}">' for name in names)
        return [piece.kind for piece in page(document(f"<main>{ENGLISH}<div>{images}</div></main>")).proofs]

    assert logos("Visa", "Mastercard", "Klarna", "Swish") == []
    assert logos("Volvo", "Klarna", "Scania", "Ericsson") == ["logos"]


def test_an_address_that_bears_the_firms_name_is_nobody_elses() -> None:
    def mail(address: str) -> Any:
        head = "<title>Allbyhonung | Honung från Allby</title>"
        return verdict("trust.private-mail", document(f"<main>{ENGLISH}<p>{address}</p></main>", head=head))

    assert mail("allbyhonung@gmail.com") is None
    assert mail("anna.berg77@gmail.com") is not None


@pytest.mark.parametrize(("content", "said"), [("-", "empty"), ("Bread", "5 characters long"), ("", "empty")])
def test_a_description_of_one_sign_is_empty(content: str, said: str) -> None:
    html = document(ENGLISH, head=f'<meta name="description" content="{content}">')
    assert finding("seo.meta-description", html).title.endswith(said)


# -- the order -------------------------------------------------------------------------------------------------------


def test_nothing_small_stands_before_what_costs_visitors() -> None:
    told = report(pale(1.01, "#0b0f1d", "#0c1020"))
    ranks = [item.severity for item in told.top]
    assert ranks == sorted(ranks)
    assert told.top[[item.severity for item in told.top].index(Severity.P1)].id == "a11y.color-contrast"


def test_what_was_measured_is_not_said_to_be_missing() -> None:
    html = document(f"<main><h1>Bread at your door</h1>{ENGLISH}</main>", head=VIEWPORT)
    told = report_md(report(rendered(html, mobile=mobile(scroll_width=430))))
    line = next(line for line in told.splitlines() if "`430`" in line)
    assert "not there" not in line
