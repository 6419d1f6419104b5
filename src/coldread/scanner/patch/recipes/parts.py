"""Repairs the page's structure: a main part, and links that every page needs."""

from __future__ import annotations

import re

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.page import Page
from coldread.scanner.patch.changes import CannotPatch, Change, SetAttribute
from coldread.scanner.patch.patch_context import RecipeContext

_AROUND = ("header", "nav", "footer", "aside")
#: names of menus, footers and floating parts
_FRAME_NAME = re.compile(
    r"[\s_-](?:nav|navbar|navigation|topbar|menu|footer|cookie|cookies|consent|modal|popup|chat|backtotop|scroll-top|back-to-top)(?=[\s_-])"
)
_NOT_CONTENT = ("script", "style", "link", "template", "noscript", "iframe", "svg")


def main_part(work: RecipeContext, finding: Finding) -> list[Change]:
    """The content between header and footer, if both are marked. Only a single block gets the role: another element would change what style sheets see."""
    body = work.page.dom.body
    place = _around_all(body)
    content = _main_content_elements(place)
    if any(_is_of_the_frame(below) for one in content for below in one.walk()):
        raise CannotPatch("menu or footer stand inside of the content")
    if not _stands_between(place, content):
        raise CannotPatch("the markup does not tell where the content begins or ends")
    if len(content) == 1 and content[0].tag == "div" and not content[0].attr("role"):
        return [SetAttribute(element=content[0], name="role", value="main")]
    raise CannotPatch("a new element around the content may change the layout")


def _is_of_the_frame(element: Element) -> bool:
    """A menu, a footer or a floating part, by its tag, role or name; parts of an article do not count."""
    if element.closest("article", "blockquote", "figure") is not None:
        return False
    if (
        _is_page_footer(element)
        or element.tag == "nav"
        or element.attr("role") in ("navigation", "banner", "dialog")
    ):
        return True
    return bool(_FRAME_NAME.search(f" {element.attr('class')} {element.attr('id')} ".lower()))


def _stands_between(place: Element, content: list[Element]) -> bool:
    """A header or menu before it, a footer after it, and no text beside them outside of any part."""
    shown = _visible_children(place)
    first, last = shown.index(content[0]), shown.index(content[-1])
    before, behind = shown[:first], shown[last + 1 :]
    framed = all(_is_around_main_content(one) or _is_empty(one) for one in (*before, *behind))
    return any(map(_is_around_main_content, before)) and any(map(_is_page_footer, behind)) and framed


def _is_empty(element: Element) -> bool:
    return not element.text and not element.all("a", "button", "img", "input", "iframe")


def _visible_children(place: Element) -> list[Element]:
    return [child for child in place.elements if child.tag not in _NOT_CONTENT and not child.hidden]


def _around_all(place: Element) -> Element:
    """Looks into a single wrapper around header and footer."""
    shown = _visible_children(place)
    if len(shown) == 1 and shown[0].tag == "div" and any(below.tag in _AROUND for below in shown[0].elements):
        return _around_all(shown[0])
    return place


def _main_content_elements(place: Element) -> list[Element]:
    """The consecutive siblings with content."""
    shown = _visible_children(place)
    lead = next((at for at, child in enumerate(shown) if child.tag == "h1" or child.all("h1")), len(shown))
    before = [
        at
        for at, child in enumerate(shown[:lead])
        if _is_around_main_content(child) and not _is_page_footer(child)
    ]
    start = before[-1] + 1 if before else 0
    stop = next((at for at in range(start, len(shown)) if _is_page_footer(shown[at])), len(shown))
    if start >= stop:
        raise CannotPatch("nothing on the page is its main content")
    return shown[start:stop]


def _is_page_footer(element: Element) -> bool:
    return element.tag == "footer" or element.attr("role") == "contentinfo"


def _is_around_main_content(element: Element) -> bool:
    """Header, navigation, footer or skip link; a header with the headline is content."""
    if element.tag == "a":
        return element.attr("href").startswith("#")
    role = element.attr("role")
    around = element.tag in _AROUND or role in ("banner", "navigation", "contentinfo", "complementary")
    return around and not (element.tag == "header" and element.all("h1"))


def has_main(page: Page) -> bool:
    return any(one.tag == "main" or one.attr("role") == "main" for one in page.dom.elements)
