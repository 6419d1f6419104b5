"""The way to the step: seen late, by several names, or by none that says anything."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.drafts.case import Case
from coldread.drafts.first_screen import late, listed, where_pressed
from coldread.drafts.goal_steps import GoalStep, call_bar, names
from coldread.drafts.parts_of_page import GAP, long_way
from coldread.drafts.points.point import Point
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import place, screens
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.suggest.wording import recased


def hidden_step(case: Case, facts: Settled, page: Page, steps: list[GoalStep]) -> Iterator[Point]:
    """It is there, and not where the eye is."""
    lang, control = case.lang, facts.control
    if control is None or facts.step not in ("first", "below", "menu"):
        return
    label, down = late(steps, lang)
    if label:
        menu = any(one.in_menu and one.place.is_first for one in steps)
        key = "step_late" if menu else "step_late_alone"
        yield Point(
            title=say(lang, f"point.{key}", label=quoted(label, lang), down=down),
            do=_make_room(page, lang),
            of="cta.below-fold-desktop",
        )
        return
    if facts.step == "below" and _SENDS.match(control.label):
        yield from _no_way_to_form(page, steps, lang)
    if (
        facts.step == "first"
        or _SENDS.match(control.label)
        or any(one.place.is_first and not one.in_menu for one in steps)
    ):
        return
    label, other = quoted(control.label, lang), _first_button(page, control.label)
    if facts.step == "menu" and other:
        return  # the first screen has a button, which may be meant for it
    key = "menu" if facts.step == "menu" else "instead" if other else "below"
    values = {"label": label, "other": quoted(other, lang), "where": where_pressed(steps, lang)}
    yield Point(
        title=say(lang, f"point.step_{key}", **values),
        do=say(lang, "point.step_raise_do", label=label),
        of="cta.below-fold-desktop",
    )


def _no_way_to_form(page: Page, steps: list[GoalStep], lang: str) -> Iterator[Point]:
    """The form is the only way, and no button of the first part jumps to it."""
    where = where_pressed(steps, lang)
    jumps = [
        link
        for link in page.dom.shown("a")
        if page.in_hero(link) and region_of(link) not in ("nav", "header")
    ]
    forms = [form.element for form in page.lead_forms]
    reached = {one.attr("id") for form in forms for one in (form, *form.ancestors()) if one.attr("id")}
    if where and forms and not any(link.attr("href").strip().lstrip("#") in reached for link in jumps):
        yield Point(
            title=say(lang, "point.no_way", where=where), do=say(lang, "point.no_way_do"), of="cta.below-fold-desktop"
        )  # fmt: skip


def long_stretch(case: Case, facts: Settled, page: Page, steps: list[GoalStep]) -> Iterator[Point]:
    gap = long_way(page, facts, steps)
    if gap and facts.control is not None:
        label = quoted(facts.control.label, case.lang)
        yield Point(title=say(case.lang, "point.gap", label=label, gap=screens(gap, case.lang)), do=say(case.lang, "point.gap_do"), of=GAP)  # fmt: skip


def generic(case: Case, facts: Settled) -> Iterator[Point]:
    """The goal's own button says only “read more”."""
    control, lang = facts.control, case.lang
    if control is not None and facts.act is not None and control.works and is_generic(control.label):
        title = (
            control.behind.title if control.behind is not None and control.behind.known_by == "page" else ""
        )
        key = "generic_to" if title else "generic"
        yield Point(
            title=say(lang, f"point.{key}", label=quoted(control.label, lang), title=quoted(title, lang)),
            do=say(lang, "point.generic_do"),
            of="cta.generic-label",
        )


def _make_room(page: Page, lang: str) -> str:
    """The headline's own size where it is what takes the room; else the lines above."""
    view, headline = page.seen.desktop, page.headline
    drawn = page.desktop.get(headline.selector) if headline is not None else None
    if view is None or drawn is None or not view.height:
        return say(lang, "point.step_late_do")
    part = drawn.box[3] / view.height
    if part < TALL:
        return say(lang, "point.step_late_do")
    return say(lang, "point.step_late_head_do", part=f"{part * 100:.0f}", size=f"{drawn.font_size:.0f}")


#: part of a screen that a headline takes which is too large for it
TALL = 0.3


def hidden_on_phone(case: Case, page: Page, steps: list[GoalStep]) -> Iterator[Point]:
    """A phone shows a picture first: neither the headline's end nor the button is on its first screen."""
    lang, headline = case.lang, page.headline
    at = place(page, headline).phone if headline is not None else None
    first = min((one.place.phone for one in steps if one.place.phone is not None), default=None)
    if at is None or first is None or at < LOW or first < 1 or call_bar(page):
        return
    label = next(one.label for one in steps if one.place.phone == first)
    yield Point(
        title=say(lang, "point.phone_low", at=screens(at, lang), label=quoted(recased(label), lang), down=screens(first, lang)),
        do=say(lang, "point.phone_low_do"),
        of="cta.below-fold-mobile",
    )  # fmt: skip


#: screens down at which a phone's headline begins too late
LOW = 0.5


#: the button of a form, which nobody puts at the top
_SENDS = re.compile(r"\s*(?:skicka|send|submit)\b", re.IGNORECASE)


def _first_button(page: Page, label: str) -> str:
    """What the first screen's own button says, where that is another step."""
    first = page.primary
    element = page.dom.by_selector.get(first.selector) if first is not None else None
    if first is None or element is None or first.label.lower() == label.lower():
        return ""
    return first.label if page.rendered and place(page, element).is_first else ""


def several_names(case: Case, facts: Settled, steps: list[GoalStep]) -> Iterator[Point]:
    """One step, several names, each with how often it stands there."""
    lang, found = case.lang, names(steps, facts)
    if len(found) > 2:
        told = listed([f"{quoted(label, lang)} ({count})" for label, count in found[:MOST_NAMES]], lang)
        yield Point(
            title=say(lang, "point.names", said=told), do=say(lang, "point.names_do"), of="cta.label-varies"
        )


MOST_NAMES = 7
