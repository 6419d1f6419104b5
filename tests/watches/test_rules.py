"""The rules of a watch."""

from __future__ import annotations

from collections import Counter

import pytest

from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.base.ids import new_secret_id
from coldread.watches.rules import PERIOD, Rhythm, host_slot, is_stray, masked_email, next_run
from tests.harness.service import START


@pytest.mark.parametrize("rhythm", list(Rhythm))
def test_the_next_run_is_at_the_watch_s_own_moment_and_never_too_soon(rhythm: Rhythm) -> None:
    period = PERIOD[rhythm]
    for _ in range(200):
        watch_id = new_secret_id()
        first = next_run(watch_id, rhythm, START)
        assert period // 2 <= first - START < period + period // 2
        second = next_run(watch_id, rhythm, first + 3 * MINUTE)
        assert second - first == period, "the same moment of the next day or week"


def test_watches_that_begin_together_are_spread_over_the_day() -> None:
    moments = [next_run(new_secret_id(), Rhythm.DAILY, START) for _ in range(4_800)]
    by_hour = Counter(moment // HOUR % 24 for moment in moments)
    assert len(by_hour) == 24
    assert max(by_hour.values()) < 300, "200 an hour on average"


def test_a_run_that_a_wrong_clock_set_is_stray_and_a_usual_one_is_not() -> None:
    for rhythm in Rhythm:
        assert not is_stray(next_run("x", rhythm, START), rhythm, START)
        assert is_stray(next_run("x", rhythm, START + 30 * DAY), rhythm, START)


def test_the_turn_of_a_host_is_its_next_free_moment_and_a_wrong_clock_does_not_hold_it() -> None:
    assert host_slot(0, START) == START
    assert host_slot(START + MINUTE, START) == START + MINUTE
    assert host_slot(START + 30 * DAY, START) == START


def test_an_address_is_shown_without_its_name() -> None:
    assert masked_email("anna@shop.example") == "a…@shop.example"
