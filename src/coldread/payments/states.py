"""The table of states of a payment: what may have left the payer's account, and what the payer gets on return.

A row may be deleted only in a state in which nothing can have been charged. Only a payment that arrived and bought no
execution is refunded. Both are columns, and the ledger's statements are built from them."""

from __future__ import annotations

import dataclasses
from enum import Enum, StrEnum


class State(StrEnum):
    RESERVED = "reserved"
    SETTLING = "settling"
    UNKNOWN = "unknown"
    PAID = "paid"
    EXECUTING = "executing"
    DELIVERED = "delivered"
    REFUND_DUE = "refund_due"
    DISPUTED = "disputed"
    VOID = "void"


class Left(Enum):
    """What may have left the payer's account by our action."""

    NOTHING = "nothing"
    PERHAPS = "perhaps the price"
    PRICE = "the price"


@dataclasses.dataclass(frozen=True, kw_only=True)
class LedgerState:
    """One row."""

    state: State
    meaning: str
    left: Left
    #: the answer to the same credential, path and body
    on_return: str
    #: the states that may follow
    to: tuple[State, ...] = ()
    #: whether the row may be deleted
    deletable: bool = False
    #: whether it goes on the refund list if nobody returns for it
    refundable: bool = False
    #: whether no request works on it any more
    over: bool = False


STATES: tuple[LedgerState, ...] = (
    LedgerState(
        state=State.RESERVED,
        meaning="the payment was checked and the budget holds its price; nothing was sent",
        left=Left.NOTHING,
        on_return="checked again, then charged and served",
        to=(State.SETTLING,),
        deletable=True,
    ),
    LedgerState(
        state=State.SETTLING,
        meaning="written before we send the transaction; it may be on its way",
        left=Left.PERHAPS,
        on_return="409 while somebody works on it; then the chain is asked: 200, or 503 until it says",
        to=(State.UNKNOWN, State.PAID, State.EXECUTING, State.DISPUTED, State.VOID),
    ),
    LedgerState(
        state=State.UNKNOWN,
        meaning="sent, and no two facts agree yet on its outcome",
        left=Left.PERHAPS,
        on_return="the chain is asked: 200 when receipt and transfer log agree, 402 when the validity has ended and the "
        "nonce is unused, 503 until then",
        to=(State.UNKNOWN, State.PAID, State.EXECUTING, State.DISPUTED, State.VOID),
    ),
    LedgerState(
        state=State.PAID,
        meaning="the money is here, nothing is executed",
        left=Left.PRICE,
        on_return="200: the work is done, free",
        to=(State.EXECUTING, State.REFUND_DUE),
        refundable=True,
    ),
    LedgerState(
        state=State.EXECUTING,
        meaning="the money is here, the work is being done; written before it begins",
        left=Left.PRICE,
        on_return="409 while it lasts; 200 after it, or when the process that did it is gone",
        to=(State.EXECUTING, State.PAID, State.DELIVERED, State.REFUND_DUE),
        refundable=True,
    ),
    LedgerState(
        state=State.DELIVERED,
        meaning="the answer is stored and can be fetched for a day, on every surface",
        left=Left.PRICE,
        on_return="200 with the stored bytes, the receipt and `Idempotency-Replayed: true`; 403 when the day is over",
        over=True,
    ),
    LedgerState(
        state=State.REFUND_DUE,
        meaning="the money bought nothing: on the operator's refund list",
        left=Left.PRICE,
        on_return="403 `payment-refund-due`: no challenge, so that no client pays again by itself",
        over=True,
    ),
    LedgerState(
        state=State.DISPUTED,
        meaning="the network contradicts itself: a receipt that says failed, a used nonce without a receipt, logs that "
        "do not fit; reserves none of the budget",
        left=Left.PERHAPS,
        on_return="the chain is asked again: 200 when receipt and transfer log agree, else 503, never a challenge; "
        "reconciliation with the chain decides it",
        to=(State.DISPUTED, State.PAID, State.EXECUTING, State.VOID),
    ),
    LedgerState(
        state=State.VOID,
        meaning="the validity ended and the nonce is unused, or reconciliation read every block in question and found no transfer",
        left=Left.NOTHING,
        on_return="402 with a new challenge; 403 where it was disputed before",
        to=(State.REFUND_DUE,),
        deletable=True,
        over=True,
    ),
)
STATE = {row.state: row for row in STATES}

for _row in STATES:
    if _row.deletable and _row.left is not Left.NOTHING:
        raise ValueError(f"{_row.state}: a row that may have been charged cannot be deleted")
    if _row.refundable and _row.left is not Left.PRICE:
        raise ValueError(f"{_row.state}: only money that is here can be refunded")

DELETABLE = tuple(row.state for row in STATES if row.deletable)
REFUNDABLE = tuple(row.state for row in STATES if row.refundable)
#: in progress: not known whether the payment arrives
PENDING = (State.RESERVED, State.SETTLING, State.UNKNOWN)
#: the payment has arrived
PAID_FOR = tuple(row.state for row in STATES if row.left is Left.PRICE)
#: no request works on these
CLOSED = tuple(row.state for row in STATES if row.over)


def states_before(*states: State) -> tuple[State, ...]:
    """The states that each of these may follow."""
    return tuple(row.state for row in STATES if set(states) <= set(row.to))
