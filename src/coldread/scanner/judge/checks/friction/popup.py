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
        title="Nothing covers the page",
        failure="{what} covers {share}% of the phone's screen",
        why="Google calls such layers intrusive interstitials: visitors have to get rid of something before they can see what they came for.",
        fix="Show it later, smaller or after a deliberate click, but never over the first screen of a phone.",
    ),
    sv=Text(
        title="Inget täcker sidan",
        failure="{what} täcker {share} % av mobilens skärm",
        why="Google kallar sådana lager påträngande: besökarna måste få bort något innan de ser det de kom för.",
        fix="Visa det senare, mindre eller efter ett medvetet klick, men aldrig över mobilens första skärm.",
    ),
)

_POPUP = InlineText(en="A pop-up", sv="En popup")
_CONSENT = InlineText(en="A consent dialog", sv="En samtyckesruta")


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
        en="A consent dialog veils the whole first screen: nothing can be read before it is answered",
        sv="En samtyckesruta skymmer hela första skärmen: inget går att läsa förrän man har svarat",
    ),
    "fix": InlineText(
        en="Show the question in a strip at the edge, without a veil over the page, and load nothing that needs consent until it is given.",
        sv="Visa frågan i en remsa vid kanten, utan slöja över sidan, och ladda inget som kräver samtycke förrän det är givet.",
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
