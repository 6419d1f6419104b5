"""What is still open in a text that a person is about to deliver: gaps that only the owner can fill, and words left behind. Pure."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from functools import cache

from coldread.base.languages import Language
from coldread.drafts.draft_texts import say
from coldread.drafts.gap_marks import MARK, marks_in

#: replaces a mark while sentences are split; no text of ours has it
_HOLE = "\ue000"
_FENCE = re.compile(r"\s*(?:```|~~~)")
#: bullet, number or row, and a label in bold: what comes before the words of a line
_LABEL = re.compile(r"\s*(?:(?:[-*+]|\d+\.)\s+|#{1,6}\s+|>\s*)?(?:\*\*[^*\n]{1,80}\*\*:?\s*)?")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
#: what people write if they mean to come back to a place
_COME_BACK = re.compile(r"\b(?:TODO|TBD|FIXME|XXX)\b|\[\.\.\.\]")
_FILLER = re.compile(r"lorem ipsum", re.IGNORECASE)
#: words of others: code and quotations
_QUOTED = re.compile(r"`[^`\n]*`|“[^“”\n]*”|”[^”\n]*”|«[^«»\n]*»|»[^«»\n]*[«»]|\"[^\"\n]*\"")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Gap:
    """One thing that only the owner knows."""

    mark: str
    #: the numbers of its lines; the first is 1
    lines: tuple[int, ...]
    #: the first of them, as it is written
    context: str

    @property
    def wanted(self) -> str:
        return self.mark.strip("⟦⟧").strip()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Leftover:
    """Words that look as if somebody meant to come back."""

    words: str
    line: int


#: drafts of earlier versions explain the mark by itself
_ANY = "⟦…⟧"


@cache
def explaining_marks() -> frozenset[str]:
    """Marks that a draft only explains itself with."""
    texts = (say(lang, "worded.marks") for lang in Language)
    return frozenset((_ANY, *(mark for text in texts for mark in marks_in(text))))


def gaps_of(text: str) -> list[Gap]:
    """Each once, in the order of the text."""
    lines = text.splitlines()
    found = []
    for mark in marks_in(text):
        if mark in explaining_marks():
            continue
        places = tuple(number for number, line in enumerate(lines, 1) if mark in line)
        found.append(Gap(mark=mark, lines=places, context=lines[places[0] - 1].strip()))
    return found


def line_numbers_of_explanations(text: str) -> list[int]:
    """Lines that explain the marks; these belong only in drafts."""
    return [
        number
        for number, line in enumerate(text.splitlines(), 1)
        if any(mark in line for mark in explaining_marks())
    ]


def without_gaps(text: str) -> str:
    """The text without the sentences that hold a gap or explain one; in code the gap becomes three dots, in a text to paste plain brackets."""
    return "\n".join(_without_marked_lines(text)) + ("\n" if text.endswith("\n") else "")


def _without_marked_lines(text: str) -> Iterator[str]:
    fenced = False
    for line in text.splitlines():
        fenced ^= bool(_FENCE.match(line))
        if not MARK.search(line):
            yield line
        elif fenced:
            yield MARK.sub("…", line)
        elif line.startswith(">"):  # a text to paste: the owner fills it in when pasting
            yield MARK.sub(lambda mark: f"[{mark.group()[1:-1]}]", line)
        elif left := _without_marked_sentences(line):
            yield left


def _without_marked_sentences(line: str) -> str:
    """Empty if only the line's label is left; a row of a table loses only the content of its cell."""
    if line.lstrip().startswith("|"):
        return MARK.sub("…", line)
    label = _LABEL.match(line)
    start = label.end() if label else 0
    body = MARK.sub(lambda mark: _HOLE + ("." if mark.group()[-2] in ".!?" else ""), line[start:])
    kept = [each for each in _SENTENCE_END.split(body) if _HOLE not in each]
    return line[:start] + " ".join(kept) if kept else ""


def leftovers(text: str) -> list[Leftover]:
    """Only our own words: quotations and code belong to the page, and so does filler Latin in a block quotation."""
    found, fenced = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if _FENCE.match(line):
            fenced = not fenced
        if fenced:
            continue
        own = _QUOTED.sub(" ", line)
        signs = [_COME_BACK] if own.lstrip().startswith(">") else [_COME_BACK, _FILLER]
        found += [Leftover(words=sign.group(), line=number) for each in signs if (sign := each.search(own))]
    return found
