"""The page asks search engines not to list it."""

from __future__ import annotations

import re

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
from coldread.scanner.page.observe.head import metas
from coldread.scanner.page.page import Page

META = Meta(
    id="seo.noindex",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.5,
    effort="S",
    fix="spec_only",
    content=False,
    en=Text(
        title="The page does not ask search engines to leave it out",
        failure="The page asks search engines to leave it out (noindex)",
        why="It is in the robots meta tag or in the X-Robots-Tag header. It may be intended.",
        fix="If people should find the page by searching, remove noindex.",
    ),
    sv=Text(
        title="Sidan ber inte sökmotorer att utelämna den",
        failure="Sidan ber sökmotorer att utelämna den (noindex)",
        why="Det står i robots-metataggen eller i svarshuvudet X-Robots-Tag. Det kan vara avsiktligt.",
        fix="Ska sidan gå att hitta genom sökning: ta bort noindex.",
    ),
)

_REFUSES = re.compile(r"(?:^|[,\s:])(?:noindex|none)(?:$|[,\s])", re.IGNORECASE)
#: limits such as `max-image-preview:none`, which are no noindex
_LIMITS = re.compile(r"max-[\w-]+\s*:\s*[\w-]+", re.IGNORECASE)


def check(page: Page) -> Verdict:
    proof: list[Evidence] = [
        evidence.of(page, meta, value=meta.attr("content"))
        for meta in metas(page.dom, "robots", "googlebot", "bingbot")
        if refuses_indexing(meta.attr("content"))
    ]
    header = page.seen.header("x-robots-tag")
    if refuses_indexing(header):
        proof.append(evidence.of_searched_place(page, "html", value=f"X-Robots-Tag: {header}"[:160]))
    return build_finding(META, page.brief, Severity.P1, proof) if proof else None


def refuses_indexing(directives: str) -> bool:
    return bool(_REFUSES.search(_LIMITS.sub(" ", directives)))
