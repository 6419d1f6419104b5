"""The method `tempo`: a TIP-20 transfer on the Tempo network.

pympp decodes transactions and matches transfers, amounts and memos, on this machine. Everything that a node says is read
by us, strictly: once a transaction was sent, nothing but its receipt or the end of its validity says what became of it,
whatever the answer to the sending was ("nonce too low", and mined two seconds later, was seen on 2026-11-16).
"""

from __future__ import annotations

import asyncio
import re
import sys
import warnings
from typing import TYPE_CHECKING, Any

from coldread.base import log, money
from coldread.base.clock import MINUTE, SECOND
from coldread.payments.challenge import decoded, expiry_of
from coldread.payments.methods.method import (
    ChainOutcome,
    MalformedCredential,
    OutcomeUnknown,
    PaymentMethod,
    PaymentRefused,
    Transfer,
    VerifiedPayment,
)
from coldread.payments.methods.rpc import Node, quantity
from coldread.payments.methods.tempo_receipts import (
    TRANSFER_WITH_MEMO,
    MemoLog,
    Receipt,
    leg_of,
    memo_log,
    receipt_of,
    transfer_of,
)
from coldread.payments.methods.tempo_terms import tempo_terms, token
from coldread.payments.methods.tempo_transaction import require_timely, signed_transfer
from coldread.payments.terms import Terms

if TYPE_CHECKING:
    from coldread.payments.credential import Credential
    from coldread.payments.prices import CallPrice

DECIMALS_CALL = "0x313ce567"
BALANCE_CALL = "0x70a08231"
DEEPEST = sys.getrecursionlimit()
#: between two questions for a receipt; a block takes half a second
POLL_S = 0.5
#: so long after a transaction's end even a replica that lags behind the head would show it
LAG = 15 * SECOND
#: where the chain's own time stands still, so long after its end a transaction is over by ours
PATIENCE = 10 * MINUTE
#: payload type: the member that holds its proof, and what that looks like
PROOFS = {
    "transaction": ("signature", re.compile(r"0x[0-9a-fA-F]{2,20000}")),
    "hash": ("hash", re.compile(r"0x[0-9a-fA-F]{64}")),
}


def charge_request(terms: Terms, price: CallPrice) -> dict[str, Any]:
    """The method's own part of a challenge: amounts are strings of base units."""
    asked = tempo_terms(terms.settings)
    details: dict[str, Any] = {"chainId": asked.chain_id}
    if len(price.modes) == 1:
        details["supportedModes"] = list(price.modes)
    return {
        "amount": str(price.base_units),
        "currency": asked.currency,
        "recipient": asked.recipient,
        "methodDetails": details,
    }


def read_payload(payload: dict[str, Any]) -> tuple[str, str]:
    kind = str(payload.get("type"))
    member, shape = PROOFS.get(kind, ("", re.compile("-")))
    proof = payload.get(member)
    if not isinstance(proof, str) or not shape.fullmatch(proof):
        raise MalformedCredential(
            "`payload` must be a `transaction` with a `signature` or a `hash` with a `hash`."
        )
    return kind, proof


def warm() -> None:
    """Import what takes seconds, so that the first payer does not wait for it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what they import in turn
            import eth_account
            import mpp.methods.tempo.intents
            import pytempo
            import rlp
    finally:
        # One of them (py_ecc) raises it to 100,000 for everybody, and then deep input from outside ends the process.
        sys.setrecursionlimit(DEEPEST)

    _ = (eth_account, mpp.methods.tempo.intents, pytempo, rlp)


class Tempo:
    """The method on one network."""

    def __init__(self, terms: Terms) -> None:
        self.realm = terms.realm
        self.terms = tempo_terms(terms.settings)
        self.timeout_s = terms.settings.payment_rpc_timeout_s
        self.node = Node(self.terms.rpc_url, self.timeout_s)
        self.unfit = ""
        self._fit = False

    async def require_fit(self) -> None:
        if self._fit:
            return
        chain_id = await self.node.number("eth_chainId")
        if chain_id != self.terms.chain_id:
            self.unfit = f"The payment network is chain {chain_id}, not {self.terms.chain_id}."
            raise OutcomeUnknown(self.unfit)
        decimals = await self.node.call(self.terms.currency, DECIMALS_CALL)
        if decimals != money.USDC_DECIMALS:
            self.unfit = f"The token has {decimals} decimals, not {money.USDC_DECIMALS}."
            raise OutcomeUnknown(self.unfit)
        self._fit, self.unfit = True, ""

    async def verify(self, credential: Credential, *, now: int, expired: bool) -> VerifiedPayment:
        request = decoded(credential.challenge.request)
        if request.get("methodDetails", {}).get("chainId") != self.terms.chain_id:
            raise PaymentRefused("invalid-challenge", "The challenge was issued for another network.")
        if credential.kind == "hash":
            return await self._paid_before(credential, expired=expired)
        signed = signed_transfer(credential, request)
        require_timely(signed, expiry_of(credential.challenge))
        await self.require_fit()
        mined_at = balance = None
        if expired or now >= signed.valid_before:
            mined_at = await self._mined_at(signed.tx_hash)
            if mined_at is None:
                raise PaymentRefused("payment-expired", "The challenge expired before it was paid.")
        else:
            balance = await self._balance(signed.payer, request["currency"])
            if balance < int(request["amount"]):
                mined_at = await self._mined_at(signed.tx_hash)
                if mined_at is None:
                    raise PaymentRefused(
                        "payment-insufficient", "The account that signed holds less than the price."
                    )
        return VerifiedPayment(
            tx_hash=signed.tx_hash,
            leg=leg_of(credential.challenge.id),
            payer=signed.payer,
            payer_proven=signed.payer_proven,
            balance=None if mined_at else balance,
            amount=int(request["amount"]),
            currency=request["currency"],
            chain_id=self.terms.chain_id,
            valid_before=signed.valid_before,
            mined_at=mined_at,
        )

    async def settle(
        self, credential: Credential, tx_hash: str, valid_before: int | None, now: int
    ) -> ChainOutcome:
        outcome = await self._heard(tx_hash, valid_before, now)
        if outcome is not ChainOutcome.ABSENT:
            return outcome
        from mpp.methods.tempo.intents import _canonical_raw_transaction

        raw = _canonical_raw_transaction("0x" + credential.proof[2:].lower())
        try:
            await self.node.ask("eth_sendRawTransactionSync", raw)
        except OutcomeUnknown as error:
            log.get("payments").info("sent, and not confirmed", tx=tx_hash, reason=str(error))
        ends = asyncio.get_running_loop().time() + self.timeout_s
        while True:
            outcome = await self._heard(tx_hash, valid_before, now)
            left = ends - asyncio.get_running_loop().time()
            if outcome is not ChainOutcome.ABSENT or left <= 0:
                return outcome
            await asyncio.sleep(min(POLL_S, left))

    async def outcome(self, tx_hash: str, valid_before: int | None, now: int) -> ChainOutcome:
        over = valid_before is not None and await self._is_past(valid_before, now)
        receipt = await self._receipt(tx_hash)  # asked last: what was mined by the end is found
        if receipt is None:
            return ChainOutcome.ENDED if over else ChainOutcome.ABSENT
        return ChainOutcome.REVERTED if receipt.reverted else ChainOutcome.MINED

    async def mined_in(self, tx_hash: str) -> int | None:
        receipt = await self._receipt(tx_hash)
        return None if receipt is None or receipt.reverted else receipt.block

    async def head(self) -> int:
        return await self.node.number("eth_blockNumber")

    async def block_time(self, number: int | str) -> int:
        block = await self.node.ask(
            "eth_getBlockByNumber", number if isinstance(number, str) else hex(number), False
        )
        if not isinstance(block, dict):
            raise OutcomeUnknown("The payment network does not know the block.")
        return quantity(block.get("timestamp")) * SECOND

    async def transfers(self, first: int, last: int) -> list[Transfer]:
        to_us = "0x" + self.terms.recipient[2:].lower().zfill(64)
        found = await self.node.ask(
            "eth_getLogs",
            {
                "address": self.terms.currency,
                "topics": [TRANSFER_WITH_MEMO, None, to_us],
                "fromBlock": hex(first),
                "toBlock": hex(last),
            },
        )
        if not isinstance(found, list):
            raise OutcomeUnknown("The payment network answers with something that is no list of logs.")
        logs = [memo_log(one) for one in found]
        return [transfer_of(one, self.realm) for one in logs if one is not None and self._is_to_us(one)]

    async def close(self) -> None:
        await self.node.close()

    async def _heard(self, tx_hash: str, valid_before: int | None, now: int) -> ChainOutcome:
        """The outcome; a node that does not say has said nothing."""
        try:
            return await self.outcome(tx_hash, valid_before, now)
        except OutcomeUnknown:
            return ChainOutcome.ABSENT

    async def _paid_before(self, credential: Credential, *, expired: bool) -> VerifiedPayment:
        """A transaction that the payer has sent: it must be on the chain and pay this very challenge."""
        await self.require_fit()
        request, tx_hash = decoded(credential.challenge.request), credential.proof.lower()
        receipt = await self._receipt(tx_hash)
        if receipt is None:
            if expired:
                raise PaymentRefused("payment-expired", "The challenge expired before it was paid.")
            raise OutcomeUnknown("The transaction is not on the chain yet.")
        if receipt.reverted:
            raise PaymentRefused("verification-failed", "The chain reverted the transaction.")
        paid = self._bound(receipt, tx_hash, credential, request)
        return VerifiedPayment(
            tx_hash=tx_hash,
            leg=leg_of(credential.challenge.id),
            payer=paid.payer,
            payer_proven=True,
            balance=None,
            amount=paid.amount,
            currency=request["currency"],
            chain_id=self.terms.chain_id,
            valid_before=None,
            mined_at=await self.block_time(receipt.block),
        )

    def _bound(
        self, receipt: Receipt, tx_hash: str, credential: Credential, request: dict[str, Any]
    ) -> MemoLog:
        """The transfer in it that carries the challenge's memo, amount, token and recipient."""
        from mpp.methods.tempo._attribution import verify_challenge_binding, verify_server

        challenge, source = credential.challenge, (credential.source or "").lower()
        for log_ in (memo_log(one, tx_hash) for one in receipt.logs):
            if (
                log_ is not None
                and log_.currency == request["currency"].lower()
                and log_.recipient == request["recipient"].lower()
                and log_.amount == int(request["amount"])
                and verify_server(log_.memo, challenge.realm)
                and verify_challenge_binding(log_.memo, challenge.id)
                and (not source or source == f"did:pkh:eip155:{self.terms.chain_id}:{log_.payer}")
            ):
                return log_
        raise PaymentRefused(
            "verification-failed", "The transaction holds no transfer that pays this challenge."
        )

    def _is_to_us(self, log_: MemoLog) -> bool:
        return (log_.currency, log_.recipient) == (
            self.terms.currency.lower(),
            self.terms.recipient.lower(),
        )

    async def _receipt(self, tx_hash: str) -> Receipt | None:
        return receipt_of(tx_hash, await self.node.ask("eth_getTransactionReceipt", tx_hash))

    async def _mined_at(self, tx_hash: str) -> int | None:
        receipt = await self._receipt(tx_hash)
        if receipt is None:
            return None
        if receipt.reverted:
            raise PaymentRefused("verification-failed", "The chain reverted the transaction.")
        return await self.block_time(receipt.block)

    async def _is_past(self, valid_before: int, now: int) -> bool:
        """Whether no block can hold it any more: by the chain's own time, or by ours where that stands still."""
        if now < valid_before + LAG:
            return False
        return now > valid_before + PATIENCE or await self.block_time("latest") >= valid_before + LAG

    async def _balance(self, account: str, currency: str) -> int:
        return await self.node.call(currency, BALANCE_CALL + account.removeprefix("0x").lower().zfill(64))


TEMPO = PaymentMethod(
    name="tempo",
    intent="charge",
    modes={"transaction": "pull", "hash": "push"},
    needs=("payment_rpc_url", "payment_recipient", "payment_currency", "payment_secret"),
    network="payment_rpc_url",
    request=charge_request,
    read=read_payload,
    token=token,
    open=Tempo,
    warm=warm,
    libraries=("mpp", "pytempo", "eth_account", "eth_keys", "rlp"),
)
