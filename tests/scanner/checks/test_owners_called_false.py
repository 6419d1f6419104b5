"""Sentences about a page that its owner read and called false: each says now what was looked for, and counts what it names."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.base.languages import Language
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.probes import plan_probes
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.rubric import CHECKS
from coldread.scanner.page.main_control import main_control
from coldread.scanner.page.observations import Listener, Observations, ProbedTarget
from coldread.scanner.page.observe.made_up import is_nobodys_number
from coldread.scanner.page.page import Page
from coldread.scanner.reading.contacts import phone_numbers_in

from ..seeing import (
    ENGLISH,
    brief,
    button,
    desktop,
    document,
    drawn,
    finding,
    mobile,
    rendered,
    report,
    seen,
    verdict,
    violation,
)

HEAD = f"<h1>Bread for offices</h1>{ENGLISH}"
PLAIN: dict[str, Any] = {"background": (0, 0, 0, 0.0), "color": (0, 0, 0, 1.0)}


def names_in(told: Report) -> set[str]:
    return {item.id for item in told.findings}


def main_label(record: Observations) -> str:
    action = main_control(Page(record, brief("other")))
    return action.label if action is not None else ""


# -- the first screen has no button ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "control",
    [
        '<button aria-label="Menu">☰</button>',
        "<button>×</button>",
        '<button aria-label="Next slide">›</button>',
        "<button>EN</button>",
        '<a href="/news">New: rye bread on Sundays</a>',
    ],
)
def test_controls_of_the_page_and_plain_links_are_named_as_not_counted(control: str) -> None:
    html = document(f"{control}<main>{HEAD}<a href='/buy'>Buy</a></main>")
    tag = control[1 : control.index(" ")] if control.startswith("<a") else "button"
    first = drawn(f"body > {tag}", tag=tag, text="☰", box=(10.0, 10.0, 44.0, 44.0))
    below = button("body > main > a", "Buy", box=(40.0, 2000.0, 200.0, 50.0))
    told = finding("cta.no-control", rendered(html, first, below))
    assert told.title.startswith("Menus and controls such as ☰ aside")
    assert "Plain links, menus and controls of the page itself (☰, ×" in told.why


def test_where_the_first_button_is_is_told_instead_of_a_count_that_denies_it() -> None:
    html = document(f"<main>{HEAD}<a href='/buy'>Buy bread</a></main>")
    below = button("body > main > a", "Buy bread", box=(40.0, 2000.0, 200.0, 50.0))
    proof = finding("cta.no-control", rendered(html, below)).evidence
    assert [(one.viewport, one.snippet, one.value, one.threshold) for one in proof] == [
        ("desktop", "Buy bread", "2000 px", "768 px"),
        ("mobile", "Buy bread", "2000 px", "844 px"),
    ]
    none = finding("cta.no-control", rendered(document(f"<main>{HEAD}</main>")))
    assert [(one.value, one.threshold) for one in none.evidence] == [(0, 1), (0, 1)]


# -- menus and logos are no buttons --------------------------------------------------------------------------------------


def test_a_name_with_the_visible_words_is_no_other_name_however_they_are_spaced() -> None:
    html = document(f'<a href="/" aria-label="Rye i Lund"><span>Rye</span><span>i Lund</span></a>{HEAD}')
    rule = violation("label-content-name-mismatch", "body > a")
    assert "a11y.label-content-name-mismatch" not in names_in(report(rendered(html, axe=(rule,))))
    other = html.replace('aria-label="Rye i Lund"', 'aria-label="Home"')
    assert "a11y.label-content-name-mismatch" in names_in(report(rendered(other, axe=(rule,))))


def test_a_drawing_has_no_pixels_too_many() -> None:
    def told(source: str) -> bool:
        html = document(f'{HEAD}<img src="{source}" alt="Loaf">')
        logo = drawn(
            "body > img", tag="img", natural=(900, 600), box=(0.0, 0.0, 90.0, 60.0), source_bytes=400_000
        )
        return "perf.img-oversize" in names_in(report(rendered(html, logo)))

    assert told("/loaf.png")
    assert not told("/loaf.svg?v=2")


def test_the_same_page_has_the_same_main_button_under_an_address_with_a_query() -> None:
    """An advertisement adds `utm_…`. The entry of the page that is open lacks it, and leads nowhere else."""
    html = document(f"<nav><a href='contact.html'>Free consultation</a></nav>{HEAD}")
    entry = button("body > nav > a", "Free consultation", box=(900.0, 20.0, 200.0, 40.0))
    place = "https://page.example/contact.html"
    for address in (place, f"{place}?v=2", f"{place}?utm_source=a#top"):
        record = rendered(html, entry, url=address, final_url=address)
        assert main_label(record) == "", address
    other = rendered(html, entry, url="https://page.example/", final_url="https://page.example/")
    assert main_label(other) == "Free consultation"


def boxed_menu(
    *looks: dict[str, Any], classes: dict[int, str] | None = None, tag: str = "nav"
) -> Observations:
    """A menu with so many boxed links, drawn so, above a page without a button."""
    links = "".join(
        f'<li><a class="{(classes or {}).get(number, "")}" href="/{number}">Entry {number}</a></li>'
        for number in range(1, len(looks) + 1)
    )
    place = f"body > {tag} > ul > li:nth-of-type({{}}) > a"
    items = [
        button(
            place.format(number), f"Entry {number}", **{"box": (110.0 * number, 20.0, 100.0, 40.0), **look}
        )
        for number, look in enumerate(looks, start=1)
    ]
    return rendered(document(f"<{tag}><ul>{links}</ul></{tag}>{HEAD}"), *items)


@pytest.mark.parametrize("tag", ["nav", "div"])
def test_a_bar_of_boxed_menu_entries_is_no_row_of_buttons(tag: str) -> None:
    bar = boxed_menu(*[{}] * 6, tag=tag)
    assert main_label(bar) == ""
    assert verdict("cta.many-buttons", bar) is None
    assert isinstance(verdict("cta.no-control", bar), Finding)


def test_one_link_of_a_menu_that_is_painted_as_a_button_is_one() -> None:
    assert main_label(boxed_menu(PLAIN, PLAIN, PLAIN, {})) == "Entry 4"
    assert main_label(boxed_menu(PLAIN, PLAIN, {}, {})) == "Entry 3", "and of two equal ones the first"


def test_a_menu_that_a_phone_shows_as_a_list_to_choose_from_is_a_menu() -> None:
    """Fields without a form take the links around them for their buttons."""
    listed = boxed_menu({}, PLAIN, PLAIN, PLAIN, classes={1: "active"})
    html = listed.html.replace("</ul>", "</ul><select><option>Go to</option></select>")
    view = (*(listed.desktop.drawn if listed.desktop else ()), drawn("body > nav > select"))
    assert main_label(rendered(html, *view)) == ""


def test_the_marked_entry_of_a_menu_is_no_button() -> None:
    pale = {"background": (250, 247, 242, 1.0), "color": (0, 0, 0, 1.0)}
    marked = boxed_menu(pale, PLAIN, PLAIN, PLAIN, classes={1: "active"})
    assert main_label(marked) == ""
    assert verdict("cta.low-contrast", marked) is None


def test_a_button_around_a_link_leads_where_the_link_does() -> None:
    html = document(f'<main>{HEAD}<button><a href="/run">Run</a></button></main>')
    actions = Page(rendered(html, button("body > main > button", "Run")), brief("other")).actions
    assert [(one.element.tag, one.href) for one in actions] == [("button", "/run")]


def test_a_picture_that_leads_on_may_be_a_button() -> None:
    html = document(f'<main>{HEAD}<a href="/app"><img src="badge.svg"></a></main>')
    badge = drawn("body > main > a", box=(40.0, 300.0, 180.0, 60.0))
    assert verdict("cta.no-control", rendered(html, badge)) is None


def test_a_logo_in_words_is_no_button() -> None:
    html = document(
        f'<nav><a href="/" id="logo">BREAD AT DAWN</a><ul><li><a href="/a">About</a></li>'
        f'<li><a href="https://order.example/1">Order</a></li></ul></nav>{HEAD}'
    )
    logo = button("#logo", "BREAD AT DAWN", background_image=True, box=(20.0, 10.0, 300.0, 120.0))
    order = button("body > nav > ul > li:nth-of-type(2) > a", "Order", box=(900.0, 40.0, 170.0, 43.0))
    assert main_label(rendered(html, logo, order)) == "Order"


def row(*boxes: tuple[float, float, float, float]) -> Observations:
    body = "".join(f'<a href="/{number}">Step {number}</a>' for number in range(1, len(boxes) + 1))
    items = [
        button(f"body > main > a:nth-of-type({number})", f"Step {number}", box=box)
        for number, box in enumerate(boxes, start=1)
    ]
    return rendered(document(f"<main>{HEAD}{body}</main>"), *items)


def test_of_buttons_that_look_alike_the_first_as_people_read_is_the_main_one() -> None:
    assert main_label(row((40, 300, 125, 44), (400, 300, 75, 44), (800, 300, 131, 44))) == "Step 1"
    assert main_label(row((500, 300, 100, 44), (40, 300, 131, 44))) == "Step 2", "leftmost, not first written"
    assert main_label(row((40, 500, 131, 44), (40, 300, 100, 44))) == "Step 2", "uppermost"
    assert main_label(row((40, 300, 170, 43), (400, 290, 124, 66))) == "Step 1", "its twin takes two lines"
    assert main_label(row((40, 200, 100, 40), (40, 300, 300, 80))) == "Step 2", "far larger"


# -- counts ------------------------------------------------------------------------------------------------------------


def test_pictures_on_show_without_a_size_are_counted() -> None:
    html = document(
        f'{HEAD}<img src="a.png" width="9"><img src="b.png" width="9" height="9"><img src="c.png"><img src="d.png">'
    )
    shown = [drawn(f"body > img:nth-of-type({number})") for number in (1, 2, 3)]
    hidden = drawn("body > img:nth-of-type(4)", visible=False)
    told = finding("perf.img-dimensions", rendered(html, *shown, hidden))
    assert told.title == "At least 2 pictures on show lack width or height in the markup"
    assert [one.snippet for one in told.evidence] == ["a.png", "c.png"]


def test_every_link_to_a_missing_page_counts_once() -> None:
    body = '<a href="/book">Book</a><a href="/book">Order</a><a href="/book#now">Now</a><a href="#gone">Us</a><a href="/a">A</a>'
    html = document(f"<main>{HEAD}{body}</main>")
    gone = ProbedTarget(
        selector="body > main > a:nth-of-type(1)", url="https://page.example/book", status=404
    )
    told = finding("cta.dead-many", rendered(html, targets=(gone,)))
    assert (
        told.title
        == "At least 4 links have no address or an empty one, or an address that leads to an id not on the page or to an error"
    )
    assert [one.value for one in told.evidence] == [
        'href="/book" (HTTP 404)',
        'href="/book" (HTTP 404)',
        'href="/book#now" (HTTP 404)',
        'href="#gone"',
    ]


def test_a_word_of_the_name_in_the_text_is_no_way_up() -> None:
    links = '<a href="#">Bakery</a><a href="#">Dawn</a><a href="/a">A</a><a href="/b">B</a>'
    html = document(
        f"<main>{HEAD}<p>x</p><a href='/c'>C</a>{links}</main>", head="<title>Dawn Bakery</title>"
    )
    assert finding("cta.dead-many", rendered(html)).count == 2


def test_links_that_a_listener_may_handle_are_tried() -> None:
    html = document(f'<main>{HEAD}<a href="#">Twitter</a><a href="#">Instagram</a><a href="/a">A</a></main>')
    listens = (Listener(selector="body", event="click"),)
    record = rendered(html, desktop=desktop(listeners=listens))
    assert plan_probes(record, brief("other")).clicks == (
        "body > main > a:nth-of-type(1)",
        "body > main > a:nth-of-type(2)",
    )


def test_a_picture_in_a_frame_without_an_address_is_no_link() -> None:
    frames = '<a class="image"><img src="a.png" alt=""></a>' * 5
    html = document(f"<main>{HEAD}{frames}<a href='/a'>A</a></main>")
    items = [
        drawn(f"body > main > a:nth-of-type({number})", box=(0, 900, 300, 200)) for number in range(1, 6)
    ]
    assert not isinstance(verdict("cta.dead-many", rendered(html, *items)), Finding)


# -- a phone that shrinks the page ---------------------------------------------------------------------------------------


def test_of_a_page_that_phones_shrink_nothing_is_measured_on_the_phone() -> None:
    html = document(f'{HEAD}<a href="/buy">Buy</a>')
    small = drawn("body > p", text="small", own_chars=500, font_size=11.0)
    low = button("body > a", "Buy", box=(40.0, 2000.0, 200.0, 20.0))
    node = violation("target-size", "body > a").nodes
    wide = mobile(small, low, layout_width=980)
    told = report(rendered(html, desktop=desktop(low), mobile=wide, axe_tap_targets=node))
    assert {item.viewport for one in told.findings for item in one.evidence} <= {"desktop", None}
    for check in ("visual.small-text", "cta.tap-target", "visual.overflow-x"):
        assert told.not_measured[check] == "phone-shrinks"
    for item in told.findings:
        if item.id == "cta.no-control":
            assert "the first screen at 1366 × 768 shows no button" in item.title
    narrow = mobile(small, low, layout_width=390)
    assert isinstance(
        verdict("visual.small-text", rendered(html, desktop=desktop(low), mobile=narrow)), Finding
    )


# -- sizes ---------------------------------------------------------------------------------------------------------------


def test_a_high_button_that_something_overlaps_is_not_called_small() -> None:
    html = document(f'<main>{HEAD}<a href="/a">Large</a><a href="/b">Small</a></main>')
    large = drawn("body > main > a:nth-of-type(1)", box=(0.0, 300.0, 200.0, 80.0))
    small = drawn("body > main > a:nth-of-type(2)", box=(0.0, 400.0, 200.0, 15.0))
    nodes = violation("target-size", large.selector, small.selector).nodes
    told = finding("cta.tap-target", rendered(html, large, small, axe_tap_targets=nodes))
    assert [one.value for one in told.evidence] == ["200×15 px"]


def test_the_fullest_line_is_told_and_not_the_average() -> None:
    html = document(HEAD)
    text = drawn("body > p", text="word " * 60, own_chars=240, lines=4, line_chars=131)
    told = finding("visual.line-length", rendered(html, desktop=desktop(text)))
    assert told.title == "The fullest lines of a paragraph have about 131 characters"


# -- words ---------------------------------------------------------------------------------------------------------------


def test_what_appears_on_scroll_is_not_said_to_be_missing_from_the_source() -> None:
    for lang in Language:
        why = next(one.meta for one in CHECKS if one.meta.id == "visual.reveal-on-scroll").text(lang).why
        assert "program" not in why.lower()
        assert "script" not in why.lower()


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ('<button><a href="/run">Run</a></button>', "A link is inside a button"),
        ('<a href="/run"><button>Run</button></a>', "A button is inside a link"),
        ('<div role="button" tabindex="0"><a href="/run">Run</a></div>', "One control is inside another"),
    ],
)
def test_which_control_is_in_which_is_said(body: str, title: str) -> None:
    html = document(f"{HEAD}{body}")
    outer = body[1 : body.index(">")].split(maxsplit=1)[0]
    told = report(rendered(html, axe=(violation("nested-interactive", f"body > {outer}"),)))
    item = next(one for one in told.findings if one.id == "a11y.nested-interactive")
    assert item.title == title
    assert "cannot be pressed" not in item.why


CUT = f'<html lang="en"><body>{HEAD}<p><a href="mailto:a@bread.example"><span data-mail="b1ded7'


def test_a_file_that_ends_in_a_tag_is_told_as_that_and_its_last_link_is_not_called_nameless() -> None:
    told = finding("copy.source-cut", CUT)
    assert told.title == 'The source ends in the middle of a tag: <span data-mail="b1ded7'
    assert told.evidence[0].snippet == '<span data-mail="b1ded7'
    nameless = violation("link-name", "body > p:nth-of-type(2) > a")
    assert verdict("a11y.link-name", rendered(CUT, axe=(nameless,))) is None
    whole = CUT + '"></span></a></p></body></html>'
    assert verdict("copy.source-cut", whole) is None
    assert isinstance(verdict("a11y.link-name", rendered(whole, axe=(nameless,))), Finding)


@pytest.mark.parametrize(
    "end", ["", "</body>", "<p>3 < 4", "<script>if (a <b", "<p>a <3", "<!-- <a href=", "\n\n", "<p>x</p"]
)
def test_a_file_that_ends_in_order_or_in_text_is_whole(end: str) -> None:
    answer = verdict("copy.source-cut", document(HEAD) + end)
    assert isinstance(answer, Finding) is (end == "<p>x</p")


def test_a_file_of_which_only_the_beginning_was_read_is_not_called_cut() -> None:
    assert verdict("copy.source-cut", seen(CUT, caveats=("html-truncated",))) is None


def test_buttons_that_are_hard_to_read_are_listed_together() -> None:
    labels = ("Learn more", "Download", "Join")
    body = "".join(f'<a href="/{label}">{label}</a>' for label in labels)
    html = document(f"<main>{HEAD}{body}</main>")
    pale: dict[str, Any] = {"color": (255, 255, 255, 1.0), "background": (14, 165, 233, 1.0)}
    items = [
        button(
            f"body > main > a:nth-of-type({number})", label, box=(200.0 * number, 300.0, 150.0, 50.0), **pale
        )
        for number, label in enumerate(labels, start=1)
    ]
    told = finding("cta.low-contrast", rendered(html, *items))
    assert (
        told.title
        == "The words on at least 3 buttons have less contrast than WCAG asks for, among them “Learn more” (2.77:1)"
    )
    assert [one.snippet for one in told.evidence] == list(labels)
    assert told.severity is Severity.P2


def test_the_palest_button_comes_first_even_if_another_is_the_main_one() -> None:
    body = '<a href="/main">Main</a><button><a href="/pale">Pale</a></button>'
    html = document(f"<main>{HEAD}{body}</main>")
    blue: dict[str, Any] = {"color": (255, 255, 255, 1.0)}
    items = [
        button("body > main > a", "Main", box=(40, 300, 400, 60), background=(98, 118, 247, 1.0), **blue),
        button(
            "body > main > button", "Pale", box=(40, 900, 90, 40), background=(140, 160, 250, 1.0), **blue
        ),
        button(
            "body > main > button > a", "Pale", box=(45, 905, 60, 30), background=(140, 160, 250, 1.0), **blue
        ),
    ]
    told = finding("cta.low-contrast", rendered(html, *items))
    assert "“Pale”" in told.title
    assert (told.severity, told.count) == (Severity.P2, 1), (
        "what fails by little is not listed; the link is in the button"
    )


@pytest.mark.parametrize(
    ("attributes", "snippet"),
    [('alt="Our badge"', "Our badge"), ('alt="" class="seal"', "seal"), ('alt=""', "<img")],
)
def test_a_picture_in_the_page_itself_is_not_named_by_its_data(attributes: str, snippet: str) -> None:
    html = document(f'{HEAD}<img src="data:image/webp;base64,UklGRg7sAABXRUJQ" {attributes}>')
    assert finding("perf.img-dimensions", html).evidence[0].snippet == snippet


# -- what nobody filled in -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sample"),
    [
        ("Give us a call at (416) ###-####", "(416) ###-####"),
        ("Write to #####@####.com", "#####@####.com"),
        ("Come and visit us at [address]", "[address]"),
        ("Ring [telefonnummer]", "[telefonnummer]"),
    ],
)
def test_blanks_for_a_number_or_an_address_are_placeholders(line: str, sample: str) -> None:
    told = finding(
        "clarity.placeholder", document(f"{HEAD}<p>{line}, or find us in the market hall on Sundays.</p>")
    )
    assert sample in told.title


@pytest.mark.parametrize(
    "line", ["We are #1 in town", "Use C## or F#", "Write to [email protected] today", "### Menu"]
)
def test_other_signs_and_brackets_are_not(line: str) -> None:
    assert verdict("clarity.placeholder", document(f"{HEAD}<p>{line}</p>")) is None


@pytest.mark.parametrize(
    ("number", "is_nobodys"),
    [
        ("447700000000", True),
        ("+44 7700 900123", True),
        ("07700 900 123", True),
        ("+44 (0)7700 900123", True),
        ("555-0100", True),
        ("(416) 555-0142", True),
        ("+1 416 555 0142", True),
        ("070-174 06 10", True),
        ("070-000 00 00", True),
        ("123-456-7890", True),
        ("07545 642021", False),
        ("08-450 22 30", False),
        ("416-555-1212", False),
        ("+46 70 018 52 29", False),
        ("020-20 20 20", False),
        ("0771-40 00 00", False),
    ],
)
def test_a_number_that_no_telephone_has(number: str, is_nobodys: bool) -> None:
    assert is_nobodys_number(number) is is_nobodys


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ('<a href="https://wa.me/447700000000">WhatsApp</a>', "447700000000"),
        ('<a href="tel:+447700900123">Ring us</a>', "+447700900123"),
        ("<p>Ring (416) 555-0142 any day.</p>", "(416) 555-0142"),
        ('<a href="https://wa.me/46701857229">WhatsApp</a>', None),
        ('<a href="tel:+46701857229">070-185 72 29</a>', None),
    ],
)
def test_a_made_up_number_that_visitors_would_ring_is_a_leftover(body: str, value: str | None) -> None:
    answer = verdict("copy.unfilled", document(f"{HEAD}{body}"))
    if value is None:
        assert answer is None
    else:
        assert isinstance(answer, Finding)
        assert (answer.severity, answer.evidence[0].value, answer.count) == (Severity.P1, value, 1)


def test_links_that_differ_by_a_year_do_not_have_the_same_words() -> None:
    links = "".join(f'<li><a href="/{year}">Glad day{year}</a></li>' for year in ("", " 2009", " 2019"))
    html = document(f"<main><h1>Bread</h1><ul>{links}</ul></main>{ENGLISH}")
    assert verdict("cta.same-words", rendered(html)) is None


def test_two_numbers_side_by_side_are_two() -> None:
    found = [match[0] for match in phone_numbers_in("018 - 471 75 40 070-632 93 94")]
    assert found == ["018 - 471 75 40", "070-632 93 94"]


def test_a_description_without_words_is_empty_and_not_missing() -> None:
    def told(head: str) -> str:
        return finding("seo.meta-description", rendered(document(HEAD, head=head))).title

    assert told('<meta name="description" content="">') == "The meta description is empty"
    assert told("") == "The meta description is missing"
