"""The page is wider than its window."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.blocked_files import lacks_letters
from coldread.scanner.judge.finding import (
    Evidence,
    Finding,
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.page_width import (
    PLAIN_PX,
    SLIGHT_PX,
    TOLERANCE_PX,
    width_of_layout,
    window_page_overflows,
)
from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.page import Page

META = Meta(
    id="visual.overflow-x",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="The page is not wider than its window",
        failure="On a phone, the page is {over} px wider than the screen",
        why="Measured on the page as our browser drew it, at 390 × 844 for a phone.",
        fix="Find what cannot become narrower: a fixed width, padding, or a row or a word that does not wrap.",
    ),
    sv=Text(
        title="Sidan är inte bredare än sitt fönster",
        failure="I mobilen är sidan {over} px bredare än skärmen",
        why="Mätt på sidan som vår webbläsare ritade den, vid 390 × 844 för en mobil.",
        fix="Hitta det som inte kan bli smalare: en fast bredd, padding eller en rad eller ett ord som inte bryts.",
    ),
)


def check(page: Page) -> Verdict:
    view = window_page_overflows(page)
    if view is None:
        unseen = "phone-shrinks" if page.is_shrunk else "no-mobile"
        return NotMeasured(unseen) if page.seen.mobile is None else None
    over = view.scroll_width - view.width
    if view.name == "desktop":
        return replace(
            _finding_of_view(page, view, Severity.P2), title=_DESKTOP(page.brief.lang).format(over=over)
        )
    return (
        _finding_of_view(page, view, _severity_of_overflow(over))
        if over > TOLERANCE_PX
        else _finding_of_wide_page(page, view, width_of_layout(view))
    )


_DESKTOP = InlineText(
    en="At 1366 × 768, the page is {over} px wider than the window",
    sv="Vid 1366 × 768 är sidan {over} px bredare än fönstret",
)


def _severity_of_overflow(over: int) -> Severity:
    return Severity.INFO if over <= SLIGHT_PX else Severity.P2 if over < PLAIN_PX else Severity.P1


def _finding_of_view(page: Page, view: Viewport, severity: Severity) -> Finding:
    proof = [
        evidence.of_drawn(page, item, view.name, value=round(item.box[0] + item.box[2]), threshold=view.width)
        for item in view.overflowing
    ] or [evidence.of_searched_place(page, "body", value=view.scroll_width, threshold=view.width)]
    finding = build_finding(META, page.brief, severity, proof, over=view.scroll_width - view.width)
    if lacks_letters(page.seen):
        finding = replace(finding, why=f"{finding.why} {_OTHER_LETTERS(page.brief.lang)}")
    remedy = _measured_remedy(view, page.brief.lang)
    return replace(finding, fix=replace(finding.fix, summary=remedy)) if remedy else finding


_OTHER_LETTERS = InlineText(
    en="A file of fonts or icons did not load in our browser, so this was measured with other letters than visitors may see.",
    sv="En fil med typsnitt eller ikoner laddades inte i vår webbläsare, så det här mättes med andra bokstäver än besökarna kanske ser.",
)
#: px from the left edge of a phone that only padding or a margin explains
FAR_IN = 60


def _measured_remedy(view: Viewport, lang: Language) -> str:
    """The cause that the boxes show; empty if they show none."""
    widest = max((item.box[0] + item.box[2] for item in view.overflowing), default=0.0)
    reaching = [item for item in view.overflowing if item.box[0] + item.box[2] >= widest - TOLERANCE_PX]
    for item in reaching:
        padding = item.padding[1] + item.padding[3]
        if (
            padding
            and abs(item.box[2] - padding - view.width) <= TOLERANCE_PX
            and item.box[0] <= TOLERANCE_PX
        ):
            return _PADDED(lang).format(selector=item.selector, padding=round(padding))
    left = min((item.box[0] for item in reaching), default=0.0)
    if view.name == "mobile" and left >= FAR_IN:
        return _FAR_IN(lang).format(left=round(left), width=view.width)
    return ""


_PADDED = InlineText(
    en="“{selector}” is as wide as the screen, and its padding of {padding} px comes on top: give it box-sizing:border-box.",
    sv="”{selector}” är lika bred som skärmen, och dess padding på {padding} px kommer till: ge den box-sizing:border-box.",
)
_FAR_IN = InlineText(
    en="These elements begin {left} px from the left edge of a {width} px screen: make that padding or margin smaller on phones.",
    sv="De här elementen börjar {left} px från vänsterkanten på en {width} px bred skärm: gör den marginalen eller paddingen mindre i mobilen.",
)


def _finding_of_wide_page(page: Page, view: Viewport, wide: int) -> Finding:
    proof = [
        Evidence(
            layer="rendered",
            viewport="mobile",
            selector=layer.selector,
            snippet=evidence.shortened(layer.text) or layer.selector,
            box=layer.box,
            value=round(layer.box[0] + layer.box[2]),
            threshold=view.width,
        )
        for layer in view.overlays
        if layer.box[0] + layer.box[2] > view.width + SLIGHT_PX
    ]
    return build_finding(
        META, page.brief, _severity_of_overflow(wide - view.width), proof, over=wide - view.width
    )
