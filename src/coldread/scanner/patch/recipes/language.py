"""Repairs what the document says about its language."""

from __future__ import annotations

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.page import Page
from coldread.scanner.patch.changes import CannotPatch, Change, SetAttribute
from coldread.scanner.patch.patch_context import RecipeContext
from coldread.scanner.reading.read import reading_of


def declare_detected(work: RecipeContext, finding: Finding) -> list[Change]:
    """The language in which the text is clearly written."""
    detected = work.page.detected_language
    if detected is None or not detected.clear:
        raise CannotPatch("the language of the text is not clear")
    if reading_of(work.page).other_languages:
        raise CannotPatch("the page speaks two languages, and each part has to say which")
    root = work.page.dom.root
    changes: list[Change] = [SetAttribute(element=root, name="lang", value=detected.code)]
    if root.attr("xml:lang"):
        changes.append(SetAttribute(element=root, name="xml:lang", value=detected.code))
    return changes


def declares_language(page: Page) -> bool:
    return bool(page.dom.root.attr("lang"))
