"""What a visitor can press, call, write to or fill in: all of it as facts, and no guess which of them is the main one. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from coldread.base.incoming.addresses import shortened_address, split_address
from coldread.drafts.case import Case
from coldread.drafts.document.quoting import LONGEST_ADDRESS, named, words_of
from coldread.drafts.draft_texts import quoted, say
from coldread.reader.measured import unread_frames
from coldread.scanner.judge.targets import missing_anchor
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.forms import Form, button_label
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words
from coldread.scanner.reading.audience import shared, wanted_words
from coldread.scanner.reading.contacts import contacts, number_digits
from coldread.scanner.report.plain import code

MOST_FORMS, MOST_WAYS, LONGEST_FIELD, MOST_LABEL_WORDS = 2, 10, 60, 10
#: hosts and schemes by which one writes to somebody
_MESSENGERS = frozenset(
    ["wa.me", "api.whatsapp.com", "chat.whatsapp.com", "m.me", "t.me", "signal.me", "discord.gg"]
)
_SCHEMES = ("tel:", "sms:", "mailto:", "whatsapp:")
_FILES = (".pdf", ".doc", ".docx", ".odt", ".rtf", ".xls", ".xlsx")
#: an address that a script writes; what has it may show a way that we do not see
_HIDDEN_MAIL = "email-protection"


def ways_on(case: Case, page: Page) -> Iterator[str]:
    """Sentences for “What happens when I press the button?”."""
    lang = case.lang
    links = page.dom.shown("a", "button")
    fitting = _with_words_of(page, case.assignment.goal, links)
    if fitting:
        ways = list(dict.fromkeys(_way(page, one, lang) for one in fitting))
        yield say(lang, "shows.fitting", ways=_up_to(MOST_WAYS, ways, lang))
    told = {one.selector for one in fitting}
    rest = [one.element for one in page.actions if one.region == "main" and one.label and one.form is None]
    rest = [one for one in rest if one.selector not in told and not _holds_link(one)]
    rest = [one for one in rest if not one.attr("href").lower().startswith(_SCHEMES)]
    rest.sort(key=lambda one: one.tag != "a")
    if rest:
        key = "shows.other_buttons" if fitting else "shows.buttons"
        yield say(lang, key, ways=_listed(page, rest, lang))
    known = {one.attr("href") for one in (*fitting, *rest)}
    reached, files = _reached(page, links, known, lang), _files(page, links)
    if reached:
        yield say(lang, "shows.reached", ways=_up_to(MOST_WAYS, reached, lang))
    if files:
        yield say(lang, "shows.files", files=named(files, lang))
    asking = [form for form in page.forms if not form.is_search and not form.is_login and form.fields]
    for form in asking[:MOST_FORMS]:
        yield _form(form, lang)
        if sent_by := [words_of(label, lang) for one in form.buttons if (label := button_label(one))]:
            yield say(lang, "shows.form_buttons", n=len(sent_by), labels=named(sent_by, lang))
    if asking:
        return
    frames = unread_frames(page)
    yield say(lang, "shows.no_form_seen" if frames else "shows.no_form", n=len(frames))
    if not reached and page.is_fully_read and not any(_HIDDEN_MAIL in one.attr("href") for one in links):
        yield say(lang, "shows.not_reached")


def _with_words_of(page: Page, goal: str, links: list[Element]) -> list[Element]:
    """Links and buttons whose words share one with the order's goal; of several to one address the first."""
    wanted = wanted_words(goal)
    found: dict[str, Element] = {}
    for link in links if wanted else ():
        is_step = "?" not in link.text and not _holds_link(link) and not _leads_home(page, link)
        is_step = is_step and not link.attr("href").lower().startswith(
            _SCHEMES
        )  # listed with what reaches somebody
        if _is_short(link) and is_step and (shared(wanted, link.text) or _begin_alike(wanted, link.text)):
            found.setdefault(link.attr("href") or link.selector, link)
    return list(found.values())


def _is_short(link: Element) -> bool:
    return bool(link.text) and len(words(link.text)) <= MOST_LABEL_WORDS


def _holds_link(element: Element) -> bool:
    """A button around a link is the link."""
    return element.tag == "button" and element.first("a") is not None


def _leads_home(page: Page, link: Element) -> bool:
    href = link.attr("href").strip()
    return bool(href) and page.absolute(href).partition("#")[0] in (
        page.base,
        page.absolute("/"),
        page.absolute("index.html"),
    )


#: letters with which “medlemskort” and “medlemskap” begin alike
ALIKE = 6


def _begin_alike(wanted: set[str], text: str) -> bool:
    beginnings = {one[:ALIKE] for one in wanted if len(one) >= ALIKE}
    return any(word.lower()[:ALIKE] in beginnings for word in words(text))


def _listed(page: Page, elements: list[Element], lang: str) -> str:
    return named(list(dict.fromkeys(_way(page, one, lang) for one in elements)), lang)


def _way(page: Page, element: Element, lang: str) -> str:
    """The label, where its markup leads, and what that address answered when it was asked."""
    label, href = words_of(button_label(element), lang), _address(element)
    if href is None:
        return label  # a script may know where it leads
    if not href or href == "#":
        return say(lang, "shows.way_nowhere", label=label)
    if href.startswith("#"):
        key = "shows.way_no_place" if missing_anchor(page, href) else "shows.way"
        return say(lang, key, label=label, address=code(href[:LONGEST_ADDRESS]))
    address = page.absolute(href)
    asked = (one for one in page.seen.targets if one.selector == element.selector or one.url == address)
    status = next(filter(None, (one.status for one in asked)), None)
    key = "shows.way" if status is None else "shows.way_answered"
    return say(lang, key, label=label, address=code(_short_address(page, href)), status=status)


#: a script that does nothing but open an address
_OPENS = re.compile(
    r"\s*(?:window\.|document\.)?location(?:\.href)?\s*=\s*(['\"])([^'\"]{1,300})\1\s*;?\s*", re.IGNORECASE
)


def _address(element: Element) -> str | None:
    """The address of a link, or of a button that opens one; None where a script decides."""
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
    return shortened_address(parts.path or "/" if own else address, LONGEST_ADDRESS)


def _reached(page: Page, links: list[Element], known: set[str], lang: str) -> list[str]:
    """Addresses and numbers: of links first, then those in text only, then links that speak of contact."""
    found: dict[str, str] = {}
    for link in links:
        href = " ".join(link.attr("href").split())
        low = href.lower()
        if low.startswith(_SCHEMES) and len(href) > len(low.partition(":")[0]) + 1:
            shown = unquote(href.partition("?")[0])
            found.setdefault(_mark(shown), code(shown[:LONGEST_ADDRESS]))
        elif _is_messenger(page, href):
            shown = page.absolute(href).partition("://")[2].partition("?")[0]
            found.setdefault(low, code(shown[:LONGEST_ADDRESS]))
    for one in contacts(page):
        if one.kind in ("mail", "phone"):
            found.setdefault(_mark(one.value), code(one.value))
    for link in links:
        href = link.attr("href")
        if href in known or link.tag != "a" or _is_messenger(page, href) or href.lower().startswith(_SCHEMES):
            continue
        if _is_short(link) and phrases("contact.links").search(link.text):
            found.setdefault(href, _way(page, link, lang))
    return list(found.values())


def _is_messenger(page: Page, href: str) -> bool:
    return (split_address(page.absolute(href)).hostname or "") in _MESSENGERS


def _mark(value: str) -> str:
    """What is the same address or number, with or without its scheme."""
    bare = value.partition(":")[2] or value
    return bare.lower().strip() if "@" in bare else number_digits(bare)


def _files(page: Page, links: list[Element]) -> list[str]:
    addresses = (one.attr("href").strip() for one in links)
    met = (href for href in addresses if split_address(page.absolute(href)).path.lower().endswith(_FILES))
    return [code(one) for one in dict.fromkeys(_short_address(page, href) for href in met)]


def _up_to(most: int, items: list[str], lang: str) -> str:
    more = len(items) - most
    return ", ".join(items[:most]) + (f" {say(lang, 'change.and_more', n=more)}" if more > 0 else "")


def _form(form: Form, lang: str) -> str:
    """How many fields it has and which of them its markup requires; a script may require more."""
    n = len(form.counted)
    if form.loose:
        names = [
            field.label or field.element.attr("name") or field.element.attr("placeholder")
            for field in form.counted
        ]
        told = [quoted(name[:LONGEST_FIELD], lang) for name in names if name]
        return say(lang, "shows.fields_alone" if told else "shows.fields_bare", names=named(told, lang))
    required = [field.label or field.element.attr("name") for field in form.counted if field.required]
    told = [quoted(name[:LONGEST_FIELD], lang) for name in required if name]
    if not required:
        return say(lang, "shows.form_free", n=n)
    if len(told) < len(required) or len(required) == n:
        return say(lang, "shows.form_required", n=n, required=len(required))
    return say(lang, "shows.form_named", n=n, names=named(told, lang))
