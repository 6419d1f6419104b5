"""The goals as forms offer them, in the order of the schema: what to choose, and how it is judged."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal, goal_row


def goal_options(lang: str) -> list[tuple[str, str]]:
    """Value and name of each option."""
    return [(goal.value, goal_row(goal).chosen(lang)) for goal in PrimaryGoal]


def goals_judged(lang: str) -> list[tuple[str, str]]:
    """The name of each goal, and how it is judged."""
    return [(goal_row(goal).chosen(lang), goal_row(goal).judged(lang)) for goal in PrimaryGoal]
