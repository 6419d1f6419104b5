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
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    language_bound=True,
    goals=(PrimaryGoal.PAID_SIGNUP,),
    en=Text(
        title="Trying it carries little risk",
        failure="Nothing lowers the risk of signing up: no trial, guarantee, refund or easy way out",
        why="The last doubt before paying is “What if it is not right for me?” Answer it beside the button.",
        fix="If you offer a trial, a refund or cancellation at any time, say so beside the price and the button.",
    ),
    sv=Text(
        title="Att prova innebär liten risk",
        failure="Inget minskar risken med att köpa: ingen provperiod, garanti, återbetalning eller enkel väg ut",
        why="Den sista tvekan före köpet är ”Tänk om det inte passar mig?” Svara på den vid knappen.",
        fix="Om ni erbjuder provperiod, återbetalning eller ingen bindningstid: säg det vid priset och knappen.",
    ),
)


def check(page: Page) -> Verdict:
    if is_club(page):
        return NotApplicable("no-customers")
    text = phrases("risk.not").sub(" ", page.dom.body.text)
    if phrases("risk.phrases").search(text):
        return None
    return found(META, page.brief, Severity.P2, [evidence.searched(page, "body")])
