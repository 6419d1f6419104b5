"""Mends pictures: room that is kept before they load, and words for those who do not see them."""

from __future__ import annotations

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.element_tree import Element, collapse
from coldread.scanner.page.page import Page
from coldread.scanner.patch.cascade import Uncertain
from coldread.scanner.patch.changes import CannotPatch, Change, DropAttribute, SetAttribute
from coldread.scanner.patch.patch_context import RecipeContext

#: share by which a drawn picture may differ from its own proportions: boxes are rounded
SAME_SHAPE = 0.03
#: below which a side is a whole number of pixels
PART_OF_A_PIXEL = 0.1
#: what is no wider fits into every window as it is
NARROW = 320


def reserve_room(work: RecipeContext, finding: Finding) -> list[Change]:
    """Width and height as measured, or those of the file; nothing is drawn differently."""
    return [change for element in work.elements(finding) for change in _sized(work, element)]


def _sized(work: RecipeContext, element: Element) -> list[Change]:
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
        return _attributes(element, *natural)
    # seen at both widths, or as large as its file: else a share of something may set its width
    proven = len(shown) > 1 or boxes == {tuple(natural)}
    steady = len(boxes) == 1 and proven and not _is_half_sized(work, element)
    if steady and not all(_is_whole(item) for item in shown):
        raise CannotPatch(f"{element.selector} is drawn in parts of a pixel, which an attribute cannot say")
    if steady and not _is_fluid(work, element, *{width for width, _ in boxes}):
        return _attributes(element, *boxes.pop())
    raise CannotPatch(f"the style sheet gives {element.selector} its shape, and is where the room is kept")


def _height_follows(work: RecipeContext, element: Element) -> bool:
    """A rule says `height: auto`: then the attributes tell the shape and nothing else."""
    try:
        found = work.cascade.winning(element, ("height",), work.widths)
    except Uncertain:
        return False
    return found is not None and found.declaration.value.lower() == "auto"


def _is_half_sized(work: RecipeContext, element: Element) -> bool:
    """A rule sets one side alone, which may grow with the reader's letters: an attribute would hold the other one fast."""
    try:
        sides = [work.cascade.winning(element, (side,), work.widths) for side in ("width", "height")]
    except Uncertain:
        return True
    return (sides[0] is None) != (sides[1] is None)


def _is_fluid(work: RecipeContext, element: Element, width: int) -> bool:
    """It may be drawn in another size in another window: what is as wide as a phone, where a style sheet may reach it."""
    return width > NARROW and work.may_be_resized(element)


def _size_of_file(work: RecipeContext, element: Element) -> list[Change]:
    """Nobody saw it drawn: attributes where no style can reach it."""
    size = work.page.picture_size(element)
    if size is None:
        raise CannotPatch(f"the natural size of {element.selector} is not known")
    one_file = not element.attr("srcset") and element.closest("picture") is None
    unsized = not element.attr("width") and not element.attr("height")
    if size.fixed and one_file and unsized and not work.may_be_resized(element):
        return _attributes(element, round(size.width), round(size.height))
    raise CannotPatch(f"a style sheet may give {element.selector} another size")


def _is_whole(item: Drawn) -> bool:
    """Attributes are whole numbers: half a pixel more or less moves what stands below."""
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


def stop_shifts(work: RecipeContext, finding: Finding) -> list[Change]:
    """Pictures that loaded without room of their own, above what was seen to move, where they are tall enough to have moved it so far."""
    lowest = _lowest_moved(work.page)
    pushing = [
        image
        for image in work.page.dom.shown("img")
        if (item := work.drawn(image)) is not None
        and item.visible
        and item.natural
        and not item.reserved
        and not (image.attr("width") and image.attr("height"))
        and item.box[1] < lowest
    ]
    if not pushing or not _explains(work, pushing):
        raise CannotPatch("no picture without size explains the shift")
    return [change for image in pushing for change in _sized(work, image)]


#: of a shift, the share that pictures must be able to explain: it is at most the share of the window that they push through
EXPLAINED = 0.5


def _explains(work: RecipeContext, pushing: list[Element]) -> bool:
    view = work.page.seen.desktop
    if view is None or not view.cls or not view.height:
        return True
    heights = (item.box[3] for image in pushing if (item := work.drawn(image)) is not None)
    return sum(heights) / view.height >= EXPLAINED * view.cls


def _lowest_moved(page: Page) -> float:
    """Where the lowest of what moved begins; the end of the page where that is not known."""
    view = page.seen.desktop
    moved = [page.desktop.get(name) for name in (view.cls_selectors if view is not None else ())]
    return max((one.box[1] for one in moved if one is not None), default=float("inf"))


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
    """From what stands beside the picture; what only its file name tells is for somebody who sees it."""
    return [SetAttribute(element=one, name="alt", value=_alternative(one)) for one in work.elements(finding)]


def _alternative(image: Element) -> str:
    figure = image.closest("figure")
    captions = figure.all("figcaption") if figure is not None else []
    link = image.closest("a", "button")
    if captions and captions[0].text:
        return captions[0].text[:120]
    if link is not None and link.text:
        return ""  # the words beside it say it already
    for said in (image.attr("title"), image.attr("aria-label"), link.attr("title") if link else ""):
        if said:
            return collapse(said)
    raise CannotPatch("nothing beside the picture tells what it shows")
