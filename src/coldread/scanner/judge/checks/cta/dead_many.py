"""Several links lead nowhere."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.dead_links import can_be_met, why_dead
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
from coldread.scanner.page.page import Page

#: a single dead link may be a slip
FEWEST = 2
#: so many dead links, and such a share of all links, are a P1
MANY, MOST = 4, 0.5
#: with fewer links the share is not meaningful
TOO_FEW = 4

META = Meta(
    id="cta.dead-many",
    measured=True,
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.85,
    effort="M",
    fix="spec_only",
    en=Text(
        title="Links have an address that exists",
        failure="At least {dead:one link has|{dead} links have} no address or an empty one, or an address that leads to an id not on the page or to an error",
        why="Each is listed with what its markup says. A link without an address counts only if we saw no effect of a press and found no script for it.",
        fix="Give each link a target, or make it plain text.",
    ),
    sv=Text(
        title="Länkarna har en adress som finns",
        failure="Minst {dead:en länk|{dead} länkar} saknar adress eller har en tom, eller har en adress som leder till ett id som inte finns på sidan eller till ett fel",
        why="Var och en anges med det som står i koden. En länk utan adress räknas bara om vi inte såg någon effekt av ett tryck och inte fann något skript för den.",
        fix="Ge varje länk ett mål, eller låt den vara vanlig text.",
    ),
)


def check(page: Page) -> Verdict:
    links = [link for link in page.dom.shown("a") if can_be_met(page, link)]
    if len(links) < TOO_FEW:
        return NotApplicable("too-few-links")
    dead = [(link, why) for link in links if (why := why_dead(page, link))]
    share = len(dead) / len(links)
    if len(dead) < FEWEST:
        return None
    proof = [evidence.of(page, link, value=why) for link, why in dead]
    severity = Severity.P1 if share >= MOST and len(dead) >= MANY else Severity.P2
    most = severity is Severity.P1
    return build_finding(META, page.brief, severity, proof, glaring=most, dead=len(dead))
