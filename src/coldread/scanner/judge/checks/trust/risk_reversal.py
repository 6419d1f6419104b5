"""Asked to pay, and nothing lowers the risk."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.clubs import is_club

META = Meta(
    id="trust.risk-reversal",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    language_bound=True,
    goals=(PrimaryGoal.PAID_SIGNUP,),
    en=Text(
        title="Trying it carries little risk",
        failure="We found no answer to “What if it is not right for me?”",
        why="It is the last doubt before somebody pays. One line beside the button is enough to answer it.",
        fix="Say beside the price and the button what is true for you: how people can change their mind, return it or leave, or whom they can ask first.",
    ),
    sv=Text(
        title="Att prova innebär liten risk",
        failure="Vi hittade inget svar på ”Tänk om det inte passar mig?”",
        why="Det är den sista tvekan innan någon betalar. En rad vid knappen räcker som svar.",
        fix="Skriv vid priset och knappen vad som gäller hos er: hur man ångrar sig, lämnar tillbaka eller slutar, eller vem man kan fråga först.",
    ),
)


def check(page: Page) -> Verdict:
    if is_club(page):
        return NotApplicable("no-customers")
    text = phrases("risk.not").sub(" ", page.dom.body.text)
    if phrases("risk.phrases").search(text):
        return None
    return found(META, page.brief, Severity.P2, [evidence.searched(page, "body")])
