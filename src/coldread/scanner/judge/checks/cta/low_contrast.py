"""A button is hard to see or to read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal, NamedTuple

from coldread.base.languages import Language, format_number
from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.axe_nodes import (
    in_action,
    is_uncertain,
    low_contrast_nodes,
    nodes_as_evidence,
)
from coldread.scanner.judge.evidence import Value
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.contrast import (
    MEANT,
    TEXT_RATIO,
    UNSEEN_RATIO,
    blend_over,
    cannot_be_seen,
    painted_verdict,
    ratio,
    wanted_ratio,
)
from coldread.scanner.page.main_control import main_controls
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.actions import can_be_seen
from coldread.scanner.page.observe.bars import shows_what_is_under
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import PaintedText
from coldread.scanner.page.phrases import words

INVISIBLE_FILL, FAINT_FILL = 1.5, 3.0
#: a fill is faint only if no colour channel differs by more: coral on turquoise has the same luminance and is easy to see
ALIKE = 24
#: text and fills with less opacity do not count
SEEN = 0.1

META = Meta(
    id="cta.low-contrast",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.WCAG,),
    confidence=0.9,
    effort="S",
    fix="safe",
    en=Text(
        title="Words on buttons have the contrast that WCAG asks for",
        failure="The words on “{label}” have a contrast of {value}:1, and WCAG asks for {threshold}:1",
        why="WCAG 1.4.3 asks for 4.5:1 between words and background, and 3:1 for large text. Measured by the pixels of our picture, or by the declared colours.",
        fix="Change the colour of the words or of the button until the contrast is {threshold}:1.",
    ),
    sv=Text(
        title="Orden på knappar har den kontrast som WCAG kräver",
        failure="Orden på ”{label}” har kontrasten {value}:1, och WCAG kräver {threshold}:1",
        why="WCAG 1.4.3 kräver 4,5:1 mellan ord och bakgrund, och 3:1 för stor text. Mätt med bildpunkterna i vår bild, eller med de angivna färgerna.",
        fix="Ändra ordens eller knappens färg tills kontrasten är {threshold}:1.",
    ),
)


#: its severity, the control's label and the proof
Fault = tuple[Severity, str, Evidence]


class _Faults(NamedTuple):
    """What the controls of a page have."""

    poor: list[Fault]
    #: proofs of fills that hardly differ from what is around them
    faint: list[Evidence]
    #: some control could not be measured
    unclear: bool


def check(page: Page) -> Verdict:
    poor, faint, unclear = _control_faults(page)
    known = {proof.selector for _, _, proof in poor}
    poor += [fault for fault in _found_by_axe(page) if fault[2].selector not in known]
    poor = _each_once(page, poor)
    if all(fault[0] is Severity.INFO for fault in poor) and unclear:
        return NotMeasured("contrast-unclear")
    if not poor:
        return None
    poor.sort(
        key=lambda fault: (
            fault[0] if fault[2] in faint else max(fault[0], _severity_of_ratio(fault[2])),
            fault[0],
        )
    )
    severity, label, first = poor[0]
    text_faults = [fault for fault in poor if fault[2] not in faint]
    proof = [item for rank, _, item in (poor if first in faint else text_faults) if rank == severity]
    if first not in faint:  # the others that nobody can read either, whichever is the main one
        proof += [item for rank, _, item in text_faults if severity < rank < Severity.INFO]
    invisible = next((fault for fault in text_faults if _is_invisible(page, fault[2])), None)
    hardest = invisible or next((fault for fault in text_faults if _is_hardly_read(page, fault[2])), None)
    if hardest is not None:
        _, label, first = hardest
        proof = [first, *(item for item in proof if item is not first)]
        severity = Severity.P1
    finding = build_finding(
        META,
        page.brief,
        severity if first in faint else max(severity, _severity_of_ratio(first)),
        proof,
        glaring=hardest is not None,
        label=label,
        value=first.value,
        threshold=first.threshold,
    )
    lang = page.brief.lang
    if first not in faint:
        several = _SEVERAL(lang, n=finding.count, label=label, value=_formatted_value(first.value, lang))
        return finding if finding.count == 1 else replace(finding, title=several)
    fix = replace(finding.fix, summary=_FAINT["fix"](lang))
    title = _FAINT["title"](lang, label=label, value=_formatted_value(first.value, lang))
    return replace(finding, title=title, why=_FAINT["why"](lang), fix=fix)


def _each_once(page: Page, faults: list[Fault]) -> list[Fault]:
    """The list without controls that are inside another listed control."""
    listed = {fault[2].selector for fault in faults}

    def is_inner(fault: Fault) -> bool:
        element = page.dom.by_selector.get(fault[2].selector)
        return element is not None and any(above.selector in listed for above in element.ancestors())

    return [fault for fault in faults if not is_inner(fault)]


def _formatted_value(value: Value, lang: Language) -> str:
    return format_number(value, lang) if isinstance(value, float) else str(value)


def _control_faults(page: Page) -> _Faults:
    poor: list[tuple[Severity, str, Evidence]] = []
    faint: list[Evidence] = []
    unclear = False
    wanted = {action.selector for action in main_controls(page)}
    for action in page.actions:
        item = page.desktop.get(action.selector)
        if item and can_be_seen(item) and "disabled" not in action.element.attrs and _has_letters(item.text):
            painted = texts_in(page, action.element)
            if not painted and is_on_the_page(page, item):
                unclear = True
                continue
            pale = [text for text, _ in painted if painted_verdict(text) == "pale"]
            unclear |= any(painted_verdict(text) == "unclear" for text, _ in painted)
            faults = [_as_painted(page, item, pale[0])] if pale else []
            faults = faults or _contrast_faults(page, item, is_painted=bool(painted))
            worst = Severity.P1 if action.selector in wanted else Severity.P2
            poor += [(max(severity, worst), action.label, proof) for severity, proof in faults]
            for rank, place in [] if faults else _faint_fill_faults(page, item):
                faint.append(place)
                own = action.selector in wanted and action.element.closest("nav") is None
                poor.append((rank if own else Severity.INFO, action.label, place))
    return _Faults(poor, faint, unclear)


_SEVERAL = InlineText(
    en="The words on at least {n} buttons have less contrast than WCAG asks for, among them “{label}” ({value}:1)",
    sv="Orden på minst {n} knappar har mindre kontrast än WCAG kräver, bland annat ”{label}” ({value}:1)",
)


def _is_invisible(page: Page, place: Evidence) -> bool:
    """By its pixels if they were read, else by its declared colours."""
    element = page.dom.by_selector.get(place.selector)
    painted = texts_in(page, element) if element is not None else []
    if painted:
        views = {"mobile": page.seen.mobile, "desktop": page.seen.desktop}
        return any(
            (view := views.get(where)) is not None
            and not is_uncertain(text, view)
            and cannot_be_seen(text.color, text.ground)
            for text, where in painted
        )
    item = page.desktop.get(place.selector)
    if item is None or item.color[3] < MEANT or not words(item.text):
        return False
    return cannot_be_seen(item.color, fill_of(item))


def _is_hardly_read(page: Page, place: Evidence) -> bool:
    """By its pixels: grey on a blue of the same luminance, for example."""
    element = page.dom.by_selector.get(place.selector)
    painted = texts_in(page, element) if element is not None else []
    return any(text.ratio is not None and text.ratio < UNSEEN_RATIO for text, _ in painted)


def _has_letters(text: str) -> bool:
    """False for a symbol or an emoji, which has its own colours."""
    return any(letter.isalnum() for letter in text)


def _text_of(page: Page, selector: str) -> str:
    element = page.dom.by_selector.get(selector)
    return element.text if element is not None else selector


#: readers of 50 pages named labels below the first ratio, and none above the second
NOTICED, UNNOTICED = 2.2, 3.5


def _severity_of_ratio(place: Evidence) -> Severity:
    """The severity of a ratio. What fails the norm by little is listed and not counted."""
    try:
        value = float(str(place.value))
    except ValueError:
        return Severity.P2
    return Severity.P1 if value < NOTICED else Severity.P2 if value < UNNOTICED else Severity.INFO


#: texts for a fill that hardly differs from its surroundings, under readable words
_FAINT = {
    "title": InlineText(
        en="The fill of “{label}” has a contrast of {value}:1 to what is around it",
        sv="Fyllningen på ”{label}” har kontrasten {value}:1 mot det som omger den",
    ),
    "why": InlineText(
        en="This is about the fill, not about the words on it. WCAG 1.4.11 asks for 3:1 where the fill alone shows what can be pressed.",
        sv="Det gäller fyllningen, inte orden på den. WCAG 1.4.11 kräver 3:1 där bara fyllningen visar vad som går att trycka på.",
    ),
    "fix": InlineText(
        en="If the fill alone shows the button, give it a border, or a fill that is lighter or darker.",
        sv="Visar bara fyllningen att det är en knapp: ge den en kant, eller en ljusare eller mörkare fyllning.",
    ),
}


def texts_in(page: Page, element: Element) -> list[tuple[PaintedText, str]]:
    """The texts in the element whose contrast was measured by pixels, with their window."""
    painted = page.painted_texts
    return [painted[part.selector] for part in element.walk() if part.selector in painted] if painted else []


def _as_painted(page: Page, item: Drawn, text: PaintedText) -> tuple[Severity, Evidence]:
    wanted = wanted_ratio(text.size, text.weight)
    _, where = page.painted_texts[text.selector]
    view: Literal["desktop", "mobile"] = "mobile" if where == "mobile" else "desktop"
    drawn = (page.mobile if view == "mobile" else page.desktop).get(item.selector, item)
    return Severity.P1, evidence.of_drawn(page, drawn, view, value=text.ratio, threshold=wanted)


def is_on_the_page(page: Page, item: Drawn) -> bool:
    """It has no fill and is in a bar without one, so its background is what the page shows there at the moment."""
    return (
        item.background[3] < 1 and not item.background_image and _is_in_transparent_bar(page, item.selector)
    )


def _is_in_transparent_bar(page: Page, selector: str) -> bool:
    """Asked by the element's ancestors, since the selector of an element with an id does not contain them."""
    view, element = page.seen.desktop, page.dom.by_selector.get(selector)
    around = (element, *element.ancestors()) if element is not None else ()
    places = (selector, *(ancestor.selector for ancestor in around))
    return view is not None and any(shows_what_is_under(place, view) for place in places)


def _found_by_axe(page: Page) -> list[tuple[Severity, str, Evidence]]:
    """Buttons whose contrast axe measured and we did not."""
    nodes = [
        node
        for node in low_contrast_nodes(page)
        if in_action(page, node.selector)
        and _has_letters(_text_of(page, node.selector))
        and not _is_in_transparent_bar(page, node.selector)
    ]
    proofs = nodes_as_evidence(page, nodes)
    return [
        (
            _severity_for_control(page, proof),
            proof.snippet,
            replace(proof, value=_ratio_in(proof.value), threshold=TEXT_RATIO),
        )
        for proof in proofs
    ]


def _severity_for_control(page: Page, proof: Evidence) -> Severity:
    """P1 for a main control, P2 for any other."""
    serving = [action.selector for action in main_controls(page)]
    is_own = any(
        proof.selector == selector or proof.selector.startswith(f"{selector} > ") for selector in serving
    )
    return Severity.P1 if is_own else Severity.P2


def _ratio_in(value: object) -> float | str:
    """The number in axe's value."""
    match = re.match(r"(\d+(?:\.\d+)?):1", str(value))
    return float(match[1]) if match else f"< {TEXT_RATIO}"


def _contrast_faults(page: Page, item: Drawn, *, is_painted: bool) -> list[tuple[Severity, Evidence]]:
    """By declared colours, unless the label was measured by pixels."""
    ground = fill_of(item)
    if ground is None:
        return []
    faults = []
    wanted = wanted_ratio(item.painted_size, item.font_weight)
    label = ratio(blend_over(item.color, ground), ground)
    if (
        item.text
        and not is_painted
        and label < wanted
        and item.color[3] > SEEN
        and _is_one_colour(page, item)
    ):
        faults.append(
            (Severity.P1, evidence.of_drawn(page, item, "desktop", value=round(label, 2), threshold=wanted))
        )
    return faults


def _is_one_colour(page: Page, item: Drawn) -> bool:
    """All parts with text have the same colour. An icon and the words beside it may differ."""
    element = page.dom.by_selector.get(item.selector)
    parts = [page.desktop.get(part.selector) for part in element.walk()] if element is not None else []
    return len({part.color for part in parts if part is not None and part.own_chars}) <= 1


def _faint_fill_faults(page: Page, item: Drawn) -> list[tuple[Severity, Evidence]]:
    """A fill that hardly differs from its surroundings."""
    ground = fill_of(item)
    if (
        ground is None
        or item.behind is None
        or item.background[3] <= SEEN
        or item.border_width
        or item.shadow
    ):
        return []
    apart = ratio(ground, item.behind)
    if apart >= FAINT_FILL:
        return []
    alike = max(abs(one - other) for one, other in zip(ground[:3], item.behind[:3], strict=True)) <= ALIKE
    rank, limit = (Severity.P1, INVISIBLE_FILL) if alike else (Severity.INFO, FAINT_FILL)
    return [(rank, evidence.of_drawn(page, item, "desktop", value=round(apart, 2), threshold=limit))]


def fill_of(item: Drawn) -> tuple[int, int, int, float] | None:
    """The colour under the label, whichever element paints it; None under a picture or gradient."""
    if item.drawn_by:
        return item.fill
    if item.background_image:
        return None
    if item.background[3] >= 1:
        return item.background
    return blend_over(item.background, item.behind) if item.behind is not None else None
