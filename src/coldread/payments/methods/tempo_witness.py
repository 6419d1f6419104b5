"""What one node says about a payment: facts that are asked for separately, and what follows if they agree or not.

MINED      receipt and log of the transfer are in one block, whose header names both
ENDED      the validity is over, there is no receipt, the nonce is unused, no log contains the transfer, and our balance
           did not grow by more than the logs explain
DISPUTED   a failed receipt, a used nonce or a log without a receipt, or logs in the receipt that do not match
ABSENT     none of these yet

A transaction of ours was simulated before it was sent, so a failed receipt contradicts the node's earlier answer.
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
    topic_of_address,
)
from coldread.payments.methods.tempo_terms import TempoTerms

#: after this time past a transaction's end, even a lagging replica would show it
LAG = 15 * SECOND
#: if the chain's own time has stopped, a transaction counts as over this long after its end by our clock
PATIENCE = 10 * MINUTE
#: blocks in one query; public nodes refuse much larger ones
AT_ONCE = 2_000
#: an upper bound of a chain's blocks in a second
MOST_A_SECOND = 4
#: a challenge is paid within its lifetime, and none lives longer
EARLIEST = HOUR
#: clocks of machines differ
MARGIN = MINUTE
BALANCE_CALL = "0x70a08231"
#: Tempo's nonce precompile, and its call for the next nonce of a sequence
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
    """What one node says about a payment."""

    outcome: ChainOutcome
    why: str = ""
    #: the block, if it was mined
    block: int | None = None
    payer: str | None = None


def agreed_word(words: list[Word]) -> Word:
    """What all nodes say together; unknown if they contradict each other."""
    for node_word in words:
        if node_word.outcome is ChainOutcome.DISPUTED:
            return node_word
    outcomes = {node_word.outcome for node_word in words}
    if outcomes >= {ChainOutcome.MINED, ChainOutcome.ENDED}:
        return Word(
            ChainOutcome.DISPUTED, "one node reports the payment, the other that it can no longer arrive"
        )
    return words[0] if len(set(words)) == 1 else Word(ChainOutcome.ABSENT)


class Witness:
    """One node."""

    def __init__(self, node: Node, terms: TempoTerms) -> None:
        self.node = node
        self.terms = terms

    async def word(self, expected: Expected, now: int) -> Word:
        """The outcome of a payment that we sent, or may have sent."""
        over = await self._is_over(expected, now)
        # asked last, so that a transaction that was mined in the meantime is found
        receipt = await self.receipt(expected.tx_hash)
        if receipt is None:
            return await self._without_receipt(expected) if over else Word(ChainOutcome.ABSENT)
        if receipt.reverted:
            return Word(ChainOutcome.DISPUTED, "the receipt says that it failed")
        paid = self._log_that_pays(receipt, expected)
        if paid is None:
            return Word(ChainOutcome.DISPUTED, "the logs of its receipt hold no transfer that pays")
        return await self._in_block(receipt, paid, expected, over)

    async def claim(self, expected: Expected, now: int) -> Word:
        """The outcome of a payment that somebody claims to have sent. Raises PaymentRefused if two facts deny it."""
        over = await self._is_over(expected, now)
        receipt = await self.receipt(expected.tx_hash)
        if receipt is None:
            return await self._without_receipt(expected) if over else Word(ChainOutcome.ABSENT)
        paid = None if receipt.reverted else self._log_that_pays(receipt, expected)
        if paid is not None:
            return await self._in_block(receipt, paid, expected, over)
        if await self._logs_contain(expected, receipt.block, receipt.block):
            return Word(ChainOutcome.DISPUTED, "the logs tell of a transfer that its receipt denies")
        why = (
            "The chain reverted the transaction."
            if receipt.reverted
            else "The transaction contains no transfer that pays this challenge."
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
        return await self.node.call(NONCES, f"{NEXT_CALL}{topic_of_address(payer)[2:]}{key:064x}")

    async def block(self, number: int | str) -> dict[str, Any]:
        answer = await self.node.ask(
            "eth_getBlockByNumber", number if isinstance(number, str) else hex(number), False
        )
        if not isinstance(answer, dict):
            raise OutcomeUnknown("The payment network does not know the block.")
        return answer

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
            raise OutcomeUnknown("The payment network answered with something that is not a list of logs.")
        return found

    async def block_at(self, moment: int) -> int:
        """The first block that was made at this time or later; the newest if there is none."""
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
        """Incoming and outgoing sums in these blocks, by the token's plain logs."""
        us, currency = topic_of_address(self.terms.recipient), self.terms.currency
        incoming = await self.logs(currency, [TRANSFER, None, us], low, high)
        outgoing = await self.logs(currency, [TRANSFER, us], low, high)
        return [*(sum_of(log)[1] for log in incoming), *(-sum_of(log)[1] for log in outgoing)]

    async def grown(self, low: int, high: int) -> int | None:
        """How much our balance grew over these blocks; None if the node keeps no old states."""
        try:
            return await self._balance_at_block(high) - (
                await self._balance_at_block(low - 1) if low > 0 else 0
            )
        except OutcomeUnknown:
            return None

    async def _balance_at_block(self, number: int) -> int:
        asked = {"to": self.terms.currency, "data": BALANCE_CALL + topic_of_address(self.terms.recipient)[2:]}
        return await self.node.number("eth_call", asked, hex(number))

    async def _is_over(self, expected: Expected, now: int) -> bool:
        """Whether no block can contain it any more: by the chain's own time, or by ours if the chain's has stopped."""
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
            if await self._logs_contain(expected, low, high):
                return Word(ChainOutcome.DISPUTED, "its transfer is in the logs, and there is no receipt")
            grown = await self.grown(low, high)
            if grown is not None and grown != sum(await self.plain_sums(low, high)):
                return Word(ChainOutcome.DISPUTED, "our balance grew by an amount that no log reports")
            if await self.block_time(high) >= ends:
                break
            low = high + 1
        return Word(ChainOutcome.ENDED)

    async def _in_block(self, receipt: Receipt, paid: MemoLog, expected: Expected, over: bool) -> Word:
        """The second fact: the block's own logs and header name it too. A lagging replica is waited for."""
        header = await self.block(receipt.block)
        listed = header.get("transactions")
        is_confirmed = (
            str(header.get("hash")).lower() == receipt.block_hash
            and isinstance(listed, list)
            and expected.tx_hash in [str(tx_hash).lower() for tx_hash in listed]
            and await self._logs_contain(expected, receipt.block, receipt.block)
        )
        if is_confirmed:
            return Word(ChainOutcome.MINED, "", receipt.block, paid.payer)
        if over:
            return Word(ChainOutcome.DISPUTED, "its receipt names a block that does not contain it")
        return Word(ChainOutcome.ABSENT)

    async def _logs_contain(self, expected: Expected, first: int, last: int) -> bool:
        """Whether the logs of these blocks contain the payment, in any transaction."""
        by = None if expected.payer is None else topic_of_address(expected.payer)
        to = topic_of_address(self.terms.recipient) if by is None else None
        found = await self.logs(expected.currency, [TRANSFER_WITH_MEMO, by, to], first, last)
        return any(log is not None and _is_expected_payment(log, expected) for log in map(memo_log, found))

    def _log_that_pays(self, receipt: Receipt, expected: Expected) -> MemoLog | None:
        logs = (memo_log(entry, expected.tx_hash) for entry in receipt.logs)
        return next((log for log in logs if log is not None and _is_expected_payment(log, expected)), None)


def _is_expected_payment(log: MemoLog, expected: Expected) -> bool:
    return (log.leg, log.amount, log.currency, log.payer) == (
        expected.leg,
        expected.amount,
        expected.currency.lower(),
        expected.payer or log.payer,
    )
