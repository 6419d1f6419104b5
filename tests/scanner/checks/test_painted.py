"""What only the eye sees, as findings: certain, once, and never passed in silence."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from coldread.scanner.judge.finding import NotMeasured
from coldread.scanner.page.observations import Observations, Overlay
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import (
    BrokenWord,
    ClippedText,
    EmptyPart,
    FailedPicture,
    Painted,
    PaintedText,
    TextOverText,
)

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
    verdict,
    violation,
)

BOX = (10.0, 100.0, 300.0, 40.0)
HTML = document(
    f'<h1>Bread at your door</h1><h2>How</h2>{ENGLISH}<a href="/book">Book a call</a><img alt="a" src="a.png">'
)
NEW = (
    "visual.clipped-text",
    "visual.broken-words",
    "visual.text-overlap",
    "visual.blank-area",
    "visual.broken-image",
    "visual.reveal-on-scroll",
)


def painted(**more: Any) -> Observations:
    """A page of which the desktop saw this."""
    items = (button("body > a", "Book a call"), drawn("body > h2", text="How", own_chars=3))
    return rendered(HTML, *items, desktop=desktop(*items, painted=Painted(reached=2000, **more)))


def pale(selector: str, **more: Any) -> PaintedText:
    plain: dict[str, Any] = {"size": 16.0, "weight": 400, "ratio": 2.0, "least": 1.5}
    return PaintedText(selector=selector, box=BOX, **(plain | more))


@pytest.mark.parametrize("name", NEW)
def test_nothing_seen_is_nothing_found_and_an_old_record_says_nothing(name: str) -> None:
    assert verdict(name, painted()) is None
    record = painted()
    views = {
        view: dataclasses.replace(getattr(record, view), painted=None, first_screen=None)
        for view in ("desktop", "mobile")
    }
    assert verdict(name, dataclasses.replace(record, **views)) == NotMeasured("not-scrolled")


@pytest.mark.parametrize(
    ("name", "seen", "severity"),
    [
        (
            "visual.clipped-text",
            {"clipped": (ClippedText(selector="body > h2", by="box", place="body", share=0.5, box=BOX),)},
            "P1",
        ),
        (
            "visual.clipped-text",
            {"clipped": (ClippedText(selector="body > p", by="window", place="html", share=0.2, box=BOX),)},
            "P2",
        ),
        (
            "visual.broken-words",
            {"broken_words": (BrokenWord(selector="body > a", word="Booking", box=BOX),)},
            "P1",
        ),
        (
            "visual.broken-words",
            {"broken_words": (BrokenWord(selector="body > p", word="bread", box=BOX),)},
            "P2",
        ),
        (
            "visual.text-overlap",
            {"overlapping": (TextOverText(selector="body > p", other="body > h2", box=BOX),)},
            "P1",
        ),
        (
            "visual.blank-area",
            {"empty": (EmptyPart(selector="body", box=(0, 900, 1366, 800), blank=True),)},
            "P2",
        ),
        (
            "visual.blank-area",
            {
                "empty": (
                    EmptyPart(selector="body", box=(0, 900, 1366, 800), silent=("body > p",), blank=True),
                )
            },
            "P1",
        ),
        (
            "visual.broken-image",
            {
                "failed_pictures": (
                    FailedPicture(
                        selector="body > img", url="https://x.example/a.png", box=(0, 0, 300, 200), status=404
                    ),
                )
            },
            "P1",
        ),
        (
            "visual.broken-image",
            {
                "failed_pictures": (
                    FailedPicture(
                        selector="body > img", url="https://x.example/a.png", box=(0, 0, 20, 20), status=404
                    ),
                )
            },
            "P2",
        ),
        ("visual.reveal-on-scroll", {"revealed": ("body > p",)}, "info"),
    ],
)
def test_what_is_broken_is_told_with_its_place(name: str, seen: dict[str, Any], severity: str) -> None:
    item = finding(name, painted(**seen))
    assert item.severity == severity
    assert item.evidence[0].viewport == "desktop"
    assert item.evidence[0].selector in ("body > h2", "body > a", "body > p", "body > img", "body")


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("visual.blank-area", {"empty": (EmptyPart(selector="body", box=(0, 900, 1366, 800), blank=None),)}),
        ("visual.blank-area", {"empty": (EmptyPart(selector="body", box=(0, 900, 1366, 800), blank=False),)}),
        (
            "visual.broken-image",
            {
                "failed_pictures": (
                    FailedPicture(selector="body > img", url="https://x.example/a.png", box=BOX, status=0),
                )
            },
        ),
        (
            "visual.broken-image",
            {
                "failed_pictures": (
                    FailedPicture(selector="body > img", url="https://x.example/a.svg", box=BOX, status=200),
                )
            },
        ),
    ],
)
def test_what_may_be_our_own_doing_is_not_told(name: str, seen: dict[str, Any]) -> None:
    assert verdict(name, painted(**seen)) is None


def test_a_large_picture_twice_is_told_and_a_logo_is_not() -> None:
    html = document(
        '<header><img alt="Logo" src="a.png"></header><img alt="Anna" src="b.png"><img alt="Bo" src="b.png">'
    )
    shown = {"source": "https://x.example/b.png", "box": (0.0, 0.0, 200.0, 200.0)}
    logo = drawn("body > header > img", **shown)
    one, two = (drawn(f"body > img:nth-of-type({n})", **shown) for n in (1, 2))
    assert finding("visual.repeated-image", rendered(html, one, two)).severity == "P2"
    assert verdict("visual.repeated-image", rendered(html, logo, one)) is None


# -- contrast as painted --------------------------------------------------------------------------------------------------


def test_a_pale_label_belongs_to_the_button_alone() -> None:
    record = painted(texts=(pale("body > a"),))
    item = finding("cta.low-contrast", record)
    assert (item.evidence[0].value, item.evidence[0].threshold) == (2.0, 4.5)
    assert verdict("a11y.color-contrast", record) is None


def test_a_pale_text_is_told_once_whoever_saw_it() -> None:
    record = dataclasses.replace(
        painted(texts=(pale("body > p"),)), axe=(violation("color-contrast", "body > p"),)
    )
    assert finding("a11y.color-contrast", record).count == 1
    assert finding("a11y.color-contrast", painted(texts=(pale("body > p"),))).evidence[0].value == "2.0:1"


@pytest.mark.parametrize(
    ("selector", "name"), [("body > a", "cta.low-contrast"), ("body > p", "a11y.color-contrast")]
)
def test_pixels_that_show_a_readable_text_overrule_axe(selector: str, name: str) -> None:
    """A body as high as the window, whose gradient covers the page: axe took the ground below it for white."""
    by_axe = dataclasses.replace(painted(), axe=(violation("color-contrast", selector),))
    assert finding(name, by_axe).count == 1
    readable = Painted(reached=4000, texts=(pale(selector, ratio=14.9, least=14.9),))
    seen = dataclasses.replace(by_axe, mobile=mobile(painted=readable))
    assert verdict(name, seen) is None
    out_of_reach = painted(texts=(pale(selector, ratio=None, least=None, reason="out-of-reach"),))
    seen = dataclasses.replace(out_of_reach, axe=by_axe.axe, mobile=seen.mobile)
    assert verdict(name, seen) == NotMeasured("contrast-unclear")


@pytest.mark.parametrize(
    ("selector", "name"), [("body > a", "cta.low-contrast"), ("body > p", "a11y.color-contrast")]
)
def test_contrast_that_nobody_can_tell_is_not_passed(selector: str, name: str) -> None:
    unclear = pale(selector, ratio=None, least=None, reason="moving")
    assert verdict(name, painted(texts=(unclear,))) == NotMeasured("contrast-unclear")
    assert verdict(name, painted(texts=(pale(selector, ratio=12.0, least=11.0),))) is None


def test_the_worse_window_counts() -> None:
    fine, poor = pale("body > p", ratio=12.0, least=11.0), pale("body > p")
    record = dataclasses.replace(
        painted(texts=(fine,)), mobile=mobile(painted=Painted(reached=4000, texts=(poor,)))
    )
    assert finding("a11y.color-contrast", record).evidence[0].viewport == "mobile"


def test_text_is_as_large_as_it_is_painted() -> None:
    html = document(ENGLISH)
    shrunk = drawn("body > p", own_chars=200, font_size=16.0, scale=0.5)
    assert finding("visual.small-text", rendered(html, mobile=mobile(shrunk))).evidence[0].value == 8.0


# -- controls --------------------------------------------------------------------------------------------------------------


CONSENT = document(
    "<h1>Bread</h1><div><p>We use cookies to count visitors.</p><button>Yes, that is fine</button></div>"
    '<button id="more">More</button><a id="book" href="/book">Book a call</a>'
)


def test_consent_is_never_a_call_to_action_and_a_mute_label_has_no_priority() -> None:
    items = (
        drawn("body > div", position="fixed", box=(0.0, 600.0, 1366.0, 160.0)),
        button("body > div > button", "Yes, that is fine", box=(40.0, 620.0, 400.0, 80.0)),
        button("#more", "More", box=(40.0, 300.0, 100.0, 40.0)),
        button("#book", "Book a call", box=(40.0, 400.0, 200.0, 48.0)),
    )
    page = Page(rendered(CONSENT, *items), brief())
    assert [action.selector for action in page.actions] == ["#more", "#book"]
    other = Page(rendered(CONSENT, *items), brief("newsletter"))
    assert other.primary is not None
    assert other.primary.selector == "#book"


def test_a_dialog_about_cookies_is_consent_however_it_lies() -> None:
    layer = Overlay(selector="body > div", text="cookies", covers=0.2, opaque=True, box=BOX)
    items = (button("body > div > button", "Yes, that is fine"),)
    record = rendered(CONSENT, desktop=desktop(*items, overlays=(layer,)), mobile=mobile(*items))
    assert "Yes, that is fine" not in [action.label for action in Page(record, brief()).actions]


def test_a_chat_that_floats_is_no_call_and_one_that_stands_is() -> None:
    html = document("<h1>Bread</h1><button>Chat with us</button>")
    floating = button("body > button", "Chat with us", position="fixed")
    assert Page(rendered(html, floating), brief()).actions == ()
    assert len(Page(rendered(html, button("body > button", "Chat with us")), brief()).actions) == 1


def test_what_lay_under_a_layer_over_the_page_was_never_seen_alone() -> None:
    """A pop-up's shade makes every text pale; what the pop-up itself says is measured."""
    items = (button("body > a", "Book a call"), drawn("body > h2", text="How", own_chars=3))
    texts = (pale("body > h2"), pale("body > div > p"))
    for covers, kept in ((0.9, {"body > div > p"}), (0.2, {"body > h2", "body > div > p"})):
        layer = Overlay(selector="body > div", text="Wait", covers=covers, opaque=True, box=BOX)
        view = desktop(*items, overlays=(layer,), painted=Painted(reached=2000, texts=texts))
        assert set(Page(rendered(HTML, *items, desktop=view), brief()).painted_texts) == kept


# -- a busy machine -----------------------------------------------------------------------------------------------------------


def slow(**more: Any) -> Observations:
    return rendered(HTML, desktop=desktop(**more), mobile=mobile())


@pytest.mark.parametrize(
    ("name", "figure"), [("perf.lcp", {"lcp_ms": 3000.0}), ("perf.blocking", {"blocking_ms": 900.0})]
)
def test_what_our_own_machine_may_have_slowed_is_not_measured(name: str, figure: dict[str, float]) -> None:
    assert finding(name, slow(**figure, waited_ms=100.0)).id == name
    assert finding(name, slow(**figure)).id == name
    assert verdict(name, slow(**figure, waited_ms=800.0)) == NotMeasured("machine-busy")


# -- headlines ----------------------------------------------------------------------------------------------------------------


def test_a_logo_is_not_measured_as_the_headline() -> None:
    html = document(f'<header><h1><a href="/">Bread AB</a></h1></header><h2>Bread at your door</h2>{ENGLISH}')
    items = (
        drawn("body > header > h1", text="Bread AB", font_size=16.0),
        drawn("body > p", own_chars=200, font_size=16.0),
    )
    assert verdict("visual.flat-hierarchy", rendered(html, *items)) is not None
    assert not hasattr(verdict("visual.flat-hierarchy", rendered(html, *items)), "severity")
    plain = html.replace("<header>", "<main>").replace("</header>", "</main>").replace('<a href="/">', "<b>")
    shown = (drawn("body > main > h1", text="Bread AB", font_size=16.0), items[1])
    assert finding("visual.flat-hierarchy", rendered(plain, *shown)).severity == "P2"
