"""What a way of paying must be able to do, and the two ways in which it says no.

Refused   the payment does not hold; nothing of it can come any more (402)
Unsure    the network did not say; asking again may help, paying again must not (503)
"""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import Protocol

from coldread.payments.credential import Credential


class PaymentRefused(Exception):
    """`slug` is a problem of status 402; the sentence may be shown to the payer."""

    def __init__(self, slug: str, detail: str) -> None:
        self.slug = slug
        self.detail = detail
        super().__init__(f"{slug}: {detail}")


class OutcomeUnknown(Exception):
    """The sentence may be shown; it names no address and no secret."""


class ChainOutcome(Enum):
    """What the chain says of a transaction."""

    ABSENT = "absent"
    MINED = "mined"
    REVERTED = "reverted"


@dataclasses.dataclass(frozen=True, kw_only=True)
class VerifiedPayment:
    """A payment that would hold, or does."""

    tx_hash: str
    payer: str | None
    amount: int
    currency: str
    chain_id: int
    #: microseconds; None where the transaction sets no end
    valid_before: int | None
    #: when it was mined, in microseconds; None while it was not
    mined_at: int | None


class Method(Protocol):
    """One way of paying."""

    async def verify(self, credential: Credential, *, expired: bool) -> VerifiedPayment:
        """Everything that can be known without charging; one that expired holds only where it was paid before.

        Raises Refused or Unsure.
        """

    async def settle(self, credential: Credential, verified: VerifiedPayment) -> None:
        """Charge; returns once the money is here. Safe to repeat. Raises Refused or Unsure."""

    async def outcome(self, tx_hash: str) -> ChainOutcome:
        """What became of a transaction; raises Unsure."""

    async def close(self) -> None: ...
