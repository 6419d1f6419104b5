"""Proof as a stranger weighs it: who speaks, for which firm, whether one could check it, whether a template speaks."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.proof import QUOTED, Proof, is_signature
from coldread.scanner.page.observe.review_cards import name_in
from coldread.scanner.page.observe.text import is_filler
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words
from coldread.scanner.reading.quotes import MAX_BLOCK, own_words, quote, quote_from
from coldread.scanner.reading.record import ProofItem

MOST = 30
#: longer lines sign nothing
SIGNING_WORDS = 10
#: of a part of the title that may be the firm's name
MOST_NAME_WORDS = 3
_NAME = re.compile(r"\b[A-ZÅÄÖÉ][\w’'-]{1,30}(?:\s{1,3}(?:[A-ZÅÄÖÉ][\w’'-]{1,30}|[A-ZÅÄÖÉ]\.?(?!\w))){1,2}")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
#: "ISO 27001", "SOC 2", "auktoriserad av", "12k stars on GitHub": somebody outside has looked
_CERTIFICATE = re.compile(
    r"\bISO[ /-]?\d{4,5}\b|\bSOC ?2\b|\b[Aa]uktoriserad\w* (?:av |redovisnings)|\b[Ll]egitimerad\w*\b|\bKRAV-märkt\w*|\bSvanenmärkt\w*|\bB Corp\b"
    r"|\b\d[\d.,]*k?\+? (?:stars|stjärnor) (?:on|på) GitHub\b|\bGitHub stars\b|\bF-skatt\w* och (?:ansvars)?försäkr\w*"
)
#: one of these stands in each
_CERTIFIED = ("ISO", "SOC", "uktoriserad", "egitimerad", "KRAV", "Svanen", "B Corp", "GitHub", "F-skatt")
#: pictures that are named after their use, not after a firm
_UNNAMED = re.compile(
    r"^(?:client|customer|partner|brand|company|logo|image|img|picture|photo|kund|bild|logotyp)?[\s_-]*+(?:logo|logotyp|image|bild)?[\s_-]*+\d*+$",
    re.IGNORECASE,
)
#: a source or an invitation in place of a name
_NO_PERSON = re.compile(
    r"\b(?:reviews?|google|trustpilot|facebook|follow|följ|kontakt|contact|läs|read)\b", re.IGNORECASE
)
#: "631 reviews": counted, not rounded
_COUNTED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:[ ,.\u00a0]?\d{3})?(?<!00) (?:reviews|ratings|customers|patients|readers|omdömen|recensioner|betyg|kunder)\b",
    re.IGNORECASE,
)
#: beside “thousands” a year in which one began is nobody's count
_SINCE = re.compile(r"\b(?:since|sedan)\s+(?:\w{1,20}\s+)?(?:19|20)\d\d\b", re.IGNORECASE)
#: "157 recensioner": so many others have written
_REVIEWED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:[ ,.\u00a0]?\d{3})?(?<!00) (?:reviews|ratings|omdömen|recensioner|betyg)\b",
    re.IGNORECASE,
)
#: "under 2024", "in 2023": when it was, not who says so
_PERIOD = re.compile(r"\b(?:in|during|by|under|i|år)\s+(?:19|20)\d\d\b", re.IGNORECASE)


def proof_items(page: Page) -> tuple[ProofItem, ...]:
    """Every piece of proof that the page shows, and certificates, which are proof as well."""
    found = [_item(page, replace(piece, text=piece.text[:MAX_BLOCK])) for piece in page.proofs[:MOST]]
    taken = {piece.element.selector for piece in page.proofs}
    for block in own_words(page):
        match = _CERTIFICATE.search(block.text) if any(map(block.text.__contains__, _CERTIFIED)) else None
        if match and block.element.selector not in taken and not is_filler(block.text):
            found.append(
                ProofItem(
                    kind="certificate", who="", organisation=match[0], when="", specific=True, placeholder=False,
                    evidence=(quote_from(page, block, match.start()),),
                )
            )  # fmt: skip
    return tuple(found[:MOST])


def _item(page: Page, piece: Proof) -> ProofItem:
    who, firm = _signature(piece) if piece.kind == "quote" else ("", "")
    own = _speaks_for_itself(page, who)
    near = f"{piece.text} {who} {firm}"
    fake = bool(
        is_filler(near)
        or phrases("reading.template_people").search(who or "")
        or phrases("reading.template_firms").search(f"{who} {firm}" if piece.kind == "quote" else piece.text)
        or (piece.kind == "quote" and placeholder_in(piece.text))
        or (piece.kind == "quote" and any(_is_marked(line) for line in _signing(piece)))
    )
    year = _YEAR.search(near)
    return ProofItem(
        kind=piece.kind,
        who=who,
        organisation=firm,
        when=year[0] if year else "",
        specific=not fake and not own and _is_specific(page, piece, who, firm),
        placeholder=fake,
        evidence=(quote(page, piece.element, piece.text),),
    )


#: who signs for a house and not for himself
_COLLECTIVE = re.compile(r"\b(?:teamet?|staff|crew|gänget|redaktionen|support)$", re.IGNORECASE)


def _speaks_for_itself(page: Page, who: str) -> bool:
    """ "Acme Product Team" praises Acme: the name is the page's own, or nobody's."""
    titled = {part.casefold() for part in title_parts(page.title) if len(words(part)) <= MOST_NAME_WORDS}
    said = who.casefold()
    return bool(who) and (
        _COLLECTIVE.search(who) is not None
        or any(said == part or said.startswith(f"{part} ") for part in titled)
    )


#: "TR Tony R.": the letters of a drawn face stand before the name
_FACE = re.compile(r"^[A-ZÅÄÖ]{1,3}\s{1,3}(?=[A-ZÅÄÖÉ][a-zåäöé])")


def _signature(piece: Proof) -> tuple[str, str]:
    """Who says it, and what stands behind the name."""
    if piece.by:
        line = " ".join(piece.by.split()).lstrip("—–-~ ")
        who = name_in(line)
        return who, line[len(who) :].strip(" ,·•|–—-/()") if len(words(line)) <= SIGNING_WORDS else ""
    for written, marked in _lines_around(piece):
        face = _FACE.match(written)
        line = written[face.end() :] if face else written
        name = _name_in(line)
        if (
            name
            and not _NO_PERSON.search(name[0])
            and (marked or not phrases("proof.own_people").search(line))
        ):
            who = _own_name(name[0], face[0].strip() if face else "")
            rest = line[name.start() + name[0].index(who) + len(who) :].strip(" ,·|–—-()")
            return who, rest if len(words(rest)) <= 8 else ""
    return "", ""


def _name_in(line: str) -> re.Match[str] | None:
    """A name ends with its initial: "Maria T. Healthcare Administrator" is Maria T.; "John F. Kennedy" alone is a whole name."""
    name = _NAME.search(line)
    if name is None or name[0] == line.strip():
        return name
    return _INITIALLED.match(line, name.start()) or name


#: first name and initial
_INITIALLED = re.compile(r"[A-ZÅÄÖÉ][\w’'-]{1,30}\s{1,3}[A-ZÅÄÖÉ]\.?(?![\w’'-])")


def _own_name(said: str, initials: str) -> str:
    """“Mira Halden” of “Mira Halden Head” beside a face that shows MH; “Sarah M.” of “Sarah M. Mom”."""
    parts = said.split()
    if len(initials) > 1 and "".join(part[0] for part in parts).startswith(initials):
        parts = parts[: len(initials)]
    end = next((at for at, part in enumerate(parts, 1) if at > 1 and part.endswith(".")), len(parts))
    told = " ".join(parts[:end])
    return told if told in said else said


def _signing(piece: Proof) -> list[str]:
    """Short lines beside a quotation, whether they name anybody or not."""
    place = _around(piece.element)
    short = [said for below in place.elements if (said := below.text_within(MAX_BLOCK))]
    return [said for said in (*short, *_after(piece.element)) if len(words(said)) <= SIGNING_WORDS]


#: marks of a signature, and elements around a quotation, that are looked at
MOST_SIGNS, MOST_AROUND = 24, 400


def _lines_around(piece: Proof) -> list[tuple[str, bool]]:
    """Lines that may sign it; True where the markup says that they do."""
    element = piece.element
    place = element.closest("figure", "li", "article") or _around(element)
    signs = (*element.all("cite", "footer", "figcaption"), *place.all("cite", "figcaption"))[:MOST_SIGNS]
    marked = [text for mark in signs if (text := mark.begins(MAX_BLOCK))]
    inside = QUOTED.sub(" ", piece.text).strip() if QUOTED.search(piece.text) else ""
    short = [
        said
        for below in place.walk()[:MOST_AROUND]
        if not below.contains(element)
        and (said := below.text_within(MAX_BLOCK))
        and len(words(said)) <= SIGNING_WORDS
    ]
    after = _after(element)
    signed = [line for line in (*short, *after) if is_signature(line) or _NAME.match(line)]
    return [(line, True) for line in marked] + [(line, False) for line in (*signed, inside) if line]


def _after(element: Element) -> list[str]:
    row = [other for other in element.parent.elements if not other.hidden] if element.parent else []
    below = row[row.index(element) + 1 :][:3] if element in row else []
    return [
        said
        for other in below
        if other.tag not in ("h1", "h2")
        and (said := other.text_within(MAX_BLOCK))
        and len(words(said)) <= SIGNING_WORDS
    ]


def _around(element: Element) -> Element:
    """The smallest surrounding that says more than the quotation, but not much more."""
    own = len(element.text)
    for above in islice(element.ancestors(), 3):
        around = len(above.begins(own + 200))
        if around > own + 2:
            return above if around < own + 200 else element
    return element


def _is_specific(page: Page, piece: Proof, who: str, firm: str) -> bool:
    """Could a stranger check it?"""
    if phrases("proof.awaited").search(piece.text):
        return False
    if piece.kind == "quote":
        return bool(who) and _more_than_a_name(who)
    if piece.kind == "logos":
        return (
            len(_named_logos(piece.element)) >= 2
            or len(_NAME.findall(piece.text)) + piece.text.count(",") >= 2
        )
    if piece.kind == "count":
        return _has_source(piece) or _tells_of_a_customer(page, piece.text)
    if piece.kind == "rating":
        linked = on_hosts(piece.element.attr("href"), "reviews") if piece.element.tag == "a" else False
        return bool(linked or phrases("reading.sources").search(piece.text) or _COUNTED.search(piece.text))
    return True


def _has_source(piece: Proof) -> bool:
    """Somebody else is named or linked to who counted; an exact figure is still the firm's own word, and a year is no source."""
    if any(link.attr("href").startswith("http") for link in (piece.element, *piece.element.all("a"))):
        return True
    apart = _PERIOD.sub(" ", _SINCE.sub(" ", piece.text))
    return phrases("reading.sources").search(apart) is not None or _REVIEWED.search(apart) is not None


def _tells_of_a_customer(page: Page, text: str) -> bool:
    """ "Sunrise Stores had two freezers … the bill fell by 23 %": a firm with a name that is not the page's own, and what it got."""
    name = _NAME.match(text)
    own = name is not None and name[0].casefold() in page.title.casefold()
    return (
        name is not None
        and not own
        and not name[0].isupper()
        and phrases("proof.results").search(text[name.end() :]) is not None
    )


def _more_than_a_name(who: str) -> bool:
    """Two full names' worth: first name and a whole surname; no initial, no trade ("Senior Lobbyist") and no town ("Anton Mariestad")."""
    parts = who.split()
    if len(parts) < 2 or any(len(part.strip(".")) <= 1 for part in parts[:2]):
        return False
    return phrases("roles.words").match(who) is None and not _is_a_place(parts[1])


def _is_a_place(word: str) -> bool:
    found = phrases("reading.places").match(word)
    return found is not None and found.end() == len(word)


def _named_logos(element: Element) -> list[str]:
    place = element if element.all("img") else (element.parent or element)
    if len(place.all("img")) < 2 and place.parent is not None:
        place = place.parent
    return [alt for image in place.all("img") if (alt := image.attr("alt")) and not _UNNAMED.match(alt)]


#: called a placeholder by its own words
_MARKED = re.compile(r"\b(?:placeholder|platshållare)\b", re.IGNORECASE)


def _is_marked(text: str) -> bool:
    return _MARKED.search(text) is not None
