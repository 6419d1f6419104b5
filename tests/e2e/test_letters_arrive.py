"""From payment to letters in a real mailbox: one process on SQLite, separate ones on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.harness.beside import workers
from tests.harness.mailbox import Mailbox, Mute
from tests.harness.patience import OwnTime, until
from tests.harness.process import ServerProcess

StartServer = Callable[..., ServerProcess]


def arrives(mailbox: Mailbox, subject: str) -> None:
    until(lambda: any(subject in message["Subject"] for message in mailbox.taken), why=mailbox.taken)


def test_both_letters_arrive_once(start_server: StartServer, database_url: str, mailbox: Mailbox) -> None:
    server = start_server(smtp_url=mailbox.url, draft_after_s="1", mail_from="hello@coldread.test")
    queues = () if database_url.startswith("sqlite") else ("work",)
    with workers(server, *queues):
        order_id = server.order().json()["order_id"]
        for step in ("reviewing", "accepted", "billing_pending", "paid"):
            server.move(order_id, step).raise_for_status()
        server.move(order_id, "in_progress", patch={"spec_md": "# Draft"}).raise_for_status()
        arrives(mailbox, "Your draft is ready")
        server.move(order_id, "delivered", patch={"spec_md": "# Final"}).raise_for_status()
        arrives(mailbox, "Your cold-read is done")
        assert len(mailbox.taken) == 2


def test_a_dead_mail_server_slows_no_request_and_loses_no_letter(tmp_path: Path, mailbox: Mailbox) -> None:
    mailbox.stop()
    server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, smtp_url=mailbox.url)
    server.start()
    try:
        order_id = server.order().json()["order_id"]
        for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered"):
            assert seconds_of_move(server, order_id, step) < 5
        mailbox.start()
        arrives(mailbox, "Your cold-read is done")
        assert len(mailbox.taken) == 1
    finally:
        server.stop()


def slowest_move(server: ServerProcess) -> float:
    """Seconds of the slowest of an order's moves, up to its delivery."""
    order_id = server.order().json()["order_id"]
    steps = ("reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered")
    return max(seconds_of_move(server, order_id, step) for step in steps)


def seconds_of_move(server: ServerProcess, order_id: str, step: str) -> float:
    """Without those in which the machine was busy with others; waiting for a mail server would be twenty."""
    assert server.process is not None
    taken = OwnTime(server.process.pid)
    assert server.move(order_id, step).status_code == 200
    return taken.seconds()


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
        until(lambda: mute.held)
        assert slowest_move(server) < 5
        mute.hang_up()
        mailbox.start()
        until(lambda: len({message["Message-ID"] for message in mailbox.taken}) >= 4)
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
