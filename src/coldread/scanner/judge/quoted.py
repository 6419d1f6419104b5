"""The reading's quotes as evidence of a finding."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.evidence import Value
from coldread.scanner.judge.finding import Evidence
from coldread.scanner.page.page import Page
from coldread.scanner.reading.record import Quote


def evidence_of_quote(page: Page, quote: Quote, *, value: Value = None, threshold: Value = None) -> Evidence:
    element = page.dom.by_selector.get(quote.selector)
    if element is None:
        return evidence.of_searched_place(page, quote.selector, value=value, threshold=threshold)
    snippet = None if quote.snippet == quote.selector else quote.snippet
    return evidence.of(page, element, snippet=snippet, value=value, threshold=threshold)
