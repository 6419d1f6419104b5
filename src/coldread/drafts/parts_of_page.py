"""What follows below the first screen: order of sections, proof, objections, price, the way behind the button, sentences."""

from __future__ import annotations

import re
from collections import Counter

from coldread.base.languages import Language
from coldread.drafts.case import Case
from coldread.drafts.say import quoted, say
from coldread.drafts.sections import Section
from coldread.drafts.told import Told
from coldread.scanner.goals import GoalRow, PrimaryGoal, goal_row
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import mid_sentence, phrases, vocabulary, words
from coldread.scanner.report.behind_words import behind_words, first_behind
from coldread.scanner.report.plain import prose
from coldread.scanner.suggest.calls import kept_fields
from coldread.scanner.suggest.wording import sentences

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
    """Today and proposed, with what moves and why; nothing where the page has too few parts to order."""
    lang = case.assignment.lang
    now = told.sections
    if len(now) < LEAST_PARTS:
        return [say(lang, "order.too_few"), *_missing(case, told)]
    wanted = sorted(now, key=lambda one: ORDER.index(one.kind))
    lines = [
        f"| {say(lang, 'order.proposed')} | {say(lang, 'order.section')} | {say(lang, 'order.today')} | {say(lang, 'order.why')} |",
        "|---:|---|---:|---|",
    ]
    shown: set[str] = set()
    for number, one in enumerate(wanted, 1):
        was = now.index(one) + 1
        why = "" if one.kind in shown else say(lang, f"order.{one.kind}")
        shown.add(one.kind)
        moved = f"{was}" if was == number else f"{was} → {number}"
        lines.append(f"| {number} | {_named(one, lang)} | {moved} | {why} |")
    twice = [
        one
        for at, one in enumerate(now)
        if one.heading and one.heading.lower() in {other.heading.lower() for other in now[:at]}
    ]
    lines += (
        ["", *(f"- {say(lang, 'order.twice', heading=quoted(one.heading, lang))}" for one in twice)]
        if twice
        else []
    )
    return [*lines, *_missing(case, told)]


def _missing(case: Case, told: Told) -> list[str]:
    """Sections that a stranger looks for and does not find."""
    lang, there = case.assignment.lang, {one.kind for one in told.sections}
    free = case.assignment.primary_goal in (PrimaryGoal.NEWSLETTER, PrimaryGoal.OTHER)
    wanted = [
        kind
        for kind, is_told in (
            ("proof", bool(told.proofs)),
            ("how", False),
            ("price", free or bool(told.prices)),
        )
        if kind not in there and not is_told
    ]
    listed = [f"- {say(lang, f'order.add_{kind}')}" for kind in wanted]
    return ["", say(lang, "order.missing"), "", *listed] if listed else []


def _named(one: Section, lang: Language) -> str:
    return quoted(one.heading, lang) if one.heading else say(lang, "order.first_screen")


def proof_plan(case: Case, told: Told) -> list[str]:
    """What there is, what to ask whom, and where it stands."""
    lang = case.assignment.lang
    lines = []
    if told.proofs:
        lines += [say(lang, "proof_plan.have"), ""]
        lines += [
            f"- {say(lang, f'proof_kind.{kind}')}: {quoted(text, lang)} – {say(lang, f'proof_plan.{_verdict(kind, text)}')}"
            for kind, text in told.proofs[:5]
        ]
    else:
        lines += [say(lang, "proof_plan.none")]
    audience = told.audience or say(lang, "proof_plan.customers")
    return [
        *lines,
        "",
        say(lang, _asked_of(case), audience=prose(mid_sentence(audience))),
        "",
        *(f"{number}. {say(lang, f'proof_plan.question_{number}')}" for number in (1, 2, 3)),
        "",
        say(lang, "proof_plan.place"),
        *(() if told.proofs else (say(lang, "proof_plan.no_customers"),)),
    ]


def _asked_of(case: Case) -> str:
    """Nobody buys from an association, a café's menu or a shelter."""
    bought_nothing = (PrimaryGoal.OTHER, PrimaryGoal.NEWSLETTER)
    return "proof_plan.ask_other" if case.assignment.primary_goal in bought_nothing else "proof_plan.ask"


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
    """What these readers doubt, and where the page answers."""
    lang, goal = case.assignment.lang, goal_row(case.assignment.primary_goal)
    believed = (text for kind, text in told.proofs if kind == "count" or is_worth_keeping(kind, text))
    rows = [(say(lang, "objection.who"), next(believed, ""))]
    if goal.goal is not PrimaryGoal.NEWSLETTER and (told.prices or goal.goal is not PrimaryGoal.OTHER):
        rows.insert(0, (say(lang, "objection.price"), told.prices[0] if told.prices else ""))
    if goal.goal is not PrimaryGoal.OTHER:
        rows.insert(0, (_fear(told, goal, lang), calms(told, goal)))
        rows.append((say(lang, f"objection.after_{told.kind or goal.goal}"), ""))
    pain = case.assignment.pain_point
    if pain:
        rows.append((say(lang, "objection.pain", pain=quoted(pain, lang)), ""))
    lines = [f"| {say(lang, 'objection.doubt')} | {say(lang, 'objection.answer')} |", "|---|---|"]
    return [
        *lines,
        *(
            f"| {doubt} | {quoted(said, lang) if said else say(lang, 'objection.open')} |"
            for doubt, said in rows
        ),
    ]


def _fear(told: Told, goal: GoalRow, lang: Language) -> str:
    if told.kind:
        return say(lang, f"objection.fear_{told.kind}")
    return say(lang, "objection.fear", fear=goal.fear(lang))


def calms(told: Told, goal: GoalRow) -> str:
    """The page's own line against the fear; a trial answers the fear of being bound, and none of the others."""
    if goal.goal is PrimaryGoal.PAID_SIGNUP:
        return next(iter(told.ways_out), "")
    if goal.goal is PrimaryGoal.NEWSLETTER:
        return next((one for one in told.ways_out if _LEAVING.search(one)), "")
    return next((one for one in told.ways_out if _UNBOUND.search(one)), "")


def price(case: Case, told: Told) -> list[str]:
    lang = case.assignment.lang
    if case.assignment.primary_goal == PrimaryGoal.NEWSLETTER:
        return [say(lang, "price.queue" if told.kind == "queue" else "price.newsletter")]
    if not told.prices and case.assignment.primary_goal == PrimaryGoal.OTHER:
        return []
    if not told.prices:
        return [say(lang, "price.none"), "", f"> {say(lang, 'price.pattern')}"]
    shown = ", ".join(quoted(one, lang) for one in told.prices)
    return [say(lang, "price.shown", prices=shown), "", say(lang, "price.check")]


def behind_the_button(case: Case, page: Page, told: Told) -> list[str]:
    """Step by step: what is pressed, where it leads, what is asked, what happens then."""
    lang = case.assignment.lang
    if not told.button:
        wanted = told.wanted_button or say(lang, "fill.button")
        return [say(lang, "behind.no_button", button=quoted(wanted, lang))]
    lines = [f"1. {say(lang, 'behind.press', button=quoted(told.button, lang))} {_where(told, lang)}"]
    lines.append(f"2. {_asked(case, page, told)}")
    lines.append(f"3. {say(lang, 'behind.after')}")
    return lines


def _where(told: Told, lang: Language) -> str:
    if not told.leads_somewhere:
        return say(lang, "behind.nowhere")
    if told.target.startswith("#") or not told.target:
        return say(lang, "behind.form")
    return say(lang, "behind.address", target=quoted(told.target, lang))


def _asked(case: Case, page: Page, told: Told) -> str:
    lang = case.assignment.lang
    form = next(iter(page.lead_forms), None)
    if not told.fields or form is None:
        return _looked_behind(case, lang) or say(lang, "behind.no_form")
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


def copy_edits(case: Case, page: Page) -> list[str]:
    """Sentence by sentence: the words as they stand, what is wrong with them, what to do."""
    lang = case.assignment.lang
    rows: list[str] = []
    seen: set[str] = set()
    told_of: Counter[str] = Counter()
    for block in page.blocks:
        if block.region in ("nav", "footer") or page.is_quotation(block.element):
            continue
        for said in sentences(block.text):
            key = _fault(said)
            plain = " ".join(said.split())
            alike = key if key == "placeholder" else plain  # leftovers are told once: change 1 lists them all
            if not key or alike in seen or len(rows) >= MOST_EDITS or told_of[key] >= MOST_OF_A_KIND:
                continue
            seen.add(alike)
            told_of[key] += 1
            rows.append(
                f"| {quoted(_cut(plain), lang)} | {say(lang, f'edit.{key}', **_values(key, plain, lang))} |"
            )
    if not rows:
        return [say(lang, "edit.none")]
    return [f"| {say(lang, 'edit.today')} | {say(lang, 'edit.change')} |", "|---|---|", *rows]


def _fault(said: str) -> str:
    if placeholder_in(said):
        return "placeholder"
    if len(phrases("buzzwords.phrases").findall(said)) >= 2:
        return "empty"
    if len(words(said)) > LONG_SENTENCE:
        return "long"
    told = {word.lower() for word in words(said)}
    about_us = _WE.match(said.strip()) and len(told) > 8 and not told & vocabulary("words.you")
    return "we" if about_us else ""


def _values(key: str, said: str, lang: Language) -> dict[str, str]:
    if key == "long":
        return {"n": str(len(words(said)))}
    if key == "empty":
        found = dict.fromkeys(hit[0].lower() for hit in phrases("buzzwords.phrases").finditer(said))
        return {"words": ", ".join(quoted(word, lang) for word in list(found)[:3])}
    return {}


def _cut(text: str) -> str:
    return text if len(text) <= 220 else text[:220].rsplit(" ", 1)[0] + " …"
