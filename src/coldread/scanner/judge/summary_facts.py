"""Two facts of an answer that are the same for our own judgement and for a remote one: is it a lead, and no notes yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.judge.finding import Severity


def is_lead_qualified(goal: PrimaryGoal, severities: Iterable[object]) -> bool:
    """Someone behind this page has a reason to talk to us: the goal is worth a talk, and something serious stands in its way."""
    serious = any(one in (Severity.P0, Severity.P1) for one in severities)
    return goal_row(goal).is_lead and serious


def no_notes(caveats: Sequence[str] = ()) -> dict[str, Any]:
    """What stands for a model's notes before any model has spoken."""
    return {"engine": "none", "notes": [], "rewrites": [], "caveats": list(caveats)}
