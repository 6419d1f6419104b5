"""What cannot be read: pale, below the norm, or cut off at the edge of a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.drafts.case import Case
from coldread.drafts.first_screen import short
from coldread.drafts.order_answer import pale_contact
from coldread.drafts.points.point import Point
from coldread.drafts.say import quoted, say
from coldread.drafts.wrong_advice import is_wrong_advice
from coldread.scanner.judge.finding import Evidence, Finding
from coldread.scanner.page.observe.drawn_examples import is_drawn_example
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page

#: a phone's headline that sticks out so many px is cut
CUT = 12


def below_the_norm(case: Case) -> Iterator[Point]:
    """Text that one can read, and that the norm wants darker."""
    lang = case.lang
    for item in case.report.findings if case.report is not None else ():
        if item.id == "a11y.color-contrast" and not is_wrong_advice(item, case):
            least = min((ratio_of(str(one.value)) for one in item.evidence), default=PALE)
            ratio = f"{least:.1f}".replace(".", "," if lang == "sv" else ".")
            yield Point(
                title=say(lang, "point.norm", n=item.count, ratio=ratio), do=say(lang, "point.norm_do"), of=item.id
            )  # fmt: skip


def unread(case: Case, page: Page) -> Iterator[Point]:
    """What somebody would act by, and cannot read."""
    lang = case.lang
    contact = pale_contact(case.ordered) if case.ordered is not None else ""
    if contact:
        yield Point(
            title=say(lang, "point.pale_contact", said=quoted(contact, lang)),
            do=say(lang, "point.pale_contact_do"),
            of="a11y.color-contrast",
        )
    cut = cut_on_phone(page)
    if cut:
        yield Point(
            title=say(lang, "point.cut", said=quoted(short(cut), lang)),
            do=say(lang, "point.cut_do"),
            of="visual.overflow-x",
        )


def cut_on_phone(page: Page) -> str:
    """The headline, or the line under it, where it sticks out of a phone's screen; else empty."""
    view = page.seen.mobile
    if view is None:
        return ""
    shown = [page.headline, *(block.element for block in page.subheads[:2])]
    for element in shown:
        drawn = page.mobile.get(element.selector) if element is not None else None
        if element is not None and drawn is not None and drawn.visible and drawn.own_chars >= 0:
            x, y, width, _ = drawn.box
            if 0 <= x < view.width and x + width > view.width + CUT and y < view.height:
                return " ".join(element.text.split())
    return ""


#: a contrast that anybody sees to be weak; what lies between it and the norm is the developer's
PALE = 3.0


#: px of letters that are read at a lower contrast, and that contrast
LARGE, LARGE_PALE = 24, 2.4


_RATIO = re.compile(r"^(\d+(?:[.,]\d+)?)")


def ratio_of(value: str) -> float:
    told = _RATIO.match(value)
    return float(told[1].replace(",", ".")) if told is not None else PALE


def least_ratio(item: Finding) -> float:
    return min((ratio_of(str(one.value)) for one in item.evidence[:1]), default=PALE)


def pale_places(item: Finding, page: Page) -> list[Evidence]:
    """What anybody sees to be weak, whole lines before single words; the small print of a footer and drawn examples left out."""
    found = []
    for one in item.evidence:
        element = page.dom.by_selector.get(one.selector)
        edge = element is not None and (region_of(element) == "footer" or is_drawn_example(element))
        drawn = page.desktop.get(one.selector) or page.mobile.get(one.selector)
        most = LARGE_PALE if drawn is not None and drawn.painted_size >= LARGE else PALE
        if ratio_of(str(one.value)) <= most and not edge and LETTERS.search(one.snippet):
            found.append(one)
    return sorted(found, key=lambda one: (not _is_a_line(one.snippet), ratio_of(str(one.value))))


def _is_a_line(text: str) -> bool:
    return len(text.split()) >= WHOLE_LINE and re.search(r"\b[a-zåäö]{2,} [a-zåäö]{2,}", text) is not None


def matters(pale: list[Evidence]) -> bool:
    """A whole line is among them; single words are labels, and the developer's."""
    return any(_is_a_line(one.snippet) for one in pale)


#: words of a line that one reads
WHOLE_LINE = 3


LETTERS = re.compile(r"[^\W\d_]{2}")
