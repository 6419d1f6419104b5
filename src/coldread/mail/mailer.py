"""Sending a message: by SMTP, or as a file if no server is configured."""

from __future__ import annotations

import asyncio
import re
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

from coldread.base import private

#: limits for one step of the conversation, and for all of it, so that a slow server occupies a slot no longer
TIMEOUT_S = 20
WHOLE_S = 60


class Mailer(Protocol):
    async def deliver(self, message: EmailMessage) -> None:
        """Raises if the message was not accepted; then it is retried."""
        ...

    def forget(self, message_id: str) -> None:
        """Delete what is stored here of a message."""
        ...


class SmtpMailer:
    """`smtp://host:port` (STARTTLS where offered) or `smtps://user:password@host:port`."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.tls = parts.scheme == "smtps"
        self.host = parts.hostname or "localhost"
        self.port = parts.port or (465 if self.tls else 25)
        self.user = unquote(parts.username) if parts.username else None
        self.password = unquote(parts.password) if parts.password else None

    async def deliver(self, message: EmailMessage) -> None:
        import aiosmtplib

        async with asyncio.timeout(WHOLE_S):  # the library's own limit is for each step
            await aiosmtplib.send(
                message,
                hostname=self.host,
                port=self.port,
                use_tls=self.tls,
                username=self.user,
                password=self.password,
                timeout=TIMEOUT_S,
            )

    def forget(self, message_id: str) -> None:
        """Nothing is stored here: a sent message belongs to the buyer."""


class FileMailer:
    """One `.eml` file for each letter, named by its Message-ID, so writing it twice has no effect."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def deliver(self, message: EmailMessage) -> None:
        private.make_folder(self.folder)
        with private.open_file(self._path(message["Message-ID"])) as file:
            file.write(message.as_bytes(policy=SMTP))

    def forget(self, message_id: str) -> None:
        self._path(message_id).unlink(missing_ok=True)

    def _path(self, message_id: str) -> Path:
        name = re.sub(r"[^\w.-]", "", message_id)
        return self.folder / f"{name}.eml"
