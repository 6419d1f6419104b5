"""What a way of paying must be able to do, and the ways in which it says no.

PaymentRefused   the payment does not hold; nothing of it was sent by us (402)
PaymentDisputed  the network contradicts itself about a payment that we did not send (503, and remembered)
OutcomeUnknown   the network did not say; asking again may help, paying again must not (503)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from coldread.payments.credential import Credential
    from coldread.payments.prices import CallPrice
    from coldread.payments.terms import Terms, Token


class PaymentRefused(Exception):
    """`slug` is a problem of status 402; the sentence may be shown to the payer."""

    def __init__(self, slug: str, detail: str) -> None:
        self.slug = slug
        self.detail = detail
        super().__init__(f"{slug}: {detail}")


class OutcomeUnknown(Exception):
    """The sentence may be shown; it names no address and no secret."""


class PaymentDisputed(Exception):
    """`payment` is as its payer claims it; the sentence is for the operator."""

    def __init__(self, payment: VerifiedPayment, why: str) -> None:
        self.payment = payment
        super().__init__(why)


class MalformedCredential(Exception):
    """It cannot be read; the sentence may be shown."""


class ChainOutcome(Enum):
    """What the chain says of a transaction; all but ABSENT and REFUSED need two facts that were asked for separately."""

    #: not there, or the facts do not agree yet
    ABSENT = "absent"
    #: the same, and every node refused to take it; it may still come, by other hands or because that was no refusal
    REFUSED = "refused"
    #: its receipt and the log of its transfer stand in one block
    MINED = "mined"
    #: its validity is over, it has no receipt, its nonce is unused: it cannot come any more
    ENDED = "ended"
    #: two facts contradict each other
    DISPUTED = "disputed"


class Conclusion(NamedTuple):
    """An outcome, and for the operator how the network contradicts itself."""

    outcome: ChainOutcome
    why: str = ""


class Expected(Protocol):
    """A payment that is waited for: a row of the ledger, or what will be one."""

    @property
    def tx_hash(self) -> str: ...
    @property
    def leg(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def currency(self) -> str: ...
    @property
    def payer(self) -> str | None: ...
    @property
    def valid_before(self) -> int | None: ...
    @property
    def created_at(self) -> int: ...
    @property
    def nonce(self) -> str | None: ...


@dataclasses.dataclass(frozen=True, kw_only=True)
class VerifiedPayment:
    """A payment that would hold, or does."""

    tx_hash: str
    #: which payment of the transaction it is: one transaction can pay several challenges
    leg: str
    payer: str | None
    #: False where the signature only names its account, and the chain alone can check it
    payer_proven: bool
    #: what the account holds, in base units; None where the money has moved already
    balance: int | None
    amount: int
    currency: str
    chain_id: int
    #: microseconds; None where the payment was made before we saw it
    valid_before: int | None
    #: when it was mined, in microseconds; None while it was not
    mined_at: int | None
    #: how the chain shows that its nonce is used, in the method's words
    nonce: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Transfer:
    """Money that reached our account, as the chain tells it."""

    tx_hash: str
    #: which payment of the transaction it is; empty where it names no challenge of ours
    leg: str
    payer: str
    amount: int
    block: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Walk:
    """Transfers of a range of blocks."""

    transfers: list[Transfer]
    #: number of the last block up to which they are proven to be all; less than the first where none is
    complete_to: int
    #: where they are not all: what the network contradicts
    doubt: str = ""


class Method(Protocol):
    """One way of paying, on its network."""

    #: why nothing is sold by it now; empty where nothing is known against it
    unfit: str

    async def require_fit(self) -> None:
        """The network is the one that the settings name, now. Raises OutcomeUnknown."""

    async def verify(self, credential: Credential, *, now: int, expired: bool) -> VerifiedPayment:
        """Everything that can be known without charging, also that the transaction would be executed; one that expired
        holds only where it was paid before.

        Raises PaymentRefused, PaymentDisputed or OutcomeUnknown.
        """

    async def settle(self, credential: Credential, expected: Expected, now: int) -> Conclusion:
        """Charge, and wait for the chain's word. Safe to repeat. Whatever the network says, it raises nothing of its own."""

    async def outcome(self, expected: Expected, now: int) -> Conclusion:
        """What became of a payment; raises OutcomeUnknown."""

    def leg(self, challenge_id: str) -> str:
        """Which payment of a transaction pays a challenge; empty where the method does not tell them apart."""

    async def mined_in(self, tx_hash: str) -> int | None:
        """Number of the block that holds a transaction and executed it; raises OutcomeUnknown."""

    async def head(self) -> int:
        """Number of the newest block; raises OutcomeUnknown."""

    async def block_time(self, number: int) -> int:
        """When a block was made, in microseconds; raises OutcomeUnknown."""

    async def walked(self, first: int, last: int) -> Walk:
        """What reached our account in these blocks, and how far that is known to be all; raises OutcomeUnknown."""

    async def close(self) -> None: ...


@dataclasses.dataclass(frozen=True, kw_only=True)
class PaymentMethod:
    """One row of `accepted.METHODS`: all that the rest of the house asks about a way of paying."""

    #: as challenges and credentials spell it
    name: str
    intent: str
    #: kinds of payload: who sends the transaction, `pull` (we) or `push` (the payer)
    modes: Mapping[str, str]
    #: settings without which production does not start
    needs: tuple[str, ...]
    #: the setting that names its network: before the first sale nothing is asked of one that nobody named
    network: str
    #: the method's own part of a challenge; made for every stranger who asks, so it asks no network and stores nothing
    request: Callable[[Terms, CallPrice], dict[str, Any]]
    #: kind and proof of a payload; raises MalformedCredential
    read: Callable[[dict[str, Any]], tuple[str, str]]
    #: what is paid with, for documents
    token: Callable[[Any], Token]
    open: Callable[[Terms], Method]
    #: import what takes seconds
    warm: Callable[[], None]
    #: modules of the extra `payments` without which nothing is sold by it
    libraries: tuple[str, ...] = ()

    def pays(self, price: CallPrice) -> bool:
        """Whether a call can be paid by it: one that only its payer sends is no way to pay for what we must send."""
        return bool(set(self.modes.values()) & set(price.modes))
