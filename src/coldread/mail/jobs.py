"""`mail.send`: sends a letter. A failing mail server delays letters, never requests, and loses none."""

from __future__ import annotations

from typing import Protocol

from coldread.base import log
from coldread.base.db import Database
from coldread.jobs.job import job
from coldread.mail.compose import compose
from coldread.mail.mailer import Mailer
from coldread.mail.outbox import SEND, find_unsent, mark_not_sent, mark_sent


class MailServices(Protocol):
    """The services that the job needs."""

    @property
    def db(self) -> Database: ...
    @property
    def mailer(self) -> Mailer: ...
    @property
    def mail_from(self) -> str: ...


class MailNotAccepted(Exception):
    """The mail server did not accept a letter. Without the address, since a job's error outlives the letter."""


@job(SEND, tries=100)  # half an hour apart after the first few: two days of retries
async def send(services: MailServices, letter_id: int, message_id: str | None = None) -> None:
    letter = await services.db.read(find_unsent, letter_id, message_id)
    if letter is None:
        return  # sent by an earlier try that died before it could report to the queue
    try:
        await services.mailer.deliver(compose(letter, services.mail_from))
    except Exception as error:
        reason = log.masked_text(f"{type(error).__name__}: {error}")
        await services.db.write(mark_not_sent, letter_id, reason, message_id)
        raise MailNotAccepted(reason) from None
    await services.db.write(mark_sent, letter_id, message_id)
