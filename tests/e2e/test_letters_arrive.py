"""From payment to letters in a real mailbox: one process on SQLite, separate ones on PostgreSQL."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.harness.mailbox import Mailbox, Mute
from tests.harness.process import ServerProcess

StartServer = Callable[..., ServerProcess]


def arrives(mailbox: Mailbox, subject: str, within: float = 60) -> None:
    deadline = time.monotonic() + within
    while not any(subject in message["Subject"] for message in mailbox.taken):
        assert time.monotonic() < deadline, [message["Subject"] for message in mailbox.taken]
        time.sleep(0.05)  # asks again until the deadline above


def worker(server: ServerProcess) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "coldread", "work", "--queues", "work"],
        env=server.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
    )


def test_both_letters_arrive_once(start_server: StartServer, database_url: str, mailbox: Mailbox) -> None:
    server = start_server(smtp_url=mailbox.url, draft_after_s="1", mail_from="hello@coldread.test")
    beside = None if database_url.startswith("sqlite") else worker(server)
    try:
        order_id = server.order().json()["order_id"]
        for step in ("reviewing", "accepted", "billing_pending", "paid"):
            server.move(order_id, step)
        server.move(order_id, "in_progress", patch={"spec_md": "# Draft"})
        arrives(mailbox, "Your draft is ready")
        server.move(order_id, "delivered", patch={"spec_md": "# Final"})
        arrives(mailbox, "Your cold-read is done")
        assert len(mailbox.taken) == 2
    finally:
        if beside is not None:
            beside.terminate()
            assert beside.wait(15) == 0, "a worker ends in order when told"


def test_a_dead_mail_server_slows_no_request_and_loses_no_letter(tmp_path: Path, mailbox: Mailbox) -> None:
    mailbox.stop()
    server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, smtp_url=mailbox.url)
    server.start()
    try:
        order_id = server.order().json()["order_id"]
        for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered"):
            began = time.monotonic()
            assert server.move(order_id, step).status_code == 200
            assert time.monotonic() - began < 5
        mailbox.start()
        arrives(mailbox, "Your cold-read is done")
        assert len(mailbox.taken) == 1
    finally:
        server.stop()


def slowest_move(server: ServerProcess) -> float:
    """Seconds of the slowest of an order's moves, up to its delivery."""
    order_id = server.order().json()["order_id"]
    slowest = 0.0
    for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered"):
        began = time.monotonic()
        assert server.move(order_id, step).status_code == 200
        slowest = max(slowest, time.monotonic() - began)
    return slowest


def test_a_mute_mail_server_slows_no_request_and_the_letter_comes_once(
    tmp_path: Path, mailbox: Mailbox
) -> None:
    """It takes the connection and says nothing: a try hangs for twenty seconds, and nobody notices."""
    mailbox.stop()
    mute = Mute(mailbox.port)
    server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, smtp_url=mailbox.url)
    server.start()
    try:
        assert max(slowest_move(server) for _ in range(3)) < 5
        deadline = time.monotonic() + 30
        while not mute.held:
            assert time.monotonic() < deadline, "nobody has tried"
            time.sleep(0.05)
        assert slowest_move(server) < 5
        mute.hang_up()
        mailbox.start()
        deadline = time.monotonic() + 60
        while len({message["Message-ID"] for message in mailbox.taken}) < 4:
            assert time.monotonic() < deadline, len(mailbox.taken)
            time.sleep(0.05)
        assert len(mailbox.taken) == 4, "four orders, four letters"
    finally:
        server.stop()


def test_a_server_that_dawdles_and_refuses_gets_each_letter_once(tmp_path: Path, mailbox: Mailbox) -> None:
    mailbox.dawdle = 1.0
    mailbox.refuse = ["451 later", "421 going away"]
    server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, smtp_url=mailbox.url)
    server.start()
    try:
        assert slowest_move(server) < 5
        arrives(mailbox, "Your cold-read is done")
        assert len(mailbox.taken) == 1
    finally:
        server.stop()
