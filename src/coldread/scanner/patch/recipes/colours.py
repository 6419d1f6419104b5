"""Mends contrast: the nearest shade that passes, for the words or for what they stand on."""

from __future__ import annotations

import re

from coldread.scanner.judge.checks.cta.low_contrast import FAINT_FILL, INVISIBLE_FILL, fill_of
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.contrast import LARGE_RATIO, TEXT_RATIO, is_large, over, ratio, wanted_ratio
from coldread.scanner.page.observations import AxeNode, Colour, Drawn
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.patch.changes import Change, Declare, Unmendable
from coldread.scanner.patch.work import RecipeContext

#: browsers round shades; a hair more than the rule asks for keeps the result above it
MARGIN = 0.05
#: so little between the darkest and the brightest of a ground that one colour fits all of it
ONE_GROUND = 0.3
_AXE = re.compile(
    r"foreground color: #(?P<text>[0-9a-f]{6}), background color: #(?P<ground>[0-9a-f]{6}).*?ratio of (?P<wanted>[\d.]+)",
    re.IGNORECASE,
)
_UTILITY = {"color": re.compile(r"(?:^|\s)text-\w"), "background-color": re.compile(r"(?:^|\s)bg-\w")}
_BLACK: Colour = (0, 0, 0, 1.0)
_WHITE: Colour = (255, 255, 255, 1.0)


def buttons(work: RecipeContext, finding: Finding) -> list[Change]:
    """Label or fill, whichever has to change less; an outline for a fill that does not stand out.

    Every button is looked at: the finding lists those of its worst severity, and the milder ones would be left.
    """
    changes: list[Change] = []
    for action in work.page.actions:
        item = work.drawn(action.element)
        ground = fill_of(item) if item is not None and item.visible else None
        if item is not None and ground is not None and "disabled" not in action.element.attrs:
            changes += _button(work, action.element, item, ground)
    mended = {change.element.selector for change in changes if isinstance(change, Declare)}
    left = [one for one in work.elements(finding) if not any(_within(one, name) for name in mended)]
    return [*changes, *(_by_axe(work, element) for element in left)]


def _within(element: Element, selector: str) -> bool:
    near = (element, *element.ancestors(), *element.walk())
    return any(one.selector == selector for one in near)


def _button(work: RecipeContext, element: Element, item: Drawn, ground: Colour) -> list[Change]:
    wanted = LARGE_RATIO if is_large(item.font_size, item.font_weight) else TEXT_RATIO
    text = over(item.color, ground)
    changes: list[Change] = []
    if item.text and ratio(text, ground) < wanted:
        changes.append(_readable(work, element, item, text, ground, wanted))
    if item.behind is not None and _does_not_stand_out(item, ground):
        shade = nearest(ground, item.behind, FAINT_FILL)
        if shade is not None:
            outline = ("box-shadow", f"0 0 0 1px {written(shade)}")
            changes.append(Declare(element=element, declarations=(outline,)))
    return changes


def _does_not_stand_out(item: Drawn, ground: Colour) -> bool:
    filled = item.behind is not None and item.background[3] > 0.1
    bare = not item.border_width and not item.shadow
    return filled and bare and item.behind is not None and ratio(ground, item.behind) < FAINT_FILL


def _readable(
    work: RecipeContext, element: Element, item: Drawn, text: Colour, ground: Colour, wanted: float
) -> Change:
    label = nearest(text, ground, wanted)
    fill = nearest(ground, text, wanted) if item.background[3] >= 1 and not item.background_image else None
    hidden = fill and item.behind and ratio(fill, item.behind) < INVISIBLE_FILL
    if fill is not None and not hidden and (label is None or _far(fill, ground) < _far(label, text)):
        return _coloured(work, element, "background-color", fill)
    if label is None:
        raise Unmendable(f"no shade of {element.selector} passes")
    return _coloured(work, _label_holder(element), "color", label)


def _coloured(work: RecipeContext, element: Element, name: str, colour: Colour) -> Change:
    """Bootstrap's utility classes (`text-muted`, `bg-light`) insist with `!important`; so must we, there."""
    insists = bool(_UTILITY[name].search(element.attr("class")))
    value = work.winning(written(colour), over_class=insists)
    return Declare(element=element, declarations=((name, value),))


def _label_holder(element: Element) -> Element:
    """The innermost element that holds the first words: its colour is the one that is seen."""
    for child in element.children:
        if isinstance(child, str):
            if child.strip():
                return element
        elif child.text:
            return _label_holder(child)
    return element


def texts(work: RecipeContext, finding: Finding) -> list[Change]:
    """Every text whose colours axe told; those on pictures only where their ground is nearly one colour."""
    elements = work.elements(finding)
    told = [one for one in elements if _summary(work, one)]
    on_pictures = [change for one in elements if one not in told if (change := _by_pixels(work, one))]
    changes = [*(_by_axe(work, element) for element in told), *on_pictures]
    if not changes:
        raise Unmendable("no one colour would be readable on these pictures")
    return changes


def _by_pixels(work: RecipeContext, element: Element) -> Change | None:
    text, _ = work.page.painted_texts.get(element.selector, (None, ""))
    if text is None or text.color is None or text.ground is None or not text.ratio or not text.least:
        return None
    shade = nearest(over(text.color, text.ground), text.ground, wanted_ratio(text.size, text.weight))
    return (
        _coloured(work, element, "color", shade) if shade and text.ratio - text.least <= ONE_GROUND else None
    )


def _by_axe(work: RecipeContext, element: Element) -> Change:
    """axe names both colours; where something translucent lies in between, the sum does not add up."""
    told = _AXE.search(_summary(work, element))
    item = work.drawn(element)
    if told is None or item is None:
        raise Unmendable(f"the colours of {element.selector} are not known")
    text, ground = _read(told["text"]), _read(told["ground"])
    shade = nearest(text, ground, float(told["wanted"]))
    if shade is None or item.color != text:
        raise Unmendable(f"the colour of {element.selector} is mixed on the screen")
    return _coloured(work, element, "color", shade)


def _summary(work: RecipeContext, element: Element) -> str:
    nodes: list[AxeNode] = [
        node for rule in work.page.seen.axe or () if rule.rule == "color-contrast" for node in rule.nodes
    ]
    return next((node.summary for node in nodes if node.selector == element.selector), "")


def nearest(colour: Colour, against: Colour, wanted: float) -> Colour | None:
    """The first passing shade on the way to black or to white; None when neither end passes."""
    passing = [
        shade
        for percent in range(1, 101)
        for end in (_BLACK, _WHITE)
        if ratio(shade := _mixed(colour, end, percent), against) >= wanted + MARGIN
    ]
    return passing[0] if passing else None


def _mixed(colour: Colour, end: Colour, percent: int) -> Colour:
    red, green, blue = (round(a + (b - a) * percent / 100) for a, b in zip(colour[:3], end[:3], strict=True))
    return red, green, blue, 1.0


def _far(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True))


def _read(digits: str) -> Colour:
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue, 1.0


def written(colour: Colour) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in colour[:3])
