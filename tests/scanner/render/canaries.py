"""Birds on loopback that die when somebody reaches them: TCP and UDP, IPv4 and IPv6."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

PAGE = Path(__file__).with_name("hostile.html")


@dataclass
class Canaries:
    tcp4: int = 0
    tcp6: int = 0
    udp4: int = 0
    udp6: int = 0
    #: what arrived: the first line of a request, or the kind of datagram
    reached: list[str] = field(default_factory=list)

    def page(self) -> str:
        """The hostile page, aimed at these birds."""
        aims = {
            "V4NAME": "canary.example.com",
            "V4": f"127.0.0.1:{self.tcp4}",
            "V6": f"[::1]:{self.tcp6}",
            "DECIMAL": f"2130706433:{self.tcp4}",
            "HEX": f"0x7f000001:{self.tcp4}",
            "MAPPED": f"[::ffff:127.0.0.1]:{self.tcp4}",
            "SHORT": f"127.1:{self.tcp4}",
            "NAMED": f"localhost:{self.tcp4}",
            "REBOUND": f"rebound.example.com:{self.tcp4}",
            "UDP4": f"127.0.0.1:{self.udp4}",
            "UDP6": f"[::1]:{self.udp6}",
        }
        text = PAGE.read_text("utf-8")
        for mark, place in aims.items():
            text = text.replace(mark, place)
        return text


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, reached: list[str], kind: str) -> None:
        self._reached = reached
        self._kind = kind

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._reached.append(self._kind)


@asynccontextmanager
async def canaries() -> AsyncIterator[Canaries]:
    birds = Canaries()

    async def die(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place = len(birds.reached)
        birds.reached.append("tcp")  # a connection without a word is a leak too
        try:
            line = await asyncio.wait_for(reader.readline(), 1)
            birds.reached[place] = line.decode("latin-1").strip() or "tcp"
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        except (OSError, TimeoutError):
            pass
        finally:
            writer.close()

    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        for host, name in (("127.0.0.1", "tcp4"), ("::1", "tcp6")):
            server = await asyncio.start_server(die, host, 0)
            stack.callback(server.close)
            setattr(birds, name, server.sockets[0].getsockname()[1])
        for host, name in (("127.0.0.1", "udp4"), ("::1", "udp6")):
            transport, _ = await loop.create_datagram_endpoint(
                partial(_Datagrams, birds.reached, name), local_addr=(host, 0)
            )
            stack.callback(transport.close)
            setattr(birds, name, transport.get_extra_info("sockname")[1])
        yield birds
