"""A process that serves reads no page: whoever tries it there is told."""

from __future__ import annotations

import pytest

from coldread.scanner.page import parsing_process
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.parsing_process import ReadHere, answering, forbid_reading_here
from coldread.scanner.patch.make_patches import make_patches
from tests.scanner.seeing import document, report


def test_where_reading_is_forbidden_no_page_is_read_or_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    page = document("<h1>Bread</h1>")
    judged = report(page)
    monkeypatch.setattr(parsing_process, "_FORBIDDEN", [])
    read_dom(page)
    forbid_reading_here()
    for attempt in (lambda: read_dom(page), lambda: make_patches(page, judged), lambda: report(page)):
        with pytest.raises(ReadHere):
            attempt()


def test_a_request_in_a_process_that_plays_all_parts_reads_no_page_either() -> None:
    """So that an ordinary test of an endpoint fails where its code forgets the isolated process."""
    before = answering.set(True)
    try:
        with pytest.raises(ReadHere):
            report("<h1>Read me</h1>")
    finally:
        answering.reset(before)
    assert report("<h1>Read me</h1>").findings
