"""The first screen written anew in a copywriter's frames: each argues differently, and each is filled with what is sure.

What it is, what is asked for, the readers' question, somebody's word for it, a promise or a figure: one version of each, with
a headline and a line of its own. Where only one can be made, a second begins with somebody's word for it, which is asked for; else
none has a gap above its button.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from coldread.drafts.asked_of_page import ANSWERED
from coldread.drafts.business.acts import ACT
from coldread.drafts.business.control import has_calendar, is_answered
from coldread.drafts.business.could_be import could_be
from coldread.drafts.business.heads import alike, is_repeated
from coldread.drafts.business.kind import Kind
from coldread.drafts.case import Case
from coldread.drafts.marks import marks_in
from coldread.drafts.proposals import FirstScreen, button_of, versions
from coldread.drafts.say import say
from coldread.drafts.slots import LEAST_LINE, LONGEST_HEAD, MOST_LINE, SAME_DIGITS, Slots, is_aimed, stems
from coldread.drafts.sold import thing_of
from coldread.scanner.page.phrases import words
from coldread.scanner.suggest.wording import capital, ended

#: versions at most, and customers by name that are few
MOST, ENOUGH = 3, 2
#: words of a headline that can stand as the line below another
LEAST_WHAT = 3
#: words that a line has and its headline has not
LEAST_NEW = 1
#: facts under a button
MOST_FACTS = 2
LONGEST_KEPT = 90
#: what is filled where, the fullest first; keys of `[frame]`
_PLAIN = ("what_whom_where", "what_whom", "what_where", "what")
_LINE = ("what_whom_where", "what_whom", "what_where", "whom_where", "whom", "what")
#: what stands under the button of which act: the question that the page may answer, and the fact that could be it
_UNDER: dict[str, tuple[str, str]] = {
    "adopt": ("when", "hours"),
    "donate": ("", "use"),
    "volunteer": ("long", "length"),
    "waitlist": ("when", "opens"),
    "queue": ("", "queue"),
    "join": ("price", "fee"),
    "register": ("when", "dates"),
    "room": ("safe", "cancel"),
    "visit": ("when", "hours"),
    "order": ("delivery", "delivery"),
    "quote": ("reply", "next"),
    "demo": ("long", "length"),
    "newsletter": ("often", "often"),
    "meeting": ("long", "length"),
    "call": ("long", "length"),
    "book": ("safe", "cancel"),
    "account": ("price", "price"),
    "subscribe": ("safe", "cancel"),
    "goods": ("delivery", "delivery"),
    "buy": ("delivery", "delivery"),
    "contact": ("reply", "next"),
}


Group = Literal["what", "asked", "reader", "voice", "promise"]


@dataclass(frozen=True, kw_only=True)
class Idea:
    """A headline, the lines that could stand below it, the best first, and what it argues with."""

    head: str
    lines: tuple[str, ...]
    why: str
    #: two ideas of one group argue alike
    group: Group
    source: str = ""


def first_screens(case: Case) -> list[FirstScreen]:
    """At most three, each with a headline, a line and an argument of its own; none that is only today's screen, or a gap to fill."""
    told, settled, page = case.told, case.settled, case.page
    if told is None or settled is None or page is None:
        return []
    slots = Slots(case, told, settled, page)
    own = [one for one in versions(case) if slots.can_stay(one.headline)]
    ideas = [_ungreeted(one) for one in (*_own(slots, own), *_composed(slots))]
    made = _chosen(slots, ideas)
    if made:
        return [*made, *_with_a_voice(slots, made)]
    # headline and line are the best that there is: only what eases the press is new
    return [one for one in own if one.why == "why_under" and one.subhead][:1]


def _with_a_voice(slots: Slots, made: list[FirstScreen]) -> Iterator[FirstScreen]:
    """Beside a single version one that begins with somebody's word for it, where the page has none: the letter asks for it."""
    only = made[0]
    if len(made) == 1 and slots.settled.proof == "none" and len(words(only.headline)) >= LEAST_WHAT:
        head = say(slots.lang, "frame.voice_to_come")
        yield replace(only, headline=head, subhead=ended(only.headline), why="why_voice_to_come", source="")


def _own(slots: Slots, own: list[FirstScreen]) -> Iterator[Idea]:
    """Versions of the page's own lines."""
    for one in own:
        if one.why == "why_under" or (one.why == "why_line" and slots.is_idle(one.subhead)):
            continue
        told = () if slots.is_idle(one.subhead) else (one.subhead,)
        lines = (*told, *slots.followers(one.headline))
        # today's headline with a better line does not stand in the way of plain words
        group: Group = "what" if one.why in ("why_own", "why_ordered") else "asked"
        yield Idea(head=one.headline, lines=lines, why=one.why, group=group, source=one.source)


#: what stands in front of the first thing that a page has to say
_GREETING = re.compile(r"^(?:(?:welcome|välkommen|välkomna)(?: to| till|[!,.]))\s+(?=\w)", re.IGNORECASE)


def _ungreeted(one: Idea) -> Idea:
    """The same without its greeting, as the edits further down propose it."""
    bare = _GREETING.sub("", one.head)
    return one if bare == one.head else replace(one, head=capital(bare), why="why_greeting")


def _chosen(slots: Slots, ideas: list[Idea]) -> list[FirstScreen]:
    """One of each group, the first that is whole; no two with like headlines or like lines, and none that is today's screen."""
    kept: list[tuple[Idea, FirstScreen]] = []
    for one in ideas:
        taken = any(
            one.group == other.group or (one.group != "voice" and alike(one.head, made.headline))
            for other, made in kept
        )
        used = [made.subhead for _, made in kept]
        line = "" if taken else next((line for line in one.lines if _is_new(slots, one, line, used)), "")
        if line and len(kept) < MOST:
            kept.append((one, _version(slots, one, line)))
    order = ("what", "asked", "reader", "voice", "promise")
    return [made for _, made in sorted(kept, key=lambda row: order.index(row[0].group))]


def _is_new(slots: Slots, idea: Idea, line: str, used: list[str]) -> bool:
    """A line that no other version has, and that is not today's under today's headline."""
    same = idea.why != "why_greeting" and _is_said(idea.head, slots.told.headline)
    todays = same and slots.is_todays(line)
    said = any(alike(line, other) or line == other for other in used)
    return not (todays or said or marks_in(line)) and len(stems(line) - stems(idea.head)) >= LEAST_NEW


def _composed(slots: Slots) -> Iterator[Idea]:
    """The surest of each group first."""
    if not slots.can_be_worded:
        yield from _kept(slots)
        return
    for idea in (
        _plain,
        _kept,
        _described,
        _asked,
        _proof,
        _question,
        _promise,
        _result,
        _terms,
        _fact,
        _named,
    ):
        yield from idea(slots)


# One argument each


def _kept(slots: Slots) -> Iterator[Idea]:
    """Today's headline where it tells, with a line that says something else than today's."""
    told, head = slots.told, slots.told.headline
    named = head.strip(" .").lower() in (slots.brand.lower(), slots.told.brand.lower())
    greets = _GREETING.match(head) is not None
    good = told.headline_tells or greets or head.strip(" .").lower() == slots.what.lower()
    if good and not named and len(head) <= LONGEST_KEPT and slots.can_stay(head):
        lines = list(filter(None, (slots.offered_line, slots.steps, *slots.followers(head))))
        fresh = [line for line in lines if greets or not (slots.is_todays(line) or _is_half(line, head))]
        yield Idea(head=head, lines=tuple(fresh), why="why_kept", group="what")


def _is_half(line: str, head: str) -> bool:
    """It says again more than half of what the headline says."""
    return len(stems(line) & stems(head)) * 2 > len(stems(head))


def _plain(slots: Slots) -> Iterator[Idea]:
    """What it is, for whom and where."""
    head = _filled(slots, _PLAIN) if slots.what else ""
    if head and not stems(head) <= stems(slots.told.headline):
        lines = (*slots.lines_of_thing, *slots.todays(head), *slots.followers(head), line_of(slots, head))
        fresh = sorted(filter(None, lines), key=lambda line: _is_half(line, head))
        yield Idea(head=head, lines=tuple(fresh), why="why_plain", group="what")


def _described(slots: Slots) -> Iterator[Idea]:
    """The page's own line below the headline, which says what it is: it leads, and what follows it there stands below."""
    for head, rest in slots.described:
        enough = len(words(rest)) >= LEAST_LINE
        lines = tuple(filter(None, (rest if enough else "", slots.steps, *slots.followers(head), rest)))
        yield Idea(head=capital(head), lines=lines, why="why_described", group="what")


def _asked(slots: Slots) -> Iterator[Idea]:
    """The page's own part about what the order asks for, which stands further down."""
    head, line = slots.asked_part
    if head:
        yield Idea(head=head, lines=tuple(filter(None, (line, *slots.followers(head)))), why="why_asked", group="asked")  # fmt: skip


def _named(slots: Slots) -> Iterator[Idea]:
    """What one does with a house that is known by its name: become a member of it, give to it, read it."""
    act = slots.settled.act.name if slots.settled.act is not None else ""
    if act in _BY_NAME and slots.brand:
        head = say(slots.lang, f"frame.name_{act}", brand=slots.brand)
        placed = f"{head} {slots.where}" if slots.where and not slots.names_place(head) else head
        head = placed if len(placed) <= LONGEST_HEAD else head
        if not _is_said(head, slots.told.headline):
            yield Idea(head=head, lines=_below(slots, head), why="why_named_act", group="what")


#: acts of which the name of the house is the object; keys of `[frame]`
_BY_NAME = ("donate", "join", "volunteer", "newsletter", "visit", "adopt")


def _proof(slots: Slots) -> Iterator[Idea]:
    said, who = slots.quote
    if said:
        head = say(slots.lang, "frame.quote", said=said, who=who)
        yield Idea(head=head, lines=_below(slots, said), why="why_quote", group="voice")
    elif slots.rating:
        head = capital(slots.rating)
        yield Idea(head=head, lines=_below(slots, head), why="why_rating", group="voice")
    elif len(slots.customers) > ENOUGH:
        one, two, three = slots.customers
        head = say(slots.lang, "frame.customers", one=one, two=two, three=three)
        if len(head) <= LONGEST_HEAD:
            yield Idea(head=head, lines=_below(slots, head), why="why_customers", group="voice")


def _question(slots: Slots) -> Iterator[Idea]:
    """What they want, asked in the order's words; else the page's own line about what they get rid of."""
    asked = slots.question or slots.own_worry
    if asked:
        why = "why_question" if slots.question else "why_worry"
        # what answers it in its own words comes first, and today's line is never wrong
        lines = sorted((*slots.followers(asked), *slots.todays(asked)), key=lambda one: -len(stems(one) & stems(asked)))  # fmt: skip
        lines = [slots.card_line, *lines] if slots.card_line else lines
        yield Idea(head=asked, lines=(*lines, line_of(slots, asked, _PLAIN)), why=why, group="reader")


def _promise(slots: Slots) -> Iterator[Idea]:
    """The page's own promise from further down, with its own sentence below it."""
    for one in slots.promises:
        thing = line_of(slots, one.head, _PLAIN) if slots.what else ""
        noun = thing_of(slots.what).split()[-1:]
        told = bool(stems(" ".join(noun)) & stems(f"{one.head} {one.line}"))
        both = one.line if told else f"{thing} {one.line}".strip()
        more = sorted(slots.followers(one.head), key=lambda line: -len(stems(line) & stems(one.head)))
        lines = (both if len(words(both)) <= MOST_LINE else one.line, *more)
        yield Idea(head=one.head, lines=tuple(filter(None, lines)), why="why_promise", group="promise")


def _result(slots: Slots) -> Iterator[Idea]:
    """A figure of a case on the page, with the case that it is of."""
    head, line = slots.result
    if head:
        yield Idea(head=head, lines=(line,), why="why_result", group="promise")


def _terms(slots: Slots) -> Iterator[Idea]:
    """The thing and the page's own price, time or guarantee, as two short sentences."""
    thing = _filled(slots, ("what_where", "what")) or (
        "" if slots.told.is_vague else slots.told.headline.strip(" .")
    )
    if not slots.term or not thing or alike(thing, slots.term):
        return
    head = f"{ended(thing)} {slots.term}"
    if len(head) <= LONGEST_HEAD:
        yield Idea(head=head, lines=_below(slots, head), why="why_terms", group="promise")


def _fact(slots: Slots) -> Iterator[Idea]:
    """The page's most concrete sentence leads."""
    if slots.fact:
        yield Idea(head=slots.fact, lines=_below(slots, slots.fact), why="why_fact", group="promise")


# Their parts


def _filled(slots: Slots, names: tuple[str, ...], **given: str) -> str:
    """The first frame whose facts are all there, and which says no word twice."""
    values = {"what": slots.what, "whom": slots.whom, "where": slots.where, **given}
    for name in names:
        parts = name.split("_")
        pairs = [(one, other) for one in parts for other in parts if one < other]
        doubled = any(is_repeated(values[one], values[other]) for one, other in pairs) or (
            len(parts) > 1 and parts[0] == "what" and not given and is_aimed(values["what"])
        )
        if all(values[part] for part in parts) and not doubled:
            head = capital(say(slots.lang, f"frame.{name}", **{part: values[part] for part in parts}))
            if len(head) <= LONGEST_HEAD or given:
                return head
    return ""


def line_of(slots: Slots, head: str, names: tuple[str, ...] = _LINE) -> str:
    """What it is, for whom and where, as far as the headline has not said it."""
    for name in names:
        said = _filled(slots, (name,))
        if said and not _is_said(said, head):
            return ended(said)
    return ""


def _is_said(line: str, head: str) -> bool:
    """Every word that matters stands in the headline already."""
    mine = {word.lower() for word in words(line)}
    return mine <= {word.lower() for word in words(head)} or alike(line, head)


def _below(slots: Slots, head: str) -> tuple[str, ...]:
    return tuple(filter(None, (*slots.followers(head), line_of(slots, head))))


def _version(slots: Slots, idea: Idea, line: str) -> FirstScreen:
    button = button_of(slots.case, slots.settled)
    below = under(slots, f"{idea.head} {line} {button}") if button else ""
    return FirstScreen(headline=idea.head, subhead=line, button=button, below=below, why=idea.why, source=idea.source)  # fmt: skip


def under(slots: Slots, said: str, *, gap: bool = True) -> str:
    """Facts that ease the press and that this version has not said; else the one that is asked for most, as a gap."""
    fit: list[str] = []
    dialled = re.sub(r"\D", "", said)
    for one in slots.easing:
        number = re.sub(r"\D", "", one)
        if len(number) >= SAME_DIGITS and number[-SAME_DIGITS:] in dialled:
            continue
        if one.lower() not in said.lower() and not any(alike(one, other) for other in (said, *fit)):
            fit.append(one)
    if fit:
        return " · ".join(fit[:MOST_FACTS])
    return _gap_under(slots) if gap else ""


def _gap_under(slots: Slots) -> str:
    act, lang = slots.settled.act, slots.case.lang
    row = _UNDER.get(act.name) if act is not None else None
    known = {one.question for one in slots.answers}
    if (
        act is not None
        and act.name in ("buy", "goods")
        and slots.settled.ordered.business.spoken is not Kind.SHOP
    ):
        return ""  # nobody knows whether anything is sent
    if (
        act is not None
        and act.name in ("book", "call", "meeting", "demo")
        and not has_calendar(slots.settled.control)
    ):
        row = _UNDER["contact"]
        act = ACT["contact"]
    if act is not None and row is not None and row[0] not in known and not could_be(slots.page, row[1]):
        return say(lang, f"gap.under_{act.name}")
    answered = any(ANSWERED.search(block.text[:600]) for block in slots.page.blocks)
    if is_answered(slots.settled.control) and not answered and act is not None and act.name in ("quote", "contact", "demo", "book", "meeting", "call"):  # fmt: skip
        return say(lang, "gap.under_contact")
    return ""
