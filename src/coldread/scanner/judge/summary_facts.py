"""Two facts of an answer, for our own judgement and for a remote one: whether it is a lead, and empty model notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.judge.finding import Severity


def is_lead_qualified(goal: PrimaryGoal, severities: Iterable[object]) -> bool:
    """The page's owner has a reason to talk to us: the goal is worth a talk, and there is a P0 or P1."""
    serious = any(severity in (Severity.P0, Severity.P1) for severity in severities)
    return goal_row(goal).is_lead and serious


def no_notes(caveats: Sequence[str] = ()) -> dict[str, Any]:
    """The model notes of a scan that no model has read."""
    return {"engine": "none", "notes": [], "rewrites": [], "caveats": list(caveats)}
