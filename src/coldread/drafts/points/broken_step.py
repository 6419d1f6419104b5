"""What breaks the step: it leads nowhere, sends nothing, or has nothing behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.drafts.case import Case
from coldread.drafts.first_screen import listed
from coldread.drafts.parts_of_page import form_here
from coldread.drafts.points.point import Point
from coldread.drafts.points.trouble import NO_STEP
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.drafts.sight import place, said_where
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.report.plain import prose

#: made-up numbers and addresses that are named
MOST_MADE_UP = 2


def broken(case: Case, facts: Settled) -> Iterator[Point]:
    """The step itself does not work, or there is none."""
    lang, control, ordered = case.lang, facts.control, facts.ordered
    made_up = [one for one in case.leftovers if one.kind in ("phone", "mail")]
    if made_up:
        said = listed([quoted(one.said, lang) for one in made_up[:MOST_MADE_UP]], lang)
        values = {"said": said, "n": len(made_up[:MOST_MADE_UP])}
        yield Point(
            title=say(lang, "point.made_up", **values), do=say(lang, "point.made_up_do"), of="copy.leftover"
        )
    links = [one for one in case.leftovers if one.kind == "link" and not made_up]
    for one in links[:1]:
        shown = one.target.removeprefix("https://").removeprefix("http://").partition("?")[0]
        links_to = [link for link in ordered.page.dom.shown("a") if link.attr("href").strip() == one.target]
        where = said_where(place(ordered.page, links_to[-1]), lang) if links_to else ""
        said = f"{quoted(one.said, lang)} ({where})" if where else quoted(one.said, lang)
        values = {"said": said, "target": quoted(shown, lang)}
        yield Point(
            title=say(lang, "point.unfilled", **values), do=say(lang, "point.unfilled_do"), of="copy.leftover"
        )
    if facts.step == "broken" and control is not None and not links:
        yield Point(
            title=say(lang, f"point.step_{facts.failure}", label=quoted(control.label, lang)),
            do=say(lang, "point.step_broken_do"),
            of="cta.broken-target" if facts.failure == "gone" else "cta.dead-link",
        )
    if ordered.is_unsent:
        other = _leaves_form(ordered.page)
        key = "form_link" if other else "form"
        label = quoted(other or ordered.unsent, lang)
        yield Point(
            title=say(lang, f"point.{key}", label=label), do=say(lang, f"point.{key}_do"), of="form.no-action"
        )
    if facts.step == "contact":
        contact = quoted(ordered.reachable, lang)
        yield Point(
            title=say(lang, "point.contact", contact=contact),
            do=say(lang, "point.contact_do", contact=contact),
            of=NO_STEP,
        )
    pressable = any(region_of(one) == "main" for one in ordered.page.dom.shown("a", "button"))
    if facts.step == "none" and facts.act is not None and not pressable:
        button = quoted(facts.act.button(case.assignment.lang), lang)
        yield Point(
            title=say(lang, "point.no_step"), do=say(lang, "point.no_step_do", button=button), of=NO_STEP
        )


def no_field(case: Case, facts: Settled) -> Iterator[Point]:
    """They want to be rung, and the form that asks to be answered has no room for a number."""
    lang, form = case.lang, next(iter(facts.ordered.page.lead_forms), None)
    wants = (
        _RINGS.search(case.assignment.goal) is not None and case.told is not None and case.told.form_serves
    )
    if form is not None and wants and not any(field.kind in ("phone", "tel") for field in form.fields):
        yield Point(title=say(lang, "point.no_phone_field"), do=say(lang, "point.no_phone_field_do"))


_RINGS = re.compile(r"\b(?:ring\w*|samtal\w*|calls?|phone)\b", re.IGNORECASE)


#: acts for which a general contact page is something else than was promised
_PROMISED = frozenset({"call", "meeting", "demo", "book", "register"})


def nothing_behind(case: Case, facts: Settled) -> Iterator[Point]:
    """The page behind the button was read, and has no way to go on."""
    control, lang = facts.control, case.lang
    if (
        control is None
        or control.behind is None
        or facts.act is None
        or facts.act.name in ("contact", "visit", "join", "buy", "goods", "order")
    ):
        return
    if control.behind.known_by == "page" and control.behind.kind == "contact" and facts.act.name in _PROMISED:
        title = quoted(control.behind.title, lang) if control.behind.title else quoted(control.href, lang)
        yield Point(
            title=say(lang, "point.general", label=quoted(control.label, lang), title=title),
            do=say(lang, "point.general_do"),
            of="cta.behind-mismatch",
        )
    if control.behind.known_by == "page" and control.behind.kind == "other":
        label = quoted(control.label, lang)
        yield Point(
            title=say(lang, "point.behind", label=label),
            do=say(lang, "point.behind_do"),
            of="cta.behind-mismatch",
        )


def _leaves_form(page: Page) -> str:
    """A link inside a form that stands for its button: what was typed does not go along."""
    for form in page.forms:
        if form.element.all("button") and any(
            one.attr("type") != "button" for one in form.element.all("button")
        ):
            continue
        for link in form.element.all("a"):
            if link.attr("href").startswith("http") and link.text.strip():
                return " ".join(link.text.split())
    return ""


def form_elsewhere(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """The form is on this page, and the button leads to another."""
    where = form_here(page, case.told, facts) if case.told is not None else ""
    if where and facts.control is not None:
        label, target = quoted(facts.control.label, case.lang), prose(facts.control.href)
        yield Point(
            title=say(case.lang, "point.form_here", label=label, target=target, where=where),
            do=say(case.lang, "point.form_here_do"),
            of="cta.behind-mismatch",
        )
