"""A chain on paper: takes signed Tempo transactions, mines them by the test's clock, and speaks JSON-RPC, or lies.

The service asks it through its own HTTP client, so everything from the socket inwards is the real thing: node, decoding,
signatures, receipts, ledger. What the real chain does is tried in `tests/chain`.
"""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from coldread.base.clock import SECOND, Clock
from coldread.payments.wallet import address_of

CHAIN_ID = 42431
TOKEN = "0x20c0000000000000000000000000000000000000"
KEY = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"
RICH = 10**12
MEMO_TOPIC = "0x57bc7354aa85aed339e000bccffabbc529466af35f0772c8f8ee1145927de7f0"
EXPIRING = (1 << 256) - 1


@dataclasses.dataclass
class Mined:
    """A transaction in a block."""

    tx_hash: str
    block: int
    at: int
    status: str
    logs: list[dict[str, Any]]


class PaperChain:
    """What is true."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.began = clock.now()
        self.balances: dict[str, int] = {address_of(KEY).lower(): RICH}
        self.mined: dict[str, Mined] = {}
        #: by transaction: when it is mined
        self.waiting: dict[str, tuple[str, int]] = {}
        self.reverts = False
        self.chain_id = CHAIN_ID

    def submit(self, raw: str, after: int = 0) -> str:
        from eth_hash.auto import keccak

        tx_hash = "0x" + keccak(bytes.fromhex(raw[2:])).hex()
        if tx_hash not in self.mined:
            self.waiting.setdefault(tx_hash, (raw, self.clock.now() + after))
        self.advance()
        return tx_hash

    def advance(self) -> None:
        """Mine what is due."""
        for tx_hash, (raw, due) in list(self.waiting.items()):
            if self.clock.now() >= due:
                del self.waiting[tx_hash]
                self._mine(tx_hash, raw, due)

    def head(self) -> int:
        return (self.clock.now() - self.began) // SECOND + 1

    def time_of(self, block: int) -> int:
        return (self.began // SECOND) + block - 1

    def charged(self, account: str) -> int:
        return RICH - self.balances[account.lower()]

    def _mine(self, tx_hash: str, raw: str, at: int) -> None:
        import rlp
        from mpp.methods.tempo.intents import _transaction_sender

        fields = rlp.decode(bytes.fromhex(raw[2:])[1:])
        valid_before = int.from_bytes(fields[8], "big") if fields[8] else 1 << 60
        block = (at - self.began) // SECOND + 1
        sender = _transaction_sender(raw)
        if sender is None or self.time_of(block) >= valid_before:
            return
        logs = [] if self.reverts else [self._move(sender, call) for call in fields[4]]
        self.mined[tx_hash] = Mined(tx_hash, block, at, "0x0" if self.reverts else "0x1", logs)

    def _move(self, sender: str, call: list[bytes]) -> dict[str, Any]:
        to, data = "0x" + call[0].hex(), call[2].hex()
        recipient, amount, memo = data[8 + 24 : 72], int(data[72:136], 16), data[136:200]
        self.balances[sender] = self.balances.get(sender, 0) - amount
        return {
            "address": to,
            "topics": [MEMO_TOPIC, _word(sender), _word(recipient), "0x" + memo],
            "data": f"0x{amount:064x}",
        }

    def receipt(self, tx_hash: str) -> dict[str, Any] | None:
        mined = self.mined.get(tx_hash)
        if mined is None:
            return None
        return {
            "transactionHash": mined.tx_hash,
            "blockNumber": hex(mined.block),
            "status": mined.status,
            "from": "0x" + "0" * 40,
            "logs": [self._log(mined, index) for index in range(len(mined.logs))],
        }

    def _log(self, mined: Mined, index: int) -> dict[str, Any]:
        return {
            **mined.logs[index],
            "transactionHash": mined.tx_hash,
            "blockNumber": hex(mined.block),
            "logIndex": hex(index),
        }

    def logs(self, wanted: dict[str, Any]) -> list[dict[str, Any]]:
        first, last = int(wanted["fromBlock"], 16), int(wanted["toBlock"], 16)
        return [
            self._log(mined, index)
            for mined in sorted(self.mined.values(), key=lambda one: one.block)
            if first <= mined.block <= last
            for index, log in enumerate(mined.logs)
            if log["address"].lower() == wanted["address"].lower()
            and all(
                topic is None or topic.lower() == log["topics"][place].lower()
                for place, topic in enumerate(wanted["topics"])
            )
        ]

    def answer(self, method: str, parameters: list[Any]) -> Any:
        """What an honest node says."""
        self.advance()
        if method == "eth_chainId":
            return hex(self.chain_id)
        if method == "eth_call":
            data = parameters[0]["data"]
            if data == "0x313ce567":
                return f"0x{6:064x}"
            return f"0x{max(0, self.balances.get('0x' + data[-40:], 0)):064x}"
        if method == "eth_sendRawTransactionSync":
            return self.receipt(self.submit(parameters[0]))
        if method == "eth_getTransactionReceipt":
            return self.receipt(parameters[0])
        if method == "eth_blockNumber":
            return hex(self.head())
        if method == "eth_getBlockByNumber":
            number = self.head() if parameters[0] == "latest" else int(parameters[0], 16)
            return {"number": hex(number), "timestamp": hex(self.time_of(number))}
        if method == "eth_getLogs":
            return self.logs(parameters[0])
        raise AssertionError(f"nobody asks {method}")


Lie = Callable[[PaperChain, list[Any]], Any]
"""Gets the chain and the parameters; returns the whole body of the answer, or raises what the client meets."""


class PaperNode:
    """One RPC endpoint in front of the chain: honest, unless told to lie."""

    def __init__(self, chain: PaperChain) -> None:
        self.chain = chain
        #: by method
        self.lies: dict[str, Lie] = {}
        self.asked: list[str] = []
        #: awaited before each answer: where a simulation stops time or the process
        self.before: Callable[[str], Awaitable[None]] | None = None
        self.after: Callable[[str], Awaitable[None]] | None = None
        self.http = httpx.AsyncClient(transport=httpx.MockTransport(self._handle))

    async def _handle(self, request: httpx.Request) -> httpx.Response:
        question = json.loads(request.content)
        method, parameters = question["method"], question["params"]
        self.asked.append(method)
        if self.before is not None:
            await self.before(method)
        if lie := self.lies.get(method):
            said = lie(self.chain, parameters)
            if isinstance(said, bytes):
                return httpx.Response(200, content=said)
            body = {"jsonrpc": "2.0", "id": question["id"], **said}
        else:
            body = {"jsonrpc": "2.0", "id": question["id"], "result": self.chain.answer(method, parameters)}
        if self.after is not None:
            await self.after(method)
        return httpx.Response(200, json=body)


def says(result: Any) -> Lie:
    return lambda *_: {"result": result}


def takes_and_says(message: str, after: int = 0) -> Lie:
    """The transaction is taken and mined, and the answer is an error."""

    def lie(chain: PaperChain, parameters: list[Any]) -> Any:
        chain.submit(parameters[0], after)
        return {"error": {"code": -32000, "message": message}}

    return lie


def takes_and_hangs_up(chain: PaperChain, parameters: list[Any]) -> Any:
    chain.submit(parameters[0])
    raise httpx.ReadError("the connection was lost")


def loses(*_: Any) -> Any:
    raise httpx.ReadError("the connection was lost")


def signed(
    challenge: dict[str, str],
    now: int,
    *,
    key: str = KEY,
    valid_s: int | None = 20,
    nonce_key: int = EXPIRING,
    nonce: int = 0,
) -> str:
    """A transaction that pays the challenge, as the published clients sign it."""
    from mpp.methods.tempo._attribution import encode
    from pytempo import Call, TempoTransaction

    asked = json.loads(base64.urlsafe_b64decode(challenge["request"] + "=="))
    memo = encode(challenge["id"], challenge["realm"])
    data = (
        "0x95777d59"
        + asked["recipient"][2:].lower().zfill(64)
        + f"{int(asked['amount']):064x}"
        + memo.removeprefix("0x")
    )
    transaction = TempoTransaction.create(
        chain_id=CHAIN_ID,
        gas_limit=200_000,
        max_fee_per_gas=10**9,
        nonce_key=nonce_key,
        nonce=nonce,
        fee_token=TOKEN,
        valid_before=None if valid_s is None else now // SECOND + valid_s,
        calls=(Call.create(to=TOKEN, data=data),),
    )
    return "0x" + bytes(transaction.sign(key).encode()).hex()


def _word(address: str) -> str:
    return "0x" + address.removeprefix("0x").lower().zfill(64)
