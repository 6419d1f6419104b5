"""A page's markup as a plain tree: the same reading for raw HTML and for a serialised rendered document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode

from coldread.scanner.page.place import check_place

#: a tree larger than this is cut: no landing page needs it, and a hostile one would cost seconds
MAX_ELEMENTS = 12_000
#: browsers stop nesting at 512; every rule that looks upwards costs this much per element
MAX_DEPTH = 512
#: characters of text; more is a book
MAX_TEXT = 500_000


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
#: what a reader sees apart from its neighbours: blocks, and the controls of a form with their names
APART = BLOCKS | _tags("button input label select textarea")

_SIMPLE_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_UNUSUAL = re.compile(r"[^A-Za-z0-9_-]")
_HIDING_STYLE = re.compile(r"(display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
#: what may hold a `<noscript>` that is none, and what ends each
_OPENINGS = re.compile(r"<!--|<script\b|<noscript\b[^>]*>", re.IGNORECASE)
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


@dataclass(eq=False, kw_only=True)
class Element:
    """One element; read-only once the tree stands."""

    tag: str
    attrs: dict[str, str]
    parent: Element | None
    selector: str = ""
    #: by markup alone: `hidden`, an inline style, a closed dialog, or a tag that is never shown; inherited
    hidden: bool = False
    children: list[Element | str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.tag} {self.selector!r}>"

    def attr(self, name: str) -> str:
        """The attribute's trimmed value; empty when absent."""
        return self.attrs.get(name, "").strip()

    @property
    def elements(self) -> Iterator[Element]:
        return (child for child in self.children if isinstance(child, Element))

    def walk(self) -> Iterator[Element]:
        """This element and everything below it, in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(list(element.elements)))

    def ancestors(self) -> Iterator[Element]:
        """From the parent up to the root."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def closest(self, *tags: str) -> Element | None:
        """The nearest of these tags, itself included."""
        if self.tag in tags:
            return self
        return next((above for above in self.ancestors() if above.tag in tags), None)

    def all(self, *tags: str) -> list[Element]:
        """Every descendant with one of these tags, hidden ones included."""
        return [below for below in self.walk() if below.tag in tags and below is not self]

    def contains(self, other: Element) -> bool:
        return other is self or any(above is self for above in other.ancestors())

    @property
    def block(self) -> Element:
        """What a styled run of words is a part of; itself where it is no such run."""
        element = self
        while element.tag in RUNS and element.parent is not None:
            element = element.parent
        return element

    @cached_property
    def text(self) -> str:
        """Visible text in one line, blocks kept apart, as a browser would show it."""
        return readable("".join(_pieces(self)))

    @cached_property
    def own_text(self) -> str:
        """Text of its own text nodes only."""
        return readable(" ".join(child for child in self.children if isinstance(child, str)))

    @cached_property
    def content(self) -> str:
        """Raw text below it, for scripts, styles and titles."""
        return "".join(child if isinstance(child, str) else child.content for child in self.children)


@dataclass(eq=False, kw_only=True)
class Dom:
    """A whole document."""

    root: Element
    #: in document order
    elements: tuple[Element, ...]

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
    def head(self) -> Element:
        return next((child for child in self.root.elements if child.tag == "head"), self.root)

    @cached_property
    def body(self) -> Element:
        return next((child for child in self.root.elements if child.tag == "body"), self.root)

    @cached_property
    def by_tag(self) -> dict[str, list[Element]]:
        index: dict[str, list[Element]] = {}
        for element in self.elements:
            index.setdefault(element.tag, []).append(element)
        return index

    def all(self, *tags: str) -> list[Element]:
        if len(tags) == 1:
            return self.by_tag.get(tags[0], [])
        return [element for element in self.elements if element.tag in tags]

    def shown(self, *tags: str) -> list[Element]:
        """Those that markup does not hide."""
        return [element for element in self.all(*tags) if not element.hidden]


def read_dom(html: str, *, hidden_in_views: Sequence[Collection[str]] = ()) -> Dom:
    """Parse as a browser with scripts on would: what stands in `<noscript>` is not part of the page.

    `hidden_in_views` holds, per viewport, the selectors of what styles hide there; an element is hidden when every
    viewport hides it, so that a menu drawn on one screen only stays part of the page.
    """
    check_place()
    parser = LexborHTMLParser(_without_noscript(html) or "<html></html>")
    if parser.root is None:
        raise ValueError("the parser gave no document")
    elements = list(_copy(parser.root))
    _name(elements)
    _hide(elements, hidden_in_views)
    return Dom(root=elements[0], elements=tuple(elements))


def _without_noscript(html: str) -> str:
    """Empty every `<noscript>` that stands outside scripts and comments, in one pass whatever the page is made of."""
    kept, position = [], 0
    while opening := _OPENINGS.search(html, position):
        kind = opening[0][:5].lower()
        ending = _ENDINGS[kind].search(html, opening.end())
        if ending is None:
            break
        upto = opening.end() if kind == "<nosc" else ending.start()
        kept += [html[position:upto], ending[0]]
        position = ending.end()
    return "".join([*kept, html[position:]])


def _copy(root: LexborNode) -> Iterator[Element]:
    """Yield our elements in document order while building the tree, without recursion; what is beyond measure is cut."""
    waiting: list[tuple[LexborNode, Element | None, int]] = [(root, None, 0)]
    elements, characters = 0, 0
    while waiting and elements < MAX_ELEMENTS:
        node, parent, depth = waiting.pop()
        if node.tag == "-text":
            text = node.text_content or ""
            characters += len(text)
            if parent is not None and (characters <= MAX_TEXT or parent.tag in NEVER_SHOWN):
                parent.children.append(text)
            continue
        if not node.tag or node.tag.startswith(("-", "!")):
            continue
        elements += 1
        element = _element(node, parent)
        yield element
        if depth < MAX_DEPTH:
            waiting.extend((child, element, depth + 1) for child in reversed(list(_children(node))))


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _element(node: LexborNode, parent: Element | None) -> Element:
    attrs = {name.lower(): value or "" for name, value in node.attributes.items()}
    tag = (node.tag or "").lower()
    element = Element(tag=tag, attrs=attrs, parent=parent)
    element.hidden = bool(parent and parent.hidden) or hides_itself(tag, attrs)
    if parent is not None:
        parent.children.append(element)
    return element


def hides_itself(tag: str, attrs: dict[str, str]) -> bool:
    """Markup alone keeps it from being shown."""
    if tag in NEVER_SHOWN or (tag == "dialog" and "open" not in attrs):
        return True
    if "hidden" in attrs and attrs["hidden"].lower() != "until-found":
        return True
    return (tag == "input" and attrs.get("type", "").lower() == "hidden") or bool(
        _HIDING_STYLE.search(attrs.get("style", ""))
    )


def _name(elements: list[Element]) -> None:
    """Give every element its selector; parents come before their children."""
    ids = Counter(element.attrs.get("id", "") for element in elements)
    for element in elements:
        own_id = element.attrs.get("id", "")
        if element.tag in ("html", "head", "body"):
            element.selector = element.tag
        elif ids[own_id] == 1 and _SIMPLE_ID.fullmatch(own_id):
            element.selector = f"#{own_id}"
    ordinals = {id(parent): Counter(child.tag for child in parent.elements) for parent in elements}
    counted: Counter[tuple[int, str]] = Counter()
    for element in elements:
        if element.parent is None:
            element.selector = element.selector or element.tag
            continue
        key = (id(element.parent), element.tag)
        counted[key] += 1
        if not element.selector:
            step = _UNUSUAL.sub(lambda match: "\\" + match[0], element.tag)
            several = ordinals[id(element.parent)][element.tag] > 1
            nth = f":nth-of-type({counted[key]})" if several else ""
            element.selector = f"{element.parent.selector} > {step}{nth}"


def _hide(elements: list[Element], views: Sequence[Collection[str]]) -> None:
    """Carry what the viewports hid down the tree; parents come before their children."""
    if not views:
        return
    roots = [frozenset(view) for view in views]
    gone: dict[int, list[bool]] = {}
    for element in elements:
        above = gone.get(id(element.parent), [False] * len(roots))
        gone[id(element)] = [up or element.selector in view for up, view in zip(above, roots, strict=True)]
        element.hidden = element.hidden or all(gone[id(element)])


def _pieces(element: Element) -> Iterator[str]:
    """Text nodes in order, with a line break around every block."""
    waiting: list[Element | str] = [element]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif item is element or not (item.hidden or item.tag in OPAQUE):
            edge = "\n" if item.tag in APART else ""
            waiting.append(edge)
            waiting.extend(reversed(item.children))
            waiting.append(edge)
