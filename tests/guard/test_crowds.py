"""Counting goes on when there are more clients than are remembered, and wrong keys are guesses."""

from __future__ import annotations

import pytest

from coldread.base.clock import MINUTE
from coldread.guard import rate
from coldread.guard.rate import Window
from tests.harness.refusals import refusal
from tests.harness.service import ADMIN, Service


def test_beyond_the_bound_new_clients_are_counted_and_the_oldest_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate, "MOST_CLIENTS", 100)
    window = Window(MINUTE)
    window.turn(0)
    for number in range(100):
        window.add(f"client {number}")
    assert [window.add("late") for _ in range(3)] == [1, 2, 3]
    assert window.of("client 0") == 0
    assert window.of("client 1") == 1
    assert len(window.counts) == 100


def test_wrong_bearers_are_counted_by_address_and_the_right_one_is_never_refused(
    quick_service: Service,
) -> None:
    path = f"/v1/internal/orders/{quick_service.order()['order_id']}/transition"

    def tried(bearer: str | None, peer: str) -> int:
        headers = {} if bearer is None else {"Authorization": f"Bearer {bearer}"}
        return quick_service.post(
            path, json={"to_status": "reviewing"}, headers=headers, peer=peer
        ).status_code

    guesser, other = "198.51.100.70", "198.51.100.71"
    assert {tried(None, guesser) for _ in range(20)} == {401}
    assert {tried(f"guess {n}", guesser) for n in range(300)} == {401}
    answer = quick_service.post(path, json={}, headers={"Authorization": "Bearer guess"}, peer=guesser)
    refusal(answer, 429, "rate-limited")
    assert tried("guess", other) == 401
    assert tried(ADMIN, guesser) == 200
