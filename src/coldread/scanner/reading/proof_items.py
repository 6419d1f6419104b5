"""The page's proof: who speaks, for which firm, whether a stranger could check it, whether it is placeholder text."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from coldread.scanner.page.observe.element_tree import Element
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
#: most words of a signature
SIGNING_WORDS = 10
#: most words of a part of the title that may be the firm's name
MOST_NAME_WORDS = 3
_NAME = re.compile(r"\b[A-ZÅÄÖÉ][\w’'-]{1,30}(?:\s{1,3}(?:[A-ZÅÄÖÉ][\w’'-]{1,30}|[A-ZÅÄÖÉ]\.?(?!\w))){1,2}")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
#: "ISO 27001", "SOC 2", "auktoriserad av", "12k stars on GitHub": an outside body has examined it
_CERTIFICATE = re.compile(
    r"\bISO[ /-]?\d{4,5}\b|\bSOC ?2\b|\b[Aa]uktoriserad\w* (?:av |redovisnings)|\b[Ll]egitimerad\w*\b|\bKRAV-märkt\w*|\bSvanenmärkt\w*|\bB Corp\b"
    r"|\b\d[\d.,]*k?\+? (?:stars|stjärnor) (?:on|på) GitHub\b|\bGitHub stars\b|\bF-skatt\w* och (?:ansvars)?försäkr\w*"
)
#: every certificate contains one of these
_CERTIFIED = ("ISO", "SOC", "uktoriserad", "egitimerad", "KRAV", "Svanen", "B Corp", "GitHub", "F-skatt")
#: alternative texts that name a picture's use, not a firm
_UNNAMED = re.compile(
    r"^(?:client|customer|partner|brand|company|logo|image|img|picture|photo|kund|bild|logotyp)?[\s_-]*+(?:logo|logotyp|image|bild)?[\s_-]*+\d*+$",
    re.IGNORECASE,
)
#: words for a source or an invitation, not for a person
_NO_PERSON = re.compile(
    r"\b(?:reviews?|google|trustpilot|facebook|follow|följ|kontakt|contact|läs|read)\b", re.IGNORECASE
)
#: "631 reviews": counted, not rounded
_COUNTED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:[ ,.\u00a0]?\d{3})?(?<!00) (?:reviews|ratings|customers|patients|readers|omdömen|recensioner|betyg|kunder)\b",
    re.IGNORECASE,
)
#: "since 2009": a founding year, which is no source
_SINCE = re.compile(r"\b(?:since|sedan)\s+(?:\w{1,20}\s+)?(?:19|20)\d\d\b", re.IGNORECASE)
#: "157 recensioner": a number of reviews
_REVIEWED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:[ ,.\u00a0]?\d{3})?(?<!00) (?:reviews|ratings|omdömen|recensioner|betyg)\b",
    re.IGNORECASE,
)
#: "under 2024", "in 2023": a period, which is no source
_PERIOD = re.compile(r"\b(?:in|during|by|under|i|år)\s+(?:19|20)\d\d\b", re.IGNORECASE)


def proof_items(page: Page) -> tuple[ProofItem, ...]:
    """All proof on the page, and certificates."""
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
        or (piece.kind == "quote" and any(_is_marked(line) for line in _short_lines_near(piece)))
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


#: signatures of a team instead of a person
_COLLECTIVE = re.compile(r"\b(?:teamet?|staff|crew|gänget|redaktionen|support)$", re.IGNORECASE)


def _speaks_for_itself(page: Page, who: str) -> bool:
    """The signature is a team, or the page's own name: "Acme Product Team" on the page of Acme."""
    titled = {part.casefold() for part in title_parts(page.title) if len(words(part)) <= MOST_NAME_WORDS}
    name = who.casefold()
    return bool(who) and (
        _COLLECTIVE.search(who) is not None
        or any(name == part or name.startswith(f"{part} ") for part in titled)
    )


#: "TR Tony R.": the initials of an avatar precede the name
_FACE = re.compile(r"^[A-ZÅÄÖ]{1,3}\s{1,3}(?=[A-ZÅÄÖÉ][a-zåäöé])")


def _signature(piece: Proof) -> tuple[str, str]:
    """Who says it, and the words after the name."""
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
    """The name in a line. It ends at an initial ("Maria T. Healthcare Administrator") unless it is all of the line."""
    name = _NAME.search(line)
    if name is None or name[0] == line.strip():
        return name
    return _INITIALLED.match(line, name.start()) or name


#: first name and initial
_INITIALLED = re.compile(r"[A-ZÅÄÖÉ][\w’'-]{1,30}\s{1,3}[A-ZÅÄÖÉ]\.?(?![\w’'-])")


def _own_name(name: str, initials: str) -> str:
    """The name without what follows: “Mira Halden” of “Mira Halden Head” with the avatar MH, “Sarah M.” of “Sarah M. Mom”."""
    parts = name.split()
    if len(initials) > 1 and "".join(part[0] for part in parts).startswith(initials):
        parts = parts[: len(initials)]
    end = next((at for at, part in enumerate(parts, 1) if at > 1 and part.endswith(".")), len(parts))
    short = " ".join(parts[:end])
    return short if short in name else name


def _short_lines_near(piece: Proof) -> list[str]:
    """Short lines near a quotation, with or without a name."""
    place = _card_around(piece.element)
    short = [line for below in place.elements if (line := below.text_within(MAX_BLOCK))]
    return [line for line in (*short, *_texts_after(piece.element)) if len(words(line)) <= SIGNING_WORDS]


#: most elements for signatures, and most elements around a quotation, that are read
MOST_SIGNS, MOST_AROUND = 24, 400


def _lines_around(piece: Proof) -> list[tuple[str, bool]]:
    """Lines that may be the signature; True if the markup says that they are."""
    element = piece.element
    place = element.closest("figure", "li", "article") or _card_around(element)
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
    after = _texts_after(element)
    signed = [line for line in (*short, *after) if is_signature(line) or _NAME.match(line)]
    return [(line, True) for line in marked] + [(line, False) for line in (*signed, inside) if line]


def _texts_after(element: Element) -> list[str]:
    siblings = [other for other in element.parent.elements if not other.hidden] if element.parent else []
    below = siblings[siblings.index(element) + 1 :][:3] if element in siblings else []
    return [
        text
        for other in below
        if other.tag not in ("h1", "h2")
        and (text := other.text_within(MAX_BLOCK))
        and len(words(text)) <= SIGNING_WORDS
    ]


def _card_around(element: Element) -> Element:
    """The nearest ancestor with a little more text than the quotation; else the element itself."""
    own = len(element.text)
    for above in islice(element.ancestors(), 3):
        around = len(above.begins(own + 200))
        if around > own + 2:
            return above if around < own + 200 else element
    return element


def _is_specific(page: Page, piece: Proof, who: str, firm: str) -> bool:
    """A stranger could check the proof."""
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
    """It names or links to a source, or counts reviews. An exact number or a year is no source."""
    if any(link.attr("href").startswith("http") for link in (piece.element, *piece.element.all("a"))):
        return True
    apart = _PERIOD.sub(" ", _SINCE.sub(" ", piece.text))
    return phrases("reading.sources").search(apart) is not None or _REVIEWED.search(apart) is not None


def _tells_of_a_customer(page: Page, text: str) -> bool:
    """It names a customer and a result: "Sunrise Stores had two freezers … the bill fell by 23 %"."""
    name = _NAME.match(text)
    own = name is not None and name[0].casefold() in page.title.casefold()
    return (
        name is not None
        and not own
        and not name[0].isupper()
        and phrases("proof.results").search(text[name.end() :]) is not None
    )


def _more_than_a_name(who: str) -> bool:
    """First name and full surname; no initial, no role ("Senior Lobbyist") and no town ("Anton Mariestad")."""
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


#: words that mark a placeholder
_MARKED = re.compile(r"\b(?:placeholder|platshållare)\b", re.IGNORECASE)


def _is_marked(text: str) -> bool:
    return _MARKED.search(text) is not None
