"""A page's markup as a document: parsed from raw HTML or from a serialised rendered document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from coldread.scanner.page.observe.element_tree import Element, Tree
from coldread.scanner.page.observe.markup_bounds import bounded_markup
from coldread.scanner.page.parsing_process import check_place

#: a larger tree is cut: no landing page needs more, and a hostile one would take seconds
MAX_ELEMENTS = 12_000
#: browsers stop nesting at 512, and rules that look at ancestors take time for each level
MAX_DEPTH = 512
#: most characters of text
MAX_TEXT = 500_000


#: tags that a browser with scripts never shows
NEVER_SHOWN = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "head",
        "title",
        "meta",
        "link",
        "base",
        "datalist",
        "object",
        "param",
        "source",
        "track",
    ]
)
_SIMPLE_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_UNUSUAL = re.compile(r"[^A-Za-z0-9_-]")
_HIDING_STYLE = re.compile(r"(display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
#: openings after which a `<noscript>` may be text only, and their endings
_OPENINGS = re.compile(r"<!--|<script\b|<noscript\b", re.IGNORECASE)
_ENDINGS = {
    "<!--": re.compile(r"-->"),
    "<scri": re.compile(r"</script\s*>", re.IGNORECASE),
    "<nosc": re.compile(r"</noscript\s*>", re.IGNORECASE),
}


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
    markup = bounded_markup(_without_noscript(html))
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
    _name_elements(elements)
    _hide_elements(elements, hidden_in_views)
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


def _name_elements(elements: Sequence[Element]) -> None:
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


def _hide_elements(elements: Sequence[Element], views: Sequence[Collection[str]]) -> None:
    """Mark elements that every viewport hides, with their descendants; parents come before their children."""
    if not views:
        return
    roots = [frozenset(view) for view in views]
    gone: dict[int, list[bool]] = {}
    for element in elements:
        above = gone.get(id(element.parent), [False] * len(roots))
        gone[id(element)] = [up or element.selector in view for up, view in zip(above, roots, strict=True)]
        element.hidden = element.hidden or all(gone[id(element)])
