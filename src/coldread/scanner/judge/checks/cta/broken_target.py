"""A call to action that ends in an error."""

from __future__ import annotations

from urllib.parse import unquote

from coldread.base.addresses import split_fragment
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.page.observe.calls import CallToAction
from coldread.scanner.page.page import Page

#: the primary one and two further ones are tried
TRIED = 3
GONE = frozenset({404, 410})
#: refusals and overload say nothing about whether a visitor would arrive
INCONCLUSIVE = frozenset({501, 503})

META = Meta(
    id="cta.broken-target",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="Buttons lead to something that exists",
        failure="“{label}” leads to something that does not exist ({what})",
        why="Visitors who press it were convinced, and get an error or no reaction at all.",
        fix="Correct the link; for a link within the page, use the id of the section you mean.",
    ),
    sv=Text(
        title="Knapparna leder till något som finns",
        failure="”{label}” leder till något som inte finns ({what})",
        why="Den som trycker var övertygad, och möts av ett felmeddelande eller ingenting alls.",
        fix="Rätta länken; för en länk inom sidan, använd id:t på det avsnitt ni menar.",
    ),
)


def check(page: Page) -> Verdict:
    tried = candidates(page)
    broken = [(call, item) for call in tried if (item := _broken(page, call)) is not None]
    if broken:
        primary = page.primary.selector if page.primary else ""
        severity = Severity.P0 if any(call.selector == primary for call, _ in broken) else Severity.P1
        broken.sort(key=lambda pair: pair[0].selector != primary)
        call, first = broken[0]
        return found(
            META, page.brief, severity, [item for _, item in broken], label=call.label, what=first.value
        )
    unanswered = [target for target in page.seen.targets if target.status is None]
    return NotMeasured("no-answer") if unanswered and len(unanswered) == len(page.seen.targets) else None


def candidates(page: Page) -> list[CallToAction]:
    """Goal calls with an address, the primary one first, each address once."""
    linked = [call for call in page.calls if call.action is not None and call.action.href]
    primary = page.primary.selector if page.primary else ""
    linked.sort(key=lambda call: call.selector != primary)
    return list({call.action.href: call for call in reversed(linked) if call.action}.values())[::-1][:TRIED]


def missing_anchor(page: Page, call: CallToAction) -> str:
    """The fragment on this very page that no element answers to; empty when all is well."""
    if call.action is None:
        return ""
    address, fragment = split_fragment(page.absolute(call.action.href))
    here, _ = split_fragment(page.seen.final_url)
    name = unquote(fragment)
    if address != here or not name or name.lower() == "top" or name.startswith(("/", "!", ":~:")):
        return ""
    return "" if name in page.dom.ids or fragment in page.dom.ids else f"#{fragment}"


def _broken(page: Page, call: CallToAction) -> Evidence | None:
    anchor = missing_anchor(page, call)
    if anchor and not _handled(page, call):
        return _evidence(page, call, anchor)
    for target in page.seen.targets:
        if target.selector == call.selector and target.status is not None and _is_error(target.status):
            return _evidence(page, call, f"HTTP {target.status}")
    return None


def _handled(page: Page, call: CallToAction) -> bool:
    return any(probe.handled is not False for probe in page.seen.handled if probe.selector == call.selector)


def _is_error(status: int) -> bool:
    return status in GONE or (status >= 500 and status not in INCONCLUSIVE)


def _evidence(page: Page, call: CallToAction, what: str) -> Evidence:
    element = page.dom.by_selector[call.selector]
    return evidence.of(page, element, value=what, threshold="reachable")
