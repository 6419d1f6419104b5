"""Each axe violation as a finding, except those that another check reports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Literal

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.axe_nodes import (
    PALE,
    in_action,
    is_uncertain,
    low_contrast_nodes,
    nodes_as_evidence,
    violations,
)
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
from coldread.scanner.judge.nested_controls import RULE, with_both_named
from coldread.scanner.judge.source_end import is_cut_off
from coldread.scanner.page.contrast import (
    MEANT,
    TEXT_RATIO,
    cannot_be_seen,
    luminance,
    painted_verdict,
    wanted_ratio,
)
from coldread.scanner.page.observations import AxeNode, AxeViolation, Colour
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import PaintedText
from coldread.scanner.page.phrases import lexicon

#: rules that another check reports, so that nothing counts twice
ELSEWHERE = {
    "label": "form.label",
    "select-name": "form.label",
    "target-size": "cta.tap-target",
    "document-title": "seo.title",
    "landmark-one-main": "agent.landmarks",
    "page-has-heading-one": "clarity.h1-missing",
}

#: always listed, also when they pass
NAMED = ("html-has-lang", "image-alt", "color-contrast", "link-name", "meta-viewport")

#: rules whose patch changes no words; an alternative text is a claim that a person must review
_SAFE = frozenset({"html-has-lang", "meta-viewport"})
_REVIEW = frozenset(
    {
        "image-alt",
        "link-name",
        "button-name",
        "color-contrast",
        "html-lang-valid",
        "frame-title",
        "list",
        "listitem",
    }
)

#: rules about an element whose words may be in the part of the file that is missing
_NEEDS_A_NAME = frozenset({"link-name", "button-name", "empty-heading"})

_SEVERE = ("critical", "serious")


@cache
def meta_for(rule: str, help_text: str) -> Meta:
    """The check's facts. Texts come from our own table, else from axe (English) or its list of Swedish titles."""
    texts = lexicon("axe_texts").get(rule)
    return Meta(
        id=f"a11y.{rule}",
        measured=True,
        needs=(Layer.AXE, Layer.STYLES) if rule == "color-contrast" else (Layer.AXE,),
        sources=(Source.WCAG,),
        confidence=1.0,
        effort="S",
        fix="safe" if rule in _SAFE else "needs_review" if rule in _REVIEW else "spec_only",
        en=_text_of_parts(_escaped(help_text), texts["en"]) if texts else _english_text(rule, help_text),
        sv=_text_of_parts(_swedish_title(rule), texts["sv"]) if texts else _swedish_text(rule),
    )


def _text_of_parts(title: str, parts: Sequence[str]) -> Text:
    failure, why, fix = parts
    return Text(title=title, failure=failure, why=why, fix=fix)


def _english_text(rule: str, help_text: str) -> Text:
    return Text(
        title=_escaped(help_text),
        failure=f"{_escaped(help_text)}: {{count:one element does|{{count}} elements do}} not meet this",
        why="axe-core found this on the page as our browser drew it.",
        fix=f"Correct the elements listed; the axe-core rule is “{rule}”.",
    )


def _swedish_text(rule: str) -> Text:
    return Text(
        title=_swedish_title(rule),
        failure=f"{_swedish_title(rule)}: {{count:ett|{{count}}}} element uppfyller det inte",
        why="axe-core hittade det på sidan som vår webbläsare ritade den.",
        fix=f"Rätta elementen i listan; regeln i axe-core heter ”{rule}”.",
    )


def _swedish_title(rule: str) -> str:
    known = lexicon("axe_sv")["rules"].get(rule)
    return known or f"Tillgänglighetsregeln {rule} följs"


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


_NAMED_HELP = {
    "html-has-lang": "The html element has a lang attribute",
    "image-alt": "Every image has alternative text",
    "color-contrast": "Text has enough contrast against its background",
    "link-name": "Every link has a text that can be read aloud",
    "meta-viewport": "Visitors can zoom and scale the page",
}


def named_meta(rule: str) -> Meta:
    return meta_for(rule, _NAMED_HELP[rule])


def judge(page: Page, rule: str) -> Verdict:
    """One named rule."""
    if rule == "color-contrast":
        return _contrast(page)
    for violation in violations(page, rule):
        return _finding_of_violation(page, violation, named_meta(rule))
    return None


def _contrast(page: Page) -> Verdict:
    """Contrast by axe, or by pixels where axe could not tell. Each text counts once; buttons belong to another check."""
    every = low_contrast_nodes(page)
    measured = page.painted_texts
    # where the pixels were measured, they count: axe does not see every layer between text and background
    nodes = [node for node in every if not in_action(page, node.selector) and node.selector not in measured]
    proofs = nodes_as_evidence(page, nodes)
    painted = [
        (text, where)
        for selector, (text, where) in measured.items()
        if not in_action(page, selector) and selector in page.dom.by_selector
    ]
    proofs += [_as_painted(page, text, where) for text, where in painted if painted_verdict(text) == "pale"]
    if proofs:
        invisible = [item for item in proofs if _is_invisible(page, item)]
        proofs = invisible + [item for item in proofs if item not in invisible]
        severity = Severity.P1 if _is_grave(proofs) else Severity.P2
        meta = named_meta("color-contrast")
        finding = build_finding(
            meta, page.brief, severity, proofs, count=len(proofs), glaring=bool(invisible)
        )
        faint = [text for text, _ in painted if painted_verdict(text) == "pale"]
        remedy = _common_remedy({*map(_remedy_of_node, nodes), *map(_remedy_of_painted, faint)})
        if any(_changes_ground(page, item.selector) for item in proofs):
            remedy = _BOTH_GROUNDS
        if remedy is not None:
            finding = replace(finding, fix=replace(finding.fix, summary=remedy(page.brief.lang)))
        return finding
    unmeasured = any(
        view.painted.unmeasured_texts
        for view in (page.seen.desktop, page.seen.mobile)
        if view and view.painted
    )
    unclear = unmeasured or any(painted_verdict(text) == "unclear" for text, _ in painted)
    return NotMeasured("contrast-unclear") if unclear else None


#: below the first ratio readers notice a text at once; many texts below the second are tiring even if each can be read.
#: Readers do not notice a text that fails the norm by less
GRAVE_RATIO, PALE_RATIO, MANY_PALE = 3.0, 4.0, 5


def _is_grave(proofs: list[Evidence]) -> bool:
    ratios = [value for item in proofs if (value := _ratio(item)) is not None]
    pale = len(proofs) - sum(value >= PALE_RATIO for value in ratios)
    return pale >= MANY_PALE or min(ratios, default=1.0) < GRAVE_RATIO


def _is_invisible(page: Page, item: Evidence) -> bool:
    """Visible letters in the colour of their background. Text with low opacity may be about to fade in, so it does not count."""
    if not re.search(r"\w{3}", item.snippet):
        return False  # a number or an ornament
    drawn = (page.mobile if item.viewport == "mobile" else page.desktop).get(item.selector)
    if drawn is None or not drawn.visible or not drawn.own_chars or drawn.color[3] < MEANT:
        return False
    colours = re.search(r"\((#\w{6}) / (#\w{6})\)", str(item.value))
    if colours is not None:  # text that is faint by opacity is meant so, or fades in
        return all(
            cannot_be_seen(colour, _colour(colours[2])) for colour in (_colour(colours[1]), drawn.color)
        )
    text, _ = page.painted_texts.get(item.selector, (None, ""))
    view = page.seen.mobile if item.viewport == "mobile" else page.seen.desktop
    if text is None or view is None or is_uncertain(text, view):
        return False
    return cannot_be_seen(text.color, text.ground)


def _ratio(item: Evidence) -> float | None:
    match = re.match(r"([\d.]+):1", str(item.value))
    return float(match[1]) if match else None


_DARKER_TEXT = InlineText(
    en="Make the text darker until the contrast is 4.5:1, or 3:1 for text from 24 px.",
    sv="Gör texten mörkare tills kontrasten är 4,5:1, eller 3:1 för text från 24 px.",
)
_DARKER_GROUND = InlineText(
    en="The text is light: make the background darker until the contrast is 4.5:1, or 3:1 for text from 24 px.",
    sv="Texten är ljus: gör bakgrunden mörkare tills kontrasten är 4,5:1, eller 3:1 för text från 24 px.",
)
_LIGHTER_TEXT = InlineText(
    en="Make the text lighter until the contrast is 4.5:1, or 3:1 for text from 24 px.",
    sv="Gör texten ljusare tills kontrasten är 4,5:1, eller 3:1 för text från 24 px.",
)
_LIGHTER_GROUND = InlineText(
    en="The text is dark: make the background lighter until the contrast is 4.5:1, or 3:1 for text from 24 px.",
    sv="Texten är mörk: gör bakgrunden ljusare tills kontrasten är 4,5:1, eller 3:1 för text från 24 px.",
)
_REMEDIES = {
    ("text", "darker"): _DARKER_TEXT,
    ("text", "lighter"): _LIGHTER_TEXT,
    ("ground", "darker"): _DARKER_GROUND,
    ("ground", "lighter"): _LIGHTER_GROUND,
}


_BOTH_GROUNDS = InlineText(
    en="The background of text in this list differs between phone and computer: choose colours that reach 4.5:1 on both, or 3:1 for text from 24 px.",
    sv="Text i listan står på en annan bakgrund i mobilen än på datorn: välj färger som når 4,5:1 på båda, eller 3:1 för text från 24 px.",
)
#: difference in luminance between two backgrounds from which on one direction of change does not suit both
OTHER_GROUND = 0.2


def _changes_ground(page: Page, selector: str) -> bool:
    """Both windows show the element, on backgrounds of different brightness."""
    views = [view.get(selector) for view in (page.desktop, page.mobile)]
    shown = [one for one in views if one is not None and one.visible]
    grounds = [
        luminance(ground)
        for one in shown
        if (ground := one.background if one.background[3] > MEANT else one.behind) is not None
    ]
    return len(grounds) == len(views) and abs(grounds[0] - grounds[1]) > OTHER_GROUND


def _common_remedy(wanted: set[tuple[str, str] | None]) -> InlineText | None:
    """A remedy that fixes all of them; None if they need different ones."""
    known = wanted - {None}
    return _REMEDIES[next(iter(known))] if len(known) == 1 else None  # type: ignore[index]


def remedy_for(text: float, ground: float) -> tuple[str, str]:
    """What to change, and how, by the luminance of both colours. On near black only lighter text helps."""
    if text > ground:
        reaches = 1.05 / (ground + 0.05) >= TEXT_RATIO
        return ("text", "lighter") if reaches else ("ground", "darker")
    reaches = (ground + 0.05) / 0.05 >= TEXT_RATIO
    return ("text", "darker") if reaches else ("ground", "lighter")


def _remedy_of_painted(text: PaintedText) -> tuple[str, str] | None:
    if text.color is None or text.ground is None:
        return None
    return remedy_for(luminance(text.color), luminance(text.ground))


def _remedy_of_node(node: AxeNode) -> tuple[str, str] | None:
    pale = PALE.search(node.summary)
    return remedy_for(_brightness(pale[2]), _brightness(pale[3])) if pale is not None else None


def _brightness(colour: str) -> float:
    return luminance(_colour(colour))


def _colour(code: str) -> Colour:
    digits = code.lstrip("#")
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4)) if len(digits) == 6 else (0, 0, 0)
    return red, green, blue, 1.0


def _as_painted(page: Page, text: PaintedText, where: str) -> Evidence:
    view: Literal["desktop", "mobile"] = "mobile" if where == "mobile" else "desktop"
    return evidence.of(
        page,
        page.dom.by_selector[text.selector],
        viewport=view,
        value=f"{text.ratio}:1",
        threshold=f"{wanted_ratio(text.size, text.weight)}:1",
    )


def other_findings(page: Page) -> list[Finding]:
    """Every other rule that failed, in axe's order."""
    skipped = {*NAMED, *ELSEWHERE}
    if violations(page, "landmark-one-main"):
        skipped.add(
            "region"
        )  # without a main element everything is outside of landmarks, and agent.landmarks reports that
    failed = [item for item in page.seen.axe or () if item.rule not in skipped]
    findings = (_finding_of_violation(page, item, meta_for(item.rule, item.help)) for item in failed)
    return [item for item in findings if item is not None]


def severity_of(violation: AxeViolation) -> Severity:
    """P2 for best practices and minor impact, P1 for the rest and for blocked zoom."""
    if violation.rule == "meta-viewport":
        return Severity.P1
    if "best-practice" in violation.tags or violation.impact not in _SEVERE:
        return Severity.P2
    return Severity.P1


def _says_the_same(page: Page, selector: str) -> bool:
    """The name has the visible words. axe joins the words of neighbouring elements, and then misses the spaces of the name."""
    element = page.dom.by_selector.get(selector)
    if element is None:
        return False
    name, shown = ("".join(text.split()).casefold() for text in (element.attr("aria-label"), element.text))
    return bool(shown) and shown in name


def _finding_of_violation(page: Page, violation: AxeViolation, meta: Meta) -> Finding | None:
    nodes = list(violation.nodes)
    if violation.rule == "label-content-name-mismatch":
        nodes = [node for node in nodes if not _says_the_same(page, node.selector)]
    if violation.rule == "color-contrast":
        nodes = [node for node in nodes if not in_action(page, node.selector)]
    if violation.rule in _NEEDS_A_NAME:
        nodes = [node for node in nodes if not is_cut_off(page, node.selector)]
    if not nodes:
        return None
    proof = nodes_as_evidence(page, nodes)
    finding = build_finding(meta, page.brief, severity_of(violation), proof, count=len(nodes))
    return with_both_named(finding, page, page.brief.lang) if violation.rule == RULE else finding
