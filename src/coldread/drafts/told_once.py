"""What the parts above the list of changes have said and mended already: it is told once, and no patch says it otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from coldread.scanner.judge.finding import Finding

WRITTEN_ABOVE = frozenset(
    {
        "clarity.h1-vague", "clarity.offer-unclear", "clarity.subhead-missing", "clarity.audience-absent",
        "clarity.audience-unclear", "trust.no-proof", "trust.price-absent", "trust.price-unclear", "trust.phone-absent",
        "cta.none", "cta.goal-mismatch", "cta.generic-label", "cta.next-step-untold", "trust.contact", "trust.risk-reversal",
        "copy.readability", "copy.we-vs-you", "copy.buzzwords", "copy.no-specifics", "clarity.h1-long",
    }
)  # fmt: skip


def listed(findings: Iterable[Finding]) -> list[Finding]:
    """Those that the list of changes tells."""
    return [item for item in findings if item.id not in WRITTEN_ABOVE]
