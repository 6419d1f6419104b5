"""What a visitor can press, call, write to or fill in: all of it as facts, and no guess which of them is the main one. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote

from coldread.base.incoming.addresses import shortened_address, split_address
from coldread.drafts.document.quoting import LONGEST_ADDRESS, first_few_and_count, words_of
from coldread.drafts.draft_texts import say
from coldread.scanner.judge.blocked_files import lacks_styles
from coldread.scanner.judge.targets import missing_anchor
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.fields import Field
from coldread.scanner.page.observe.forms import Form, button_label
from coldread.scanner.page.page import Page
from coldread.scanner.reading.contacts import contacts, number_digits
from coldread.scanner.report.plain import code

MOST_FORMS, MOST_NAMES, MOST_CONTACTS, MOST_LINKS, MOST_LABELS = 3, 10, 20, 30, 6
LONGEST_FIELD, LONGEST_LABEL = 60, 60
#: hosts and schemes for writing to somebody
_MESSENGERS = frozenset(
    ["wa.me", "api.whatsapp.com", "chat.whatsapp.com", "m.me", "t.me", "signal.me", "discord.gg"]
)
_SCHEMES = ("tel:", "sms:", "mailto:", "whatsapp:")


def form_facts(page: Page, lang: str) -> Iterator[str]:
    """The fields and buttons of each form in the document. A script or a frame may show others, so there is no sentence that there are none."""
    real = [form for form in page.forms if not form.loose and form.fields]
    for form in real[:MOST_FORMS]:
        yield _form_text(form, lang)
        if sent_by := [words_of(label, lang) for one in form.buttons if (label := button_label(one))]:
            yield say(lang, "shows.form_buttons", n=len(sent_by), labels=first_few_and_count(sent_by, lang))
    fields = [one for one in page.dom.shown(*_FIELDS) if one.attr("type").lower() not in _NO_FIELDS]
    if loose := [one for one in fields if one.closest("form") is None and not one.attr("form")]:
        yield say(lang, "shows.fields_alone", n=len(loose))


_FIELDS = ("input", "select", "textarea")
_NO_FIELDS = frozenset({"hidden", "submit", "button", "image", "reset"})


def _form_text(form: Form, lang: str) -> str:
    """How many fields it has and which of them its markup requires; a script may require more."""
    n = len(form.counted)
    required = [field for field in form.counted if field.required]
    told = _names(required, lang)
    if not required:
        return say(lang, "shows.form_free", n=n)
    if len(told) < len(required):
        return say(lang, "shows.form_required", n=n, required=len(required))
    return say(lang, "shows.form_named", n=n, names=first_few_and_count(told, lang, MOST_NAMES))


def _names(fields: list[Field], lang: str) -> list[str]:
    names = (one.label or one.element.attr("placeholder") or one.element.attr("name") for one in fields)
    return [words_of(name, lang, LONGEST_FIELD) for name in names if name]


def contact_facts(page: Page, lang: str) -> Iterator[str]:
    """Addresses and numbers, each once: first those of links, with the link's words, then those in text only."""
    found: dict[str, str] = {}
    for link in page.dom.shown("a", "button"):
        if _is_messenger(page, link.attr("href")):
            shown = page.absolute(link.attr("href")).partition("://")[2].partition("?")[0]
            found.setdefault(shown.lower(), _labelled(link, shown, lang))
        elif _is_contact(link):
            shown = unquote(" ".join(link.attr("href").split()).partition("?")[0])
            found.setdefault(_comparable_contact(shown), _labelled(link, shown, lang))
    for one in contacts(page):
        if one.kind in ("mail", "phone"):
            found.setdefault(_comparable_contact(one.value), code(one.value))
    if found:
        yield say(lang, "shows.reached", ways=", ".join(islice(found.values(), MOST_CONTACTS)))


def _labelled(link: Element, address: str, lang: str) -> str:
    """The link's words and its address, or only the address if both are the same."""
    label, shown = button_label(link), code(address[:LONGEST_ADDRESS])
    if (
        not label
        or _comparable_contact(label) == _comparable_contact(address)
        or _comparable_contact(address) in label.lower()
    ):
        return shown
    return say(lang, "shows.way", label=words_of(label, lang, LONGEST_LABEL), address=shown)


def _is_contact(link: Element) -> bool:
    scheme, _, rest = link.attr("href").strip().lower().partition(":")
    return f"{scheme}:" in _SCHEMES and bool(rest)


def _is_messenger(page: Page, href: str) -> bool:
    return (split_address(page.absolute(href)).hostname or "") in _MESSENGERS


def _comparable_contact(value: str) -> str:
    """A key that is the same for an address or number with and without its scheme."""
    bare = value.partition(":")[2] or value
    return bare.lower().strip() if "@" in bare else number_digits(bare) or bare


def link_facts(page: Page, lang: str) -> Iterator[str]:
    """Links and buttons with their addresses, the same words once: the first screen's, then the others, then those that are folded away."""
    sends = {button.selector for form in page.forms if not form.loose for button in form.buttons}
    groups: dict[str, dict[str, list[Element]]] = {"first": {}, "further": {}, "shown": {}, "folded": {}}
    for one in page.dom.all("a", "button"):
        if (
            one.selector in sends
            or not _is_pressed(one)
            or _is_contact(one)
            or _is_messenger(page, one.attr("href"))
        ):
            continue
        target = _absolute_address(page, one) or f"{button_label(one)} {one.attr('href')}"
        groups[_where_it_is_shown(page, one)].setdefault(target, []).append(one)
    told: set[tuple[str, str]] = set()
    for name, alike in groups.items():
        fresh = {
            target: left
            for target, elements in alike.items()
            if (left := [one for one in elements if (target, button_label(one).casefold()) not in told])
        }
        told |= {(target, button_label(one).casefold()) for target in fresh for one in fresh[target]}
        if ways := [_text_of_way(page, elements, lang) for elements in fresh.values()]:
            yield say(lang, f"shows.links_{name}", ways=first_few_and_count(ways, lang, MOST_LINKS))


def _where_it_is_shown(page: Page, element: Element) -> str:
    """Where the desktop window shows it; unknown if a style sheet is missing."""
    if element.hidden:
        return "folded"
    item, view = page.desktop.get(element.selector), page.seen.desktop
    if view is None or lacks_styles(page.seen):
        return "shown"
    if item is None or not item.visible:
        return "further"
    left, top, *_ = item.box
    return "first" if 0 <= top < view.height and 0 <= left < view.width else "further"


def _is_pressed(element: Element) -> bool:
    """It has words, or a link's address; a button around a link is the link."""
    if element.tag == "a":
        return bool(button_label(element) or element.attr("href"))
    return element.first("a") is None and any(sign.isalnum() for sign in button_label(element))


def _absolute_address(page: Page, element: Element) -> str:
    """Its absolute address; empty if it has none."""
    href = _address(element)
    return page.absolute(href) if href and href != "#" else ""


def _text_of_way(page: Page, elements: list[Element], lang: str) -> str:
    """The labels of the controls that lead to one address, the address, and its answer when it was requested."""
    href = _address(elements[0])
    said: dict[str, str] = {}
    for one in filter(None, map(button_label, elements)):
        said.setdefault(one.casefold(), words_of(one, lang, LONGEST_LABEL))
    label = " / ".join(islice(said.values(), MOST_LABELS)) or say(lang, "shows.no_label")
    if href is None:
        return label  # a script may know where it leads
    if not href:
        return say(lang, "shows.way_bare", label=label)
    if href.startswith("#"):  # what a press on a bare `#` does is up to scripts and styles
        key = "shows.way_no_place" if missing_anchor(page, href) else "shows.way"
        return say(lang, key, label=label, address=code(href[:LONGEST_ADDRESS]))
    address = page.absolute(href)
    selectors = {one.selector for one in elements}
    asked = (one for one in page.seen.targets if one.selector in selectors or one.url == address)
    status = next(filter(None, (one.status for one in asked)), None)
    key = "shows.way" if status is None else "shows.way_answered"
    return say(lang, key, label=label, address=code(_short_address(page, href)), status=status)


#: a script that does nothing but open an address
_OPENS = re.compile(
    r"\s*(?:window\.|document\.)?location(?:\.href)?\s*=\s*(['\"])([^'\"]{1,300})\1\s*;?\s*", re.IGNORECASE
)


def _address(element: Element) -> str | None:
    """The address of a link, or of a button that opens one; None if a script decides."""
    href = element.attr("href").strip()
    if element.tag == "a" and not href.lower().startswith("javascript:"):
        return href
    opens = _OPENS.fullmatch(element.attr("onclick"))
    return opens[2].strip() if opens is not None else None


def _short_address(page: Page, href: str) -> str:
    """The address, without the host if it is the page's own."""
    address = page.absolute(href)
    parts = split_address(address)
    own = parts.netloc and parts.netloc == split_address(page.base).netloc
    return shortened_address(address.partition(parts.netloc)[2] or "/" if own else address, LONGEST_ADDRESS)
