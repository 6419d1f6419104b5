"""What readers saw at once and the scan did not: notes to the maker, digits to come, boxes that never fill, goods that are gone."""

from __future__ import annotations

from tests.scanner.patch.mending import ids
from tests.scanner.seeing import document, report

BREAD = "<h1>Bread for offices in Lund</h1><p>We bake in the night and bring it at seven.</p>"


def test_a_form_may_ask_its_visitors_to_fill_in() -> None:
    form = '<form><p>Fyll i företagsnamn</p><input name="company" aria-label="Company"></form>'
    assert "copy.unfilled" not in ids(report(document(BREAD + form), "book_call"))
