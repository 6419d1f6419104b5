"""The isolated tasks of a draft: which pages it leads to, a model's material, the specification with its diff, what is drawn as proposed."""

from __future__ import annotations

import base64
import dataclasses
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import TypeAdapter

from coldread.drafts.assignment import Assignment
from coldread.drafts.case import Case
from coldread.drafts.first_screen.chosen_version import ChosenVersion
from coldread.drafts.first_screen.redraw_plan import redraw_plan
from coldread.drafts.model_draft.draft_material import draft_material
from coldread.drafts.page_context.linked_pages import what_to_read_around
from coldread.drafts.write import accepted_of, case_of, write
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.verdict import judged_once


def material(value: Any) -> Any:
    found = draft_material(case_of(value))
    return None if found is None else found.to_json()


def links(value: Any) -> Any:
    """What there is to read around one page: nothing is judged for it."""
    asked = TypeAdapter(Assignment).validate_python(value["assignment"])
    return what_to_read_around(Page(Observations.from_json(value["record"]), asked.brief), asked.wish)


def draft(value: Any) -> Any:
    """`said` by a model (`draft_ask.said_json`), and `again` by its editor; either may be None."""
    written = write(
        case_of(value),
        value["sources"],
        value["said"],
        value.get("again"),
        with_patches=value["with_patches"],
    )
    diff = None if written.diff is None else base64.b64encode(written.diff_bytes).decode()
    return {**dataclasses.asdict(written), "diff": diff, "lost": ()}


def lost_words_of_draft(value: Any) -> Any:
    """The parts of a model's draft that fail the checks: pairs of reason and words."""
    kept = accepted_of(case_of(value), value["said"])
    return [] if kept is None else [list(one) for one in kept.lost]


def plan_redrawing(value: Any) -> Any:
    """How the page is changed so that its first screen looks as proposed."""
    asked = TypeAdapter(Assignment).validate_python(value["assignment"])
    seen = Observations.from_json(zlib.decompress(base64.b64decode(value["record"])))
    version = ChosenVersion(**value["version"]) if value["version"] else None
    report = judged_once(seen, asked.brief, base64.b64decode(value["verdict"]))
    return redraw_plan(Case(assignment=asked, report=report), version, value["diff"])


TASKS: Mapping[str, Callable[[Any], Any]] = {
    "drafts.links": links,
    "drafts.material": material,
    "drafts.write": draft,
    "drafts.lost": lost_words_of_draft,
    "drafts.redraw_plan": plan_redrawing,
}
