"""The page in numbered blocks: the smallest units of text, control, field and picture that a model can refer to. Pure.

Equal blocks are one block with several places. Long texts are split at sentences. Text that is only in the source
(comments, meta, JSON-LD) and hidden text are separate kinds: they prove nothing about what a visitor sees."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum

from coldread.base.incoming.addresses import shortened_address, split_address
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.observe.element_tree import Element, collapse
from coldread.scanner.page.observe.fields import Field
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.page import Page

#: limits: characters of a block, characters of all blocks, number of blocks
LONGEST_BLOCK, MOST_TEXT, MOST_BLOCKS = 300, 60_000, 900
#: limits: characters of an address, of a picture's alternative text, and of a file's name
LONGEST_ADDRESS, LONGEST_ALT, LONGEST_NAME = 160, 160, 80
MOST_PICTURES, MOST_HIDDEN, MOST_COMMENTS, MOST_FIELDS = 60, 120, 20, 60
#: options of a select field
MOST_CHOICES = 30
#: px of the shorter side; a smaller picture is an icon
SMALLEST_PICTURE = 40
#: characters of the source that are searched for comments and data
MOST_SOURCE = 500_000
#: the role of words that visitors wrote (reviews, comments), and how markup names such parts
VISITORS = "a visitor's words"
#: the suffix of a role whose words appear only after something is opened
NOT_SHOWN = "not shown until something is opened"
_BY_VISITORS = re.compile(
    r"\b(?:comments?|comment-\w{1,20}|kommentar(?:er)?|guestbook|gastbok|gästbok|disqus)\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_COMMENT = re.compile(r"<!--([^>]{10,600}?)-->")


class Kind(StrEnum):
    """Who can see the block."""

    #: a visitor reads it
    PAINTED = "painted"
    #: in the markup, not shown
    HIDDEN = "hidden"
    #: visible only in the source
    SOURCE = "source"
    #: a picture or a film; its words are attributes and file names, which nobody sees
    IMAGE = "image"
    #: what the buyer wrote in an order
    ORDER = "order"
    #: another page of the site, or a script of it
    ELSEWHERE = "elsewhere"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Place:
    """One element with the block's words, and how many screens from the top it begins."""

    selector: str
    desktop: float | None = None
    mobile: float | None = None

    @property
    def is_first_screen(self) -> bool:
        return any(at is not None and at < 1 for at in (self.desktop, self.mobile))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Block:
    """A numbered piece of the page."""

    number: int
    kind: Kind
    #: `heading 1`, `text`, `link`, `button`, `field`, `picture`, `comment`, …
    role: str
    words: str
    places: tuple[Place, ...]
    #: the target of a control, or a picture's file
    leads_to: str = ""

    @property
    def lends_addresses(self) -> bool:
        """Whether addresses in the block count as the owner's: visible words, but not those of visitors."""
        is_visible = self.kind in (Kind.PAINTED, Kind.ORDER, Kind.ELSEWHERE)
        return is_visible and NOT_SHOWN not in self.role and not self.role.startswith((VISITORS, "script "))

    @property
    def is_first_screen(self) -> bool:
        return self.kind is Kind.PAINTED and any(place.is_first_screen for place in self.places)


@dataclasses.dataclass(frozen=True)
class Blocks:
    """All blocks in the order of the page, and whether something was left out."""

    all: tuple[Block, ...]
    cut: bool

    def at(self, selector: str) -> int | None:
        """The first block in this element, or in one of its ancestors; None if there is none."""
        return next((block.number for block in self.all if _is_block_inside(block, selector)), None)


def _is_block_inside(block: Block, selector: str) -> bool:
    return any(
        place.selector == selector or place.selector.startswith(f"{selector} > ") for place in block.places
    )


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Piece:
    """A block before equal ones are merged."""

    kind: Kind
    role: str
    words: str
    place: Place
    leads_to: str = ""


def blocks_of(page: Page) -> Blocks:
    """Title and description first, then the page from top to bottom, then what nobody sees."""
    pieces = [
        *_head_pieces(page),
        *_blocks_of_page(page),
        *_field_pieces(page),
        *_picture_pieces(page),
        *_hidden_pieces(page),
        *_source_pieces(page),
    ]
    merged: dict[tuple[Kind, str, str, str], list[Place]] = {}
    for piece in pieces:
        for words in parts_of(piece.words):
            merged.setdefault((piece.kind, piece.role, words, piece.leads_to), []).append(piece.place)
    found: list[Block] = []
    remaining_text = MOST_TEXT
    for (kind, role, words, leads_to), places in merged.items():
        remaining_text -= len(words) + len(leads_to)
        if remaining_text < 0 or len(found) >= MOST_BLOCKS:
            return Blocks(tuple(found), cut=True)
        found.append(
            Block(
                number=len(found) + 1,
                kind=kind,
                role=role,
                words=words,
                places=tuple(places),
                leads_to=leads_to,
            )
        )
    return Blocks(tuple(found), cut=not page.is_fully_read)


def parts_of(words: str) -> Iterator[str]:
    """Split at the ends of sentences, else at spaces, so that every part fits in a block."""
    if len(words) <= LONGEST_BLOCK:
        yield words
        return
    piece = ""
    for sentence in _SENTENCE.split(words):
        for part in _split_at_blanks(sentence):
            if piece and len(piece) + 1 + len(part) > LONGEST_BLOCK:
                yield piece
                piece = part
            else:
                piece = f"{piece} {part}" if piece else part
    if piece:
        yield piece


def _split_at_blanks(sentence: str) -> Iterator[str]:
    while len(sentence) > LONGEST_BLOCK:
        cut = sentence.rfind(" ", 1, LONGEST_BLOCK + 1)
        cut = cut if cut > 0 else LONGEST_BLOCK
        yield sentence[:cut].strip()
        sentence = sentence[cut:].strip()
    if sentence:
        yield sentence


def _head_pieces(page: Page) -> Iterator[_Piece]:
    at = Place(selector="head")
    if page.title:
        yield _Piece(kind=Kind.SOURCE, role="title of the tab", words=page.title, place=at)
    for name, role in (("description", "description for search engines"), ("og:title", "title when shared")):
        content = collapse(meta_content(page.dom, name))
        if content:
            yield _Piece(kind=Kind.SOURCE, role=role, words=content, place=at)


def _blocks_of_page(page: Page) -> Iterator[_Piece]:
    for block in page.blocks:
        element = block.element
        if element.closest("select") is not None:
            continue  # part of its field's block
        role, leads_to = role_of(page, element, block.kind)
        region = "" if block.region == "main" else f", in the {block.region}"
        yield _Piece(
            kind=Kind.PAINTED if page.is_drawn(element) else Kind.HIDDEN,
            role=f"{role}{region}",
            words=collapse(block.text),
            place=place_of(page, element),
            leads_to=leads_to,
        )


def role_of(page: Page, element: Element, kind: str) -> tuple[str, str]:
    """The element's role, and the target of a link or button."""
    pressed = element.closest("a", "button", "summary") or _only_link(element)
    if is_by_visitors(element):
        return VISITORS, ""
    if pressed is not None:
        address = pressed.attr("href") if pressed.tag == "a" else ""
        role = {"a": "link", "button": "button", "summary": "summary that opens"}[pressed.tag]
        return role, _address(page, address)
    heading = element.closest("h1", "h2", "h3", "h4", "h5", "h6")
    if heading is not None:
        return f"heading {heading.tag[1]}", ""
    if element.closest("label", "legend") is not None:
        return "label", ""
    if element.closest("blockquote", "q") is not None:
        return "quotation", ""
    return {"item": "list item", "paragraph": "text"}.get(kind, "text"), ""


def is_by_visitors(element: Element) -> bool:
    return any(
        _BY_VISITORS.search(f"{ancestor.attr('class')} {ancestor.attr('id')}"[:200])
        for ancestor in (element, *element.ancestors())
    )


def _only_link(element: Element) -> Element | None:
    """The link that contains all the text of the element, if there is one."""
    link = element.first("a")
    return link if link is not None and collapse(link.text) == collapse(element.text) else None


def _address(page: Page, href: str) -> str:
    """Shortened for a reader: an anchor of this page, a path of this site, else the complete address."""
    href = collapse(href)
    if not href or href.startswith(("#", "mailto:", "tel:", "javascript:", "sms:", "data:")):
        return href[:LONGEST_ADDRESS]
    target, here = split_address(page.absolute(href)), split_address(page.base)
    if target.netloc == here.netloc:
        query = f"?{target.query}" if target.query else ""
        fragment = f"#{target.fragment}" if target.fragment else ""
        return shortened_address(f"{target.path or '/'}{query}{fragment}", LONGEST_ADDRESS)
    return shortened_address(target.geturl(), LONGEST_ADDRESS)


def _field_pieces(page: Page) -> Iterator[_Piece]:
    for form in page.forms:
        if form.is_search:
            continue
        for field in form.fields[:MOST_FIELDS]:
            role, words = field_block(field)
            yield _Piece(
                kind=Kind.PAINTED if page.is_drawn(field.element) else Kind.HIDDEN,
                role=role,
                words=words,
                place=place_of(page, field.element),
            )


def field_block(field: Field) -> tuple[str, str]:
    """The field's type, whether its markup requires it, and its visible words."""
    element = field.element
    kind = element.attr("type").lower() or element.tag
    choices = " / ".join(collapse(option.text) for option in element.all("option")[:MOST_CHOICES])
    must = ", required" if field.required else ""
    return f"field of type {kind}{must}", choices or collapse(element.attr("placeholder"))


def _picture_pieces(page: Page) -> Iterator[_Piece]:
    """Pictures that are larger than an icon, films and frames. Their contents are in the page's screenshots."""
    for element in page.dom.shown("img", "video", "audio", "iframe")[:MOST_PICTURES]:
        drawn = page.desktop.get(element.selector) or page.mobile.get(element.selector)
        if element.tag == "img" and drawn is not None and min(drawn.box[2:]) < SMALLEST_PICTURE:
            continue
        source = element.attr("src") or next(
            (source_element.attr("src") for source_element in element.all("source")), ""
        )
        name = split_address(source).path.rpartition("/")[2] if not source.startswith("data:") else "data:"
        role = {"img": "picture", "iframe": "frame with another page"}.get(element.tag, "film or sound")
        yield _Piece(
            kind=Kind.IMAGE,
            role=role,
            words=collapse(element.attr("alt") or element.attr("title"))[:LONGEST_ALT],
            place=place_of(page, element),
            leads_to=_address(page, source)
            if element.tag == "iframe"
            else shortened_address(name, LONGEST_NAME),
        )


def _hidden_pieces(page: Page) -> Iterator[_Piece]:
    """Text that is hidden at first or always; only the outermost element of each."""
    count = 0
    taken: set[int] = set()
    for element in page.dom.body.walk():
        if not element.hidden or element.tag in ("script", "style", "template", "noscript"):
            continue
        above = element.parent
        if above is not None and above.hidden and above.number in taken:
            taken.add(element.number)
            continue
        words = collapse(element.text_within(2 * LONGEST_BLOCK))
        taken.add(element.number)
        if words:
            yield _Piece(
                kind=Kind.HIDDEN, role="hidden text", words=words, place=Place(selector=element.selector)
            )
            count += 1
        if count >= MOST_HIDDEN:
            return


def _source_pieces(page: Page) -> Iterator[_Piece]:
    at = Place(selector="html")
    for text in _COMMENT.findall(page.seen.html[:MOST_SOURCE])[:MOST_COMMENTS]:
        words = collapse(text)
        if words and not words.startswith(("[if", "<")):
            yield _Piece(kind=Kind.SOURCE, role="comment in the source", words=words, place=at)
    for script in page.dom.all("script"):
        if script.attr("type").lower() == "application/ld+json":
            yield _Piece(
                kind=Kind.SOURCE,
                role="data for search engines",
                words=_without_markup(script.content[:2_000]),
                place=at,
            )


def _without_markup(text: str) -> str:
    """JSON as one line; anything else with its white space collapsed."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError:
        return collapse(text)


def place_of(page: Page, element: Element) -> Place:
    """How many screens from the top, in each window. An element that was not measured has the position of its parent."""
    return Place(
        selector=element.selector,
        desktop=_count_screens_down(element, page.desktop, page.seen.desktop),
        mobile=_count_screens_down(element, page.mobile, page.seen.mobile),
    )


def _count_screens_down(element: Element, drawn: Mapping[str, Drawn], view: Viewport | None) -> float | None:
    if view is None:
        return None
    for ancestor in (element, *element.ancestors()):
        box = drawn.get(ancestor.selector)
        if box is not None and box.visible:
            return round(box.box[1] / view.height, 1)
    return None
