"""The chain libraries are imported once: what they import warns, and here a warning is a failure."""

from __future__ import annotations

import warnings

import pytest

from coldread.payments.methods import tempo


@pytest.fixture(scope="session", autouse=True)
def _chain_libraries() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tempo.warm()
