"""Who else speaks for the page: somebody by name, a rating with its source, a certificate, a count of customers; and nothing that merely holds a figure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from coldread.base.addresses import split_address
from coldread.drafts.business.kind import top_lines
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import HEADINGS, Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.reading.record import ProofItem, Reading
from coldread.scanner.suggest.wording import sentences

ProofKind = Literal[
    "quote", "unsigned", "rating", "certificate", "count", "case", "customers", "logos", "own", "credential"
]
#: what a stranger could check, the best first, and then the rest
STRONG: tuple[ProofKind, ...] = ("rating", "quote", "customers", "case", "certificate")
_RANK: tuple[ProofKind, ...] = (*STRONG, "own", "count", "logos", "unsigned", "credential")


@dataclass(frozen=True, kw_only=True)
class Proof:
    """One piece of it, in the page's words."""

    kind: ProofKind
    said: str
    #: who says it, and for whom
    who: str = ""
    first_screen: bool = False
    #: where it stands; empty where it is put together
    selector: str = ""

    @property
    def strong(self) -> bool:
        """A stranger could check it."""
        return self.kind in STRONG


_RATED = re.compile(
    r"\b(?:reco|trustpilot|google|tripadvisor|yelp|capterra|g2|offerta|servicefinder|facebook|app store|google play|product hunt|omdömesajt\w*)\b",
    re.IGNORECASE,
)
_RATING_WORDS = re.compile(
    r"★|\d[^.!?]{0,20}(?:stjärn|stars?\b|betyg|rating|omdöme|recension|reviews?\b)|rekommenderad|rated|i rad\b|in a row|/ ?5\b|av 5\b|out of 5",
    re.IGNORECASE,
)
#: somebody outside has looked, or stands behind it
_CERTIFIED = re.compile(
    r"(?-i:\b[A-Z]{3,5}(?: (?:&|and|och) [A-Z]{3,5})? (?:[Cc]ertified|[Cc]ertifierad\w*|[Aa]ccredited)\b)|\bISO[ /-]?\d{4,5}\b|\bSOC ?2\b (?:certified|type)|elsäkerhetsverket|installatörsföretagen|installationsföretagen|auktoriserad\w*|legitimerad\w*|KRAV-märkt\w*|Svanenmärkt\w*|\bB Corp\b"
    r"|\b(?-i:[A-Z][A-Za-z&]{2,20}(?: [A-Z][a-z]{2,20}){0,2} (?:Certified|Accredited|Approved))\b"
    r"|board[- ]certified|licensed and insured|licensed & insured|fully (?:licensed|insured)|medlem i \w+förbund\w*|90-konto|länsförsäkringar|\bID06\b",
    re.IGNORECASE,
)
#: speaks for the firm, and is nobody else's word
_CREDENTIAL = re.compile(
    r"\b(?:veteran|family|woman|locally)[- ]owned\b|familjeföretag|\bF-skatt\w*", re.IGNORECASE
)
#: what is offered to others is no certificate of one's own
_SOLD = re.compile(
    r"\b(?:help|achieve|get|become|complian\w*|hjälper|certifiering av|kontrollera|check that)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"(?:(?<![\d–-])(?:\d{2,7}\+|\d{3,7}|\d{1,3}(?:[ .,]\d{3}){1,2}\+?)\s?|\b(?:thousands|hundreds|dozens|tusentals|hundratals)\s(?:of\s)?)(?:\w{1,20}\s){0,2}?(?:customers|clients|companies|businesses|teams|users|members|families|patients|kunder|företag|medlemmar|användare|familjer|installationer|uppdrag|hushåll|organisations|organizations|projects delivered)\b",
    re.IGNORECASE,
)
#: nobody is praised by a lack
_PAIN = re.compile(r"\b(?:you're|you are|your|most|du|ni|er|many|small businesses lose)\b[^.!?]{0,40}\b(?:paying|losing|lose|drowning|wast\w+|stuck|struggl\w*|betalar|förlorar)\b", re.IGNORECASE)  # fmt: skip
_BEFORE_AFTER = re.compile(r"\d[^.!?]{0,20}(?:→|->)\s?~?\d")
_CASE_HEAD = re.compile(
    r"\b(?:case stud(?:y|ies)|proof|results?|success stor\w+|kundcase|referens\w*|kundberättels\w*|projekt vi)\b",
    re.IGNORECASE,
)
_LONGEST = 260
LEAST_SPOKEN, MOST_CERTIFIED, LEAST_LOGOS, MOST_LOGOS = 5, 25, 3, 12
#: a firm that nobody can look up
_SHAM = re.compile(r"stealth|\bacme\b|company name|john doe|jane doe|företag ab", re.IGNORECASE)
_PAYMENT = re.compile(r"visa|mastercard|amex|american express|klarna|swish|paypal|stripe|zettle|apple pay|google pay|\buc\b", re.IGNORECASE)  # fmt: skip


def proofs_of(page: Page, reading: Reading) -> tuple[Proof, ...]:
    """The strong ones first; each once; pure."""
    found = sorted([*_read(page, reading), *_written(page)], key=lambda proof: _RANK.index(proof.kind))
    kept: dict[str, Proof] = {}
    for one in found:  # of two that say the same, the one that tells more of who says it
        same = _CERTIFIED.search(one.said) if one.kind == "certificate" else None
        mark = (same[0] if same is not None else one.said).lower()[:30]
        if mark not in kept:
            kept[mark] = one
        elif one.kind == kept[mark].kind and len(one.who) > len(kept[mark].who):
            kept[mark] = replace(kept[mark], who=one.who)
    return tuple(kept.values())


def _read(page: Page, reading: Reading) -> Iterator[Proof]:
    sells = sells_certificates(page)
    for item in reading.proofs:
        said = _whole(page, item)
        if item.placeholder or not said or placeholder_in(said) or _PAIN.search(said) or "http" in said:
            continue
        if reading.brand is not None and item.who.strip().lower() == reading.brand.value.lower():
            continue  # a motto of its own
        if _is_nobodys(item, said, reading) or _is_of_the_house(item, said) or owns_the_page(item.who, page):
            continue
        kind = _kind(item, said)
        if kind in ("unsigned", "quote") and _is_heading(item, page):
            continue  # a heading announces voices, or is the page's own in quotation marks
        if kind and not (kind == "certificate" and sells):
            first = item.evidence[0].where == "first-screen"
            who = _signed_whole(page, item, _signature(item))
            selector = item.evidence[0].selector
            if kind == "rating":
                element = page.dom.by_selector.get(selector)
                whole = " ".join(element.text.split()) if element is not None else said
                told = (one for one in sentences(whole) if _RATING_WORDS.search(one) or _RATED.search(one))
                said = next(told, said) if len(words(said)) > MOST_RATED else said
                if len(words(said)) > MOST_RATED:
                    continue  # the word stands in a description of the offer
            if kind == "certificate":
                said = next(
                    (one for one in sentences(said) if _CERTIFIED.search(one) or _ACRONYM.search(one)), said
                )
            yield Proof(kind=kind, said=_short(said), who=who, first_screen=first, selector=selector)


def _is_heading(item: ProofItem, page: Page) -> bool:
    element = page.dom.by_selector.get(item.evidence[0].selector)
    return element is not None and element.closest(*HEADINGS) is not None


_ACRONYM = re.compile(r"\b[A-ZÅÄÖ]{3,}\b")


def _signature(item: ProofItem) -> str:
    """The name, and the firm where it is one: a town or a treatment that ran into the name is left out."""
    name = item.who.strip()
    firm = item.organisation.strip()
    if len(words(name)) > MOST_NAME and "," not in name:
        name = " ".join(name.split()[:MOST_NAME])
    known = len(words(firm)) >= LEAST_FIRM and firm.lower() not in name.lower()
    joint = " " if firm.startswith("&") else ", "
    return joint.join(filter(None, (name, firm if known else "")))


def _signed_whole(page: Page, item: ProofItem, who: str) -> str:
    """“Max the Golden Retriever”, where the reading kept the end of a short signature."""
    element = page.dom.by_selector.get(item.evidence[0].selector) if who and item.evidence else None
    near = (block for block in page.blocks if element is not None and block.element.number >= element.number)
    for block in itertools.islice(near, SIGNED_NEAR):
        text = " ".join(block.text[:80].split()).strip(" –—-")
        if text.endswith(f" {who}") and len(words(text)) <= MOST_SIGNED and text[:1].isupper():
            return text
    return who


#: blocks after a quotation among which its signature stands, and words that it may have
SIGNED_NEAR, MOST_SIGNED = 5, 5
MOST_NAME, LEAST_FIRM = 2, 2
#: words of a line that tells a rating
MOST_RATED = 18
#: words of a row of labels that has no sentence in it
MOST_ROW = 9


def _whole(page: Page, item: ProofItem) -> str:
    """Its words to the end: evidence is cut, the page is not."""
    if not item.evidence:
        return ""
    snippet = " ".join(item.evidence[0].snippet.split())
    element = page.dom.by_selector.get(item.evidence[0].selector)
    whole = " ".join(element.begins(_LONGEST * 2).split()) if element is not None else ""
    return whole if snippet.endswith("…") and whole.startswith(snippet[:-1].strip()) else snippet


#: who signs as one of the house, and who speaks of what it means to do
_HOUSE = re.compile(
    r"\b(?:founders?|co-founder|owner|ceo|grundare\w*|ägare|vd|verkställande|rektor|trafiklärare)\b",
    re.IGNORECASE,
)
_MEANS_TO = re.compile(r"^\W*(?:our|we|my goal|i want|i believe|vår|vårt|våra|vi|min tanke|mitt mål|jag vill)\b[^.!?]{0,60}\b(?:goal|mission|vision|believe|aim|idea|want|tanke|mål|vision|vill|tror|strävar)\b", re.IGNORECASE)  # fmt: skip
#: who tells how it came about
_MADE = re.compile(r"\bI (?:built|created|founded|started|designed|wrote)\b|\beverything I(?:['’]ve)? learned\b|\bjag (?:byggde|startade|skapade|grundade|skrev)\b", re.IGNORECASE)  # fmt: skip
#: the label of an article
_ARTICLE = re.compile(
    r"\b\d{1,2} min(?:uters?|\.)?(?: read| läsning)?\b.*\b(?:read|läsning|läs)\b|\bmin read\b", re.IGNORECASE
)


def _is_of_the_house(item: ProofItem, said: str) -> bool:
    """The owner's own ambition, and the label of an article, are nobody else's word."""
    signed = item.kind == "quote" and (_HOUSE.search(item.organisation) or _MADE.search(said)) is not None
    return (
        signed
        or _ARTICLE.search(said) is not None
        or (item.kind == "quote" and _MEANS_TO.search(said) is not None)
    )


#: letters of a surname that is nobody else's by chance
LEAST_SURNAME = 4


def owns_the_page(who: str, page: Page) -> bool:
    """Whoever signs is the owner: the page is his by its address, its mail or its copyright, or he introduces himself on it."""
    name = " ".join(who.split())
    last = next((word.lower() for word in reversed(words(name)) if len(word) >= LEAST_SURNAME), "")
    if not last:
        return False
    host = (split_address(page.seen.final_url).hostname or "").lower()
    mails = " ".join(
        link.attr("href").lower() for link in page.dom.shown("a") if "mailto:" in link.attr("href")
    )
    if len(words(name)) > 1 and (last in host or last in mails):
        return True
    return any(
        _INTRODUCES.search(text[max(at - BEFORE_NAME, 0) : at]) is not None
        for block in page.blocks
        if (at := (text := block.text[:600]).find(name)) >= 0
    )


#: characters before a name in which somebody is said to be the owner
BEFORE_NAME = 40
_INTRODUCES = re.compile(r"©|copyright|\bI['’]m\b|\bI am\b|my name is|jag heter|jag är|founded by|grundad av|drivs av|run by", re.IGNORECASE)  # fmt: skip


_MARKED = re.compile(r"\b(?:placeholder|platshållare)\b", re.IGNORECASE)


def _is_nobodys(item: ProofItem, said: str, reading: Reading) -> bool:
    """Marked as a placeholder, or a motto beside the page's buttons that nobody has signed."""
    who = f"{item.who} {item.organisation}"
    beside = any(step.label and step.label.lower() in who.lower() for step in reading.steps)
    return beside or said.startswith("…") or _MARKED.search(f"{said} {who}") is not None


def _kind(item: ProofItem, said: str) -> ProofKind | Literal[""]:
    """What it is to a stranger; empty where it is no proof at all."""
    count = len(words(said))
    spoken = count >= LEAST_SPOKEN and re.search('[“”"»«„]', said) is not None
    is_so: dict[str, tuple[ProofKind, bool]] = {
        "rating": (
            "rating",
            _RATING_WORDS.search(said) is not None and (item.specific or _RATED.search(said) is not None),
        ),
        "certificate": ("certificate", count <= MOST_CERTIFIED and not _SOLD.search(said)),
        "case": ("case", item.specific and count >= LEAST_SPOKEN),
        "count": ("count", _COUNTED.search(said) is not None),
        "logos": (
            "logos",
            item.specific and LEAST_LOGOS <= count <= MOST_LOGOS and not _PAYMENT.search(said),
        ),
        "honour": ("certificate", True),
        "quote": ("quote", True)
        if item.who and not _SHAM.search(f"{item.who} {item.organisation}")
        else ("unsigned", spoken or bool(item.who)),
    }
    kind, holds = is_so[item.kind]
    return kind if holds else ""


def _written(page: Page) -> Iterator[Proof]:
    """What the scan does not call proof: names of those who certify or rate, and results before and after."""
    sells = sells_certificates(page)
    for block in own_words(page):
        text = " ".join(block.text[:600].split())
        if not text or placeholder_in(text) or block.region == "nav" or _PAIN.search(text):
            continue
        first = page.in_hero(block.element)
        if "http" in text:
            continue
        row = len(words(text)) > MOST_ROW and not re.search(r"[.!?]", text.rstrip(".!?"))
        if _RATED.search(text) and _RATING_WORDS.search(text) and len(words(text)) <= 40 and not row:
            yield Proof(kind="rating", said=_short(text), first_screen=first, selector=block.element.selector)
        elif _CERTIFIED.search(text) and not sells and not _SOLD.search(text) and len(words(text)) <= 30:
            told = next((one for one in sentences(text) if _CERTIFIED.search(one)), text)
            yield Proof(
                kind="certificate", said=_short(told), first_screen=first, selector=block.element.selector
            )
        elif _CREDENTIAL.search(text) and len(words(text)) <= 12:
            yield Proof(
                kind="credential", said=_short(text), first_screen=first, selector=block.element.selector
            )
        elif _BEFORE_AFTER.search(text) and len(words(text)) <= 25:
            yield Proof(kind="own", said=_short(text), first_screen=first, selector=block.element.selector)
        elif _COUNTED.search(text) and len(words(text)) <= 30 and not page.is_quotation(block.element):
            yield Proof(kind="count", said=_short(_COUNTED.search(text)[0] if len(text) > _LONGEST else text), first_screen=first, selector=block.element.selector)  # type: ignore[index]  # fmt: skip
    yield from _cases(page)
    yield from _customers(page)
    for image in page.dom.shown("img"):
        name = " ".join(image.attr("alt").split())
        if name and not sells and _CERTIFIED.search(name) and len(words(name)) <= 8:
            yield Proof(kind="certificate", said=name)


#: a heading over cases, and how a firm's name looks beneath it
_CASES = re.compile(r"(?:our |selected )?(?:case stud(?:y|ies)|client stories|kundcase|referens(?:er|projekt|uppdrag))\W*", re.IGNORECASE)  # fmt: skip
_FIRM = re.compile(r"[A-ZÅÄÖ][\w&.-]*(?: [A-ZÅÄÖ][\w&.-]*){0,2}")


def _cases(page: Page) -> Iterator[Proof]:
    """Customers by name under a heading that promises cases."""
    headings = [
        block for block in page.blocks if block.kind == "heading" and block.region not in ("nav", "footer")
    ]
    for at, block in enumerate(headings):
        if _CASES.fullmatch(block.text.strip()):
            names = [
                one.text.strip() for one in headings[at + 1 : at + 6] if _FIRM.fullmatch(one.text.strip())
            ]
            if len(names) > 1:
                yield Proof(kind="case", said=f"{' '.join(block.text.split())}: {', '.join(names[:4])}")
                return


#: a line over the names of those who have chosen it
_CHOSEN_BY = re.compile(
    r"\b(?:(?:organi[sz]ations|companies|clients|brands) (?:[\w'’]{1,15} ){0,4}(?:served|worked with|helped)|trusted by|used by|chosen by|clients include|customers include|(?:our|some of our) (?:clients|customers)|(?:företag|kunder|organisationer|kommuner) som (?:har )?(?:valt|litar|använder|anlitar|vi)|vi har (?:hjälpt|arbetat med|jobbat med)|anlitas av|används av|några av våra kunder|våra kunder)\b",
    re.IGNORECASE,
)
_CUSTOMER = re.compile(
    r"[A-ZÅÄÖ0-9][\w&.'’-]{0,30}(?: (?:of|and|the|och|för|av|&|—|–|\(?[A-ZÅÄÖ0-9][\w&.'’()-]{0,30})){0,7}"
)
#: blocks between the line that announces names and the first of them
BETWEEN = 5
MOST_HEAD_WORDS, LEAST_CUSTOMERS, MOST_CUSTOMERS = 12, 3, 6


def _customers(page: Page) -> Iterator[Proof]:
    """Names below a line that says whose they are: text, or what their pictures are called."""
    blocks = [block for block in page.blocks if block.region not in ("nav", "footer")]
    for at, block in enumerate(blocks):
        if not _CHOSEN_BY.search(block.text) or len(words(block.text)) > MOST_HEAD_WORDS:
            continue
        follows = blocks[at + 1 : at + 1 + MOST_CUSTOMERS * 2]
        part = itertools.takewhile(partial(_is_below, block), follows)
        below = [" ".join(one.text.split()) for one in part]
        row = blocks[at + 1].element.elements if at + 1 < len(blocks) else ()
        inside = [" ".join(one.text.split()) for one in row]
        below = inside if len(inside) >= LEAST_CUSTOMERS else below
        below = (
            list(itertools.dropwhile(lambda one: not _CUSTOMER.fullmatch(one), below[:BETWEEN]))
            + below[BETWEEN:]
        )
        named = list(dict.fromkeys(itertools.takewhile(_CUSTOMER.fullmatch, below)))
        if len(named) < LEAST_CUSTOMERS:
            around = block.element.parent
            alts = (
                (" ".join(image.attr("alt").split()) for image in around.all("img"))
                if around is not None
                else ()
            )
            named = list(
                dict.fromkeys(
                    name for name in alts if _CUSTOMER.fullmatch(name) and not _PAYMENT.search(name)
                )
            )
        if len(named) >= LEAST_CUSTOMERS:
            yield Proof(
                kind="customers", said=", ".join(named[:MOST_CUSTOMERS]), first_screen=page.in_hero(block.element), selector=block.element.selector
            )  # fmt: skip
            return


def _is_below(line: Block, one: Block) -> bool:
    """In the part that the line opens: before the next heading of its rank, and not what a form asks for."""
    level = line.element.tag if line.element.tag in ("h1", "h2", "h3", "h4") else "h2"
    opens = one.element.tag in ("h1", "h2", "h3", "h4") and one.element.tag <= level
    return not opens and one.element.closest("form", "label") is None


def sells_certificates(page: Page) -> bool:
    """What others are certified in here is the offer, not proof of it."""
    return any(
        re.search(r"\b(?:complian\w+|certifiering\w*|certification)\b", text, re.IGNORECASE)
        for text in top_lines(page)
    )


def could_be_proof(page: Page) -> bool:
    """A heading that promises proof, or quotation marks around a sentence: somebody may speak there."""
    return any(
        (block.kind == "heading" and _CASE_HEAD.search(block.text))
        or page.is_quotation(block.element)
        or re.search(r"\b(?:testimonials?|reviews?|omdömen|recensioner|trusted by|as seen in|används av)\b", block.text[:300], re.IGNORECASE)
        for block in page.blocks
    )  # fmt: skip


def _short(text: str) -> str:
    text = re.split(r"[”\"»]\s?[–—-]", text)[0]
    text = re.sub(r"(?<=[a-zåäö])(?=\d)", " ", re.sub(r"^[^\w(“\"]+", "", text)).strip(' “”"»«„')
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0].rstrip(",.;:–—-( ") + " …"
