"""The rules' audit: five risks, chosen and worded by goal, audience and address. It says that nothing was looked at."""

from __future__ import annotations

from coldread.advice import risks
from coldread.advice.address import Address
from coldread.advice.language import language_of
from coldread.advice.lenses import Lens, lens_of
from coldread.advice.requests import AuditRequest
from coldread.advice.risks import Risk
from coldread.advice.shapes import Audit, AuditFinding
from coldread.scanner.brief import Lang
from coldread.scanner.goals import UNKNOWN_LABEL, goal_row
from coldread.scanner.page.phrases import mid_sentence

FINDINGS = 5
#: how much a lens or the path lifts the risks it points to
LENS_LIFT, PATH_LIFT = 1.5, 1.3
LONGEST_AUDIENCE = 80

SUMMARY = (
    "Reasoned from the goal ({result}), the audience ({audience}) and the address alone; the page was not opened. "
    "Whoever comes asks first: {doubt} What convinces them is {proof}. {first} "
    "The five points stand in the order in which they usually cost {result}; each confidence says how likely it is that this page suffers from it. "
    "A scan (POST /v1/scan) shows which of them are true.",
    "Resonerat ur målet ({result}), målgruppen ({audience}) och adressen; sidan har inte öppnats. "
    "Den som kommer frågar först: {doubt} Det som övertygar är {proof}. {first} "
    "De fem punkterna står i den ordning de brukar kosta {result}; varje säkerhet säger hur troligt det är att just den här sidan har felet. "
    "En skanning (POST /v1/scan) visar vilka som stämmer.",
)
FIRST = (
    ("One thing is certain from the address and comes first: {title}.", "En sak är säker redan av adressen och kommer först: {title}."),
    ("Look first at this: {title}.", "Se först på detta: {title}."),
)  # fmt: skip


def audited(body: AuditRequest) -> Audit:
    """The answer of the rules."""
    address, lens = Address(url=body.url), lens_of(body.audience)
    lang = language_of_audit(body)
    slots = _slots(body, address, lens, lang)
    chosen = ranked(body, address, lens)
    findings = [_finding(rank, risk, slots, lang) for rank, risk in enumerate(chosen, 1)]
    certain = chosen[0].confidence > 0.8
    title = findings[0].title
    first = FIRST[not certain][lang == "sv"].format(title=title[:1].lower() + title[1:])
    return Audit(
        executive_summary=SUMMARY[lang == "sv"].format(**slots, first=first),
        findings=findings,
        confidence=round(sum(one.confidence for one in findings) / FINDINGS, 2),
        engine="rules",
    )


def language_of_audit(body: AuditRequest) -> Lang:
    """The audience's own words tell it; else the address."""
    address = Address(url=body.url)
    return language_of(body.audience, "x.se" if address.language == "sv" else "")


def ranked(body: AuditRequest, address: Address, lens: Lens) -> list[Risk]:
    """Facts of the address first, then what weighs most for this goal and these readers."""
    facts = [
        risk
        for risk, true in (
            (risks.HTTP, address.plain_http),
            (risks.NUMBER, address.bare_number),
            (risks.BORROWED, address.borrowed),
        )
        if true
    ]
    guesses = sorted(risks.RISKS, key=lambda risk: -_weight(risk, body, address, lens))
    chosen = sorted((facts + guesses)[:FINDINGS], key=lambda risk: risk.priority)
    return chosen


def _weight(risk: Risk, body: AuditRequest, address: Address, lens: Lens) -> float:
    weight = risk.weight_for(body.primary_goal)
    if risk.name in lens.weigh:
        weight *= LENS_LIFT
    return weight * PATH_LIFT if risk.name in address.about else weight


def _finding(rank: int, risk: Risk, slots: dict[str, str], lang: Lang) -> AuditFinding:
    swedish = lang == "sv"
    return AuditFinding(
        rank=rank,
        priority=risk.priority,
        title=risk.title[swedish].format(**slots),
        why=risk.why[swedish].format(**slots),
        fix=risk.fix[swedish].format(**slots),
        confidence=risk.confidence,
    )


def _slots(body: AuditRequest, address: Address, lens: Lens, lang: Lang) -> dict[str, str]:
    goal, swedish = goal_row(body.primary_goal), lang == "sv"
    audience = in_a_sentence(body.audience)
    return {
        "audience": audience,
        "Audience": audience[:1].upper() + audience[1:],
        "doubt": f"”{lens.doubt[1]}”" if swedish else f"“{lens.doubt[0]}”",
        "proof": lens.proof[swedish],
        "host": address.host,
        "result": goal.result(lang),
        "label": (goal.label or UNKNOWN_LABEL)(lang),
        "after": goal.after(lang),
        "fields": goal.asks(lang),
        "fear": goal.fear(lang),
        "step_spoken": goal.step(lang),
    }


def in_a_sentence(audience: str) -> str:
    """The asker's words as a part of ours: one line, no full stop, no capital that is only a sentence's."""
    said = " ".join(audience.split()).strip(" .;:,")
    if len(said) > LONGEST_AUDIENCE:
        said = said[:LONGEST_AUDIENCE].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
    return mid_sentence(said)
