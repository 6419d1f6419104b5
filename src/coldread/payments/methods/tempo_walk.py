"""Walking blocks for what reached our account, and knowing whether that is all.

Logs alone prove nothing: what a node leaves out once would be missing for good. So the account's balance before and after
is held beside the sum of its transfers, and where they differ the receipts of each block are read instead.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import NamedTuple

from coldread.base import money
from coldread.payments.methods.method import OutcomeUnknown, Transfer, Walk
from coldread.payments.methods.rpc import LARGEST_BLOCK, MOST_BLOCK_VALUES
from coldread.payments.methods.tempo_receipts import (
    TRANSFER,
    TRANSFER_WITH_MEMO,
    MemoLog,
    memo_log,
    receipt_of,
    sum_of,
    transfer_of,
    word,
)
from coldread.payments.methods.tempo_witness import AT_ONCE, Witness

#: blocks whose receipts are asked for at the same time
BESIDE = 8


class _BlockLogs(NamedTuple):
    """What was found in some blocks, and why it may not be all."""

    logs: dict[tuple[str, str, int], MemoLog]
    complete_to: int
    doubt: str = ""


async def walk_blocks(witness: Witness, realm: str, first: int, last: int) -> Walk:
    """All that reached our account in these blocks; it goes on after a doubt, and proves nothing beyond it."""
    found: list[Transfer] = []
    complete_to, doubt = first - 1, ""
    for low in range(first, last + 1, AT_ONCE):
        told = await _logs_in_blocks(witness, low, min(last, low + AT_ONCE - 1))
        found += [transfer_of(log, realm) for log in told.logs.values()]
        if not doubt:
            complete_to, doubt = told.complete_to, told.doubt
    return Walk(transfers=sorted(found, key=lambda one: one.block), complete_to=complete_to, doubt=doubt)


async def _logs_in_blocks(witness: Witness, low: int, high: int) -> _BlockLogs:
    terms = witness.terms
    us = word(terms.recipient)
    asked: tuple[list[str | None], ...] = (
        [TRANSFER_WITH_MEMO, None, us],
        [TRANSFER, None, us],
        [TRANSFER, us],
    )
    with_memo, came, went = [await witness.logs(terms.currency, topics, low, high) for topics in asked]
    logs = _ours(witness, with_memo)
    plain = [sum_of(one) for one in came]
    moved = sum(amount for _, amount in plain) - sum(sum_of(one)[1] for one in went)
    if await witness.grown(low, high) != moved:
        return await _by_receipts(witness, low, high, logs)
    named = Counter(log.tx_hash for log in logs.values())
    for tx_hash in {
        tx_hash for tx_hash, _ in plain if not named[tx_hash]
    }:  # without a memo, or with one left out
        receipt = await witness.receipt(tx_hash)
        if receipt is not None:
            logs |= _ours(witness, receipt.logs)
    return _BlockLogs(logs, high)


async def _by_receipts(
    witness: Witness, low: int, high: int, logs: dict[tuple[str, str, int], MemoLog]
) -> _BlockLogs:
    """Block by block; what the logs told of is kept, and what only receipts tell of is added."""
    for number in range(low, high + 1, BESIDE):
        several = range(number, min(high + 1, number + BESIDE))
        try:
            receipts = await asyncio.gather(*(_receipts(witness, one) for one in several))
        except OutcomeUnknown as error:
            return _BlockLogs(logs, number - 1, f"the receipts of block {number} cannot be read: {error}")
        for one in receipts:
            logs |= _ours(witness, one)
    missing = await _gap(witness, low, high, logs)
    if missing:
        return _BlockLogs(logs, low - 1, missing)
    return _BlockLogs(logs, high)


async def _gap(witness: Witness, low: int, high: int, logs: dict[tuple[str, str, int], MemoLog]) -> str:
    """A sentence where more came than all logs and receipts tell; what left the account, or came plainly, is no gap."""
    moved = await witness.grown(low, high)
    told = sum(log.amount for log in logs.values())
    if moved is None or moved <= told:
        return ""
    us = word(witness.terms.recipient)
    plain = await witness.logs(witness.terms.currency, [TRANSFER, None, us], low, high)
    named = {log.tx_hash for log in logs.values()}
    told += sum(amount for tx_hash, amount in map(sum_of, plain) if tx_hash not in named)
    if moved <= told:
        return ""
    sums = [money.decimal_text(units, money.USDC_DECIMALS) for units in (moved, told)]
    return f"blocks {low} to {high}: the account grew by {sums[0]}, and logs and receipts tell of {sums[1]}"


async def _receipts(witness: Witness, number: int) -> list[object]:
    """Logs of all that a block executed."""
    said = await witness.node.ask(
        "eth_getBlockReceipts", hex(number), most_bytes=LARGEST_BLOCK, most_values=MOST_BLOCK_VALUES
    )
    if not isinstance(said, list):
        raise OutcomeUnknown("The payment network answers with something that is no list of receipts.")
    found: list[object] = []
    for one in said:
        receipt = receipt_of(str(one.get("transactionHash")).lower() if isinstance(one, dict) else "", one)
        if receipt is not None and not receipt.reverted:
            found += receipt.logs
    return found


def _ours(witness: Witness, said: object) -> dict[tuple[str, str, int], MemoLog]:
    """Transfers with a memo, in our token and to us, each once."""
    terms = witness.terms
    place = (terms.currency.lower(), terms.recipient.lower())
    logs = [_memo_log(one) for one in said] if isinstance(said, (list, tuple)) else []
    return {
        (log.tx_hash, log.memo, log.amount): log
        for log in logs
        if log is not None and (log.currency, log.recipient) == place
    }


def _memo_log(said: object) -> MemoLog | None:
    """Foreign contracts log what they like, and a receipt has their logs, too."""
    topics = said.get("topics") if isinstance(said, dict) else None
    if isinstance(topics, list) and (not topics or topics[0] != TRANSFER_WITH_MEMO):
        return None
    return memo_log(said)
