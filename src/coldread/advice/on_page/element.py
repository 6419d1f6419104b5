"""The element that a complaint is about, as the scanned page has it: which one, what it says, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from coldread.advice.on_page.matters import TEXTS, matters_of
from coldread.advice.reading import Reading
from coldread.base.languages import quoted
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.observe.dom import Element, selected
from coldread.scanner.page.page import Page
from coldread.scanner.suggest.fields import FIELD

LONGEST_TEXT, MOST_NAMES, MOST_INSIDE = 160, 8, 12
#: fewer letters of quoted words stand in too many places
LEAST_QUOTED = 4
#: words of a field's name; a plan to choose is none
LONGEST_NAME = 5
#: a sum that a complaint speaks of
_SUM = re.compile(
    r"[$£€]\s?\d[\d.,]{0,9}|\b\d[\d\s.,]{0,9}\s?(?:kr|kronor|SEK|EUR|USD|euro)\b", re.IGNORECASE
)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
PRESSED = ("button", "a", "input")


@dataclass(frozen=True, kw_only=True)
class Meant:
    """One element, and how it was found."""

    element: Element
    #: how many the selector means; 0: it means none, and the words led here
    by_selector: int


def meant(page: Page, reading: Reading) -> Meant | None:
    """By the selector, and of several the one that says what is quoted; else what says it; else the page's one of its kind."""
    html = page.seen.rendered_html if page.seen.rendered_html is not None else page.seen.html
    found = selected(html, page.dom, reading.selector)
    shown = [one for one in found if not one.hidden and (not page.seen.rendered or page.is_drawn(one))]
    if found:
        return Meant(element=_saying(reading, shown or found) or (shown or found)[0], by_selector=len(found))
    body = [one for one in page.dom.elements if not one.hidden and one.tag not in ("html", "head", "title")]
    wants = "call" if any(row.name == "pressed" for row in matters_of(reading)[:1]) else ""
    other = _saying(reading, body) or _of_kind(page, reading.element) or _of_kind(page, wants)
    return Meant(element=other, by_selector=0) if other is not None else None


def _saying(reading: Reading, among: Sequence[Element]) -> Element | None:
    """The smallest of them that says what is quoted, or names the sum that is spoken of."""
    for said, written in (
        *((one, _letters) for one in reading.quoted),
        *((one, _tight) for one in _SUM.findall(reading.problem)),
    ):
        wanted = written(said)
        holding = [one for one in among if wanted in written(one.text_within(2_000))]
        if holding and len(wanted) >= LEAST_QUOTED - (written is _tight):
            return min(holding, key=lambda one: (one.end - one.number, one.number))
    return None


def _tight(text: str) -> str:
    return "".join(text.lower().split())


def _of_kind(page: Page, kind: str) -> Element | None:
    if kind == "headline":
        return page.headline
    if kind == "form" and len(page.lead_forms) == 1:
        return page.lead_forms[0].element
    if kind in ("nav", "footer"):
        return next(iter(page.dom.shown(kind)), None)
    if kind == "call":
        pressed = [call.action.element for call in page.calls if call.action is not None]
        return next((one for one in pressed if page.in_hero(one)), next(iter(pressed), None))
    return None


def _letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


# What it is


def kind_of(element: Element, page: Page) -> str:
    """Key of `[kind]`; by its tag, not by what its selector is called."""
    if element.tag in HEADINGS:
        return "headline"
    if element.tag in ("button", "summary") or (
        element.tag == "input" and element.attr("type") in ("submit", "button")
    ):
        return "call"
    if element.tag == "a":
        pressed = {call.action.element.selector for call in page.calls if call.action is not None}
        return "call" if element.selector in pressed or element.attr("role") == "button" else "link"
    simple = {"input": "field", "select": "field", "textarea": "field", "form": "form", "img": "picture", "picture": "picture", "nav": "nav", "blockquote": "quote", "q": "quote"}  # fmt: skip
    if element.tag in simple:
        return simple[element.tag]
    inside = [one for one in element.walk() if one.tag in (*HEADINGS, "p", "form", "ul", "table")]
    return "part" if len(inside) > 1 else "text"


def text_of(element: Element, page: Page, lang: str) -> str:
    """What it says, in quotation marks; or what stands for words."""
    if element.tag == "nav":
        return _names(element)
    if element.tag in ("input", "select", "textarea"):
        label = _label(element, page)
        said = element.attr("value") if element.attr("type") in ("submit", "button") else label
        said = said or element.attr("aria-label") or element.attr("placeholder") or element.attr("name")
    elif element.tag in ("img", "picture"):
        image = element if element.tag == "img" else next(iter(element.all("img")), element)
        said = image.attr("alt") or image.attr("src").rpartition("/")[2][:60]
    else:
        said = element.text_within(LONGEST_TEXT * 2) or element.attr("aria-label")
    said = " ".join(said.split())
    if len(said) > LONGEST_TEXT:
        said = said[:LONGEST_TEXT].rsplit(" ", 1)[0].rstrip(",.;:–—- ") + " …"
    return quoted(said, lang) if said else TEXTS.say(lang, "said.empty")


def _label(field: Element, page: Page) -> str:
    named = page.dom.labels.get(field.attr("id"), []) if field.attr("id") else []
    around = field.closest("label")
    return next((one.text for one in (*named, *([around] if around is not None else [])) if one.text), "")


def described(element: Element, page: Page, lang: str) -> str:
    """“the button “Claim My Spot”, on the first screen; it leads to #book”."""
    kind = kind_of(element, page)
    if element.tag in ("html", "body", "main"):
        return TEXTS.say(lang, "kind.whole")
    what = TEXTS.say(lang, f"kind.{kind}", text=text_of(element, page, lang), tag=element.tag)
    facts = [where(element, page, lang)]
    if kind in ("call", "link") and element.tag == "a":
        target = element.attr("href").strip()[:100]
        key = "leads" if target and target != "#" else "leads_nowhere"
        facts.append(TEXTS.say(lang, f"said.{key}", target=target))
    if kind == "form" and (asked := fields_of(element, page, lang)):
        facts.append(TEXTS.say(lang, "said.fields", fields=asked))
    told = [fact for fact in facts if fact]
    return ", ".join([what, *told[:1]]) + "".join(f"; {fact}" for fact in told[1:])


def fields_of(element: Element, page: Page, lang: str) -> str:
    """What a form asks for, by the names that it has for it."""
    form = next((one for one in page.forms if one.element is element or element.contains(one.element)), None)
    if form is None:
        return ""
    names = []
    for field in form.fields:
        row = FIELD.get(field.kind)
        said = (field.label or field.element.attr("placeholder") or (row.name(lang) if row else "")).strip(
            " *:?"
        )
        if said and len(said.split()) <= LONGEST_NAME and "@" not in said and said not in names:
            names.append(" ".join(said.split()))
    shown = ", ".join(names[:MOST_NAMES])
    return f"{shown} …" if len(names) > MOST_NAMES else shown


def _names(nav: Element) -> str:
    names = [" ".join(link.text.split()) for link in nav.all("a") if link.text]
    shown = ", ".join(dict.fromkeys(names[:MOST_NAMES]))
    return f"{shown} …" if len(names) > MOST_NAMES else shown


# Where it stands


def where(element: Element, page: Page, lang: str) -> str:
    """In screens from the top; empty where no browser drew it."""
    desktop, phone = (
        _screens(element, page.desktop, page.seen.desktop),
        _screens(element, page.mobile, page.seen.mobile),
    )
    if desktop is None:
        return ""
    if desktop < 1:
        if phone is None or phone < 1:
            return TEXTS.say(lang, "said.first")
        return TEXTS.say(lang, "said.first_desktop_only", phone=_number(phone, lang))
    key = "down" if phone is None else "down_both"
    return TEXTS.say(lang, f"said.{key}", desktop=_number(desktop, lang), phone=_number(phone or 0, lang))


def _number(screens: float, lang: str) -> str:
    return f"{screens:.1f}".replace(".", "," if lang == "sv" else ".")


def _screens(element: Element, drawn: dict[str, Drawn], view: Viewport | None) -> float | None:
    if view is None or not view.height:
        return None
    boxes: Iterator[Drawn | None] = (drawn.get(one.selector) for one in element.walk()[: MOST_INSIDE + 1])
    box = next((item.box for item in boxes if item is not None and item.visible), None)
    return None if box is None else max(0.0, box[1]) / view.height
