"""Controls inside controls: which is in which, and what that means for the people who use them. Pure."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.page import Page

RULE = "nested-interactive"

#: the title by the outer and the inner tag
_TITLES = {
    ("button", "a"): InlineText(
        en="{count:A link is inside a button|{count} links are inside buttons}",
        sv="{count:En länk ligger inuti en knapp|{count} länkar ligger inuti knappar}",
    ),
    ("a", "button"): InlineText(
        en="{count:A button is inside a link|{count} buttons are inside links}",
        sv="{count:En knapp ligger inuti en länk|{count} knappar ligger inuti länkar}",
    ),
}
_FIXES = {
    ("button", "a"): InlineText(
        en="Remove the button element and give the link its looks.",
        sv="Ta bort button-elementet och ge länken dess utseende.",
    ),
    ("a", "button"): InlineText(
        en="Remove the button element and give the link its looks, or remove the link and keep the button.",
        sv="Ta bort button-elementet och ge länken dess utseende, eller ta bort länken och behåll knappen.",
    ),
}


def with_both_named(finding: Finding, page: Page, lang: Language) -> Finding:
    """The finding, saying which control is in which if that is the same everywhere."""
    kinds = {_outer_and_inner_tag(page.dom.by_selector.get(place.selector)) for place in finding.places}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None or kind not in _TITLES:
        return finding
    return replace(
        finding,
        title=_TITLES[kind](lang, count=finding.count),
        fix=replace(finding.fix, summary=_FIXES[kind](lang)),
    )


def _outer_and_inner_tag(outer: Element | None) -> tuple[str, str] | None:
    inner = outer.first("a", "button") if outer is not None else None
    return (outer.tag, inner.tag) if outer is not None and inner is not None else None
