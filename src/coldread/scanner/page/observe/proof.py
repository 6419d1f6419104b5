"""Proof that others trust the page: quotations, ratings, logo rows, cases, honours, and numbers of people or results."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

from coldread.scanner.page.observe.claims import counts_people_or_results, states_rating
from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element, Tree
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.review_cards import name_in, promised_voices, review_cards
from coldread.scanner.page.observe.text import HEADINGS, Block, is_filler, region_of
from coldread.scanner.page.phrases import phrases, words

ProofKind = Literal["quote", "rating", "logos", "case", "count", "honour"]

#: fewest words of a quotation
QUOTE_WORDS = 5
#: characters: a longer text is an article, and nested ones would take quadratic time
LONGEST_QUOTE = 10_000
#: a row of logos has more pictures than this
LOGOS = 3
#: fewest words of a case; a shorter text is a link to one
CASE_WORDS = 5
#: characters after an award in which its giver or year is
HONOUR_CHARS = 40
#: most words of a signature
SIGNATURE_WORDS = 8
#: fewest words of a statement in the first person
STATEMENT_WORDS = 8

#: Swedish begins with "I" where English says "in"
_FIRST_PERSON = re.compile(
    r"\b(?:I(?!\s(?:en|ett|vår\w{0,2}|min|mitt|den|det|denna|detta|varje|dag|alla|samband|[A-ZÅÄÖ]\w*)\b)|I['’]\w+|my|me|jag|mig|min|mitt|mina)\b"
)
#: the page's owner introduces themselves
_INTRODUCED = re.compile(
    r"^(?:(?:hej|hi|hello)[!,.]?\s)?(?:jag heter|my name is)\b|^(?:hej|hi|hello)[!,.]?\s(?:jag är|i am|i['’]m)\b",
    re.IGNORECASE,
)
#: share of a paragraph inside quotation marks that makes it a quotation
SPOKEN = 0.5
#: first name and surname or initial, then at most a comma and a role
_SIGNED = re.compile(r"[—–-]?\s*[A-ZÅÄÖÉ][\w’'-]+\s+(?:[A-ZÅÄÖÉ]\.|[A-ZÅÄÖÉ][\w’'-]+)(?:\s*[,·|(–—].*)?$")
#: empty quotation marks, left by a link whose words are not part of this text
_EMPTY = re.compile(r"[“”\"„«»]\s*[”“\"»«]")
QUOTED = re.compile(r"[“”\"„«»‟❝]\s*([^“”\"„«»❝❞]{15,600}?)\s*[”“\"»«❞]")


@dataclass(frozen=True, kw_only=True)
class Proof:
    """One piece of proof and its place."""

    element: Element
    kind: ProofKind
    text: str
    #: the line that signs it, if known
    by: str = ""


def proofs(dom: Dom, found: tuple[Block, ...]) -> list[Proof]:
    """All proof on the page, outside of navigation and forms."""
    body = [
        block
        for block in found
        if block.region != "nav" and block.element.closest("form") is None and not is_filler(block.text)
    ]
    quotes = list(_quotes_by_others(list(_quoted_proofs(dom, body)), body))
    cards = list(_card_proofs(body, quotes))
    if cards:  # the heading above them is no quotation
        quotes = [piece for piece in quotes if piece.element.closest(*HEADINGS) is None]
    pieces = [*quotes, *cards, *_spoken_quotes(body), *_logo_rows(dom, body)]
    return sorted(pieces, key=lambda piece: piece.element.number)


def _quoted_proofs(dom: Dom, body: list[Block]) -> Iterator[Proof]:
    for element in dom.shown("blockquote", "q"):
        if (
            element.tree.length_of_text(element) <= LONGEST_QUOTE
            and len(words(element.text)) >= QUOTE_WORDS
            and element.closest("nav", "footer") is None
            and not is_filler(element.text)
        ):
            yield Proof(element=element, kind="quote", text=element.text)
    for block in body:
        text = _EMPTY.sub(" ", block.text) if '"' in block.text else block.text
        match = QUOTED.search(text)
        if (
            match
            and len(words(match[1])) >= QUOTE_WORDS
            and block.element.closest("blockquote", "q") is None
            and _is_mostly_spoken(text)
        ):
            yield Proof(element=block.element, kind="quote", text=block.text)
    yield from _signed_statements(body)
    yield from _headed_testimonials(body)


#: lines after a quotation that may sign it, and characters of the text around it
MOST_BELOW, LONGEST_AROUND = 3, 2_000
#: quotations whose surroundings are read
MOST_ASKED = 100
#: the beginning of a portrait: “Master Siever began”, “Toni keeps”
_SUBJECT = re.compile(r"(?:[A-ZÅÄÖÉ][\w’'-]{1,25}\.?\s){0,2}([A-ZÅÄÖÉ][\w’'-]{1,25})\s(?=[a-zåäö])")
_SPEAKER = re.compile(r"\b(?:I|my|me|we|us|our|jag|mig|min|mitt|mina|vi|oss|vår|vårt|våra)\b", re.IGNORECASE)


def _quotes_by_others(quotes: list[Proof], body: list[Block]) -> Iterator[Proof]:
    """The quotations without portraits and without the page's own voice; the first `MOST_ASKED` are tested."""
    own_voice = [
        phrases("proof.own_voice").search(piece.text[:LONGEST_AROUND]) is not None
        for piece in quotes[:MOST_ASKED]
    ]
    promised = promised_voices(body) if any(own_voice) else []
    for at, piece in enumerate(quotes):
        if piece.element.closest(*HEADINGS) is not None or at >= MOST_ASKED:
            yield piece  # a heading announces quotations
        elif not _is_portrait(piece) and not (
            own_voice[at] and not _is_among(piece.element, promised) and not _is_signed(piece)
        ):
            yield piece


def _is_among(element: Element, numbers: list[int]) -> bool:
    return any(element.number <= number < element.end for number in numbers)


def _element_of_card(element: Element) -> Element:
    return element.closest("figure", "li", "article") or element.parent or element


def _is_portrait(piece: Proof) -> bool:
    """A portrait, not a quotation: it begins with the name beside it, and has no I or we."""
    subject = _SUBJECT.match(piece.text)
    if subject is None or _SPEAKER.search(piece.text):
        return False
    around = _element_of_card(piece.element).begins(LONGEST_AROUND).replace(piece.text, " ").strip()
    if len(words(around)) > SIGNATURE_WORDS:
        return False  # there is more than a name
    name = re.escape(subject[1])
    return re.search(rf"(?:^|[A-ZÅÄÖÉ][\w’'-]{{1,25}}\s){name}\b", around) is not None


def _is_signed(piece: Proof) -> bool:
    """A name is beside it, whatever its markup."""
    element = piece.element
    marked = [
        *element.all("cite", "footer", "figcaption")[:1],
        *_element_of_card(element).all("cite", "figcaption")[:1],
    ]
    siblings = [other for other in element.parent.elements if not other.hidden] if element.parent else []
    below = siblings[siblings.index(element) + 1 :][:MOST_BELOW] if element in siblings else []
    lines = [mark.begins(LONGEST_AROUND) for mark in marked]
    lines += [other.begins(LONGEST_AROUND) for other in below if other.tag not in ("h1", "h2")]
    lines.append(QUOTED.sub(" ", piece.text) if QUOTED.search(piece.text) else "")
    return any(name_in(line.strip(" —–-~")) for line in lines)


def _card_proofs(body: list[Block], known: list[Proof]) -> Iterator[Proof]:
    """Reviews that are recognised by their place and a name."""
    taken = {piece.element.number for piece in known}
    for card in review_cards(body):
        inside = card.element.closest("blockquote", "q") is not None
        if card.element.number not in taken and not inside:
            yield Proof(element=card.element, kind="quote", text=card.text, by=card.by)


def _signed_statements(body: list[Block]) -> Iterator[Proof]:
    """Statements in the first person without quotation marks, followed by a line that is only a name."""
    for statement, below in pairwise(body):
        if (
            statement.kind == "paragraph"
            and len(words(statement.text)) >= STATEMENT_WORDS
            and _FIRST_PERSON.search(statement.text)
            and not _INTRODUCED.search(statement.text)
            and statement.element.closest("blockquote", "q") is None
            and not QUOTED.search(statement.text)
            and below.kind != "heading"
            and is_signature(below.text)
        ):
            yield Proof(element=statement.element, kind="quote", text=statement.text)


def _is_mostly_spoken(text: str) -> bool:
    """Most of the text is inside quotation marks; a quoted saying in a paragraph does not count."""
    spoken = sum(len(match[1]) for match in QUOTED.finditer(text))
    return spoken >= SPOKEN * len(text) or bool(QUOTED.match(text.lstrip("★☆⭐ ")))


def is_signature(text: str) -> bool:
    """A person's name, with a role at most; the firm's own people do not count."""
    return (
        len(words(text)) <= SIGNATURE_WORDS
        and bool(_SIGNED.match(text))
        and not phrases("proof.own_people").search(text)
    )


def _headed_testimonials(body: list[Block]) -> Iterator[Proof]:
    """Headings that announce testimonials, with text below them."""
    for index, block in enumerate(body):
        if block.kind != "heading" or not phrases("proof.testimonials").search(block.text):
            continue
        if any(other.kind in ("paragraph", "item") for other in _blocks_under_heading(body, index)):
            yield Proof(element=block.element, kind="quote", text=block.text)


def _blocks_under_heading(body: list[Block], index: int) -> Iterator[Block]:
    """The blocks after a heading, up to the next one of the same rank or higher."""
    rank = _heading_level(body[index])
    for block in islice(body, index + 1, None):
        if block.kind == "heading" and _heading_level(block) <= rank:
            return
        yield block


def _heading_level(block: Block) -> int:
    heading = block.element.closest(*HEADINGS)
    return int(heading.tag[1]) if heading is not None else 7


def _spoken_quotes(body: list[Block]) -> Iterator[Proof]:
    for block in body:
        if block.element.closest("a") is not None and len(words(block.text)) < 4:
            continue
        kind = _claimed_proof_kind(block)
        if kind is not None:
            yield Proof(element=block.element, kind=kind, text=block.text)


def _claimed_proof_kind(block: Block) -> ProofKind | None:
    if states_rating(block.text):
        return "rating"
    if counts_people_or_results(block.text) and block.region != "footer":
        return "count"
    if phrases("proof.cases").search(block.text) if block.kind == "heading" else _tells_case(block):
        return "case"
    return "honour" if block.region != "footer" and _names_honour(block.text) else None


def _tells_case(block: Block) -> bool:
    """A case such as "Case study: how Brede halved its returns"; the name of a page is none."""
    return bool(phrases("proof.cases").match(block.text)) and len(words(block.text)) >= CASE_WORDS


def _names_honour(text: str) -> bool:
    """An honour with its giver or year; "award-winning" alone does not count."""
    return any(
        re.search(r"\b(?:19|20)\d\d\b|\b[A-ZÅÄÖ]\w+", text[match.start() + 1 : match.end() + HONOUR_CHARS])
        for match in phrases("proof.honours").finditer(text)
    )


def _logo_rows(dom: Dom, body: list[Block]) -> Iterator[Proof]:
    yield from _pictures_in_a_row(dom)
    for index, block in enumerate(body):
        if (
            phrases("proof.trusted").search(block.text)
            and block.element.closest("h1") is None
            and len(words(block.text)) <= 14
            and not phrases("proof.testimonials").search(block.text)
            and (_has_marks(_element_with_marks_near(block.element)) or _names_listed(body, index))
        ):
            yield Proof(element=block.element, kind="logos", text=block.text)
    for link in dom.shown("a"):
        if on_hosts(link.attr("href"), "reviews") and region_of(link) != "nav" and not _is_map_link(link):
            yield Proof(element=link, kind="rating", text=link.text or link.attr("href"))


def _is_map_link(link: Element) -> bool:
    """The link leads to a map, on a host that also has reviews."""
    on_map = "map" in link.attr("href").lower() or "goo.gl" in link.attr("href").lower()
    return on_map and not states_rating(link.text) and phrases("proof.testimonials").search(link.text) is None


def _element_with_marks_near(element: Element) -> Element:
    parent = element.parent or element
    return parent if _has_marks(parent) else (parent.parent or parent)


def _has_marks(place: Element) -> bool:
    """It contains at least two marks."""
    numbers = place.tree.once(_numbers_of_visible_pictures)
    return bisect_left(numbers, place.end) - bisect_left(numbers, place.number + 1) >= 2


def _numbers_of_visible_pictures(tree: Tree) -> list[int]:
    """Numbers of the visible pictures outside of links to social networks."""
    social = tree.once(_in_social_links)
    pictures = tree.tagged(("img", "svg", "picture"))[1]
    return [mark.number for mark in pictures if not mark.hidden and not social[mark.number]]


def _in_social_links(tree: Tree) -> list[bool]:
    found: list[bool] = []
    for element in tree.elements:
        around = element.parent is not None and found[element.parent.number]
        found.append(around or (element.tag == "a" and on_hosts(element.attr("href"), "social")))
    return found


def _named_marks(tree: Tree) -> list[int]:
    """Numbers of the marks that are pictures with alternative text."""
    found = (tree.elements[number] for number in tree.once(_numbers_of_visible_pictures))
    return [mark.number for mark in found if mark.tag == "img" and mark.attr("alt")]


def _names_listed(body: list[Block], index: int) -> bool:
    """The block lists names (`Trusted by Volvo, Spotify and Klarna`), or a list of names follows."""
    after = phrases("proof.trusted").split(body[index].text)[-1]
    if len(re.findall(r"(?<!^)(?<![.!?] )\b[A-ZÅÄÖ][\w&.-]+", after)) >= 2:
        return True
    following = [other for other in body[index + 1 : index + 5] if other.kind != "heading"]
    short = [other for other in following if 1 <= len(words(other.text)) <= 3 and other.text[:1].isupper()]
    return len(short) >= 3


#: marks of payment methods, which are no proof
_PAYMENT = re.compile(r"\bvisa\b|master ?card|maestro|american express|\bamex\b|klarna|swish|paypal|apple ?pay|google ?pay|\bbank(?:id|gir\w{1,3})\b|stripe|zettle|trustly|\b\w{0,20} ?kredit\b", re.IGNORECASE)  # fmt: skip


def _are_ways_to_pay(dom: Dom, numbers: list[int]) -> bool:
    """Most of the pictures are marks of payment methods."""
    paying = sum(_PAYMENT.search(dom.elements[number].attr("alt")) is not None for number in numbers)
    return 2 * paying > len(numbers)


def _pictures_in_a_row(dom: Dom) -> Iterator[Proof]:
    """The first row of named pictures side by side, without text between them and without links to social networks."""
    named = dom.root.tree.once(_named_marks)
    for place in dom.shown("div", "ul", "section", "figure", "p", "aside"):
        first = bisect_left(named, place.number + 1)
        pictures = bisect_left(named, place.end) - first
        if (
            pictures >= LOGOS + 1
            and place.count("div", "li", "a", "img", "figure", "span", "picture") <= 3 * pictures
            and not place.tree.written_text(place).strip()
            and not place.closest(*HEADINGS, "nav", "footer")
            and not _are_ways_to_pay(dom, named[first : first + pictures])
        ):
            yield Proof(element=place, kind="logos", text=dom.elements[named[first]].attr("alt"))
            return
