"""Mends running text without adding a word: years and paragraphs."""

from __future__ import annotations

import re

from coldread.scanner.judge.checks.copy.wall_of_text import MAX_WORDS
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.patch.changes import Change, Retext, Split, Unmendable
from coldread.scanner.patch.work import RecipeContext
from coldread.scanner.suggest.wording import sentences


def this_year(work: RecipeContext, finding: Finding) -> list[Change]:
    """The year of the look; in a range the last year."""
    now = work.page.seen.seen_on[:4]
    return [_renewed(element, str(item.value), now) for element, item in work.places(finding)]


def _renewed(element: Element, year: str, now: str) -> Change:
    holders = [one for one in element.walk() if year in one.own_text]
    if len(holders) == 1 and holders[0].own_text.count(year) == 1:
        return Retext(element=holders[0], old=year, new=now)
    short = re.search(rf"\d{{4}}\s*[-–—/]\s*{year[2:]}\b", element.own_text)
    if not holders and short:
        return Retext(element=element, old=short[0], new=short[0][:-2] + now)
    raise Unmendable(f"the year {year} does not appear exactly once in {element.selector}")


def shorter_paragraphs(work: RecipeContext, finding: Finding) -> list[Change]:
    """Each wall is cut at the sentence ends that leave pieces of readable length."""
    return [change for element in work.elements(finding) for change in _cut(element)]


def _cut(element: Element) -> list[Change]:
    if element.tag != "p":
        raise Unmendable(f"{element.selector} is not a paragraph")
    said = sentences(element.text)
    total = len(element.text.split())
    wanted = total / -(-total // (MAX_WORDS * 2 // 3))
    cuts: list[Change] = []
    held = 0
    for number, sentence in enumerate(said[:-1], start=1):
        held += len(sentence.split())
        if held >= wanted * 0.8:
            cuts.append(Split(element=element, behind=" ".join(said[:number]), tag="p"))
            held = 0
    if not cuts:
        raise Unmendable(f"{element.selector} has no sentence end to cut at")
    return cuts
