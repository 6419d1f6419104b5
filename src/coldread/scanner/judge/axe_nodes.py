"""What axe found, and its nodes as evidence. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Evidence
from coldread.scanner.page.contrast import painted_verdict
from coldread.scanner.page.observations import AxeNode, AxeViolation, Viewport
from coldread.scanner.page.observe.element_tree import collapse
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import PaintedText

#: files that can change what is painted behind text
_PAINTS = re.compile(r"\.(?:png|jpe?g|webp|avif|gif|svg|mp4|webm|css)\b", re.IGNORECASE)


def is_uncertain(text: PaintedText, view: Viewport) -> bool:
    """A layer overlaps the text, or a file that may be its background did not load."""
    x, y, wide, high = text.box
    covered = any(
        x < left + width and left < x + wide and y < top + height and top < y + high
        for left, top, width, height in (layer.box for layer in view.overlays)
    )
    return covered or any(request.status == 0 and _PAINTS.search(request.url) for request in view.failed)


def violations(page: Page, *rules: str) -> list[AxeViolation]:
    return [item for item in page.seen.axe or () if item.rule in rules]


def low_contrast_nodes(page: Page) -> list[AxeNode]:
    """Texts that axe calls pale, without those that the pixels of a window show to be readable.

    axe assumes a white background if no element that it sees paints one: a body as high as the window, whose gradient
    the browser spreads over the whole page."""
    fine = {
        text.selector
        for view in (page.seen.desktop, page.seen.mobile)
        for text in (view.painted.texts if view and view.painted else ())
        if painted_verdict(text) == "fine"
    }
    every = (node for rule in violations(page, "color-contrast") for node in rule.nodes)
    return [node for node in every if node.selector not in fine]


def in_action(page: Page, selector: str) -> bool:
    """The node is a button or is inside one, so `cta.low-contrast` judges its contrast."""
    pressed = {action.selector for action in page.actions}
    element = page.dom.by_selector.get(selector)
    if element is None:
        return selector in pressed
    return any(place.selector in pressed for place in (element, *element.ancestors()))


def nodes_as_evidence(page: Page, nodes: list[AxeNode]) -> list[Evidence]:
    return [_evidence_of_node(page, node) for node in nodes]


def _first_reason(summary: str) -> str | None:
    """axe's first reason, without the words that introduce its lists."""
    reasons = re.split(r" ?Fix (?:any|all) of the following: ?", collapse(summary))
    return evidence.shortened(next(filter(None, reasons), "")) or None


#: the numbers and colours in axe's sentence about low contrast, which need no translation
PALE = re.compile(
    r"contrast of ([\d.]+) \(foreground color: (#\w+), background color: (#\w+).*?(?:ratio of ([\d.]+):1|$)"
)


def _measured_and_required(node: AxeNode) -> tuple[str | None, str | None]:
    """The measured value, and the required one if axe names it."""
    pale = PALE.search(node.summary)
    if pale is None:
        return _first_reason(node.summary), None
    return f"{pale[1]}:1 ({pale[2]} / {pale[3]})", f"{pale[4]}:1" if pale[4] else "4.5:1"


def _evidence_of_node(page: Page, node: AxeNode) -> Evidence:
    value, threshold = _measured_and_required(node)
    element = page.dom.by_selector.get(node.selector)
    if element is None:
        return Evidence(
            layer="axe",
            viewport="desktop",
            selector=node.selector,
            snippet=evidence.shortened(node.html),
            value=value,
            threshold=threshold,
        )
    return replace(
        evidence.of(page, element, viewport="desktop"),
        layer="axe",
        value=value,
        threshold=threshold,
    )
