"""Words are split across lines without a hyphen."""

from __future__ import annotations

from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.painted_evidence import (
    faults_in_both_windows,
    is_in_heading_or_control,
    place_of,
    was_scrolled,
)
from coldread.scanner.page.page import Page

META = Meta(
    id="visual.broken-words",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Words are not split",
        failure="“{word}” is on two lines, without a hyphen",
        why="Measured in the page as our browser drew it, in at least one of the two windows.",
        fix="Make the text smaller or its box wider, or use overflow-wrap: break-word with hyphens: auto instead of word-break: break-all.",
    ),
    sv=Text(
        title="Orden hålls ihop",
        failure="”{word}” ligger på två rader, utan bindestreck",
        why="Mätt på sidan som vår webbläsare ritade den, i minst ett av de två fönstren.",
        fix="Gör texten mindre eller rutan bredare, eller använd overflow-wrap: break-word med hyphens: auto i stället för word-break: break-all.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    broken = faults_in_both_windows(page, lambda painted: painted.broken_words)
    if not broken:
        return None
    broken.sort(key=lambda place: not is_in_heading_or_control(page, place[0].selector))
    proof = [place_of(page, fault, view, value=fault.word) for fault, view in broken]
    first = broken[0][0]
    severity = Severity.P1 if is_in_heading_or_control(page, first.selector) else Severity.P2
    return build_finding(META, page.brief, severity, proof, word=first.word)
