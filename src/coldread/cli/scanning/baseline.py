"""Comparison with an earlier answer: which findings are new, and which have become worse.

A finding is identified by its id, not by its fingerprint: a page that is rebuilt around the same defect has nothing
new. If a check replaced a retired one, the earlier findings of the retired one count for it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from coldread.cli.scanning.exits import usage_error
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.retired import predecessors

_RANK = {severity.value: rank for rank, severity in enumerate(Severity)}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Known:
    """A finding of the earlier answer."""

    id: str
    severity: str
    count: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Baseline:
    """An earlier answer, as far as it can be compared."""

    known: tuple[Known, ...] = ()
    #: `pipeline` if a browser saw the page, else `lite`
    source: str = ""
    rubric: str = ""

    def differences(self, source: str, rubric: str) -> list[str]:
        """Why the two may differ although the page is the same."""
        found = []
        if self.source != source:
            saw = "with" if self.source == "pipeline" else "without"
            found.append(f"it was made {saw} a browser and this answer was not")
        if self.rubric != rubric:
            found.append(f"it follows rubric {self.rubric or 'unknown'}, this answer {rubric}")
        return found


@dataclasses.dataclass(frozen=True, kw_only=True)
class Change:
    """A finding compared with the earlier answer, in SARIF's words: `new`, `updated` (worse) or `unchanged`."""

    finding: Finding
    state: str
    was: Known | None = None

    @property
    def counts(self) -> bool:
        return self.state != "unchanged" and self.finding.severity is not Severity.INFO


@dataclasses.dataclass(frozen=True, kw_only=True)
class Comparison:
    changes: tuple[Change, ...]
    #: findings that are gone
    gone: tuple[Known, ...]

    @property
    def setbacks(self) -> tuple[Change, ...]:
        """The changes that a build should fail for."""
        return tuple(change for change in self.changes if change.counts)

    def state_of(self, finding: Finding) -> str | None:
        return next((change.state for change in self.changes if change.finding.id == finding.id), None)


def read(path: Path) -> Baseline:
    """Read an answer that `--format json` wrote; raises Stop."""
    try:
        answer = json.loads(path.read_text("utf-8"))
        return Baseline(
            known=tuple(_read_known_finding(item) for item in answer["findings"]["items"]),
            source=str(answer.get("_source", "")),
            rubric=str(answer.get("scores", {}).get("rubric_version", "")),
        )
    except OSError as error:
        raise usage_error(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError, LookupError, AttributeError):
        raise usage_error(
            f"{path} is no earlier answer; write one with: coldread scan … --format json --output {path}"
        ) from None


def compare(findings: Iterable[Finding], known: Iterable[Known]) -> Comparison:
    before = {item.id: item for item in known}
    changes = tuple(
        Change(finding=finding, state=_state_since_baseline(finding, was), was=was)
        for finding in findings
        for was in (_earlier_finding(finding.id, before),)
    )
    now = {change.finding.id for change in changes} | {change.was.id for change in changes if change.was}
    return Comparison(changes=changes, gone=tuple(item for item in before.values() if item.id not in now))


def _earlier_finding(check_id: str, before: Mapping[str, Known]) -> Known | None:
    """The earlier finding of this id, or of a retired id that it replaced."""
    return next((before[name] for name in (check_id, *predecessors(check_id)) if name in before), None)


def _read_known_finding(item: Any) -> Known:
    finding = Known(id=str(item["id"]), severity=str(item["severity"]), count=int(item["count"]))
    _RANK[finding.severity]  # a severity of an older version cannot be compared
    return finding


def _state_since_baseline(finding: Finding, was: Known | None) -> str:
    if was is None:
        return "new"
    worse = _RANK[finding.severity] < _RANK[was.severity] or finding.count > was.count
    return "updated" if worse else "unchanged"
