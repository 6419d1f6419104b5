"""A table that lacks what is wanted of it is refused by name."""

from __future__ import annotations

import pytest

from coldread.base.table_checks import Incomplete, gaps, require_complete


def test_a_complete_table_is_given_back_as_it_is() -> None:
    table = {"a": 1, "b": 2}
    assert require_complete(table, ["a"], "here") is table


def test_everything_that_is_missing_is_named_with_its_place() -> None:
    assert gaps({"a": 1}, ["a", "b", "c"], "orders/words") == ["orders/words lacks b", "orders/words lacks c"]
    with pytest.raises(Incomplete, match="orders/words lacks b; orders/words lacks c"):
        require_complete({"a": 1}, ["a", "b", "c"], "orders/words")
