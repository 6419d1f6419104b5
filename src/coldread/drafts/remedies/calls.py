"""Buttons and forms: what they say, where they lead, what they ask for."""

from __future__ import annotations

import html

from coldread.base.languages import Language
from coldread.drafts.remedies.code import escaped, markup
from coldread.drafts.say import say
from coldread.scanner.goals import UNKNOWN_LABEL
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.page import Page
from coldread.scanner.report.plain import code, prose
from coldread.scanner.suggest import calls as suggest
from coldread.scanner.suggest.fields import FieldRow

MOST_PLACES = 10


def call(page: Page, finding: Finding, lang: str) -> list[str]:
    """A button with the goal's own words, and the form it leads to where the page has none."""
    label = suggest.label(page)
    if not label:
        return [say(lang, "remedy.call_unknown")]
    target, form = _target(page, lang)
    button = _button(_look(page), target, label)
    if form:
        return [say(lang, "remedy.call_with_form"), "", *markup(button, "", *form)]
    return [say(lang, "remedy.call"), "", *markup(button)]


def dead_links(page: Page, finding: Finding, lang: str) -> list[str]:
    """Buttons for the goal keep their words and get a target; where the others lead only the owner knows."""
    target, form = _target(page, lang)
    serving = {call.selector for call in page.calls}
    named = (page.dom.by_selector.get(item.selector) for item in finding.places)
    elements = [element for element in named if element is not None]
    itself = any(target == f"#{one.attr('id')}" for one in elements)  # one dead button leads to another
    mine = [one for one in elements if one.selector in serving and not itself]
    buttons = list(dict.fromkeys(_button(_worn(one), target, _said(one)) for one in mine))[:2]
    others = [f"- {code(_said(one)[:40])} ({code(one.selector)})" for one in elements if one not in mine]
    told = []
    if buttons:
        key = "dead_links_form" if form else "dead_links"
        told = [say(lang, f"remedy.{key}"), "", *markup(*buttons, *(["", *form] if form else []))]
    if others:
        told += [*([""] if told else []), say(lang, "remedy.dead_others"), "", *others[:MOST_PLACES]]
    return told


def _said(element: Element) -> str:
    return " ".join(element.text.split())


def higher_up(page: Page, finding: Finding, lang: str) -> list[str]:
    """The same button, on the first screen."""
    primary = page.primary
    serves = primary is not None and primary.selector in {call.selector for call in page.calls}
    label = primary.label if primary is not None and serves and primary.label else suggest.label(page)
    target = _target(page, lang)[0]
    return [say(lang, "remedy.higher_up"), "", *markup(_button(_look(page), target, label))] if label else []


def _button(worn: str, target: str, label: str) -> str:
    return f'<a{worn} href="{html.escape(target)}">{escaped(label)}</a>'


def _worn(element: Element) -> str:
    worn = " ".join(element.attr("class").split())
    return f' class="{html.escape(worn)}"' if worn else ""


def _look(page: Page) -> str:
    """The class of the page's own primary button, so that the new one looks like it."""
    action = page.primary.action if page.primary is not None else None
    return _worn(action.element) if action is not None else ""


def _target(page: Page, lang: str) -> tuple[str, list[str]]:
    """Where a button can lead: the page's own way to the goal, else a form to be named or to be added."""
    place = suggest.target(page)
    if place:
        return place, []
    name = suggest.anchor(page)
    asking = next((form for form in page.lead_forms if not form.loose), None)
    if asking is not None:
        return f"#{name}", [f"<!-- {asking.element.selector} -->", f'<form id="{name}" …>']
    return f"#{name}", _short_form(page, name, lang)


def _short_form(page: Page, name: str, lang: str) -> list[str]:
    """The fewest fields that the goal needs."""
    own = page.supported_language
    action = say(lang, "remedy.taker")
    return [
        f'<form id="{name}" action="{action}" method="post">',
        *(line for row in suggest.form_fields(page) for line in _field(row, name, own)),
        f"  <button>{escaped(suggest.label(page) or UNKNOWN_LABEL(own))}</button>",
        "</form>",
    ]


def _field(row: FieldRow, form: str, own: Language) -> list[str]:
    named = f'id="{form}-{row.kind}" name="{row.kind}"'
    box = (
        f'<textarea {named} rows="4" required></textarea>'
        if row.type == "textarea"
        else f'<input {named} type="{row.type}" autocomplete="{row.autocomplete}" required>'
    )
    return [f'  <label for="{form}-{row.kind}">{row.name(own)}</label>', f"  {box}"]


def form_target(page: Page, finding: Finding, lang: str) -> list[str]:
    action = say(lang, "remedy.taker")
    return [say(lang, "remedy.form_target"), "", *markup(f'<form action="{action}" method="post" …>')]


def fields(page: Page, finding: Finding, lang: str) -> list[str]:
    """Which questions can wait."""
    forms = [form for form in page.lead_forms if form.fields]
    if not forms:
        return []
    keep = suggest.kept_fields(page, forms[0])
    lines = [
        say(lang, "remedy.fields"),
        "",
        f"| {say(lang, 'remedy.field')} | {say(lang, 'remedy.verdict')} |",
        "|---|---|",
    ]
    for field in forms[0].counted[:MOST_PLACES]:
        named = field.label or field.element.attr("placeholder") or field.element.attr("name")
        word = "keep" if field.kind in keep else "later"
        lines.append(f"| {prose(named) or code(field.element.selector)} | {say(lang, f'remedy.{word}')} |")
    return lines
