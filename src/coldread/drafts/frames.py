"""The first screen written anew in a copywriter's frames: each argues differently, and each is filled with what is sure.

Kept or plain (what, for whom, where), proof first, the readers' question first, terms first. What only the owner knows is
one ⟦gap⟧ with an example; a version without gaps comes before one with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from coldread.drafts.asked_of_page import ANSWERED
from coldread.drafts.business.acts import is_answered
from coldread.drafts.business.could_be import could_be
from coldread.drafts.business.heads import alike, is_repeated
from coldread.drafts.business.kind import Kind
from coldread.drafts.case import Case
from coldread.drafts.marks import marks_in
from coldread.drafts.proposals import FirstScreen, button_of, versions
from coldread.drafts.say import say
from coldread.drafts.slots import LONGEST_HEAD, SAME_DIGITS, Slots, is_aimed, plain_answer, stems
from coldread.scanner.page.phrases import words
from coldread.scanner.suggest.wording import capital, ended

#: versions at most, and versions from which on none with a gap is needed
MOST, ENOUGH = 3, 2
#: gaps of a version
MOST_GAPS = 2
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
#: arguments of versions that are made of the page's own lines
_OF_OWN = {"why_ordered": "plain", "why_own": "plain"}


def first_screens(case: Case) -> list[FirstScreen]:
    """Two or three versions, whole: the page's own lines where they make one, then the frames; none of a page that nobody could read."""
    told, settled, page = case.told, case.settled, case.page
    if told is None or settled is None or page is None:
        return []
    slots = Slots(case, told, settled, page)
    own = [
        _ungreeted(_completed(slots, one))
        for one in versions(case)
        if slots.can_stay(one.headline) and (one.why != "why_line" or not slots.is_idle(one.subhead))
    ]
    taken = {_OF_OWN.get(one.why, "kept") for one in own}
    made = [*own, *(_ungreeted(one) for name, one in _composed(slots) if name not in taken)]
    return _chosen(made)


def _completed(slots: Slots, one: FirstScreen) -> FirstScreen:
    """A version of the page's own lines with the parts that it lacks."""
    follower = slots.follower(one.headline)
    better = follower if slots.is_idle(one.subhead, follower) else ""
    line = better or one.subhead or line_of(slots, one.headline)
    below = " · ".join(plain_answer(part) for part in one.below.split(" · ") if part)
    button = one.button or say(slots.case.lang, "gap.button")
    why = "why_stays" if better and one.why == "why_under" else one.why
    return replace(
        one, why=why, subhead=line, button=button, below=below or under(slots, f"{one.headline} {line}")
    )


#: what stands in front of the first thing that a page has to say
_GREETING = re.compile(r"^(?:(?:welcome|välkommen|välkomna)(?: to| till|[!,.]))\s+(?=\w)", re.IGNORECASE)


def _ungreeted(one: FirstScreen) -> FirstScreen:
    """The same without its greeting, as the edits further down propose it."""
    bare = _GREETING.sub("", one.headline)
    return one if bare == one.headline else replace(one, headline=capital(bare), why="why_greeting")


def _chosen(made: list[FirstScreen]) -> list[FirstScreen]:
    """Each headline once, the first first; one with a gap in its headline only where there are too few others."""
    kept: list[FirstScreen] = []
    for one in made:
        gaps = len(marks_in(f"{one.headline} {one.subhead} {one.below}"))
        same = any(_is_same(one, other) for other in kept)
        if gaps <= MOST_GAPS and not same:
            kept.append(one)
    # a headline that tells little stays only where there are too few others
    if len([one for one in kept if one.why != "why_stays" and not marks_in(one.headline)]) >= ENOUGH:
        kept = [one for one in kept if one.why != "why_stays"]
    whole = [one for one in kept if not marks_in(f"{one.headline} {one.subhead}")]
    rest = [one for one in kept if one not in whole]
    # where all name the thing, one with a gap argues differently
    alike_all = all(one.why in _NAMING or one.why == "why_stays" for one in whole)
    wanted = max(ENOUGH - len(whole), 1 if alike_all else 0)
    return [*whole, *rest[:wanted]][:MOST]


#: versions that argue by naming the thing: two of them with like headlines are one
_NAMING = frozenset({"why_greeting", "why_ordered", "why_own", "why_plain", "why_kept", "why_kept_line", "why_line", "why_under", "why_named", "why_concrete", "why_named_act"})  # fmt: skip


def _is_same(one: FirstScreen, other: FirstScreen) -> bool:
    naming = one.why in _NAMING and other.why in _NAMING and "why_plain" not in (one.why, other.why)
    same = one.headline.strip(" .").lower() == other.headline.strip(" .").lower()
    return same or (naming and alike(one.headline, other.headline))


def _composed(slots: Slots) -> Iterator[tuple[str, FirstScreen]]:
    yield from (("kept", one) for one in _kept(slots))
    if not slots.can_be_worded:
        return
    yield from (("plain", one) for one in _plain(slots))
    yield from (("proof", one) for one in _proof(slots))
    yield from (("question", one) for one in _question(slots))
    yield from (("named", one) for one in _named(slots))
    yield from (("terms", one) for one in _terms(slots))
    yield from (("fact", one) for one in _fact(slots))
    yield from (("kept", one) for one in _stays(slots))
    yield from (("gap", one) for one in _with_gaps(slots))


# One argument each


def _kept(slots: Slots) -> Iterator[FirstScreen]:
    """Today's headline where it is worth keeping; new is what stands below and under the button."""
    told, head = slots.told, slots.told.headline
    named = head.strip(" .").lower() == slots.brand.lower()
    good = (
        told.headline_tells
        or not (told.is_vague or slots.what)
        or head.strip(" .").lower() == slots.what.lower()
    )
    if not good or len(head) > LONGEST_KEPT or not slots.can_stay(head):
        return
    line = slots.follower(head) or line_of(slots, head)
    why = "why_named" if named else "why_kept_line" if slots.is_todays(line) else "why_kept"
    yield _version(slots, head, line, why)


def _stays(slots: Slots) -> Iterator[FirstScreen]:
    """A headline that tells little, with the line below it that tells."""
    head = slots.told.headline
    line = slots.follower(head) or line_of(slots, head)
    can = len(words(head)) >= ENOUGH and len(head) <= LONGEST_KEPT and slots.can_stay(head)
    if can and line:
        yield _version(slots, head, line, "why_stays")


def _plain(slots: Slots) -> Iterator[FirstScreen]:
    head = _filled(slots, _PLAIN) if slots.what else ""
    if head and not stems(head) <= stems(slots.told.headline):
        yield _version(slots, head, slots.follower(head) or line_of(slots, head), "why_plain")


def _named(slots: Slots) -> Iterator[FirstScreen]:
    """What one does with a house that is known by its name: become a member of it, give to it, read it."""
    act = slots.settled.act.name if slots.settled.act is not None else ""
    if act in _BY_NAME and slots.brand:
        head = say(slots.lang, f"frame.name_{act}", brand=slots.brand)
        placed = f"{head} {slots.where}" if slots.where and not slots.names_place(head) else head
        head = placed if len(placed) <= LONGEST_HEAD else head
        if not _is_said(head, slots.told.headline):
            yield _version(slots, head, slots.follower(head) or line_of(slots, head), "why_named_act")


#: acts of which the name of the house is the object; keys of `[frame]`
_BY_NAME = ("donate", "join", "volunteer", "newsletter", "visit", "adopt")


def _proof(slots: Slots) -> Iterator[FirstScreen]:
    said, who = slots.quote
    if said:
        head = say(slots.lang, "frame.quote", said=said)
        line = slots.follower(f"{said} {who}") or line_of(slots, said)
        yield _version(
            slots, head, f"{ended(say(slots.lang, 'frame.signed', who=who))} {line}".strip(), "why_quote"
        )
    elif slots.rating:
        head = capital(slots.rating)
        yield _version(slots, head, slots.follower(head) or line_of(slots, head), "why_rating")
    elif len(slots.customers) > ENOUGH:
        one, two, three = slots.customers
        head = say(slots.lang, "frame.customers", one=one, two=two, three=three)
        if len(head) <= LONGEST_HEAD:
            yield _version(slots, head, slots.follower(head) or line_of(slots, head), "why_customers")


def _question(slots: Slots) -> Iterator[FirstScreen]:
    """What they want, asked in the order's words; else the page's own line about what they get rid of."""
    asked = slots.question or slots.own_worry
    if not asked:
        return
    line = slots.follower(asked) or line_of(slots, asked, _PLAIN) or _gap_line(slots)
    if line:
        yield _version(slots, asked, line, "why_question" if slots.question else "why_worry")


def _terms(slots: Slots) -> Iterator[FirstScreen]:
    """The thing and the page's own price, time or guarantee, as two short sentences."""
    thing = _filled(slots, ("what_where", "what")) or (
        "" if slots.told.is_vague else slots.told.headline.strip(" .")
    )
    if not slots.term or not thing or alike(thing, slots.term):
        return
    head = f"{ended(thing)} {slots.term}"
    if len(head) <= LONGEST_HEAD:
        yield _version(
            slots, head, slots.follower(head) or line_of(slots, head, ("whom_where", "whom")), "why_terms"
        )


def _fact(slots: Slots) -> Iterator[FirstScreen]:
    """The page's most concrete sentence leads."""
    if slots.fact:
        yield _version(
            slots, slots.fact, slots.follower(slots.fact) or line_of(slots, slots.fact), "why_fact"
        )


def _with_gaps(slots: Slots) -> Iterator[FirstScreen]:
    """What would be best with one fact that the page lacks: a price, or a customer's words; then the name of the thing."""
    gap_lang = slots.case.lang
    thing = _filled(slots, ("what_where", "what"))
    if not slots.what:
        head = _filled(slots, _PLAIN, what=say(gap_lang, "gap.what" if slots.is_sold else "gap.what_given"))
        yield _version(slots, head, slots.follower("") or _gap_line(slots), "why_what_gap", bare=True)
    if thing and slots.is_unpriced:
        head = say(slots.lang, "frame.from_price", what=thing, price=say(gap_lang, "gap.price"))
        yield _version(
            slots, head, slots.follower(head) or line_of(slots, head, ("whom_where", "whom")), "why_price_gap"
        )
    if slots.settled.proof in ("none", "thin"):
        line = slots.follower("") or line_of(slots, "")
        signed = ended(
            say(
                slots.lang, "frame.signed", who=say(gap_lang, "gap.who" if slots.is_sold else "gap.who_given")
            )
        )
        yield _version(slots, say(slots.lang, "frame.quote", said=say(gap_lang, "gap.quote" if slots.is_sold else "gap.quote_given")), f"{signed} {line}".strip(), "why_quote_gap", bare=True)  # fmt: skip


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


def _version(slots: Slots, head: str, line: str, why: str, *, bare: bool = False) -> FirstScreen:
    button = button_of(slots.case, slots.settled) or say(slots.case.lang, "gap.button")
    line = line or _gap_line(slots)
    below = under(slots, f"{head} {line} {button}", gap=not bare)
    return FirstScreen(headline=head, subhead=line, button=button, below=below, why=why)


def _gap_line(slots: Slots) -> str:
    return say(slots.case.lang, "gap.line" if slots.is_sold else "gap.line_given")


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
    if act is not None and act.name == "buy" and slots.settled.ordered.business.kind is not Kind.SHOP:
        return say(lang, "gap.under_paid")
    if act is not None and row is not None and row[0] not in known and not could_be(slots.page, row[1]):
        return say(lang, f"gap.under_{act.name}")
    answered = any(ANSWERED.search(block.text[:600]) for block in slots.page.blocks)
    if is_answered(slots.settled.control) and not answered and act is not None and act.name in ("quote", "contact", "demo", "book", "meeting", "call"):  # fmt: skip
        return say(lang, "gap.under_contact")
    return ""
