"""A page's markup as a plain tree, for raw HTML and for a serialised rendered document.

This file has more than 400 lines, since elements, tree and parser share private state.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeVar

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from coldread.scanner.page.observe.markup_bounds import bounded
from coldread.scanner.page.parsing_process import check_place

#: a larger tree is cut: no landing page needs more, and a hostile one would take seconds
MAX_ELEMENTS = 12_000
#: browsers stop nesting at 512, and rules that look at ancestors take time for each level
MAX_DEPTH = 512
#: most characters of text
MAX_TEXT = 500_000

#: limit of the sum of all elements' texts: so many times the page's text, plus so many characters; real pages have 5 to 20 times
TOWER_TIMES, TOWER_LEAST = 24, 100_000
#: beyond that limit, characters of each element's text
TOWER_TEXT = 2_000
#: average depth of nested elements of one kind up to which each of them marks its descendants
NESTED = 16

T = TypeVar("T")


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


#: tags that a browser with scripts never shows
NEVER_SHOWN = _tags(
    "script style template noscript head title meta link base datalist object param source track"
)
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

_SIMPLE_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_WORD = re.compile(r"\S+")
_UNUSUAL = re.compile(r"[^A-Za-z0-9_-]")
_HIDING_STYLE = re.compile(r"(display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
#: openings after which a `<noscript>` may be text only, and their endings
_OPENINGS = re.compile(r"<!--|<script\b|<noscript\b", re.IGNORECASE)
_ENDINGS = {
    "<!--": re.compile(r"-->"),
    "<scri": re.compile(r"</script\s*>", re.IGNORECASE),
    "<nosc": re.compile(r"</noscript\s*>", re.IGNORECASE),
}


#: longer strings are no words, and many patterns search a word from each of its letters
LONGEST_WORD = 120


def collapse(text: str) -> str:
    """The text with single spaces."""
    return " ".join(text.split())


def readable(text: str) -> str:
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

    def set_apart(self, drawn: str) -> None:
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
            self._own_text = readable(" ".join([child for child in self.children if isinstance(child, str)]))
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
            return readable(self._texts[number][start:end])
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


@dataclass(eq=False, kw_only=True)
class Dom:
    """A whole document."""

    root: Element
    #: in document order
    elements: tuple[Element, ...]
    #: the limits that cut the markup: `elements`, `depth`, `attributes`, `text`
    cuts: frozenset[str] = frozenset()

    @cached_property
    def by_selector(self) -> dict[str, Element]:
        return {element.selector: element for element in self.elements}

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every name that a fragment can refer to."""
        named = {element.attr("id") for element in self.elements}
        return frozenset(named | {element.attr("name") for element in self.all("a")} - {""})

    @cached_property
    def labels(self) -> dict[str, list[Element]]:
        """Label elements by the id that they refer to."""
        index: dict[str, list[Element]] = {}
        for label in self.all("label"):
            index.setdefault(label.attr("for"), []).append(label)
        return index

    @cached_property
    def labels_with_text(self) -> dict[str, Element]:
        """The first label with text, by the id that it refers to."""
        return {
            target_id: label
            for target_id, found in self.labels.items()
            if (label := next((candidate for candidate in found if candidate.text), None)) is not None
        }

    @cached_property
    def by_id(self) -> dict[str, list[Element]]:
        index: dict[str, list[Element]] = {}
        for element in self.elements:
            if element.attr("id"):
                index.setdefault(element.attr("id"), []).append(element)
        return index

    @cached_property
    def head(self) -> Element:
        return next((child for child in self.root.elements if child.tag == "head"), self.root)

    @cached_property
    def body(self) -> Element:
        return next((child for child in self.root.elements if child.tag == "body"), self.root)

    def all(self, *tags: str) -> list[Element]:
        return self.root.tree.tagged(tags)[1]

    def shown(self, *tags: str) -> list[Element]:
        """The elements with one of these tags that are not hidden."""
        return [element for element in self.all(*tags) if not element.hidden]


def read_dom(
    html: str, *, hidden_in_views: Sequence[Collection[str]] = (), apart: Collection[str] = frozenset()
) -> Dom:
    """Parse a page as a browser with scripts does: `<noscript>` is not part of it.

    `hidden_in_views` has, for each viewport, the selectors that styles hide there. An element is hidden if every viewport hides
    it, so that a menu of one viewport stays part of the page. `apart` are selectors of elements that styles draw as separate
    boxes: their words are not joined with their neighbours'.
    """
    check_place()
    markup = bounded(_without_noscript(html))
    try:
        parser = LexborHTMLParser(markup.html or "<html></html>")
    except SelectolaxError as error:  # the parser accepts any markup, so it ran out of memory
        raise MemoryError from error
    if parser.root is None:
        raise ValueError("the parser gave no document")
    tree, cuts = Tree(), set(markup.cuts)
    tree.apart = apart
    elements = tuple(_copy(parser.root, tree, cuts))
    tree.elements = elements
    _number_all(elements)
    _name(elements)
    _hide(elements, hidden_in_views)
    return Dom(root=elements[0], elements=elements, cuts=frozenset(cuts))


def _without_noscript(html: str) -> str:
    """The markup with every `<noscript>` outside of scripts and comments emptied, in one pass."""
    pieces, position = [], 0
    while opening := _OPENINGS.search(html, position):
        kind = opening[0][:5].lower()
        opened = opening.end() if kind != "<nosc" else html.find(">", opening.end()) + 1
        ending = _ENDINGS[kind].search(html, opened) if opened else None
        if ending is None:
            break
        upto = opened if kind == "<nosc" else ending.start()
        pieces += [html[position:upto], ending[0]]
        position = ending.end()
    return "".join([*pieces, html[position:]])


def _copy(root: LexborNode, tree: Tree, cuts: set[str]) -> Iterator[Element]:
    """Yield our elements in document order while building the tree, without recursion, up to the limits."""
    waiting: list[tuple[LexborNode, Element | None, int]] = [(root, None, 0)]
    elements, characters = 0, 0
    while waiting:
        node, parent, depth = waiting.pop()
        tag = node.tag
        if tag == "-text":
            text = node.text_content or ""
            if parent is None:
                continue
            if parent.tag in NEVER_SHOWN:
                parent.children.append(text)
                continue
            characters += len(text)
            if characters <= MAX_TEXT:
                parent.children.append(text)
            else:
                cuts.add("text")
            continue
        if not tag or tag[0] in "-!":
            continue
        if elements == MAX_ELEMENTS:
            cuts.add("elements")
            return
        elements += 1
        element = _element(tag.lower(), node, parent, tree)
        yield element
        child = node.last_child
        if child is None:
            continue
        if depth < MAX_DEPTH:
            while child is not None:
                waiting.append((child, element, depth + 1))
                child = child.prev
        else:
            cuts.add("depth")


def _element(tag: str, node: LexborNode, parent: Element | None, tree: Tree) -> Element:
    attrs = {name.lower(): value or "" for name, value in node.attributes.items()}
    element = Element(tag, attrs, parent, tree)
    element.hidden = (parent is not None and parent.hidden) or hides_itself(tag, attrs)
    if parent is not None:
        parent.children.append(element)
    return element


def _number_all(elements: Sequence[Element]) -> None:
    """Set each element's `number` and `end`; its descendants are between the two."""
    for number, element in enumerate(elements):
        element.number, element.end = number, number + 1
    for element in reversed(elements):
        if element.parent is not None and element.end > element.parent.end:
            element.parent.end = element.end


def hides_itself(tag: str, attrs: dict[str, str]) -> bool:
    """The element is hidden by its own markup."""
    if tag in NEVER_SHOWN or (tag == "dialog" and "open" not in attrs):
        return True
    if not attrs:
        return False
    if "hidden" in attrs and attrs["hidden"].lower() != "until-found":
        return True
    return (tag == "input" and attrs.get("type", "").lower() == "hidden") or (
        "style" in attrs and _HIDING_STYLE.search(attrs["style"]) is not None
    )


def _name(elements: Sequence[Element]) -> None:
    """Set every element's selector; parents come before their children."""
    ids = Counter(element.attrs.get("id", "") for element in elements)
    for element in elements:
        own_id = element.attrs.get("id", "")
        if element.tag in ("html", "head", "body"):
            element.selector = element.tag
        elif own_id and ids[own_id] == 1 and _SIMPLE_ID.fullmatch(own_id):
            element.selector = f"#{own_id}"
    counted: dict[tuple[int, str], int] = {}
    ordinals: list[int] = []
    for element in elements:
        key = (element.parent.number if element.parent is not None else -1, element.tag)
        ordinals.append(counted.get(key, 0) + 1)
        counted[key] = ordinals[-1]
    for element, ordinal in zip(elements, ordinals, strict=True):
        if element.parent is None:
            element.selector = element.selector or element.tag
        elif not element.selector:
            step = element.tag
            if not (step.isascii() and step.isalnum()):
                step = _UNUSUAL.sub(lambda match: "\\" + match[0], step)
            several = counted[element.parent.number, element.tag] > 1
            element.selector = f"{element.parent.selector} > {step}" + (
                f":nth-of-type({ordinal})" if several else ""
            )


def _hide(elements: Sequence[Element], views: Sequence[Collection[str]]) -> None:
    """Mark elements that every viewport hides, with their descendants; parents come before their children."""
    if not views:
        return
    roots = [frozenset(view) for view in views]
    gone: dict[int, list[bool]] = {}
    for element in elements:
        above = gone.get(id(element.parent), [False] * len(roots))
        gone[id(element)] = [up or element.selector in view for up, view in zip(above, roots, strict=True)]
        element.hidden = element.hidden or all(gone[id(element)])
