"""What a hung model, mail server or webhook receiver costs everything else: the same load with each of them healthy and hung.

`python -m bench.service.bulkheads` starts a service on SQLite (`--postgres`: one with two workers there). 50 free scans, 20
orders that are paid and drafted, each with a webhook receiver, and scans from the start page at the same time. Only ratios
within one run count.
"""

from __future__ import annotations

import argparse
import dataclasses
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import httpx
import sqlalchemy as sa
from tests.harness import postgres
from tests.harness.beside import workers
from tests.harness.fake_model import FakeModel, openai_reply
from tests.harness.mailbox import Mailbox, Mute
from tests.harness.post_server import PostServer, reply
from tests.harness.process import ServerProcess, free_port
from tests.harness.website import Website

from bench.service import results
from coldread.base.clock import SECOND
from coldread.base.database.postgres import driver_url
from coldread.mail.tables import letters

LIMITS = (
    "scan_limit_url",
    "scan_limit_ip",
    "scan_limit_global",
    "limit_create_per_hour",
    "limit_reads_per_min",
)
PAGE = """<!doctype html><html lang="en"><title>Bread {n}</title><meta name="viewport" content="width=device-width">
<h1>Fresh bread at your door in Malmö</h1><p>Sourdough for 45 kr, baked at night, brought before seven.</p>
<a href="/order">Order bread for tomorrow</a></html>"""
HUNG = ("model", "mail", "receiver")
#: scans that one client has under way
AT_ONCE = 3
PATIENCE_S = 400.0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Waits:
    """Seconds of each kind of wait."""

    start_page: list[float]
    drafts: list[float]
    letters: list[float]
    scans_whole: int
    scans: int


@contextmanager
def dripping() -> Iterator[str]:
    """A model's endpoint that sends a byte a second; its address."""
    over = threading.Event()

    def drip(request: BaseHTTPRequestHandler) -> None:
        request.rfile.read(int(request.headers["content-length"]))
        request.send_response(200)
        request.send_header("content-length", "100000")
        request.end_headers()
        try:
            while not over.wait(1):
                request.wfile.write(b" ")
                request.wfile.flush()
        except OSError:
            pass

    server = PostServer(drip)
    try:
        yield f"{server.url}/v1"
    finally:
        over.set()
        server.stop()


@contextmanager
def receiver(*, hangs: bool) -> Iterator[str]:
    over = threading.Event()

    def take(request: BaseHTTPRequestHandler) -> None:
        request.rfile.read(int(request.headers["content-length"]))
        if hangs:
            over.wait(PATIENCE_S)
            return
        reply(request, b"")

    server = PostServer(take)
    try:
        yield server.url
    finally:
        over.set()
        server.stop()


@contextmanager
def mail_server(*, hangs: bool) -> Iterator[str]:
    if hangs:
        port = free_port()
        mute = Mute(port)
        try:
            yield f"smtp://127.0.0.1:{port}"
        finally:
            mute.hang_up()
        return
    mailbox = Mailbox()
    try:
        yield mailbox.url
    finally:
        mailbox.stop()


def measured(hung: frozenset[str], *, on_postgres: bool, scans: int, orders: int) -> Waits:
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site = stack.enter_context(Website({"/": PAGE, "/order": PAGE}))
        model = (
            stack.enter_context(dripping())
            if "model" in hung
            else stack.enter_context(FakeModel(lambda _: openai_reply({"answers": [], "problems": []}))).url
        )
        mail = stack.enter_context(mail_server(hangs="mail" in hung))
        events = stack.enter_context(receiver(hangs="receiver" in hung))
        url = postgres.new_database() if on_postgres else f"sqlite:///{data / 'coldread.db'}"
        server = ServerProcess(
            url,
            data,
            **dict.fromkeys(LIMITS, "0"),
            scan_allow_hosts=f"{site.place},{events.partition('//')[2]}",
            llm_provider="openai",
            llm_base_url=model,
            llm_model="bench",
            smtp_url=mail,
            operator_email="operator@example.com",
            webhooks="1",
            draft_after_s="0",
        )
        server.start(within=60)
        beside = workers(server, "work", "scan") if on_postgres else nullcontext()
        with beside:
            try:
                return _lived(server, site, events, url, scans=scans, orders=orders)
            finally:
                server.stop(within=60)


def _lived(server: ServerProcess, site: Website, events: str, url: str, *, scans: int, orders: int) -> Waits:
    for number in range(3):
        _scan(server, site.url(f"/?warm{number}"))
    with ThreadPoolExecutor(AT_ONCE + 3) as threads:
        free = [threads.submit(_scan, server, site.url(f"/?free{n}")) for n in range(scans)]
        drafts = threads.submit(_all_drafted, server, site, events, orders)
        start = threads.submit(_start_page, server, site, lambda: all(one.done() for one in free))
        sources = [one.result() for one in free]
        return Waits(
            start_page=start.result(),
            drafts=drafts.result(),
            letters=_letters(url),
            scans_whole=sources.count("pipeline"),
            scans=len(sources),
        )


def _scan(server: ServerProcess, page: str) -> str:
    body = {"url": page, "primary_goal": "paid_signup"}
    answer = httpx.post(f"{server.url}/v1/scan", json=body, timeout=60)
    return str(answer.json().get("_source", answer.status_code))


def _start_page(server: ServerProcess, site: Website, over: Callable[[], bool]) -> list[float]:
    waits: list[float] = []
    with httpx.Client(base_url=server.url, timeout=60) as client:
        while not over() or len(waits) < 5:
            began = time.monotonic()
            form = {"url": site.url(f"/?start{len(waits)}"), "primary_goal": "paid_signup"}
            at = client.post("/scan", data=form, headers={"Origin": server.url}).headers["location"]
            while "/scanning/" in at and time.monotonic() - began < PATIENCE_S:
                seen = client.get(at)
                at = seen.headers.get("location", at)
                time.sleep(0.1)
            waits.append(time.monotonic() - began)
    return waits


def _all_drafted(server: ServerProcess, site: Website, events: str, orders: int) -> list[float]:
    paid: dict[str, float] = {}
    for number in range(orders):
        placed = server.order(
            url=site.url(f"/?order{number}"),
            billing={"company_name": "Bread Ltd"},
            contact_email=f"buyer{number}@buyer{number}.example",
            webhook_url=events,
            webhook_secret="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        )
        order_id = placed.raise_for_status().json()["order_id"]
        for status in ("reviewing", "accepted", "billing_pending", "paid"):
            server.move(order_id, status).raise_for_status()
        paid[order_id] = time.monotonic()
    waits: dict[str, float] = {}
    while len(waits) < orders and time.monotonic() - max(paid.values()) < PATIENCE_S:
        for order_id in paid.keys() - waits.keys():
            seen = httpx.get(f"{server.url}/v1/orders/{order_id}", timeout=60).json()
            if seen["draft_url"]:
                waits[order_id] = time.monotonic() - paid[order_id]
        time.sleep(0.3)
    return [waits.get(order_id, PATIENCE_S) for order_id in paid]


def _letters(url: str) -> list[float]:
    """Seconds from the moment a letter was due to that in which it was taken."""
    engine = sa.create_engine(url if url.startswith("sqlite") else driver_url(url))
    with engine.connect() as connection:
        rows = connection.execute(sa.select(letters.c.written_at, letters.c.sent_at)).all()
    engine.dispose()
    return [(row.sent_at - row.written_at) / SECOND if row.sent_at else PATIENCE_S for row in rows]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--postgres", action="store_true")
    asked.add_argument("--scans", type=int, default=50)
    asked.add_argument("--orders", type=int, default=20)
    given = asked.parse_args()
    rows: list[Sequence[str]] = []
    healthy: Waits | None = None
    for hung in (frozenset[str](), *(frozenset({one}) for one in HUNG)):
        waits = measured(hung, on_postgres=given.postgres, scans=given.scans, orders=given.orders)
        healthy = healthy or waits
        rows.append(
            (
                ", ".join(sorted(hung)) or "nothing",
                _wait_beside(waits.start_page, healthy.start_page),
                _wait_beside(waits.drafts, healthy.drafts),
                _wait_beside(waits.letters, healthy.letters),
                f"{waits.scans_whole} of {waits.scans}",
            )
        )
        print(rows[-1], flush=True)
    head = ("hung", "start-page scan", "draft after payment", "letter", "free scans seen whole")
    name = "PostgreSQL, two workers" if given.postgres else "SQLite"
    results.write(f"Bulkheads ({name})", results.table(head, rows))


def _wait_beside(waits: list[float], healthy: list[float]) -> str:
    """The median, and how many times that of the service whose endpoints are healthy."""
    middle = statistics.median(waits)
    if middle >= PATIENCE_S:
        return "none came"
    return f"{middle:.2f} s (× {middle / max(0.001, statistics.median(healthy)):.2f})"


if __name__ == "__main__":
    main()
