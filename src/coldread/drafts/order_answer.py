"""The order held against the page: what is wanted, what on the page does it, and which facts such visitors look for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from coldread.drafts.assignment import Assignment
from coldread.drafts.business.acts import ACT, LOOK, Act, acts_of
from coldread.drafts.business.control import Control, costs_money
from coldread.drafts.business.control_search import (
    addressed_control,
    control_for,
    first_control,
    form_control,
    hero_control,
    looks_round,
    named_control,
    sibling_control,
    stand_in,
    way_to_form,
)
from coldread.drafts.business.facts import Found, found_facts, needed_facts
from coldread.drafts.business.heads import local_number
from coldread.drafts.business.kind import Business, Kind, business_of, kinds_named, top_lines
from coldread.drafts.business.readers import Readers, readers_of
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observe.made_up import is_made_up_mail, made_up_phone_in
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.reading.record import Reading
from coldread.scanner.suggest.wording import capital

_REMOTE = re.compile(
    r"(?<!order )(?<!orders )(?<!book )(?<!shop )(?<!buy )(?<!boka )(?<!beställ )(?<!handla )\bonline\b|på distans|digital(?:a|t)? (?:kurs|lektion|möte|samtal)\w*|\bremote\b|via video",
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
#: acts that do not belong to a kind: its doubts and its advice would be another's
_GOODS = frozenset({"buy", "goods", "subscribe", "download", "account"})
_UNFIT: dict[Kind, frozenset[str]] = {
    Kind.STAY: _GOODS,
    Kind.CARE: _GOODS | {"demo"},
    Kind.CRAFT: _GOODS | {"demo", "book", "join", "register"},
    Kind.ASSOCIATION: _GOODS | {"demo", "quote"},
    Kind.FOOD: frozenset({"demo", "download", "account", "join"}),
    Kind.EXPERT: _GOODS,
    Kind.APP: frozenset({"join", "room", "table", "visit"}),
    Kind.OPEN_SOURCE: frozenset({"buy", "goods", "quote", "call", "meeting", "book"}),
}
#: what an order says that wants a craftsman booked, or an installation
_BOOKED = frozenset({"book", "download"})
#: acts that begin with a look at what there is
_LOOKS_ROUND = frozenset({"buy", "goods", "order", "account", "subscribe", "join", "register", "download"})
_SENDS = re.compile(r"\s*(?:skicka|send|submit)\b", re.IGNORECASE)


#: acts that a payment by number ends
_PAID_BY_NUMBER = frozenset({"donate", "buy", "goods", "join", "register", "order", "subscribe"})
_NUMBER = re.compile(
    r"\b(?P<name>swish(?:a|nummer)?|bankgiro|plusgiro|bg|pg|90-konto)\b[^\d\n]{0,30}(?:(?P<swish>123[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}|07\d[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2})|(?P<giro>\d{2,6}[\s-]?\d{0,2}-\d{1,4}))",
    re.IGNORECASE,
)
MOST_BLOCKS = 600


@dataclass(frozen=True, kw_only=True)
class Payment:
    """A number that money is sent to, as the page writes it."""

    kind: Literal["swish", "giro"]
    said: str
    selector: str


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
        found = business_of(self.page, self.asked.goal)
        acts = acts_of(self.asked.goal, self.asked.primary_goal, found.spoken)
        # who buys a book about a guest house books no room there
        unfit = any(act.name in _UNFIT.get(found.spoken, frozenset()) for act in acts)
        return replace(found, outcome="unsure") if unfit else found

    @cached_property
    def house(self) -> Business:
        """Whose visitors these are: the kind that alone is named in the first lines is one, though the order does not say it."""
        own = self.business
        acts = acts_of(self.asked.goal, self.asked.primary_goal, own.kind)
        names = {
            act.name for act in acts if act.asked.search(self.asked.goal)
        }  # what it says, not what is usual
        fits = not names & (_UNFIT.get(own.kind, frozenset()) - _BOOKED)
        named = kinds_named(" · ".join(top_lines(self.page)))
        return replace(own, outcome="sure") if fits and named == {own.kind} else own

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """What was ordered; a waiting list where the page has no letter and the order calls it one."""
        found = acts_of(self.asked.goal, self.asked.primary_goal, self.business.spoken)
        return tuple(ACT["waitlist"] if act.name == "newsletter" and self._has_list else act for act in found)

    @property
    def is_list(self) -> bool:
        """The order's own words speak of a letter, and the page has a waiting list and no letter."""
        return self._has_list and _LETTER.search(self.asked.goal) is not None

    @cached_property
    def _has_list(self) -> bool:
        """A letter would be the goal, and the page takes names for a waiting list and offers no letter."""
        asked = acts_of(self.asked.goal, self.asked.primary_goal, self.business.spoken)
        texts = " · ".join(block.text[:300] for block in self.page.blocks[:400])
        return (
            any(act.name == "newsletter" for act in asked)
            and control_for(self.page, self.reading.steps, ACT["waitlist"]) is not None
            and not _LETTER.search(texts)
        )

    @cached_property
    def controls(self) -> tuple[tuple[Act, Control | None], ...]:
        there = addressed_control(self.page, self.reading.steps, self.asked.goal) if not self.acts else None
        return tuple((act, self._control(act)) for act in self.acts) or (((LOOK, there),) if there else ())

    def _control(self, act: Act) -> Control | None:
        """The page's own first button where the act's is nowhere near it and such an act begins with looking round."""
        found = self._said(act)
        near = found is not None and found.on_first_screen and not (found.in_menu or found.stands_in)
        if near or act.name not in _LOOKS_ROUND or act.by_facts:
            return found
        hero = hero_control(self.page, self.reading.steps, act, self.asked.goal)
        if hero is None or found is None or found.in_menu or found.stands_in or not found.works:
            return hero or found
        # what is paid for beats what is only begun; what nobody is sure of beats nothing
        paid = costs_money(found) and not costs_money(hero) and not looks_round(hero.label)
        return found if hero.stands_in or paid else hero

    def _said(self, act: Act) -> Control | None:
        """What says the act; else, for a named goal, what the page has in its stead (“Contact”)."""
        found = named_control(self.page, self.reading.steps, self.asked.goal) or control_for(
            self.page, self.reading.steps, act, self.asked.goal
        )
        if (found is None or found.in_menu) and self.asked.primary_goal != PrimaryGoal.OTHER:
            form = form_control(self.page, self.reading.steps) if act.name in _BY_FORM else None
            form = way_to_form(self.page, self.reading.steps, form) if form is not None else None
            better = form or (
                first_control(self.page, self.reading.steps, act) if found is not None else None
            )
            if better is not None:
                return better
        if (found is not None and not found.stands_in and found.works) or act.by_facts:
            return found
        sibling = sibling_control(self.page, self.reading.steps, act)
        if sibling is not None:
            return sibling
        if found is not None or self.asked.primary_goal == PrimaryGoal.OTHER:
            return found
        return stand_in(self.page, self.reading.steps, act)

    @cached_property
    def facts(self) -> tuple[Found, ...]:
        names = needed_facts(self.business.spoken, self.acts, self.wish)
        trade = self.business.trade if self.business.outcome == "sure" else None
        if trade is not None and not trade.comes:  # one goes there
            names = tuple(dict.fromkeys("address" if name == "area" else name for name in names))
        if self.readers.has("nearby"):  # they fetch it
            names = tuple(
                dict.fromkeys({"delivery": "address", "returns": "hours"}.get(name, name) for name in names)
            )
        if self.business.spoken is not Kind.SHOP and not any(act.name == "subscribe" for act in self.acts):
            names = tuple(
                name for name in names if name not in ("delivery", "returns")
            )  # nobody knows that it is sent
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

    @cached_property
    def could_be_pressed(self) -> bool:
        """Something on the page may be the way to the goal: then nobody is told that there is none."""
        labels = [one.label for one in self.page.actions]
        fits = any(act.pressed.search(label) for act in self.acts for label in labels)
        return fits or bool(self.page.lead_forms) or any(step.serves_goal for step in self.reading.steps)

    @cached_property
    def unsent(self) -> str:
        """The label of a form's button that sends nothing; empty where none is dead."""
        dead = (step.label for step in self.reading.steps if step.leads_to == "nowhere")
        return next((label for label in dead if _SENDS.match(label)), "")

    @cached_property
    def reachable(self) -> str:
        """The number or the mail that somebody can order by where there is no button; empty where none is real."""
        found = {
            kind: one.value
            for kind in ("mail", "phone")
            for one in reversed(self.reading.contacts)
            if one.kind == kind and not placeholder_in(one.value) and not is_made_up(one.kind, one.value)
        }
        return local_number(found["phone"]) if "phone" in found else found.get("mail", "")

    @cached_property
    def payment(self) -> Payment | None:
        """The number that money is sent to, where the order is about money and the page writes one."""
        if not any(act.name in _PAID_BY_NUMBER for act in self.acts):
            return None
        for block in self.page.blocks[:MOST_BLOCKS]:
            found = _NUMBER.search(" ".join(block.text[:400].split()))
            if found is not None and not placeholder_in(found[0]):
                kind: Literal["swish", "giro"] = "swish" if found["swish"] else "giro"
                number = (found["swish"] or found["giro"]).strip()
                return Payment(kind=kind, said=f"{capital(found['name'])} {number}", selector=block.element.selector)  # fmt: skip
        return None

    @property
    def names_payment(self) -> bool:
        """The order itself speaks of the number."""
        return (
            re.search(r"\bswish\w*|\bbankgiro\w*|\bplusgiro\w*", self.asked.goal, re.IGNORECASE) is not None
        )

    @property
    def missing(self) -> list[Found]:
        return [one for one in self.facts if one.state in ("missing", "broken")]

    @property
    def is_unsent(self) -> bool:
        """What was ordered ends in a form, and the form cannot be sent."""
        dead = bool(self.unsent) or "form.no-action" in self.found
        return dead and any(act.name in _BY_FORM for act in self.acts)


LONGEST_CONTACT = 40
#: digits in which two spellings of one number agree
_SAME_NUMBER = 7


def pale_contact(ordered: OrderedPage) -> str:
    """A number or an address to be reached by that cannot be read for its colour; as it is written there."""
    for text in ordered.pale:
        digits = re.sub(r"\D", "", text)[-_SAME_NUMBER:]
        for one in ordered.reading.contacts:
            same = (
                one.kind == "phone"
                and len(digits) == _SAME_NUMBER
                and re.sub(r"\D", "", one.value).endswith(digits)
            )
            if same or (one.kind == "mail" and one.value.lower() in text.lower()):
                said = " ".join(text.split())
                return said if len(said) <= LONGEST_CONTACT else local_number(one.value)
    return ""


def is_made_up(kind: str, value: str) -> bool:
    return bool(is_made_up_mail(value) if kind == "mail" else made_up_phone_in(value))
