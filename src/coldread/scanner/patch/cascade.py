"""Finds the declaration of the page's own style sheets that sets an element's value, if that is certain.

Reads only the page's `<style>` elements, no style sheets in files. The caller compares the value with
what the browser drew, and uses an answer only if both agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.patch.style_sheets import Declaration, StyleRule, read_rules

#: a larger sheet belongs to a framework and comes from a build
LONGEST_SHEET = 400_000
#: limit on comparisons of a part of a selector with an element, for one page
MOST_STEPS = 400_000

_PART = re.compile(
    r"(?P<tag>\*|[A-Za-z][\w-]*)|#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)"
    r"|\[\s*(?P<attr>[\w-]+)\s*(?:(?P<op>[~|^$*]?=)\s*[\"']?(?P<value>[^\"'\]]*)[\"']?\s*)?\]"
    r"|(?P<pseudo>::?[\w-]+)(?P<args>\([^()]*\))?"
)
_COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+")
#: states and parts other than the element at rest
_ELSEWHERE = re.compile(
    r"::|:(?:before|after|hover|focus|active|visited|first-line|first-letter|placeholder|disabled|checked|target|invalid|valid"
    r"|autofill|-webkit-|-moz-|focus-visible|focus-within|selection|fullscreen|open)"
)
_FEATURE = re.compile(r"\(\s*(min|max)-width\s*:\s*(\d+(?:\.\d+)?)\s*(px|em|rem)\s*\)")
#: conditions that hold for a screen with a mouse, a light theme and no special preferences
_KNOWN = {
    "(prefers-color-scheme: dark)": False, "(prefers-color-scheme: light)": True, "(prefers-reduced-motion: reduce)": False,
    "(prefers-reduced-motion: no-preference)": True, "(prefers-contrast: more)": False, "(forced-colors: active)": False,
}  # fmt: skip
Specificity = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class Source:
    """A declaration with its rule."""

    rule: StyleRule
    declaration: Declaration


class Uncertain(Exception):
    """The markup alone cannot decide this; the argument says what."""


class Steps:
    """How many comparisons are left. A sheet that costs more time gets no patch."""

    def __init__(self, left: int = MOST_STEPS) -> None:
        self._left = left

    def take(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Uncertain("the page's style sheets are too tangled to be followed")


class Cascade:
    """The page's own style sheets, for questions about elements."""

    def __init__(self, dom: Dom) -> None:
        self._steps = Steps()
        sheets = [
            style.content for style in dom.all("style") if style.attr("type").lower() in ("", "text/css")
        ]
        self.rules: Sequence[StyleRule] = (
            [rule for sheet in sheets for rule in read_rules(sheet)]
            if sum(map(len, sheets)) <= LONGEST_SHEET
            else []
        )

    @cached_property
    def _declarations_by_property(self) -> dict[str, list[tuple[int, StyleRule, Declaration]]]:
        found: dict[str, list[tuple[int, StyleRule, Declaration]]] = {}
        for order, rule in enumerate(self.rules):
            for one in rule.declarations:
                found.setdefault(one.name, []).append((order, rule, one))
        return found

    def custom_property_sources(self, name: str) -> list[Source]:
        """All declarations of a custom property."""
        return [
            Source(rule=rule, declaration=one)
            for _, rule, one in self._declarations_by_property.get(name, ())
        ]

    def winning_source(self, element: Element, names: Sequence[str], widths: Sequence[int]) -> Source | None:
        """The declaration that sets the first of these properties on the element itself, at all widths; raises Uncertain."""
        found = {width: self._winning_at_width(element, names, width) for width in widths}
        if len({None if one is None else (one.declaration.start, one.rule) for one in found.values()}) > 1:
            raise Uncertain("another rule decides on the phone")
        return found[widths[0]]

    def _winning_at_width(self, element: Element, names: Sequence[str], width: int) -> Source | None:
        best: tuple[tuple[bool, Specificity, int, int], Source] | None = None
        for name in names:
            for order, rule, one in self._declarations_by_property.get(name, ()):
                weight = self._weight(element, rule, width)
                if weight is None:
                    continue
                rank = (one.is_important, weight, order, one.start)
                if best is None or rank > best[0]:
                    best = (rank, Source(rule=rule, declaration=one))
        return best[1] if best else None

    def _weight(self, element: Element, rule: StyleRule, width: int) -> Specificity | None:
        """The rule's specificity for this element; None if it does not apply."""
        applies = [condition_holds(one, width) for one in rule.within]
        if False in applies:
            return None
        said = [(selector_matches(one, element, self._steps), one) for one in split_list(rule.selectors)]
        holding = [one for told, one in said if told]
        if not holding and not any(told is None for told, _ in said):
            return None
        if None in applies or any(told is None for told, _ in said):
            raise Uncertain(f"whether “{rule.selectors[:60]}” applies cannot be told")
        return max(map(specificity, holding))

    def elements_matched(self, rule: StyleRule, elements: Sequence[Element]) -> list[Element]:
        """The elements that a rule applies to, or may apply to."""
        selectors = split_list(rule.selectors)
        return [
            one
            for one in elements
            if any(selector_matches(selector, one, self._steps) is not False for selector in selectors)
        ]


def split_list(selectors: str) -> list[str]:
    """Splits at commas outside of brackets."""
    parts, depth, begin = [], 0, 0
    for at, sign in enumerate(selectors):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign == "," and depth <= 0:
            parts.append(selectors[begin:at].strip())
            begin = at + 1
    return [*parts, selectors[begin:].strip()]


def condition_holds(prelude: str, width: int) -> bool | None:
    """Whether an at-rule's condition holds in a window of this width; None if unknown."""
    name, _, rest = prelude.partition(" ")
    if name.lower() != "@media":
        return None
    told = [_query_holds(one.strip().lower(), width) for one in split_list(rest)]
    return True if True in told else None if None in told else False


def _query_holds(query: str, width: int) -> bool | None:
    if query.startswith(("print", "speech", "only print")):
        return False
    told: list[bool | None] = []
    for part in " ".join(query.removeprefix("only ").split()).split(" and "):
        feature = _FEATURE.fullmatch(part)
        if part in ("screen", "all"):
            continue
        if feature is None:
            told.append(_KNOWN.get(": ".join(piece.strip() for piece in part.split(":"))))
            continue
        limit = float(feature[2]) * (1 if feature[3] == "px" else 16)
        told.append(width >= limit if feature[1] == "min" else width <= limit)
    return False if False in told else None if None in told else True


@dataclass(frozen=True, kw_only=True)
class _Compound:
    text: str
    #: the combinator before it: a blank, `>`, `+` or `~`; empty for the first
    binding: str


def _compounds(selector: str) -> list[_Compound] | None:
    found: list[_Compound] = []
    at, binding = 0, ""
    while at < len(selector):
        begin = at
        while (part := _PART.match(selector, at)) is not None:
            at = part.end()
        if at == begin:
            return None
        found.append(_Compound(text=selector[begin:at], binding=binding))
        gap = _COMBINATOR.match(selector, at)
        if gap is None:
            return found if at == len(selector) else None
        binding, at = gap[1] or " ", gap.end()
    return found or None


def selector_matches(selector: str, element: Element, steps: Steps) -> bool | None:
    """Whether it selects the element at rest; None if unknown."""
    chain = _compounds(selector)
    if chain is None:
        last = re.split(r"[\s>+~]", selector.strip())[-1]
        return False if _ELSEWHERE.search(last) else None
    return _chain_matches(chain, len(chain) - 1, element, steps, {})


def _chain_matches(
    chain: list[_Compound],
    at: int,
    element: Element,
    steps: Steps,
    known: dict[tuple[int, int], bool | None],
) -> bool | None:
    """Matches the selector up to this compound; each compound is compared once with each element."""
    steps.take()
    key = (at, element.number)
    if key not in known:
        own = _is_meant(chain[at].text, element, steps)
        if own is not False and at > 0:
            places = _bound_to(chain[at].binding, element)
            told: bool | None = False
            for place in places:
                found = _chain_matches(chain, at - 1, place, steps, known)
                if found:
                    told = True
                    break
                told = None if found is None else told
            own = own if told else told
        known[key] = own
    return known[key]


def _bound_to(binding: str, element: Element) -> list[Element]:
    """Where the compound before it can match."""
    if binding not in ("+", "~"):
        return list(element.ancestors())[: 1 if binding == ">" else None]
    beside = list(element.parent.elements) if element.parent is not None else []
    before = beside[: next((at for at, one in enumerate(beside) if one is element), 0)]
    return before[-1:] if binding == "+" else before


def _is_meant(compound: str, element: Element, steps: Steps) -> bool | None:
    told: list[bool | None] = []
    for part in _PART.finditer(compound):
        if part["tag"]:
            told.append(part["tag"] in ("*", element.tag) or part["tag"].lower() == element.tag)
        elif part["id"]:
            told.append(element.attr("id") == part["id"])
        elif part["cls"]:
            told.append(part["cls"] in element.attr("class").split())
        elif part["attr"]:
            told.append(_has_attribute(part, element))
        else:
            told.append(_is_in_state(part["pseudo"].lower(), part["args"] or "", element, steps))
    return False if False in told else None if None in told else True


_COMPARED: dict[str, Callable[[str, str], bool]] = {
    "=": lambda value, wanted: value == wanted,
    "~=": lambda value, wanted: wanted in value.split(),
    "^=": lambda value, wanted: bool(wanted) and value.startswith(wanted),
    "$=": lambda value, wanted: bool(wanted) and value.endswith(wanted),
    "*=": lambda value, wanted: bool(wanted) and wanted in value,
}


def _has_attribute(part: re.Match[str], element: Element) -> bool | None:
    if part["attr"] not in element.attrs:
        return False
    if not part["op"]:
        return True
    compared = _COMPARED.get(part["op"])
    return compared(element.attr(part["attr"]), part["value"].strip()) if compared else None


def _siblings(element: Element) -> list[Element]:
    return list(element.parent.elements) if element.parent is not None else [element]


def _siblings_of_same_tag(element: Element) -> list[Element]:
    return [one for one in _siblings(element) if one.tag == element.tag]


_STATES: dict[str, Callable[[Element], bool]] = {
    ":root": lambda one: one.tag == "html",
    ":link": lambda one: one.tag == "a" and "href" in one.attrs,
    ":any-link": lambda one: one.tag == "a" and "href" in one.attrs,
    ":first-child": lambda one: _siblings(one)[0] is one,
    ":last-child": lambda one: _siblings(one)[-1] is one,
    ":only-child": lambda one: len(_siblings(one)) == 1,
    ":first-of-type": lambda one: _siblings_of_same_tag(one)[0] is one,
    ":last-of-type": lambda one: _siblings_of_same_tag(one)[-1] is one,
}


def _is_in_state(pseudo: str, args: str, element: Element, steps: Steps) -> bool | None:
    if _ELSEWHERE.match(pseudo):
        return False
    if pseudo == ":not":
        inner = [selector_matches(one, element, steps) for one in split_list(args[1:-1])]
        return False if True in inner else None if None in inner else True
    return _STATES[pseudo](element) if pseudo in _STATES else None


def specificity(selector: str) -> Specificity:
    """Ids, then classes, attributes and states, then tags; the argument of `:not()` counts as itself."""
    ids = classes = tags = 0
    for part in _PART.finditer(selector):
        if part["id"]:
            ids += 1
        elif part["cls"] or part["attr"]:
            classes += 1
        elif part["tag"]:
            tags += part["tag"] != "*"
        elif part["pseudo"] == ":not":
            inner = max(map(specificity, split_list((part["args"] or "()")[1:-1])), default=(0, 0, 0))
            ids, classes, tags = ids + inner[0], classes + inner[1], tags + inner[2]
        elif part["pseudo"].startswith("::"):
            tags += 1
        else:
            classes += 1
    return ids, classes, tags
