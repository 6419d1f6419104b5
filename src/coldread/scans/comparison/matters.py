"""Which changes of a watched page matter to its owner: a fold over its runs. Pure.

`changes_that_matter(known, run)` gives the changes that this run shows, and what is known about the page from now on. Store
the latter in the transaction that stores the run, and pass it to the next call. Then each change is reported once, and none
is lost, whatever a single run could not see.

- What a run could not measure keeps its last known state. A run that saw the page under other limits than the one before
  it tells nothing; if the next run has the same limits, they are the page's own.
- What depends on one answer of a server (the page itself, the main control's target, a picture) is reported when two runs in
  a row agree.
- Weight and load are never reported (`pages.LOAD_CHECKS`)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import TypeAdapter

from coldread.scans.comparison import findings
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.scans.comparison.findings import NOT_WHOLE
from coldread.scans.comparison.page_state import ControlState, PageState
from coldread.scans.comparison.pages import (
    LOAD_CHECKS,
    compared_findings,
    compared_texts,
)

#: points by which the score must move
SCORE_MOVED = 5
#: runs in a row that must agree where one answer of a server could be an accident
AGREE = 2
#: checks whose result depends on one answer of a server
BY_ANSWERS = frozenset({"cta.broken-target", "visual.broken-image", "social.og"})
_RANK = {"P0": 0, "P1": 1, "P2": 2, "info": 3}
_KIND_OF_TEXT = {
    "headline": ChangeKind.HEADLINE,
    "price": ChangeKind.PRICE,
    "main_button": ChangeKind.BUTTON,
}
_KIND_OF_SEVERITY = {"P0": ChangeKind.BLOCKING, "P1": ChangeKind.COSTLY}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Run:
    """One run: the page as a scan saw it, or why there was no page (`down`). Neither: the run failed on our side."""

    page: PageState | None = None
    down: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Change:
    """One change that matters."""

    kind: ChangeKind
    before: str = ""
    after: str = ""
    #: the new finding, with `fix.summary` as the first thing to do
    finding: dict[str, Any] | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Known:
    """What is known about a page after its runs."""

    #: None before the first run that saw it
    page: PageState | None = None
    #: the score of the last report, and the checks that were not measured then
    score: float | None = None
    score_without: frozenset[str] = frozenset()
    #: the checks that could not tell in the last run
    not_measured: frozenset[str] = frozenset()
    #: runs in a row without a page
    down: int = 0
    #: runs in a row in which the main control's target failed after it had worked
    failing: int = 0
    #: the limits of the last run that saw the page
    limits: frozenset[str] = frozenset()
    #: checks of `BY_ANSWERS` that the last run found for the first time
    noticed: frozenset[str] = frozenset()

    def to_json(self) -> str:
        return _ADAPTER.dump_json(self).decode()

    @staticmethod
    def from_json(text: str | bytes) -> Known:
        return _ADAPTER.validate_json(text)


_ADAPTER = TypeAdapter(Known)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Told:
    """The outcome of one run."""

    #: `first`: there is nothing to compare with; `quiet`: nothing that matters changed; `unclear`: the run could not tell
    outcome: Literal["first", "quiet", "changed", "down", "unclear"]
    changes: tuple[Change, ...]
    known: Known


def changes_that_matter(known: Known, run: Run) -> Told:
    """What this run shows, and what is known from now on."""
    if run.down:
        return _down(known, run.down)
    page = run.page
    if page is None:
        return Told(outcome="unclear", changes=(), known=known)
    seen = dataclasses.replace(known, down=0, limits=page.limits)
    before = known.page
    # the first run that a browser saw replaces one that none did
    if before is None or (before.source != page.source and page.source == "pipeline"):
        return Told(outcome="first", changes=(), known=_begun(seen, page))
    if before.source != page.source:
        return Told(outcome="unclear", changes=(), known=dataclasses.replace(seen, limits=known.limits))
    if not _is_under_known_limits(known, page):
        return Told(outcome="unclear", changes=(), known=seen)
    return _compared(seen, before, page)


def _begun(known: Known, page: PageState) -> Known:
    without = _without(page)
    return dataclasses.replace(
        known, page=page, score=page.score, score_without=without, not_measured=without, failing=0
    )


def _without(page: PageState) -> frozenset[str]:
    """The checks that were not measured, without those whose score is never reported."""
    return page.not_measured - LOAD_CHECKS


def _down(known: Known, why: str) -> Told:
    after = dataclasses.replace(known, down=known.down + 1)
    changes = (Change(kind=ChangeKind.DOWN, after=why),) if after.down == AGREE else ()
    return Told(outcome="down", changes=changes, known=after)


def _is_under_known_limits(known: Known, page: PageState) -> bool:
    assert known.page is not None
    limits = page.limits & NOT_WHOLE
    if limits == known.page.limits & NOT_WHOLE:
        return True
    return "bot-wall" not in limits and limits == known.limits & NOT_WHOLE


def _compared(known: Known, before: PageState, after: PageState) -> Told:
    same_rules = before.rubric_version == after.rubric_version
    failing = _failing(known.failing, before, after)
    found, noticed = _findings(known, before, after) if same_rules else ((), frozenset[str]())
    waits = bool(noticed) or 0 < failing < AGREE
    score = _score(known, after) if same_rules and not waits else None
    changes = (
        *_texts(before, after),
        *(_target(after) if failing == AGREE > known.failing else ()),
        *(change for change in found if not (failing and _is_at_control(change, after))),
        *((score,) if score is not None else ()),
    )
    page = _carried(before, after, noticed, same_rules=same_rules, waits=0 < failing < AGREE)
    now = dataclasses.replace(
        known, page=page, failing=failing, noticed=noticed, not_measured=_without(after)
    )
    if score is not None or not same_rules or (not waits and _rests_on_others(known, after)):
        now = dataclasses.replace(now, score=after.score, score_without=_without(after))
    return Told(outcome="changed" if changes else "quiet", changes=changes, known=now)


def _texts(before: PageState, after: PageState) -> Iterator[Change]:
    for text in compared_texts(before, after):
        if text["told"] == "changed":
            yield Change(kind=_KIND_OF_TEXT[text["what"]], before=text["before"], after=text["after"])


def _failing(so_far: int, before: PageState, after: PageState) -> int:
    """Runs in a row in which a target that had worked answered with an error.

    A control that leads nowhere by itself is a finding, reported at once."""
    then, now = before.control, after.control
    if then is None or now is None:
        return 0
    if now.works is None:
        return so_far
    return so_far + 1 if then.works and now.works is False and now.why.startswith("HTTP") else 0


def _target(after: PageState) -> Iterator[Change]:
    if after.control is not None:
        yield Change(kind=ChangeKind.TARGET, before=after.control.target, after=after.control.why)


def _findings(known: Known, before: PageState, after: PageState) -> tuple[tuple[Change, ...], frozenset[str]]:
    """New P0 and P1 findings, and the checks of `BY_ANSWERS` that must be found once more."""
    lists, _ = compared_findings(before, after)
    earlier = {str(item["id"]): _RANK.get(str(item["severity"]), 3) for item in before.findings}
    by_id = {str(item["id"]): item for item in after.findings}
    worse = [
        entry
        for entry in lists["remaining"]
        if _RANK.get(str(entry["severity"]), 3) < earlier.get(entry["id"], -1)
    ]
    fresh = {entry["id"]: entry for entry in (*lists["new"], *worse)}
    noticed = frozenset(BY_ANSWERS & fresh.keys() - known.noticed)
    changes = [
        Change(
            kind=_KIND_OF_SEVERITY[entry["severity"]],
            after=str(entry["title"] or ""),
            finding={**entry, "fix": by_id[name]["fix"]},
        )
        for name, entry in fresh.items()
        if entry["severity"] in _KIND_OF_SEVERITY and name not in noticed
    ]
    changes.sort(key=lambda change: change.kind is not ChangeKind.BLOCKING)
    return tuple(changes), noticed


def _is_at_control(change: Change, after: PageState) -> bool:
    """The finding is the main control's failing target, which is reported separately."""
    if change.finding is None or change.finding["id"] != "cta.broken-target" or after.control is None:
        return False
    return {place["selector"] for place in change.finding["places"]} == {after.control.selector}


def _score(known: Known, after: PageState) -> Change | None:
    """The score moved far enough since the last report, with the same checks measured."""
    if known.score is None or after.score is None or known.score_without != _without(after):
        return None
    if abs(after.score - known.score) < SCORE_MOVED:
        return None
    return Change(kind=ChangeKind.SCORE, before=f"{known.score:g}", after=f"{after.score:g}")


def _rests_on_others(known: Known, after: PageState) -> bool:
    """Two runs in a row could not measure the same checks, which the known score includes: the score without them is the page's own."""
    without = _without(after)
    return known.score is None or known.score_without != without == known.not_measured


def _carried(
    before: PageState, after: PageState, noticed: frozenset[str], *, same_rules: bool, waits: bool
) -> PageState:
    """This run's page; what it could not measure, and what waits for a second run, stays as it was."""
    lost = after.not_measured - before.not_measured if same_rules else frozenset[str]()
    ids = {str(item["id"]) for item in before.findings}
    kept = lost | noticed | {name for name in ids if findings.relatives(name) & lost}
    then = [item for item in before.findings if item["id"] in kept]
    now = [item for item in after.findings if item["id"] not in kept]
    return dataclasses.replace(
        after,
        findings=(*now, *then),
        not_measured=after.not_measured - kept,
        headline=before.headline if after.headline is None else after.headline,
        prices=before.prices if after.prices is None else after.prices,
        is_measured=before.is_measured or after.is_measured,
        control=_control(before, after, waits=waits),
    )


def _control(before: PageState, after: PageState, *, waits: bool) -> ControlState | None:
    then, now = before.control, after.control
    if not after.is_measured:
        return then
    if then is None or now is None:
        return now
    unknown = now.works is None and now.target == then.target
    return dataclasses.replace(now, works=then.works, why=then.why) if waits or unknown else now
