"""Repairs contrast in the rule of the page's own style sheet that sets the colour.

`buttons` and `recolour_texts` write the nearest shade into the rules, only if that repairs every element of the finding at both widths and nothing else that
the rule colours becomes harder to read. A colour moves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from coldread.scanner.judge.checks.cta.low_contrast import (
    SEEN,
    fill_of,
    is_on_the_page,
    texts_in,
)
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.contrast import blend_over, ratio, wanted_ratio
from coldread.scanner.page.observations import AxeNode, Colour, Drawn
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.patch.cascade import Source, Uncertain
from coldread.scanner.patch.changes import CannotPatch, Change, Restyle
from coldread.scanner.patch.colour_values import format_like, is_same_colour, read_colour, variable_in
from coldread.scanner.patch.patch_context import RecipeContext
from coldread.scanner.patch.recipes.shades import Wanted, colour_distance, shade_passing_everywhere

#: texts of one finding; more than that are a design, not a slip
MOST_TEXTS = 60
_AXE = re.compile(
    r"foreground color: #(?P<text>[0-9a-f]{6}), background color: #(?P<ground>[0-9a-f]{6}).*?ratio of (?P<wanted>[\d.]+)",
    re.IGNORECASE,
)
#: elements that do not inherit their colour
_OWN_COLOUR = frozenset({"a", "button", "input", "select", "textarea", "mark"})
_TEXT, _FILL = ("color",), ("background-color", "background")
_INLINE = {
    _TEXT: re.compile(r"(?:^|;)\s*color\s*:", re.IGNORECASE),
    _FILL: re.compile(r"(?:^|;)\s*background(?:-color)?\s*:", re.IGNORECASE),
}


@dataclass(frozen=True, kw_only=True)
class Pale:
    """Text that is hard to read on its background."""

    #: the innermost element that holds it, and the control or block whose background is behind it
    holder: Element
    box: Element
    #: from the style sheet, possibly translucent
    color: Colour
    ground: Colour
    wanted: float
    #: whether the background is one opaque colour of `box` itself
    is_filled: bool = False
    #: the colour around `box`
    around: Colour | None = None


def recolour_buttons(work: RecipeContext, finding: Finding) -> list[Change]:
    """Changes the label or the fill, whichever needs the smaller change."""
    return _changes_in_rules(work, _pale_buttons(work, finding))


def recolour_texts(work: RecipeContext, finding: Finding) -> list[Change]:
    """Changes every text of the finding."""
    return _changes_in_rules(work, _pale_texts(work, finding))


# what is pale


def _pale_buttons(work: RecipeContext, finding: Finding) -> list[Pale]:
    """All buttons are examined: the finding lists only those of its worst severity."""
    found: list[Pale] = []
    for action in work.page.actions:
        item = work.drawn(action.element)
        ground = fill_of(item) if item is not None and item.visible else None
        if (
            item is None
            or ground is None
            or "disabled" in action.element.attrs
            or is_on_the_page(work.page, item)
            or texts_in(work.page, action.element)
        ):
            continue
        wanted = wanted_ratio(item.painted_size, item.font_weight)
        if item.text and item.color[3] > SEEN and ratio(blend_over(item.color, ground), ground) < wanted:
            found.append(
                Pale(
                    holder=_label_holder(action.element), box=action.element, color=item.color, ground=ground,
                    wanted=wanted, is_filled=item.background[3] >= 1 and not item.background_image and not item.drawn_by,
                    around=item.behind,
                )
            )  # fmt: skip
    known = {one.selector for pale in found for one in (pale.holder, pale.box)}
    left = [
        one
        for one in work.elements(finding)
        if not any(near.selector in known for near in (one, *one.ancestors()))
    ]
    told = [_pale_text(work, one) for one in left]
    if None in told or not (found or told):
        raise CannotPatch("the colours of a button are not known, or its fill is what hardly stands out")
    return [*found, *(one for one in told if one is not None)]


def _pale_texts(work: RecipeContext, finding: Finding) -> list[Pale]:
    found = [_pale_text(work, one) for one in work.elements(finding)]
    if None in found:
        raise CannotPatch("a text stands on a picture, or something translucent lies in between")
    return [one for one in found if one is not None]


def _pale_text(work: RecipeContext, element: Element) -> Pale | None:
    """axe names both colours; if something translucent lies in between, they do not add up."""
    told, item = _AXE.search(_summary(work, element)), work.drawn(element)
    if told is None or item is None:
        return None
    text, ground = _read_hex_colour(told["text"]), _read_hex_colour(told["ground"])
    if colour_distance(blend_over(item.color, ground), text) > 3:
        return None
    return Pale(holder=element, box=element, color=item.color, ground=ground, wanted=float(told["wanted"]))


def _summary(work: RecipeContext, element: Element) -> str:
    nodes: list[AxeNode] = [
        node for rule in work.page.seen.axe or () if rule.rule == "color-contrast" for node in rule.nodes
    ]
    return next((node.summary for node in nodes if node.selector == element.selector), "")


def _label_holder(element: Element) -> Element:
    """The innermost element that holds the first words, since its colour is visible."""
    for child in element.children:
        if isinstance(child, str):
            if child.strip():
                return element
        elif child.text:
            return _label_holder(child)
    return element


def _read_hex_colour(digits: str) -> Colour:
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue, 1.0


# where it is set


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a colour is set: a rule's declaration, or a custom property that such a declaration uses."""

    source: Source
    colour: Colour
    #: whether the declaration sets text, background or both; a custom property can do both
    paints: Sequence[str]
    is_shared: bool


def _changes_in_rules(work: RecipeContext, pale: Sequence[Pale]) -> list[Change]:
    if len(pale) > MOST_TEXTS:
        raise CannotPatch("so many texts are a design, not a slip")
    try:
        return _recolour_in_rules(work, pale)
    except Uncertain as error:
        raise CannotPatch(str(error)) from error


def _recolour_in_rules(work: RecipeContext, pale: Sequence[Pale]) -> list[Change]:
    by_place: dict[tuple[int, int], tuple[Place, list[Wanted]]] = {}
    for one in pale:
        place = _place_of(work, one.holder, _TEXT, one.color)
        wants = by_place.setdefault(_key(place), (place, []))[1]
        wants.append(Wanted(against=one.ground, ratio=one.wanted))
    changes: list[Change] = []
    for place, wants in by_place.values():
        shade = shade_passing_everywhere(place.colour, wants)
        if shade is None:
            return _refill_backgrounds(work, pale)
        _refuse_harm_to_others(work, place, shade)
        changes.append(_change_to_shade(place, shade))
    return changes


def _refill_backgrounds(work: RecipeContext, pale: Sequence[Pale]) -> list[Change]:
    """Changes the background instead of the text, if each box has its own."""
    if not all(one.is_filled for one in pale):
        raise CannotPatch("only another colour would be readable, and colours are chosen by their owner")
    by_place: dict[tuple[int, int], tuple[Place, list[Wanted]]] = {}
    for one in pale:
        place = _place_of(work, one.box, _FILL, one.ground)
        by_place.setdefault(_key(place), (place, []))[1].append(Wanted(against=one.color, ratio=one.wanted))
    changes: list[Change] = []
    for place, wants in by_place.values():
        shade = shade_passing_everywhere(place.colour, wants)
        if shade is None:
            raise CannotPatch("only another colour would be readable, and colours are chosen by their owner")
        _refuse_harm_to_others(work, place, shade)
        changes.append(_change_to_shade(place, shade))
    return changes


def _key(place: Place) -> tuple[int, int]:
    return id(place.source.rule), place.source.declaration.start


def _change_to_shade(place: Place, shade: Colour) -> Change:
    rule, told = place.source.rule, place.source.declaration
    return Restyle(
        within=rule.within,
        selectors=rule.selectors,
        name=told.name,
        old=told.value,
        new=format_like(told.value, shade),
    )


def _place_of(work: RecipeContext, element: Element, names: Sequence[str], colour: Colour) -> Place:
    """The declaration of the drawn colour; raises CannotPatch or Uncertain."""
    for one in (element, *element.ancestors()):
        if _INLINE[tuple(names)].search(one.attr("style")):
            raise CannotPatch("the colour is set on the element itself")
        found = work.cascade.winning_source(one, names, work.widths)
        if found is not None and found.declaration.value.lower() not in ("inherit", "currentcolor", "unset"):
            return _place_of_colour(work, found, names, colour)
        if names == _FILL or (found is None and one.tag in _OWN_COLOUR):
            break
    raise CannotPatch("no rule of the page's own style sheets sets this colour")


def _place_of_colour(work: RecipeContext, found: Source, names: Sequence[str], colour: Colour) -> Place:
    told = read_colour(found.declaration.value)
    if told is not None and is_same_colour(told, colour):
        return Place(source=found, colour=told, paints=names, is_shared=False)
    name = variable_in(found.declaration.value)
    candidates = [
        (one, read)
        for one in (work.cascade.custom_property_sources(name) if name else ())
        if (read := read_colour(one.declaration.value)) is not None and is_same_colour(read, colour)
    ]
    if len(candidates) != 1:
        raise CannotPatch("the colour on the screen is not the one that the page's own style sheets set")
    source, read = candidates[0]
    return Place(source=source, colour=read, paints=(*_TEXT, *_FILL), is_shared=True)


# what else it colours


def _refuse_harm_to_others(work: RecipeContext, place: Place, shade: Colour) -> None:
    """Raises CannotPatch if something else with this colour becomes harder to read."""
    touched = None if place.is_shared else _selectors_touched(work, place)
    for view in (work.page.desktop, work.page.mobile):
        for item in view.values():
            if item.visible and item.own_chars and item.text:
                _refuse_lower_contrast(item, place, shade, touched)


def _selectors_touched(work: RecipeContext, place: Place) -> Collection[str]:
    """Selectors of the rule's elements and everything below them."""
    meant = work.cascade.elements_matched(place.source.rule, work.page.dom.elements)
    return {below.selector for one in meant for below in one.walk()}


def _refuse_lower_contrast(item: Drawn, place: Place, shade: Colour, touched: Collection[str] | None) -> None:
    if touched is not None and item.selector not in touched:
        return
    ground = fill_of(item)
    text_changes = "color" in place.paints and is_same_colour(item.color, place.colour)
    ground_changes = (
        ground is not None and "background" in place.paints and is_same_colour(ground, place.colour)
    )
    if not text_changes and not ground_changes:
        return
    if ground is None:
        raise CannotPatch("the same colour stands on a picture elsewhere")
    text = blend_over(item.color, ground)
    new_ground = shade if ground_changes else ground
    new_text = blend_over(shade, new_ground) if text_changes else blend_over(item.color, new_ground)
    before, after = ratio(text, ground), ratio(new_text, new_ground)
    if after < before and after < wanted_ratio(item.painted_size, item.font_weight):
        raise CannotPatch("something else in the same colour would become harder to read")
