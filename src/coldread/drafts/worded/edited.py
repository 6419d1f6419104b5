"""A model's new sentences written into the page's source, where each stands once and in one piece. Pure.

Only plain words are exchanged: no tag, no attribute, no script. What would bring a finding or cost a point is left out, and of a part of the
page either all that is to change in it or nothing: half of a list in new words reads worse than the whole in old ones.
"""

from __future__ import annotations

import html
import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from html.entities import codepoint2name
from itertools import groupby, islice
from operator import attrgetter
from typing import NamedTuple

from coldread.drafts.marks import marks_in
from coldread.drafts.worded.shape import Edit
from coldread.scanner.judge.report import Report
from coldread.scanner.patch.verify import StaticScan, judge_source, objection

#: inside of which nothing is a text of the page
_APART = ("script", "style", "title", "textarea", "template", "noscript")
#: what their words promise must fit where they lead: a person changes both
_LED = ("a", "button")
_ENDS = ".!?…"


def reworded(source: str, edits: Sequence[Edit], report: Report) -> tuple[str, tuple[Edit, ...]]:
    """The source with those edits that hold, and which they are."""
    whole = _parts(source, edits)
    fit = [placed for part in whole for placed in part]
    if not fit:
        return source, ()
    before = judge_source(report.seen, source, report.brief)
    if not _holds(before, source, fit, report):
        kept: list[_Placed] = []
        for part in whole:
            if _holds(before, source, [*kept, *part], report):
                kept += part
        fit = kept
    return _written(source, fit), tuple(one.edit for one in fit)


def _parts(source: str, edits: Sequence[Edit]) -> list[list[_Placed]]:
    """By the part of the page that they are in; none of a part in which something is not to change in the diff."""
    lower = source.lower()
    headings = [match.start() for match in _HEADING.finditer(lower)]
    fit: list[_Placed] = []
    broken: set[int] = set()
    for one in edits:
        span = _place(source, lower, one) if _is_sure(one) else None
        if span is None:
            at = _near(source, one)
            broken |= {bisect(headings, at)} if at is not None else set()
        elif not any(
            span[0] < other.end and other.start < span[1] for other in fit
        ):  # of two for the same words the first
            fit.append(_Placed(*span, one))
    parts = groupby(sorted(fit, key=attrgetter("start")), key=lambda placed: bisect(headings, placed.start))
    return [list(part) for number, part in parts if number not in broken]


#: where a part of the page begins
_HEADING = re.compile(r"<h[1-3][\s>]")
#: words by which a sentence that cannot be exchanged is found again
FIRST_WORDS = 4


def _near(source: str, one: Edit) -> int | None:
    """About where a sentence is that is not to change in the diff."""
    first = " ".join(one.today.split()[:FIRST_WORDS])
    found = _pattern(first).search(source) if first else None
    return found.start() if found else None


class _Placed(NamedTuple):
    """An edit and where its words begin and end."""

    start: int
    end: int
    edit: Edit


#: an edit that hangs on something
_CONDITION = re.compile(r"\b(?:if|unless|once|when|om|såvida|när|förutsatt)\b", re.IGNORECASE)
#: it speaks of something that is not there yet, or of a button, a form or a calendar that leads elsewhere until somebody changes it
_LEANS = re.compile(
    r"\b(?:below|above|button|form|calendar|link|nedan\w*|ovan\w*|knapp\w*|formulär\w*|kalender\w*|bokningskalender\w*|länk\w*)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+")


def _is_sure(one: Edit) -> bool:
    """It brings no figure that is not in the sentence today, and hangs on nothing: those are for the owner to decide."""
    new = set(_NUMBER.findall(one.instead)) - set(_NUMBER.findall(one.today))
    return not new and not _CONDITION.search(one.why) and not _LEANS.search(one.instead)


def _holds(before: StaticScan, source: str, fit: Sequence[_Placed], report: Report) -> bool:
    after = judge_source(report.seen, _written(source, fit), report.brief)
    same = len(after.page.dom.elements) == len(before.page.dom.elements)
    return same and not objection((), before, after, rendered=report.seen.rendered)


def _written(source: str, fit: Iterable[_Placed]) -> str:
    pieces, at = [], 0
    for one in sorted(fit, key=attrgetter("start")):
        pieces += [source[at : one.start], html.escape(one.edit.instead, quote=False)]
        at = one.end
    return "".join([*pieces, source[at:]])


#: places that are looked at for one edit: words that come more often have no sure one
MOST_PLACES = 8


def _place(source: str, lower: str, one: Edit) -> tuple[int, int] | None:
    """Where its words stand; None where that is nowhere, or more than once."""
    if not one.instead or marks_in(one.instead) or marks_in(one.today):
        return None
    found = list(islice(_pattern(one.today).finditer(source), MOST_PLACES + 1))
    spans = (
        [match.span() for match in found if _is_text(lower, match.start())]
        if len(found) <= MOST_PLACES
        else []
    )
    if len(spans) != 1:
        return None
    start, end = spans[0]
    closed = source[end : end + 1] != "" and source[end] in _ENDS and one.instead[-1] in _ENDS
    return start, end + closed


def _pattern(text: str) -> re.Pattern[str]:
    """The same words, however they are spaced, and whether their letters are written as such or by name."""
    return re.compile(r"(?:\s|&nbsp;)+".join("".join(map(_letter, word)) for word in text.split()))


def _letter(sign: str) -> str:
    name = codepoint2name.get(ord(sign))
    if name is None and sign.isalnum():
        return re.escape(sign)
    names = [f"&{name};"] if name else []
    return "(?:" + "|".join(map(re.escape, [sign, *names, f"&#{ord(sign)};"])) + ")"


def _is_text(lower: str, at: int) -> bool:
    """Between tags, in no link, and in none of the elements whose words nobody reads; `lower` is the source in small letters."""
    inside = lower.rfind("<", 0, at) > lower.rfind(">", 0, at)
    return not (inside or is_led(lower, at) or is_apart(lower, at))


def is_led(lower: str, at: int) -> bool:
    """In a link or a button."""
    return any(lower.rfind(f"<{tag} ", 0, at) > lower.rfind(f"</{tag}", 0, at) for tag in _LED)


def is_apart(lower: str, at: int) -> bool:
    """In a comment, a script or the like."""
    hidden = lower.rfind("<!--", 0, at) > lower.rfind("-->", 0, at)
    return hidden or any(lower.rfind(f"<{tag}", 0, at) > lower.rfind(f"</{tag}", 0, at) for tag in _APART)
