"""What is true by the rule and of no weight for this goal."""

from __future__ import annotations

import re
from collections.abc import Callable

from coldread.drafts.case import Case
from coldread.drafts.points.pale import least_ratio, matters, pale_places
from coldread.drafts.settled import Settled
from coldread.drafts.sight import place
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.drawn_examples import is_drawn_example
from coldread.scanner.page.observe.log_in import is_log_in
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page

#: a number for those in need is no way to buy
_NO_LEAD = re.compile(
    r"safeguard|welfare|emergenc|in confidence|nödsituation|orosanmäl|visselblås", re.IGNORECASE
)


def is_beside(item: Finding, case: Case) -> bool:
    """True by the rule, and of no weight for this goal; a developer mends pale text whatever it is."""
    facts = case.settled
    return facts is not None and item.id not in _MENDED and weighs_nothing(item, facts)


_MENDED = frozenset(
    {"a11y.color-contrast", "visual.small-text", "visual.clipped-text", "cta.tap-target", "cta.low-contrast"}
)


def weighs_nothing(item: Finding, facts: Settled) -> bool:
    """True by the rule, and no business of an owner's who has this goal."""
    rule = _BESIDE.get(item.id)
    said = " ".join(item.evidence[0].snippet.split()) if item.evidence else ""
    return rule is not None and rule(item, said, facts)


#: the same for the words of a button, which are few and heavy
PLAINLY_PALE = 3.0


LEAST_COMPETING = 3


#: words of a text that one reads, and does not glance at
LEAST_TEXT = 8


def _on_screen(item: Finding, page: Page) -> list[str]:
    """Of the buttons in the evidence, those that a visitor sees before scrolling."""
    elements = [page.dom.by_selector.get(one.selector) for one in item.evidence]
    return [one.text for one in elements if one is not None and place(page, one).is_first]


def _is_goals(label: str, facts: Settled) -> bool:
    own = facts.control.label if facts.control is not None and facts.step != "unsure" else ""
    plain = label.strip(" →›»>").lower()
    return bool(own) and (
        plain == own.lower() or (facts.act is not None and bool(facts.act.pressed.search(plain)))
    )


_ROW = re.compile("[✓·•|◆]")


_BESIDE: dict[str, Callable[[Finding, str, Settled], bool]] = {
    "cta.low-contrast": lambda item, said, facts: (
        not _is_goals(said, facts) or least_ratio(item) >= PLAINLY_PALE
    ),
    "cta.dead-link": lambda item, _, facts: _is_for_members(item, facts.ordered.page),
    "form.too-many-fields": lambda _, __, facts: _is_letter(facts),
    "cta.tap-target": lambda item, said, facts: (
        not _is_goals(said, facts) or not _is_shown_on_phone(item, facts)
    ),
    "clarity.mixed-language": lambda _, said, __: len(said.split()) < LEAST_TEXT,
    "copy.wall-of-text": lambda _, said, __: re.search("[◆•·|✦]", said) is not None,
    "a11y.color-contrast": lambda item, _, facts: not matters(pale_places(item, facts.ordered.page)),
    "visual.small-text": lambda item, said, facts: (
        len(said.split()) < LEAST_TEXT or _ROW.search(said) is not None or _is_drawn(item, facts)
    ),
    "visual.clipped-text": lambda item, _, facts: _is_drawn(item, facts) or _is_at_the_end(item, facts),
    "cta.competing": lambda item, _, facts: (
        len(_on_screen(item, facts.ordered.page)) < LEAST_COMPETING or _stands_out(item, facts)
    ),
    "trust.contact-unlinked": lambda item, _, __: any(_NO_LEAD.search(one.snippet) for one in item.evidence),
}


def _is_for_members(item: Finding, page: Page) -> bool:
    """A way in for those who are customers already wins nobody."""
    found = (page.dom.by_selector.get(one.selector) for one in item.evidence)
    return any(one is not None and is_log_in(one) for one in found)


def _is_drawn(item: Finding, facts: Settled) -> bool:
    """Its first example stands in a picture of the product, which nobody reads."""
    found = facts.ordered.page.dom.by_selector.get(item.evidence[0].selector) if item.evidence else None
    return found is not None and is_drawn_example(found)


def _is_shown_on_phone(item: Finding, facts: Settled) -> bool:
    """Nobody presses what waits in a closed menu."""
    page = facts.ordered.page
    found = page.dom.by_selector.get(item.evidence[0].selector) if item.evidence else None
    drawn = page.mobile.get(found.selector) if found is not None else None
    return drawn is None or drawn.visible


def _is_at_the_end(item: Finding, facts: Settled) -> bool:
    found = facts.ordered.page.dom.by_selector.get(item.evidence[0].selector) if item.evidence else None
    return found is not None and region_of(found) == "footer"


def _stands_out(item: Finding, facts: Settled) -> bool:
    """The goal's button is filled, and the others are outlines."""
    page, own = facts.ordered.page, facts.control
    mine = page.desktop.get(own.selector) if own is not None else None
    others = [
        page.desktop.get(one.selector)
        for one in item.evidence
        if own is not None and one.selector != own.selector
    ]
    return (
        mine is not None
        and _is_filled(mine)
        and not any(_is_filled(one) for one in others if one is not None and one.text != mine.text)
    )


def _is_filled(drawn: Drawn) -> bool:
    return drawn.background_image or drawn.background[3] > HALF


HALF = 0.5


def _is_letter(facts: Settled) -> bool:
    return facts.act is not None and facts.act.name in ("newsletter", "waitlist")
