"""Which checks state a fact that anyone can verify on the page: markup, geometry, pixels, answers of the network, counts."""

from __future__ import annotations

#: other dimensions are measured as a whole: accessibility, performance, visual, agent
_MEASURED_DIMENSIONS = ("a11y.", "perf.", "visual.", "agent.", "mobile.", "seo.", "social.")
_MEASURED = frozenset(
    {
        "clarity.h1-missing",
        "clarity.h1-multiple",
        "copy.lang-mismatch",
        "cta.broken-target",
        "cta.covered",
        "cta.cut-off",
        "cta.dead-link",
        "cta.dead-many",
        "cta.low-contrast",
        "cta.tap-target",
        "form.autocomplete",
        "form.email-type",
        "form.label",
        "form.no-action",
        "form.placeholder-as-label",
        "friction.popup",
        "trust.https",
    }
)
_NOT = frozenset({"visual.flat-hierarchy", "visual.repeated-image"})


def is_measured(check_id: str) -> bool:
    return check_id in _MEASURED or (check_id.startswith(_MEASURED_DIMENSIONS) and check_id not in _NOT)
