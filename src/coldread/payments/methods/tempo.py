"""The method `tempo`: a TIP-20 transfer on the Tempo network.

pympp decodes transactions and matches transfers, amounts and memos, on this machine. We read the nodes' answers
ourselves, strictly: after a transaction was sent, two facts that agree decide the outcome (`tempo_witness`), whatever
the answer to the sending was ("nonce too low", and mined two seconds later, was seen on 2026-11-16)."""

from __future__ import annotations

import asyncio
import dataclasses
import re
import sys
import warnings
from typing import TYPE_CHECKING, Any, NoReturn

from coldread.base import log, money
from coldread.payments.challenge import decode_base64url, expiry_of
from coldread.payments.methods.method import (
    ChainOutcome,
    Conclusion,
    Expected,
    MalformedCredential,
    OutcomeUnknown,
    PaymentDisputed,
    PaymentMethod,
    PaymentRefused,
    VerifiedPayment,
    Walk,
)
from coldread.payments.methods.rpc import Node, NodeRefused
from coldread.payments.methods.tempo_dry_run import require_executable, try_transfer
from coldread.payments.methods.tempo_receipts import leg_of
from coldread.payments.methods.tempo_terms import tempo_terms, token
from coldread.payments.methods.tempo_transaction import SignedTransfer, require_timely, signed_transfer
from coldread.payments.methods.tempo_walk import walk_blocks
from coldread.payments.methods.tempo_witness import Claim, Witness, Word, agreed_word
from coldread.payments.terms import Terms

if TYPE_CHECKING:
    from coldread.payments.credential import Credential
    from coldread.payments.prices import CallPrice

DECIMALS_CALL = "0x313ce567"
DEEPEST = sys.getrecursionlimit()
#: between two requests for a receipt; a block takes half a second
POLL_S = 0.5
#: by payload type: the member that holds its proof, and the proof's pattern
PROOFS = {
    "transaction": ("signature", re.compile(r"0x[0-9a-fA-F]{2,20000}")),
    "hash": ("hash", re.compile(r"0x[0-9a-fA-F]{64}")),
}


def charge_request(terms: Terms, price: CallPrice) -> dict[str, Any]:
    """The method's own part of a challenge. Amounts are strings of base units."""
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
    """Import the slow libraries, so that the first payer does not wait for them."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the libraries that they import
            import eth_account
            import mpp.methods.tempo.intents
            import pytempo
            import rlp
    finally:
        # One of them (py_ecc) raises the limit to 100,000 for the whole process; then deep input from outside would
        # crash it.
        sys.setrecursionlimit(DEEPEST)

    _ = (eth_account, mpp.methods.tempo.intents, pytempo, rlp)


class Tempo:
    """Tempo on one network, as one or two nodes report it."""

    def __init__(self, terms: Terms) -> None:
        self.realm = terms.realm
        self.terms = tempo_terms(terms.settings)
        self.timeout_s = terms.settings.payment_rpc_timeout_s
        self.nodes = [Node(url, self.timeout_s) for url in self.terms.rpc_urls]
        self.unfit = ""
        self._decimals: int | None = None

    @property
    def witnesses(self) -> list[Witness]:
        return [Witness(node, self.terms) for node in self.nodes]

    async def require_fit(self) -> None:
        for node in self.nodes:
            chain_id = await node.number("eth_chainId")
            if chain_id != self.terms.chain_id:
                self.unfit = f"The payment network is chain {chain_id}, not {self.terms.chain_id}."
                raise OutcomeUnknown(self.unfit)
        if self._decimals is None:  # a token's decimals never change
            self._decimals = await self.nodes[0].call(self.terms.currency, DECIMALS_CALL)
        if self._decimals != money.USDC_DECIMALS:
            decimals, self._decimals = self._decimals, None
            self.unfit = f"The token has {decimals} decimals, not {money.USDC_DECIMALS}."
            raise OutcomeUnknown(self.unfit)
        self.unfit = ""

    async def verify(self, credential: Credential, *, now: int, expired: bool) -> VerifiedPayment:
        request = decode_base64url(credential.challenge.request)
        if request.get("methodDetails", {}).get("chainId") != self.terms.chain_id:
            raise PaymentRefused("invalid-challenge", "The challenge was issued for another network.")
        if credential.kind == "hash":
            await self.require_fit()
            return await self._verify_sent_transaction(credential, request, now, expired=expired)
        signed = signed_transfer(credential, request)
        require_timely(signed, expiry_of(credential.challenge))
        await self.require_fit()
        payment = self._payment(credential, request, signed)
        if expired or now >= signed.valid_before:
            return await self._sent_before(payment, now) or _raise_expired()
        trial = await try_transfer(self.witnesses[0], signed, payment.currency)
        if trial.nonce_is_used or trial.balance < payment.amount:
            before = await self._sent_before(payment, now, nonce_is_used=trial.nonce_is_used)
            if before is not None:
                return before
        require_executable(trial, payment.amount)
        return dataclasses.replace(payment, balance=trial.balance)

    async def settle(self, credential: Credential, expected: Expected, now: int) -> Conclusion:
        conclusion = await self._outcome_or_absent(expected, now)
        if conclusion.outcome is not ChainOutcome.ABSENT or credential.kind != "transaction":
            return conclusion
        if await self._sent_and_refused(credential, expected.tx_hash):
            conclusion = await self._outcome_or_absent(expected, now)
            return (
                Conclusion(ChainOutcome.REFUSED) if conclusion.outcome is ChainOutcome.ABSENT else conclusion
            )
        ends = asyncio.get_running_loop().time() + self.timeout_s
        while True:
            conclusion = await self._outcome_or_absent(expected, now)
            remaining_s = ends - asyncio.get_running_loop().time()
            if conclusion.outcome is not ChainOutcome.ABSENT or remaining_s <= 0:
                return conclusion
            await asyncio.sleep(min(POLL_S, remaining_s))

    async def outcome(self, expected: Expected, now: int) -> Conclusion:
        word = await self._agreed_word(expected, now)
        return Conclusion(word.outcome, word.why)

    def leg(self, challenge_id: str) -> str:
        return leg_of(challenge_id)

    async def mined_in(self, tx_hash: str) -> int | None:
        receipt = await self.witnesses[0].receipt(tx_hash)
        return None if receipt is None or receipt.reverted else receipt.block

    async def head(self) -> int:
        return min([await witness.head() for witness in self.witnesses])

    async def block_time(self, number: int) -> int:
        return await self.witnesses[0].block_time(number)

    async def walked(self, first: int, last: int) -> Walk:
        """The transfers that all nodes report. A transfer that only one node reports means that the list may be
        incomplete."""
        walks = [await walk_blocks(witness, self.realm, first, last) for witness in self.witnesses]
        reported = {
            (transfer.tx_hash, transfer.leg, transfer.amount): transfer
            for walk in walks
            for transfer in walk.transfers
        }
        doubt = next((walk.doubt for walk in walks if walk.doubt), "")
        if any(len(walk.transfers) != len(reported) for walk in walks):
            doubt = doubt or "one node reports transfers that the other omits"
            return Walk(transfers=list(reported.values()), complete_to=first - 1, doubt=doubt)
        return Walk(
            transfers=list(reported.values()),
            complete_to=min(walk.complete_to for walk in walks),
            doubt=doubt,
        )

    async def close(self) -> None:
        for node in self.nodes:
            await node.close()

    async def _agreed_word(self, expected: Expected, now: int) -> Word:
        """What all nodes say about a payment; each must be on the right chain."""
        await self.require_fit()
        return agreed_word([await witness.word(expected, now) for witness in self.witnesses])

    async def _outcome_or_absent(self, expected: Expected, now: int) -> Conclusion:
        """The outcome. A node that does not answer has said nothing."""
        try:
            return await self.outcome(expected, now)
        except OutcomeUnknown:
            return Conclusion(ChainOutcome.ABSENT)

    async def _sent_and_refused(self, credential: Credential, tx_hash: str) -> bool:
        """Send it to every node on the right chain. Returns whether all of them refused it explicitly."""
        from mpp.methods.tempo.intents import _canonical_raw_transaction

        raw, refused = _canonical_raw_transaction("0x" + credential.proof[2:].lower()), 0
        try:
            await self.require_fit()
        except OutcomeUnknown as error:
            log.get("payments").warning("not sent", tx=tx_hash, reason=str(error))
            return False
        for node in self.nodes:
            try:
                await node.ask("eth_sendRawTransactionSync", raw)
            except OutcomeUnknown as error:
                refused += isinstance(error, NodeRefused)
                log.get("payments").info("sent, and not confirmed", tx=tx_hash, reason=str(error))
        return refused == len(self.nodes)

    async def _sent_before(
        self, payment: VerifiedPayment, now: int, *, nonce_is_used: bool | None = None
    ) -> VerifiedPayment | None:
        """The payment, if somebody else has sent it already; else None."""
        witness, expected = self.witnesses[0], Claim.of(payment, now)
        receipt = await witness.receipt(payment.tx_hash)
        if receipt is None:
            expires = (payment.nonce or "").startswith("seen:")
            if nonce_is_used is None and expires:
                nonce_is_used = await witness.nonce_is_used(payment.nonce, payment.payer)
            if nonce_is_used and expires:  # the nonce belongs to this very transaction
                raise PaymentDisputed(payment, "its nonce is used, and there is no receipt")
            return None
        return await self._require_mined(payment, await self._agreed_word(expected, now))

    async def _verify_sent_transaction(
        self, credential: Credential, request: dict[str, Any], now: int, *, expired: bool
    ) -> VerifiedPayment:
        """A transaction that the payer has sent: it must be on the chain and pay this challenge."""
        payment = self._payment(credential, request, None)
        expected = Claim.of(payment, now)
        word = agreed_word([await witness.claim(expected, now) for witness in self.witnesses])
        if word.outcome is ChainOutcome.ENDED:
            _raise_expired()
        if word.outcome is ChainOutcome.ABSENT:
            raise OutcomeUnknown("The transaction is not on the chain yet.")
        return await self._require_mined(payment, word, (credential.source or "").lower())

    async def _require_mined(self, payment: VerifiedPayment, word: Word, source: str = "") -> VerifiedPayment:
        if word.outcome is ChainOutcome.DISPUTED:
            raise PaymentDisputed(payment, word.why)
        if word.outcome is not ChainOutcome.MINED or word.block is None:
            raise OutcomeUnknown("The network has not reported the outcome of the payment yet.")
        if source and source != f"did:pkh:eip155:{self.terms.chain_id}:{word.payer}":
            raise PaymentRefused(
                "verification-failed", "The credential names another payer than the transfer."
            )
        mined_at = await self.block_time(word.block)
        return dataclasses.replace(payment, payer=word.payer, mined_at=mined_at, balance=None)

    def _payment(
        self, credential: Credential, request: dict[str, Any], signed: SignedTransfer | None
    ) -> VerifiedPayment:
        """The payment in the credential. One that its payer sent has fewer fields."""
        return VerifiedPayment(
            tx_hash=signed.tx_hash if signed else credential.proof.lower(),
            leg=leg_of(credential.challenge.id),
            payer=signed.payer if signed else None,
            payer_proven=signed.payer_proven if signed else True,
            balance=None,
            amount=int(request["amount"]),
            currency=request["currency"],
            chain_id=self.terms.chain_id,
            valid_before=signed.valid_before if signed else expiry_of(credential.challenge),
            mined_at=None,
            nonce=signed.nonce if signed else None,
        )


def _raise_expired() -> NoReturn:
    raise PaymentRefused("payment-expired", "The challenge expired before it was paid.")


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
