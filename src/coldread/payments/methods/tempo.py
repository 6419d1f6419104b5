"""The method `tempo`: a TIP-20 transfer on the Tempo network, checked and sent by pympp.

pympp decodes transactions and matches transfers, amounts and memos. What it leaves open is decided here and in the
ledger: chain and token are compared with the node first, the payer's balance is asked before charging, and each failure
is sorted into "cannot come any more" (Refused) and "nobody knows yet" (Unsure).
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

from coldread.base.clock import SECOND
from coldread.payments.accepted import DECIMALS, Terms
from coldread.payments.challenge import decoded
from coldread.payments.credential import Credential
from coldread.payments.methods.method import ChainOutcome, OutcomeUnknown, PaymentRefused, VerifiedPayment
from coldread.payments.methods.rpc import Node

if TYPE_CHECKING:
    from mpp import Credential as MppCredential
    from mpp.methods.tempo import ChargeIntent

#: our own check of the expiry is the one that counts: a payment in the ledger is honoured for a day
NO_EXPIRY = "9999-12-31T23:59:59Z"
DECIMALS_CALL = "0x313ce567"
BALANCE_CALL = "0x70a08231"
#: what a node says when it will never take a transaction
NEVER = re.compile(
    r"insufficient|balance|nonce|expired|valid_?before|invalid|signature|underpriced|revert|fee", re.I
)
DEEPEST = sys.getrecursionlimit()
TOO_POOR = re.compile(r"insufficient|balance", re.I)


def warm() -> None:
    """Import what takes seconds, so that the first payer does not wait for it."""
    try:
        import eth_account
        import mpp.methods.tempo.intents
        import pytempo
        import rlp
    finally:
        # One of them (py_ecc) raises it to 100,000 for everybody, and then deep input from outside ends the process.
        sys.setrecursionlimit(DEEPEST)

    _ = (eth_account, mpp.methods.tempo.intents, pytempo, rlp)


class _LedgerGuards:
    """pympp's replay store, answered by none: the ledger has already made sure that a credential is used once."""

    async def get(self, key: str) -> Any | None:
        return None

    async def put(self, key: str, value: Any) -> None: ...

    async def delete(self, key: str) -> None: ...

    async def put_if_absent(self, key: str, value: Any) -> bool:
        return True


class Tempo:
    """The method on one network."""

    def __init__(self, terms: Terms, timeout_s: float) -> None:
        self.terms = terms
        self.timeout_s = timeout_s
        self.node = Node(terms.rpc_url, timeout_s)
        self._fit = False
        self._intent: ChargeIntent | None = None

    async def verify(self, credential: Credential, *, expired: bool) -> VerifiedPayment:
        await self._require_fit_network()
        request = decoded(credential.challenge.request)
        tx_hash = _transaction_hash(credential)
        mined_at = None
        if credential.kind == "hash" or expired:
            mined_at = await self._mined_at(tx_hash, expired=expired)
        payer = await self._checked(credential, request)
        if mined_at is None:
            await self._require_balance(payer, request, tx_hash)
        return VerifiedPayment(
            tx_hash=tx_hash,
            payer=payer,
            amount=int(request["amount"]),
            currency=request["currency"],
            chain_id=self.terms.chain_id,
            valid_before=_valid_before(credential),
            mined_at=mined_at,
        )

    async def settle(self, credential: Credential, verified: VerifiedPayment) -> None:
        if credential.kind == "hash" or await self._is_mined(verified.tx_hash):
            return
        from mpp.errors import PaymentError

        try:
            await self._charge().broadcast(_for_pympp(credential), decoded(credential.challenge.request))
        except PaymentError as error:
            if not await self._is_mined(verified.tx_hash):
                raise _sorted(error) from error

    async def outcome(self, tx_hash: str) -> ChainOutcome:
        receipt = await self.node.ask("eth_getTransactionReceipt", tx_hash)
        if not receipt:
            return ChainOutcome.ABSENT
        mined = isinstance(receipt, dict) and receipt.get("status") == "0x1"
        return ChainOutcome.MINED if mined else ChainOutcome.REVERTED

    async def close(self) -> None:
        await self.node.close()

    async def _checked(self, credential: Credential, request: dict[str, Any]) -> str | None:
        """Transfer, amount, recipient and memo, by pympp; the account that pays."""
        from mpp.errors import InternalPaymentError, PaymentError
        from pydantic import ValidationError

        try:
            validation = await self._charge().validate(_for_pympp(credential), request)
        except InternalPaymentError as error:
            raise OutcomeUnknown(
                "The transaction is not on the chain yet, or the network does not answer."
            ) from error
        except (PaymentError, ValidationError) as error:
            raise PaymentRefused("verification-failed", str(error).splitlines()[0][:300]) from error
        payer: str | None = validation.payer
        return payer

    async def _require_fit_network(self) -> None:
        """Chain and token are what the settings say: asked until it is so, then not again."""
        if self._fit:
            return
        chain_id = await self.node.number("eth_chainId")
        if chain_id != self.terms.chain_id:
            raise OutcomeUnknown(f"The payment network is chain {chain_id}, not {self.terms.chain_id}.")
        decimals = await self.node.call(self.terms.currency, DECIMALS_CALL)
        if decimals != DECIMALS:
            raise OutcomeUnknown(f"The token has {decimals} decimals, not {DECIMALS}.")
        self._fit = True

    async def _require_balance(self, payer: str | None, request: dict[str, Any], tx_hash: str) -> None:
        if payer is None:
            return
        account = payer.removeprefix("0x").lower().zfill(64)
        balance = await self.node.call(request["currency"], BALANCE_CALL + account)
        if balance < int(request["amount"]) and not await self._is_mined(tx_hash):
            raise PaymentRefused("payment-insufficient", "The account that signed holds less than the price.")

    async def _is_mined(self, tx_hash: str) -> bool:
        outcome = await self.outcome(tx_hash)
        if outcome is ChainOutcome.REVERTED:
            raise PaymentRefused("verification-failed", "The chain reverted the transaction.")
        return outcome is ChainOutcome.MINED

    async def _mined_at(self, tx_hash: str, *, expired: bool) -> int:
        """When the chain took it; while the challenge lives it may still come."""
        receipt = await self.node.ask("eth_getTransactionReceipt", tx_hash)
        if not isinstance(receipt, dict):
            if expired:
                raise PaymentRefused("payment-expired", "The challenge expired before it was paid.")
            raise OutcomeUnknown("The transaction is not on the chain yet.")
        block = await self.node.ask("eth_getBlockByNumber", receipt.get("blockNumber"), False)
        try:
            return int(block["timestamp"], 16) * SECOND
        except (TypeError, KeyError, ValueError):
            raise OutcomeUnknown("The payment network does not know the block of the transaction.") from None

    def _charge(self) -> ChargeIntent:
        if self._intent is None:
            from mpp.methods.tempo import ChargeIntent

            self._intent = ChargeIntent(
                rpc_url=self.terms.rpc_url,
                http_client=self.node.http,
                timeout=self.timeout_s,
                store=_LedgerGuards(),
                confirmation_timeout=2 * self.timeout_s,
            )
        return self._intent


def _for_pympp(credential: Credential) -> MppCredential:
    from mpp import ChallengeEcho
    from mpp import Credential as MppCredential

    challenge = credential.challenge
    echo = ChallengeEcho(
        id=challenge.id,
        realm=challenge.realm,
        method=challenge.method,
        intent=challenge.intent,
        request=challenge.request,
        expires=NO_EXPIRY,
    )
    member = "hash" if credential.kind == "hash" else "signature"
    return MppCredential(
        challenge=echo, payload={"type": credential.kind, member: credential.proof}, source=credential.source
    )


def _transaction_hash(credential: Credential) -> str:
    """Under which name the chain will know the payment."""
    if credential.kind == "hash":
        return credential.proof.lower()
    from mpp.methods.tempo.intents import _canonical_raw_transaction, _raw_transaction_hash

    return _raw_transaction_hash(_canonical_raw_transaction(credential.proof)).lower()


def _valid_before(credential: Credential) -> int | None:
    if credential.kind == "hash":
        return None
    from mpp.methods.tempo.intents import _transaction_valid_before

    seconds = _transaction_valid_before(credential.proof)
    return None if seconds is None or seconds > 2**40 else seconds * SECOND


def _sorted(error: Exception) -> Exception:
    """A node that names a reason why it will never take the transaction has refused it; the rest is unsure."""
    from mpp.errors import InternalPaymentError

    cause = error.__cause__ if isinstance(error, InternalPaymentError) else error
    said = str(cause)
    if isinstance(error, InternalPaymentError) and not (
        said.startswith("Transaction submission failed") and NEVER.search(said)
    ):
        return OutcomeUnknown("The network has not confirmed the payment yet.")
    slug = "payment-insufficient" if TOO_POOR.search(said) else "verification-failed"
    return PaymentRefused(slug, "The network refused the transaction.")
