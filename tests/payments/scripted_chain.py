"""A chain that does as the test says, in place of the real one: for what the ledger does on both databases."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
from typing import Any

import httpx

from coldread.base.clock import SECOND
from coldread.payments.credential import Credential
from coldread.payments.methods.method import ChainOutcome, Conclusion, Expected, VerifiedPayment
from coldread.payments.processor import PaymentProcessor
from tests.harness.service import Service
from tests.harness.unwatched_chain import UnwatchedChain

BODY = {"url": "https://a.example/", "element_selector": "h1", "problem": "It says 'Welcome'"}
RAW = json.dumps(BODY).encode()
PATH = "/v1/quick-fix"


@dataclasses.dataclass
class ScriptedChain(UnwatchedChain):
    """Takes every payment, unless told otherwise."""

    #: raised by the next verification
    verifying: Exception | None = None
    mined_at: int | None = None
    #: what the chain says of a transaction that we sent; None: it is mined at once
    settled: ChainOutcome | None = None
    says: ChainOutcome = ChainOutcome.ABSENT
    unfit: str = ""
    charged: list[str] = dataclasses.field(default_factory=list)
    valid_before: int | None = None

    async def verify(self, credential: Credential, *, now: int, expired: bool) -> VerifiedPayment:
        if self.verifying:
            raise self.verifying
        request = json.loads(base64.urlsafe_b64decode(credential.challenge.request + "=="))
        return VerifiedPayment(
            tx_hash="0x" + hashlib.sha256(credential.proof.encode()).hexdigest(),
            leg="",
            payer="0x" + "a" * 40,
            payer_proven=True,
            balance=None,
            amount=int(request["amount"]),
            currency=request["currency"],
            chain_id=42431,
            valid_before=self.valid_before,
            mined_at=self.mined_at,
        )

    async def settle(self, credential: Credential, expected: Expected, now: int) -> Conclusion:
        if self.settled is not None:
            return Conclusion(self.settled, "it says so")
        self.charged.append(expected.tx_hash)
        return Conclusion(ChainOutcome.MINED)

    async def outcome(self, expected: Expected, now: int) -> Conclusion:
        return Conclusion(self.says, "it says so")


def scripted(service: Service) -> ScriptedChain:
    chain = ScriptedChain(valid_before=service.clock.now() + 300 * SECOND)
    service.services.one(PaymentProcessor)._methods["tempo"] = chain
    return chain


def challenge_of(service: Service, path: str = PATH, body: bytes = RAW) -> dict[str, str]:
    asked = service.post(path, content=body)
    assert asked.status_code == 402, asked.text
    return dict(re.findall(r'(\w+)="([^"]*)"', asked.headers["www-authenticate"]))


def paying(challenge: dict[str, str], proof: str = "0x76aa", **payload: Any) -> dict[str, str]:
    """The header that pays `challenge`."""
    said = {"challenge": challenge, "payload": payload or {"type": "transaction", "signature": proof}}
    return {
        "Authorization": "Payment " + base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip("=")
    }


def by_hash(challenge: dict[str, str], tx_hash: str = "0x" + "b" * 64) -> dict[str, str]:
    return paying(challenge, type="hash", hash=tx_hash)


def buy(service: Service, headers: dict[str, str], path: str = PATH, body: bytes = RAW) -> httpx.Response:
    return service.post(path, content=body, headers=headers)
