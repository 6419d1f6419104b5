"""The gate in front of the model: so many calls at once, a rest after failures, and a place given back by whoever dies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import BaseModel

from coldread.base.clock import SECOND
from coldread.llm.gate import FAILURES, REST_S, EndpointState, Purpose, state_after_call
from coldread.llm.model import Model
from coldread.llm.shared_gate import SharedGate, calls_under_way, endpoint_key
from coldread.llm.tables import model_calls
from coldread.orders.operator.health import model_health
from tests.harness.fake_model import FakeModel, Reply, openai_reply
from tests.harness.service import Service

AT_ONCE = 3


class Word(BaseModel):
    word: str


def model_of(service: Service) -> Model:
    model = service.services.model
    assert model is not None
    return model


def ask(model: Model, deadline_s: float = 30.0, purpose: Purpose = Purpose.PAID) -> Any:
    return model.answer("Say a word.", Word, deadline_s=deadline_s, max_tokens=10, purpose=purpose)


def test_after_failures_in_a_row_the_endpoint_rests_and_every_process_knows(
    make_service: Callable[..., Service],
) -> None:
    replies: list[Reply | None] = []
    with FakeModel(lambda _: replies.pop(0) if replies else None) as fake:
        service = make_service(**fake.settings())
        for _ in range(FAILURES):
            assert service.run(ask(model_of(service), deadline_s=1.0)) is None
        asked = len(fake.asked)
        assert asked == FAILURES
        seen = service.read(lambda s: model_health(s, service.settings))
        assert (seen.failures, seen.reason, seen.calls) == (FAILURES, "late", 0)
        assert 0 < seen.rests_s <= REST_S
        # another process does not ask either, and is told at once
        other = SharedGate(service.services.db, endpoint_key(service.settings), at_once=AT_ONCE)
        with pytest.raises(Exception, match="resting"):
            service.run(_enter(other))
        assert service.run(ask(model_of(service))) is None
        assert len(fake.asked) == asked
        assert model_of(service).counts["resting"] == 1
        # after the rest it is asked once, and an answer ends the matter
        service.clock.move(REST_S * SECOND)
        replies.append(openai_reply({"word": "bread"}))
        assert service.run(ask(model_of(service))) == Word(word="bread")
        assert service.read(lambda s: model_health(s, service.settings)).failures == 0


def test_a_failure_after_the_rest_doubles_it() -> None:
    state, now, rests = EndpointState(), 0, []
    for _ in range(FAILURES + 8):
        state = state_after_call(state, "late", now)
        rests.append((state.rests_until - now) // SECOND if state.rests_until else 0)
    assert rests == [0, 0, 30, 60, 120, 240, 480, 600, 600, 600, 600]
    assert state_after_call(state, "wrong-shape", now) == state, (
        "what one answer was like says nothing of the endpoint"
    )
    assert state_after_call(state, "", now).failures == 0


def test_no_more_calls_run_at_once_than_are_set_whichever_process_asks(
    make_service: Callable[..., Service],
) -> None:
    with FakeModel(lambda _: None) as fake:
        service = make_service(**fake.settings(), llm_at_once=str(AT_ONCE))
        key = endpoint_key(service.settings)
        gates = [SharedGate(service.services.db, key, at_once=AT_ONCE) for _ in range(2)]

        async def play() -> list[int]:
            seen: list[int] = []
            running = 0

            async def call(gate: SharedGate) -> None:
                nonlocal running
                async with gate.turn(Purpose.PAID, 30):
                    running += 1
                    seen.append(running)
                    await asyncio.sleep(0.3)
                    running -= 1

            await asyncio.gather(*(call(gates[n % 2]) for n in range(12)))
            return seen

        seen = service.run(play())
        assert len(seen) == 12
        assert max(seen) == AT_ONCE
        assert service.read(lambda s: calls_under_way(s, key)) == 0


def test_free_readings_leave_a_place_for_paid_work(make_service: Callable[..., Service]) -> None:
    with FakeModel(lambda _: None) as fake:
        service = make_service(**fake.settings())
        gate = SharedGate(service.services.db, endpoint_key(service.settings), at_once=AT_ONCE)

        async def play() -> list[str]:
            begun: list[str] = []

            async def call(name: str, purpose: Purpose) -> None:
                async with gate.turn(purpose, 30):
                    begun.append(name)
                    await asyncio.sleep(60)

            calls = [asyncio.create_task(call("free", Purpose.FREE)) for _ in range(2 * AT_ONCE)]
            await asyncio.sleep(0.3)
            calls.append(asyncio.create_task(call("paid", Purpose.PAID)))
            async with asyncio.timeout(10):
                while "paid" not in begun:
                    await asyncio.sleep(0.02)
            for one in calls:
                one.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
            return begun

        assert service.run(play()) == ["free"] * (AT_ONCE - 1) + ["paid"]


def test_a_call_whose_process_died_gives_its_place_back(make_service: Callable[..., Service]) -> None:
    with FakeModel(lambda _: openai_reply({"word": "bread"})) as fake:
        service = make_service(**fake.settings(), llm_at_once="1")
        key = endpoint_key(service.settings)

        def left_behind(session: Any) -> None:
            until = session.now + 20 * SECOND
            values = {"id": "a" * 32, "endpoint": key, "purpose": "free", "until": until}
            session.run(sa.insert(model_calls), values)

        service.write(left_behind)
        assert service.run(ask(model_of(service), deadline_s=1.0)) is None
        assert model_of(service).counts["crowded"] == 1
        service.clock.move(20 * SECOND)
        assert service.run(ask(model_of(service))) == Word(word="bread")


async def _enter(gate: SharedGate) -> None:
    async with gate.turn(Purpose.PAID, 5):
        raise AssertionError("it rests")
