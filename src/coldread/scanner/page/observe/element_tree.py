"""The elements of a document as a plain tree, with their texts."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate
from typing import Any, TypeVar

#: limit of the sum of all elements' texts: so many times the page's text, plus so many characters; real pages have 5 to 20 times
TOWER_TIMES, TOWER_LEAST = 24, 100_000
#: beyond that limit, characters of each element's text
TOWER_TEXT = 2_000
#: average depth of nested elements of one kind up to which each of them marks its descendants
NESTED = 16

T = TypeVar("T")


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


#: their content is a control's state or another document, not the page's text
OPAQUE = _tags("select textarea iframe svg canvas video audio math")
#: these begin and end a line
BLOCKS = _tags(
    "address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer "
    "form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre search section summary table "
    "tbody td tfoot th thead tr ul"
)
#: tags inside a line that only change style
RUNS = _tags("span strong em b i mark")
#: tags that are hardly ever nested in their own kind, except after an unclosed tag
NEVER_NESTED = _tags(
    "a blockquote button caption cite figcaption form h1 h2 h3 h4 h5 h6 label legend option p q select summary textarea"
)
#: tags whose text is separate from their neighbours': blocks, and form controls with their labels
APART = BLOCKS | _tags("button input label select textarea")

_WORD = re.compile(r"\S+")


#: longer strings are no words, and many patterns search a word from each of its letters
LONGEST_WORD = 120


def collapse(text: str) -> str:
    """The text with single spaces."""
    return " ".join(text.split())


def readable_text(text: str) -> str:
    """The text with single spaces and without the ends of overlong words."""
    if len(text) <= LONGEST_WORD:
        return collapse(text)
    return " ".join([word[:LONGEST_WORD] for word in text.split()])


class Element:
    """One element; read-only once the tree is built."""

    __slots__ = (
        "_own_text", "_text", "attrs", "children", "end", "hidden", "number", "parent", "selector", "tag", "tree",
    )  # fmt: skip

    def __init__(self, tag: str, attrs: dict[str, str], parent: Element | None, tree: Tree) -> None:
        self.tag = tag
        self.attrs = attrs
        self.parent = parent
        self.tree = tree
        #: its place in document order
        self.number = 0
        #: the number after its last descendant
        self.end = 0
        self.selector = ""
        #: by markup alone: `hidden`, an inline style, a closed dialog, or a tag that is never visible; inherited
        self.hidden = False
        self.children: list[Element | str] = []
        self._text: str | None = None
        self._own_text: str | None = None

    def __repr__(self) -> str:
        return f"<{self.tag} {self.selector!r}>"

    def attr(self, name: str) -> str:
        """The attribute's trimmed value; empty if absent."""
        value = self.attrs.get(name)
        return value.strip() if value else ""

    @property
    def elements(self) -> Iterator[Element]:
        return (child for child in self.children if isinstance(child, Element))

    def walk(self) -> Sequence[Element]:
        """This element and everything below it, in document order."""
        return self.tree.elements[self.number : self.end]

    def ancestors(self) -> Iterator[Element]:
        """From the parent up to the root."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def closest(self, *tags: str) -> Element | None:
        """The nearest element with one of these tags: itself or an ancestor."""
        return self.tree.nearest(tags)[self.number]

    def all(self, *tags: str) -> Sequence[Element]:
        """Every descendant with one of these tags, hidden ones included."""
        if self.end - self.number == 1:
            return ()
        numbers, elements = self.tree.tagged(tags)
        return elements[bisect_left(numbers, self.number + 1) : bisect_left(numbers, self.end)]

    def first(self, *tags: str) -> Element | None:
        """The first descendant with one of these tags."""
        numbers, elements = self.tree.tagged(tags)
        place = bisect_left(numbers, self.number + 1)
        return elements[place] if place < len(numbers) and numbers[place] < self.end else None

    def count(self, *tags: str) -> int:
        """How many descendants have one of these tags."""
        numbers, _ = self.tree.tagged(tags)
        return bisect_left(numbers, self.end) - bisect_left(numbers, self.number + 1)

    def contains(self, other: Element) -> bool:
        return self.number <= other.number < self.end and self.tree is other.tree

    @property
    def block(self) -> Element:
        """The element around a styled run of words; itself if it is no such run."""
        element = self
        while element.tag in RUNS and element.parent is not None:
            element = element.parent
        return element

    @property
    def text(self) -> str:
        """Visible text in one line, with a space between blocks."""
        if self._text is None:
            self._text = self.tree.read_text(self)
        return self._text

    def take_drawn_spaces(self, drawn: str) -> None:
        """Take over the spaces of the drawn text, for lines with one element for each letter."""
        written = self.text_within(len(drawn))  # a heading may hold all others
        letters = written.replace(" ", "")
        if written and drawn != written and drawn.replace(" ", "").casefold() == letters.casefold():
            next_letters = iter(letters)
            self._text = "".join(sign if sign == " " else next(next_letters) for sign in drawn)

    def begins(self, characters: int) -> str:
        """The first characters of its text, without reading all of it."""
        return self.tree.read_text(self, characters) if self._text is None else self._text[:characters]

    def text_within(self, characters: int) -> str:
        """Its text; empty if that is longer, without reading all of it."""
        first = self.begins(characters + 1)
        return first if len(first) <= characters else ""

    @property
    def own_text(self) -> str:
        """Text of its own text nodes only."""
        if self._own_text is None:
            self._own_text = readable_text(
                " ".join([child for child in self.children if isinstance(child, str)])
            )
        return self._own_text

    @property
    def content(self) -> str:
        """Raw text below it, for scripts, styles and titles."""
        return self.tree.raw_text(self)


class ReadText:
    """The readable form of a text. It maps a piece of the written text to its readable form without reading it again."""

    def __init__(self, written: str) -> None:
        words = written.split()
        cut_words = [word[:LONGEST_WORD] for word in words]
        self._written = written
        self._read = " ".join(cut_words)
        #: for each word: start and end in the written text, and start in the readable one
        self._starts = [match.start() for match in _WORD.finditer(written)]
        self._ends = [start + len(word) for start, word in zip(self._starts, words, strict=True)]
        self._places = list(accumulate([len(word) + 1 for word in cut_words], initial=0))

    def piece(self, start: int, end: int, most: int) -> str:
        """The same as `readable(written[start:end])[:most]`."""
        first, behind = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first >= behind:
            return ""
        if start <= self._starts[first]:
            return self._words(first, behind, end, most)
        cut = self._written[start : min(self._ends[first], end, start + LONGEST_WORD)]
        rest = self._words(first + 1, behind, end, most) if first + 1 < behind else ""
        return f"{cut} {rest}"[:most] if rest else cut[:most]

    def _words(self, first: int, behind: int, end: int, most: int) -> str:
        """The readable text from one word up to another, which `end` may cut."""
        last, place = behind - 1, self._places[first]
        long = min(self._ends[last], end) - self._starts[last]
        return self._read[place : min(self._places[last] + min(long, LONGEST_WORD), place + most)]


class Tree:
    """The elements of one document by number, with indexes that are computed once."""

    def __init__(self) -> None:
        self.elements: Sequence[Element] = ()
        self._nearest: dict[tuple[str, ...], list[Element | None]] = {}
        self._tagged: dict[tuple[str, ...], tuple[list[int], list[Element]]] = {}
        self._by_tag: dict[str, list[Element]] | None = None
        #: for each element: the index of its text, start and end
        self._spans: list[tuple[int, int, int]] = []
        self._texts: list[str] = []
        self._read: dict[int, ReadText] = {}
        self._known: dict[Callable[[Tree], Any], Any] = {}
        self._raw: str = ""
        self._raw_spans: list[tuple[int, int]] = []
        #: selectors of elements that styles separate from their neighbours
        self.apart: Collection[str] = frozenset()

    def once(self, work: Callable[[Tree], T]) -> T:
        """The function's result for the tree, computed once."""
        if work not in self._known:
            self._known[work] = work(self)
        known: T = self._known[work]
        return known

    def nearest(self, tags: tuple[str, ...]) -> list[Element | None]:
        """For each element the nearest one with one of these tags: itself or an ancestor."""
        known = self._nearest.get(tags)
        if known is None:
            known = self._nearest[tags] = self._find_nearest(tags)
        return known

    def _find_nearest(self, tags: tuple[str, ...]) -> list[Element | None]:
        """Each element marks its descendants, inner ones last; with deep nesting, each element looks at its parent instead."""
        _, found = self.tagged(tags)
        known: list[Element | None] = [None] * len(self.elements)
        if sum([holder.end - holder.number for holder in found]) <= NESTED * len(known):
            for holder in found:
                known[holder.number : holder.end] = [holder] * (holder.end - holder.number)
            return known
        for number, element in enumerate(self.elements):  # parents come before their children
            if element.tag in tags:
                known[number] = element
            elif element.parent is not None:
                known[number] = known[element.parent.number]
        return known

    @property
    def by_tag(self) -> dict[str, list[Element]]:
        if self._by_tag is None:
            self._by_tag = {}
            for element in self.elements:
                self._by_tag.setdefault(element.tag, []).append(element)
        return self._by_tag

    def tagged(self, tags: tuple[str, ...]) -> tuple[list[int], list[Element]]:
        """All elements with one of these tags, and their numbers."""
        known = self._tagged.get(tags)
        if known is None:
            by_tag = self.by_tag
            found = [element for tag in dict.fromkeys(tags) for element in by_tag.get(tag, ())]
            found.sort(key=_number)
            known = self._tagged[tags] = ([element.number for element in found], found)
        return known

    def written_text(self, element: Element, most: int | None = None) -> str:
        """Its text nodes in order, with a line break around every block, without hidden and opaque parts."""
        if not self._spans:
            self._write_texts()
        text, start, end = self._spans[element.number]
        return self._texts[text][start : end if most is None else min(end, start + most)]

    def read_text(self, element: Element, most: int = sys.maxsize) -> str:
        """Its readable text, or the first characters of that."""
        if not self._spans:
            self._write_texts()
        number, start, end = self._spans[element.number]
        if element.end - element.number == 1 and end - start <= most:  # nothing else reads the same
            return readable_text(self._texts[number][start:end])
        longest = self.longest_text(element)
        if number not in self._read:
            self._read[number] = ReadText(self._texts[number])
        return self._read[number].piece(start, end if longest is None else min(end, start + longest), most)

    def longest_text(self, element: Element) -> int | None:
        """Limit on the characters of its text; None if there is none.

        If elements are nested so deep that their texts together are many times the page's text, only the first part of each is
        read; the same for links in links and the like. No word is lost, since it is still in the text of its own element.
        """
        if element.end - element.number == 1 or element.tag in ("html", "body"):
            return None
        around_its_kind = element.tag in NEVER_NESTED and element.first(element.tag) is not None
        return TOWER_TEXT if around_its_kind or self.once(_is_tower) else None

    def length_of_text(self, element: Element) -> int:
        if not self._spans:
            self._write_texts()
        _, start, end = self._spans[element.number]
        return end - start

    def _write_texts(self) -> None:
        """Write one text for the page and one for each hidden or opaque part; each element's text is a piece of one of them."""
        spans = [(0, 0, 0)] * len(self.elements)
        texts: list[list[str]] = []
        lengths: list[int] = []
        waiting: list[tuple[Element | str, int, int]] = [(self.elements[0], -1, 0)] if self.elements else []
        while waiting:
            item, text, start = waiting.pop()
            if isinstance(item, str):
                texts[text].append(item)
                lengths[text] += len(item)
                continue
            edge = "\n" if item.tag in APART or item.selector in self.apart else ""
            if start < 0:  # all its descendants have been written
                texts[text].append(edge)
                lengths[text] += len(edge)
                spans[item.number] = (text, spans[item.number][1], lengths[text])
                continue
            if text < 0 or item.hidden or item.tag in OPAQUE:
                text = len(texts)
                texts.append([])
                lengths.append(0)
            spans[item.number] = (text, lengths[text], 0)
            texts[text].append(edge)
            lengths[text] += len(edge)
            waiting.append((item, text, -1))
            waiting.extend([(child, text, 0) for child in reversed(item.children)])
        self._texts = ["".join(pieces) for pieces in texts]
        self._spans = spans

    @property
    def characters(self) -> int:
        """The length of all texts together."""
        if not self._spans:
            self._write_texts()
        return sum(map(len, self._texts))

    def raw_text(self, element: Element, most: int | None = None) -> str:
        """Every text node below it, hidden or not; or the first characters of that."""
        if (
            element.end - element.number == 1
        ):  # scripts, styles and titles, without writing the text of the whole page
            return "".join([child for child in element.children if isinstance(child, str)])[:most]
        if not self._raw_spans:
            self._write_raw()
        start, end = self._raw_spans[element.number]
        return self._raw[start : end if most is None else min(end, start + most)]

    def _write_raw(self) -> None:
        spans = [(0, 0)] * len(self.elements)
        pieces: list[str] = []
        length = 0
        waiting: list[Element | str | int] = [self.elements[0]] if self.elements else []
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                pieces.append(item)
                length += len(item)
            elif isinstance(item, int):
                spans[item] = (spans[item][0], length)
            else:
                spans[item.number] = (length, length)
                waiting.append(item.number)
                waiting.extend(reversed(item.children))
        self._raw = "".join(pieces)
        self._raw_spans = spans


def _is_tower(tree: Tree) -> bool:
    total = sum(map(tree.length_of_text, tree.elements))
    return total > TOWER_TIMES * tree.characters + TOWER_LEAST


def _number(element: Element) -> int:
    return element.number
