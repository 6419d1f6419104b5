"""The page's text: blocks with their region, and the language."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from coldread.base.languages import JUDGED
from coldread.scanner.page.dictionary import LISTED, is_known
from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import BLOCKS, Element, Tree
from coldread.scanner.page.phrases import lowercase_words, remembered, vocabulary, words

Region = Literal["nav", "header", "main", "footer"]
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: a copyright line, which explains nothing and is no quotation
RIGHTS = re.compile(r"^\s{0,3}(?:©|\(c\)|copyright\b)|all rights reserved|alla rättigheter", re.IGNORECASE)

#: elements whose text belongs to a control, not to the copy
CONTROLS = ("button", "label", "option", "legend", "nav", "summary")
#: tags that visitors press
PRESSED = ("a", "button")
#: a block with another tag counts as a paragraph from so many words on
PARAGRAPH_WORDS = 8
#: characters of the visible text that are read, at the beginning and at the end; the longest of 193 landing pages has 21,000
READ_FIRST, READ_LAST = 32_000, 8_000
#: characters: a header with more text is no row of links
LONGEST_HEADER = 5_000
#: the language of a shorter text cannot be detected
LANGUAGE_CHARS = 200
#: log-probability by which the best guess must beat the next one; 7 short sv/en samples all had more than 20
LANGUAGE_MARGIN = 12.0
#: words of one language alone that decide the language of a short page, whatever its markup declares
KNOWN_WORDS = 5
#: these cannot be distinguished by the text of one page
SCANDINAVIAN = frozenset({"sv", "nb", "nn", "no", "da"})
#: fewest words of filler Latin in a text, and their share of its words
_LATIN_LEAST, _LATIN_SHARE = 4, 0.7
#: characters of a text that are tested for filler
_LONGEST_FILLER = 600
#: country codes that pages declare instead of a language
_COUNTRIES = {"se": "sv", "us": "en", "gb": "en"}
_FILLER_WORDS = ("lorem", "ipsum", "dolor sit", "consectetur", "adipisic", "accusamus", "voluptat")
_FILLER = re.compile(
    r"\b(?:lorem|ipsum|dolor sit|consectetur|adipisic\w+|accusamus|voluptat\w+)\b", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True)
class Block:
    """A piece of text: a heading, a paragraph, an item or a fragment."""

    element: Element
    text: str
    kind: Literal["heading", "paragraph", "item", "fragment"]
    region: Region


def region_of(element: Element) -> Region:
    """The element's part of the page; a header that contains the h1 is the hero, not the header."""
    return element.tree.once(_regions)[element.number]


def _regions(tree: Tree) -> list[Region]:
    """The region of every element; parents come before their children."""
    found: list[Region] = []
    unmarked = not any(_is_marked_menu(element) for element in tree.elements)
    for element in tree.elements:
        around: Region = found[element.parent.number] if element.parent is not None else "main"
        menu: Region | None = "nav" if unmarked and around == "main" and _is_row_of_links(element) else None
        found.append(_own_region(element) or menu or around)
    return found


def _is_marked_menu(element: Element) -> bool:
    return element.tag == "nav" or element.attr("role").lower() == "navigation"


def _is_row_of_links(element: Element) -> bool:
    """The menu of a page without marked menus: many short links in one box, and hardly another word."""
    if element.tag not in _BOXES or not LEAST_LINKS <= element.count("a") <= MOST_LINKS:
        return False
    if element.tree.length_of_text(element) > LONGEST_MENU:
        return False
    links = [len(words(link.text)) for link in element.all("a")]
    beside = len(words(element.text)) - sum(links)
    return max(links) <= LONGEST_LINK and beside <= len(links) // 3


_BOXES = frozenset({"td", "div", "p", "ul", "ol", "center", "table", "tr", "tbody", "font"})
#: links of a menu, words of one link, and characters of the menu
LEAST_LINKS, MOST_LINKS, LONGEST_LINK, LONGEST_MENU = 5, 40, 4, 600


def _own_region(element: Element) -> Region | None:
    role = element.attr("role").lower()
    if _is_marked_menu(element):
        return "nav"
    if element.tag == "footer" or role == "contentinfo":
        return "main" if _inside_content(element) else "footer"
    if (element.tag == "header" or role == "banner") and not _inside_content(element):
        return "main" if _is_masthead(element) else "header"
    return None


def _is_masthead(header: Element) -> bool:
    """A header that is the hero: it contains the headline, or text instead of links."""
    if header.first("h1") is not None:
        return True
    if header.first("nav") is not None or header.count("a", "button") > 3:
        return False
    if header.tree.length_of_text(header) > LONGEST_HEADER:
        return True
    links = header.all("a", "button")
    return len(words(header.text)) - sum(len(words(link.text)) for link in links) >= 4


def _inside_content(element: Element) -> bool:
    above = element.parent
    return (
        above is not None and above.closest("main", "article", "section", "blockquote", "figure") is not None
    )


class Blocks(NamedTuple):
    """The blocks of a page that are read, in order, and whether those are all of them."""

    read: tuple[Block, ...]
    complete: bool


def read_visible_blocks(dom: Dom) -> Blocks:
    """The visible blocks of the body; of a very long page, those of its beginning and its end."""
    pieces = list(_text_pieces(dom.body))
    first = _count_pieces_covering(pieces, READ_FIRST)
    last = max(first, len(pieces) - _count_pieces_covering(reversed(pieces), READ_LAST))
    read = tuple([_block(*piece) for piece in (*pieces[:first], *pieces[last:])])
    return Blocks(read=read, complete=first == last)


def _count_pieces_covering(pieces: Iterable[tuple[Element, str]], characters: int) -> int:
    """How many pieces cover so many characters, including the last, partly covered one."""
    count = 0
    for _, text in pieces:
        if characters <= 0:
            break
        characters -= len(text)
        count += 1
    return count


def _text_pieces(root: Element) -> Iterator[tuple[Element, str]]:
    holds_block = root.tree.once(_block_holders)
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if element.hidden:
            continue
        if not holds_block[element.number]:
            controls = _row_of_controls(element)
            if controls:
                waiting.extend(reversed(controls))
            elif element.text:
                yield element, element.text
            continue
        loose = element.own_text
        if loose and element.tag != "body":
            yield element, loose
        waiting.extend(reversed(list(element.elements)))


def _row_of_controls(element: Element) -> list[Element]:
    """The buttons or links of an element that contains nothing else, so that each becomes a separate block."""
    if element.tag in PRESSED or words(element.own_text):
        return []
    controls = [child for child in element.elements if not child.hidden and child.text]
    return controls if len(controls) > 1 and all(child.tag in PRESSED for child in controls) else []


def _block_holders(tree: Tree) -> list[bool]:
    """For each element: whether it contains a visible block."""
    found = [False] * len(tree.elements)
    for element in reversed(tree.elements):
        block = element.tag in BLOCKS and element.tag != "br" and not element.hidden
        if element.parent is not None and (block or found[element.number]):
            found[element.parent.number] = True
    return found


def _block(element: Element, text: str) -> Block:
    return Block(element=element, text=text, kind=_kind_of_block(element, text), region=region_of(element))


def _kind_of_block(element: Element, text: str) -> Literal["heading", "paragraph", "item", "fragment"]:
    if element.closest(*HEADINGS):
        return "heading"
    if element.closest(*CONTROLS) or element.attr("role") == "button":
        return "fragment"
    if element.closest("li", "dd") is not None:
        return "item"
    if element.tag == "p" or len(words(text)) >= PARAGRAPH_WORDS:
        return "fragment" if _is_link(element, text) else "paragraph"
    return "fragment"


def _is_link(element: Element, text: str) -> bool:
    if element.closest("a") is not None:
        return True
    if element.first("a") is None:
        return False
    numbers = element.tree.once(_links_by_text).get(text, [])
    place = bisect_left(numbers, element.number + 1)
    return place < len(numbers) and numbers[place] < element.end


def _links_by_text(tree: Tree) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for link in tree.tagged(("a",))[1]:
        found.setdefault(link.text, []).append(link.number)
    return found


def copy_blocks(found: tuple[Block, ...]) -> list[Block]:
    """Running text: paragraphs and list items outside navigation, header and footer."""
    return [
        block
        for block in found
        if block.kind in ("paragraph", "item")
        and block.region == "main"
        and not is_filler(block.text)
        and not (block.kind == "item" and _is_link(block.element, block.text))
    ]


def declared_language(dom: Dom) -> str:
    """Primary subtag of `<html lang>`, lower-case; empty if absent."""
    return (dom.root.attr("lang") or dom.root.attr("xml:lang")).lower().replace("_", "-").partition("-")[0]


@dataclass(frozen=True, kw_only=True)
class DetectedLanguage:
    """The language of a text, and whether it is clear."""

    code: str
    clear: bool


def detect_language(found: tuple[Block, ...]) -> DetectedLanguage | None:
    """The language of the page's text, without filler Latin; None if there is too little text."""
    text = _text_of_blocks(found)
    if len(text) < LANGUAGE_CHARS:
        return None
    ranked = _identifier().rank(text[:5000])
    (code, best), (_, second) = ranked[0], ranked[1]
    return DetectedLanguage(
        code=str(code), clear=bool(best - second > LANGUAGE_MARGIN) and _function_words_agree(text, str(code))
    )


def guess_language(found: tuple[Block, ...]) -> str:
    """The likelier lexicon language of a short text without a declared language; else empty."""
    text = _text_of_blocks(found)
    code = str(_identifier().rank(text)[0][0]) if text else ""
    return code if code in JUDGED else ""


def language_by_words(found: tuple[Block, ...]) -> str:
    """The language of a very short text, by words that only one dictionary has; else empty."""
    low = {word.lower() for word in words(_text_of_blocks(found)[:2_000])}
    telling = [word for word in low if len(word) > 2 and word.isalpha()]
    own = {
        name: sum(
            is_known(word, name) and not any(is_known(word, other) for other in LISTED if other != name)
            for word in telling
        )
        for name in LISTED
    }
    best = max(own, key=lambda name: own[name])
    others = max(count for name, count in own.items() if name != best)
    return best if own[best] >= KNOWN_WORDS and own[best] >= KNOWN_WORDS * others else ""


def _text_of_blocks(found: tuple[Block, ...]) -> str:
    return " ".join(block.text for block in found if not is_filler(block.text))


@remembered
def is_filler(text: str) -> bool:
    """The text is filler Latin."""
    low = text.lower()
    if any(word in low for word in _FILLER_WORDS) and _FILLER.search(text):
        return True
    known = vocabulary("filler.latin", "web")
    found = lowercase_words(text) if len(text) <= _LONGEST_FILLER else words(low[:_LONGEST_FILLER])
    latin = [word for word in found if word in known]
    return (
        len(found) >= _LATIN_LEAST
        and len(latin) >= _LATIN_SHARE * len(found)
        and len(set(latin)) >= _LATIN_LEAST
    )


@cache
def _identifier() -> Any:
    """The language model; loading takes 0.5 s, so it waits for the first page."""
    import py3langid

    return py3langid


def _function_words_agree(text: str, code: str) -> bool:
    """A language with a lexicon must also have its own small words clearly more often than any other's."""
    if code not in JUDGED:
        return True
    low = [word.lower() for word in words(text[:5000])]
    hits = {name: sum(map(vocabulary("words.stop", name).__contains__, low)) for name in JUDGED}
    others = max(hits[name] for name in JUDGED if name != code)
    return hits[code] > 1.5 * others and hits[code] >= 0.15 * len(low)


def language_of(declared: str, detected: DetectedLanguage | None) -> str:
    """The language of the page: of its text if clear, else as its markup declares."""
    if detected is None or detected.code == _COUNTRIES.get(declared):
        declared = _COUNTRIES.get(declared, declared)
    if detected is None or not detected.clear:
        return declared or (detected.code if detected else "")
    if {declared, detected.code} <= SCANDINAVIAN:
        return declared
    return detected.code
