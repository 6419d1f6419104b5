"""Every axe violation as a finding of its own, apart from those that another check answers for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Literal

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.axe_nodes import PALE, in_action, is_uncertain, nodes_as_evidence, violations
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
    found,
)
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

#: rules judged by another id, so that nothing counts twice
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

#: patches that change nothing a visitor was told; an alternative text is a claim and needs a reader
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

_SEVERE = ("critical", "serious")


@cache
def meta_for(rule: str, help_text: str) -> Meta:
    """Texts come from our own table, else from axe in English and in short from its Swedish list."""
    told = lexicon("axe_texts").get(rule)
    return Meta(
        id=f"a11y.{rule}",
        measured=True,
        needs=(Layer.AXE, Layer.STYLES) if rule == "color-contrast" else (Layer.AXE,),
        sources=(Source.WCAG,),
        confidence=1.0,
        effort="S",
        fix="safe" if rule in _SAFE else "needs_review" if rule in _REVIEW else "spec_only",
        en=_text(_escaped(help_text), told["en"]) if told else _english(rule, help_text),
        sv=_text(_swedish_title(rule), told["sv"]) if told else _swedish(rule),
    )


def _text(title: str, told: Sequence[str]) -> Text:
    failure, why, fix = told
    return Text(title=title, failure=failure, why=why, fix=fix)


def _english(rule: str, help_text: str) -> Text:
    return Text(
        title=_escaped(help_text),
        failure=f"{_escaped(help_text)}: {{count:one element does|{{count}} elements do}} not meet this",
        why="axe-core found this on the rendered page. It is a barrier for people who use a screen reader, a keyboard or enlarged text.",
        fix=f"Correct the elements listed; the axe-core rule is “{rule}”.",
    )


def _swedish(rule: str) -> Text:
    return Text(
        title=_swedish_title(rule),
        failure=f"{_swedish_title(rule)}: {{count:ett|{{count}}}} element uppfyller det inte",
        why="axe-core hittade det på den renderade sidan. Det är ett hinder för den som använder skärmläsare, tangentbord eller förstoring.",
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
        return _finding(page, violation, named_meta(rule))
    return None


def _contrast(page: Page) -> Verdict:
    """What axe could work out, and what the pixels show where it could not; each text once, buttons elsewhere."""
    every = [node for rule in violations(page, "color-contrast") for node in rule.nodes]
    nodes = [node for node in every if not in_action(page, node.selector)]
    proofs = nodes_as_evidence(page, nodes)
    known = {node.selector for node in every}
    painted = [
        (text, where)
        for selector, (text, where) in page.painted_texts.items()
        if selector not in known and not in_action(page, selector) and selector in page.dom.by_selector
    ]
    proofs += [_as_painted(page, *row) for row in painted if painted_verdict(row[0]) == "pale"]
    if proofs:
        unseen = [item for item in proofs if _is_invisible(page, item)]
        proofs = unseen + [item for item in proofs if item not in unseen]
        severity = Severity.P1 if _is_grave(proofs) else Severity.P2
        meta = named_meta("color-contrast")
        told = found(meta, page.brief, severity, proofs, count=len(proofs), glaring=bool(unseen))
        faint = [text for text, _ in painted if painted_verdict(text) == "pale"]
        remedy = _remedy({*map(_remedy_of_node, nodes), *map(_remedy_of_painted, faint)})
        if remedy is not None:
            told = replace(told, fix=replace(told.fix, summary=remedy(page.brief.lang)))
        return _as_invisible(told, unseen, page.brief.lang) if unseen else told
    left = any(
        view.painted.unmeasured_texts
        for view in (page.seen.desktop, page.seen.mobile)
        if view and view.painted
    )
    unclear = left or any(painted_verdict(text) == "unclear" for text, _ in painted)
    return NotMeasured("contrast-unclear") if unclear else None


#: below the first ratio readers notice at once, and so many texts below the second tire even where each can be read;
#: what fails the norm by less nobody sees
GRAVE_RATIO, PALE_RATIO, MANY_PALE = 3.0, 4.0, 5


def _is_grave(proofs: list[Evidence]) -> bool:
    told = [value for item in proofs if (value := _ratio(item)) is not None]
    pale = len(proofs) - sum(value >= PALE_RATIO for value in told)
    return pale >= MANY_PALE or min(told, default=1.0) < GRAVE_RATIO


def _is_invisible(page: Page, item: Evidence) -> bool:
    """Letters in the colour of their ground, where letters are drawn; what fades in and out may be seen a moment later."""
    if not re.search(r"\w{3}", item.snippet):
        return False  # a figure or a sign for decoration
    drawn = (page.mobile if item.viewport == "mobile" else page.desktop).get(item.selector)
    if drawn is None or not drawn.visible or not drawn.own_chars or drawn.color[3] < MEANT:
        return False
    told = re.search(r"\((#\w{6}) / (#\w{6})\)", str(item.value))
    if told is not None:  # what is made faint by opacity is meant so, or fades in
        return all(cannot_be_seen(one, _colour(told[2])) for one in (_colour(told[1]), drawn.color))
    text, _ = page.painted_texts.get(item.selector, (None, ""))
    view = page.seen.mobile if item.viewport == "mobile" else page.seen.desktop
    if text is None or view is None or is_uncertain(text, view):
        return False
    return cannot_be_seen(text.color, text.ground)


def _ratio(item: Evidence) -> float | None:
    told = re.match(r"([\d.]+):1", str(item.value))
    return float(told[1]) if told else None


def _as_invisible(told: Finding, unseen: list[Evidence], lang: Language) -> Finding:
    key = "one" if len(unseen) == 1 else "many"
    said = _UNSEEN[key](lang).format(sample=unseen[0].snippet, n=len(unseen))
    return replace(told, title=said, why=_UNSEEN["why"](lang))


#: pale is what one can still read
_UNSEEN = {
    "one": InlineText(en="“{sample}” can hardly be seen", sv="”{sample}” syns knappt"),
    "many": InlineText(
        en="{n} texts can hardly be seen, among them “{sample}”",
        sv="{n} texter syns knappt, bland annat ”{sample}”",
    ),
    "why": InlineText(
        en="The text is almost the same colour as its background, so hardly anyone can read it.",
        sv="Texten har nästan samma färg som bakgrunden, så knappt någon kan läsa den.",
    ),
}

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


def _remedy(wanted: set[tuple[str, str] | None]) -> InlineText | None:
    """One where it mends all of them; else the rule's own words, which name both ways."""
    told = wanted - {None}
    return _REMEDIES[next(iter(told))] if len(told) == 1 else None  # type: ignore[index]


def remedy_for(text: float, ground: float) -> tuple[str, str]:
    """What can be changed so that it helps, by the luminance of both: on near black only lighter words do."""
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


def _colour(told: str) -> Colour:
    digits = told.lstrip("#")
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


def others(page: Page) -> list[Finding]:
    """Every other rule that failed, in axe's order."""
    skipped = {*NAMED, *ELSEWHERE}
    if violations(page, "landmark-one-main"):
        skipped.add(
            "region"
        )  # a page without main has everything outside of landmarks: agent.landmarks says so
    failed = [item for item in page.seen.axe or () if item.rule not in skipped]
    findings = (_finding(page, item, meta_for(item.rule, item.help)) for item in failed)
    return [item for item in findings if item is not None]


def severity_of(violation: AxeViolation) -> Severity:
    """Best practices are hygiene; blocked zoom is not."""
    if violation.rule == "meta-viewport":
        return Severity.P1
    if "best-practice" in violation.tags or violation.impact not in _SEVERE:
        return Severity.P2
    return Severity.P1


def _finding(page: Page, violation: AxeViolation, meta: Meta) -> Finding | None:
    nodes = list(violation.nodes)
    if violation.rule == "color-contrast":
        nodes = [node for node in nodes if not in_action(page, node.selector)]
    if not nodes:
        return None
    return found(meta, page.brief, severity_of(violation), nodes_as_evidence(page, nodes), count=len(nodes))
