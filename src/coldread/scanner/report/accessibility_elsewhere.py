"""Accessibility findings that count in another dimension: a pale button costs points of the call to action. Pure.

Without them a report would show 100 for accessibility beside findings that quote WCAG.
"""

from __future__ import annotations

from collections.abc import Iterable

from coldread.scanner.judge.finding import Finding, Severity, Source

ACCESSIBILITY = "accessibility"


def counts_elsewhere(item: Finding) -> bool:
    return (
        Source.WCAG in item.source.split("; ")
        and item.dimension != ACCESSIBILITY
        and item.severity is not Severity.INFO
    )


def sides_elsewhere(findings: Iterable[Finding]) -> dict[str, int]:
    """For each dimension, how many accessibility findings count there."""
    sides = [item.dimension for item in findings if counts_elsewhere(item)]
    return {side: sides.count(side) for side in dict.fromkeys(sides)}
