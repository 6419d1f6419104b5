"""A chain on paper: takes signed Tempo transactions, mines them by the test's clock, and speaks JSON-RPC, or lies.

The service asks it through its own HTTP client, so everything from the socket inwards is the real thing: node, decoding,
signatures, receipts, ledger. What the real chain does is tried in `tests/chain`.
"""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx

from coldread.base.clock import SECOND, Clock
from coldread.payments.methods.tempo_transaction import nonce_of
from coldread.payments.wallet import address_of

CHAIN_ID = 42431
TOKEN = "0x20c0000000000000000000000000000000000000"
KEY = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"
RICH = 10**12
MEMO_TOPIC = "0x57bc7354aa85aed339e000bccffabbc529466af35f0772c8f8ee1145927de7f0"
TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
EXPIRING = (1 << 256) - 1
#: less is not enough to begin with
GAS = 50_000


class Refusal(Exception):
    """What an honest node answers with an error."""


@dataclasses.dataclass
class Mined:
    """A transaction in a block."""

    tx_hash: str
    block: int
    at: int
    status: str
    logs: list[dict[str, Any]]
    sender: str = ""
    slot: str = ""


class PaperChain:
    """What is true."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.began = clock.now()
        self.balances: dict[str, int] = {address_of(KEY).lower(): RICH}
        self.mined: dict[str, Mined] = {}
        #: slots of expiring nonces, and by account and key the next one of a row
        self.seen: dict[str, int] = {}
        self.next_nonce: dict[tuple[str, int], int] = {}
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
        if sender is None or len(fields[-1]) != 65 or self.time_of(block) >= valid_before:
            return
        nonce = nonce_of(fields, sender)
        if self._gas(fields) or self.storage(nonce) or not self._is_next(sender, fields):
            return
        logs = [] if self.reverts else [log for call in fields[4] for log in self._move(sender, call)]
        self.mined[tx_hash] = Mined(tx_hash, block, at, "0x0" if self.reverts else "0x1", logs, sender, nonce)
        self.seen[nonce.removeprefix("seen:")] = valid_before
        self.next_nonce[sender, _int(fields[6])] = _int(fields[7]) + 1

    def _is_next(self, sender: str, fields: list[Any]) -> bool:
        key = _int(fields[6])
        return key == EXPIRING or self.next_nonce.get((sender, key), 0) == _int(fields[7])

    def _gas(self, fields: list[Any]) -> str:
        return "intrinsic gas too low" if _int(fields[3]) < GAS else ""

    def storage(self, nonce: str) -> int:
        return self.seen.get(nonce.removeprefix("seen:"), 0)

    def _move(self, sender: str, call: list[bytes]) -> list[dict[str, Any]]:
        to, data = "0x" + call[0].hex(), call[2].hex()
        recipient, amount, memo = data[8 + 24 : 72], int(data[72:136], 16), data[136:200]
        self.balances[sender] = self.balances.get(sender, 0) - amount
        self.balances["0x" + recipient] = self.balances.get("0x" + recipient, 0) + amount
        topics = [_word(sender), _word(recipient)]
        return [
            {"address": to, "topics": [TRANSFER_TOPIC, *topics], "data": f"0x{amount:064x}"},
            {"address": to, "topics": [MEMO_TOPIC, *topics, "0x" + memo], "data": f"0x{amount:064x}"},
        ]

    def balance(self, account: str, tag: str = "latest") -> int:
        """What an account held after a block."""
        held = self.balances.get(account, 0)
        if not tag.startswith("0x"):
            return held
        for mined in self.mined.values():
            for log in mined.logs if mined.block > int(tag, 16) else ():
                if log["topics"][0] == TRANSFER_TOPIC:
                    held += int(log["data"], 16) * (
                        (log["topics"][1] == _word(account)) - (log["topics"][2] == _word(account))
                    )
        return held

    def header(self, number: int) -> dict[str, Any]:
        return {
            "number": hex(number),
            "hash": f"0x{number:064x}",
            "timestamp": hex(self.time_of(number)),
            "transactions": [one.tx_hash for one in self.mined.values() if one.block == number],
        }

    def tried(self, asked: dict[str, Any]) -> str:
        """Why a transaction would not be executed now; empty where it would."""
        if int(asked["gas"], 16) < GAS:
            return "intrinsic gas too low"
        if self.time_of(self.head()) >= int(asked["validBefore"], 16):
            return "transaction expired"
        if self.balances.get(asked["from"], 0) < int(asked["data"][74:138], 16):
            return "insufficient balance"
        return ""

    def receipt(self, tx_hash: str) -> dict[str, Any] | None:
        mined = self.mined.get(tx_hash)
        if mined is None:
            return None
        return {
            "transactionHash": mined.tx_hash,
            "blockNumber": hex(mined.block),
            "blockHash": f"0x{mined.block:064x}",
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
            and len(log["topics"]) >= len(wanted["topics"])
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
            return self._called(parameters[0], parameters[1])
        if method == "eth_getStorageAt":
            return f"0x{self.storage(parameters[1]):064x}"
        if method == "eth_getTransactionCount":
            return hex(self.next_nonce.get((parameters[0], 0), 0))
        if method == "eth_getBlockReceipts":
            number = int(parameters[0], 16)
            return [self.receipt(one.tx_hash) for one in self.mined.values() if one.block == number]
        if method == "eth_sendRawTransactionSync":
            return self._sent(parameters[0])
        if method == "eth_getTransactionReceipt":
            return self.receipt(parameters[0])
        if method == "eth_blockNumber":
            return hex(self.head())
        if method == "eth_getBlockByNumber":
            number = self.head() if parameters[0] == "latest" else int(parameters[0], 16)
            return self.header(number)
        if method == "eth_getLogs":
            return self.logs(parameters[0])
        raise AssertionError(f"nobody asks {method}")

    def _sent(self, raw: str) -> dict[str, Any] | None:
        import rlp

        fields = rlp.decode(bytes.fromhex(raw[2:])[1:])
        if refusal := self._gas(fields) or ("" if len(fields[-1]) == 65 else "invalid signature"):
            raise Refusal(refusal)
        return self.receipt(self.submit(raw))

    def _called(self, asked: dict[str, Any], tag: str) -> str:
        if "gas" in asked:
            if refusal := self.tried(asked):
                raise Refusal(refusal)
            return "0x"
        data = asked["data"]
        if data == "0x313ce567":
            return f"0x{6:064x}"
        if data.startswith("0x89535803"):
            return hex(self.next_nonce.get(("0x" + data[34:74], int(data[74:], 16)), 0))
        return f"0x{max(0, self.balance('0x' + data[-40:], tag)):064x}"


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
                return _streamed(said)
            body = {"jsonrpc": "2.0", "id": question["id"], **said}
        else:
            body = {"jsonrpc": "2.0", "id": question["id"], **self._honest(method, parameters)}
        if self.after is not None:
            await self.after(method)
        return _streamed(json.dumps(body).encode())

    def _honest(self, method: str, parameters: list[Any]) -> dict[str, Any]:
        try:
            return {"result": self.chain.answer(method, parameters)}
        except Refusal as refusal:
            return {"error": {"code": -32000, "message": str(refusal)}}


def _streamed(body: bytes) -> httpx.Response:
    """Read by the service piece by piece, as from a socket."""

    async def pieces() -> AsyncIterator[bytes]:
        yield body

    return httpx.Response(200, content=pieces())


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
    gas: int = 200_000,
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
        gas_limit=gas,
        max_fee_per_gas=10**9,
        nonce_key=nonce_key,
        nonce=nonce,
        fee_token=TOKEN,
        valid_before=None if valid_s is None else now // SECOND + valid_s,
        calls=(Call.create(to=TOKEN, data=data),),
    )
    return "0x" + bytes(transaction.sign(key).encode()).hex()


def _int(field: bytes) -> int:
    return int.from_bytes(field, "big")


def _word(address: str) -> str:
    return "0x" + address.removeprefix("0x").lower().zfill(64)
