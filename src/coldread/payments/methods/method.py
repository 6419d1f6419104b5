"""The interface of a payment method, and the errors that it raises.

PaymentRefused   the payment is not valid; we have sent none of it (402)
PaymentDisputed  the network contradicts itself about a payment that we did not send (503, and recorded)
OutcomeUnknown   the network did not answer; the caller may repeat the request but must not pay again (503)
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
    """`slug` is a problem of status 402. The sentence may be shown to the payer."""

    def __init__(self, slug: str, detail: str) -> None:
        self.slug = slug
        self.detail = detail
        super().__init__(f"{slug}: {detail}")


class OutcomeUnknown(Exception):
    """The sentence may be shown: it names no address and no secret."""


class PaymentDisputed(Exception):
    """`payment` is as its payer claims it. The sentence is for the operator."""

    def __init__(self, payment: VerifiedPayment, why: str) -> None:
        self.payment = payment
        super().__init__(why)


class MalformedCredential(Exception):
    """The credential cannot be read. The sentence may be shown."""


class ChainOutcome(Enum):
    """The chain's state of a transaction. All but ABSENT and REFUSED need two facts that were asked for separately."""

    #: not found, or the facts do not agree yet
    ABSENT = "absent"
    #: not found, and every node refused it; it may still be mined, if somebody else sends it or the refusal was wrong
    REFUSED = "refused"
    #: its receipt and the log of its transfer are in one block
    MINED = "mined"
    #: its validity is over, it has no receipt, and its nonce is unused: it cannot be mined any more
    ENDED = "ended"
    #: two facts contradict each other
    DISPUTED = "disputed"


class Conclusion(NamedTuple):
    """An outcome, and for the operator the contradiction in a dispute."""

    outcome: ChainOutcome
    why: str = ""


class Expected(Protocol):
    """A payment to look for: a row of the ledger, or one that is about to be written."""

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
    """A payment that is valid, or was made."""

    tx_hash: str
    #: which payment of the transaction this is: one transaction can pay several challenges
    leg: str
    payer: str | None
    #: False if the signature only names its account, and only the chain can check it
    payer_proven: bool
    #: the account's balance in base units; None if the money has moved already
    balance: int | None
    amount: int
    currency: str
    chain_id: int
    #: microseconds; None if the payment was made before we saw it
    valid_before: int | None
    #: when it was mined, in microseconds; None if it is not
    mined_at: int | None
    #: where the chain shows that its nonce is used, in the method's words
    nonce: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Transfer:
    """A transfer to our account, as the chain reports it."""

    tx_hash: str
    #: which payment of the transaction this is; empty if it names no challenge of ours
    leg: str
    payer: str
    amount: int
    block: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Walk:
    """The transfers of a range of blocks."""

    transfers: list[Transfer]
    #: the last block up to which the transfers are proven complete; less than the first if none is
    complete_to: int
    #: why they are not complete: the contradiction in the network's answers
    doubt: str = ""


class Method(Protocol):
    """One payment method, on its network."""

    #: why nothing is sold by it now; empty if there is no such reason
    unfit: str

    async def require_fit(self) -> None:
        """Check that the network is the one in the settings. Raises OutcomeUnknown."""

    async def verify(self, credential: Credential, *, now: int, expired: bool) -> VerifiedPayment:
        """Check everything that can be known without charging, including that the chain would execute the transaction.
        An expired challenge is accepted only if it was paid in time.

        Raises PaymentRefused, PaymentDisputed or OutcomeUnknown."""

    async def settle(self, credential: Credential, expected: Expected, now: int) -> Conclusion:
        """Charge, and wait for the chain's outcome. Safe to repeat. Raises nothing of its own, whatever the network
        answers."""

    async def outcome(self, expected: Expected, now: int) -> Conclusion:
        """The outcome of a payment; raises OutcomeUnknown."""

    def leg(self, challenge_id: str) -> str:
        """Which payment of a transaction pays a challenge; empty if the method does not distinguish them."""

    async def mined_in(self, tx_hash: str) -> int | None:
        """Number of the block that holds a transaction and executed it; raises OutcomeUnknown."""

    async def head(self) -> int:
        """Number of the newest block; raises OutcomeUnknown."""

    async def block_time(self, number: int) -> int:
        """When a block was made, in microseconds; raises OutcomeUnknown."""

    async def walked(self, first: int, last: int) -> Walk:
        """The transfers to our account in these blocks, and how far they are known to be complete; raises
        OutcomeUnknown."""

    async def close(self) -> None: ...


@dataclasses.dataclass(frozen=True, kw_only=True)
class PaymentMethod:
    """One row of `accepted.METHODS`: everything that other packages need to know about a payment method."""

    #: as challenges and credentials spell it
    name: str
    intent: str
    #: kinds of payload, each with its sender: `pull` (we send the transaction) or `push` (the payer does)
    modes: Mapping[str, str]
    #: settings without which production does not start
    needs: tuple[str, ...]
    #: the setting that names its network: an unnamed network is not asked before the first sale
    network: str
    #: the method's own part of a challenge; built for every caller, so it asks no network and stores nothing
    request: Callable[[Terms, CallPrice], dict[str, Any]]
    #: kind and proof of a payload; raises MalformedCredential
    read: Callable[[dict[str, Any]], tuple[str, str]]
    #: the token to pay with, for documents
    token: Callable[[Any], Token]
    open: Callable[[Terms], Method]
    #: import what takes seconds
    warm: Callable[[], None]
    #: modules of the extra `payments` that it needs
    libraries: tuple[str, ...] = ()

    def pays(self, price: CallPrice) -> bool:
        """Whether a call can be paid by it: a method that only the payer sends does not fit a call that needs `pull`."""
        return bool(set(self.modes.values()) & set(price.modes))
