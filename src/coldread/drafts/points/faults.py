"""Findings of the scan, as sentences to an owner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from coldread.drafts.business.kind import Kind
from coldread.drafts.case import Case
from coldread.drafts.country import is_under_gdpr
from coldread.drafts.first_screen import listed, short
from coldread.drafts.points.beside import weighs_nothing
from coldread.drafts.points.pale import LETTERS, pale_places
from coldread.drafts.points.point import Point
from coldread.drafts.say import TEXTS, quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import place, said_where
from coldread.drafts.wrong_advice import is_wrong_advice
from coldread.scanner.judge.finding import Evidence, Finding, Severity
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page

#: true, and no business of an owner's, or told by a settled fact
_PASSED = frozenset(
    {
        "clarity.h1-vague", "clarity.offer-unclear", "clarity.audience-absent", "clarity.audience-unclear", "cta.none",
        "cta.goal-mismatch", "cta.label-varies", "clarity.headline-slogan", "trust.no-proof", "trust.claims-unsupported", "trust.proof-anonymous", "copy.repeated", "trust.proof-thin", "trust.price-absent", "cta.below-fold-mobile", "cta.late",
    }
)  # fmt: skip


_NEAR = (Kind.CRAFT, Kind.CARE, Kind.FOOD, Kind.STAY)


#: measured, and in the way of the goal whatever they weigh: where it is, the goal's own button, links that lead nowhere
_OF_THE_GOAL = (
    "clarity.place-absent",
    "cta.low-contrast",
    "cta.broken-target",
    "cta.dead-many",
    "cta.dead-link",
    "seo.noindex",
    "clarity.placeholder",
    "copy.empty-part",
)


#: words of a button; a tab or a card has more
MOST_LABEL = 6


def faults(
    case: Case, facts: Settled, weights: tuple[Severity, ...], *, only: bool = False
) -> Iterator[Point]:
    """Those that an owner has a sentence for, in the scan's order; `only` those of the goal."""
    lang = case.lang
    for item in _own_first(case.report.findings, facts) if case.report is not None else ():
        if (only and item.id not in _OF_THE_GOAL) or weighs_nothing(item, facts):
            continue
        if (
            item.severity not in weights
            or item.id in _PASSED
            or is_wrong_advice(item, case)
            or _is_wordless(item)
        ):
            continue
        if item.id == "clarity.place-absent" and not _is_local(case, facts):
            continue
        title, do = TEXTS.find(lang, f"fault.{item.id}"), TEXTS.find(lang, f"fault.{item.id}_do")
        if item.id == "trust.privacy-link" and not is_under_gdpr(facts.ordered.page):
            do = say(lang, "point.privacy_do")
        if title is None or do is None:
            continue
        worst = _told_where(item, facts.ordered.page, lang) if item.id == "cta.low-contrast" else ""
        pale = pale_places(item, facts.ordered.page) if item.id == "a11y.color-contrast" else []
        if _needs_words(title) and not _has_words(item, pale):
            continue  # nothing on the page that an owner would find again
        yield Point(
            title=_filled(title, item, lang, pale).replace("{where}", worst),
            do=_filled(do, item, lang),
            of=item.id,
        )


def _own_first(found: Sequence[Finding], facts: Settled) -> Iterator[Finding]:
    """Of several pale buttons, the goal's own before the others."""
    own = facts.control.selector if facts.control is not None else ""
    drawn = facts.ordered.page.desktop
    for item in found:
        rows = sorted(item.evidence, key=lambda one: one.selector != own)
        if item.id == "cta.competing":  # a label that stands there twice, for the two widths, is read once
            shown = [(one, drawn.get(one.selector)) for one in item.evidence]
            rows = [
                replace(one, snippet=seen.text) if seen is not None and seen.text else one
                for one, seen in shown
            ]
        yield (
            replace(item, evidence=tuple(rows)) if item.id in ("cta.low-contrast", "cta.competing") else item
        )


#: acts that nobody goes anywhere for
_AT_A_DISTANCE = frozenset(
    {"demo", "account", "download", "newsletter", "waitlist", "buy", "goods", "subscribe"}
)


def _is_local(case: Case, facts: Settled) -> bool:
    act = facts.act.name if facts.act is not None else ""
    return facts.ordered.business.kind in _NEAR and act not in _AT_A_DISTANCE and not _says_where(case)


def _told_where(item: Finding, page: Page, lang: str) -> str:
    """Which of several buttons with one label it is, and how weak: “in the menu, 1.32:1”."""
    first = item.evidence[0]
    element = page.dom.by_selector.get(first.selector)
    if element is None:
        return ""
    menu = region_of(element) in ("nav", "header")
    where = say(lang, "where.menu") if menu else said_where(place(page, element), lang)
    ratio = str(first.value or "").replace(".", "," if lang == "sv" else ".")
    return f"{where}, {ratio}:1" if re.fullmatch(r"[\d.,]+", ratio) else where


def _says_where(case: Case) -> bool:
    """A town stands in the headline or the title after all."""
    top = f"{case.told.headline if case.told is not None else ''} {case.page.title if case.page is not None else ''}"
    places = case.report.reading.place if case.report is not None else ()
    return any(one.value.partition(",")[0].lower() in top.lower() for one in places)


def _needs_words(title: str) -> bool:
    return "{said}" in title or "{each}" in title


def _has_words(item: Finding, pale: Sequence[Evidence]) -> bool:
    shown = pale if item.id == "a11y.color-contrast" else item.evidence
    return any(LETTERS.search(one.snippet) and " > " not in one.snippet and one.snippet != one.selector for one in shown)  # fmt: skip


FAULT_QUOTE, LINK_QUOTE = 90, 45


def _filled(text: str, item: Finding, lang: str, pale: Sequence[Evidence] = ()) -> str:
    if item.id == "a11y.color-contrast":
        item = replace(item, evidence=tuple(pale))
    most = LINK_QUOTE if item.id.startswith("cta.dead") else FAULT_QUOTE
    told = [
        quoted(
            short(str(one.value) if item.id == "copy.spelling" and one.value else one.snippet, most),
            lang,
        )
        for one in item.evidence
        if one.snippet
        and one.snippet != one.selector
        and " > " not in one.snippet
        and LETTERS.search(one.snippet)
    ]
    each = list(dict.fromkeys(told))
    others = (len(item.evidence) if pale else item.count) - 1
    more = say(lang, "fault.more", n=others) if others > 0 else ""
    return text.replace("{where}", "{{where}}").format(
        said=each[0] if each else "",
        title=item.title,
        n=item.count,
        each=listed(each[:3], lang) if each else "",
        more=more,
    )


def _is_wordless(item: Finding) -> bool:
    """A button that is a sign: an owner would not know which is meant."""
    first = item.evidence[0].snippet if item.evidence else ""
    return item.id.startswith(("cta.", "a11y.")) and bool(first) and not any(sign.isalpha() for sign in first)
