"""A button leads to an error. Position, size and paint decide which control is the main one."""

from __future__ import annotations

from coldread.base.texts.inline_text import InlineText
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
    build_finding,
)
from coldread.scanner.judge.targets import controls_to_probe, target_fault
from coldread.scanner.page.main_control import main_control
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.page import Page

META = Meta(
    id="cta.broken-target",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=1.0,
    effort="S",
    fix="safe",
    en=Text(
        title="Addresses of buttons answer, and their ids exist",
        failure="{fault}",
        why="We looked for the id in the page after its scripts had run, and asked for the address from our server.",
        fix="Correct the link; for a link within the page, use the id of the section you mean.",
    ),
    sv=Text(
        title="Knapparnas adresser svarar, och deras id:n finns",
        failure="{fault}",
        why="Vi letade efter id:t i sidan när dess skript hade körts, och frågade efter adressen från vår server.",
        fix="Rätta länken; för en länk inom sidan, använd id:t på det avsnitt du menar.",
    ),
)


_NO_ID = InlineText(
    en="“{label}” leads to {what}, and nothing on the page has that id",
    sv="”{label}” leder till {what}, och inget på sidan har det id:t",
)
_ANSWERED = InlineText(
    en="The address behind “{label}” answered {what}",
    sv="Adressen bakom ”{label}” svarade {what}",
)


def check(page: Page) -> Verdict:
    tried = controls_to_probe(page)
    broken = [(action, item) for action in tried if (item := _evidence_if_broken(page, action)) is not None]
    if broken:
        main = main_control(page)
        broken.sort(key=lambda pair: pair[0] is not main)
        action, first = broken[0]
        severity = Severity.P0 if action is main else Severity.P1
        proof = [item for _, item in broken]
        told = _NO_ID if str(first.value).startswith("#") else _ANSWERED
        fault = told(page.brief.lang, label=action.label, what=str(first.value))
        return build_finding(META, page.brief, severity, proof, fault=fault)
    unanswered = [target for target in page.seen.targets if target.status is None]
    return NotMeasured("no-answer") if unanswered and len(unanswered) == len(page.seen.targets) else None


def _evidence_if_broken(page: Page, action: Action) -> Evidence | None:
    fault = target_fault(page, action)
    if not fault:
        return None
    element = page.dom.by_selector[action.selector]
    return evidence.of(page, element, value=fault, threshold="reachable")
