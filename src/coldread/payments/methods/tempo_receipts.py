"""A Tempo node's receipts and logs, accepted only in their exact shape; and which payment a transfer is. Pure."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from coldread.payments.methods.method import OutcomeUnknown, Transfer
from coldread.payments.methods.rpc import quantity

#: keccak256("Transfer(address,address,uint256)")
TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
#: keccak256("TransferWithMemo(address,address,uint256,bytes32)")
TRANSFER_WITH_MEMO = "0x57bc7354aa85aed339e000bccffabbc529466af35f0772c8f8ee1145927de7f0"
_WORD = re.compile(r"0x[0-9a-f]{64}")
_ADDRESS = re.compile(r"0x[0-9a-f]{40}")
_DATA = re.compile(r"0x(?:[0-9a-f]{2})*")
LEG_DIGITS = 14
#: the only two values of a receipt's status
_MINED, _REVERTED = "0x1", "0x0"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Receipt:
    """A transaction in a block."""

    reverted: bool
    block: int
    block_hash: str
    #: the receipt's own logs; parsed one by one, because foreign contracts may log anything
    logs: tuple[Any, ...]


@dataclasses.dataclass(frozen=True, kw_only=True)
class MemoLog:
    """A transfer with a memo, as a token logs it."""

    tx_hash: str
    block: int
    currency: str
    payer: str
    recipient: str
    amount: int
    memo: str

    @property
    def leg(self) -> str:
        """The part of its memo that names a challenge, ours or not."""
        return self.memo[-LEG_DIGITS:]


def topic_of_address(account: str) -> str:
    """An address as a topic."""
    return "0x" + account.removeprefix("0x").lower().zfill(64)


def sum_of(log: Any) -> tuple[str, int]:
    """Transaction and amount of a plain transfer's log."""
    if not isinstance(log, dict):
        raise OutcomeUnknown("The payment network answered with something that is not a log.")
    data = _lowercase_match(_DATA, log.get("data"))
    if len(data) != 66:
        raise OutcomeUnknown("The payment network answered with a log that cannot be read.")
    return _lowercase_match(_WORD, log.get("transactionHash")), int(data, 16)


def receipt_of(tx_hash: str, answer: Any) -> Receipt | None:
    """The receipt of this transaction; None if the node has none. Raises OutcomeUnknown for anything else."""
    if answer is None:
        return None
    if not isinstance(answer, dict) or not isinstance(answer.get("logs"), list):
        raise OutcomeUnknown("The payment network answered with something that is not a receipt.")
    if str(answer.get("transactionHash")).lower() != tx_hash:
        raise OutcomeUnknown("The payment network answered with the receipt of another transaction.")
    if answer.get("status") not in {_MINED, _REVERTED}:
        raise OutcomeUnknown("The payment network does not say whether the transaction was executed.")
    return Receipt(
        reverted=answer["status"] == _REVERTED,
        block=quantity(answer.get("blockNumber")),
        block_hash=_lowercase_match(_WORD, answer.get("blockHash")),
        logs=tuple(answer["logs"]),
    )


def memo_log(log: Any, tx_hash: str | None = None) -> MemoLog | None:
    """A log as a transfer with a memo; None if it is another event. Raises OutcomeUnknown for anything but a log."""
    if not isinstance(log, dict) or not isinstance(log.get("topics"), list):
        raise OutcomeUnknown("The payment network answered with something that is not a log.")
    topics = [_lowercase_match(_WORD, topic) for topic in log["topics"]]
    currency, data = _lowercase_match(_ADDRESS, log.get("address")), _lowercase_match(_DATA, log.get("data"))
    if len(topics) != 4 or topics[0] != TRANSFER_WITH_MEMO or len(data) != 66:
        return None
    return MemoLog(
        tx_hash=tx_hash or _lowercase_match(_WORD, log.get("transactionHash")),
        block=quantity(log.get("blockNumber")),
        currency=currency,
        payer="0x" + topics[1][-40:],
        recipient="0x" + topics[2][-40:],
        amount=int(data, 16),
        memo=topics[3],
    )


def _lowercase_match(shape: re.Pattern[str], value: Any) -> str:
    if not isinstance(value, str) or not shape.fullmatch(lowered := value.lower()):
        raise OutcomeUnknown("The payment network answered with a log that cannot be read.")
    return lowered


def leg_of(challenge_id: str) -> str:
    """The part of a memo that names the challenge."""
    from mpp.methods.tempo._attribution import challenge_nonce

    return challenge_nonce(challenge_id).hex()


def leg_in(memo: str, realm: str) -> str:
    """The challenge that a memo names, if it is one of ours; otherwise empty."""
    from mpp.methods.tempo._attribution import verify_server

    return memo[-LEG_DIGITS:] if verify_server(memo, realm) else ""


def transfer_of(log: MemoLog, realm: str) -> Transfer:
    return Transfer(
        tx_hash=log.tx_hash,
        leg=leg_in(log.memo, realm),
        payer=log.payer,
        amount=log.amount,
        block=log.block,
    )
