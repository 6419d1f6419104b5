"""Walking blocks for transfers to our account, and knowing whether the list is complete.

Logs alone prove nothing: a log that a node leaves out once would be missing for good. So the change of the account's
balance is compared with the sum of its transfers. If they differ, the receipts of each block are read instead."""

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
    topic_of_address,
    transfer_of,
)
from coldread.payments.methods.tempo_witness import AT_ONCE, Witness

#: blocks whose receipts are requested concurrently
BESIDE = 8


class _BlockLogs(NamedTuple):
    """The transfers in some blocks, and why they may be incomplete."""

    logs: dict[tuple[str, str, int], MemoLog]
    complete_to: int
    doubt: str = ""


async def walk_blocks(witness: Witness, realm: str, first: int, last: int) -> Walk:
    """All transfers to our account in these blocks. After a doubt it goes on, but proves nothing beyond it."""
    found: list[Transfer] = []
    complete_to, doubt = first - 1, ""
    for low in range(first, last + 1, AT_ONCE):
        block_logs = await _logs_in_blocks(witness, low, min(last, low + AT_ONCE - 1))
        found += [transfer_of(log, realm) for log in block_logs.logs.values()]
        if not doubt:
            complete_to, doubt = block_logs.complete_to, block_logs.doubt
    return Walk(
        transfers=sorted(found, key=lambda transfer: transfer.block), complete_to=complete_to, doubt=doubt
    )


async def _logs_in_blocks(witness: Witness, low: int, high: int) -> _BlockLogs:
    terms = witness.terms
    us = topic_of_address(terms.recipient)
    asked: tuple[list[str | None], ...] = (
        [TRANSFER_WITH_MEMO, None, us],
        [TRANSFER, None, us],
        [TRANSFER, us],
    )
    with_memo, incoming, outgoing = [
        await witness.logs(terms.currency, topics, low, high) for topics in asked
    ]
    logs = _transfers_to_us(witness, with_memo)
    plain = [sum_of(transfer) for transfer in incoming]
    moved = sum(amount for _, amount in plain) - sum(sum_of(transfer)[1] for transfer in outgoing)
    if await witness.grown(low, high) != moved:
        return await _logs_by_receipts(witness, low, high, logs)
    named = Counter(log.tx_hash for log in logs.values())
    for tx_hash in {
        tx_hash for tx_hash, _ in plain if not named[tx_hash]
    }:  # without a memo, or with a log left out
        receipt = await witness.receipt(tx_hash)
        if receipt is not None:
            logs |= _transfers_to_us(witness, receipt.logs)
    return _BlockLogs(logs, high)


async def _logs_by_receipts(
    witness: Witness, low: int, high: int, logs: dict[tuple[str, str, int], MemoLog]
) -> _BlockLogs:
    """Read the receipts of each block; their transfers are added to those of the logs."""
    for number in range(low, high + 1, BESIDE):
        several = range(number, min(high + 1, number + BESIDE))
        try:
            receipts = await asyncio.gather(*(_receipts(witness, receipt_logs) for receipt_logs in several))
        except OutcomeUnknown as error:
            return _BlockLogs(logs, number - 1, f"the receipts of block {number} cannot be read: {error}")
        for receipt_logs in receipts:
            logs |= _transfers_to_us(witness, receipt_logs)
    missing = await _unexplained_growth(witness, low, high, logs)
    if missing:
        return _BlockLogs(logs, low - 1, missing)
    return _BlockLogs(logs, high)


async def _unexplained_growth(
    witness: Witness, low: int, high: int, logs: dict[tuple[str, str, int], MemoLog]
) -> str:
    """A sentence if the balance grew by more than all logs and receipts show. Outgoing and plain transfers do not count."""
    moved = await witness.grown(low, high)
    logged = sum(log.amount for log in logs.values())
    if moved is None or moved <= logged:
        return ""
    us = topic_of_address(witness.terms.recipient)
    plain = await witness.logs(witness.terms.currency, [TRANSFER, None, us], low, high)
    named = {log.tx_hash for log in logs.values()}
    logged += sum(amount for tx_hash, amount in map(sum_of, plain) if tx_hash not in named)
    if moved <= logged:
        return ""
    sums = [money.decimal_text(units, money.USDC_DECIMALS) for units in (moved, logged)]
    return f"blocks {low} to {high}: the account grew by {sums[0]}, but logs and receipts show {sums[1]}"


async def _receipts(witness: Witness, number: int) -> list[object]:
    """The logs of everything that a block executed."""
    answers = await witness.node.ask(
        "eth_getBlockReceipts", hex(number), most_bytes=LARGEST_BLOCK, most_values=MOST_BLOCK_VALUES
    )
    if not isinstance(answers, list):
        raise OutcomeUnknown("The payment network answered with something that is not a list of receipts.")
    found: list[object] = []
    for answer in answers:
        receipt = receipt_of(
            str(answer.get("transactionHash")).lower() if isinstance(answer, dict) else "", answer
        )
        if receipt is not None and not receipt.reverted:
            found += receipt.logs
    return found


def _transfers_to_us(witness: Witness, raw_logs: object) -> dict[tuple[str, str, int], MemoLog]:
    """Transfers with a memo, in our token and to us, each once."""
    terms = witness.terms
    place = (terms.currency.lower(), terms.recipient.lower())
    logs = [_memo_log(entry) for entry in raw_logs] if isinstance(raw_logs, (list, tuple)) else []
    return {
        (log.tx_hash, log.memo, log.amount): log
        for log in logs
        if log is not None and (log.currency, log.recipient) == place
    }


def _memo_log(log: object) -> MemoLog | None:
    """The log as a memo log, or None: a receipt also has the logs of foreign contracts, in any shape."""
    topics = log.get("topics") if isinstance(log, dict) else None
    if isinstance(topics, list) and (not topics or topics[0] != TRANSFER_WITH_MEMO):
        return None
    return memo_log(log)
