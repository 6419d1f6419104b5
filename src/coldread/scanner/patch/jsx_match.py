"""Finds the JSX element that rendered a judged element, by its text and attributes, if only one fits."""

from __future__ import annotations

from collections.abc import Sequence

from coldread.scanner.page.observe.element_tree import Element, collapse
from coldread.scanner.patch.jsx_tree import JsxElement

_IDENTIFYING = ("id", "name", "href", "src", "type", "action", "for", "alt", "placeholder", "role", "class")
#: frameworks extend or rewrite these during a build
_REWRITTEN = ("src", "class", "href")


def drawn_by(
    judged: Element, written: Sequence[JsxElement], elements: Sequence[Element]
) -> JsxElement | None:
    """None unless exactly one JSX element can have rendered it, and that one rendered nothing else."""
    possible = [one for one in written if could_draw(one, judged)]
    if len(possible) != 1:
        return None
    drawn = [other for other in elements if other.tag == judged.tag and could_draw(possible[0], other)]
    return possible[0] if len(drawn) == 1 else None


def could_draw(written: JsxElement, judged: Element) -> bool:
    """The same tag, no contradiction, and something besides the tag that agrees."""
    if written.tag != judged.tag:
        return False
    said = collapse(judged.content)
    if written.text is not None and written.text != said:
        return False
    signs = [_attribute_agrees(written, judged, name) for name in _IDENTIFYING]
    if False in signs:
        return False
    return (
        True in signs or bool(written.text) or judged.tag in ("html", "head", "body", "main", "h1", "footer")
    )


def _attribute_agrees(written: JsxElement, judged: Element, name: str) -> bool | None:
    """True agrees, False contradicts, None says nothing."""
    there = written.attribute(name)
    drawn = judged.attrs.get(name)
    if there is None:
        silent = written.spreads or drawn is None or name in _REWRITTEN
        return None if silent else False
    if there.value is None or drawn is None:
        return None
    if collapse(there.value) == collapse(drawn):
        return bool(drawn.strip()) or None
    return None if name in _REWRITTEN and name != "href" else False
