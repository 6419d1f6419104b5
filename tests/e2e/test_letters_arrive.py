"""From payment to letters in a real mailbox: one process on SQLite, separate ones on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from tests.harness.mailbox import Mailbox, Mute
from tests.harness.patience import OwnTime, until
from tests.harness.process import ServerProcess


def arrives(mailbox: Mailbox, subject: str) -> None:
    until(lambda: any(subject in message["Subject"] for message in mailbox.taken), why=mailbox.taken)


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
