"""The record survives being stored."""

from __future__ import annotations

import json

import pytest

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.page.observations import (
    Listener,
    Observations,
    Overlay,
    PictureSize,
    ProbedTarget,
    UseResult,
)

from .seeing import (
    BAD,
    GOLD,
    brief,
    button,
    desktop,
    document,
    drawn,
    mobile,
    rendered,
    seen,
    seen_site,
    violation,
)


def full_record() -> Observations:
    html = document('<h1>Bread</h1><a href="#">Order</a>')
    return rendered(
        html,
        drawn("body > h1", natural=(10, 20), source="https://x.example/a.png"),
        button("body > a", "Order"),
        desktop=desktop(
            button("body > a", "Order"),
            cls=0.12,
            lcp_ms=1234.5,
            listeners=(Listener(selector="document", event="click"),),
        ),
        mobile=mobile(
            overlays=(Overlay(selector="body", text="x", covers=0.4, opaque=True, box=(0, 0, 1, 1)),)
        ),
        axe=(violation("link-name", "body > a"),),
        handled=(UseResult(selector="body > a", event="click", handled=False),),
        targets=(ProbedTarget(selector="body > a", url="https://x.example/", status=404),),
        picture_sizes=(PictureSize(src="a.svg", width=4.5, height=3, fixed=False),),
        headers=(("x-robots-tag", "noindex"),),
        caveats=("bot-wall",),
        robots_txt="",
        llms_txt=False,
    )


def test_a_record_comes_back_from_json_exactly_as_it_was() -> None:
    record = full_record()
    again = Observations.from_json(record.to_json())
    assert again == record
    assert again.to_json() == record.to_json()


def test_a_record_of_before_sizes_of_pictures_were_read_is_read_still() -> None:
    record = seen(document("<h1>Bread</h1>"))
    older = json.loads(record.to_json())
    del older["picture_sizes"]
    assert Observations.from_json(json.dumps(older)) == record


@pytest.mark.parametrize(("name", "wanted"), (GOLD | BAD).items())
def test_a_stored_record_replays_every_check(name: str, wanted: Brief) -> None:
    record = seen_site(name)
    again = Observations.from_json(record.to_json())
    assert review(again, wanted).findings_dict() == review(record, wanted).findings_dict()


def test_a_header_is_found_whatever_its_case() -> None:
    assert full_record().header("X-Robots-Tag") == "noindex"


def test_a_record_without_a_browser_is_not_rendered() -> None:
    record = seen(document("<h1>Bread</h1>"))
    assert not record.rendered
    assert record.dom is record.source
    assert review(record, brief()).source == "lite"
