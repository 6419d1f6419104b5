"""The rules' audit: five risks, chosen and worded by goal, audience and address. It says that nothing was looked at."""

from __future__ import annotations

from coldread.advice import risks
from coldread.advice.address import Address
from coldread.advice.language import language_of
from coldread.advice.lenses import Lens, lens_of
from coldread.advice.requests import AuditRequest
from coldread.advice.risks import Risk
from coldread.advice.shapes import Audit, AuditFinding
from coldread.base.languages import Language, quoted
from coldread.base.texts.texts import texts_of
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.page.phrases import mid_sentence

TEXTS = texts_of("coldread.advice")
say = TEXTS.say

FINDINGS = 5
#: how much a lens or the path lifts the risks it points to
LENS_LIFT, PATH_LIFT = 1.5, 1.3
LONGEST_AUDIENCE = 80


def audited(body: AuditRequest) -> Audit:
    """The answer of the rules."""
    address, lens = Address(url=body.url), lens_of(body.audience)
    lang = language_of_audit(body)
    slots = _slots(body, address, lens, lang)
    chosen = ranked(body, address, lens)
    findings = [_finding(rank, risk, slots, lang) for rank, risk in enumerate(chosen, 1)]
    certain = chosen[0].confidence > 0.8
    title = findings[0].title
    first = say(lang, "audit.certain" if certain else "audit.likely", title=title[:1].lower() + title[1:])
    return Audit(
        executive_summary=say(lang, "audit.summary", **slots, first=first),
        findings=findings,
        confidence=round(sum(one.confidence for one in findings) / FINDINGS, 2),
        engine="rules",
    )


def language_of_audit(body: AuditRequest) -> Language:
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


def _finding(rank: int, risk: Risk, slots: dict[str, str], lang: Language) -> AuditFinding:
    name = "step-open" if risk.name == "step" and not slots["label"] else risk.name
    return AuditFinding(
        rank=rank,
        priority=risk.priority,
        title=say(lang, f"risk.{name}.title", **slots),
        why=say(lang, f"risk.{name}.why", **slots),
        fix=say(lang, f"risk.{name}.fix", **slots),
        confidence=risk.confidence,
    )


def _slots(body: AuditRequest, address: Address, lens: Lens, lang: Language) -> dict[str, str]:
    goal = goal_row(body.primary_goal)
    audience = in_a_sentence(body.audience)
    own = f"goal.{body.primary_goal}"
    asking = own if TEXTS.find(lang, f"{own}.doubt") else f"lens.{lens.name}"
    # who pays may buy, order or sign up: nobody has seen which it is
    pays = body.primary_goal == PrimaryGoal.PAID_SIGNUP
    label = say(lang, "audit.pays") if pays else goal.label(lang) if goal.label else ""
    return {
        "audience": audience,
        "Audience": audience[:1].upper() + audience[1:],
        "doubt": quoted(say(lang, f"{asking}.doubt"), lang),
        "proof": say(lang, f"{asking}.proof"),
        "host": address.host,
        "result": goal.result(lang),
        "label": label,
        "button": quoted(label, lang) if label else say(lang, "audit.button"),
        "phone": "" if "phone" in goal.fields else say(lang, "audit.phone"),
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
