"""Writing a draft from all that was seen, ordered and said: a model's draft or the work sheet, with its diff. Pure."""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from coldread.drafts.assignment import Assignment
from coldread.drafts.case import Case, Competitor
from coldread.drafts.diff import Proposed, built_by, joined_diff, source_patches
from coldread.drafts.document.document import document, listed_findings
from coldread.drafts.draft_texts import say
from coldread.drafts.finished_draft import WrittenDraft
from coldread.drafts.model_draft.draft_material import draft_material
from coldread.drafts.model_draft.draft_shape import PageDraft
from coldread.drafts.model_draft.draft_words import AcceptedDraft, DraftValidator
from coldread.drafts.source_edits.text_edits import TextEdit, numbers_in
from coldread.reader.tiles import ShownPicture
from coldread.scanner.engine import review
from coldread.scanner.page.observations import Observations
from coldread.scanner.patch.source import read_source, readable_for_parsers
from coldread.scanner.verdict import judged_once


def case_of(value: Mapping[str, Any]) -> Case:
    """The judged page; the buyer's HTML replaces a page that could not be scanned."""
    asked = TypeAdapter(Assignment).validate_python(value["assignment"])
    sources: dict[str, str] = value["sources"]
    reports = [
        None
        if one["record"] is None
        else judged_once(
            Observations.from_json(one["record"]), asked.brief, base64.b64decode(one.get("verdict", ""))
        )
        for one in value["sights"]
    ]
    reasons: list[str] = [one["reason"] for one in value["sights"]]
    report, html = reports[0], read_source(sources.get("html") or "")
    if report is None and html is not None and html.text:
        seen = Observations(url=asked.url, final_url=asked.url, seen_on=value["today"], html=html.text)
        report = review(seen, asked.brief)
    rivals = zip(asked.competitors, reports[1:], reasons[1:], strict=True)
    return Case(
        assignment=asked,
        around=tuple(value.get("linked", ())),
        report=report,
        unreachable=reasons[0] if reports[0] is None else "",
        competitors=tuple(Competitor(url=url, report=seen, reason=reason) for url, seen, reason in rivals),
    )


def accepted_of(case: Case, said: Mapping[str, Any] | None) -> AcceptedDraft | None:
    """The parts of a model's answer that may be shown (`draft_ask.said_json`); None if no page was seen."""
    told = None if said is None else draft_material(case)
    if said is None or told is None:
        return None
    shown = [ShownPicture(content=b"", **one) for one in said["shown"]]
    return DraftValidator(told, shown, said["prefix"]).kept_draft(PageDraft.model_validate(said["draft"]))


def better_draft(first: AcceptedDraft | None, again: AcceptedDraft | None) -> AcceptedDraft | None:
    """The editor's version if it is complete and no more of it failed the checks than of the first; None if neither is complete."""
    is_first = first is not None and first.is_enough
    if again is None or not again.is_enough:
        return first if is_first else None
    if first is not None and is_first and len(again.lost) > len(first.lost):
        return first
    return again


def write(
    case: Case,
    sources: Mapping[str, str],
    said: Mapping[str, Any] | None,
    again: Mapping[str, Any] | None = None,
    *,
    with_patches: bool = True,
) -> WrittenDraft:
    """A model's draft, or the work sheet if the model said nothing or too little. `again` is the editor's version of what it said."""
    first = accepted_of(case, said)
    worded = better_draft(first, accepted_of(case, again))
    if with_patches and case.report is not None:
        told = frozenset(item.id for item in listed_findings(case, worded))
        case = dataclasses.replace(
            case,
            source_patches=source_patches(case.report, sources, told, proposed_of(case, worded)),
            built=built_by(case.report, sources),
        )
    kept = worded or first
    return WrittenDraft(
        spec_md=readable_for_parsers(document(case, worded)),
        diff=joined_diff(case.source_patches),
        flags=tuple(_flags_for_operator(case, worded)),
        dropped=dict(kept.dropped) if kept is not None else {},
        lost=kept.lost if kept is not None else (),
        is_worded=worded is not None,
    )


def proposed_of(case: Case, worded: AcceptedDraft | None) -> Proposed | None:
    """Texts for the diff, and the order's numbers, which these may introduce."""
    if worded is None:
        return None
    asked = case.assignment
    numbers = numbers_in("\n".join((asked.goal, asked.audience, asked.pain_point, asked.constraints)))
    return Proposed(
        edits=[TextEdit(was=one.was, new=one.new) for one in worded.edits if one.is_plain], numbers=numbers
    )


def _flags_for_operator(case: Case, worded: AcceptedDraft | None) -> list[str]:
    """What the operator must know before anybody reads the draft."""
    flags = []
    if case.unreachable:
        key = "unreachable" if case.report is not None else "nothing"
        flags.append(say("en", f"flags.{key}", reason=case.unreachable))
    elif case.report is not None and case.report.source == "lite":
        flags.append(say("en", "flags.lite"))
    if case.source_patches and case.source_patches[0].of == "page":
        flags.append(say("en", "flags.no_source"))
    if not case.source_patches:
        flags.append(say("en", "flags.no_diff"))
    if worded is not None:
        flags.append(say("en", "flags.worded"))
    lost = [rival for rival in case.competitors if rival.report is None]
    return flags + [say("en", "flags.rival", url=rival.url, reason=rival.reason) for rival in lost]
