"""What a chain of the tests says where nobody walks its blocks: one block, and nothing in it."""

from __future__ import annotations

from coldread.payments.methods.method import Transfer, Walk


class UnwatchedChain:
    """The part of a payment method that reconciling asks for."""

    unfit = ""

    async def require_fit(self) -> None: ...

    async def mined_in(self, tx_hash: str) -> int | None:
        return 1

    async def head(self) -> int:
        return 1

    async def block_time(self, number: int) -> int:
        return 0

    async def walked(self, first: int, last: int) -> Walk:
        return Walk(transfers=await self.transfers(first, last), complete_to=last)

    async def transfers(self, first: int, last: int) -> list[Transfer]:
        return []

    def leg(self, challenge_id: str) -> str:
        return ""

    async def close(self) -> None: ...
