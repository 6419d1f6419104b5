"""A page's markup as a plain tree: the same reading for raw HTML and for a serialised rendered document."""

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

#: a tree larger than this is cut: no landing page needs it, and a hostile one would cost seconds
MAX_ELEMENTS = 12_000
#: browsers stop nesting at 512; every rule that looks upwards costs this much per element
MAX_DEPTH = 512
#: characters of text; more is a book
MAX_TEXT = 500_000

#: the texts of all elements may be so many times what is written, and so many characters more; people's pages have 5 to 20
TOWER_TIMES, TOWER_LEAST = 24, 100_000
#: beyond that, characters of one element's
TOWER_TEXT = 2_000
#: elements of one kind that stand around each other, on average over the page, up to which each fills in what is inside of it
NESTED = 16

T = TypeVar("T")


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


#: what a browser with scripts on never shows, wherever it stands
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
#: words inside of a line that are set apart by style alone
RUNS = _tags("span strong em b i mark")
#: what hardly ever stands inside of its own kind, but where a tag was left open, in a drawing or the like
NEVER_NESTED = _tags(
    "a blockquote button caption cite figcaption form h1 h2 h3 h4 h5 h6 label legend option p q select summary textarea"
)
#: what a reader sees apart from its neighbours: blocks, and the controls of a form with their names
APART = BLOCKS | _tags("button input label select textarea")

_SIMPLE_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_WORD = re.compile(r"\S+")
_UNUSUAL = re.compile(r"[^A-Za-z0-9_-]")
_HIDING_STYLE = re.compile(r"(display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
#: what may hold a `<noscript>` that is none, and what ends each
_OPENINGS = re.compile(r"<!--|<script\b|<noscript\b", re.IGNORECASE)
_ENDINGS = {
    "<!--": re.compile(r"-->"),
    "<scri": re.compile(r"</script\s*>", re.IGNORECASE),
    "<nosc": re.compile(r"</noscript\s*>", re.IGNORECASE),
}


#: what is longer is no word of any language, and many patterns search a word from each of its letters
LONGEST_WORD = 120


def collapse(text: str) -> str:
    """White space as a reader sees it."""
    return " ".join(text.split())


def readable(text: str) -> str:
    """What a reader sees: single blanks, and of what is too long for a word its beginning."""
    if len(text) <= LONGEST_WORD:
        return collapse(text)
    return " ".join([word[:LONGEST_WORD] for word in text.split()])


class Element:
    """One element; read-only once the tree stands."""

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
        #: the number behind its last descendant
        self.end = 0
        self.selector = ""
        #: by markup alone: `hidden`, an inline style, a closed dialog, or a tag that is never shown; inherited
        self.hidden = False
        self.children: list[Element | str] = []
        self._text: str | None = None
        self._own_text: str | None = None

    def __repr__(self) -> str:
        return f"<{self.tag} {self.selector!r}>"

    def attr(self, name: str) -> str:
        """The attribute's trimmed value; empty when absent."""
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
        """The nearest of these tags, itself included."""
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
        """What a styled run of words is a part of; itself where it is no such run."""
        element = self
        while element.tag in RUNS and element.parent is not None:
            element = element.parent
        return element

    @property
    def text(self) -> str:
        """Visible text in one line, blocks kept apart, as a browser would show it."""
        if self._text is None:
            self._text = self.tree.read_text(self)
        return self._text

    def set_apart(self, drawn: str) -> None:
        """The blanks that a browser showed between the same letters: lines whose letters a script has put into elements of their own."""
        written = self.text_within(len(drawn))  # a heading may hold all others
        letters = written.replace(" ", "")
        if written and drawn != written and drawn.replace(" ", "").casefold() == letters.casefold():
            places = iter(letters)
            self._text = "".join(one if one == " " else next(places) for one in drawn)

    def begins(self, characters: int) -> str:
        """The first characters of its text, without reading all of it."""
        return self.tree.read_text(self, characters) if self._text is None else self._text[:characters]

    def text_within(self, characters: int) -> str:
        """Its text; nothing where that is longer, without reading all of it."""
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
    """A written text as a reader sees it: of each piece of the one it knows the piece of the other, without reading it again."""

    def __init__(self, written: str) -> None:
        words = written.split()
        shown = [word[:LONGEST_WORD] for word in words]
        self._written = written
        self._read = " ".join(shown)
        #: of each word: where it begins and ends as written, and where it begins as read
        self._starts = [match.start() for match in _WORD.finditer(written)]
        self._ends = [start + len(word) for start, word in zip(self._starts, words, strict=True)]
        self._places = list(accumulate([len(word) + 1 for word in shown], initial=0))

    def piece(self, start: int, end: int, most: int) -> str:
        """As `readable(written[start:end])[:most]`."""
        first, behind = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first >= behind:
            return ""
        if start <= self._starts[first]:
            return self._words(first, behind, end, most)
        cut = self._written[start : min(self._ends[first], end, start + LONGEST_WORD)]
        rest = self._words(first + 1, behind, end, most) if first + 1 < behind else ""
        return f"{cut} {rest}"[:most] if rest else cut[:most]

    def _words(self, first: int, behind: int, end: int, most: int) -> str:
        """From the beginning of one word to the end of another, which may stop in the middle of it."""
        last, place = behind - 1, self._places[first]
        long = min(self._ends[last], end) - self._starts[last]
        return self._read[place : min(self._places[last] + min(long, LONGEST_WORD), place + most)]


class Tree:
    """The elements of one document by number, and what is asked of many of them, worked out once for all."""

    def __init__(self) -> None:
        self.elements: Sequence[Element] = ()
        self._nearest: dict[tuple[str, ...], list[Element | None]] = {}
        self._tagged: dict[tuple[str, ...], tuple[list[int], list[Element]]] = {}
        self._by_tag: dict[str, list[Element]] | None = None
        #: per element: which of the texts it is a part of, from where to where
        self._spans: list[tuple[int, int, int]] = []
        self._texts: list[str] = []
        self._read: dict[int, ReadText] = {}
        self._known: dict[Callable[[Tree], Any], Any] = {}
        self._raw: str = ""
        self._raw_spans: list[tuple[int, int]] = []
        #: elements that styles set apart from their neighbours, whatever their tags say
        self.apart: Collection[str] = frozenset()

    def once(self, work: Callable[[Tree], T]) -> T:
        """What this function says of the whole tree, asked once: many rules ask the same of every element."""
        if work not in self._known:
            self._known[work] = work(self)
        known: T = self._known[work]
        return known

    def nearest(self, tags: tuple[str, ...]) -> list[Element | None]:
        """Per element the nearest of these tags, itself included."""
        known = self._nearest.get(tags)
        if known is None:
            known = self._nearest[tags] = self._worked_out(tags)
        return known

    def _worked_out(self, tags: tuple[str, ...]) -> list[Element | None]:
        """What stands inside of each is filled in, the inner ones last; in a tower of them one looks at the parent."""
        _, found = self.tagged(tags)
        known: list[Element | None] = [None] * len(self.elements)
        if sum([one.end - one.number for one in found]) <= NESTED * len(known):
            for one in found:
                known[one.number : one.end] = [one] * (one.end - one.number)
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
        """Its text nodes in order, with a line break around every block; hidden and opaque parts left out."""
        if not self._spans:
            self._write_texts()
        text, start, end = self._spans[element.number]
        return self._texts[text][start : end if most is None else min(end, start + most)]

    def read_text(self, element: Element, most: int = sys.maxsize) -> str:
        """What a reader sees of it, or the first characters of that: every text is read once for all that stand around it."""
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
        """Characters to which its text is read; None: to its end.

        Where elements stand inside each other so that their texts, each with all below it, are many times what is
        written, only the first part of each is read; so of links in links and the like. Nothing is lost: every word is
        read in what it stands in.
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
        """One text for the page, and one for each part that it leaves out; every element's is a piece of one of them."""
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
            if start < 0:  # all below it has been written
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
        """Of all texts together."""
        if not self._spans:
            self._write_texts()
        return sum(map(len, self._texts))

    def raw_text(self, element: Element, most: int | None = None) -> str:
        """Every text node below it, whatever hides it; or the first characters of that."""
        if (
            element.end - element.number == 1
        ):  # scripts, styles and titles: the rest of the page need not be written for them
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
    told = sum(map(tree.length_of_text, tree.elements))
    return told > TOWER_TIMES * tree.characters + TOWER_LEAST


def _number(element: Element) -> int:
    return element.number


@dataclass(eq=False, kw_only=True)
class Dom:
    """A whole document."""

    root: Element
    #: in document order
    elements: tuple[Element, ...]
    #: the bounds that the markup was beyond: `elements`, `depth`, `attributes`, `text`; what was beyond is not here
    cuts: frozenset[str] = frozenset()

    @cached_property
    def by_selector(self) -> dict[str, Element]:
        return {element.selector: element for element in self.elements}

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every name that a fragment can point to."""
        named = {element.attr("id") for element in self.elements}
        return frozenset(named | {element.attr("name") for element in self.all("a")} - {""})

    @cached_property
    def labels(self) -> dict[str, list[Element]]:
        """Label elements by the id they point to."""
        index: dict[str, list[Element]] = {}
        for label in self.all("label"):
            index.setdefault(label.attr("for"), []).append(label)
        return index

    @cached_property
    def telling_labels(self) -> dict[str, Element]:
        """The first label that says something, by the id it points to."""
        return {
            pointed: label
            for pointed, found in self.labels.items()
            if (label := next((one for one in found if one.text), None)) is not None
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
        """Those that markup does not hide."""
        return [element for element in self.all(*tags) if not element.hidden]


def read_dom(
    html: str, *, hidden_in_views: Sequence[Collection[str]] = (), apart: Collection[str] = frozenset()
) -> Dom:
    """Parse as a browser with scripts on would: what stands in `<noscript>` is not part of the page.

    `hidden_in_views` holds, per viewport, the selectors of what styles hide there; an element is hidden when every
    viewport hides it, so that a menu drawn on one screen only stays part of the page. `apart` are the selectors of what
    styles draw as a box of its own: its words are not glued to its neighbour's.
    """
    check_place()
    markup = bounded(_without_noscript(html))
    try:
        parser = LexborHTMLParser(markup.html or "<html></html>")
    except SelectolaxError as error:  # it refuses nothing; there was no room for more
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
    """Empty every `<noscript>` that stands outside scripts and comments, in one pass whatever the page is made of."""
    kept, position = [], 0
    while opening := _OPENINGS.search(html, position):
        kind = opening[0][:5].lower()
        opened = opening.end() if kind != "<nosc" else html.find(">", opening.end()) + 1
        ending = _ENDINGS[kind].search(html, opened) if opened else None
        if ending is None:
            break
        upto = opened if kind == "<nosc" else ending.start()
        kept += [html[position:upto], ending[0]]
        position = ending.end()
    return "".join([*kept, html[position:]])


def _copy(root: LexborNode, tree: Tree, cuts: set[str]) -> Iterator[Element]:
    """Yield our elements in document order while building the tree, without recursion; what is beyond measure is cut."""
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
    """Each knows where in the document it begins and ends: what is inside of it stands between the two."""
    for number, element in enumerate(elements):
        element.number, element.end = number, number + 1
    for element in reversed(elements):
        if element.parent is not None and element.end > element.parent.end:
            element.parent.end = element.end


def hides_itself(tag: str, attrs: dict[str, str]) -> bool:
    """Markup alone keeps it from being shown."""
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
    """Give every element its selector; parents come before their children."""
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
    """Carry what the viewports hid down the tree; parents come before their children."""
    if not views:
        return
    roots = [frozenset(view) for view in views]
    gone: dict[int, list[bool]] = {}
    for element in elements:
        above = gone.get(id(element.parent), [False] * len(roots))
        gone[id(element)] = [up or element.selector in view for up, view in zip(above, roots, strict=True)]
        element.hidden = element.hidden or all(gone[id(element)])
