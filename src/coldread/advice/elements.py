"""What a selector or a complaint is about: the table of kinds of elements, and how each is recognised."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from coldread.scanner.page.phrases import Phrases, compiled


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One row; what it is called in a sentence stands under `element` in `texts/`."""

    name: str
    #: in a selector: tags, and parts of class names and ids
    selector: str
    #: what people call it
    words: tuple[str, ...]


#: the first that fits is taken: what is particular stands before what is common
KINDS: tuple[Kind, ...] = (
    Kind(name="sharing", selector=r"og:|twitter:", words=("og:image", "og image", "preview image", "link preview", "förhandsbild*", "delningsbild*")),
    Kind(name="description", selector=r"meta\b.*description", words=("meta description", "metabeskrivning*")),
    Kind(name="title", selector=r"^(head\s*>?\s*)?title$", words=("page title", "title tag", "browser tab", "sidtitel*", "titeltagg*", "fliken")),
    Kind(name="popup", selector=r"modal|pop-?up|dialog|overlay|cookie|consent|lightbox|interstitial", words=("pop up*", "popup*", "modal*", "overlay", "cookie banner", "chat bubble", "popupruta*", "kakbanner*", "cookieruta*", "ruta som täcker")),
    Kind(name="field", selector=r"\binput(?!\[type=.?submit)|\bselect\b|textarea|\bfield|^label\b|[ >]label\b", words=("input field", "input", "field label", "fält", "fältet", "inmatningsfält*")),
    Kind(name="call", selector=r"\bbutton\b|btn|cta|type=.?submit|role=.?button|call-to-action", words=("button*", "cta", "call to action", "knapp*", "uppmaning*")),
    Kind(name="quote", selector=r"blockquote|testimonial|review|quote|omdome|kundcitat|referens", words=("testimonial*", "quote from", "quotes from", "customer quote*", "reviews", "omdöme*", "kundcitat*", "citat*", "recension*")),
    Kind(name="price", selector=r"pric|plans?\b|tariff|pris", words=("price*", "pricing*", "plans", "tiers", "pris*", "prislista*", "paket")),
    Kind(name="form", selector=r"\bform\b|sign-?up|contact-form|subscribe", words=("form", "formulär*", "sign up form", "contact form")),
    Kind(name="nav", selector=r"\bnav\b|menu|navbar|meny", words=("navigation*", "menu*", "nav bar", "navbar", "meny*", "toppmeny*")),
    Kind(name="footer", selector=r"footer|sidfot", words=("footer", "sidfot*")),
    Kind(name="video", selector=r"\bvideo\b|iframe|player", words=("video*", "film", "filmen")),
    Kind(name="picture", selector=r"\bimg\b|picture|figure|image|photo|\bsvg\b|carousel|slider|bild", words=("image*", "photo*", "picture*", "banner image", "hero image", "bild*", "foto*", "carousel", "karusell*", "bildspel*")),
    Kind(name="subhead", selector=r"sub-?(head|title)|tagline|\blead\b|\bh1\s*[+~]|hero[^,]*\s(p|h2)\b", words=("subhead*", "sub headline", "tagline", "subtitle", "underrubrik*", "ingress*", "line under the headline", "text under the headline", "raden under rubriken", "texten under rubriken")),
    Kind(name="headline", selector=r"\bh[1-3]\b|headline|heading|(hero|page|main)-?_?title|rubrik", words=("headline*", "heading*", "h1", "hero text", "rubrik*", "huvudrubrik*")),
    Kind(name="copy", selector=r"\bp\b|\bli\b|\bul\b|article|about|text|content|copy|section|feature|faq|body|main|div", words=("paragraph*", "text", "copy", "section", "list", "about us", "texten", "stycke*", "avsnitt*", "om oss")),
)  # fmt: skip


def _parts(selector: str) -> list[str]:
    """What stands between combinators; a blank is one where the next bracket does not close. One walk, from the end."""
    parts, signs, bracketed = list[str](), list[str](), False
    for sign in reversed(f" {' '.join(selector.split())}"):
        if sign in ">+~" or (sign == " " and not bracketed):
            parts.append("".join(reversed(signs)).strip())
            signs = []
        else:
            bracketed = sign == "]" or (bracketed and sign != "[")
            signs.append(sign)
    parts.append("".join(reversed(signs)).strip())
    return [part for part in reversed(parts) if part]


@cache
def _spoken(kind: Kind) -> Phrases:
    return compiled(kind.words)


def kind_of_selector(selector: str) -> str | None:
    """By the selected element itself, else by what it stands in."""
    low = selector.lower().split(",")[0].strip()
    for kind in KINDS[:3]:
        if re.search(kind.selector, low):
            return kind.name
    parts = _parts(low)
    found = [_kind_of_part(part) for part in reversed(parts)]
    telling = [name for name in found if name not in (None, "copy")]
    if (
        found
        and found[0] == "copy"
        and re.search(next(k for k in KINDS if k.name == "subhead").selector, low)
    ):
        return "subhead"
    return telling[0] if telling else next((name for name in found if name), None)


def _kind_of_part(part: str) -> str | None:
    return next((kind.name for kind in KINDS if re.search(kind.selector, part)), None)


def kinds_spoken_of(text: str) -> tuple[str, ...]:
    """Kinds that the complaint names, the first named first."""
    hits = [(found.start(), kind.name) for kind in KINDS if (found := _spoken(kind).search(text))]
    return tuple(name for _, name in sorted(hits))
