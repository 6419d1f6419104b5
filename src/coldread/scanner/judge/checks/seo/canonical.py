"""The canonical link is missing or names another site."""

from __future__ import annotations

from coldread.base.incoming.addresses import split_address
from coldread.base.incoming.hosts import registrable_domain
from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.head import links_rel
from coldread.scanner.page.page import Page

META = Meta(
    id="seo.canonical",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="S",
    fix="safe",
    content=False,
    en=Text(
        title="The canonical link names the page's own site",
        failure="{fault}",
        why="It names the address under which copies of the page, such as links with tracking parameters, are to be counted.",
        fix="Put the page's own public address in it. If it names that address already, leave it.",
    ),
    sv=Text(
        title="Canonical-länken anger sidans egen webbplats",
        failure="{fault}",
        why="Den anger adressen som kopior av sidan, som länkar med spårningsparametrar, ska räknas till.",
        fix="Ange sidans egen publika adress i den. Anger den redan den adressen, låt den vara.",
    ),
)

_MISSING = InlineText(en="The canonical link is missing", sv="Canonical-länken saknas")
_FOREIGN = InlineText(
    en="The canonical link names {host}, and the page was opened at {here}",
    sv="Canonical-länken anger {host}, och sidan öppnades på {here}",
)


def check(page: Page) -> Verdict:
    named = [link for link in links_rel(page.dom, "canonical") if link.attr("href")]
    if not named:
        return build_finding(
            META,
            page.brief,
            Severity.P2,
            [evidence.of_searched_place(page, "head")],
            fault=_MISSING(page.brief.lang),
        )
    host = split_address(page.absolute(named[0].attr("href"))).hostname or ""
    here = split_address(page.seen.final_url).hostname or ""
    if page.seen.allow_listed or not host or registrable_domain(host) == registrable_domain(here):
        return None
    proof = [evidence.of(page, named[0], value=host, threshold=here)]
    return build_finding(
        META, page.brief, Severity.P1, proof, fault=_FOREIGN(page.brief.lang, host=host, here=here)
    )
