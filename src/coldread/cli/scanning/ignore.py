"""The ignore file: findings that somebody has looked at and decided to live with, each with its reason.

    # a comment
    trust.no-amount -- prices are published in May
    a11y.color-contrast selector=#hero > p -- brand colours, agreed with design
    cta.many-buttons fingerprint=0123456789abcdef
    perf.* -- measured elsewhere

A finding is left out when an entry names it whole, or when entries cover every place that it shows. The id of a retired check holds
for the check that took its place, and for nothing where none did.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from coldread.cli.scanning.exits import usage_error
from coldread.scanner.judge.finding import Finding
from coldread.scanner.judge.retired import RETIRED, predecessors
from coldread.scanner.judge.rubric import CHECKS

DEFAULT_FILE = ".coldread-ignore"

_ID = re.compile(r"[a-z0-9*][a-z0-9*-]*\.[a-z0-9*-]+")
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")


@dataclasses.dataclass(frozen=True, kw_only=True)
class IgnoreEntry:
    """One line of the file."""

    line: int
    #: a check's id; `*` matches any characters
    id: str
    selector: str = ""
    fingerprint: str = ""
    reason: str = ""

    def covers(self, finding: Finding, selector: str) -> bool:
        """Whether this place of the finding is to be ignored."""
        return (
            any(fnmatchcase(name, self.id) for name in (finding.id, *predecessors(finding.id)))
            and self.fingerprint in ("", finding.fingerprint)
            and self.selector in ("", selector)
        )


@dataclasses.dataclass(frozen=True, kw_only=True)
class Ignored:
    """A finding that is left out, and why."""

    finding: Finding
    reason: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sifted:
    remaining: tuple[Finding, ...]
    ignored: tuple[Ignored, ...]
    #: entries that met nothing on this page
    idle: tuple[IgnoreEntry, ...]


def ignore_entries(path: Path | None) -> tuple[IgnoreEntry, ...]:
    """The file's entries; without a path those of the usual file, if there is one; raises Stop."""
    file = path or Path(DEFAULT_FILE)
    if path is None and not file.is_file():
        return ()
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise usage_error(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    return tuple(
        _entry(file, number, text.strip())
        for number, text in enumerate(lines, start=1)
        if text.strip() and not text.lstrip().startswith("#")
    )


def sift(findings: Iterable[Finding], chosen: Sequence[IgnoreEntry]) -> Sifted:
    """What remains, what is left out, and which entries are no longer needed."""
    remaining, ignored, busy = [], [], set[IgnoreEntry]()
    for finding in findings:
        places = {proof.selector for proof in finding.evidence}
        covering = [entry for entry in chosen if any(entry.covers(finding, place) for place in places)]
        busy.update(covering)
        if all(any(entry.covers(finding, place) for entry in covering) for place in places):
            reason = next((entry.reason for entry in covering if entry.reason), "")
            ignored.append(Ignored(finding=finding, reason=reason))
        else:
            remaining.append(finding)
    idle = tuple(entry for entry in chosen if entry not in busy)
    return Sifted(remaining=tuple(remaining), ignored=tuple(ignored), idle=idle)


def _entry(file: Path, number: int, text: str) -> IgnoreEntry:
    named, _, reason = text.partition(" -- ")
    check, _, place = named.strip().partition(" ")
    kind, _, value = place.strip().partition("=")
    if not _ID.fullmatch(check):
        raise usage_error(f"{file}, line {number}: {check!r} is no finding's id, such as trust.no-amount.")
    if "*" not in check and not _is_known(check):
        raise usage_error(f"{file}, line {number}: there is no check {check}.{_did_you_mean(check)}")
    if kind and (kind not in ("selector", "fingerprint") or not value.strip()):
        raise usage_error(
            f"{file}, line {number}: after the id comes selector=… or fingerprint=…, then ' -- ' and a reason."
        )
    if kind == "fingerprint" and not _FINGERPRINT.fullmatch(value.strip()):
        raise usage_error(f"{file}, line {number}: a fingerprint has sixteen characters, 0–9 and a–f.")
    return IgnoreEntry(
        line=number,
        id=check,
        selector=value.strip() if kind == "selector" else "",
        fingerprint=value.strip() if kind == "fingerprint" else "",
        reason=reason.strip(),
    )


def _is_known(check: str) -> bool:
    """Every rule of axe is a check of ours, whether the rubric names it or not; so is every id that ever was one."""
    return check.startswith("a11y.") or check in RETIRED or any(row.meta.id == check for row in CHECKS)


def _did_you_mean(check: str) -> str:
    close = difflib.get_close_matches(check, [row.meta.id for row in CHECKS], n=1)
    return f" Did you mean {close[0]}?" if close else ""
