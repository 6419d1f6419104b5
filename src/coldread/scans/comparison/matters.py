"""Which changes of a watched page matter to its owner: a fold over its runs. Pure.

`changes_that_matter(known, run)` gives the changes that this run shows, and what is known about the page from now on. Store
the latter in the transaction that stores the run, and pass it to the next call. Then each change is reported once, and none
is lost, whatever a single run could not see.

- What a run could not measure keeps its last known state. If a run saw the page under different limits than the previous
  run, it reports nothing; if the next run has the same limits, they belong to the page.
- A page that we cut off at one of our limits shows different parts each time. Then only its words and its main control's
  target are compared; findings and score are compared with the last run that saw all of it.
- The words of the page (headline, price, main button) are reported at once. Everything else needs two consecutive runs that
  agree: a missing page, a different page at the address, a failing target of the main control, a finding, the score.
- Each earlier disappearance of a finding adds one run to these two, up to five in total. So a finding that comes and goes is
  reported only when it persists.
- Weight and load are never reported (`pages.LOAD_CHECKS`)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import TypeAdapter

from coldread.scans.comparison import findings
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.scans.comparison.findings import CUT_OFF, NOT_WHOLE
from coldread.scans.comparison.page_state import ControlState, PageState
from coldread.scans.comparison.pages import (
    LOAD_CHECKS,
    compared_findings,
    compared_texts,
)

#: points by which the score must move
SCORE_MOVED = 5
#: consecutive runs that must agree, because a single one could be an accident
AGREE = 2
#: the most consecutive runs that must agree about a finding that disappeared before
AGREE_AT_MOST = 5
#: two pages have nearly no text in common if their samples share at most this part
HARDLY_ANY = 0.1
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
    #: consecutive runs without a page
    down: int = 0
    #: consecutive runs that saw a different page at the address
    replaced: int = 0
    #: consecutive runs in which the main control's target failed, having worked before
    failing: int = 0
    #: the limits of the last run that saw the page
    limits: frozenset[str] = frozenset()
    #: by pending finding, which is not reported yet: consecutive runs that found it
    coming: dict[str, int] = dataclasses.field(default_factory=dict)
    #: by finding: how often it has disappeared
    went: dict[str, int] = dataclasses.field(default_factory=dict)
    #: consecutive runs in which the score was higher than the reported one, or lower (negative)
    moved: int = 0

    def to_json(self) -> str:
        return _ADAPTER.dump_json(self).decode()

    @staticmethod
    def from_json(text: str | bytes) -> Known:
        return _ADAPTER.validate_json(text)


_ADAPTER = TypeAdapter(Known)


@dataclasses.dataclass(frozen=True, kw_only=True)
class RunResult:
    """The outcome of one run."""

    #: `first`: there is nothing to compare with; `quiet`: nothing that matters changed; `unclear`: the run could not tell
    outcome: Literal["first", "quiet", "changed", "down", "unclear"]
    changes: tuple[Change, ...]
    known: Known


def changes_that_matter(known: Known, run: Run) -> RunResult:
    """What this run shows, and what is known from now on."""
    if run.down:
        return _tell_page_is_down(known, run.down)
    if run.page is None:
        return RunResult(outcome="unclear", changes=(), known=known)
    return _update_from_page(known, run.page)


def _update_from_page(known: Known, page: PageState) -> RunResult:
    seen = dataclasses.replace(known, down=0, replaced=0, limits=page.limits)
    before = known.page
    # the first run made with a browser replaces a baseline made without one
    if before is None or (before.source != page.source and page.source == "pipeline"):
        return RunResult(outcome="first", changes=(), known=_known_from_page(seen, page))
    if before.source != page.source:
        return RunResult(outcome="unclear", changes=(), known=dataclasses.replace(seen, limits=known.limits))
    if not _is_under_known_limits(known, page):
        return RunResult(outcome="unclear", changes=(), known=seen)
    if is_another_page(before, page):
        return _result_of_replaced_page(dataclasses.replace(seen, replaced=known.replaced + 1), before, page)
    if (before.limits | page.limits) & CUT_OFF:
        return _compare_cut_off(seen, before, page)
    return _compare_pages(seen, before, page)


def _known_from_page(known: Known, page: PageState) -> Known:
    without = _checks_not_measured(page)
    return Known(
        page=page, score=page.score, score_without=without, not_measured=without, limits=known.limits
    )


def _checks_not_measured(page: PageState) -> frozenset[str]:
    """The checks that were not measured, without the load checks, which are never reported."""
    return page.not_measured - LOAD_CHECKS


def _tell_page_is_down(known: Known, why: str) -> RunResult:
    after = dataclasses.replace(known, down=known.down + 1)
    changes = (Change(kind=ChangeKind.DOWN, after=why),) if after.down == AGREE else ()
    return RunResult(outcome="down", changes=changes, known=after)


def is_another_page(before: PageState, after: PageState) -> bool:
    """Whether title, headline and nearly all of the text are different. False if either scan lacks this data."""
    named = ((before.title, after.title), (before.headline, after.headline))
    if before.sample is None or after.sample is None or any(None in pair for pair in named):
        return False
    if not before.sample or any(then == now != "" for then, now in named):
        return False
    # MinHash: the share of both samples in the smallest hashes of their union estimates how much the two texts overlap
    smallest = sorted(before.sample | after.sample)[: max(len(before.sample), len(after.sample))]
    common = before.sample & after.sample
    return sum(one in common for one in smallest) <= HARDLY_ANY * len(smallest)


def _result_of_replaced_page(known: Known, before: PageState, after: PageState) -> RunResult:
    """A different page at the address. The second such run replaces the remembered page, and later runs are compared
    with the new one."""
    if known.replaced < AGREE:
        return RunResult(outcome="unclear", changes=(), known=known)
    change = Change(kind=ChangeKind.REPLACED, before=_name(before), after=_name(after))
    return RunResult(outcome="changed", changes=(change,), known=_known_from_page(known, after))


def _name(page: PageState) -> str:
    return page.title or page.headline or ""


def _is_under_known_limits(known: Known, page: PageState) -> bool:
    assert known.page is not None
    limits = page.limits & NOT_WHOLE
    if limits == known.page.limits & NOT_WHOLE:
        return True
    return "bot-wall" not in limits and limits == known.limits & NOT_WHOLE


def _compare_pages(known: Known, before: PageState, after: PageState) -> RunResult:
    same_rules = before.rubric_version == after.rubric_version
    failing = _count_failing_runs(known.failing, before, after)
    fresh = _new_or_worse_findings(before, after) if same_rules else {}
    coming = _pending_findings(known, fresh, after, failing) if same_rules else {}
    waits = bool(coming) or 0 < failing < AGREE
    moved = _score_streak(known, after) if same_rules else 0
    score = _score_change(known, after) if abs(moved) >= AGREE and not waits else ()
    changes = (
        *_text_changes(before, after),
        *(_target_changes(after) if failing == AGREE > known.failing else ()),
        *(_changes_of_findings(fresh, coming, failing, after)),
        *score,
    )
    page = _page_to_remember(
        before, after, frozenset(coming), same_rules=same_rules, waits=0 < failing < AGREE
    )
    now = dataclasses.replace(
        known,
        page=page,
        failing=failing,
        coming=coming,
        went=_count_disappearances(known, before, after, coming, fresh) if same_rules else known.went,
        moved=moved,
        not_measured=_checks_not_measured(after),
    )
    if score or not same_rules or (not waits and _has_new_score_baseline(known, after)):
        now = dataclasses.replace(now, score=after.score, score_without=_checks_not_measured(after), moved=0)
    return RunResult(outcome="changed" if changes else "quiet", changes=changes, known=now)


def _compare_cut_off(known: Known, before: PageState, after: PageState) -> RunResult:
    """One of the two was cut off: compare only what does not depend on which files arrived."""
    failing = _count_failing_runs(known.failing, before, after)
    target = _target_changes(after) if failing == AGREE > known.failing else ()
    changes = (*_text_changes(before, after), *target)
    page = _page_to_remember(before, after, frozenset(), same_rules=False, waits=0 < failing < AGREE)
    now = dataclasses.replace(known, failing=failing)
    if not after.limits & CUT_OFF:  # the first run that saw all of the page
        now = dataclasses.replace(_known_from_page(now, page), failing=failing)
    elif not before.limits & CUT_OFF:  # `before` is the last run that saw all of it
        page = dataclasses.replace(
            page,
            findings=before.findings,
            not_measured=before.not_measured,
            rubric_version=before.rubric_version,
            score=before.score,
            limits=before.limits,
        )
    now = dataclasses.replace(now, page=page)
    return RunResult(outcome="changed" if changes else "unclear", changes=changes, known=now)


def _text_changes(before: PageState, after: PageState) -> Iterator[Change]:
    for text in compared_texts(before, after):
        if text["told"] == "changed":
            yield Change(kind=_KIND_OF_TEXT[text["what"]], before=text["before"], after=text["after"])


def _count_failing_runs(so_far: int, before: PageState, after: PageState) -> int:
    """The number of consecutive runs in which the main control's target returned an HTTP error, after a run in which it
    worked or could not be tested. A control that has no target at all is a finding."""
    then, now = before.control, after.control
    if then is None or now is None:
        return 0
    if now.works is None:
        return so_far
    is_new = then.works is not False
    return so_far + 1 if is_new and now.works is False and now.why.startswith("HTTP") else 0


def _target_changes(after: PageState) -> Iterator[Change]:
    if after.control is not None:
        yield Change(kind=ChangeKind.TARGET, before=after.control.target, after=after.control.why)


def _new_or_worse_findings(before: PageState, after: PageState) -> dict[str, dict[str, Any]]:
    """Findings that are new or worse, by check."""
    lists, _ = compared_findings(before, after)
    earlier = {str(item["id"]): _RANK.get(str(item["severity"]), 3) for item in before.findings}
    worse = [
        entry
        for entry in lists["remaining"]
        if _RANK.get(str(entry["severity"]), 3) < earlier.get(entry["id"], -1)
    ]
    return {entry["id"]: entry for entry in (*lists["new"], *worse)}


def _pending_findings(
    known: Known, fresh: dict[str, dict[str, Any]], after: PageState, failing: int
) -> dict[str, int]:
    """Findings that must be seen again before they are reported, with how often they were seen. A finding that this run
    could not look for keeps its count."""
    coming = {name: count for name, count in known.coming.items() if name in after.not_measured}
    for name, entry in fresh.items():
        seen = known.coming.get(name, 0) + 1
        needed = min(AGREE + known.went.get(name, 0), AGREE_AT_MOST)
        if failing and _is_at_control(entry, after):  # reported as the control's target
            seen, needed = failing, AGREE
        if seen < needed:
            coming[name] = seen
    return coming


def _count_disappearances(
    known: Known,
    before: PageState,
    after: PageState,
    coming: dict[str, int],
    fresh: dict[str, dict[str, Any]],
) -> dict[str, int]:
    """How often each finding has disappeared. It counts if the finding was in the remembered page or was still waiting
    to be confirmed."""
    now = {str(item["id"]) for item in after.findings} | after.not_measured | coming.keys() | fresh.keys()
    gone = {*known.coming, *(str(item["id"]) for item in before.findings)} - now
    most = AGREE_AT_MOST - AGREE
    return known.went | {name: min(known.went.get(name, 0) + 1, most) for name in gone - LOAD_CHECKS}


def _changes_of_findings(
    fresh: dict[str, dict[str, Any]], coming: dict[str, int], failing: int, after: PageState
) -> list[Change]:
    """New P0 and P1 findings that have been seen often enough, without the main control's failing target, which has a
    change of its own."""
    by_id = {str(item["id"]): item for item in after.findings}
    changes = [
        Change(
            kind=_KIND_OF_SEVERITY[entry["severity"]],
            after=str(entry["title"] or ""),
            finding={**entry, "fix": by_id[name]["fix"]},
        )
        for name, entry in fresh.items()
        if entry["severity"] in _KIND_OF_SEVERITY
        and name not in coming
        and not (failing and _is_at_control(entry, after))
    ]
    return sorted(changes, key=lambda change: change.kind is not ChangeKind.BLOCKING)


def _is_at_control(entry: dict[str, Any], after: PageState) -> bool:
    """The finding is the main control's failing target, which is reported separately."""
    if entry["id"] != "cta.broken-target" or after.control is None:
        return False
    return {place["selector"] for place in entry["places"]} == {after.control.selector}


def _score_streak(known: Known, after: PageState) -> int:
    """Consecutive runs in which the score was at least `SCORE_MOVED` points higher than the reported one, or lower
    (negative), with the same checks measured."""
    if known.score is None or after.score is None or known.score_without != _checks_not_measured(after):
        return known.moved
    change = after.score - known.score
    if abs(change) < SCORE_MOVED:
        return 0
    way = 1 if change > 0 else -1
    return known.moved + way if known.moved * way > 0 else way


def _score_change(known: Known, after: PageState) -> tuple[Change, ...]:
    """The reported score and this one, as a change; empty if different checks were measured."""
    if known.score is None or after.score is None or known.score_without != _checks_not_measured(after):
        return ()
    return (Change(kind=ChangeKind.SCORE, before=f"{known.score:g}", after=f"{after.score:g}"),)


def _has_new_score_baseline(known: Known, after: PageState) -> bool:
    """Whether the same checks went unmeasured in two consecutive runs although the known score includes them. Then the
    score without them becomes the new baseline."""
    without = _checks_not_measured(after)
    return known.score is None or known.score_without != without == known.not_measured


def _page_to_remember(
    before: PageState, after: PageState, coming: frozenset[str], *, same_rules: bool, waits: bool
) -> PageState:
    """The page of this run. What the run could not measure, and what waits for a second run, stays as remembered."""
    lost = after.not_measured - before.not_measured if same_rules else frozenset[str]()
    ids = {str(item["id"]) for item in before.findings}
    kept = lost | coming | {name for name in ids if findings.relatives(name) & lost}
    then = [item for item in before.findings if item["id"] in kept]
    now = [item for item in after.findings if item["id"] not in kept]
    return dataclasses.replace(
        after,
        findings=(*now, *then),
        not_measured=after.not_measured - kept,
        headline=before.headline if after.headline is None else after.headline,
        prices=before.prices if after.prices is None else after.prices,
        is_measured=before.is_measured or after.is_measured,
        control=_control_to_remember(before, after, waits=waits),
    )


def _control_to_remember(before: PageState, after: PageState, *, waits: bool) -> ControlState | None:
    then, now = before.control, after.control
    if not after.is_measured:
        return then
    if then is None or now is None:
        return now
    unknown = now.works is None and now.target == then.target
    return dataclasses.replace(now, works=then.works, why=then.why) if waits or unknown else now
