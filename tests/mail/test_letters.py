"""Letters: complete in their languages, written once, sent once, patient with a bad server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.jobs.runner import runner
from coldread.mail import jobs as mail_jobs
from coldread.mail.letters import LETTERS
from coldread.mail.outbox import mark_sent, write_letter
from coldread.mail.tables import letters
from tests.harness.mailbox import Mailbox
from tests.harness.service import Service

DRAFT: dict[str, Any] = {
    "order_id": "INV-abcdefgh",
    "page_url": "https://shop.example/?a=1&b=<2>",
    "draft_url": "https://coldread.test/deliverables/INV-abcdefgh/spec_draft.md",
    "status_page": "https://coldread.test/o/INV-abcdefgh",
    "final_by": "2026-11-18 10:20",
}

FINAL: dict[str, Any] = {
    "order_id": "INV-abcdefgh",
    "page_url": "https://shop.example/",
    "status_page": "https://coldread.test/o/INV-abcdefgh",
    "final_url": "https://coldread.test/o/INV-abcdefgh/spec",
    "diff_url": None,
    "rescan_until": "16 December",
    "late": False,
}


def write(service: Service, kind: str = "draft_published", language: str = "en", **details: Any) -> bool:
    def put(session: Session) -> bool:
        return write_letter(
            session,
            kind,
            about="INV-abcdefgh",
            recipient="anna@shop.example",
            language=language,
            domain="coldread.test",
            **(details or DRAFT),
        )

    written: bool = service.write(put)
    return written


def work_until(service: Service, done: Callable[[], bool]) -> None:
    async def play() -> None:
        worker = asyncio.create_task(
            runner(
                service.services.db, service.settings.database_url, service.services, queues=["work"]
            ).run()
        )
        try:
            async with asyncio.timeout(30):
                while not done() or (await service.services.db.read(unsent)) > 0:
                    service.clock.move(SECOND)  # the pauses between two tries pass quickly here
                    await asyncio.sleep(0.05)
        finally:
            worker.cancel()
            await asyncio.gather(worker, return_exceptions=True)

    service.run(play())


def unsent(session: Session) -> int:
    return len(session.rows(sa.select(letters.c.id).where(letters.c.sent_at.is_(None))))


@pytest.fixture
def sqlite_service(tmp_path: Path) -> Callable[..., Service]:
    def make(**settings: str) -> Service:
        return Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, **settings)

    return make


@pytest.mark.parametrize("row", LETTERS, ids=lambda row: row.kind)
@pytest.mark.parametrize("language", ["en", "sv"])
def test_every_letter_exists_in_the_languages_of_its_readers(row: Any, language: str) -> None:
    from coldread.mail.compose import _templates

    values = {name: ["a"] if name == "flags" else f"the-{name}" for name in row.values}
    text = _templates().get_template(f"{row.kind}.{language}.txt").render(values)
    subject, _, body = text.partition("\n")
    assert subject.strip()
    assert len(body.strip()) > 40


def test_a_letter_arrives_once_with_text_and_html(
    mailbox: Mailbox, sqlite_service: Callable[..., Service]
) -> None:
    service = sqlite_service(smtp_url=mailbox.url, mail_from="Coldread <hello@coldread.test>")
    assert write(service)
    assert not write(service), "one letter of a kind for an order"
    work_until(service, lambda: bool(mailbox.taken))
    (message,) = mailbox.taken
    assert message["To"] == "anna@shop.example"
    assert message["Subject"] == "Your draft is ready: https://shop.example/?a=1&b=<2>"
    text, html = [part.get_content() for part in message.walk() if not part.is_multipart()]
    assert DRAFT["draft_url"] in text
    (button,) = HTMLParser(html).css("a.button")
    assert (button.attributes["href"], button.text()) == (DRAFT["draft_url"], "Read the draft")
    assert f'<a href="{DRAFT["status_page"]}">' in html, "what else there is to open is a plain link"
    assert "<2>" not in html
    assert message["Message-ID"].endswith("@coldread.test>")
    service.close()


def test_a_server_that_refuses_gets_the_same_letter_again_later(
    mailbox: Mailbox, sqlite_service: Callable[..., Service]
) -> None:
    mailbox.refuse = ["451 later", "554 no", "421 going away"]
    service = sqlite_service(smtp_url=mailbox.url)
    write(service, language="sv")
    work_until(service, lambda: bool(mailbox.taken))
    assert len(mailbox.taken) == 1
    assert mailbox.taken[0]["Subject"].startswith("Ditt utkast är klart")
    (row,) = service.read(lambda session: session.rows(sa.select(letters)))
    assert (row.tries, row.error) == (4, None)
    service.close()


def test_a_repeated_letter_carries_the_same_message_id(
    mailbox: Mailbox, sqlite_service: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash after the server took it and before we noted it: the mailbox can tell that it is the same."""
    service = sqlite_service(smtp_url=mailbox.url)
    real, failures = mark_sent, [1]

    def forgetful(session: Session, letter_id: int, message_id: str | None) -> None:
        if failures:
            failures.pop()
            raise RuntimeError("the process died here")
        real(session, letter_id, message_id)

    monkeypatch.setattr(mail_jobs, "mark_sent", forgetful)
    write(service)
    work_until(service, lambda: len(mailbox.taken) == 2)
    assert len({message["Message-ID"] for message in mailbox.taken}) == 1
    service.close()


def test_a_letter_written_while_the_one_it_replaces_is_being_sent_leaves_too(
    mailbox: Mailbox, sqlite_service: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The final's letter got the number of the draft's, which was on its way; its job was taken for the draft's, and none was put."""
    service = sqlite_service(smtp_url=mailbox.url)
    mailer = service.services.mailer
    deliver = mailer.deliver
    replaced: list[bool] = []

    def replace(session: Session) -> None:
        session.run(sa.delete(letters))
        final = {**FINAL, "about": "INV-abcdefgh", "recipient": "anna@shop.example"}
        write_letter(session, "final_delivered", language="en", domain="coldread.test", **final)

    async def slowly(message: EmailMessage) -> None:
        if not replaced:
            replaced.append(True)
            await service.services.db.write(replace)
        await deliver(message)

    monkeypatch.setattr(mailer, "deliver", slowly)
    write(service)
    work_until(service, lambda: len(mailbox.taken) == 2)
    assert [message["Subject"][:17] for message in mailbox.taken] == [
        "Your draft is rea",
        "Your cold-read is",
    ]
    service.close()


def test_without_a_server_letters_are_files(sqlite_service: Callable[..., Service], tmp_path: Path) -> None:
    service = sqlite_service()
    write(service)
    work_until(service, lambda: any((tmp_path / "letters").glob("*.eml")))
    (file,) = (tmp_path / "letters").glob("*.eml")
    assert b"Your draft is ready" in file.read_bytes()
    service.close()


def test_a_letter_that_was_rolled_back_is_never_sent(service: Service) -> None:
    def fail(session: Session) -> None:
        write_letter(
            session, "draft_published", about="x", recipient="a@b.se", language="en", domain="d", **DRAFT
        )
        raise ValueError("rolled back")

    with pytest.raises(ValueError, match="rolled back"):
        service.write(fail)
    assert service.read(unsent) == 0


def test_a_template_never_lacks_a_value(service: Service) -> None:
    with pytest.raises(ValueError, match="draft_url"):
        write(service, **{name: value for name, value in DRAFT.items() if name != "draft_url"})
