"""A real SMTP server that keeps what it takes, and can be told to refuse."""

from __future__ import annotations

import email
import email.policy
from typing import Any

from aiosmtpd.controller import Controller

from tests.harness.process import free_port


class Mailbox:
    """Listens on loopback; `refuse` holds answers that are given before it takes anything."""

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.refuse: list[str] = []
        self.port = free_port()
        self.url = f"smtp://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def stop(self) -> None:
        self._controller.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        if self.refuse:
            return self.refuse.pop(0)
        self.taken.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 taken"
