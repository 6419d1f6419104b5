"""What a draft asks of a bench: which pages it leads to, what a model should be told, the specification with its diff, what is drawn as proposed."""

from __future__ import annotations

import base64
import dataclasses
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import TypeAdapter

from coldread.drafts.assignment import Assignment
from coldread.drafts.case import Case
from coldread.drafts.chosen_version import ChosenVersion
from coldread.drafts.linked_pages import around
from coldread.drafts.prepare import case_of, to_look_at, with_diff, write
from coldread.drafts.redraw_plan import redraw_plan
from coldread.drafts.worded.keep import kept_of
from coldread.drafts.worded.material import material_of
from coldread.drafts.worded.shape import WordedDraft
from coldread.scanner.engine import review
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page


def material(value: Any) -> Any:
    found = material_of(case_of(value))
    return None if found is None else dataclasses.asdict(found)


def links(value: Any) -> Any:
    """What there is to read around one page: nothing is judged for it."""
    asked = TypeAdapter(Assignment).validate_python(value["assignment"])
    return around(Page(Observations.from_json(value["record"]), asked.brief), asked.wish)


def draft(value: Any) -> Any:
    """`dropped`: what a model said and may not be repeated, by its reason."""
    case, dropped = case_of(value), Counter[str]()
    if value["said"] is not None:
        kept, dropped = kept_of(WordedDraft.model_validate(value["said"]), case)
        case = dataclasses.replace(case, worded=kept)
    written = write(with_diff(case, value["sources"]) if value["mend"] else case)
    return {**dataclasses.asdict(written), "dropped": dict(dropped)}


def second_look(value: Any) -> Any:
    return to_look_at(case_of(value), WordedDraft.model_validate(value["said"]))


def plan_redrawing(value: Any) -> Any:
    """What is shown in the page's place, so that its first screen is as proposed."""
    asked = TypeAdapter(Assignment).validate_python(value["assignment"])
    seen = Observations.from_json(zlib.decompress(base64.b64decode(value["record"])))
    version = ChosenVersion(**value["version"]) if value["version"] else None
    return redraw_plan(Case(assignment=asked, report=review(seen, asked.brief)), version, value["diff"])


TASKS: Mapping[str, Callable[[Any], Any]] = {
    "drafts.links": links,
    "drafts.material": material,
    "drafts.to_look_at": second_look,
    "drafts.write": draft,
    "drafts.redraw_plan": plan_redrawing,
}
