"""The goal's own buttons and links, all of them: what they are called, where they stand, and how far apart they are on a phone."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from coldread.base.addresses import split_fragment
from coldread.drafts.business.control import Control, leads_to_itself, without_signs
from coldread.drafts.settled import Settled
from coldread.drafts.sight import Place, place
from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.observe.bars import stays_on_screen
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import stem, words
from coldread.scanner.suggest.wording import recased

_SIGNS = " →›»>←↗↓✓!"
#: acts of which each has one way; a shop's buttons are many, and rightly
_ONE_WAY = frozenset(
    {"call", "meeting", "demo", "quote", "contact", "newsletter", "waitlist", "join", "book", "register"}
)
#: acts that another button with the same address does as well, whatever it is called
_SAME_PAGE = _ONE_WAY | {"account", "download", "look"}
MOST_LABEL = 5
#: part of a screen from which on a bar may be one that stays
AT_EDGE = 0.85


@dataclass(frozen=True, kw_only=True)
class GoalStep:
    """One of them."""

    label: str
    href: str
    place: Place
    in_menu: bool


def goal_steps(page: Page, facts: Settled) -> list[GoalStep]:
    """In the page's order; empty where it is not sure which they are."""
    control = facts.control
    if control is None or facts.step in ("unsure", "open", "none", "contact", "facts"):
        return []
    return [
        GoalStep(
            label=_label(element),
            href=element.attr("href").strip(),
            place=place(page, element),
            in_menu=region_of(element) in ("nav", "header", "footer"),
        )
        for element in page.dom.shown("a", "button", "input")
        if _is_goals(element, control, facts, page)
    ]


def _label(element: Element) -> str:
    told = " ".join((element.text or element.attr("value") or element.attr("aria-label")).split())
    return without_signs(told).strip(_SIGNS)


def _is_goals(element: Element, control: Control, facts: Settled, page: Page) -> bool:
    label = _label(element)
    if not label or len(words(label)) > MOST_LABEL + 2 or leads_to_itself(page, element.attr("href")):
        return False
    own = control.label.strip(_SIGNS).lower()
    if label.lower() == own or (len(words(own)) > 1 and label.lower().startswith(f"{own} ")):
        return True
    target = element.attr("href").strip()
    if facts.act is None or facts.act.name not in _SAME_PAGE or element.tag == "input":
        return False
    elsewhere = bool(target) and not target.startswith("#") and not control.href.strip().startswith("#")
    same = elsewhere and _address(page, target) == _address(page, control.href)
    says = (
        facts.act.name in (*_ONE_WAY, "download")
        and facts.act.pressed.search(label) is not None
        and len(words(label)) <= MOST_LABEL
    )
    return says or (same and region_of(element) != "footer")


def _address(page: Page, href: str) -> str:
    return split_fragment(page.absolute(href))[0].removesuffix("index.html").rstrip("/") if href else "-"


def names(found: list[GoalStep], facts: Settled) -> list[tuple[str, int]]:
    """What the step is called outside of the footer, the commonest first; a name that differs by capitals is the same."""
    if facts.act is None or facts.act.name not in _ONE_WAY:
        return []
    shown = [
        one for one in found if one.place.is_seen and (not one.in_menu or facts.act.pressed.search(one.label))
    ]
    goes = _last(facts.control.href) if facts.control is not None else ""
    shown = [one for one in shown if not goes or _last(one.href) == goes]
    tally = Counter(one.label.lower() for one in shown)
    written = {one.label.lower(): recased(one.label) for one in reversed(shown)}
    kept: list[tuple[str, int]] = []
    for low, count in tally.most_common():
        if not any(_is_longer(low, other.lower()) for other, _ in kept):
            kept.append((written[low], count))
    return kept


def _is_longer(one: str, other: str) -> bool:
    """“Enrol your child” and “Enrol” are one name, and so are “Request demo” and “Request a demo”."""
    mine, theirs = (
        {stem(word) for word in words(one)} - _SMALL,
        {stem(word) for word in words(other)} - _SMALL,
    )
    return bool(mine and theirs) and (mine <= theirs or theirs <= mine)


_SMALL = frozenset({"a", "an", "the", "your", "my", "en", "ett", "din", "ditt", "kort", "nu", "now"})


def _is_held(page: Page, view: Viewport, targets: set[str]) -> bool:
    """A bar that stays on a phone leads to the same place, by whatever name."""
    links = (link for link in page.dom.shown("a") if link.attr("href").strip() in targets)
    return any(stays_on_screen(view, link.selector) for link in links)


def call_bar(page: Page) -> str:
    """What the button says that starts a call and stays on a phone's screen; empty where there is none."""
    view = page.seen.mobile
    rings = [link for link in page.dom.shown("a") if link.attr("href").lower().startswith("tel:")]
    staying = (one for one in rings if view is not None and stays_on_screen(view, one.selector))
    return next((_label(one) for one in staying if _label(one)), "")


def _last(href: str) -> str:
    """“contact” of “/contact”, “#contact” and “contact.html”."""
    return re.split(r"[/#]", href.strip().rstrip("/"))[-1].partition("?")[0].removesuffix(".html").lower()


def longest_gap(found: list[GoalStep], page: Page) -> float:
    """Screens of a phone between one and the next, or the page's end; 0 where nobody can tell."""
    view = page.seen.mobile
    if view is None or not view.height:
        return 0.0
    forms = [place(page, form.element).phone for form in page.lead_forms] if found else []
    tops = sorted(at for at in (*(one.place.phone for one in found), *forms) if at is not None)
    # a bar that stays at an edge is always there, and so is a call that it starts
    stays = any(one.in_menu or AT_EDGE < one.place.phone < 1 for one in found if one.place.phone is not None)
    if not tops or stays or call_bar(page) or _is_held(page, view, {one.href for one in found if one.href}):
        return 0.0
    ends = [*tops[1:], view.scroll_height / view.height]
    return max(end - top for top, end in zip(tops, ends, strict=True))
