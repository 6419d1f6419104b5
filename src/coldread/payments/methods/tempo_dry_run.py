"""Whether the chain would execute a transaction now: checked before anything is reserved for it.

A signed transaction with a gas limit of 1 costs nothing and is never executed; 200 of them reserved 100 USDC
(2026-11-18). So the node simulates the transaction: gas, fee, validity, balance, the token's own rules. Nonce and gas
price, which a simulation leaves out, are asked for separately. The simulated transaction has no signature, so the node
cannot send it."""

from __future__ import annotations

import asyncio
import re
from typing import NamedTuple

from coldread.base import log
from coldread.payments.methods.method import OutcomeUnknown, PaymentRefused
from coldread.payments.methods.rpc import NodeRefused, quantity
from coldread.payments.methods.tempo_receipts import topic_of_address
from coldread.payments.methods.tempo_transaction import SignedTransfer
from coldread.payments.methods.tempo_witness import BALANCE_CALL, Witness

#: JSON-RPC errors about the transaction: reverted, refused, rejected, not executable; others are about the node
OF_THE_TRANSACTION = frozenset({3, -32000, -32003, -32603})
#: a block's gas price is at least seven eighths of that of the block before
EIGHTHS = 8
_HEX = re.compile(r"0x[0-9a-fA-F]*")


class Tried(NamedTuple):
    """The account's balance, and whether the nonce is used already: then the transaction may have been sent before."""

    balance: int
    nonce_is_used: bool
    refusal: str


async def try_transfer(witness: Witness, signed: SignedTransfer, currency: str) -> Tried:
    """Simulate the transaction. Raises OutcomeUnknown if the node does not answer."""
    balance, used, refusal, price = await asyncio.gather(
        witness.node.call(currency, BALANCE_CALL + topic_of_address(signed.payer)[2:]),
        _nonce(witness, signed),
        _execution(witness, signed),
        _price_of_gas(witness),
    )
    if signed.most_fee * EIGHTHS < price * (EIGHTHS - 1):
        refusal = refusal or f"It pays {signed.most_fee} for a unit of gas, and the network asks for {price}."
    return Tried(
        balance, used is True, refusal or ("" if used is not None else "Its nonce is not the next one.")
    )


def require_executable(trial: Tried, amount: int) -> None:
    """402 for a transaction that no block would take."""
    if trial.balance < amount:
        raise PaymentRefused("payment-insufficient", "The account that signed holds less than the price.")
    if trial.nonce_is_used:
        raise PaymentRefused("verification-failed", "The transaction's nonce has already been used.")
    if trial.refusal:
        raise PaymentRefused("verification-failed", f"{trial.refusal} Nothing was sent.")


async def _nonce(witness: Witness, signed: SignedTransfer) -> bool | None:
    """Whether the nonce is used; None if an earlier nonce is unused, so that no block can take it yet."""
    if await witness.nonce_is_used(signed.nonce, signed.payer):
        return True
    kind, _, where = signed.nonce.partition(":")
    if kind == "seen":
        return False
    key, _, number = where.partition(":")
    return False if await witness.next_nonce(signed.payer, int(key, 16)) == int(number, 16) else None


async def _execution(witness: Witness, signed: SignedTransfer) -> str:
    """Why the node would not execute it; empty if it would. Simulated in the pending block, since the latest may be
    old."""
    try:
        result = await witness.node.ask("eth_call", signed.dry_run, "pending")
        if not isinstance(result, str) or not _HEX.fullmatch(result):
            raise OutcomeUnknown("The payment network does not say whether it would execute the transaction.")
    except NodeRefused as refused:
        if refused.code not in OF_THE_TRANSACTION:
            raise
        log.get("payments").info("would not be executed", payer=signed.payer, code=refused.code)
        return (
            "The network would not execute this transaction: look at its gas limit, its validity, and whether "
            "the account holds the price and the fee."
        )
    return ""


async def _price_of_gas(witness: Witness) -> int:
    """The gas price of the latest block; 0 if the block has none."""
    price = (await witness.block("latest")).get("baseFeePerGas")
    return 0 if price is None else quantity(price)
