"""Findings that are true by their rule and wrong for this page: nobody is told them, neither the owner nor the developer."""

from __future__ import annotations

import re
from collections.abc import Callable

from coldread.drafts.business.kind import Kind
from coldread.drafts.case import Case
from coldread.scanner.judge.finding import Evidence, Finding
from coldread.scanner.page.page import Page

#: px that a page may be wider than a phone before anybody notices
WIDER = 8
#: words of a button; a tab or a card has more
MOST_LABEL = 6
#: part of a text's height that must lie under the other before anybody sees it
LEAST_OVERLAP = 0.25


def is_wrong_advice(item: Finding, case: Case) -> bool:
    rule = _WRONG.get(item.id)
    return rule is not None and rule(item, case)


def _hardly_wider(item: Finding, _: Case) -> bool:
    value = next((one.value for one in item.evidence if one.value is not None), 0)
    limit = next((one.threshold for one in item.evidence if one.threshold is not None), 0)
    try:
        return float(str(value)) - float(str(limit)) < WIDER
    except ValueError:
        return False


def _has_its_canonical(item: Finding, _: Case) -> bool:
    """Its owner has chosen an address."""
    return bool(item.evidence) and item.evidence[0].snippet.startswith("http")


def _is_no_software(_: Finding, case: Case) -> bool:
    return case.ordered is None or case.ordered.business.kind not in (Kind.APP, Kind.OPEN_SOURCE)


def _is_apart(item: Finding, case: Case) -> bool:
    """The boxes of the two texts do not lie on each other: only the letters of an unusual font reach out."""
    return case.page is not None and not any(_overlaps(one, case.page) for one in item.evidence)


def _overlaps(one: Evidence, page: Page) -> bool:
    drawn = page.mobile if one.viewport == "mobile" else page.desktop
    mine, other = drawn.get(one.selector), drawn.get(str(one.value))
    if mine is None or other is None:
        return True
    (_, top, _, high), (_, above, _, tall) = mine.box, other.box
    common = min(top + high, above + tall) - max(top, above)
    return common > LEAST_OVERLAP * min(high, tall)


def _is_there_for_listeners(_: Finding, case: Case) -> bool:
    """A headline that only listeners and search engines meet is one."""
    return case.page is not None and any(h1.text.strip() for h1 in case.page.dom.all("h1"))


def _has_label(item: Finding, case: Case) -> bool:
    return case.page is not None and all(_is_labelled(one.selector, case.page) for one in item.evidence)


def _is_labelled(selector: str, page: Page) -> bool:
    element = page.dom.by_selector.get(selector)
    name = element.attr("id") if element is not None else ""
    return bool(name) and any(
        label.attr("for") == name and label.text.strip() for label in page.dom.all("label")
    )


def _is_hidden_picture(item: Finding, case: Case) -> bool:
    """No visitor sees a gap: the picture is not shown, or lies under one that came."""
    return case.page is not None and all(_is_unseen(one, case.page) for one in item.evidence)


def _is_unseen(one: Evidence, page: Page) -> bool:
    views = [drawn for view in (page.desktop, page.mobile) if (drawn := view.get(one.selector)) is not None]
    if not any(drawn.visible for drawn in views):
        return True
    element = page.dom.by_selector.get(one.selector)
    beside = element.parent.all("img") if element is not None and element.parent is not None else []
    others = [page.desktop.get(other.selector) for other in beside if other is not element]
    mine = page.desktop.get(one.selector)
    return mine is not None and any(
        other is not None and other.natural is not None and other.visible and other.box == mine.box
        for other in others
    )


def _is_between_signs(item: Finding, case: Case) -> bool:
    """One of the two texts is a sign without a letter, that floats for decoration."""
    page = case.page
    pairs = (
        [(one.snippet, page.dom.by_selector.get(str(one.value))) for one in item.evidence]
        if page is not None
        else []
    )
    return bool(pairs) and all(
        sum(map(str.isalpha, said)) < LEAST_LETTERS
        or (other is not None and sum(map(str.isalpha, other.text)) < LEAST_LETTERS)
        for said, other in pairs
    )


LEAST_LETTERS = 3


def _is_no_button(item: Finding, _: Case) -> bool:
    """A tab or a card with a text of its own."""
    return bool(item.evidence) and len(item.evidence[0].snippet.split()) > MOST_LABEL


def _has_a_type(item: Finding, _: Case) -> bool:
    """Its structured data names a narrower type than we would: “SportsClub”."""
    return any(one.value for one in item.evidence)


def _is_nearly_large(item: Finding, _: Case) -> bool:
    """“126×44 px (limit 44 px)”: nobody misses it by a pixel."""
    sizes = [re.findall(r"\d+", str(one.value)) for one in item.evidence]
    return bool(sizes) and all(size and min(map(int, size)) >= NEARLY for size in sizes)


#: px of a target that is as good as 44
NEARLY = 42


#: acts for which the form is the order itself: whoever drives out, delivers or counts on a price needs what it asks for
_FORM_IS_THE_ORDER = frozenset(
    ("book", "quote", "buy", "goods", "order", "subscribe", "table", "room", "register")
)


def form_is_the_order(case: Case) -> bool:
    act = case.settled.act if case.settled is not None else None
    return act is not None and act.name in _FORM_IS_THE_ORDER


def _asks_little(case: Case) -> bool:
    """A form of the usual length: whoever answers knows what a first answer needs."""
    form = next(iter(case.page.lead_forms), None) if case.page is not None else None
    return form is not None and len(form.counted) <= USUAL_FIELDS


USUAL_FIELDS = 7


_WRONG: dict[str, Callable[[Finding, Case], bool]] = {
    "visual.overflow-x": _hardly_wider,
    "seo.canonical": _has_its_canonical,
    "agent.llms-txt": _is_no_software,
    "visual.text-overlap": lambda item, case: _is_apart(item, case) or _is_between_signs(item, case),
    "visual.broken-image": _is_hidden_picture,
    "clarity.h1-missing": _is_there_for_listeners,
    "form.label": _has_label,
    "cta.loudest-elsewhere": _is_no_button,
    "agent.structured-data": _has_a_type,
    "cta.tap-target": _is_nearly_large,
    "form.too-many-fields": lambda _, case: form_is_the_order(case) or _asks_little(case),
}
