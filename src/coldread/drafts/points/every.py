"""The changes that matter for the goal: each a sentence that says what is wrong here, and one that says what to do.

They come in this order: what breaks the step, what is left over, what cannot be read, what contradicts itself; then what
belongs to the trouble that the buyer told of; then what hides the step, the first lines, what comes late, price, and the worst
of what the scan found. Everything else is the developer's.
"""

from __future__ import annotations

import re

from coldread.drafts.asked_of_page import Answer, answers
from coldread.drafts.case import Case
from coldread.drafts.contradictions import contested
from coldread.drafts.contradictions import told as told_contradictions
from coldread.drafts.disagreements import disagreements
from coldread.drafts.goal_steps import GoalStep, goal_steps
from coldread.drafts.points.broken_step import broken, form_elsewhere, no_field, nothing_behind
from coldread.drafts.points.faults import faults
from coldread.drafts.points.first_lines import (
    UNDER,
    brought_up,
    first_lines,
    ordered_word,
    price_absent,
    slogan,
    voice,
)
from coldread.drafts.points.pale import below_the_norm, cut_on_phone, unread
from coldread.drafts.points.point import Point
from coldread.drafts.points.readers import addressed, unmet_readers
from coldread.drafts.points.trouble import leading, of_trouble, troubles
from coldread.drafts.points.unfinished_parts import (
    POLICY,
    bare_links,
    closed,
    dead_privacy,
    errors,
    exercise,
    leads_to_a_front_door,
    shop_without_app,
    unready,
)
from coldread.drafts.points.way import generic, hidden_on_phone, hidden_step, long_stretch, several_names
from coldread.drafts.proposals import FirstScreen, versions
from coldread.scanner.judge.finding import Severity

MOST = 6


#: contradictions and the like that are told at once
MOST_DISAGREEMENTS = 3


def points(case: Case, made: list[FirstScreen], found: list[Answer], steps: list[GoalStep]) -> list[Point]:
    """The six, most important first; each told once."""
    facts, page = case.settled, case.page
    if facts is None or page is None:
        return []
    first = [
        *broken(case, facts),
        *unready(case, facts, page),
        *exercise(case, page),
        *errors(case, page),
        *closed(case, facts, page),
        *shop_without_app(case, page),
        *(bare_links(case, page) if leads_to_a_front_door(facts) else ()),
        *unread(case, page),
        *form_elsewhere(case, facts, page),
        *nothing_behind(case, facts),
        *(Point(title=title, do=do) for title, do in told_contradictions(case)[:MOST_DISAGREEMENTS]),
        *faults(case, facts, (Severity.P0,)),
    ]
    rest = [
        *of_trouble(case),
        *faults(case, facts, tuple(Severity), only=True),
        *hidden_step(case, facts, page, steps),
        *hidden_on_phone(case, page, steps),
        *generic(case, facts),
        *no_field(case, facts),
        *(one for one in first_lines(case, facts, made) if one.of != UNDER),
        *addressed(case, page),
        *slogan(case, page, made),
        *dead_privacy(case, page),
        *(Point(title=title, do=do) for title, do in disagreements(case)[:MOST_DISAGREEMENTS]),
        *ordered_word(case, facts, page),
        *bare_links(case, page),
        *brought_up(case, facts, page, found, made),
        *unmet_readers(case, facts, page),
        *several_names(case, facts, steps),
        *long_stretch(case, facts, page, steps),
        *(one for one in first_lines(case, facts, made) if one.of == UNDER),
        *price_absent(case, facts),
        *voice(case, facts, page),
        *faults(case, facts, (Severity.P1,)),
        *faults(case, facts, (Severity.P2,)),
    ]
    kept: dict[str, Point] = {}
    for one in (*first, *leading(rest, troubles(case))):
        kept.setdefault(one.of or one.title, one)
    if "cta.dead-many" in kept:
        kept.pop("cta.dead-link", None)
    if any(one.title == bare.title for bare in bare_links(case, page) for one in kept.values()):
        kept.pop("copy.leftover", None)  # the same link
    if "cta.dead-many" in kept and POLICY.search(kept["cta.dead-many"].title):
        kept.pop("trust.privacy-link", None)
    if "visual.overflow-x" in kept and cut_on_phone(page):
        kept.pop("visual.clipped-text", None)  # the same edge cuts them
    if _is_told_already(case):
        kept.pop("copy.contradiction", None)
    if len(kept) < FEW:
        kept |= {one.of: one for one in below_the_norm(case) if one.of not in kept}
    return _each_once(list(kept.values()))[:MOST]


#: checks that speak of what was never written
_UNWRITTEN = frozenset({"copy.leftover", "clarity.placeholder", "trust.proof-placeholder"})


_QUOTED = re.compile(r"[“”]([^“”]+)”")


def _each_once(found: list[Point]) -> list[Point]:
    """Without further points about the same words that were never written."""
    kept: list[Point] = []
    for one in found:
        said = set(_QUOTED.findall(one.title))
        before = {text for other in kept for text in _QUOTED.findall(other.title)}
        if one.of not in _UNWRITTEN or not said or not said <= before:
            kept.append(one)
    return kept


#: changes that are few: what the norm asks for has room among them
FEW = 3


def _is_told_already(case: Case) -> bool:
    """The scan's contradiction is one of those that are asked about one by one."""
    found = case.report.findings if case.report is not None else ()
    said = next((str(one.evidence[0].value) for one in found if one.id == "copy.contradiction"), "")
    return bool(said) and said in contested(case)


def points_of(case: Case) -> list[Point]:
    """The same, of a case alone."""
    facts, page = case.settled, case.page
    if facts is None or page is None:
        return []
    return points(case, versions(case), answers(page, facts), goal_steps(page, facts))
