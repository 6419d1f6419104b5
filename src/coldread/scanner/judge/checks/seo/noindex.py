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
        title="Search engines may list the page",
        failure="Should search engines leave this page out?",
        why="A noindex keeps the page out of search results. For a campaign page that may be intended; left over from a test, it costs you every visitor from search.",
        fix="If people should find the page, remove noindex from the robots meta tag or the X-Robots-Tag header.",
    ),
    sv=Text(
        title="Sökmotorer får lista sidan",
        failure="Är det meningen att sökmotorer ska utelämna sidan?",
        why="Noindex håller sidan borta från sökresultaten. För en kampanjsida kan det vara avsikten; är det kvarglömt från ett test kostar det dig alla besökare från sökmotorerna.",
        fix="Om sidan ska gå att hitta: ta bort noindex ur robots-taggen eller X-Robots-Tag.",
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
