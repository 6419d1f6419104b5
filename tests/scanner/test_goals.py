"""The table of goals: whole in every language, and what others must not state again."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args

import pytest

from coldread.base.languages import Language
from coldread.scanner import goals
from coldread.scanner.goals import GOALS, NAMED, PrimaryGoal, gaps, goal_row
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.phrases import phrases
from coldread_client import statuses as client_statuses


def test_every_goal_has_one_row() -> None:
    assert sorted(row.goal for row in GOALS) == sorted(PrimaryGoal)
    assert set(PrimaryGoal) - set(NAMED) == {PrimaryGoal.OTHER}


def test_the_client_names_the_same_goals() -> None:
    assert get_args(client_statuses.PrimaryGoal) == tuple(PrimaryGoal)


def test_the_lexicons_know_every_goal_that_has_words() -> None:
    assert gaps() == []


def test_a_goal_that_no_lexicon_knows_is_told_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    visit: Any = "visit"
    unheard = dataclasses.replace(goal_row(PrimaryGoal.DEMO), goal=visit, services=("ferries",))
    monkeypatch.setattr(goals, "GOALS", (*GOALS, unheard))
    monkeypatch.setattr(goals, "NAMED", (*NAMED, "visit"))
    assert gaps() == [
        "goal visit has no labels in scanner/page/lexicon/en.toml",
        "goal visit has no href in scanner/page/lexicon/en.toml",
        "goal visit has no labels in scanner/page/lexicon/sv.toml",
        "goal visit has no href in scanner/page/lexicon/sv.toml",
        "goal visit is completed by ferries, which scanner/page/lexicon/web.toml does not list",
    ]


@pytest.mark.parametrize("goal", NAMED)
@pytest.mark.parametrize("lang", Language)
def test_what_we_write_on_a_button_is_recognised_as_a_step_to_its_goal(
    goal: PrimaryGoal, lang: Language
) -> None:
    label = goal_row(goal).label
    assert label is not None
    assert phrases(f"goals.{goal}.labels").search(label(lang))
    assert not is_generic(label(lang))


@pytest.mark.parametrize("lang", Language)
def test_no_row_promises_what_only_the_owner_knows(lang: Language) -> None:
    for row in GOALS:
        said = " ".join([row.after(lang), row.label(lang) if row.label else ""])
        assert not any(word in said.lower() for word in ("free", "gratis", "trial", "prov")), said
        assert not any(sign.isdigit() for sign in said), said
