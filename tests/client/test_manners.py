"""How the client behaves towards a service that is slow, busy or broken; the line is played, the client is real."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from coldread_client import AsyncClient, Client, ProblemError, RateLimited, response_of
from coldread_client import exchange as exchanging
from coldread_client import problems as kinds
from tests.harness.service import WISH

Play = Callable[[httpx.Request], httpx.Response]
ORDER = {
    "order_id": "INV-7Hq2mXpR",
    "status": "submitted",
    "poll_interval_sec": 60,
    "stages": {"submitted": {"state": "current"}, "delivered": {"state": "done"}},
}


class Script:
    """Answers in turn, the last one again and again; keeps what was asked."""

    def __init__(self, *answers: httpx.Response | Play) -> None:
        self.answers = answers
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        return answer if isinstance(answer, httpx.Response) else answer(request)


def client(script: Script, **options: Any) -> Client:
    return Client("https://coldread.test", transport=httpx.MockTransport(script), **options)


def problem(status: int, slug: str, **headers: str) -> httpx.Response:
    body = {"type": f"https://coldread.test/errors/{slug}", "title": slug, "status": status}
    return httpx.Response(status, json=body, headers=headers)


@pytest.fixture(autouse=True)
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client wanted to rest; it rests not at all."""
    found: list[float] = []

    async def rest(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr("coldread_client.sync.time.sleep", found.append)
    monkeypatch.setattr("coldread_client.aio.asyncio.sleep", rest)
    return found


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_trouble_that_passes_is_tried_again_where_nothing_can_happen_twice(status: int) -> None:
    script = Script(httpx.Response(status, text="a proxy's page"), httpx.Response(200, json=ORDER))
    assert client(script).get_order("INV-7Hq2mXpR")["status"] == "submitted"
    keyed = Script(httpx.Response(status), httpx.Response(201, json=ORDER))
    client(keyed).order(**WISH)
    first, second = keyed.asked
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]


@pytest.mark.parametrize("status", [500, 504])
def test_a_scan_whose_outcome_is_unknown_is_not_sent_again(status: int) -> None:
    script = Script(httpx.Response(status))
    with pytest.raises(ProblemError) as caught:
        client(script).scan("https://a.example/", "demo")
    assert (len(script.asked), caught.value.status) == (1, status)


def test_the_number_of_tries_is_the_callers(slept: list[float]) -> None:
    script = Script(problem(503, "unavailable"))
    with pytest.raises(kinds.Unavailable):
        client(script, max_retries=2).get_order("INV-7Hq2mXpR")
    assert len(script.asked) == 3
    assert len(slept) == 2
    assert len({*slept}) == 2, "pauses are spread"
    once = Script(problem(503, "unavailable"))
    with pytest.raises(kinds.Unavailable):
        client(once, max_retries=0).get_order("INV-7Hq2mXpR")
    assert len(once.asked) == 1


def test_a_refusal_is_an_exception_of_its_type_with_how_it_came() -> None:
    headers = {"Retry-After": "3600", "X-Request-Id": "r-1"}
    script = Script(problem(429, "rate-limited", **headers))
    with pytest.raises(RateLimited) as caught:
        client(script).scan("https://a.example/", "demo")
    assert (caught.value.retry_after, caught.value.request_id) == (3600, "r-1")
    assert caught.value.headers["retry-after"] == "3600"
    assert len(script.asked) == 1, "nobody waits an hour without being asked"


def test_an_answer_tells_how_it_came() -> None:
    headers = {"X-Request-Id": "r-2", "Idempotency-Replayed": "true"}
    placed = client(Script(httpx.Response(201, json=ORDER, headers=headers))).order(**WISH)
    told = response_of(placed)
    assert (told.status, told.request_id, told.replayed) == (201, "r-2", True)


def test_an_id_stays_one_part_of_the_path_and_the_client_says_who_it_is() -> None:
    script = Script(problem(404, "not-found"))
    with pytest.raises(kinds.NotFound):
        client(script).get_order("../internal/x?y#z")
    (asked,) = script.asked
    assert asked.url.raw_path == b"/v1/orders/..%2Finternal%2Fx%3Fy%23z"
    assert re.match(r"coldread-client/\d+\.\d+\S* httpx/\S+ python/3", asked.headers["user-agent"])


def test_a_call_has_a_time_of_its_own() -> None:
    script = Script(httpx.Response(200, json=ORDER))
    coldread = client(script, timeout_s=60)
    coldread.get_order("INV-7Hq2mXpR", timeout_s=3)
    coldread.get_order("INV-7Hq2mXpR")
    assert [asked.extensions["timeout"]["read"] for asked in script.asked] == [3, 60]


def _changes(request: httpx.Request) -> httpx.Response:
    """Changed already whenever it is asked; closed at the third look."""
    seen = int(request.headers.get("if-none-match", '"0"').strip('"'))
    status = "delivered" if seen == 2 else "submitted"
    return httpx.Response(200, json={**ORDER, "status": status}, headers={"ETag": f'"{seen + 1}"'})


def _nothing_new(request: httpx.Request) -> httpx.Response:
    """A service that does not wait."""
    return httpx.Response(304)


def test_who_waits_on_the_line_does_not_rest_when_the_order_has_already_changed(slept: list[float]) -> None:
    script = Script(_changes)
    seen = [order["status"] for order in client(script).follow("INV-7Hq2mXpR", long_poll=True)]
    assert seen == ["submitted", "submitted", "delivered"]
    assert sum(slept) == 0
    assert "prefer" not in script.asked[0].headers, "the first look is answered at once"
    assert script.asked[1].headers["prefer"] == "wait=30"

    async def same() -> list[str]:
        transport = httpx.MockTransport(Script(_changes))
        async with AsyncClient("https://coldread.test", transport=transport) as coldread:
            return [order["status"] async for order in coldread.follow("INV-7Hq2mXpR", long_poll=True)]

    assert asyncio.run(same()) == seen
    assert sum(slept) == 0


def test_who_only_looks_rests_as_long_as_the_service_says(slept: list[float]) -> None:
    assert len(list(client(Script(_changes)).follow("INV-7Hq2mXpR"))) == 3
    assert slept == [60, 60]


def test_a_service_that_does_not_hold_the_line_is_not_asked_without_rest(slept: list[float]) -> None:
    script = Script(
        _changes,
        _nothing_new,
        lambda request: _changes(httpx.Request("GET", request.url, headers={"If-None-Match": '"2"'})),
    )
    assert len(list(client(script).follow("INV-7Hq2mXpR", long_poll=True))) == 2
    assert [rest for rest in slept if rest] == [60]


def test_every_problem_type_has_a_class() -> None:
    from coldread.base.problems import PROBLEMS

    assert set(kinds.BY_SLUG) == {row.slug for row in PROBLEMS}
    assert exchanging.problem_of(httpx.Response(418)).status == 418


class Purse:
    """A wallet that signs without a chain, and counts."""

    signed = 0

    async def pay(self, challenges: list[str]) -> str:
        self.signed += 1
        return f"Payment {self.signed}"


def test_what_was_paid_for_is_asked_for_patiently_and_with_one_credential() -> None:
    busy = [problem(503, "unavailable", **{"Retry-After": "5"})] * 12
    script = Script(problem(402, "payment-required"), *busy, httpx.Response(200, json={"diagnosis": "x"}))
    purse = Purse()
    assert client(script, wallet=purse).quick_fix("https://a.example/", "h1", "No")["diagnosis"] == "x"
    assert purse.signed == 1
    assert {one.headers.get("authorization") for one in script.asked[1:]} == {"Payment 1"}


def test_a_payment_that_no_answer_came_for_is_handed_over_and_can_be_gone_on_with() -> None:
    purse = Purse()
    silent = Script(problem(402, "payment-required"), problem(503, "unavailable"))
    with pytest.raises(ProblemError) as caught:
        client(silent, wallet=purse).quick_fix("https://a.example/", "h1", "No")
    assert caught.value.credential == "Payment 1"
    script = Script(httpx.Response(200, json={"diagnosis": "x"}))
    client(script, wallet=purse).quick_fix(
        "https://a.example/", "h1", "No", credential=caught.value.credential
    )
    assert (script.asked[0].headers["authorization"], purse.signed) == ("Payment 1", 1)


class Chooser:
    """Signs the first challenge that it is shown of its own method."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    async def pay(self, challenges: list[str]) -> str | None:
        self.shown = challenges
        return next((f"Payment for {one}" for one in challenges if 'method="mine"' in one), None)


@pytest.mark.parametrize(
    "told",
    [
        ['Payment id="1", method="other", Payment id="2", method="mine"'],
        ['Bearer realm="a, b", Payment id="2", method="mine"'],
        ['Payment id="1", method="other"', 'Payment id="2", method="mine"'],
    ],
)
def test_a_wallet_sees_every_challenge_by_itself(told: list[str]) -> None:
    refused = problem(402, "payment-required")
    for one in told:
        refused.headers = httpx.Headers([*refused.headers.raw, (b"www-authenticate", one.encode())])
    script = Script(refused, httpx.Response(200, json={}))
    chooser = Chooser()
    with client(script, wallet=chooser) as coldread:
        coldread.quick_fix("https://shop.example/", "h1", "It is vague.")
    assert len(chooser.shown) == 2
    assert chooser.shown[-1] == 'Payment id="2", method="mine"'
    assert script.asked[1].headers["authorization"] == 'Payment for Payment id="2", method="mine"'
