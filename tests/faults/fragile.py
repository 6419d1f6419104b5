"""The outside world of the simulation: a database, a post and a chain that fail when they are told to."""

from __future__ import annotations

import base64
import hashlib
import json
import random
from collections.abc import Callable
from email.message import EmailMessage
from enum import Enum
from typing import Any

from coldread.base.clock import SECOND, Clock
from coldread.base.db import Database, PointRead, Session, Unavailable
from coldread.payments.credential import Credential
from coldread.payments.methods.method import (
    ChainOutcome,
    Conclusion,
    Expected,
    PaymentRefused,
    VerifiedPayment,
)
from tests.harness.unwatched_chain import UnwatchedChain


class Died(BaseException):
    """The process is gone at this point: nothing of it runs any further."""


class Fault(Enum):
    """What happens to a write."""

    REFUSED = "it is not begun"
    UNDONE = "it is done, and its commit fails"
    DIED_BEFORE = "the process dies before it"
    DIED_AFTER = "the process dies after its commit, before anybody is told"


class FragileDatabase(Database):
    """The real one, with one fault at the n-th write from now."""

    def __init__(self, inner: Database) -> None:
        self.inner = inner
        self.clock = inner.clock
        self.dead = False
        self._left = 0
        self._fault: Fault | None = None

    def arm(self, fault: Fault, at: int) -> None:
        self._fault, self._left = fault, at

    def disarm(self) -> None:
        self._fault = None

    async def write(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        self._require_alive()
        fault = self._due()
        if fault is Fault.REFUSED:
            raise Unavailable("the disk is full")
        if fault is Fault.DIED_BEFORE:
            self._die()
        done = await self.inner.write(
            _undone(function) if fault is Fault.UNDONE else function, *args, **kwargs
        )
        if fault is Fault.DIED_AFTER:
            self._die()
        self._require_alive()
        return done

    async def read(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        self._require_alive()
        return await self.inner.read(function, *args, **kwargs)

    async def point(self, query: PointRead, *parameters: Any) -> Any:
        self._require_alive()
        return await self.inner.point(query, *parameters)

    async def close(self) -> None:
        await self.inner.close()

    def _due(self) -> Fault | None:
        if self._fault is None:
            return None
        self._left -= 1
        if self._left:
            return None
        fault, self._fault = self._fault, None
        return fault

    def _die(self) -> None:
        self.dead = True
        raise Died

    def _require_alive(self) -> None:
        if self.dead:
            raise Died


def _undone(function: Callable[..., Any]) -> Callable[..., Any]:
    def work(session: Session, *args: Any, **kwargs: Any) -> None:
        function(session, *args, **kwargs)
        raise Unavailable("the commit failed")

    return work


class FragilePost:
    """Keeps the Message-ID of what it takes; may refuse, or take a letter and be cut off before it says so."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.chance: random.Random | None = None

    async def deliver(self, message: EmailMessage) -> None:
        mood = self.chance.random() if self.chance else 1.0
        if mood < 0.2:
            raise ConnectionError("the mail server is away")
        self.taken.append(message["Message-ID"])
        if mood < 0.4:
            raise ConnectionError("the mail server hung up after it had taken the letter")

    def forget(self, message_id: str) -> None:
        """Nothing is kept here but ids."""


class FragileChain(UnwatchedChain):
    """Takes a payment once; may be away, or take the money and be cut off before it says so."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        #: when each transaction was mined
        self.mined: dict[str, int] = {}
        self.valid_before: dict[str, int] = {}
        self.chance: random.Random | None = None

    async def verify(self, credential: Credential, *, now: int, expired: bool) -> VerifiedPayment:
        tx_hash = "0x" + hashlib.sha256(credential.proof.encode()).hexdigest()
        request = json.loads(base64.urlsafe_b64decode(credential.challenge.request + "=="))
        ends = self.valid_before.setdefault(tx_hash, self.clock.now() + 60 * SECOND)
        mined_at = self.mined.get(tx_hash) if expired else None
        if expired and mined_at is None:
            raise PaymentRefused("payment-expired", "The challenge has expired.")
        return VerifiedPayment(
            tx_hash=tx_hash,
            leg="",
            payer="0x" + "a" * 40,
            payer_proven=True,
            balance=None,
            amount=int(request["amount"]),
            currency=request["currency"],
            chain_id=42431,
            valid_before=ends,
            mined_at=mined_at,
        )

    async def settle(self, _: Credential, expected: Expected, now: int) -> Conclusion:
        """Away, taken and hung up, or taken and told."""
        said = await self.outcome(expected, now)
        mood = self.chance.random() if self.chance else 1.0
        if said.outcome is not ChainOutcome.ABSENT or mood < 0.15:
            return said
        self.mined[expected.tx_hash] = self.clock.now()
        return Conclusion(ChainOutcome.ABSENT if mood < 0.3 else ChainOutcome.MINED)

    async def outcome(self, expected: Expected, now: int) -> Conclusion:
        if expected.tx_hash in self.mined:
            return Conclusion(ChainOutcome.MINED)
        over = now > (expected.valid_before or now)
        return Conclusion(ChainOutcome.ENDED if over else ChainOutcome.ABSENT)
