"""Performance: raw lab values against their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.scanner.judge.finding import NotMeasured
from coldread.scanner.page.observations import Observations

from ..seeing import ENGLISH, desktop, document, drawn, finding, mobile, rendered, verdict

HTML = document(f"<h1>Bread</h1>{ENGLISH}")


def measured(on_desktop: dict[str, Any], on_mobile: dict[str, Any] | None = None) -> Any:
    return rendered(HTML, desktop=desktop(**on_desktop), mobile=mobile(**(on_mobile or {})))


@pytest.mark.parametrize(
    ("check", "field", "values"),
    [
        ("perf.lcp", "lcp_ms", {2500: None, 2501: "P2", 4000: "P2", 4001: "P1"}),
        ("perf.cls", "cls", {0.1: None, 0.11: "P2", 0.25: "P2", 0.26: "P1"}),
        ("perf.blocking", "blocking_ms", {600: None, 601: "P1"}),
        ("perf.bytes", "bytes", {3_000_000: None, 3_000_001: "P2", 6_000_001: "P1"}),
    ],
)
def test_a_value_past_its_threshold_is_told(check: str, field: str, values: dict[float, str | None]) -> None:
    for value, severity in values.items():
        assert getattr(verdict(check, measured({field: value})), "severity", None) == severity, value
    assert isinstance(verdict(check, measured({})), NotMeasured)


def test_the_worse_window_counts_for_paint_and_shift_and_the_better_for_blocking() -> None:
    assert finding("perf.lcp", measured({"lcp_ms": 100}, {"lcp_ms": 5000})).evidence[0].viewport == "mobile"
    assert finding("perf.cls", measured({"cls": 0.0}, {"cls": 0.3})).severity == "P1"
    assert verdict("perf.blocking", measured({"blocking_ms": 900}, {"blocking_ms": 100})) is None


@pytest.mark.parametrize(
    ("image", "found"),
    [
        ('<img src="a.png">', True),
        ('<img src="a.png" width="10">', True),
        ('<img src="a.png" width="auto" height="auto">', True),
        ('<img src="a.png" width="10" height="10">', False),
        ('<img src="a.png" style="width:10px;height:10px">', False),
        ('<img src="a.png" style="aspect-ratio:1/1;width:100%">', False),
        ('<img src="a.png" style="position:absolute">', False),
    ],
)
def test_a_picture_keeps_its_room_by_attributes_or_inline_style(image: str, found: bool) -> None:
    assert (verdict("perf.img-dimensions", document(image)) is not None) is found


def test_a_picture_whose_room_a_style_sheet_keeps_is_fine() -> None:
    html = document('<img src="a.png">')
    assert verdict("perf.img-dimensions", rendered(html, drawn("body > img", reserved=True))) is None
    assert finding("perf.img-dimensions", rendered(html, drawn("body > img")))


def test_a_picture_twice_too_large_and_heavy_is_shown() -> None:
    html = document('<img src="a.png" width="100" height="100">')

    def image(**more: Any) -> Observations:
        return rendered(html, drawn("body > img", box=(0, 0, 100, 100), **more))

    assert finding("perf.img-oversize", image(natural=(201, 201), source_bytes=200_001)).severity == "info"
    assert verdict("perf.img-oversize", image(natural=(201, 201), source_bytes=200_000)) is None
    assert verdict("perf.img-oversize", image(natural=(200, 200), source_bytes=900_000)) is None
