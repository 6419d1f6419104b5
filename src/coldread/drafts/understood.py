"""What a careful stranger understood of the page, as far as a draft needs it: one record, made from the page alone.

Everything in it is a quotation of the page or empty. A richer reading can take its place without touching the rest.
"""

from __future__ import annotations

import dataclasses
import re

from coldread.scanner.page.observe.actions import leads_nowhere
from coldread.scanner.page.observe.calls import form_serves, is_generic
from coldread.scanner.page.observe.claims import counts_people_or_results, states_rating
from coldread.scanner.page.observe.fields import Field
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.proof import Proof
from coldread.scanner.page.observe.text import HEADINGS, Block
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import phrases, words
from coldread.scanner.suggest import headline as headlines
from coldread.scanner.suggest.calls import LONGEST_LABEL, label
from coldread.scanner.suggest.fields import FIELD
from coldread.scanner.suggest.names import likely_name
from coldread.scanner.suggest.wording import recased, sentences

_PRICE = re.compile(
    r"(?:(?:from|från)\s+)?(?:[$€£]\s?\d(?:[\d\s.,]{0,12}\d)?(?!\d)|(?<![\w.,-])\d(?:[\d\s.,]{0,12}\d)?\s?(?:kr\b|kronor\b|SEK\b|:-|€|EUR\b|USD\b))"
    r"(?!\s*(?:million|billion|bn\b|mn\b|[mk]\b|miljon|miljard))"
    r"(?:\s*(?:/|per|i|a)\s*(?:month|mo|year|user|hour|person|månaden|månad|mån|år|timme|timmen|användare)\b)?",
    re.IGNORECASE,
)
_LONGEST_QUOTE = 140
_MARKS = re.compile('[“”"»«„]')
_SHORTEST_CLAIM, _LONGEST_CLAIM = 2, 24
_SHORTEST_LINE = 4


@dataclasses.dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the page under a heading."""

    heading: str
    #: what it is for: `hero`, `proof`, `price`, `step`, `how`, `about`, `faq`, `other`
    kind: str
    words: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Understood:
    """What the page tells, in its own words; empty where it does not."""

    brand: str
    headline: str
    is_vague: bool
    #: a line of the page that says what is offered: the headline itself, or a better one
    offer: str
    subhead: str
    audience: str
    #: sentences with a figure about customers or results
    claims: tuple[str, ...]
    #: kind and words of each proof
    proofs: tuple[tuple[str, str], ...]
    prices: tuple[str, ...]
    #: short sentences that name a price
    price_lines: tuple[str, ...]
    #: sentences that say how one gets out, or that it costs nothing to try
    ways_out: tuple[str, ...]
    button: str
    #: what the button for the goal should say; empty where only the owner knows
    wanted_button: str
    target: str
    fields: tuple[str, ...]
    #: the button serves the goal; it leads somewhere; the form that asks is the goal's
    button_serves: bool
    leads_somewhere: bool
    form_serves: bool
    can_be_reached: bool
    sections: tuple[Section, ...]


def understood(page: Page) -> Understood:
    marked = heading_text(page.headline) if page.headline is not None else headlines.unmarked_text(page)
    said = recased(marked)
    vague = not said or page.is_vague(said) or bool(placeholder_in(said))
    primary = page.primary
    form = next(iter(page.lead_forms), None)
    return Understood(
        brand=likely_name(page),
        headline=said,
        is_vague=vague,
        offer=said if not vague else headlines.instead_of_headline(page),
        subhead=_subhead(page),
        audience=" ".join(page.brief.audience.split()).rstrip("."),
        claims=tuple(_claims(page)),
        proofs=tuple(
            dict.fromkeys((one.kind, _cut(_MARKS.sub("", one.text))) for one in page.proofs if _is_told(one))
        ),
        prices=tuple(dict.fromkeys(_tidy(one[0]) for one in _PRICE.finditer(page.dom.body.text)))[:4],
        price_lines=tuple(
            one
            for one in _all_sentences(page)
            if _PRICE.search(one) and 2 <= len(words(one)) <= _LONGEST_CLAIM
        )[:3],
        ways_out=tuple(_ways_out(page)),
        button=primary.label if primary is not None else "",
        wanted_button=_own_button(page) or label(page),
        target=primary.action.href if primary is not None and primary.action is not None else "",
        fields=tuple(_field_name(field, page) for field in form.counted) if form else (),
        button_serves=_serves(page),
        leads_somewhere=not (
            primary is not None
            and primary.action is not None
            and primary.form is None
            and leads_nowhere(primary.action)
        ),
        form_serves=form is not None and form_serves(form, page.brief.goal),
        can_be_reached=any(
            link.attr("href").lower().startswith(("tel:", "mailto:")) for link in page.dom.shown("a")
        ),
        sections=tuple(_sections(page)),
    )


def names_price(text: str) -> bool:
    return _PRICE.search(text) is not None


def _is_told(one: Proof) -> bool:
    """The words of a customer, not the heading above them."""
    return one.kind != "quote" or one.element.tag not in HEADINGS


def _own_button(page: Page) -> str:
    """The label that the page has for its goal, where it says something."""
    primary = page.primary
    said = primary.label if primary is not None and _serves(page) else ""
    return said if 1 < len(words(said)) <= LONGEST_LABEL and not is_generic(said) else ""


def _subhead(page: Page) -> str:
    near = (block.text for block in page.subheads if block.kind == "paragraph")
    shown = next((text for text in near if len(words(text)) >= _SHORTEST_LINE), "")
    return "" if placeholder_in(shown) else shown


def _all_sentences(page: Page) -> list[str]:
    blocks = [*page.copy, *(block for block in page.blocks if block.kind in ("item", "heading"))]
    told = (one.strip() for block in blocks for one in sentences(block.text) if _is_own(page, block))
    return list(dict.fromkeys(one for one in told if one and not placeholder_in(one)))


def _is_own(page: Page, block: Block) -> bool:
    return block.region not in ("nav", "footer") and not page.is_quotation(block.element)


def _claims(page: Page) -> list[str]:
    told = (one for one in _all_sentences(page) if counts_people_or_results(one) or states_rating(one))
    return [one for one in told if _SHORTEST_CLAIM <= len(words(one)) <= _LONGEST_CLAIM][:4]


def _ways_out(page: Page) -> list[str]:
    told = (one for one in _all_sentences(page) if phrases("risk.phrases").search(one))
    return [one for one in told if not phrases("risk.not").search(one) and len(words(one)) <= _LONGEST_CLAIM][
        :3
    ]


def _field_name(field: Field, page: Page) -> str:
    """What it is called, else what it is for; an example in it is no name."""
    said = field.label or field.element.attr("placeholder")
    row = FIELD.get(field.kind)
    if (not said or "@" in said) and row is not None:
        said = row.name(page.brief.lang)
    return _cut(said or field.element.attr("name") or field.element.attr("type")).rstrip(" ?:*.")


def _serves(page: Page) -> bool:
    primary = page.primary
    return primary is not None and primary.selector in {call.selector for call in page.calls}


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"


def _tidy(price: str) -> str:
    return " ".join(price.split()).rstrip(" .,")


#: words of a heading that tell what its part is for, in the order in which they are asked
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("faq", re.compile(r"\b(?:faq|questions|vanliga frågor|frågor och svar)\b", re.IGNORECASE)),
    ("price", re.compile(r"\b(?:pric\w*|plans?|packages?|cost\w*|pris\w*|paket\w*|kostar)\b", re.IGNORECASE)),
    ("proof", re.compile(r"\b(?:testimonials?|reviews?|clients?|customers?|trusted|results?|cases?|portfolio|recent work|kund\w*|omdöme\w*|referens\w*|resultat\w*|projekt)\b", re.IGNORECASE)),
    ("how", re.compile(r"\b(?:how (?:it|we)|steps?|process|så (?:funkar|fungerar|går|gör)|hur (?:det|vi|funkar)|steg)\b", re.IGNORECASE)),
    ("step", re.compile(r"\b(?:contact|get in touch|book|sign up|get started|subscribe|newsletter|demo|kontakt\w*|boka|kom igång|anmäl\w*|nyhetsbrev\w*|hör av dig)\b", re.IGNORECASE)),
    ("about", re.compile(r"\b(?:about|our (?:story|team|mission|values)|team|history|vision|om oss|om mig|vilka vi är|vår (?:historia|vision)|teamet|medarbetare)\b", re.IGNORECASE)),
)  # fmt: skip


def _sections(page: Page) -> list[Section]:
    """The page as its headings part it, in their order; the hero first."""
    parts: list[tuple[str, list[Block]]] = []
    for block in page.blocks:
        if block.region in ("nav", "footer"):
            continue
        starts = block.element.closest("h1", "h2") is not None
        if starts or not parts:
            parts.append((" ".join(block.text.split()) if starts else "", []))
        parts[-1][1].append(block)
    if len(parts) > 1 and not parts[0][0] and parts[1][1][0].element.closest("h1") is not None:
        parts = parts[1:]  # what stands above the headline belongs to it
    made = []
    for number, (heading, blocks) in enumerate(parts):
        count = sum(len(words(block.text)) for block in blocks)
        kind = "hero" if number == 0 else _kind(heading, blocks, page)
        if heading or number == 0:
            made.append(Section(heading=_cut(heading), kind=kind, words=count))
    return made[:14]


def _kind(heading: str, blocks: list[Block], page: Page) -> str:
    told = next((name for name, pattern in _KINDS if pattern.search(heading)), "")
    if told:
        return told
    quoted = sum(page.is_quotation(block.element) for block in blocks)
    return "proof" if quoted and quoted * 2 >= len(blocks) - 1 else "other"
