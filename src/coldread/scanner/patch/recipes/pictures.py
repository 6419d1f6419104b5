"""Repairs pictures: reserved room before they load, and alternative texts."""

from __future__ import annotations

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.element_tree import Element, collapse
from coldread.scanner.patch.cascade import Uncertain
from coldread.scanner.patch.changes import CannotPatch, Change, DropAttribute, SetAttribute
from coldread.scanner.patch.patch_context import RecipeContext

#: by how much a drawn picture may differ from its own proportions, since boxes are rounded
SAME_SHAPE = 0.03
#: below this, a side is a whole number of pixels
PART_OF_A_PIXEL = 0.1
#: a picture up to this width fits into every window
NARROW = 320


def reserve_room(work: RecipeContext, finding: Finding) -> list[Change]:
    """Width and height as measured, or those of the file, if nothing is drawn differently."""
    return [change for element in work.elements(finding) for change in _set_picture_size(work, element)]


def _set_picture_size(work: RecipeContext, element: Element) -> list[Change]:
    views = (work.page.desktop, work.page.mobile)
    shown = [item for view in views if (item := view.get(element.selector)) is not None and item.visible]
    natural = next((item.natural for item in shown if item.natural and all(item.natural)), None)
    if natural is None:
        return _size_of_file(work, element)
    boxes = {(round(item.box[2]), round(item.box[3])) for item in shown}
    if any(element.attr("width") not in {"", str(width)} for width, _ in boxes):
        raise CannotPatch(f"a style sheet draws {element.selector} at another width than it asks for itself")
    if not all(_keeps_shape(item, natural) for item in shown):
        raise CannotPatch(f"{element.selector} is not drawn in the shape of its file")
    if _height_follows(work, element):
        width_rule = _width_rule(work, element)
        if width_rule == "auto":
            raise CannotPatch(f"a style sheet gives {element.selector} no size before its file has come")
        if not width_rule and any(width > natural[0] for width, _ in boxes):
            raise CannotPatch(
                f"{element.selector} is drawn wider than its file, and the attribute would narrow it"
            )
        return _attributes(element, *natural)
    # visible at both widths, or as large as its file: else a percentage may set its width
    proven = len(shown) > 1 or boxes == {tuple(natural)}
    steady = len(boxes) == 1 and proven and not _is_half_sized(work, element)
    if steady and not all(_is_whole(item) for item in shown):
        raise CannotPatch(f"{element.selector} is drawn in parts of a pixel, which an attribute cannot say")
    if steady and not _is_fluid(work, element, *{width for width, _ in boxes}):
        return _attributes(element, *boxes.pop())
    raise CannotPatch(f"the style sheet gives {element.selector} its shape, and is where the room is kept")


def _height_follows(work: RecipeContext, element: Element) -> bool:
    """A rule says `height: auto`, so the attributes only set the proportions."""
    try:
        found = work.cascade.winning_source(element, ("height",), work.widths)
    except Uncertain:
        return False
    return found is not None and found.declaration.value.lower() == "auto"


def _width_rule(work: RecipeContext, element: Element) -> str:
    """The width that a rule sets; empty if none does, so that the attribute decides."""
    try:
        found = work.cascade.winning_source(element, ("width",), work.widths)
    except Uncertain:
        raise CannotPatch(f"which rule sets the width of {element.selector} is not known") from None
    return "" if found is None else found.declaration.value.lower()


def _is_half_sized(work: RecipeContext, element: Element) -> bool:
    """A rule sets only one side, which may grow with the reader's text size; an attribute would fix the other one."""
    try:
        sides = [work.cascade.winning_source(element, (side,), work.widths) for side in ("width", "height")]
    except Uncertain:
        return True
    return (sides[0] is None) != (sides[1] is None)


def _is_fluid(work: RecipeContext, element: Element, width: int) -> bool:
    """Whether another window may draw it in another size: it is as wide as a phone, and a style sheet may apply to it."""
    return width > NARROW and work.may_be_resized(element)


def _size_of_file(work: RecipeContext, element: Element) -> list[Change]:
    """It was not drawn, so attributes are set only if no style can apply to it."""
    size = work.page.picture_size(element)
    if size is None:
        raise CannotPatch(f"the natural size of {element.selector} is not known")
    one_file = not element.attr("srcset") and element.closest("picture") is None
    unsized = not element.attr("width") and not element.attr("height")
    if size.fixed and one_file and unsized and not work.may_be_resized(element):
        return _attributes(element, round(size.width), round(size.height))
    raise CannotPatch(f"a style sheet may give {element.selector} another size")


def _is_whole(item: Drawn) -> bool:
    """Attributes are whole numbers; half a pixel of difference would move what is below."""
    return all(abs(side - round(side)) < PART_OF_A_PIXEL for side in item.box[2:])


def _keeps_shape(item: Drawn, natural: tuple[int, int]) -> bool:
    drawn = item.box[2] / max(item.box[3], 1)
    own = natural[0] / natural[1]
    return abs(drawn - own) / own < SAME_SHAPE


def _attributes(element: Element, width: int, height: int) -> list[Change]:
    return [
        SetAttribute(element=element, name="width", value=str(width)),
        SetAttribute(element=element, name="height", value=str(height)),
    ]


def load_first(work: RecipeContext, finding: Finding) -> list[Change]:
    """The largest picture is fetched at once instead of late."""
    element = work.elements(finding)[0]
    if element.tag != "img" or element.attr("loading").lower() != "lazy":
        raise CannotPatch("the largest element is not held back by the markup")
    return [
        DropAttribute(element=element, name="loading"),
        SetAttribute(element=element, name="fetchpriority", value="high"),
    ]


def describe(work: RecipeContext, finding: Finding) -> list[Change]:
    """Empty if the link around it has words of its own, else the picture's title. A caption is read anyway, and a file name says nothing."""
    return [SetAttribute(element=one, name="alt", value=_alternative(one)) for one in work.elements(finding)]


def _alternative(image: Element) -> str:
    link = image.closest("a", "button")
    if link is not None and link.text:
        return ""  # the text beside it says it already
    for said in (image.attr("title"), image.attr("aria-label"), link.attr("title") if link else ""):
        if said:
            return collapse(said)
    raise CannotPatch("nothing beside the picture tells what it shows")
