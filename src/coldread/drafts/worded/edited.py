"""A model's new sentences written into the page's source, where each stands once and in one piece. Pure.

Only plain words are exchanged: no tag, no attribute, no script. What would bring a finding or cost a point is left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from html.entities import codepoint2name

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
    fit = [one for one in edits if _is_sure(one) and _written(source, [one]) is not None]
    if not fit:
        return source, ()
    before = judge_source(report.seen, source, report.brief)
    whole = _written(source, fit)
    if whole is not None and _holds(before, whole, report):
        return whole, tuple(fit)
    kept: list[Edit] = []
    for one in fit:
        made = _written(source, [*kept, one])
        if made is not None and _holds(before, made, report):
            kept.append(one)
    return _written(source, kept) or source, tuple(kept)


#: an edit that hangs on something
_CONDITION = re.compile(r"\b(?:if|unless|once|when|om|såvida|när|förutsatt)\b", re.IGNORECASE)
#: it speaks of something that is not there yet
_LEANS = re.compile(r"\b(?:below|above|nedan\w*|ovan\w*)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")


def _is_sure(one: Edit) -> bool:
    """It brings no figure that is not in the sentence today, and hangs on nothing: those are for the owner to decide."""
    new = set(_NUMBER.findall(one.instead)) - set(_NUMBER.findall(one.today))
    return not new and not _CONDITION.search(one.why) and not _LEANS.search(one.instead)


def _holds(before: StaticScan, text: str, report: Report) -> bool:
    after = judge_source(report.seen, text, report.brief)
    same = len(after.page.dom.elements) == len(before.page.dom.elements)
    return same and not objection((), before, after, rendered=report.seen.rendered)


def _written(source: str, edits: Iterable[Edit]) -> str | None:
    """None where one of them has no place, or more than one."""
    for one in edits:
        if not one.instead or marks_in(one.instead) or marks_in(one.today):
            return None
        places = [
            found.span() for found in _pattern(one.today).finditer(source) if _is_text(source, found.start())
        ]
        if len(places) != 1:
            return None
        start, end = places[0]
        if source[end : end + 1] in _ENDS and source[end : end + 1] and one.instead[-1] in _ENDS:
            end += 1
        source = source[:start] + html.escape(one.instead, quote=False) + source[end:]
    return source


def _pattern(text: str) -> re.Pattern[str]:
    """The same words, however they are spaced, and whether their letters are written as such or by name."""
    return re.compile(r"(?:\s|&nbsp;)+".join("".join(map(_letter, word)) for word in text.split()))


def _letter(sign: str) -> str:
    name = codepoint2name.get(ord(sign))
    if name is None and sign.isalnum():
        return re.escape(sign)
    names = [f"&{name};"] if name else []
    return "(?:" + "|".join(map(re.escape, [sign, *names, f"&#{ord(sign)};"])) + ")"


def _is_text(source: str, at: int) -> bool:
    """Between tags, in no link, and in none of the elements whose words nobody reads."""
    if source.rfind("<", 0, at) > source.rfind(">", 0, at) or source.rfind("<!--", 0, at) > source.rfind(
        "-->", 0, at
    ):
        return False
    lower = source[:at].lower()
    led = any(lower.rfind(f"<{tag} ") > lower.rfind(f"</{tag}") for tag in _LED)
    return not led and all(lower.rfind(f"<{tag}") <= lower.rfind(f"</{tag}") for tag in _APART)
