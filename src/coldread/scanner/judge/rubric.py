"""The rubric: every check in its order, and the ten dimensions of a page, each with its own score.

The overall score follows `weights`, mostly from the five questions. A dimension's weight counts where several dimensions
make one score (a reviewer's). `version` has the rubric's version.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.goals import GOALS, PrimaryGoal
from coldread.scanner.judge.checks.accessibility import axe
from coldread.scanner.judge.checks.agent import (
    landmarks,
    llms_txt,
    no_js_text,
    robots_ai_block,
    structured_data,
)
from coldread.scanner.judge.checks.clarity import (
    h1_below_fold,
    h1_long,
    h1_missing,
    h1_multiple,
    placeholder,
)
from coldread.scanner.judge.checks.copy import (
    lang_mismatch,
    readability,
    repeated,
    source_cut,
    unfilled,
    wall_of_text,
)
from coldread.scanner.judge.checks.cta import (
    broken_target,
    covered,
    cut_off,
    dead_link,
    dead_many,
    low_contrast,
    many_buttons,
    no_control,
    same_words,
    tap_target,
)
from coldread.scanner.judge.checks.friction import (
    autocomplete,
    email_type,
    form_label,
    many_fields,
    no_action,
    placeholder_as_label,
    popup,
)
from coldread.scanner.judge.checks.performance import (
    cls,
    img_dimensions,
    img_oversize,
    lcp,
    main_thread_blocking,
    weight,
)
from coldread.scanner.judge.checks.seo import canonical, meta_description, noindex, og, title
from coldread.scanner.judge.checks.trust import (
    contact_unlinked,
    https,
    no_amount,
    no_direct_contact,
    privacy_link,
    private_mail,
    stale,
    stock_pictures,
)
from coldread.scanner.judge.checks.visual import (
    bare_heading,
    blank_area,
    blurred_picture,
    broken_image,
    broken_words,
    clipped_text,
    cut_block,
    flat_hierarchy,
    line_length,
    overflow_x,
    repeated_image,
    reveal_on_scroll,
    small_text,
    text_overlap,
    viewport_missing,
)
from coldread.scanner.judge.finding import Effort, Meta, Severity, Verdict
from coldread.scanner.page.page import Page


@dataclass(frozen=True, kw_only=True)
class Dimension:
    """An aspect of the page with its own score."""

    name: str
    weight: float
    title: InlineText


DIMENSIONS = (
    Dimension(name="clarity", weight=18, title=InlineText(en="Clarity", sv="Tydlighet")),
    Dimension(name="cta", weight=20, title=InlineText(en="Call to action", sv="Knapp och nästa steg")),
    Dimension(name="trust", weight=12, title=InlineText(en="Trust", sv="Förtroende")),
    Dimension(name="friction", weight=12, title=InlineText(en="Friction", sv="Trösklar")),
    Dimension(name="copy", weight=10, title=InlineText(en="Copy", sv="Text")),
    Dimension(name="visual", weight=8, title=InlineText(en="Visual design", sv="Form")),
    Dimension(name="accessibility", weight=8, title=InlineText(en="Accessibility", sv="Tillgänglighet")),
    Dimension(name="performance", weight=6, title=InlineText(en="Performance", sv="Prestanda")),
    Dimension(name="seo", weight=3, title=InlineText(en="Search and sharing", sv="Sök och delning")),
    Dimension(
        name="agent",
        weight=3,
        title=InlineText(en="Readable by AI assistants", sv="Läsbar för AI-assistenter"),
    ),
)

#: factors by which a goal raises a dimension
TILTS: dict[tuple[PrimaryGoal, str], float] = {
    (row.goal, dimension): factor for row in GOALS for dimension, factor in row.tilt.items()
}

#: what a finding takes from its dimension, before confidence and number of elements
PENALTIES: dict[Severity, float] = {
    Severity.P0: 0.35,
    Severity.P1: 0.15,
    Severity.P2: 0.05,
    Severity.INFO: 0.0,
}
EFFORTS: dict[Effort, int] = {"S": 1, "M": 2, "L": 4}


@dataclass(frozen=True, kw_only=True)
class Check:
    """A check: its facts and its function."""

    meta: Meta
    judge: Callable[[Page], Verdict]


def _row(module: ModuleType) -> Check:
    return Check(meta=module.META, judge=module.check)


CHECKS: tuple[Check, ...] = (
    _row(h1_missing),
    _row(h1_multiple),
    _row(h1_long),
    _row(h1_below_fold),
    _row(placeholder),
    _row(no_control),
    _row(same_words),
    _row(dead_link),
    _row(dead_many),
    _row(broken_target),
    _row(many_buttons),
    _row(covered),
    _row(cut_off),
    _row(low_contrast),
    _row(tap_target),
    _row(no_amount),
    _row(private_mail),
    _row(stock_pictures),
    _row(no_direct_contact),
    _row(contact_unlinked),
    _row(privacy_link),
    _row(https),
    _row(stale),
    _row(many_fields),
    _row(form_label),
    _row(placeholder_as_label),
    _row(email_type),
    _row(autocomplete),
    _row(no_action),
    _row(popup),
    _row(readability),
    _row(wall_of_text),
    _row(lang_mismatch),
    _row(unfilled),
    _row(repeated),
    _row(source_cut),
    _row(overflow_x),
    _row(flat_hierarchy),
    _row(small_text),
    _row(line_length),
    _row(viewport_missing),
    _row(clipped_text),
    _row(cut_block),
    _row(broken_words),
    _row(text_overlap),
    _row(blank_area),
    _row(bare_heading),
    _row(broken_image),
    _row(repeated_image),
    _row(blurred_picture),
    _row(reveal_on_scroll),
    *(Check(meta=axe.named_meta(rule), judge=partial(axe.judge, rule=rule)) for rule in axe.NAMED),
    _row(lcp),
    _row(cls),
    _row(main_thread_blocking),
    _row(weight),
    _row(img_dimensions),
    _row(img_oversize),
    _row(title),
    _row(meta_description),
    _row(noindex),
    _row(canonical),
    _row(og),
    _row(no_js_text),
    _row(structured_data),
    _row(landmarks),
    _row(llms_txt),
    _row(robots_ai_block),
)


def weight_of(dimension: str, goal: PrimaryGoal) -> float:
    """A dimension's weight, tilted by the goal."""
    plain = next(row.weight for row in DIMENSIONS if row.name == dimension)
    return plain * TILTS.get((goal, dimension), 1.0)
