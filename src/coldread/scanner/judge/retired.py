"""Ids of removed checks, with their successors. No retired id is ever used again.

Ignore files, baselines and options still accept them. An entry for a retired id also covers its successor, because somebody
who accepted the first has accepted the second.
"""

from __future__ import annotations

from collections.abc import Mapping

#: id: its successor, or an empty string if it has none
RETIRED: Mapping[str, str] = {
    "clarity.audience-absent": "",
    "clarity.audience-unclear": "",
    "clarity.h1-vague": "",
    "clarity.headline-name": "",
    "clarity.headline-slogan": "",
    "clarity.mixed-language": "",
    "clarity.offer-unclear": "",
    "clarity.place-absent": "",
    "clarity.subhead-missing": "",
    "clarity.title-h1-mismatch": "",
    "copy.buzzwords": "",
    "copy.contradiction": "",
    "copy.empty-part": "visual.bare-heading",
    "copy.leftover": "copy.unfilled",
    "copy.no-specifics": "",
    "copy.spelling": "",
    "copy.stale-date": "",
    "copy.we-vs-you": "",
    "cta.behind-mismatch": "",
    "cta.below-fold-desktop": "cta.no-control",
    "cta.below-fold-mobile": "cta.no-control",
    "cta.competing": "cta.many-buttons",
    "cta.generic-label": "",
    "cta.goal-mismatch": "",
    "cta.label-mismatch": "",
    "cta.label-varies": "",
    "cta.late": "cta.no-control",
    "cta.loudest-elsewhere": "",
    "cta.next-step-untold": "",
    "cta.none": "cta.no-control",
    "cta.not-repeated": "",
    "cta.vague-many": "cta.same-words",
    "form.elsewhere": "",
    "form.sensitive-early": "",
    "form.too-many-fields": "form.many-fields",
    "friction.nav-links": "",
    "trust.claims-unsupported": "",
    "trust.contact": "trust.no-direct-contact",
    "trust.delivery-untold": "",
    "trust.identity-absent": "",
    "trust.no-pictures": "",
    "trust.no-proof": "",
    "trust.phone-absent": "trust.no-direct-contact",
    "trust.phone-late": "",
    "trust.price-absent": "trust.no-amount",
    "trust.price-hidden": "",
    "trust.price-unclear": "",
    "trust.proof-anonymous": "",
    "trust.proof-far": "",
    "trust.proof-placeholder": "",
    "trust.proof-repeated": "",
    "trust.proof-thin": "",
    "trust.risk-reversal": "",
    "trust.trial-terms": "",
    "visual.no-picture": "",
}


def predecessors(check_id: str) -> tuple[str, ...]:
    """Retired ids whose successor is this check."""
    return tuple(old for old, successor in RETIRED.items() if successor == check_id)
