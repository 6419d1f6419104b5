"""Which changes of a page matter to its owner: one pure function over two scans. Pure.

A scan is compared with the last one that was told about (the first one, before anything was told), so that slow changes
add up and nothing is told twice. What can be wrong once by chance (the target of a button, a picture, a time, the score)
is told only if a second look, half an hour later, finds it again."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from typing import Any

from coldread.scans.compare import compare

Seen = Mapping[str, Any]


class Kind(StrEnum):
    """What changed, in the order of its weight."""

    DOWN = "down"
    TARGET = "target"
    FINDING = "finding"
    HEADLINE = "headline"
    PRICE = "price"
    BUTTON = "button"
    SCORE = "score"


ORDER = tuple(Kind)
SERIOUS = ("P0", "P1")
#: the target of a control
TARGET_CHECKS = frozenset({"cta.broken-target"})
#: what one look can get wrong: it depends on the network or on the time that something took
BY_CHANCE = TARGET_CHECKS | {"visual.broken-image"}
BY_CHANCE_DIMENSIONS = frozenset({"performance"})
MOST_POINTS = 5
#: a page with other prices in a long list every day would be told every day
MOST_PRICES = 6
#: caveats of a scan that saw only a part of the page
PARTIAL = frozenset({"navigation-timeout", "desktop-failed", "mobile-failed", "axe-failed", "probe-failed"})
#: the suspect of a score that moved
SCORE_MOVED = "score"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Change:
    """One change."""

    kind: Kind
    #: what was there, and what is there now: words of the page, or numbers
    before: str = ""
    after: str = ""
    #: of a finding
    severity: str = ""
    #: what to do first, in the language of the scan; empty if our own texts say it
    advice: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Decision:
    """What follows from a scan."""

    #: told to the owner; empty: nothing
    told: tuple[Change, ...] = ()
    #: keys of faults that are told if the next look finds them too
    suspects: tuple[str, ...] = ()
    #: a second look follows soon
    look_again: bool = False
    #: later scans are compared with this one
    new_baseline: bool = False


def decide(before: Seen | None, after: Seen, suspects: Collection[str] = ()) -> Decision:
    """`before` and `after` come from `look.seen_of`; `suspects` are those of the last look."""
    if before is None:
        return Decision(new_baseline=True)
    compared = compare(before, after)
    if not compared["comparable"]:
        # other rules, or seen by other means: nothing can be said, and the better scan counts from now on
        return Decision(new_baseline=after["_source"] == "pipeline" or before["_source"] == "lite")
    found, doubted = [], []
    for change, key in _changes(before, after, compared):
        if key and key not in suspects:
            doubted.append((change, key))
        else:
            found.append(change)
    if doubted and not suspects:
        return Decision(suspects=tuple(key for _, key in doubted), look_again=True)
    told = tuple(sorted(found, key=_weight))
    return Decision(told=told, suspects=tuple(key for _, key in doubted), new_baseline=bool(told))


def _weight(change: Change) -> tuple[int, str]:
    return (ORDER.index(change.kind), change.severity)


def _changes(before: Seen, after: Seen, compared: Mapping[str, Any]) -> Iterator[tuple[Change, str]]:
    """Every change that matters, each with its key if one look can get it wrong."""
    for entry in compared["findings"]["new"]:
        if entry["severity"] in SERIOUS:
            yield _finding(entry, after), _key(entry)
    yield from ((change, "") for change in _texts(before.get("reading"), after.get("reading")))
    points = compared["scores"]["change"]
    if points is not None and abs(points) >= MOST_POINTS and not _is_partial(before, after):
        then, now = (compared["scores"][side]["overall"] for side in ("before", "after"))
        advice = _advice(after, "")
        yield Change(kind=Kind.SCORE, before=_number(then), after=_number(now), advice=advice), SCORE_MOVED


def _finding(entry: Mapping[str, Any], after: Seen) -> Change:
    return Change(
        kind=Kind.TARGET if entry["id"] in TARGET_CHECKS else Kind.FINDING,
        after=str(entry["title"] or ""),
        severity=str(entry["severity"]),
        advice=_advice(after, entry["id"]),
    )


def _key(entry: Mapping[str, Any]) -> str:
    by_chance = entry["id"] in BY_CHANCE or entry["dimension"] in BY_CHANCE_DIMENSIONS
    return str(entry["id"]) if by_chance else ""


def _advice(after: Seen, check: str) -> str:
    """The fix of this check's finding; without a check, of the first one."""
    for item in (after.get("findings") or {}).get("items") or []:
        if check in ("", item.get("id")):
            return str((item.get("fix") or {}).get("summary") or "")
    return ""


def _texts(before: Any, after: Any) -> Iterator[Change]:
    if not before or not after:  # an outside pipeline may give none
        return
    for kind, words in ((Kind.HEADLINE, headline), (Kind.PRICE, price), (Kind.BUTTON, main_button)):
        then, now = words(before), words(after)
        if then != now:
            yield Change(kind=kind, before=then, after=now)


def headline(reading: Mapping[str, Any]) -> str:
    return _plain((reading.get("headline") or {}).get("text"))


def price(reading: Mapping[str, Any]) -> str:
    """The amounts in the order of the page."""
    amounts = [
        f"{_plain(one.get('amount'))} {_plain(one.get('unit'))}".strip()
        for one in reading.get("prices") or []
    ]
    return ", ".join(dict.fromkeys(amounts[:MOST_PRICES]))


def main_button(reading: Mapping[str, Any]) -> str:
    """The label of the control that leads to the goal, else of the most prominent one."""
    steps = reading.get("steps") or []
    chosen = sorted(steps, key=lambda step: (not step.get("serves_goal"), not step.get("primary")))
    return _plain(chosen[0].get("label")) if chosen else ""


def _plain(text: Any) -> str:
    return " ".join(str(text or "").split())


def _is_partial(*scans: Seen) -> bool:
    return any(PARTIAL & set(scan.get("caveats") or ()) for scan in scans)


def _number(value: float) -> str:
    return f"{value:g}"
