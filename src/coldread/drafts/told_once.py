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


#: judgements of meaning that the owner's part makes itself, by quotations: no second verdict beside it
JUDGED_ABOVE = frozenset(
    {
        "clarity.headline-slogan", "clarity.headline-name", "clarity.title-h1-mismatch", "cta.label-varies", "cta.late",
        "cta.below-fold-mobile", "cta.below-fold-desktop", "cta.behind-mismatch", "trust.claims-unsupported", "trust.proof-thin",
        "trust.proof-anonymous", "trust.proof-far", "trust.identity-absent", "friction.nav-links", "copy.no-specifics",
        "copy.we-vs-you", "trust.price-absent", "trust.phone-absent", "trust.price-unclear", "copy.repeated",
    }
)  # fmt: skip


def listed(findings: Iterable[Finding]) -> list[Finding]:
    """Those that the list of changes tells."""
    return [item for item in findings if item.id not in WRITTEN_ABOVE | JUDGED_ABOVE]
