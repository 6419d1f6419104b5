"""A real SMTP server that keeps what it takes, and can be told to refuse, to dawdle, or to say nothing at all."""

from __future__ import annotations

import asyncio
import email
import email.policy
import socket
import threading
from typing import Any

from aiosmtpd.controller import Controller

from tests.harness.process import free_port


class Mailbox:
    """Listens on loopback; `refuse` holds answers that are given before it takes anything."""

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.refuse: list[str] = []
        #: whether it knows nobody, and says so with the address
        self.knows_nobody = False
        #: seconds before it answers to a message
        self.dawdle = 0.0
        self.port = free_port()
        self.url = f"smtp://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def stop(self) -> None:
        self._controller.stop()

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.knows_nobody:
            return f"550 <{address}> is unknown here"
        envelope.rcpt_tos.append(address)
        return "250 known"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        await asyncio.sleep(self.dawdle)
        if self.refuse:
            return self.refuse.pop(0)
        self.taken.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 taken"


class Mute:
    """Takes connections on a port and never says a word; `hang_up` lets go of all of them."""

    def __init__(self, port: int) -> None:
        self.held: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", port))
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def hang_up(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for the next one
        self._listening.join(10)
        self._door.close()
        for connection in self.held:
            connection.close()

    def _listen(self) -> None:
        while True:
            try:
                self.held.append(self._door.accept()[0])
            except OSError:
                return
