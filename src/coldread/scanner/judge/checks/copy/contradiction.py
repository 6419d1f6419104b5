"""The page says two different things about one fact."""

from __future__ import annotations

import re

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.figures import from_figures
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure
from coldread.scanner.reading.disagreements import disagreements
from coldread.scanner.reading.portraits import tell_of_two, tells_of_one
from coldread.scanner.reading.quotes import unquoted

_DAYS = r"(\d{1,3})[\s-]*(?:day|days|dagar|dagars)\b"
#: what is said, and the figure in it; two figures for one of these cannot both be true. All but a trial begin with theirs
FACTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "trial",
        re.compile(
            rf"{_DAYS}[\s-]*(?:free )?(?:trial|provperiod|gratis)|(?:free for|trial of|prova gratis i|gratis i)\s+(\d{{1,3}})\s*(?:days|dagar)",
            re.IGNORECASE,
        ),
    ),
    (
        "refund",
        re.compile(
            rf"{_DAYS}[\s-]*(?:money[\s-]back|refund|guarantee|pengarna[\s-]tillbaka|öppet köp)",
            re.IGNORECASE,
        ),
    ),
    # the law's fourteen days stand beside what a shop gives of its own
    ("withdrawal", re.compile(rf"{_DAYS}[\s-]*(?:ångerrätt|right of withdrawal)", re.IGNORECASE)),
    (
        "customers",
        re.compile(
            r"(?<![\d.,])(\d{1,3}(?:[ ,.\u00a0]\d{3}){0,2})\s?\+?\s*(?:happy |satisfied |nöjda |glada )?(?:customers|clients|kunder)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "experience",
        re.compile(
            r"(?<!\d)(\d{1,3})\s?\+?\s*(?:years of experience|years' experience|års erfarenhet)",
            re.IGNORECASE,
        ),
    ),
)
#: the one of them that is told of persons as well as of the firm
OF_PERSONS = "experience"
#: "SwiftReply": words that are written as one
_JOINED = re.compile(r"\b[A-Z][a-z]{2,20}(?:[A-Z][a-z]{2,20}){1,2}\b")
_PART = re.compile(r"[A-Z][a-z]+")
#: letters of the half that both names share; and how often the other one stands there before it is no slip of one word
TELLING_PART, TWICE = 4, 2
_COMPARES = re.compile(
    r"\b(?:vs|versus|than|unlike|instead of|alternatives?|compared?|integrat\w{1,10}|import\w{0,6}|from|än|jämfört|istället|alternativ)\b",
    re.IGNORECASE,
)

META = Meta(
    id="copy.contradiction",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    en=Text(
        title="The page says the same thing everywhere",
        failure="Two places may not agree: “{one}” and “{other}”",
        why="If both are about the same thing, visitors who notice will doubt the rest as well.",
        fix="If they do, use the one that is right in both places; if not, say what each is about.",
    ),
    sv=Text(
        title="Sidan säger samma sak överallt",
        failure="Två ställen verkar inte säga samma sak: ”{one}” och ”{other}”",
        why="Gäller de samma sak börjar den som märker det tvivla på resten också.",
        fix="Gör de det, skriv det som stämmer på båda ställena; annars säg vad vart och ett gäller.",
    ),
)


def check(page: Page) -> Verdict:
    telling = [block for block in unquoted(page) if has_figure(block.text)]
    for name, pattern in FACTS:
        said: dict[str, tuple[Element, str, str]] = {}
        for block in telling:
            found_here = (
                pattern.finditer(block.text) if name == "trial" else from_figures(pattern, block.text)
            )
            for match in found_here:
                if name == OF_PERSONS and tells_of_one(block.element, block.text):
                    break
                figure = re.sub(r"\D", "", next(part for part in match.groups() if part))
                said.setdefault(figure, (block.element, match[0], block.text))
        if len(said) == 2:
            (one, first, here), (other, second, there) = said.values()
            if name == OF_PERSONS and tell_of_two((one, here), (other, there)):
                continue
            proof = [evidence.of(page, one, value=first), evidence.of(page, other, value=second)]
            return found(META, page.brief, Severity.P1, proof, count=2, one=first, other=second)
    return _sold_out(page) or _disagrees(page) or _two_names(page)


#: nothing is left, and it says nothing else
_NOTHING_LEFT = re.compile(
    r"sold out|fully booked|slutsål[dt]a?|utsål[dt]a?|fullbokat|fullbokad|fullsatt", re.IGNORECASE
)
#: a button that offers it all the same
_OFFERS = re.compile(
    r"\b(?:pre-?order|order|buy|book|reserve|get (?:your )?tickets?|beställ|förbeställ|köp|boka|anmäl)\b",
    re.IGNORECASE,
)


def _sold_out(page: Page) -> Verdict:
    """A stamp over the first screen says that nothing is left, and a button there sells it; one of several goods may well be gone."""
    stamps = [
        block
        for block in page.blocks
        if _NOTHING_LEFT.fullmatch(block.text.strip(" !.*"))
        and block.element.closest("li", "article", "table") is None
        and (block.region == "header" or page.in_hero(block.element))
    ]
    offers = [call for call in page.calls if _OFFERS.search(call.label)]
    button = page.dom.by_selector.get(offers[0].selector) if offers else None
    if len(stamps) != 1 or button is None:
        return None
    said, label = stamps[0].text.strip(), offers[0].label
    proof = [evidence.of(page, stamps[0].element, value=said), evidence.of(page, button, value=label)]
    return found(META, page.brief, Severity.P1, proof, glaring=True, count=2, one=said, other=label)


def _disagrees(page: Page) -> Verdict:
    told = next(iter(disagreements(page)), None)
    if told is None:
        return None
    proof = [evidence.of(page, said.element, value=said.text) for said in (told.one, told.other)]
    return found(META, page.brief, Severity.P1, proof, count=2, one=told.one.text, other=told.other.text)


def _two_names(page: Page) -> Verdict:
    """A product that goes by another name further down: half of it is the same, and nothing is compared there."""
    own = _own_name(page)
    if own is None:
        return None
    other: dict[str, list[tuple[Element, str]]] = {}
    for block in unquoted(page):
        if own[0] in block.text or _COMPARES.search(block.text):
            continue
        for match in _JOINED.finditer(block.text):
            if _is_half_alike(match[0], own[0]):
                other.setdefault(match[0], []).append((block.element, match[0]))
    linked = " ".join(link.attr("href").lower() for link in page.dom.shown("a"))
    for name, places in other.items():
        if len(places) >= TWICE and name.lower() not in linked:
            proof = [evidence.of(page, element, value=said) for element, said in places]
            proof.append(evidence.of(page, own[1], value=own[0]))
            return found(META, page.brief, Severity.P1, proof, count=2, one=own[0], other=name)
    return None


def _own_name(page: Page) -> tuple[str, Element] | None:
    """The joined word that the title and the page's own text call it by."""
    titled = title_of(page.dom)
    names = dict.fromkeys(match[0] for match in _JOINED.finditer(page.title))
    body = page.dom.body.text
    return next(((name, titled) for name in names if name in body), None) if titled is not None else None


def _is_half_alike(name: str, own: str) -> bool:
    """“QuickReply” beside “SwiftReply”."""
    if name.lower() == own.lower():
        return False
    one, other = _PART.findall(name), _PART.findall(own)
    same = {part.lower() for part in one} & {part.lower() for part in other}
    return len(one) == len(other) and any(len(part) >= TELLING_PART for part in same)
