"""A row of the ledger, who holds its lease, and what a reservation needs to know about the payer. Pure."""

from __future__ import annotations

import dataclasses

from coldread.payments.accounting.reservations import Allowance
from coldread.payments.states import State


@dataclasses.dataclass(frozen=True, kw_only=True)
class LedgerEntry:
    """One row."""

    challenge_id: str
    credential_hash: str
    body_digest: str
    route: str
    method: str
    kind: str
    tx_hash: str
    leg: str
    valid_before: int | None
    payer: str | None
    payer_proven: bool
    amount: int
    currency: str
    chain_id: int
    state: str = State.RESERVED
    holder: str | None = None
    lease_until: int | None = None
    budget_day: int = 0
    answer: bytes | None = None
    tries: int = 1
    executions: int = 0
    created_at: int = 0
    paid_at: int | None = None
    delivered_at: int | None = None
    nonce: str | None = None
    disputed_at: int | None = None
    dispute: str | None = None

    def is_held(self, now: int) -> bool:
        """Whether a request works on it and its lease is valid."""
        return self.lease_until is not None and self.lease_until > now


@dataclasses.dataclass(frozen=True, kw_only=True)
class Hold:
    """The holder of a ledger row's lease, and the lease's length."""

    challenge_id: str
    holder: str
    lease: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReservationInput:
    """What a reservation needs to know about the payer."""

    client: str
    #: the balance of the payer's account; None if it was not asked for
    balance: int | None
    allowance: Allowance
