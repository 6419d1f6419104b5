"""Mends pictures: room that is kept before they load, and words for those who do not see them."""

from __future__ import annotations

import re
from urllib.parse import unquote

from coldread.base.addresses import split_address
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.dom import Element, collapse
from coldread.scanner.page.observe.fields import spelled_out
from coldread.scanner.patch.changes import Change, Declare, DropAttribute, SetAttribute, Unmendable
from coldread.scanner.patch.work import RecipeContext

#: share by which a drawn picture may differ from its own proportions: boxes are rounded
SAME_SHAPE = 0.03
_NUMBERED = re.compile(
    r"\b(?:img|image|dsc|pic|photo|bild|foto|screenshot|untitled)?[\s_-]*\d*\b", re.IGNORECASE
)


def reserve_room(work: RecipeContext, finding: Finding) -> list[Change]:
    """Width and height as measured, or the proportions of the file; nothing is drawn differently."""
    return [change for element in work.elements(finding) for change in _sized(work, element)]


def _sized(work: RecipeContext, element: Element) -> list[Change]:
    views = (work.page.desktop, work.page.mobile)
    shown = [item for view in views if (item := view.get(element.selector)) is not None and item.visible]
    natural = next((item.natural for item in shown if item.natural and all(item.natural)), None)
    if natural is None:
        return _sized_as_the_file_says(work, element)
    boxes = {(round(item.box[2]), round(item.box[3])) for item in shown}
    if any(element.attr("width") not in {"", str(width)} for width, _ in boxes):
        raise Unmendable(
            f"a style sheet draws {element.selector} at a different width than its own attributes ask for"
        )
    if len(boxes) == 1:
        return _attributes(element, *boxes.pop())
    if all(_keeps_shape(item, natural) for item in shown):
        return [*_attributes(element, *natural), Declare(element=element, declarations=(("height", "auto"),))]
    # the style sheet crops it: attributes could win over one of its sides, a ratio never does
    return [Declare(element=element, declarations=(("aspect-ratio", f"{natural[0]} / {natural[1]}"),))]


def _sized_as_the_file_says(work: RecipeContext, element: Element) -> list[Change]:
    """Nobody saw it drawn: attributes where no style can reach it, else a ratio that yields to the loaded picture's."""
    size = work.page.picture_size(element)
    if size is None:
        raise Unmendable(f"the natural size of {element.selector} is not known")
    one_file = not element.attr("srcset") and element.closest("picture") is None
    unsized = not element.attr("width") and not element.attr("height")
    if size.fixed and one_file and unsized and not work.may_be_resized(element):
        return _attributes(element, round(size.width), round(size.height))
    if "aspect-" in element.attr("class") or work.styles_set_a_ratio:
        raise Unmendable(f"a style sheet may give {element.selector} a shape of its own")
    ratio = f"auto {size.width:g} / {size.height:g}"
    return [Declare(element=element, declarations=(("aspect-ratio", ratio),))]


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
    """Pictures that loaded without room of their own are what usually pushes text down."""
    changes: list[Change] = []
    for image in work.page.dom.shown("img"):
        item = work.drawn(image)
        sized = image.attr("width") and image.attr("height")
        if item is not None and item.visible and item.natural and not item.reserved and not sized:
            changes += _sized(work, image)
    if not changes:
        raise Unmendable("no picture without size explains the shift")
    return changes


def load_first(work: RecipeContext, finding: Finding) -> list[Change]:
    """The largest picture is fetched at once instead of late."""
    element = work.elements(finding)[0]
    if element.tag != "img" or element.attr("loading").lower() != "lazy":
        raise Unmendable("the largest element is not held back by the markup")
    return [
        DropAttribute(element=element, name="loading"),
        SetAttribute(element=element, name="fetchpriority", value="high"),
    ]


def describe(work: RecipeContext, finding: Finding) -> list[Change]:
    """From what stands beside the picture; its file name only as a last resort."""
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
    return _from_file_name(image)


def _from_file_name(image: Element) -> str:
    address = image.attr("src") or image.attr("data-src")
    file_name = (
        unquote(split_address(address).path.rpartition("/")[2]) if not address.startswith("data:") else ""
    )
    told = collapse(_NUMBERED.sub(" ", spelled_out(file_name.rpartition(".")[0])))
    if sum(sign.isalpha() for sign in told) < 3:
        raise Unmendable("nothing says what the picture shows")
    return told[0].upper() + told[1:]
