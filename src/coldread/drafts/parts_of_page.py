"""What follows below the first screen: order of sections, proof, objections, price, the way behind the button, sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from coldread.base.languages import Language
from coldread.drafts.business.acts import Control
from coldread.drafts.business.could_be import could_be
from coldread.drafts.business.kind import Kind
from coldread.drafts.business.plans import PLANS, Plan, Source
from coldread.drafts.case import Case
from coldread.drafts.say import quoted, say
from coldread.drafts.sections import Section
from coldread.drafts.told import Told
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.report.behind_words import behind_words, first_behind
from coldread.scanner.report.plain import code, prose
from coldread.scanner.suggest.calls import kept_fields

#: the order in which a stranger asks, by kind of section
ORDER = ("hero", "proof", "how", "other", "price", "faq", "about", "step")
LEAST_PARTS = 3
LONG_SENTENCE = 24
MOST_EDITS = 8
MOST_OF_A_KIND = 3
#: a figure, a time or a before and after: what makes praise a result
_MEASURED = re.compile(
    r"\d|\b(?:two|three|four|five|ten|half|twice|weeks?|days?|hours?|minutes?|months?|years?|två|tre|fyra|fem|tio|halv\w*|dubbelt|veck\w+|dag\w*|timm\w+|minut\w*|månad\w*|år)\b",
    re.IGNORECASE,
)
_LEAVING = re.compile(r"unsubscribe|spam|opt[ -]?out|avregistrera|avsluta|skräppost", re.IGNORECASE)
_UNBOUND = re.compile(
    r"obligation|commitment|no pressure|förpliktelse|förbinder|utan köptvång|kostnadsfri", re.IGNORECASE
)
_SIGNED = re.compile(r"[A-ZÅÄÖ][\w’'-]+\s+[A-ZÅÄÖ]")
_WE = re.compile(r"^(?:we|our|vi|vår|våra|vårt)\b", re.IGNORECASE)


def order_of_sections(case: Case, told: Told) -> list[str]:
    """Today and proposed, with what moves and why; a sentence where nothing needs to move."""
    lang = case.assignment.lang
    now = told.sections
    if len(now) < LEAST_PARTS:
        return [say(lang, "order.too_few")]
    order = plan_of(case).order
    wanted = sorted(now, key=lambda one: order.index(one.kind))
    twice = [
        f"- {say(lang, 'order.twice', heading=quoted(one.heading, lang))}"
        for at, one in enumerate(now)
        if one.heading and one.heading.lower() in {other.heading.lower() for other in now[:at]}
    ]
    moved = _moved(now, wanted)
    if not moved:
        return [say(lang, "order.stays"), *(["", *twice] if twice else [])]
    lines = []
    for place in moved:
        one, number = wanted[place], place + 1
        early = one.kind == "step" and number <= LEAST_PARTS
        why = say(lang, f"order.{one.kind}{'_early' if early else ''}")
        lines.append(
            say(lang, "order.move", section=_named(one, lang), was=now.index(one) + 1, to=number, why=why)
        )
    return [say(lang, "order.moves"), "", *(f"- {line}" for line in lines), *twice]


#: what stays rather: parts without a purpose of their own
_WEIGHT = {"other": 2, "hero": 5}
#: a step to the side is not worth the work
LEAST_MOVE = 2


def _moved(now: Sequence[Section], wanted: Sequence[Section]) -> list[int]:
    """Places of the wanted order that leave their row: all but the weightiest run that keeps it."""
    order = [now.index(one) for one in wanted]
    best: list[tuple[int, list[int]]] = []
    for at, value in enumerate(order):
        before = [run for run in best if order[run[1][-1]] < value]
        weight, run = max(before, key=lambda one: one[0], default=(0, []))
        best.append((weight + _WEIGHT.get(wanted[at].kind, 1), [*run, at]))
    kept = set(max(best, key=lambda one: one[0], default=(0, []))[1])
    return [at for at in range(len(order)) if at not in kept and abs(order[at] - at) >= LEAST_MOVE]


def plan_of(case: Case) -> Plan:
    return PLANS[case.ordered.business.spoken if case.ordered is not None else Kind.OTHER]


def _named(one: Section, lang: Language) -> str:
    return quoted(_cut(one.heading), lang) if one.heading else say(lang, "order.first_screen")


def proof_plan(case: Case, told: Told) -> list[str]:
    """What there is, what to ask whom, and where it stands."""
    lang, plan = case.assignment.lang, plan_of(case)
    lines = []
    if any(is_others_word(*row) for row in told.proofs):
        lines += [say(lang, "proof_plan.have"), ""]
        lines += _weighed(told, lang)
    else:
        lines += [say(lang, "proof_plan.none")]
    return [
        *lines,
        "",
        plan.ask(lang),
        "",
        *(f"{number}. {question(lang)}" for number, question in enumerate(plan.questions, 1)),
        "",
        plan.place(lang),
        *(() if told.proofs else (plan.nobody(lang),)),
    ]


MOST_PROOFS, LONGEST_PROOF = 4, 100


def _weighed(told: Told, lang: Language) -> list[str]:
    """What is there, those of one judgement together, so that the same advice is given once."""
    groups: dict[str, list[str]] = {}
    for kind, text in [row for row in told.proofs if is_others_word(*row)][:MOST_PROOFS]:
        cut = text if len(text) <= LONGEST_PROOF else text[:LONGEST_PROOF].rsplit(" ", 1)[0] + " …"
        groups.setdefault(_verdict(kind, text), []).append(quoted(cut, lang))
    return [
        f"- {', '.join(found)}: {say(lang, f'proof_plan.{verdict}')}" for verdict, found in groups.items()
    ]


#: the firm's own voice, and a heading over others' words
_OWN_VOICE = re.compile(
    r"\b(?:erbjuder|we offer|offers|våra produkter|our products)\b|^(?:hear from|what our|see what|läs vad|så säger)",
    re.IGNORECASE,
)
_LETTERS = 8
_MOST_LOGO = 6


def is_others_word(kind: str, text: str) -> bool:
    """No bare stars, no bullet of the firm's own, and no sentence that a row of logos stands beside."""
    letters = sum(sign.isalpha() for sign in text)
    return (
        letters >= _LETTERS
        and not _OWN_VOICE.search(text)
        and not text.startswith(("-", "–", "•"))
        and (kind != "logos" or len(words(text)) <= _MOST_LOGO)
    )


def _verdict(kind: str, text: str) -> str:
    if kind == "quote":
        if _MEASURED.search(text):
            return "specific"
        return "signed" if _SIGNED.search(text[-60:]) else "unspecific"
    return {"count": "count_source", "rating": "count_source", "logos": "logos"}.get(kind, "as_it_is")


def is_worth_keeping(kind: str, text: str) -> bool:
    """Somebody else's word that can be checked: signed or measured, no bare praise and no row of logos."""
    return kind in ("rating", "case", "honour") or (kind == "quote" and _verdict(kind, text) != "unspecific")


def objections(case: Case, told: Told) -> list[str]:
    """What these readers doubt, what the page answers today, and how one answers it."""
    lang = case.assignment.lang
    lines = [
        f"| {say(lang, 'objection.doubt')} | {say(lang, 'objection.answer')} | {say(lang, 'objection.how')} |",
        "|---|---|---|",
    ]
    for doubt in plan_of(case).doubts:
        said = _answered(doubt.source, case, told)
        lines.append(
            f"| {doubt.asked(lang)} | {quoted(said, lang) if said else say(lang, 'objection.open')} | {doubt.how(lang)} |"
        )
    pain = case.assignment.pain_point
    if pain:
        lines.append(
            f"| {say(lang, 'objection.pain', pain=quoted(pain, lang))} | {say(lang, 'objection.reviewer')} | {say(lang, 'objection.pain_how')} |"
        )
    return lines


def _answered(source: Source, case: Case, told: Told) -> str:
    if source == "proof":
        return next(
            (text for kind, text in told.proofs if kind == "count" or is_worth_keeping(kind, text)), ""
        )
    if source == "price":
        return next(iter(told.price_lines or told.prices), "")
    facts = case.ordered.facts if case.ordered is not None else ()
    names = ("cancel", "returns", "leave") if source == "way_out" else (source,)
    return next((one.said for one in facts if one.name in names and one.state == "said"), "")


#: goals whose step costs no money: what it takes instead stands in the table of facts
_COSTS_NOTHING = (PrimaryGoal.NEWSLETTER,)


def price(case: Case, told: Told) -> list[str]:
    """Only where something is sold and this step leads to it."""
    lang, ordered = case.assignment.lang, case.ordered
    if ordered is None or not ordered.business.sells or case.assignment.primary_goal in _COSTS_NOTHING:
        return []
    if ordered.business.kind is Kind.FOOD:
        return []
    if not told.prices:
        behind = any(one.name == "price" and one.state == "behind" for one in ordered.facts)
        if case.assignment.primary_goal is PrimaryGoal.OTHER or behind:
            return []
        key = "unclear" if could_be(ordered.page, "price") else "none"
        return [say(lang, f"price.{key}"), "", f"> {say(lang, 'price.pattern')}"]
    shown = ", ".join(quoted(one, lang) for one in told.prices)
    return [say(lang, "price.shown", prices=shown), "", say(lang, "price.check")]


def behind_the_button(case: Case, page: Page, told: Told) -> list[str]:
    """Step by step: what is pressed, where it leads, what is asked, what happens then."""
    lang, ordered = case.assignment.lang, case.ordered
    act, control = next(iter(ordered.controls), (None, None)) if ordered is not None else (None, None)
    if act is not None and (control is None or not control.works):
        return [say(lang, "behind.no_button", button=quoted(act.button(lang), lang))]
    if control is None and not told.button:
        return [say(lang, "behind.none_known")]
    label = control.label if control is not None else told.button
    lines = [f"1. {say(lang, 'behind.press', button=quoted(label, lang))} {_where(control, told, lang)}"]
    lines.append(f"2. {_asked(case, page, told)}")
    lines.append(f"3. {say(lang, 'behind.after')}")
    return lines


def _where(control: Control | None, told: Told, lang: Language) -> str:
    reach = control.reach if control is not None else "page" if told.leads_somewhere else "nowhere"
    if reach in ("here", "form", "mail", "phone", "nowhere", "script"):
        return say(lang, f"behind.to_{reach}")
    target = control.href if control is not None else told.target
    return say(lang, "behind.address", target=code(target))


def _asked(case: Case, page: Page, told: Told) -> str:
    lang = case.assignment.lang
    form = next(iter(page.lead_forms), None)
    if not told.fields or form is None:
        return _looked_behind(case, lang) or say(lang, f"behind.{'form_unread' if page.forms else 'no_form'}")
    named = ", ".join(dict.fromkeys(map(prose, told.fields[:8])))
    if not told.form_serves:
        return say(
            lang, "behind.other_form", fields=named, goal=goal_row(case.assignment.primary_goal).result(lang)
        )
    keep = kept_fields(page, form)
    later = [name for name, field in zip(told.fields, form.counted, strict=True) if field.kind not in keep]
    advice = (
        say(lang, "behind.later", fields=", ".join(dict.fromkeys(map(prose, later[:6]))))
        if len(later) > 1
        else ""
    )
    return f"{say(lang, 'behind.fields', fields=named)} {advice or say(lang, 'behind.fine')}"


def _looked_behind(case: Case, lang: Language) -> str:
    """What was seen there, where somebody looked."""
    found = first_behind(case.report.reading) if case.report is not None else None
    if found is None or found.known_by != "page":
        return ""
    return say(lang, "behind.seen", what=prose(behind_words(found, lang)))


LONGEST_HEADING = 60


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_HEADING else text[:LONGEST_HEADING].rsplit(" ", 1)[0] + " …"
