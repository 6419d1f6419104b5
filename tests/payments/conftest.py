"""The chain libraries are imported once, before a test's own clock runs."""

from __future__ import annotations

import pytest

from coldread.payments.methods import tempo


@pytest.fixture(scope="session", autouse=True)
def _chain_libraries() -> None:
    tempo.warm()
