"""What follows below the first screen: order of sections, proof, doubts, price and the way behind the button, each short."""

from __future__ import annotations

import re

from coldread.base.languages import Language
from coldread.drafts.business.acts import Control
from coldread.drafts.business.kind import Kind
from coldread.drafts.business.plans import LETTER_PLAN, PLANS, Plan, Source
from coldread.drafts.business.proof import Proof
from coldread.drafts.case import Case
from coldread.drafts.first_screen import doubted, listed, short
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.told import Told
from coldread.scanner.goals import goal_row
from coldread.scanner.page.page import Page
from coldread.scanner.report.behind_words import behind_words, first_behind
from coldread.scanner.report.plain import prose
from coldread.scanner.suggest.calls import kept_fields

LEAST_PARTS = 4
#: a heading that says outright that others speak below it
_OTHERS = re.compile(
    r"\b(?:testimonials?|reviews?|what (?:our )?(?:clients|customers) say|kundomdöme\w*|omdömen|recensioner|vad (?:våra )?kunder(?:na)? säger|så säger)\b",
    re.IGNORECASE,
)
#: software's doubts are not those of somebody who books a talk with a person
_WITH_PEOPLE = frozenset({"call", "meeting", "quote", "contact", "book"})


def order_of_sections(case: Case, told: Told) -> list[str]:
    """Only what is sure: others' words that stand last, and a section that stands twice."""
    lang, now, facts = case.assignment.lang, told.sections, case.settled
    lines = [
        say(lang, "order.twice", heading=quoted(short(one.heading), lang))
        for at, one in enumerate(now)
        if one.heading and one.heading.lower() in {other.heading.lower() for other in now[:at]}
    ]
    late = [at for at, one in enumerate(now) if _OTHERS.search(one.heading)]
    strong = facts is not None and any(one.kind == "quote" for one in facts.proofs)
    if len(now) > LEAST_PARTS and strong and late and late[0] >= len(now) // 2:
        lines.append(
            say(lang, "order.raise", section=quoted(short(now[late[0]].heading), lang), was=late[0] + 1)
        )
    return [f"- {line}" for line in dict.fromkeys(lines)] or [say(lang, "order.stays")]


def plan_of(case: Case) -> Plan:
    facts = case.settled
    if facts is None:
        return PLANS[Kind.OTHER]
    kind, act = facts.ordered.business.spoken, facts.act.name if facts.act is not None else ""
    if act in ("newsletter", "waitlist"):
        return LETTER_PLAN
    return PLANS[Kind.EXPERT if kind is Kind.APP and act in _WITH_PEOPLE else kind]


MOST_PROOFS = 3


def proof_plan(case: Case, facts: Settled) -> list[str]:
    """What there is, whom to ask, and where the answer belongs."""
    lang, plan = case.assignment.lang, plan_of(case)
    lines = [f"- {_weighed(one, case)}" for one in facts.proofs[:MOST_PROOFS]]
    if not lines:
        lines = [say(lang, f"proof_plan.{facts.proof}")]
    questions = " ".join(question(lang) for question in plan.questions)
    return [
        *lines,
        "",
        f"{plan.ask(lang)} {questions} {plan.place(lang)}",
        *(() if facts.proofs else ("", plan.nobody(lang))),
    ]


def _weighed(one: Proof, case: Case) -> str:
    lang = case.assignment.lang
    key = "self" if doubted(case, one) else one.kind
    return f"{quoted(one.said, lang)}: {say(lang, f'proof_plan.{key}')}"


def objections(case: Case, facts: Settled) -> list[str]:
    """What these readers doubt, what the page answers today, and how one answers it."""
    lang = case.assignment.lang
    lines = [
        f"| {say(lang, 'objection.doubt')} | {say(lang, 'objection.answer')} | {say(lang, 'objection.how')} |",
        "|---|---|---|",
    ]
    for doubt in plan_of(case).doubts:
        said = _answered(doubt.source, facts)
        today = quoted(short(said), lang) if said else say(lang, "objection.open")
        lines.append(f"| {doubt.asked(lang)} | {today} | {doubt.how(lang)} |")
    pain = case.assignment.pain_point
    if pain:
        lines.append(
            f"| {say(lang, 'objection.pain', pain=quoted(pain, lang))} | {say(lang, 'objection.reviewer')} | {say(lang, 'objection.pain_how')} |"
        )
    return lines


def _answered(source: Source, facts: Settled) -> str:
    if source == "proof":
        # a certificate says that they may, and not that it went well
        return next((one.said for one in facts.proofs if one.strong and one.kind != "certificate"), "")
    if source == "price":
        return facts.price_line if facts.price == "sure" else facts.quote_line
    names = ("cancel", "returns", "leave") if source == "way_out" else (source,)
    # a heading such as “About us” promises an answer and is none
    told = (one.said for one in facts.ordered.facts if one.name in names and one.state == "said")
    return next(
        (said for said in told if source != "who" or (len(said.split()) >= LEAST_LINE and "©" not in said)),
        "",
    )


_INCLUDED = re.compile(r"\b(?:inkl\w*|ingår|included?|incl)\b", re.IGNORECASE)
LEAST_LINE, LONGEST_LINE = 3, 25


def price(case: Case, facts: Settled) -> list[str]:
    """What the page asks for, or that it could not be told; only where something is sold."""
    lang = case.assignment.lang
    if facts.price == "off" or facts.ordered.business.kind is Kind.FOOD:
        return []
    if facts.price == "sure":
        line = " ".join(facts.price_line.split())
        whole = (
            len(facts.prices) == 1
            and LEAST_LINE < len(line.split()) <= LONGEST_LINE
            and not line.endswith("…")
        )
        shown = quoted(line, lang) if whole else listed([quoted(one, lang) for one in facts.prices], lang)
        key = "check_rest" if _INCLUDED.search(line) else "check"
        return [f"{say(lang, 'price.shown', prices=shown)} {say(lang, f'price.{key}')}"]
    behind = next(
        (one for one in facts.ordered.facts if one.name == "price" and one.state == "behind" and one.link),
        None,
    )
    if behind is not None and behind.link is not None:
        return [say(lang, "price.behind", label=quoted(behind.link.label, lang))]
    return [say(lang, f"price.{facts.price}", said=quoted(short(facts.quote_line), lang))]


def behind_the_button(case: Case, page: Page, told: Told, facts: Settled) -> list[str]:
    """Step by step: what is pressed, where it leads, what is asked, what happens then."""
    lang, act, control = case.assignment.lang, facts.act, facts.control
    if facts.step == "broken" and control is not None:
        return [say(lang, "behind.broken", button=quoted(control.label, lang))]
    if facts.step in ("none", "contact", "facts"):
        button = quoted(act.button(lang), lang) if act is not None else ""
        contact = quoted(facts.ordered.reachable, lang)
        key = "contact" if facts.step == "contact" else "facts" if facts.step == "facts" else "no_button"
        return [say(lang, f"behind.{key}", button=button, contact=contact)]
    if control is None or facts.step == "open":
        return []
    lines = [f"1. {say(lang, 'behind.press', button=quoted(control.label, lang))} {_where(control, lang)}"]
    asked = _asked(case, page, told)
    lines += [f"2. {asked}"] if asked else []
    said = next((one.said for one in facts.ordered.facts if one.name == "next" and one.state == "said"), "")
    following = re.sub(r"^[^\s@]{1,64}@\S{1,80}\s", "", said)
    key = "after_said" if following else "after"
    lines.append(f"{len(lines) + 1}. {say(lang, f'behind.{key}', said=quoted(short(following), lang))}")
    return lines


def _where(control: Control, lang: Language) -> str:
    if control.reach in ("here", "form", "mail", "phone", "script"):
        return say(lang, f"behind.to_{control.reach}")
    return say(lang, "behind.address", target=prose(_plain(control.href)))


def _plain(href: str) -> str:
    """An address as one says it."""
    return (
        href.removeprefix("https://")
        .removeprefix("http://")
        .removeprefix("www.")
        .partition("?")[0]
        .rstrip("/")
    )


def _asked(case: Case, page: Page, told: Told) -> str:
    lang = case.assignment.lang
    form = next(iter(page.lead_forms), None)
    seen = _looked_behind(case, lang)
    if seen:
        return seen
    if not told.fields or form is None:
        return ""
    named = ", ".join(dict.fromkeys(map(prose, told.fields[:8])))
    if not told.form_serves:
        goal = goal_row(case.assignment.primary_goal).result(lang)
        return (
            say(lang, "behind.other_form", fields=named, goal=goal)
            if len(told.fields) == 1 and len(page.dom.all("form")) == 1
            else ""
        )
    keep = kept_fields(page, form)
    later = [name for name, field in zip(told.fields, form.counted, strict=True) if field.kind not in keep]
    advice = say(lang, "behind.many", n=len(told.fields)) if len(later) > LATER else ""
    return " ".join(filter(None, (say(lang, "behind.fields", fields=named), advice)))


#: fields beyond the needed ones that are worth a word
LATER = 3


def _looked_behind(case: Case, lang: Language) -> str:
    """What was seen there, where somebody looked."""
    found = first_behind(case.report.reading) if case.report is not None else None
    if found is None or found.known_by != "page":
        return ""
    return say(lang, "behind.seen", what=prose(behind_words(found, lang)))
