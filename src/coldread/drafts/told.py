"""What the page tells, as a draft needs it: the scanner's reading in plain words, and what only a draft asks for.

Every fact is the reading's own (`scanner/reading`): nothing is read a second time here.
"""

from __future__ import annotations

import dataclasses
import re

from coldread.drafts.business.facts import is_label
from coldread.drafts.sections import Section, sections
from coldread.scanner.page.observe.calls import form_serves
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.fields import Field
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, words
from coldread.scanner.reading.quotes import shortened
from coldread.scanner.reading.record import Line, Reading
from coldread.scanner.suggest.fields import FIELD
from coldread.scanner.suggest.names import is_name, likely_name
from coldread.scanner.suggest.wording import recased

LEAST_LINE, LEAST_WHOLE = 4, 8


@dataclasses.dataclass(frozen=True, kw_only=True)
class Told:
    """What the page tells, in its own words; empty where it does not."""

    brand: str
    headline: str
    is_vague: bool
    #: it says what is offered by itself, and is more than a name
    headline_tells: bool
    subhead: str
    fields: tuple[str, ...]
    #: the form that asks is the goal's
    form_serves: bool
    sections: tuple[Section, ...]


def told(page: Page, reading: Reading) -> Told:
    said = (
        _with_names(_calmed(_as_drawn(reading.headline, page)), reading)
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
    form = next(iter(page.lead_forms), None)
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


def _calmed(said: str) -> str:
    """Shouted words in a calm voice, each sentence with its capital."""
    calm = recased(said)
    return calm if calm == said else re.sub(r"(?<=[.!?] )\w", lambda first: first[0].upper(), calm)


def _as_drawn(line: Line, page: Page) -> str:
    """Two lines of a headline are two words, also where the markup has nothing between them."""
    drawn = page.drawn.get(line.evidence[0].selector) if line.evidence else None
    shown = " ".join(drawn.text.split()) if drawn is not None else ""
    whole = "".join(line.text.split()).lower()
    same = shown.replace(" ", "").lower() == whole
    # a name that is broken over two lines is one word where the title writes it so
    named = next((word for word in words(page.title) if word.lower() == whole), "")
    return named or (shown if same and len(shown) > len(line.text) else line.text)


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


#: what a field is called ends where a remark on it begins
_REMARK = re.compile(r"(?<=\w)\s*[*:]?\s+(?=[A-ZÅÄÖ]\w*\s+[a-zåäö]+\s[^.]{3,200}\.$)")


def _name_only(label: str) -> str:
    """“Available Time”, and not what stands in small letters below it."""
    return _REMARK.split(" ".join(label.split()), maxsplit=1)[0]


def label_beside(element: Element) -> str:
    """A label in the same box that nobody has tied to the field."""
    around = element.parent
    labels = around.all("label") if around is not None else []
    return _name_only(labels[0].text) if len(labels) == 1 else ""


def _field_name(field: Field, page: Page) -> str:
    """What it is called, else what it is for; an example in it is no name."""
    said, row = _name_only(field.label), FIELD.get(field.kind)
    if (not said or re.search(r"[@\d]", said)) and row is not None:
        said = row.name(page.brief.lang)
    said = said or label_beside(field.element) or field.element.attr("placeholder")
    return shortened(said or field.element.attr("name") or field.element.attr("type")).rstrip(" ?:*.")
