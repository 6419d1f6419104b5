"""What the page tells, as a draft needs it: the scanner's reading in plain words, and what only a draft asks for.

Every fact is the reading's own (`scanner/reading`): nothing is read a second time here.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator

from coldread.drafts.business.facts import is_included, is_label
from coldread.drafts.sections import Section, sections
from coldread.scanner.page.observe.calls import form_serves
from coldread.scanner.page.observe.fields import Field
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, phrases, words
from coldread.scanner.reading.quotes import shortened
from coldread.scanner.reading.record import Claim, Fact, Line, Price, Reading
from coldread.scanner.suggest.fields import FIELD
from coldread.scanner.suggest.names import is_name, likely_name
from coldread.scanner.suggest.wording import capital, recased

LEAST_LINE, LONGEST_LINE, LEAST_WHOLE = 4, 24, 8
_MARKS = re.compile('[“”"»«„]')
#: the way back to where one is: no step, whatever the goal
_HOME = re.compile(r"\s*(?:home|start|hem|startsida\w*|till startsidan)\s*$", re.IGNORECASE)
#: promised, and no way out for whoever chose wrong
_NO_WAY_OUT = re.compile(r"uptime|drifttid|försäkring|insurance|insured", re.IGNORECASE)
_GUARANTEE = re.compile(r"garanti|guarante", re.IGNORECASE)
_NOTHING = re.compile(r"^\D*0+(?:[.,]0+)?\D*$")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Told:
    """What the page tells, in its own words; empty where it does not."""

    brand: str
    headline: str
    is_vague: bool
    #: it says what is offered by itself, and is more than a name
    headline_tells: bool
    subhead: str
    #: sentences with a figure about results
    claims: tuple[str, ...]
    #: kind and words of each proof that did not come with the template
    proofs: tuple[tuple[str, str], ...]
    prices: tuple[str, ...]
    #: lines that say how one gets out, or that it costs nothing to try
    ways_out: tuple[str, ...]
    button: str
    target: str
    fields: tuple[str, ...]
    #: the form that asks is the goal's
    form_serves: bool
    sections: tuple[Section, ...]


def told(page: Page, reading: Reading) -> Told:
    said = (
        _with_names(recased(_as_drawn(reading.headline, page)), reading)
        if reading.headline is not None
        else ""
    )
    vague = (
        reading.headline is None
        or reading.headline.says_offer == "no"
        or bool(placeholder_in(said))
        or is_name(page, said)
        or _is_brand(said, page, reading)
        or (reading.brand is not None and said.lower() == reading.brand.value.lower())
    )
    pressed = next((step for step in reading.steps if step.primary), None)
    primary = page.primary if page.primary is not None and not _HOME.match(page.primary.label) else None
    pressable = {step.label for step in reading.steps}
    form = next(iter(page.lead_forms), None)
    priced = [price for price in reading.prices if price.amount and not is_nothing(price.amount)]
    asked = [
        price for price in priced if price.unit
    ] or priced  # “39 kr a month” is what one pays, “1 200 kr” may be an example
    return Told(
        brand=reading.brand.value if reading.brand is not None else likely_name(page),
        headline=said,
        is_vague=vague,
        headline_tells=not is_slogan(said)
        and (
            _is_descriptive(said, page)
            or (
                not vague
                and reading.headline is not None
                and reading.headline.says_offer == "yes"
                and said.lower() != page.title.strip().lower()
            )
        ),
        subhead=_explains(reading.subhead, page),
        claims=tuple(
            dict.fromkeys(
                line
                for line in _lines(claim for claim in reading.claims if claim.number and claim.sourced)
                if not _is_promise(line)
            )
        ),
        proofs=tuple(
            dict.fromkeys(
                (item.kind, _MARKS.sub("", item.evidence[0].snippet))
                for item in reading.proofs
                if item.evidence
                and not item.placeholder
                and not _is_promise(item.evidence[0].snippet)
                and not _is_way_to_pay(item.evidence[0].snippet)
            )
        ),
        prices=tuple(dict.fromkeys(map(_priced, asked)))[:4],
        ways_out=tuple(
            one
            for one in dict.fromkeys(_lines(reading.risk_reversal))
            if not _NO_WAY_OUT.search(one) and one not in pressable
        )[:3],
        button=capital(primary.label) if primary is not None else "",
        target=pressed.target if pressed is not None else "",
        fields=tuple(_field_name(field, page) for field in form.counted) if form else (),
        form_serves=form is not None and form_serves(form, page.brief.goal),
        sections=tuple(sections(page)),
    )


_SLOGAN = re.compile(r"(?:[^.!?]{1,30}[.!?]\s*){2,4}")
#: content words of a headline that names the thing, and the part of them that the title has, too
LEAST_NAMED, SAME = 3, 0.66


def is_slogan(headline: str) -> bool:
    """“Import it. Overhaul it. Keep it true.”: short calls, one after the other."""
    return _SLOGAN.fullmatch(headline.strip()) is not None


def _is_descriptive(headline: str, page: Page) -> bool:
    """“Kidderminster Chess Club”: plain words for the thing, which the title has as well."""
    told = [word.lower() for word in content_words(headline)]
    title = {word.lower() for word in words(page.title)}
    same = sum(word in title for word in told)
    return len(told) >= LEAST_NAMED and same >= SAME * len(told) and not placeholder_in(headline)


def _as_drawn(line: Line, page: Page) -> str:
    """Two lines of a headline are two words, also where the markup has nothing between them."""
    drawn = page.drawn.get(line.evidence[0].selector) if line.evidence else None
    shown = " ".join(drawn.text.split()) if drawn is not None else ""
    same = shown.replace(" ", "").lower() == "".join(line.text.split()).lower()
    return shown if same and len(shown) > len(line.text) else line.text


#: words beside the name that make it no more than a name
MOST_BESIDE = 2


def _is_brand(said: str, page: Page, reading: Reading) -> bool:
    """“Skandinavisk lokalvård & Design”: the firm's name, and hardly another word."""
    brand = (reading.brand.value if reading.brand is not None else likely_name(page)).lower()
    return (
        bool(brand) and brand in said.lower() and len(words(said.lower().replace(brand, " "))) < MOST_BESIDE
    )


def _with_names(said: str, reading: Reading) -> str:
    """A town keeps its capital where a shouted headline was calmed."""
    for place in reading.place:
        if place.value.isupper() and len(place.value) > LEAST_LINE - 1:
            said = re.sub(rf"\b{re.escape(place.value.lower())}\b", place.value.title(), said)
    return said


def _explains(line: Line | None, page: Page) -> str:
    """A line that can stand under a headline: one that a visitor meets first, and no link, label or remark on the side."""
    if line is None or line.says_offer == "no" or placeholder_in(line.text):
        return ""
    element = page.dom.by_selector.get(line.evidence[0].selector) if line.evidence else None
    if element is not None and is_label(element):
        return ""  # two buttons side by side
    first = any(at.where == "first-screen" for at in line.evidence)
    whole = line.text[-1:] in (".", "!", "?") or len(words(line.text)) >= LEAST_WHOLE
    return line.text if first and whole and len(words(line.text)) > LEAST_LINE else ""


#: ways to pay speak for nobody
_PAID_BY = frozenset(
    {
        "visa",
        "mastercard",
        "american",
        "express",
        "amex",
        "klarna",
        "swish",
        "paypal",
        "stripe",
        "zettle",
        "pay",
        "uc",
    }
)


def _is_way_to_pay(said: str) -> bool:
    told = [word.lower() for word in words(said)]
    return bool(told) and all(word in _PAID_BY for word in told)


def _is_promise(said: str) -> bool:
    """“100 % satisfaction guaranteed”: what the page promises, not what others say of it."""
    return phrases("risk.phrases").search(said) is not None or _GUARANTEE.search(said) is not None


def is_nothing(amount: str) -> bool:
    """The empty state of a calculator is no price."""
    return _NOTHING.match(amount) is not None


def _lines(found: Iterable[Fact | Price | Claim]) -> Iterator[str]:
    """The page's own short lines; what is cut or much longer is no line to print."""
    for one in found:
        line = one.evidence[0].snippet if one.evidence else ""
        if 1 < len(words(line)) <= LONGEST_LINE and not line.endswith("…") and not placeholder_in(line):
            yield line


def _priced(price: Price) -> str:
    if is_included(price.unit):
        return price.amount
    joint = "" if price.unit.startswith("/") else " "
    return joint.join(filter(None, (price.amount, price.unit if price.unit not in price.amount else "")))


def _field_name(field: Field, page: Page) -> str:
    """What it is called, else what it is for; an example in it is no name."""
    said = field.label or field.element.attr("placeholder")
    row = FIELD.get(field.kind)
    if (not said or "@" in said) and row is not None:
        said = row.name(page.brief.lang)
    return shortened(said or field.element.attr("name") or field.element.attr("type")).rstrip(" ?:*.")
