"""A floating layer covers the main button."""

from __future__ import annotations

from collections.abc import Iterator

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.layers import MAX_SHARE, WALL, covering_layers, is_consent, is_menu, share_veiled
from coldread.scanner.page.main_control import main_control, main_controls
from coldread.scanner.page.observations import Drawn, Overlay, Viewport
from coldread.scanner.page.observe.actions import can_be_seen
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import Box

#: share of the button's area from which on it counts as covered
MOST_HIDDEN = 0.5
#: characters of the layer's text that the finding quotes
LONGEST_TOLD = 60

META = Meta(
    id="cta.covered",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.INTERSTITIALS, Source.NNG),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No layer lies over the first screen's largest button",
        failure="On the first screen, a layer lies over at least half of the button “{label}”: “{what}”",
        why="Measured by the boxes of both, before anything was scrolled or closed.",
        fix="Move or shrink the layer, or move the button.",
    ),
    sv=Text(
        title="Inget lager ligger över första skärmens största knapp",
        failure="På första skärmen ligger ett lager över minst hälften av knappen ”{label}”: ”{what}”",
        why="Mätt med bådas rutor, innan något hade rullats eller stängts.",
        fix="Flytta eller förminska lagret, eller flytta knappen.",
    ),
)


def check(page: Page) -> Verdict:
    if main_control(page) is None:
        return NotApplicable("no-button")
    if page.seen.cut_off:
        return NotMeasured("cut-off")
    hidden = [
        place
        for view in (page.seen.desktop, page.seen.mobile)
        if view
        for place in _covered_controls(page, view)
    ]
    if not hidden:
        return None
    if page.seen.mobile is not None and _popup_check_reports_it(page):
        return NotApplicable("counted-elsewhere")
    hidden.sort(key=lambda place: is_consent(place[1]))
    _, layer, label, _ = hidden[0]
    proof = [
        evidence.of_drawn(page, item, view.name, value=over.selector, threshold=MOST_HIDDEN)
        for item, over, _, view in hidden
    ]
    # the button can be seen again after the consent bar is answered
    severity = Severity.P2 if is_consent(layer) else Severity.P1
    what = _first_words(evidence.shortened(layer.text)) or layer.selector
    return build_finding(META, page.brief, severity, proof, label=label, what=what)


def _first_words(text: str) -> str:
    """The text, cut at a word if it is too long."""
    return text if len(text) <= LONGEST_TOLD else text[:LONGEST_TOLD].rsplit(" ", 1)[0].rstrip(",.;: ") + " …"


def _popup_check_reports_it(page: Page) -> bool:
    """`friction.popup` reports these layers."""
    layers = covering_layers(page)
    return bool(layers) and (not is_consent(layers[0]) or share_veiled(page.seen.mobile) >= WALL)


def _covered_controls(page: Page, view: Viewport) -> Iterator[tuple[Drawn, Overlay, str, Viewport]]:
    """The main controls of a first screen with the layer above each; nothing unless all of them are covered."""
    drawn = page.desktop if view.name == "desktop" else page.mobile
    steps = [
        (item, action.label)
        for action in main_controls(page)
        if (item := drawn.get(action.selector)) is not None
        and can_be_seen(item)
        and item.box[1] + item.box[3] / 2 < view.height
    ]
    found_ = [
        (item, layer, label, view) for item, label in steps if (layer := _layer_above(page, view, item))
    ]
    if steps and len(found_) == len(steps):
        yield from found_


def _layer_above(page: Page, view: Viewport, item: Drawn) -> Overlay | None:
    for layer in view.overlays:
        element = page.dom.by_selector.get(layer.selector)
        own = page.dom.by_selector.get(item.selector)
        inside = element is not None and own is not None and element.contains(own)
        menu = layer.covers > MAX_SHARE and is_menu(page, layer)
        if layer.opaque and not inside and not menu and _covered_share(layer.box, item.box) >= MOST_HIDDEN:
            return layer
    return None


def _covered_share(over: Box, under: Box) -> float:
    """The share of the lower box that the upper one hides."""
    wide = min(over[0] + over[2], under[0] + under[2]) - max(over[0], under[0])
    high = min(over[1] + over[3], under[1] + under[3]) - max(over[1], under[1])
    area = under[2] * under[3]
    return max(0.0, wide) * max(0.0, high) / area if area else 0.0
