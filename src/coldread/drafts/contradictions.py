"""What the page says in two ways: figures of one thing, a dearer package that holds less, a price that is two, a place that is both here and everywhere, a promise worded twice.

Each is quoted and asked of the owner, who alone knows which is right. What is contested is built upon nowhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from coldread.drafts.case import Case
from coldread.drafts.disagreements import disputed
from coldread.drafts.say import quoted, say
from coldread.drafts.sight import settled_text
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.once import once_a_page
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.reading.prices import AMOUNT
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.suggest.wording import sentences

Kind = Literal["figures", "whole_and_part", "package", "rate", "taxed", "reach", "promise", "years"]


@dataclass(frozen=True, kw_only=True)
class Contradiction:
    """Two or three lines of the page that cannot all be right, or that a reader takes so."""

    kind: Kind
    said: tuple[str, ...]


@once_a_page
def contradictions(page: Page) -> list[Contradiction]:
    """The costliest first; pure."""
    rules = (_packages, _taxed, _rates, _whole_and_part, _figures, _reach, _promises, _years)
    return [one for rule in rules for one in rule(page)]


def told(case: Case) -> list[tuple[str, str]]:
    """A sentence that says what disagrees, and one that says what to do."""
    lang, page = case.lang, case.page
    found = contradictions(page) if page is not None else []
    lines = []
    for one in found:
        values = {f"said{at}": quoted(text, lang) for at, text in enumerate(one.said, 1)}
        key = f"{one.kind}3" if one.kind == "figures" and len(one.said) > 2 else one.kind
        lines.append((say(lang, f"contradicts.{key}", **values), say(lang, f"contradicts.{one.kind}_do")))
    return lines


def contested(case: Case) -> str:
    """All that is contested, as one text to be searched."""
    found = contradictions(case.page) if case.page is not None else []
    return " · ".join((disputed(case), *(text for one in found for text in one.said)))


# Figures of one thing

_NUMBER = r"(?<![\d.,$€£/-])(?P<n>\d{1,3}(?:[ ,.\u00a0]\d{3})+|\d{3,6})\s?(?P<plus>\+)?"
_COUNTED = re.compile(rf"{_NUMBER}\s(?P<noun>[a-zåäö]{{4,}})\b(?P<rest>[^.!?◆•|]{{0,40}})", re.IGNORECASE)
#: what differs by nature, or is no count of the firm's
_NO_COUNT = re.compile(r"(?:dpi|pixels?|kcal|gram|mg|years?|words?|ord|meter|metres?|miles?|euro|dollars?|kronor|points?|poäng|steps?|feet|calor\w+|sidor|pages?|minut\w*|minutes?|hours?|timmar|dagar|days|january|february|march|april|june|july|august|september|october|november|december|januari|februari|mars|maj|juni|juli|augusti|oktober|omnejd|stockholm|göteborg|malmö|street|avenue|road|inom|with|från|till|from|seats?|psi|watt|volt|mah)", re.IGNORECASE)  # fmt: skip
LEAST_COUNT = 100
_YEAR = range(1800, 2101)


def _settled(page: Page) -> list[str]:
    lang = page.supported_language
    blocks = [block for block in own_words(page) if not page.is_quotation(block.element)]
    return [" ".join(settled_text(block.element, lang)[:400].split()) for block in blocks]


def _texts(page: Page) -> Iterator[str]:
    """Each block, and a figure together with the short label beside it."""
    told = _settled(page)
    yield from told
    for at, text in enumerate(told[:-1]):
        whole, following = text, told[at + 1]
        if following == "+" and at + 2 < len(told):
            whole, following = f"{text}+", told[at + 2]
        if re.fullmatch(r"\d{1,3}(?:[ ,.]\d{3})*\s?\+?", whole) and 0 < len(words(following)) <= 6:
            yield f"{whole.replace(' +', '+')} {following}"


def _figures(page: Page) -> Iterator[Contradiction]:
    """“3,714+ leads generated” beside “5,000+ leads in last 12 months”."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for text in _texts(page):
        for piece in re.split(r"\s[◆♔✦•·|]\s", text):
            match = _COUNTED.search(piece)
            if match is None or _NO_COUNT.fullmatch(match["noun"]) or placeholder_in(piece):
                continue
            number = re.sub(r"\D", "", match["n"])
            if int(number) < LEAST_COUNT or (int(number) in _YEAR and not match["plus"]):
                continue
            said = " ".join(piece.split()) if len(words(piece)) <= MOST_WHOLE else " ".join(match[0].split())
            found[stem(match["noun"].lower())].setdefault(f"{number}{match['plus'] or ''}", said)
    for every in found.values():
        # “3,714 leads” beside “3,714+ leads” is told as a part of the whole
        rows = {number: said for number, said in every.items() if f"{number}+" not in every}
        figures = {re.sub(r"\D", "", number) for number in rows}
        total = [said for number, said in rows.items() if number.endswith("+")]
        if len(figures) > 1 and len(total) > 1 and len(rows) <= MOST_ROWS:
            yield Contradiction(kind="figures", said=tuple(rows.values())[:3])
            return


MOST_WHOLE, MOST_ROWS = 8, 4
_FIRM = re.compile(r"[A-ZÅÄÖ][\w&.’'-]+(?: (?:[A-ZÅÄÖ][\w&.’'-]+|&|of|and|och)){0,3}")


def _whole_and_part(page: Page) -> Iterator[Contradiction]:
    """“3,714+ leads generated” for all, and “3,714 leads” beside one client's name."""
    told = _settled(page)
    for at, text in enumerate(told[:-1]):
        match = _COUNTED.fullmatch(text)
        if (
            match is None
            or match["plus"]
            or match["rest"].strip()
            or int(re.sub(r"\D", "", match["n"])) < LEAST_COUNT
        ):
            continue
        name = next((one for one in (told[at + 1], told[at - 1]) if _FIRM.fullmatch(one)), "")
        total = re.compile(rf"(?<![\d,.]){re.escape(match['n'])}\s?\+\s{re.escape(match['noun'])}\b[^◆♔✦•·|.!?]{{0,30}}", re.IGNORECASE)  # fmt: skip
        whole = next((found[0].strip() for one in told if (found := total.search(one))), "")
        if name and whole:
            yield Contradiction(kind="whole_and_part", said=(whole, text, name))
            return


# Packages

_HOLDS = re.compile(r"^(?P<n>\d{1,3})\s(?P<rest>(?:[\w&’'-]+\s){0,4}[a-zåäö]{4,})\b", re.IGNORECASE)


def _packages(page: Page) -> Iterator[Contradiction]:
    """Of two cards side by side the dearer holds fewer of the same thing."""
    cards = list(_cards(page))
    for name, price, holds in cards:
        for other, dearer, fewer in cards:
            if dearer <= price:
                continue
            for noun, (count, said) in holds.items():
                less = fewer.get(noun)
                if less is not None and less[0] < count and name != other:
                    yield Contradiction(kind="package", said=(name, said, other, less[1]))
                    return


def _cards(page: Page) -> Iterator[tuple[str, float, dict[str, tuple[int, str]]]]:
    for heading in page.dom.shown("h3", "h4"):
        card = heading.parent
        if card is None or card.count("h3", "h4") != 1:
            continue
        texts = [" ".join(one.text.split()) for one in _leaves(card)]
        sums = [match for text in texts if len(words(text)) <= 4 and (match := AMOUNT.search(text))]
        holds: dict[str, tuple[int, str]] = {}
        for text in texts:
            match = _HOLDS.match(text)
            if match is not None and len(words(text)) <= 10:
                noun = stem(match["rest"].split()[-1].lower())
                holds.setdefault(noun, (int(match["n"]), text))
        if len(sums) == 1 and holds:
            amount = float(re.sub(r"[^\d]", "", sums[0][0]) or 0)
            yield f"{' '.join(heading.text.split())}, {sums[0][0].strip()}", amount, holds


def _leaves(card: Element) -> Iterator[Element]:
    for element in card.walk()[1:80]:
        if not any(True for _ in element.elements) and element.text.strip():
            yield element


# Prices

_RATE = re.compile(r"(?P<n>\d{2,5})\s?kr\s?/\s?(?P<unit>h|tim(?:me)?|mån(?:ad)?|st)\b|(?P<sign>[$€£])\s?(?P<m>\d{2,5})\s?/\s?(?P<unit2>h|hr|hour|mo|month)\b", re.IGNORECASE)  # fmt: skip
_TAXED = re.compile(r"(?P<n>\d{2,5})\s?kr(?:\s?/\s?(?:h|tim(?:me)?))?\s(?P<how>(?:med|efter|inkl\.?)\s(?:rut|rot)\b(?:-?avdrag\w*)?)", re.IGNORECASE)  # fmt: skip
_EXAMPLE = re.compile(r"\b(?:exempel\w*|räkneexempel\w*|timpris\w*|example)\b", re.IGNORECASE)


def _taxed(page: Page) -> Iterator[Contradiction]:
    """Two sums for the same thing after the same deduction: in the title and in the headline."""
    found: dict[str, str] = {}
    for text in (page.title, *(" ".join(block.text[:300].split()) for block in own_words(page))):
        for match in _TAXED.finditer(text):
            if "/" in match[0]:
                found.setdefault(match["n"], _around(text, match))
    if len(found) == 2:
        yield Contradiction(kind="taxed", said=tuple(found.values()))


def _rates(page: Page) -> Iterator[Contradiction]:
    """The headline's rate, and another one by which the page's own example is reckoned."""
    top: dict[str, str] = {}
    below: dict[str, tuple[str, str]] = {}
    before = ""
    for block in own_words(page):
        text = " ".join(block.text[:300].split())
        for match in _RATE.finditer(text):
            unit = (match["unit"] or match["unit2"]).lower()[:1]
            amount = match["n"] or match["m"]
            if page.in_hero(block.element):
                top.setdefault(f"{unit}{amount}", _around(text, match))
            elif _EXAMPLE.search(f"{before} {text}"):
                label = before if _EXAMPLE.search(before) and len(words(before)) <= 5 else ""
                below.setdefault(
                    f"{unit}{amount}", (unit, ": ".join(filter(None, (label, _around(text, match)))))
                )
        before = text
    for key, (unit, said) in below.items():
        if key not in top and any(one.startswith(unit) for one in top):
            yield Contradiction(
                kind="rate", said=(next(t for k, t in top.items() if k.startswith(unit)), said)
            )
            return


def _around(text: str, match: re.Match[str]) -> str:
    """A short line whole; of a longer one the match with the word before it."""
    if len(words(text)) <= MOST_WHOLE:
        return text
    before = text[: match.start()].split()[-1:]
    return " ".join([*before, match[0]])


# Where, since when, and what is promised

_ONLY = re.compile(
    r"(?:\bNu i|\bEndast i|\bBara i|\bNow in|\bOnly in|\bCurrently in|\bExclusively in)\s[A-ZÅÄÖ][\wåäöé]+"
)
_EVERYWHERE = re.compile(r"\bi hela (?:Sverige|landet|Norden)|\brikstäckande|\bnationwide|\bacross the (?:country|nation)|\bworldwide|\bover hela landet", re.IGNORECASE)  # fmt: skip


def _reach(page: Page) -> Iterator[Contradiction]:
    texts = [" ".join(block.text[:300].split()) for block in own_words(page)]
    only = next((match[0] for text in texts if (match := _ONLY.search(text))), "")
    wide = next((_sentence(text, match.start()) for text in texts if (match := _EVERYWHERE.search(text))), "")
    if only and wide and len(words(wide)) <= 16:
        yield Contradiction(kind="reach", said=(only, wide))


def _sentence(text: str, at: int) -> str:
    start = 0
    for sentence in sentences(text):
        end = start + len(sentence)
        if start <= at <= end:
            return sentence
        start = end + 1
    return text


_PROMISE = re.compile(r"garanti\w*|guarantee\w*|returns?|returer|refunds?|återbetalning\w*|avbokning\w*|cancellations?", re.IGNORECASE)  # fmt: skip
LEAST_PROMISE = 4


def _promises(page: Page) -> Iterator[Contradiction]:
    """One heading, “Nöjdhetsgaranti”, over two different promises."""
    found: dict[str, list[str]] = defaultdict(list)
    blocks = own_words(page)
    for at, block in enumerate(blocks[:-1]):
        name = " ".join(block.text.split())
        if not (0 < len(words(name)) <= 3 and _PROMISE.search(name)) or block.region in ("nav", "footer"):
            continue
        text = " ".join(blocks[at + 1].text.split())
        if len(words(text)) >= LEAST_PROMISE and text not in found[name.lower()] and _is_text(blocks[at + 1]):
            found[name.lower()].append(text)
    for texts in found.values():
        if len(texts) == 2 and _differ(*texts):
            yield Contradiction(kind="promise", said=(texts[0], texts[1]))
            return


def _is_text(block: Block) -> bool:
    return block.kind in ("paragraph", "item") and len(block.text) <= 200


def _differ(one: str, other: str) -> bool:
    mine, theirs = ({stem(word) for word in content_words(text)} for text in (one, other))
    return len(mine & theirs) < min(len(mine), len(theirs)) * 0.7


_EXPERIENCE = re.compile(r"(?P<n>\d{1,2})\+?\s(?:års|years?(?:’|'s)?(?: of)?)\s(?:\w+\s)?(?:erfarenhet|experience)\b", re.IGNORECASE)  # fmt: skip


def _two(page: Page, pattern: re.Pattern[str]) -> tuple[str, str] | None:
    """Two figures for what can have one only; more than two are several people's."""
    found: dict[str, str] = {}
    for block in own_words(page):
        text = " ".join(block.text[:400].split())
        for match in pattern.finditer(text):
            found.setdefault(match["n"], _around(text, match))
    return (*found.values(),) if len(found) == 2 else None  # type: ignore[return-value]


def _years(page: Page) -> Iterator[Contradiction]:
    pair = _two(page, _EXPERIENCE)
    if pair is not None:
        yield Contradiction(kind="years", said=pair)
