"""The annotated picture: which pins there are, and that they are drawn where they belong."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

from PIL import Image

from coldread.scanner.engine import review
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import UseResult
from coldread.scanner.report.annotate import COLOURS, GAP, GUTTER, LEGEND, annotate_pictures
from coldread.scanner.report.pins import pins
from tests.scanner.seeing import ENGLISH, brief, button, desktop, document, drawn, mobile, rendered

DEAD = "body > main > a"


def picture(width: int, height: int) -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "JPEG")
    return out.getvalue()


def judged(html: str = "", **more: Any) -> Report:
    """A page whose one button leads nowhere, drawn at a known place."""
    page = html or document(
        f'<main><h1>Bread at your door by seven</h1>{ENGLISH}<a href="">Book a call</a></main>',
        head='<meta name="viewport" content="width=device-width">',
    )
    item = button(DEAD, "Book a call", box=(400.0, 300.0, 160.0, 48.0))
    tried = (UseResult(selector=DEAD, event="click", handled=False),)
    return review(replace(rendered(page, item), handled=tried, **more), brief("book_call"))


def test_the_numbers_of_the_picture_are_those_of_the_report() -> None:
    report = judged()
    shown = report.numbered
    assert [finding for _, finding in shown[: len(report.top)]] == list(report.top)
    assert all(finding.severity != "info" for _, finding in shown)
    assert len(shown) == sum(report.counts[name] for name in ("P0", "P1", "P2"))


def test_a_finding_is_pinned_where_its_evidence_was_drawn() -> None:
    report = judged()
    number = next(number for number, finding in report.numbered if finding.id == "cta.dead-link")
    assert [pin.box for pin in pins(report) if pin.number == number] == [(400.0, 300.0, 160.0, 48.0)]


def test_what_is_missing_has_no_pin() -> None:
    report = judged()
    missing = {
        number
        for number, finding in report.numbered
        if all(proof.snippet == proof.selector for proof in finding.evidence)
    }
    assert missing
    assert not missing & {pin.number for pin in pins(report)}


def test_a_phone_that_shrinks_the_page_gets_no_pins() -> None:
    body = f'<main><h1>Bread at your door by seven</h1>{ENGLISH}<a href="">Book a call</a></main>'
    views = {
        "desktop": desktop(),
        "mobile": mobile(button(DEAD, "Book a call", box=(10.0, 20.0, 100.0, 20.0))),
    }
    without = judged(document(body), **views)
    with_tag = judged(document(body, head='<meta name="viewport" content="width=device-width">'), **views)
    assert not [pin for pin in pins(without) if pin.window == "mobile"]
    assert [pin for pin in pins(with_tag) if pin.window == "mobile"]


def test_pin_and_outline_are_drawn_at_the_box_in_the_colour_of_the_severity() -> None:
    report = judged()
    views = [view for view in (report.seen.desktop, report.seen.mobile) if view is not None]
    named = [replace(view, screenshot=f"{view.name}.jpg") for view in views]
    renamed: dict[str, Any] = {view.name: view for view in named}
    seen = replace(report.seen, **renamed)
    data = annotate_pictures(
        replace(report, seen=seen), {view.screenshot: picture(view.width, view.height) for view in named}
    )
    assert data is not None
    sheet = Image.open(BytesIO(data)).convert("RGB")
    pin = next(pin for pin in pins(report) if pin.window == "desktop")
    colour = tuple(bytes.fromhex(COLOURS[pin.severity][1:]))
    left = GAP + LEGEND + GAP + GUTTER + round(pin.box[0])
    top = GAP + round(pin.box[1])
    assert sheet.getpixel((left + round(pin.box[2]) - 4, top - 3)) == colour
    assert colour in {sheet.getpixel((left - 14 + step, top + 4)) for step in range(-12, 13)}


def test_without_a_picture_nothing_is_drawn() -> None:
    assert annotate_pictures(judged(), {}) is None


def test_a_box_that_fills_the_page_is_not_pinned() -> None:
    report = judged()
    view = desktop(
        drawn("body", box=(0.0, 0.0, 1366.0, 768.0)),
        button(DEAD, "Book a call", box=(0.0, 0.0, 1366.0, 768.0)),
    )
    filled = review(replace(report.seen, desktop=view, mobile=None), report.brief)
    assert not pins(filled)
