"""A form asks for personal data, and no link names privacy."""

from __future__ import annotations

import re

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.fields import spelled_out
from coldread.scanner.page.observe.forms import button_label
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases

META = Meta(
    id="trust.privacy-link",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.GDPR,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="A page with a form for personal data links to something that names privacy",
        failure="A form asks for personal data, and we found no link whose words or address name privacy",
        why="GDPR art. 13 asks that people are informed when they give their data. Text without a link is not counted.",
        fix="If you have a privacy notice, link to it beside the form, in words that name it.",
    ),
    sv=Text(
        title="En sida med formulär för personuppgifter länkar till något som nämner integritet",
        failure="Ett formulär ber om personuppgifter, och vi hittade ingen länk vars ord eller adress nämner integritet eller personuppgifter",
        why="GDPR artikel 13 kräver att människor informeras när de lämnar sina uppgifter. Text utan länk räknas inte.",
        fix="Har du en integritetspolicy: länka till den vid formuläret, med ord som nämner den.",
    ),
)

_HREF = re.compile(
    r"privacy|integritet|gdpr|personuppgift|dataskydd|sekretess|data.?protection|data.?policy", re.IGNORECASE
)


def check(page: Page) -> Verdict:
    asking = [form for form in page.forms if form.personal]
    if not asking:
        return NotApplicable("no-personal-form")
    if any(_is_privacy_link(link) for link in page.dom.shown("a", "button")):
        return None
    return build_finding(META, page.brief, Severity.P1, [evidence.of(page, form.element) for form in asking])


def _is_privacy_link(link: Element) -> bool:
    href = link.attr("href")
    return bool(
        phrases("privacy.links").search(button_label(link))
        or _HREF.search(spelled_out(href))
        or _HREF.search(href)
    )
