"""The client scans, orders, relays, waits and delivers; it retries without ordering twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from coldread_client import AsyncClient, Client, CouldNotReach, PaymentNeeded, ProblemError, WaitedTooLong
from coldread_client import exchange as exchanging
from coldread_client.wallet import TempoWallet
from tests.harness.process import ServerProcess, run
from tests.harness.service import WISH
from tests.harness.website import Website

ROOT = Path(__file__).parents[2]
PAGE = "<html lang=en><title>Bread</title><h1>Bread for cafés</h1><p>Fresh every morning, at your door.</p></html>"


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({"/": PAGE}) as made:
        yield made


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, site: Website) -> Iterator[ServerProcess]:
    """With rehearsals that take a second a step, and a page to look at."""
    folder = tmp_path_factory.mktemp("client")
    started = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}",
        folder,
        sandbox="1",
        sandbox_step_s="1",
        scan_engine="lite",
        scan_allow_hosts=site.place,
    )
    started.start()
    yield started
    started.stop()


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchanging, "FIRST_PAUSE_S", 0.01)


class Dropped(httpx.HTTPTransport):
    """The request arrives and is worked on; the answer is lost, so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times
        self.sent = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        self.sent += 1
        if self.sent <= self.times:
            answer.close()
            raise httpx.ReadError("the connection was lost")
        return answer


def orders_of(server: ServerProcess) -> int:
    done = run(["order", "list"], server.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout.count("INV-")


def test_a_scan_comes_with_its_summary(server: ServerProcess, site: Website) -> None:
    with Client(server.url) as coldread:
        scan = coldread.scan(site.url("/"), "newsletter", audience="Cafés")
        assert scan["chat_summary"]
        assert coldread.get_scan(scan["session_id"])["session_id"] == scan["session_id"]


def test_a_lost_answer_does_not_become_a_second_order(server: ServerProcess) -> None:
    before = orders_of(server)
    lossy = Dropped(times=2)
    with Client(server.url, transport=lossy) as coldread:
        placed = coldread.order(**WISH)
    assert placed["status"] == "submitted"
    assert lossy.sent == 3
    assert orders_of(server) == before + 1


def test_a_scan_is_not_repeated_blindly(server: ServerProcess, site: Website) -> None:
    lossy = Dropped(times=1)
    with Client(server.url, transport=lossy) as coldread, pytest.raises(CouldNotReach):
        coldread.scan(site.url("/"), "demo")
    assert lossy.sent == 1


def test_a_refusal_says_what_is_wrong(server: ServerProcess) -> None:
    with Client(server.url) as coldread, pytest.raises(ProblemError) as caught:
        coldread.order(**{**WISH, "contact_email": "nobody"})
    assert (caught.value.status, caught.value.slug) == (400, "invalid-input")
    assert caught.value.errors[0]["pointer"] == "#/contact_email"


def test_what_costs_money_is_not_paid_without_a_wallet_or_beyond_its_bounds(server: ServerProcess) -> None:
    ask = ("https://shop.example/", "h1", "The headline is vague.")
    with Client(server.url) as coldread, pytest.raises(PaymentNeeded) as caught:
        coldread.quick_fix(*ask)
    assert caught.value.slug == "payment-required"
    unfit: tuple[dict[str, Any], ...] = ({"chain_id": 1}, {"chain_id": 42431, "most_base_units": 99_999})
    for bounds in unfit:
        wallet = TempoWallet("0x" + "11" * 32, **bounds)
        with Client(server.url, wallet=wallet) as coldread, pytest.raises(PaymentNeeded):
            coldread.quick_fix(*ask)
    assert "11" * 8 not in repr(wallet)


def test_a_rehearsal_is_followed_to_its_end(server: ServerProcess) -> None:
    with Client(server.url) as coldread:
        order_id = coldread.order(**WISH, sandbox=True)["order_id"]
        seen = []
        for order in coldread.follow(order_id, long_poll=True):
            seen.append(order["status"])
            if order["question"]:
                coldread.provide_info(order_id, "Bakers in Lund")
        assert seen[-1] == "delivered"
        assert "billing_pending" in seen
        assert order["final_url"] is not None
        assert coldread.deliverable(order["final_url"]).startswith("# ")


def test_the_asynchronous_client_does_the_same(server: ServerProcess) -> None:
    async def rehearse() -> dict[str, Any]:
        async with AsyncClient(server.url) as coldread:
            placed = await coldread.order(**WISH, sandbox=True)
            waiting = await coldread.wait_for(placed["order_id"], {"billing_pending"}, within_s=60)
            assert waiting["pay_url"]
            done = await coldread.wait_for(placed["order_id"], {"delivered"}, within_s=60)
            return {"status": done["status"], "spec": await coldread.deliverable(done["final_url"] or "")}

    ended = asyncio.run(rehearse())
    assert ended["status"] == "delivered"
    assert ended["spec"].startswith("# ")


def test_waiting_has_an_end(server: ServerProcess) -> None:
    with Client(server.url) as coldread:
        order_id = coldread.order(**WISH)["order_id"]
        with pytest.raises(WaitedTooLong):
            coldread.wait_for(order_id, {"paid"}, within_s=1)


def test_nobody_there_is_said_after_every_try() -> None:
    with Client("http://127.0.0.1:9", timeout_s=2) as coldread, pytest.raises(CouldNotReach):
        coldread.get_order("INV-7Hq2mXpR")


def test_importing_the_client_loads_neither_the_house_nor_the_chain() -> None:
    told = "import sys, coldread_client; print([m for m in sys.modules if m.startswith(('coldread.', 'mpp', 'web3', 'sqlalchemy'))])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_example_agent_scans_orders_relays_and_delivers(
    server: ServerProcess, site: Website, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples/agent.py", "--service", server.url, "--url", site.url("/"), "--sandbox"],
        cwd=tmp_path, capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    for sign in ("scan:", "ordered INV-", "please pay:", "draft:", "delivered:"):
        assert sign in done.stdout
    assert (tmp_path / "spec_final.md").read_text().startswith("# ")
