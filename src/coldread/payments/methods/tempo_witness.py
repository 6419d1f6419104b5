"""One node's word about a payment: facts that are asked for separately, and what follows where they agree or do not.

MINED      receipt and log of the transfer stand in one block, whose header names both
ENDED      the validity is over, there is no receipt, the nonce is unused, no log tells of the transfer, and our account
           did not grow by what no log tells of
DISPUTED   a receipt that says failed, a used nonce or a log without a receipt, logs in the receipt that do not fit
ABSENT     nothing of this yet

A transaction of ours was tried before it was sent, so a receipt that says failed contradicts what the node said then.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

from coldread.base.clock import HOUR, MINUTE, SECOND
from coldread.payments.methods.method import (
    ChainOutcome,
    Expected,
    OutcomeUnknown,
    PaymentRefused,
    VerifiedPayment,
)
from coldread.payments.methods.rpc import Node, quantity
from coldread.payments.methods.tempo_receipts import (
    TRANSFER,
    TRANSFER_WITH_MEMO,
    MemoLog,
    Receipt,
    memo_log,
    receipt_of,
    sum_of,
    word,
)
from coldread.payments.methods.tempo_terms import TempoTerms

#: so long after a transaction's end even a replica that lags behind the head would show it
LAG = 15 * SECOND
#: where the chain's own time stands still, so long after its end a transaction is over by ours
PATIENCE = 10 * MINUTE
#: blocks in one question; public nodes refuse much larger ones
AT_ONCE = 2_000
#: a chain makes fewer in a second
MOST_A_SECOND = 4
#: a challenge is paid within its life, and none lives longer
EARLIEST = HOUR
#: clocks of machines differ
MARGIN = MINUTE
BALANCE_CALL = "0x70a08231"
#: Tempo's nonces: a precompile, and its question for the next one of a row
NONCES, NEXT_CALL = "0x4e4F4E4345000000000000000000000000000000", "0x89535803"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Claim:
    """A payment before it has a row."""

    tx_hash: str
    leg: str
    amount: int
    currency: str
    payer: str | None
    valid_before: int | None
    created_at: int
    nonce: str | None

    @classmethod
    def of(cls, payment: VerifiedPayment, now: int) -> Claim:
        return cls(
            tx_hash=payment.tx_hash,
            leg=payment.leg,
            amount=payment.amount,
            currency=payment.currency,
            payer=payment.payer,
            valid_before=payment.valid_before,
            created_at=min(now, (payment.valid_before or now) - EARLIEST),
            nonce=payment.nonce,
        )


class Word(NamedTuple):
    """What one node says of a payment."""

    outcome: ChainOutcome
    why: str = ""
    #: block of one that was mined
    block: int | None = None
    payer: str | None = None


def agreed(words: list[Word]) -> Word:
    """What all nodes say; where they contradict each other nobody knows."""
    for said in words:
        if said.outcome is ChainOutcome.DISPUTED:
            return said
    outcomes = {said.outcome for said in words}
    if outcomes >= {ChainOutcome.MINED, ChainOutcome.ENDED}:
        return Word(ChainOutcome.DISPUTED, "one node tells of the payment, and the other that it cannot come")
    return words[0] if len(set(words)) == 1 else Word(ChainOutcome.ABSENT)


class Witness:
    """One node."""

    def __init__(self, node: Node, terms: TempoTerms) -> None:
        self.node = node
        self.terms = terms

    async def word(self, expected: Expected, now: int) -> Word:
        """Of a payment that we sent, or may have."""
        over = await self._is_over(expected, now)
        receipt = await self.receipt(expected.tx_hash)  # asked last: what was mined by the end is found
        if receipt is None:
            return await self._without_receipt(expected) if over else Word(ChainOutcome.ABSENT)
        if receipt.reverted:
            return Word(ChainOutcome.DISPUTED, "the receipt says that it failed")
        paid = self._paid(receipt, expected)
        if paid is None:
            return Word(ChainOutcome.DISPUTED, "the logs of its receipt hold no transfer that pays")
        return await self._in_block(receipt, paid, expected, over)

    async def claim(self, expected: Expected, now: int) -> Word:
        """Of a payment that somebody says to have sent; raises PaymentRefused where two facts deny it."""
        over = await self._is_over(expected, now)
        receipt = await self.receipt(expected.tx_hash)
        if receipt is None:
            return await self._without_receipt(expected) if over else Word(ChainOutcome.ABSENT)
        paid = None if receipt.reverted else self._paid(receipt, expected)
        if paid is not None:
            return await self._in_block(receipt, paid, expected, over)
        if await self._is_told(expected, receipt.block, receipt.block):
            return Word(ChainOutcome.DISPUTED, "the logs tell of a transfer that its receipt denies")
        why = (
            "The chain reverted the transaction."
            if receipt.reverted
            else "The transaction holds no transfer that pays this challenge."
        )
        raise PaymentRefused("verification-failed", why)

    async def receipt(self, tx_hash: str) -> Receipt | None:
        return receipt_of(tx_hash, await self.node.ask("eth_getTransactionReceipt", tx_hash))

    async def nonce_is_used(self, nonce: str | None, payer: str | None) -> bool:
        kind, _, where = (nonce or "").partition(":")
        if kind == "seen":
            return quantity(await self.node.ask("eth_getStorageAt", NONCES, where, "latest")) != 0
        if kind == "next" and payer is not None:
            key, _, number = where.partition(":")
            return await self.next_nonce(payer, int(key, 16)) > int(number, 16)
        return False

    async def next_nonce(self, payer: str, key: int) -> int:
        if key == 0:
            return await self.node.number("eth_getTransactionCount", payer, "latest")
        return await self.node.call(NONCES, f"{NEXT_CALL}{word(payer)[2:]}{key:064x}")

    async def block(self, number: int | str) -> dict[str, Any]:
        said = await self.node.ask(
            "eth_getBlockByNumber", number if isinstance(number, str) else hex(number), False
        )
        if not isinstance(said, dict):
            raise OutcomeUnknown("The payment network does not know the block.")
        return said

    async def block_time(self, number: int | str) -> int:
        return quantity((await self.block(number)).get("timestamp")) * SECOND

    async def head(self) -> int:
        return await self.node.number("eth_blockNumber")

    async def logs(self, currency: str, topics: list[str | None], first: int, last: int) -> list[Any]:
        found = await self.node.ask(
            "eth_getLogs",
            {"address": currency, "topics": topics, "fromBlock": hex(first), "toBlock": hex(last)},
        )
        if not isinstance(found, list):
            raise OutcomeUnknown("The payment network answers with something that is no list of logs.")
        return found

    async def block_at(self, moment: int) -> int:
        """The first block that was made then or later; the newest where none was."""
        head = await self.head()
        elapsed = (await self.block_time(head) - moment) // SECOND
        low, high = max(0, head - MOST_A_SECOND * max(0, elapsed)), head
        if low > 0 and await self.block_time(low) >= moment:
            low = 0
        while low < high:
            middle = (low + high) // 2
            if await self.block_time(middle) < moment:
                low = middle + 1
            else:
                high = middle
        return low

    async def plain_sums(self, low: int, high: int) -> list[int]:
        """What came in these blocks, and what went, by the token's plain logs."""
        us, currency = word(self.terms.recipient), self.terms.currency
        came = await self.logs(currency, [TRANSFER, None, us], low, high)
        went = await self.logs(currency, [TRANSFER, us], low, high)
        return [*(sum_of(one)[1] for one in came), *(-sum_of(one)[1] for one in went)]

    async def grown(self, low: int, high: int) -> int | None:
        """How much our account holds more after these blocks than before; None where the node keeps no old states."""
        try:
            return await self._held(high) - (await self._held(low - 1) if low > 0 else 0)
        except OutcomeUnknown:
            return None

    async def _held(self, number: int) -> int:
        asked = {"to": self.terms.currency, "data": BALANCE_CALL + word(self.terms.recipient)[2:]}
        return await self.node.number("eth_call", asked, hex(number))

    async def _is_over(self, expected: Expected, now: int) -> bool:
        """Whether no block can hold it any more: by the chain's own time, or by ours where that stands still."""
        ends = expected.valid_before
        if ends is None or now < ends + LAG:
            return False
        return now > ends + PATIENCE or await self.block_time("latest") >= ends + LAG

    async def _without_receipt(self, expected: Expected) -> Word:
        """The validity is over: either nothing happened, or something is hidden."""
        if await self.nonce_is_used(expected.nonce, expected.payer):
            return Word(ChainOutcome.DISPUTED, "its nonce is used, and there is no receipt")
        ends = expected.valid_before or expected.created_at
        low, head = await self.block_at(min(expected.created_at, ends) - MARGIN), await self.head()
        while low <= head:
            high = min(head, low + AT_ONCE - 1)
            if await self._is_told(expected, low, high):
                return Word(ChainOutcome.DISPUTED, "its transfer is in the logs, and there is no receipt")
            grown = await self.grown(low, high)
            if grown is not None and grown != sum(await self.plain_sums(low, high)):
                return Word(ChainOutcome.DISPUTED, "our account grew by what no log tells of")
            if await self.block_time(high) >= ends:
                break
            low = high + 1
        return Word(ChainOutcome.ENDED)

    async def _in_block(self, receipt: Receipt, paid: MemoLog, expected: Expected, over: bool) -> Word:
        """The second fact: the block's own logs and header name it, too. A replica that lags is waited for."""
        header = await self.block(receipt.block)
        listed = header.get("transactions")
        stands = (
            str(header.get("hash")).lower() == receipt.block_hash
            and isinstance(listed, list)
            and expected.tx_hash in [str(one).lower() for one in listed]
            and await self._is_told(expected, receipt.block, receipt.block)
        )
        if stands:
            return Word(ChainOutcome.MINED, "", receipt.block, paid.payer)
        if over:
            return Word(ChainOutcome.DISPUTED, "its receipt tells of a block that does not hold it")
        return Word(ChainOutcome.ABSENT)

    async def _is_told(self, expected: Expected, first: int, last: int) -> bool:
        """Whether the logs of these blocks tell of the payment, in whatever transaction."""
        by = None if expected.payer is None else word(expected.payer)
        to = word(self.terms.recipient) if by is None else None
        found = await self.logs(expected.currency, [TRANSFER_WITH_MEMO, by, to], first, last)
        return any(log is not None and _pays(log, expected) for log in map(memo_log, found))

    def _paid(self, receipt: Receipt, expected: Expected) -> MemoLog | None:
        logs = (memo_log(one, expected.tx_hash) for one in receipt.logs)
        return next((log for log in logs if log is not None and _pays(log, expected)), None)


def _pays(log: MemoLog, expected: Expected) -> bool:
    return (log.leg, log.amount, log.currency, log.payer) == (
        expected.leg,
        expected.amount,
        expected.currency.lower(),
        expected.payer or log.payer,
    )
