"""A house for each module: most is looked at in one process, since a process takes a second to start."""

from __future__ import annotations

import pytest

from tests.recipes.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """One in which the recipes are followed."""
    return House(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def gapped_house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """One in which each is followed but for one place."""
    return House(tmp_path_factory.mktemp("gapped"))
