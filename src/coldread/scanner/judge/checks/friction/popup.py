"""A layer covers the phone's first screen."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.layers import MAX_SHARE, WALL, covering_layers, is_consent, share_veiled
from coldread.scanner.page.observations import Overlay
from coldread.scanner.page.page import Page

META = Meta(
    id="friction.popup",
    measured=True,
    needs=(Layer.MOBILE, Layer.STYLES),
    sources=(Source.INTERSTITIALS,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="No layer covers more than 30% of a phone's screen",
        failure="{what} covers {share}% of a phone's screen",
        why="Measured at 390 × 844 when the page had come to rest, before anything was closed (Google on intrusive interstitials).",
        fix="Show it later, smaller or after a click.",
    ),
    sv=Text(
        title="Inget lager täcker mer än 30 % av en mobilskärm",
        failure="{what} täcker {share} % av en mobilskärm",
        why="Mätt vid 390 × 844 när sidan hade kommit till ro, innan något hade stängts (Google om påträngande lager).",
        fix="Visa det senare, mindre eller efter ett klick.",
    ),
)

_POPUP = InlineText(en="A layer", sv="Ett lager")
_CONSENT = InlineText(en="A layer that asks for consent", sv="Ett lager som frågar efter samtycke")


def check(page: Page) -> Verdict:
    view = page.seen.mobile
    covers = covering_layers(page)
    if not covers:
        return None
    worst = covers[0]
    if is_consent(worst) and share_veiled(view) >= WALL:
        wall = build_finding(
            META, page.brief, Severity.P1, [_evidence_of_layer(worst)], glaring=True, what="", share=0
        )
        return replace(
            wall,
            title=_WALL["title"](page.brief.lang),
            fix=replace(wall.fix, summary=_WALL["fix"](page.brief.lang)),
        )
    return build_finding(
        META,
        page.brief,
        Severity.INFO if is_consent(worst) else Severity.P1,
        [_evidence_of_layer(worst)],
        what=(_CONSENT if is_consent(worst) else _POPUP)(page.brief.lang),
        share=round(100 * worst.covers),
    )


_WALL = {
    "title": InlineText(
        en="A layer that asks for consent, with the veil behind it, covers at least 90% of a phone's screen",
        sv="Ett lager som frågar efter samtycke täcker, med slöjan bakom, minst 90 % av en mobilskärm",
    ),
    "fix": InlineText(
        en="Show the question in a strip at the edge, without a veil over the page.",
        sv="Visa frågan i en remsa vid kanten, utan slöja över sidan.",
    ),
}


def _evidence_of_layer(layer: Overlay) -> Evidence:
    return Evidence(
        layer="rendered",
        viewport="mobile",
        selector=layer.selector,
        snippet=evidence.shortened(layer.text) or layer.selector,
        box=layer.box,
        value=round(layer.covers, 2),
        threshold=MAX_SHARE,
    )
