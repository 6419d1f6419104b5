"""The owner's part of a draft: two pages that can be forwarded, with no selector, no rule's number and no command in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.drafts import first_screen, parts_of_page
from coldread.drafts.case import Case
from coldread.drafts.copy_edits import copy_edits
from coldread.drafts.first_screen import listed
from coldread.drafts.marks import marks_in
from coldread.drafts.points import Point, points
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.told import Told
from coldread.drafts.told_once import WRITTEN_ABOVE
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import mid_sentence
from coldread.scanner.report.plain import prose


def owners_part(case: Case) -> list[str]:
    """In short, the first screen, the changes, the parts below, and what is asked."""
    page, told, facts = case.page, case.told, case.settled
    if page is None or told is None or facts is None:
        return []
    made = first_screen.versions(case)
    chosen = points(case, has_versions=bool(made))
    lines = [
        *_in_short(case, facts, chosen),
        *_first_screen(case, told, facts, made),
        *_changes(case, chosen),
        *_below(case, page, told, facts),
    ]
    return [_DOUBLED.sub(r"\1\2", line) for line in (*lines, *_needed(case, facts, made, "\n".join(lines)))]


#: a full stop after a quotation that has its own
_DOUBLED = re.compile(r"([.!?…])([”\"])\.(?!\.)")


def _in_short(case: Case, facts: Settled, chosen: list[Point]) -> Iterator[str]:
    lang, asked = case.lang, case.assignment
    yield from (f"## {say(lang, 'draft.short')}", "")
    goal = mid_sentence(asked.goal.strip().rstrip("."))
    key = "goal_for" if asked.audience else "goal"
    told = [
        say(
            lang,
            f"short.{key}",
            goal=prose(goal),
            audience=prose(mid_sentence(asked.audience.strip().rstrip("."))),
        )
    ]
    if facts.ordered.is_list:
        told.append(say(lang, "short.list_not_letter"))
    told += [*_way(case, facts), *_readers(case, facts), *_believed(case, facts)]
    if facts.act is None or facts.act.name not in ("newsletter", "waitlist", "join"):
        told += [trait.asks(lang) for trait in facts.readers.traits[:1]]
    yield f"**{say(lang, f'short.{verdict(facts, chosen)}')}** {' '.join(told)}"
    yield ""


def verdict(facts: Settled, chosen: list[Point]) -> str:
    """`no` where the step cannot be taken, `yes` where it can and nothing great is in the way."""
    if (
        facts.step in ("broken", "none")
        or facts.ordered.is_unsent
        or any(one.of == "copy.leftover" for one in chosen)
    ):
        return "no"
    good = facts.step == "first" and facts.readers.state in ("yes", "unsure") and facts.proof == "sure"
    return "yes" if good else "partly"


def _way(case: Case, facts: Settled) -> Iterator[str]:
    lang, control = case.lang, facts.control
    if facts.step == "open":
        return
    label = quoted(control.label, lang) if control is not None else ""
    contact = quoted(facts.ordered.reachable, lang)
    key = f"broken_{facts.failure}" if facts.step == "broken" and control is not None else facts.step
    if facts.step == "facts":
        lost = [
            one for one in facts.ordered.missing if facts.act is not None and one.name in facts.act.by_facts
        ]
        key = "facts_lost" if lost else "facts"
        label = listed([say(lang, f"fact.{one.name}") for one in lost], lang) if lost else ""
    yield say(lang, f"short.way_{key}", label=label, contact=contact)


def _readers(case: Case, facts: Settled) -> Iterator[str]:
    lang, readers = case.lang, facts.readers
    if not case.assignment.audience or not readers.parts:
        return
    exact = [part for part in readers.parts if not part.near]
    met = list(dict.fromkeys(quoted(part.found, lang) for part in exact if part.where in ("first", "name")))
    below = list(dict.fromkeys(quoted(part.found, lang) for part in exact if part.where == "below"))
    if met:
        yield say(lang, "short.readers_met", words=listed(met, lang))
    if below:
        yield say(lang, "short.readers_below", words=listed(below, lang))
    for part in readers.parts:
        if part.near:
            yield say(
                lang, "short.readers_near", said=quoted(part.said, lang), words=quoted(part.found, lang)
            )


def _believed(case: Case, facts: Settled) -> Iterator[str]:
    lang = case.lang
    if facts.proof == "thin":
        yield say(lang, "short.proof_thin")
    if facts.price == "none" and case.assignment.primary_goal != PrimaryGoal.OTHER:
        yield say(lang, "short.price_none")


def _first_screen(
    case: Case, told: Told, facts: Settled, made: list[first_screen.FirstScreen]
) -> Iterator[str]:
    lang = case.lang
    yield from (f"## {say(lang, 'first.title')}", "")
    yield from (*first_screen.answers(case, told, facts), "")
    kept = first_screen.keeps(case, told, facts)
    if kept:
        yield from (f"**{say(lang, 'first.keep_title')}**", "", *kept, "")
    title = "versions_title" if len(made) > 1 else "version_title" if made else "no_version_title"
    yield from (f"**{say(lang, f'first.{title}')}**", "")
    yield from first_screen.shown(case, made)
    worded = {name: text for name, text in case.rewrites.items() if name in WRITTEN_ABOVE}
    if worded:
        yield from (say(lang, "change.wording"), "", *(f"> {prose(text)}" for text in worded.values()), "")


def _changes(case: Case, chosen: list[Point]) -> Iterator[str]:
    lang = case.lang
    yield from (f"## {say(lang, 'point.heading' if len(chosen) > 1 else 'point.heading_one')}", "")
    yield from (f"{number}. **{one.title}** {one.do}" for number, one in enumerate(chosen, 1))
    if not chosen:
        yield say(lang, "draft.no_changes")
    yield ""


def _below(case: Case, page: Page, told: Told, facts: Settled) -> Iterator[str]:
    """What follows the first screen, in the order in which it is worked on; a part with nothing sure to say is left out."""
    for name, lines in (
        ("order", parts_of_page.order_of_sections(case, told)),
        ("proof_plan", parts_of_page.proof_plan(case, facts)),
        ("objection", parts_of_page.objections(case, facts)),
        ("price", parts_of_page.price(case, facts)),
        ("behind", parts_of_page.behind_the_button(case, page, told, facts)),
        ("edit", copy_edits(case, page, told)),
    ):
        if lines:
            yield from (f"## {say(case.lang, f'{name}.title')}", "", *lines, "")


def _needed(case: Case, facts: Settled, made: list[first_screen.FirstScreen], above: str) -> Iterator[str]:
    """What only the owner knows: the choice, what is unsure, and the gaps."""
    lang = case.lang
    asked = []
    if len(made) > 1:
        letters = f" {say(lang, 'ordered.or')} ".join(
            filter(None, (", ".join("ABC"[: len(made) - 1]), "ABC"[len(made) - 1]))
        )
        asked.append(say(lang, "sum.ask_choice", letters=letters))
    elif not made and case.told is not None and not case.told.headline_tells:
        asked.append(say(lang, "sum.ask_offer"))
    if facts.step == "unsure" and facts.control is not None:
        asked.append(say(lang, "sum.ask_step", label=quoted(facts.control.label, lang)))
    if facts.step == "open":
        asked.append(say(lang, "sum.ask_which"))
    linked = any(one.name == "price" and one.state == "behind" for one in facts.ordered.facts)
    if facts.price == "unsure" and not linked:
        asked.append(say(lang, "sum.ask_price"))
    if case.assignment.audience and not facts.readers.parts and not facts.readers.has("nearby"):
        asked.append(say(lang, "sum.ask_readers", audience=quoted(case.assignment.audience, lang)))
    if facts.proof == "unsure":
        asked.append(say(lang, "sum.ask_who_says"))
    elif facts.proof != "sure":
        asked.append(say(lang, "sum.ask_proof"))
    gaps = marks_in(above)
    if gaps:
        asked.append(say(lang, "sum.ask_marks", n=len(gaps)))
    if case.assignment.goal_guessed:
        asked.append(say(lang, "sum.ask_goal"))
    yield from (f"## {say(lang, 'sum.ask')}", "")
    yield from (f"- {one}" for one in asked or [say(lang, "sum.ask_nothing")])
    yield ""
