"""`mail.send`: takes a letter to the post; SMTP trouble delays letters, never requests, and loses none."""

from __future__ import annotations

from typing import Protocol

from coldread.base import log
from coldread.base.db import Database
from coldread.jobs.job import job
from coldread.mail.compose import compose
from coldread.mail.mailer import Postman
from coldread.mail.outbox import SEND, not_sent, sent, waiting_letter


class HasPost(Protocol):
    """What the job needs of the services."""

    @property
    def db(self) -> Database: ...
    @property
    def postman(self) -> Postman: ...
    @property
    def mail_from(self) -> str: ...


class NotTaken(Exception):
    """The post did not take a letter; without the address, which outlives the letter in no log and no job."""


@job(SEND, tries=100)  # half an hour apart after the first few: two days of patience
async def send(services: HasPost, letter_id: int) -> None:
    letter = await services.db.read(waiting_letter, letter_id)
    if letter is None:
        return  # sent by a try that died before it could say so to the queue
    try:
        await services.postman.deliver(compose(letter, services.mail_from))
    except Exception as error:
        reason = log.masked(f"{type(error).__name__}: {error}")
        await services.db.write(not_sent, letter_id, reason)
        raise NotTaken(reason) from None
    await services.db.write(sent, letter_id)
