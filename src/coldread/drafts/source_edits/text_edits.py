"""A model's words in the diff: the text of one node of the source is replaced, and nothing else can be. Pure.

New words use a fixed list of characters, and fit their place (`drafts/source_edits/fitting`). The words that they replace are in
exactly one piece of text. After all edits, the trees of both sources are compared: the same elements, attributes and order, and
only those texts differ. An edit that does not pass is not in the diff.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html.entities import codepoint2name
from itertools import islice
from typing import Literal

from coldread.drafts.source_edits.fitting import Places
from coldread.drafts.source_edits.text_nodes import Leaf, Piece, html_pieces, html_tree, jsx_pieces, jsx_tree
from coldread.reader.sayable import address_like
from coldread.scanner.page.observe.element_tree import collapse
from coldread.scanner.patch.edits import Edit, apply_edits

#: characters of new words, and how many times longer than the old ones they may be
LONGEST, TIMES_LONGER, LEAST_ROOM = 600, 4, 120
#: places that are looked at for one edit, edits of a source, and characters of a source that is read
MOST_PLACES, MOST_EDITS, LONGEST_SOURCE = 40, 40, 2_000_000
#: characters of the neighbouring texts that new words are read together with
BESIDE = 80
#: beside letters and digits; no quotation mark, brace, bracket, angle, slash backwards, at sign or tilde is among them
_SIGNS = frozenset(" .,:;!?…–—-’“”»«()/&%+=€£$¥°·•×½¼¾§")
#: what some engine, shell or browser could interpret as more than words
_NO_WORDS = re.compile(
    r"//|\$[^\d ]|\$$|^[%=+/&$-]|[;&](?=\w)|\(\s*\)|\bjavascript\s*:|\bdata\s*:|\w:\w", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d+)*")

Kind = Literal["html", "jsx"]


@dataclass(frozen=True, kw_only=True)
class TextEdit:
    """Words of the page, and their replacement."""

    was: str
    new: str


@dataclass(frozen=True)
class Reworded:
    """A source with the valid edits, their indices in the list, and why each other one was refused."""

    text: str
    made: tuple[int, ...]
    refused: dict[int, str]


def apply_text_edits(source: str, edits: Sequence[TextEdit], kind: Kind, numbers: frozenset[str]) -> Reworded:
    """`numbers` are those that the order names; any other number must be in the text already."""
    if len(source) > LONGEST_SOURCE:
        return Reworded(source, (), dict.fromkeys(range(len(edits)), "source-too-long"))
    pieces = html_pieces(source) if kind == "html" else jsx_pieces(source)
    places = Places(source)
    placed: dict[int, _Placed] = {}
    refused: dict[int, str] = {}
    for number, one in enumerate(edits):
        found = _placed_or_fault(source, pieces, places, one, numbers) if number < MOST_EDITS else "too-many"
        if isinstance(found, str):
            refused[number] = found
        elif any(
            found.edit.start < other.edit.end and other.edit.start < found.edit.end
            for other in placed.values()
        ):
            refused[number] = "same-words"
        else:
            placed[number] = found
    if placed and not _changes_only_texts(source, pieces, placed.values(), kind):
        before = dict(placed)
        placed = {}
        for number, candidate in before.items():
            if _changes_only_texts(source, pieces, [*placed.values(), candidate], kind):
                placed[number] = candidate
            else:
                refused[number] = "changes-more"
    return Reworded(_apply_edits(source, placed.values()), tuple(placed), refused)


@dataclass(frozen=True, kw_only=True)
class _Placed:
    """An edit with its place in the source."""

    #: index in the list of pieces
    number: int
    edit: Edit


def wording_fault(new: str) -> str:
    """Why such words are never in a diff, wherever they would go; empty if they may be."""
    if not new.strip() or len(new) > LONGEST:
        return "length"
    if not all(map(_is_plain, new)):
        return "signs"
    if _NO_WORDS.search(new):
        return "signs"
    return "address" if address_like(new) else ""


def _is_plain(sign: str) -> bool:
    """A Latin letter as one sign, a digit or one of the list: other letters look like these, or like nothing."""
    if sign.isascii():
        return sign.isalnum() or sign in _SIGNS
    return sign in _SIGNS or (sign.isalpha() and unicodedata.name(sign, "").startswith("LATIN "))


def typeset(text: str, lang: str = "en") -> str:
    """One line, with the quotation marks that printers use: straight ones end a text in code."""
    line = re.sub(r"[ \t\r\n\u00a0\u202f]+", " ", unicodedata.normalize("NFC", text)).strip(" ")
    opening = "”" if lang == "sv" else "“"
    line = re.sub(r"(?:(?<=^)|(?<=[\s(]))\"", opening, line)
    return line.replace('"', "”").replace("'", "’")


def numbers_in(text: str) -> frozenset[str]:
    """By their digits: `1 200`, `1,200` and `1200` are one."""
    return frozenset(re.sub(r"\D", "", one) for one in _NUMBER.findall(text))


def _placed_or_fault(
    source: str, pieces: Sequence[Piece], places: Places, one: TextEdit, numbers: frozenset[str]
) -> _Placed | str:
    fault = wording_fault(one.new)
    if fault:
        return fault
    if not one.was.strip() or len(one.new) > max(LEAST_ROOM, TIMES_LONGER * len(one.was)):
        return "length"
    spans = _spans(source, pieces, one.was)
    if len(spans) != 1:
        return "not-in-one-text" if not spans else "in-several-texts"
    number, start, end = spans[0]
    piece = pieces[number]
    if not numbers_in(one.new) <= numbers_in(html.unescape(source[piece.start : piece.end])) | numbers:
        return "new-number"
    placed = _Placed(number=number, edit=Edit(start=start, end=end, new=html.escape(one.new, quote=False)))
    if _makes_address(source, pieces, number, [placed.edit]):
        return "address"
    return places.fault(placed.edit) or placed


def _read_pieces(
    source: str, pieces: Sequence[Piece], placed: Iterable[_Placed]
) -> dict[int, tuple[str, str, list[Edit]]]:
    """The text of each piece that changes, before and after, as it is read."""
    edits: dict[int, list[Edit]] = {}
    for one in placed:
        edits.setdefault(one.number, []).append(one.edit)
    return {
        number: (
            html.unescape(source[pieces[number].start : pieces[number].end]),
            _apply_to_piece(source, pieces[number], own),
            own,
        )
        for number, own in edits.items()
    }


def _apply_to_piece(source: str, piece: Piece, edits: Sequence[Edit]) -> str:
    moved = [Edit(start=one.start - piece.start, end=one.end - piece.start, new=one.new) for one in edits]
    return html.unescape(apply_edits(source[piece.start : piece.end], moved))


def _makes_address(source: str, pieces: Sequence[Piece], number: int, edits: Sequence[Edit]) -> bool:
    """With the words beside it in the line."""
    before, after = _text_around(source, pieces, number)
    was = html.unescape(source[pieces[number].start : pieces[number].end])
    now = _apply_to_piece(source, pieces[number], edits)
    return not address_like(f"{before}{now}{after}") <= address_like(f"{before}{was}{after}")


def _spans(source: str, pieces: Sequence[Piece], words: str) -> list[tuple[int, int, int]]:
    """Each place that lies within one piece, with its number; parts of words do not count."""
    starts = [piece.start for piece in pieces]
    found = []
    for match in islice(_pattern(words).finditer(source), MOST_PLACES):
        number = bisect_right(starts, match.start()) - 1
        if number < 0 or match.end() > pieces[number].end:
            continue
        piece = pieces[number]
        around = (
            source[max(piece.start, match.start() - 1) : match.start()],
            source[match.end() : min(piece.end, match.end() + 1)],
        )
        if (around[0].isalnum() and words[0].isalnum()) or (around[1].isalnum() and words[-1].isalnum()):
            continue
        found.append((number, match.start(), match.end()))
    return found


def _pattern(text: str) -> re.Pattern[str]:
    """The same words, however they are spaced, and whether their letters are written as such or by name."""
    return re.compile(r"(?:\s|&nbsp;)+".join("".join(map(_pattern_of_letter, word)) for word in text.split()))


def _pattern_of_letter(sign: str) -> str:
    name = codepoint2name.get(ord(sign))
    if name is None and sign.isalnum():
        return re.escape(sign)
    names = [f"&{name};"] if name else []
    return "(?:" + "|".join(map(re.escape, [*names, f"&#{ord(sign)};", sign])) + ")"


def _text_around(source: str, pieces: Sequence[Piece], number: int) -> tuple[str, str]:
    """What is read in one line with it."""
    before = after = ""
    if pieces[number].joins:
        piece = pieces[number - 1]
        before = html.unescape(source[max(piece.start, piece.end - BESIDE) : piece.end])
    if number + 1 < len(pieces) and pieces[number + 1].joins:
        piece = pieces[number + 1]
        after = html.unescape(source[piece.start : min(piece.end, piece.start + BESIDE)])
    return before, after


def _changes_only_texts(source: str, pieces: Sequence[Piece], placed: Iterable[_Placed], kind: Kind) -> bool:
    """Whether they form no address with their neighbours, and the trees differ only in those texts."""
    placed = list(placed)
    texts = _read_pieces(source, pieces, placed)
    if any(_makes_address(source, pieces, number, edits) for number, (_, _, edits) in texts.items()):
        return False
    before, after = _read_leaves(source, kind), _read_leaves(_apply_edits(source, placed), kind)
    if before is None or after is None or len(before) != len(after):
        return False
    wanted = sorted((collapse(was), collapse(now)) for was, now, _ in texts.values())
    changed: list[tuple[str, str]] = []
    for old, new in zip(before, after, strict=True):
        if old == new:
            continue
        if (old.depth, old.named) != (new.depth, new.named) or not (old.is_text and new.is_text):
            return False
        changed.append((_read(old, kind), _read(new, kind)))
    return sorted(changed) == wanted


def _read_leaves(source: str, kind: Kind) -> list[Leaf] | None:
    return html_tree(source) if kind == "html" else jsx_tree(source)


def _read(leaf: Leaf, kind: Kind) -> str:
    return collapse(leaf.text if kind == "html" else html.unescape(leaf.text))


def _apply_edits(source: str, placed: Iterable[_Placed]) -> str:
    return apply_edits(source, [one.edit for one in placed])
