"""The table of remedies: check id to the function that writes text or markup for it.

What only the owner knows stands in square brackets and is said to. Nothing is invented.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from coldread.drafts.remedies import calls, parts, words
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.page import Page

Remedy = Callable[[Page, Finding, str], list[str]]

REMEDIES: Mapping[str, Remedy] = {
    "clarity.h1-missing": words.headline,
    "clarity.h1-vague": words.headline,
    "clarity.h1-long": words.shorter_headline,
    "clarity.audience-absent": words.audience,
    "clarity.subhead-missing": words.subhead,
    "clarity.placeholder": words.placeholders,
    "cta.none": calls.call,
    "cta.goal-mismatch": calls.call,
    "cta.generic-label": calls.call,
    "cta.dead-link": calls.dead_links,
    "cta.below-fold-mobile": calls.higher_up,
    "form.no-action": calls.form_target,
    "form.too-many-fields": calls.fields,
    "trust.no-proof": parts.proof,
    "trust.proof-anonymous": parts.proof,
    "trust.risk-reversal": parts.reassurance,
    "trust.contact": parts.contact,
    "copy.readability": words.long_sentences,
    "copy.we-vs-you": words.turned_around,
    "seo.meta-description": words.description,
    "agent.structured-data": parts.organization,
    "visual.overflow-x": parts.fit,
    "visual.clipped-text": parts.places,
    "visual.broken-words": parts.places,
    "visual.text-overlap": parts.places,
    "visual.broken-image": parts.places,
    "visual.repeated-image": parts.places,
    "a11y.region": parts.places,
    "a11y.color-contrast": parts.places,
    "cta.low-contrast": parts.places,
    "cta.tap-target": parts.rules,
    "visual.flat-hierarchy": parts.rules,
    "visual.small-text": parts.rules,
    "visual.line-length": parts.rules,
    "a11y.heading-order": parts.places,
    "a11y.link-name": parts.places,
    "perf.img-dimensions": parts.places,
}


def remedy(page: Page, finding: Finding, lang: str) -> list[str]:
    """Lines of markdown; empty where the fix's own sentence says it all."""
    make = REMEDIES.get(finding.id)
    return make(page, finding, lang) if make is not None else []


def has_form(lines: list[str]) -> bool:
    """Whether this remedy writes out a form, which is written out once."""
    return any(line.startswith("<form id=") for line in lines)


def without_form(lines: list[str]) -> list[str]:
    start = next(at for at, line in enumerate(lines) if line.startswith(("<form id=", "<!-- ")))
    end = lines.index("```", start)
    return [*lines[: start - 1 if not lines[start - 1] else start], *lines[end:]]
