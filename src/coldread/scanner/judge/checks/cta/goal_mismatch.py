"""Nothing on the page does what the page is for."""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.base.languages import JUDGED
from coldread.base.texts.said import Said
from coldread.scanner.goals import NAMED, PrimaryGoal, goal_row
from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.cta.generic_label import speaks_of
from coldread.scanner.judge.finding import Layer, Meta, NotMeasured, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.actions import Action, is_idle
from coldread.scanner.page.observe.calls import href_serves, is_generic, path_words, says_goal
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases

META = Meta(
    id="cta.goal-mismatch",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    language_bound=True,
    goals=NAMED,
    en=Text(
        title="Something on the page leads to the goal",
        failure="We found no button or form for the step the page is for ({goal})",
        why="Visitors who want to go on have to find the way themselves, and few do.",
        fix="Give the goal a button or form of its own{label}.",
    ),
    sv=Text(
        title="Något på sidan leder till målet",
        failure="Vi hittade varken knapp eller formulär för steget som sidan finns till för ({goal})",
        why="Den som vill vidare måste hitta vägen själv, och det gör få.",
        fix="Ge målet en egen knapp eller ett eget formulär{label}.",
    ),
)


def verdict(page: Page) -> Verdict:
    """For other checks: only where it applies."""
    return check(page) if page.brief.goal in META.goals and page.language in JUDGED else None


def check(page: Page) -> Verdict:
    if page.calls or _direct_target(page):
        return None
    link = _leads_on(page)
    if any(_untold(page, action) or _shares_target(action, link) for action in page.actions):
        return NotMeasured("unknown-purpose")
    goal, label = goal_row(page.brief.goal).result(page.brief.lang), _proposed(page)
    if link is not None:
        told = found(
            META, page.brief, Severity.P1, [evidence.of(page, link)], count=1, goal=goal, label=label
        )
        lang, named = page.brief.lang, link.text or link.attr("href")
        return replace(
            told,
            title=_PLAIN["title"](lang).format(link=evidence.shortened(named), goal=goal),
            why=_PLAIN["why"](lang),
            fix=replace(told.fix, summary=_PLAIN["fix"](lang).format(label=label)),
        )
    instead = [evidence.of(page, action.element, value=action.label) for action in page.actions[:5]]
    proof = instead or [evidence.searched(page, "body")]
    return found(META, page.brief, Severity.P0, proof, count=1, goal=goal, label=label)


#: the goal is served, by something that nobody takes for the step
_PLAIN = {
    "title": Said(
        en="We found no button for the step the page is for; the nearest way on is the text link “{link}”",
        sv="Vi hittade ingen knapp för steget som sidan finns till för; närmast kommer textlänken ”{link}”",
    ),
    "why": Said(
        en="A link among other words is easily passed over; a button says that this is the next step.",
        sv="En länk bland andra ord är lätt att förbise; en knapp säger att det här är nästa steg.",
    ),
    "fix": Said(
        en="Put a button for the step on the first screen{label}.",
        sv="Lägg en knapp för steget på första skärmen{label}.",
    ),
}


#: "Köpvillkor" speaks of buying, and sells nothing
_SMALL_PRINT = re.compile(r"villkor|policy|terms|conditions|cookies|gdpr|integritet|returns", re.IGNORECASE)


def _leads_on(page: Page) -> Element | None:
    """A plain link that names the step, or to a page where it is taken: easily missed, but not blocked."""
    ways = [phrases("reading.booked"), phrases("reading.bought"), phrases("contact.links")]
    said = [
        (f"{link.text} · {path_words(link.attr('href'))}", link)
        for link in page.dom.shown("a")
        if link.text and not is_idle(link.attr("href")) and not _SMALL_PRINT.search(link.text)
    ]
    step = phrases(f"goals.{page.brief.goal}.labels")
    pressed = {action.selector for action in page.actions}  # whose words are judged as a button's
    named = (
        link
        for _, link in said
        if step.search(link.text)
        and link.selector not in pressed
        and region_of(link) not in ("nav", "footer")
    )
    return next(named, None) or next((link for way in ways for one, link in said if way.search(one)), None)


def _direct_target(page: Page) -> bool:
    """A plain link or frame that leads straight to the goal: a phone number, a calendar, a checkout."""
    services = goal_row(page.brief.goal).services
    embedded = any(_on_any(page.absolute(frame.attr("src")), services) for frame in page.dom.shown("iframe"))
    return embedded or any(
        _stands_open(link, page.absolute(link.attr("href")), services)
        and href_serves(link.attr("href"), page.brief.goal, page.base)
        for link in page.dom.shown("a")
    )


def _untold(page: Page, action: Action) -> bool:
    """A button of the hero whose words and target belong to no purpose we know: it may well be the goal's own."""
    if (
        page.brief.goal == PrimaryGoal.NEWSLETTER
        or action.region != "main"
        or not page.in_hero(action.element)
    ):
        return False
    if action.form is not None or is_generic(action.label):
        return False
    known = any(says_goal(action, goal) or href_serves(action.href, goal, page.base) for goal in NAMED)
    return not known and not phrases("labels.elsewhere").search(f"{action.label} · {path_words(action.href)}")


def _shares_target(action: Action, link: Element | None) -> bool:
    """A button in other words than we know leads to the very same place."""
    return link is not None and bool(action.href) and action.href == link.attr("href")


def _on_any(address: str, services: tuple[str, ...]) -> bool:
    return any(on_hosts(address, service) for service in services)


def _stands_open(link: Element, target: str, services: tuple[str, ...]) -> bool:
    """A number in the header is there to be rung; one in the footer is small print."""
    if target.lower().startswith("tel:"):
        return region_of(link) in ("main", "header")
    return region_of(link) == "main" and _on_any(target, services)


def _proposed(page: Page) -> str:
    """The goal's own label; what is sold has many, and “Create account” fits no pizzeria."""
    row = goal_row(page.brief.goal)
    if row.label is None or page.brief.goal == PrimaryGoal.PAID_SIGNUP:
        return ""
    if not speaks_of(page, row.label(page.brief.lang)):
        return ""
    return Said(en=": “{label}”", sv=": ”{label}”")(page.brief.lang).format(label=row.label(page.brief.lang))
