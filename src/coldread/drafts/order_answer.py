"""What a buyer reads first: whether the page does what was ordered, for these people, and which facts they look for in vain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from coldread.drafts.assignment import Assignment
from coldread.drafts.business.acts import ACT, HOME, Act, Control, acts_of, control_for, stand_in
from coldread.drafts.business.facts import Found, found_facts, needed_facts
from coldread.drafts.business.headlines import local_number
from coldread.drafts.business.kind import Business, Kind, business_of
from coldread.drafts.business.readers import Readers, readers_of
from coldread.drafts.say import quoted, say
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.page import Page
from coldread.scanner.reading.record import Reading
from coldread.scanner.report.plain import prose

_REMOTE = re.compile(
    r"\bonline\b|på distans|digital(?:a|t)? (?:kurs|lektion|möte|samtal)\w*|\bremote\b|via video",
    re.IGNORECASE,
)
_ON_THE_SPOT = frozenset({"hours", "address", "area"})
_LETTER = re.compile(r"newsletter|nyhetsbrev", re.IGNORECASE)
#: acts that end in a form
_BY_FORM = frozenset(
    {
        "book",
        "call",
        "meeting",
        "quote",
        "contact",
        "demo",
        "register",
        "queue",
        "join",
        "newsletter",
        "waitlist",
    }
)
_SENDS = re.compile(r"\s*(?:skicka|send|submit)\b", re.IGNORECASE)
_EITHER = re.compile(r"\b(?:or|eller)\b", re.IGNORECASE)
#: facts that may be missing from a page that still does its work
MOST_MISSING = 2
#: so many facts are looked for on the first screen, where they are of a kind that fits there
RAISED = 2
SEEN_FIRST = frozenset(
    {
        "hours",
        "address",
        "area",
        "phone",
        "price",
        "menu",
        "dates",
        "queue",
        "opens",
        "fee",
        "length",
        "install",
        "new",
    }
)


@dataclass(frozen=True)
class OrderedPage:
    """The order held against the page: decided once, read by every part of the document."""

    page: Page
    reading: Reading
    asked: Assignment
    #: ids of what the scan found
    found: frozenset[str] = frozenset()
    #: what cannot be read for its colour
    pale: tuple[str, ...] = ()

    @cached_property
    def wish(self) -> str:
        return " ".join((self.asked.goal, self.asked.pain_point))

    @cached_property
    def business(self) -> Business:
        # the goal only: readers may be in a trade of their own, as the bakers are to whom software is sold
        return business_of(self.page, self.asked.goal)

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """What was ordered; a waiting list where the page has no letter and the order calls it one."""
        found = acts_of(self.asked.goal, self.asked.primary_goal, self.business.spoken)
        return tuple(ACT["waitlist"] if act.name == "newsletter" and self.is_list else act for act in found)

    @cached_property
    def is_list(self) -> bool:
        """The order speaks of a letter, and the page takes names for a waiting list and offers no letter."""
        asked = acts_of(self.asked.goal, self.asked.primary_goal, self.business.spoken)
        texts = " · ".join(block.text[:300] for block in self.page.blocks[:400])
        return (
            any(act.name == "newsletter" for act in asked)
            and control_for(self.page, self.reading.steps, ACT["waitlist"]) is not None
            and not _LETTER.search(texts)
        )

    @cached_property
    def controls(self) -> tuple[tuple[Act, Control | None], ...]:
        return tuple((act, self._control(act)) for act in self.acts)

    def _control(self, act: Act) -> Control | None:
        """What says the act; else, for a named goal, what the page has in its stead (“Contact”)."""
        found = control_for(self.page, self.reading.steps, act)
        if found is not None or self.asked.primary_goal is PrimaryGoal.OTHER or act.by_facts:
            return found
        return stand_in(self.page, self.reading.steps)

    @cached_property
    def facts(self) -> tuple[Found, ...]:
        names = needed_facts(self.business.spoken, self.acts, self.wish)
        trade = self.business.trade if self.business.outcome == "sure" else None
        if trade is not None and not trade.comes:  # one goes there
            names = tuple(dict.fromkeys("address" if name == "area" else name for name in names))
        if self.is_remote:
            names = tuple(name for name in names if name not in _ON_THE_SPOT)
        return found_facts(self.page, self.reading, names)

    @cached_property
    def is_remote(self) -> bool:
        """It is done at a distance, as the first lines say: nobody looks for a street."""
        top = [self.page.title, *(block.text[:200] for block in self.page.subheads[:3])]
        top += [self.reading.headline.text] if self.reading.headline is not None else []
        return any(_REMOTE.search(text) for text in top)

    @cached_property
    def readers(self) -> Readers:
        return readers_of(self.page, self.asked.audience)

    def verb(self, act: Act, *, alone: bool = True) -> str:
        """“book window cleaning”, “book a time”: what is booked, where the kind tells it."""
        lang, kind = self.asked.lang, self.business.spoken
        if act.name != "book" or kind not in (Kind.CARE, Kind.CRAFT):
            return act.of_one(lang) if alone else act.verb(lang)
        trade = self.business.trade
        comes = kind is Kind.CRAFT and trade is not None and trade.comes and bool(self.business.noun(lang))
        return f"{act.verb(lang)} {self.business.noun(lang) if comes else say(lang, 'ordered.a_time')}"

    @cached_property
    def unsent(self) -> str:
        """The label of a form's button that sends nothing; empty where none is dead."""
        dead = (step.label for step in self.reading.steps if step.leads_to == "nowhere")
        return next((label for label in dead if _SENDS.match(label)), "")

    @cached_property
    def reachable(self) -> str:
        """The number or the mail that somebody can order by where there is no button; empty where none is real."""
        found = [one for one in self.facts if one.name in ("phone", "contact") and one.state == "said"]
        return local_number(found[0].said) if found else ""

    @property
    def missing(self) -> list[Found]:
        return [one for one in self.facts if one.state in ("missing", "broken")]

    @property
    def lost_acts(self) -> list[tuple[Act, Control | None]]:
        """What was ordered and cannot be done here."""
        return [(act, control) for act, control in self.controls if not self._served(act, control)]

    def _served(self, act: Act, control: Control | None) -> bool:
        if act.by_facts:
            return not any(one.name in act.by_facts for one in self.missing)
        return control is not None and control.works

    @property
    def is_unsent(self) -> bool:
        """What was ordered ends in a form, and the form cannot be sent."""
        dead = bool(self.unsent) or "form.no-action" in self.found
        return dead and any(act.name in _BY_FORM for act in self.acts)

    @property
    def verdict(self) -> str:
        """`yes`, `partly` or `no`: can it be done, and do they find what they look for."""
        if self.is_unsent:
            return "no"
        if self.acts and len(self.lost_acts) == len(self.acts):
            return "no"
        out_of_sight = any(
            control is not None and (control.in_menu or control.stands_in or control.on_first_screen is False)
            for _, control in self.controls
        )
        named = bool(self.readers.named_first) or not self.asked.audience
        if self.lost_acts or out_of_sight or len(self.missing) > MOST_MISSING or not named:
            return "partly"
        return "yes"


def answer(ordered: OrderedPage) -> Iterator[str]:
    """A paragraph of judgement, then the table of what they look for."""
    lang = ordered.asked.lang
    yield " ".join(
        (
            f"**{say(lang, f'ordered.{ordered.verdict}')}**",
            *_goal(ordered),
            *_readers(ordered),
            *_facts(ordered),
        )
    )
    yield ""
    yield from _table(ordered)
    yield ""


def verbs(ordered: OrderedPage) -> str:
    lang = ordered.asked.lang
    joined = "or" if _EITHER.search(ordered.asked.goal) else "and"
    return f" {say(lang, f'ordered.{joined}')} ".join(ordered.verb(act, alone=False) for act in ordered.acts)


def _goal(ordered: OrderedPage) -> Iterator[str]:
    lang = ordered.asked.lang
    if not ordered.acts:
        yield say(lang, "ordered.goal_unknown", goal=quoted(ordered.asked.goal, lang))
        return
    yield say(lang, "ordered.goal", verbs=verbs(ordered))
    if ordered.is_list:
        yield say(lang, "ordered.list_not_letter")
    for act, control in ordered.controls:
        yield _way(ordered, act, control)
    if ordered.is_unsent:
        key = "unsent" if ordered.unsent else "no_taker"
        yield say(lang, f"ordered.{key}", label=quoted(ordered.unsent, lang))


def _way(ordered: OrderedPage, act: Act, control: Control | None) -> str:
    """How far somebody gets who wants to do it."""
    lang = ordered.asked.lang
    told = [one for one in ordered.facts if one.name in act.by_facts and one.state == "said"]
    lost = [one for one in ordered.missing if one.name in act.by_facts]
    key, facts, other = "none", lost, ""
    if control is None and ordered.reachable and not lost and not act.by_facts:
        return say(
            lang, "ordered.way_contact", verb=ordered.verb(act), contact=quoted(ordered.reachable, lang)
        )
    if control is not None and not control.works:
        key = control.reach
    elif lost:
        key = "untold"
    elif act.by_facts:
        facts, below = told, bool(told) and not any(one.first_screen for one in told)
        key = "told_below" if below else "told"
    elif control is not None and control.stands_in:
        key = "stand_in"
    elif control is not None:
        key = _stands(control)
        other = _first_instead(ordered, control) if key == "below" else ""
        key = "instead" if other else key
    values = {
        "verb": ordered.verb(act),
        "label": quoted(control.label, lang) if control is not None else "",
        "facts": named(facts, lang) if facts else "",
        "other": quoted(other, lang),
    }
    return say(lang, f"ordered.way_{key}", **values)


def _stands(control: Control) -> str:
    if control.in_menu:
        return "menu"
    return "first" if control.on_first_screen in (True, None) else "below"


def _first_instead(ordered: OrderedPage, control: Control) -> str:
    """What the first screen's own button says, where that is another step."""
    first, view = ordered.page.primary, ordered.page.seen.desktop
    if (
        first is None
        or view is None
        or first.label.lower() == control.label.lower()
        or HOME.match(first.label)
    ):
        return ""
    drawn = ordered.page.desktop.get(first.selector)
    return first.label if drawn is not None and drawn.visible and drawn.box[1] < view.height else ""


def _readers(ordered: OrderedPage) -> Iterator[str]:
    lang, readers = ordered.asked.lang, ordered.readers
    if not ordered.asked.audience:
        return
    audience = quoted(ordered.asked.audience, lang)
    if readers.named_first:
        found = ", ".join(quoted(word, lang) for word in readers.named_first)
        yield say(lang, "ordered.readers_first", audience=audience, words=found)
    elif readers.named_below:
        found = ", ".join(quoted(word, lang) for word in readers.named_below)
        yield say(lang, "ordered.readers_below", audience=audience, words=found)
    elif readers.matter:
        found = ", ".join(quoted(word, lang) for word in readers.matter)
        yield say(lang, "ordered.readers_matter", audience=audience, words=found)
    else:
        yield say(lang, "ordered.readers_none", audience=audience)
    yield from (trait.asks(lang) for trait in readers.traits[:2])


def _facts(ordered: OrderedPage) -> Iterator[str]:
    lang, missing = ordered.asked.lang, ordered.missing
    if missing:
        key = "facts_one" if len(missing) == 1 else "facts_missing"
        yield say(lang, f"ordered.{key}", facts=named(missing, lang))
    elif all(one.state in ("said", "behind") for one in ordered.facts):
        yield say(lang, "ordered.facts_all")


def named(facts: list[Found], lang: str) -> str:
    names = [say(lang, f"fact.{one.name}") for one in facts]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {say(lang, 'ordered.and')} {names[-1]}"


def _table(ordered: OrderedPage) -> Iterator[str]:
    lang = ordered.asked.lang
    yield f"| {say(lang, 'ordered.looks_for')} | {say(lang, 'ordered.today')} | {say(lang, 'ordered.do')} |"
    yield "|---|---|---|"
    for act, control in ordered.controls:
        if not act.by_facts:
            words = _control_words(control, lang)
            if control is None and ordered.reachable:
                words = say(lang, "ordered.control_contact", contact=quoted(ordered.reachable, lang))
            yield f"| {say(lang, 'ordered.step', verb=ordered.verb(act))} | {words} | {_control_do(ordered, act, control)} |"
    for number, one in enumerate(ordered.facts):
        do = _fact_do(one, lang, wanted_first=number < RAISED and one.name in SEEN_FIRST)
        if one.state == "said" and _is_pale(one, ordered.pale):
            do = say(lang, "ordered.do_visible")
        yield f"| {say(lang, f'fact.{one.name}_ask')} | {_fact_words(one, lang)} | {do} |"


def _control_words(control: Control | None, lang: str) -> str:
    if control is None:
        return say(lang, "ordered.none")
    label = quoted(control.label, lang)
    if not control.works:
        return say(lang, f"ordered.control_{control.reach}", label=label)
    if control.stands_in:
        return say(lang, "ordered.control_stand_in", label=label)
    return say(lang, f"ordered.control_{_stands(control)}", label=label)


def _control_do(ordered: OrderedPage, act: Act, control: Control | None) -> str:
    lang = ordered.asked.lang
    if control is not None and control.reach == "unfilled":
        return say(lang, "ordered.do_fill")
    if control is None and ordered.reachable:
        return say(lang, "ordered.do_contact", contact=quoted(ordered.reachable, lang))
    if control is None or not control.works or control.in_menu or control.stands_in:
        label = (
            control.label
            if control is not None and control.in_menu and control.works and not control.stands_in
            else act.button(lang)
        )
        return say(lang, "ordered.do_button", label=quoted(label, lang))
    return say(lang, "ordered.do_keep" if control.on_first_screen in (True, None) else "ordered.do_raise")


def _fact_words(one: Found, lang: str) -> str:
    if one.state == "said":
        where = say(lang, "ordered.on_first") if one.first_screen else say(lang, "ordered.further_down")
        said = local_number(one.said) or (one.link.label if one.link is not None else "")
        return f"{quoted(said, lang)} ({where})"
    label = quoted(one.link.label, lang) if one.link is not None else ""
    if one.state == "behind":
        return say(lang, "ordered.behind", label=label)
    if one.state == "broken" and one.link is not None:
        return say(lang, f"ordered.control_{one.link.reach}", label=label)
    if one.state == "unclear":
        return say(lang, "ordered.unclear")
    return say(lang, "ordered.none")


#: digits in which two spellings of one number agree
_SAME_NUMBER = 7


def _is_pale(one: Found, pale: tuple[str, ...]) -> bool:
    """What another part of the draft calls too pale to read is not to be kept as it is."""
    if one.name == "phone":
        ends = (re.sub(r"\D", "", text)[-_SAME_NUMBER:] for text in pale)
        return re.sub(r"\D", "", one.said)[-_SAME_NUMBER:] in {
            end for end in ends if len(end) == _SAME_NUMBER
        }
    return any(one.said == text for text in pale)


def _fact_do(one: Found, lang: str, *, wanted_first: bool) -> str:
    if one.state == "said":
        return say(lang, "ordered.do_keep" if one.first_screen or not wanted_first else "ordered.do_raise")
    do = prose(say(lang, f"fact.{one.name}_do"))
    return say(lang, "ordered.do_unclear", do=do) if one.state == "unclear" else do
