"""Two scans side by side: scores before and after, and what is fixed, what remains, what is new. Pure.

A finding is identified by its check and its places. A place is the same if its selector or its words are the same: a
rebuilt page moves its elements, a reworded page keeps them. What one of the two scans could not measure is neither
fixed nor new.

Some checks report the same fault of a place in different words: a button with `href="#"` and one with `href="#gone"`
both lead nowhere. Such a place remains, even if another check reports it now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from coldread.base.shapes import checked_body
from coldread.scans.shapes import ComparedTo, FindingsCompared, ScoresCompared

Judgement = Mapping[str, Any]
Place = Mapping[str, Any]
Marks = frozenset[tuple[str, str]]

#: checks that report that a place leads nowhere; the address alone decides which of them does
SAME_FAULT = (frozenset({"cta.dead-link", "cta.broken-target", "cta.dead-many"}),)

#: limits under which a part of the page is missing, or is not the page
NOT_WHOLE = frozenset(
    {
        "bot-wall",
        "navigation-timeout",
        "still-moving",
        "desktop-failed",
        "mobile-failed",
        "axe-failed",
        "probe-failed",
        "budget-bytes",
        "budget-requests",
        "html-truncated",
        "files-unseen",
    }
)
#: we cut the page off at a limit of ours: which of its files came is chance, so two such scans see different parts
CUT_OFF = frozenset({"budget-bytes", "budget-requests"})


def compare(before: Judgement, after: Judgement) -> dict[str, Any]:
    """`compared_to` of a rescan; both arguments come from `store.judgement_of`."""
    unlike = _why_incomparable(before, after)
    # a score from the source alone is not compared with one from a browser
    then, now = (
        {} if unlike == "source" and scan["_source"] == "lite" else _scores(scan) for scan in (before, after)
    )
    return checked_body(
        ComparedTo,
        {
            "session_id": before["session_id"],
            "url": before["url"],
            "comparable": unlike is None,
            "incomparable_because": unlike,
            "scores": checked_body(
                ScoresCompared,
                {
                    "before": then or None,
                    "after": now or None,
                    "change": None if unlike else _difference_of_scores(then, now),
                },
            ),
            "findings": findings(before, after),
        },
    )


def findings(before: Judgement, after: Judgement) -> dict[str, list[dict[str, Any]]]:
    """Each list has one entry for each check, with those of its places that belong there."""
    then, now = _by_check(before), _by_check(after)
    lists: dict[str, list[dict[str, Any]]] = {"fixed": [], "remaining": [], "new": [], "not_measured": []}
    for check in [*now, *(name for name in then if name not in now)]:
        same_fault = relatives(check)
        for name, entry in _verdicts(
            then.get(check),
            now.get(check),
            before=_marks_of(then, same_fault),
            after=_marks_of(now, same_fault),
            unsure=_is_unsure(check, before, after),
        ):
            lists[name].append(entry)
    return checked_body(FindingsCompared, lists)


def _verdicts(
    then: Judgement | None, now: Judgement | None, *, before: Marks, after: Marks, unsure: bool
) -> Iterable[tuple[str, dict[str, Any]]]:
    """Where a check's places belong: the list's name, and the entry. `before`, `after`: places with this fault."""
    if then is None or now is None:
        found, elsewhere = (then, after) if then else (now or {}, before)
        list_name = "not_measured" if unsure else "fixed" if then else "new"
        same = [place for place in _places(found) if _keys_of_places([place]) & elsewhere]
        rest = [place for place in _places(found) if place not in same]
        if not same:
            yield list_name, _entry_with_places(found, _places(found))
            return
        if now:  # reported once, by the check that reports it now
            yield "remaining", _entry_with_places(found, same)
        if rest:
            yield list_name, _entry_with_places(found, rest)
        return
    if _is_cut(then) or _is_cut(now):  # a place may only have moved into the first twenty of the list
        yield "remaining", _entry_with_places(now, _places(now))
        return
    parts = (
        ("remaining", now, [place for place in _places(now) if _keys_of_places([place]) & before]),
        ("new", now, [place for place in _places(now) if not _keys_of_places([place]) & before]),
        ("fixed", then, [place for place in _places(then) if not _keys_of_places([place]) & after]),
    )
    yield from ((name, _entry_with_places(found, places)) for name, found, places in parts if places)


def relatives(check: str) -> frozenset[str]:
    """The check itself, and those that report the same fault."""
    return next((group for group in SAME_FAULT if check in group), frozenset({check}))


def _is_unsure(check: str, before: Judgement, after: Judgement) -> bool:
    """Whether one scan could not tell. A fault is gone only if each check that reports it could be measured."""
    if check.startswith("a11y.") and "axe-failed" in _limits(before) | _limits(after):
        return True  # most rules of axe have no row of their own that would be listed as not measured
    return check in _not_measured(before) or bool(relatives(check) & _not_measured(after))


def _marks_of(found: Mapping[str, Judgement], checks: Iterable[str]) -> Marks:
    return frozenset(
        mark for check in checks if check in found for mark in _keys_of_places(_places(found[check]))
    )


def _entry_with_places(found: Judgement, places: list[Place]) -> dict[str, Any]:
    shown_places = [{name: place.get(name) for name in ("selector", "snippet")} for place in places]
    count = found.get("count", 1) if len(places) == len(_places(found)) else len(places)
    return {
        **{name: found.get(name) for name in ("id", "dimension", "severity", "title")},
        "count": count,
        "places": shown_places,
    }


def _keys_of_places(places: Iterable[Place]) -> Marks:
    """The keys by which a place is recognised."""
    marks: set[tuple[str, str]] = set()
    for place in places:
        marks.add(("selector", str(place.get("selector"))))
        if words := " ".join(str(place.get("snippet") or "").lower().split()):
            marks.add(("words", words))
    return frozenset(marks)


def _places(found: Judgement) -> list[Place]:
    return [place for place in found.get("evidence") or [] if isinstance(place, Mapping)]


def _is_cut(found: Judgement) -> bool:
    """Whether there are more elements than the list has."""
    count = found.get("count")
    return not _places(found) or (isinstance(count, int) and count > len(_places(found)))


def _by_check(judged: Judgement) -> dict[str, Judgement]:
    items = (judged.get("findings") or {}).get("items")
    listed = items if isinstance(items, list) else []
    return {str(item["id"]): item for item in listed if isinstance(item, Mapping) and "id" in item}


def _not_measured(judged: Judgement) -> set[str]:
    listed = (judged.get("findings") or {}).get("not_measured")
    return {str(item.get("id")) for item in listed or [] if isinstance(item, Mapping)}


def _why_incomparable(before: Judgement, after: Judgement) -> str | None:
    """Why the scores cannot be compared; empty if they can."""
    if before["_source"] != after["_source"]:
        return "source"
    then, now = (scan.get("scores") or {} for scan in (before, after))
    if then.get("rubric_version") != now.get("rubric_version"):
        return "rubric_version"
    return None if saw_the_same_parts(_limits(before), _limits(after)) else "limits"


def saw_the_same_parts(then: frozenset[str], now: frozenset[str]) -> bool:
    """Whether two scans with these limits saw the same parts of a page."""
    return not (then ^ now) & NOT_WHOLE and not (then | now) & CUT_OFF


def _limits(judged: Judgement) -> frozenset[str]:
    """What kept the scan from seeing all of the page; empty for scans from before this was recorded."""
    return frozenset((judged.get("measured") or {}).get("limits") or ())


def _scores(judged: Judgement) -> dict[str, Any]:
    return dict(judged.get("scores") or {})


def _difference_of_scores(then: Mapping[str, Any], now: Mapping[str, Any]) -> int | float | None:
    """The difference of the scores."""
    before, after = then.get("overall"), now.get("overall")
    numbers = isinstance(before, int | float) and isinstance(after, int | float)
    return after - before if numbers else None  # type: ignore[operator]
