"""Scans that the service has stored, side by side."""

from __future__ import annotations

from collections.abc import Callable

from coldread.scans.comparison.pages import compare_pages
from coldread.scans.comparison.stored import page_state_of
from tests.harness.service import Service
from tests.harness.website import Website

PAGE = "<html lang=en><title>Bread</title><h1>{headline}</h1>" + "<p>We bring fresh bread to you.</p>" * 9


def test_two_stored_scans_are_compared_by_their_ids(make_service: Callable[..., Service]) -> None:
    pages = {
        "/": PAGE.format(headline="Fresh bread"),
        "/copy": PAGE.format(headline="Fresh bread"),
        "/other": PAGE.format(headline="Old bread"),
    }
    with Website(pages) as site:
        service = make_service(scan_engine="lite", scan_allow_hosts=site.place)
        ids = [
            service.post("/v1/scan", json={"url": site.url(path), "primary_goal": "newsletter"}).json()[
                "session_id"
            ]
            for path in pages
        ]
        states = [service.read(page_state_of, one) for one in ids]
        unknown = service.read(page_state_of, "x" * 22)
    first, same, other = (state for state in states if state is not None)
    assert unknown is None
    assert first.score is not None
    assert compare_pages(first, same)["outcome"] == "nothing_changed"
    told = compare_pages(first, other)
    assert (told["outcome"], [text["told"] for text in told["texts"]]) == (
        "changed",
        ["changed", "same", "same"],
    )
