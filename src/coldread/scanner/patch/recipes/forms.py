"""Repairs forms: names of fields, the right keyboard, autocomplete, secure targets."""

from __future__ import annotations

import re

from coldread.base.incoming.addresses import split_address
from coldread.scanner.judge.finding import Finding
from coldread.scanner.judge.form_targets import names_no_receiver
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.fields import is_trap, spelled_out
from coldread.scanner.page.observe.head import has_unread_styles
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.patch.changes import (
    CannotPatch,
    Change,
    SetAttribute,
)
from coldread.scanner.patch.patch_context import RecipeContext
from coldread.scanner.suggest.fields import FIELD

#: kinds that a browser fills in for certain
_FILLED_IN = ("email", "phone", "name")
#: parts of a name, in names of fields
_GIVEN = re.compile(
    r"\b(?:first|given|fore|för)[\s_-]*(?:name|namn|och|and|&|\+)|\bf[\s_-]?name\b", re.IGNORECASE
)
_FAMILY = re.compile(r"\b(?:last|family|sur|efter)[\s_-]*(?:name|namn)|\bl[\s_-]?name\b", re.IGNORECASE)


def _own_names(element: Element) -> str:
    names = (spelled_out(element.attr(name)) for name in ("name", "id"))
    return " ".join([element.attr("placeholder"), element.attr("aria-label"), *names])


def name_fields(work: RecipeContext, finding: Finding) -> list[Change]:
    """From the words before the field; else from the field's name."""
    changes: list[Change] = []
    for element in work.elements(finding):
        if _is_hidden_from_people(work, element):
            raise CannotPatch("a field that people never see is a trap for robots: hide it from everybody")
        tied = _changes_tying_to_words(work, element)
        if not tied and _has_words_beside(element):
            raise CannotPatch(
                "the words beside a field are its label, and another name would contradict them"
            )
        changes += tied or [SetAttribute(element=element, name="aria-label", value=field_name(work, element))]
    return changes


def _has_words_beside(element: Element) -> bool:
    """The element right before or after it, or its parent itself, holds words that people take for its label."""
    if element.parent is None:
        return False
    siblings = list(element.parent.elements)
    at = next(index for index, sibling in enumerate(siblings) if sibling is element)
    beside = [siblings[place] for place in (at - 1, at + 1) if 0 <= place < len(siblings)]
    worded = any(one.text and not one.hidden and one.tag not in _NO_LABELS for one in beside)
    return worded or bool(element.parent.own_text)


#: what is beside a field without naming it
_NO_LABELS = frozenset({"button", "input", "select", "textarea", "script", "style", "h1", "h2", "h3", "form"})


def _is_hidden_from_people(work: RecipeContext, element: Element) -> bool:
    """Hidden by its markup, or drawn out of sight."""
    item = work.drawn(element)
    unseen = item is not None and (
        not item.visible or item.box[0] + item.box[2] <= 0 or item.box[1] + item.box[3] <= 0
    )
    return unseen or is_trap(work.page.dom, element)


def _changes_tying_to_words(work: RecipeContext, element: Element) -> list[Change]:
    """The label or short text directly before the field becomes its name; nothing changes on the screen."""
    if asked := work.forgotten_ids.get(element.selector):
        return [SetAttribute(element=element, name="id", value=asked)]
    words_before = _short_sibling_before(element)
    if words_before is None:
        return []
    if words_before.tag == "label":
        own = work.id_for(element, words_before.text)
        tied: list[Change] = [SetAttribute(element=words_before, name="for", value=own)]
        return tied if element.attr("id") else [*tied, SetAttribute(element=element, name="id", value=own)]
    own = work.id_for(words_before, f"{words_before.text} label")
    tied = [SetAttribute(element=element, name="aria-labelledby", value=own)]
    return (
        tied if words_before.attr("id") else [*tied, SetAttribute(element=words_before, name="id", value=own)]
    )


def _short_sibling_before(element: Element) -> Element | None:
    """The sibling directly before it, if it holds a few words and nothing else."""
    siblings = list(element.parent.elements) if element.parent is not None else []
    at = next((index for index, sibling in enumerate(siblings) if sibling is element), 0)
    before = siblings[at - 1] if at else None
    if before is None or before.hidden or before.tag not in ("label", "div", "span", "p", "strong", "b"):
        return None
    few = 1 <= len(words(before.text)) <= 6 and not list(before.elements)
    return before if few else None


def field_name(work: RecipeContext, element: Element) -> str:
    """The name of its kind in the page's language, if that is certain; visitors cannot read a technical name."""
    field, lang = work.fields.get(element.selector), work.page.supported_language
    row = FIELD.get(field.kind) if field is not None else None
    if row is not None and row.is_exact:
        return row.name(lang)
    raise CannotPatch(f"only its owner knows what {element.selector} asks for")


def label_from_placeholder(work: RecipeContext, finding: Finding) -> list[Change]:
    """The words directly before each field. A new label would move the layout, so it is a designer's choice."""
    changes: list[Change] = []
    for element in work.elements(finding):
        tied = _changes_tying_to_words(work, element)
        if not tied:
            raise CannotPatch("a visible label needs room that the form does not have yet")
        changes += tied
    return changes


#: all that such a form does when it is sent
_STOPPED = re.compile(r"\s{0,9}(?:event\.preventDefault\(\);?\s{0,9})?return false;?\s{0,9}", re.IGNORECASE)


def _is_sent(element: Element) -> bool:
    """Whether the input can reach anybody: outside of a form a script must find it, and no form may block itself."""
    form = element.closest("form")
    if form is None:
        return bool(element.attr("name") or element.attr("id"))
    return not _STOPPED.fullmatch(form.attr("onsubmit")[:MOST_HANDLER] or "-") and not names_no_receiver(
        form.attr("action")
    )


#: characters of a handler that can have no effect
MOST_HANDLER = 60


def _fields_that_are_sent(work: RecipeContext, finding: Finding) -> list[Element]:
    """Fields that are easier to fill in; if nothing is sent, that must be repaired first."""
    fields = list(work.elements(finding))
    if not all(map(_is_sent, fields)):
        raise CannotPatch("nothing that is typed there is sent to anybody: that comes first")
    return fields


#: a field for an address or something else, which the browser would refuse as an address
_OR_ANOTHER = re.compile(
    r"\b(?:or|eller|username|login|användar\w*|phone|telefon\w*|mobil\w*)\b", re.IGNORECASE
)


#: `input[type=text]`, and a label that floats while `input:valid`
_BY_TYPE = re.compile(r"type\s?=\s?[\"']?text|:(?:user-)?(?:in)?valid\b")


def _goes_by_type(page: Page) -> bool:
    written = (one.content[:MOST_SCRIPT] for one in page.dom.all("style", "script"))
    return any(_BY_TYPE.search(text) for text in written)


def email_type(work: RecipeContext, finding: Finding) -> list[Change]:
    fields = _fields_that_are_sent(work, finding)
    if any(_OR_ANOTHER.search(_all_names(work, element)) for element in fields):
        raise CannotPatch("a field may take something else than an address, which browsers would refuse")
    if has_unread_styles(work.page.dom) or _goes_by_type(work.page):
        raise CannotPatch("a style or a script may go by the field's type, or by whether its text is valid")
    return [SetAttribute(element=element, name="type", value="email") for element in fields]


def autocomplete(work: RecipeContext, finding: Finding) -> list[Change]:
    """Not if a form asks for the same twice: the second is for another person, such as a child or partner."""
    tokens = [(element, _token(work, element)) for element in _fields_that_are_sent(work, finding)]
    asked = [(token, around.selector) for element, token in tokens if (around := element.closest("form"))]
    if len(set(asked)) < len(asked):
        raise CannotPatch("a form asks for the same twice")
    forms = [element.closest("form") for element, _ in tokens]
    if any(form is not None and form.attr("autocomplete").lower() == "off" for form in forms):
        raise CannotPatch("the form asks browsers to fill in nothing")
    return [SetAttribute(element=element, name="autocomplete", value=token) for element, token in tokens]


def _all_names(work: RecipeContext, element: Element) -> str:
    """All texts that name a field."""
    field, before = work.fields.get(element.selector), _short_sibling_before(element)
    label = field.label if field is not None else ""
    return f"{label} {_own_names(element)} {before.text if before is not None else ''}"


def _token(work: RecipeContext, element: Element) -> str:
    field = work.fields.get(element.selector)
    if field is None or field.kind not in _FILLED_IN:
        raise CannotPatch(f"{element.selector} is not a field that a browser can fill in")
    said = _all_names(work, element)
    if field.kind == "phone" and _is_cut_to_digits(work.page, element):
        return "tel-national"
    if field.kind == "name" and _WHOLE.search(said):
        return "name"
    if field.kind == "name" and _GIVEN.search(said) and not _FAMILY.search(said):
        return "given-name"
    if field.kind == "name" and _FAMILY.search(said) and not _GIVEN.search(said):
        return "family-name"
    return FIELD[field.kind].autocomplete


#: first and last name in one field, whatever its id
_WHOLE = re.compile(
    r"\b(?:full|whole|your) ?names?\b|\bfirst and (?:last|family) names?\b|\bhela namnet\b|\bför- och efternamn\b|\bditt namn\b",
    re.IGNORECASE,
)
#: a number with its country code has a plus and up to fifteen digits
SHORT_NUMBER, MOST_SCRIPT = 14, 100_000


def _is_cut_to_digits(page: Page, element: Element) -> bool:
    """Whether a limit or a script of the page would cut the plus or the last digits of a number with its country code."""
    limit = element.attr("maxlength")
    if limit.isdigit() and int(limit) < SHORT_NUMBER:
        return True
    names = [name for name in (element.attr("id"), element.attr("name")) if name]
    scripts = (one.content[:MOST_SCRIPT] for one in page.dom.all("script") if not one.attr("src"))
    return any(r"\D" in text and any(name in text for name in names) for text in scripts)


def send_encrypted(work: RecipeContext, finding: Finding) -> list[Change]:
    """The same address over https."""
    changes: list[Change] = []
    encrypted = _encrypted_hosts(work.page)
    for element in work.elements(finding):
        if element.tag != "form":
            raise CannotPatch("the page's own address is set on the server")
        if split_address(element.attr("action")).hostname not in encrypted:
            raise CannotPatch("nothing shows that the server answers over https")
        address = "https:" + element.attr("action").partition(":")[2]
        changes.append(SetAttribute(element=element, name="action", value=address))
    return changes


def _encrypted_hosts(page: Page) -> set[str | None]:
    """If the page itself came over https, and loads from or links to that host over https."""
    linked = page.dom.all("a", "img", "script", "link", "iframe")
    shown = (one.attr(by) for one in linked for by in ("href", "src"))
    secure = (one for one in (page.seen.final_url, *shown) if one.startswith("https:"))
    return {split_address(one).hostname for one in secure} - {None}


def sent_encrypted(page: Page) -> bool:
    return not any(form.attr("action").lower().startswith("http:") for form in page.dom.shown("form"))
