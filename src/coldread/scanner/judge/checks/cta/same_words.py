"""Links with the same words lead to different addresses."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.actions import is_idle, link_around
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page

#: different addresses behind the same words from which on it is a fault
TOO_MANY = 3

META = Meta(
    id="cta.same-words",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.WCAG, Source.NNG),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Links with the same words lead to the same address",
        failure="{count} links with the same words, “{label}”, lead to {places} different addresses",
        why="In a list of the page's links, without what is around them, they read the same (WCAG 2.4.9, level AAA).",
        fix="Let the words or the aria-label of each link say where it leads.",
    ),
    sv=Text(
        title="Länkar med samma ord leder till samma adress",
        failure="{count} länkar med samma ord, ”{label}”, leder till {places} olika adresser",
        why="I en lista över sidans länkar, utan det som omger dem, läses de lika (WCAG 2.4.9, nivå AAA).",
        fix="Låt orden eller aria-label på varje länk säga vart den leder.",
    ),
)


def check(page: Page) -> Verdict:
    same: dict[str, list[Element]] = {}
    for link in page.dom.shown("a"):
        if _is_link_to_compare(page, link):
            same.setdefault(" ".join(link.text.split()).casefold(), []).append(link)
    targets = {label: {page.absolute(one.attr("href")) for one in links} for label, links in same.items()}
    most = max(same, key=lambda label: len(targets[label]), default="")
    if not most or len(targets[most]) < TOO_MANY:
        return None
    links = same[most]
    proof = [evidence.of(page, link, value=link.attr("href")[:160]) for link in links]
    return build_finding(
        META,
        page.brief,
        Severity.P2,
        proof,
        count=len(links),
        label=evidence.shortened(links[0].text),
        places=len(targets[most]),
    )


def _is_link_to_compare(page: Page, link: Element) -> bool:
    """The link has words and an address, and is in the page's main part."""
    return (
        bool(same_label(link.text))
        and not link.attr("aria-label")  # read out by words other than those it shows
        and not link.attr("aria-labelledby")
        and not is_idle(link.attr("href"))
        and link_around(link) is None
        and region_of(link) == "main"
        and link.closest("nav") is None
        and page.is_drawn(link)
    )
