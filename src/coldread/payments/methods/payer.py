"""The payer's side: reads a challenge and signs its payment, on the test network only."""

from __future__ import annotations

import asyncio
import dataclasses
import warnings
from collections.abc import Callable
from typing import Any

import httpx

from coldread.base import money
from coldread.base.incoming.auth_challenges import auth_challenges
from coldread.base.incoming.bounded_body import PLAIN, ReadAnswer, UnreadableBody, bounded_json, exchange
from coldread.base.settings import TEST_CHAIN
from coldread.payments.challenge import decode_base64url
from coldread.payments.methods.tempo import warm
from coldread.payments.methods.tempo_terms import NETWORK

#: statuses after which the same credential is sent again
AGAIN = frozenset({409, 502, 503})
MOST_TRIES = 10
PATIENCE_S = 60
#: a report with the places of its pictures is about 300 kB
LARGEST_ANSWER = 8_000_000


class CannotPay(Exception):
    """Why nothing was paid, in a sentence for people."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Answer:
    """The service's answer."""

    status: int
    body: Any
    #: None if nothing had to be paid, or nothing was sold
    receipt: dict[str, Any] | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Payer:
    """The paying account, and its node."""

    key: str
    rpc_url: str


async def buy(url: str, body: bytes, payer: Payer, may_pay: Callable[[str], bool]) -> Answer:
    """POST, pay what is asked if `may_pay` agrees, and repeat with the same credential until there is an answer."""
    warm()  # the signing libraries take seconds to import, and a price is valid for only a few seconds
    async with httpx.AsyncClient(trust_env=False, follow_redirects=False, headers=PLAIN) as http:
        answer = await post(http, url, body)
        if answer.status != 402:
            return _answer_with_receipt(answer)
        credential = await credential_for(answer, payer, may_pay)
        for _ in range(MOST_TRIES):
            answer = await post(http, url, body, Authorization=credential)
            if answer.status not in AGAIN:
                break
            await asyncio.sleep(min(float(answer.headers.get("retry-after", "2")), 30))
        return _answer_with_receipt(answer)


async def post(http: httpx.AsyncClient, url: str, body: bytes, **headers: str) -> ReadAnswer:
    """The service's answer. For the payer, the service is an outsider."""
    sent = {"Content-Type": "application/json", **headers}
    try:
        return await exchange(
            http, "POST", url, within_s=PATIENCE_S, most_bytes=LARGEST_ANSWER, content=body, headers=sent
        )
    except UnreadableBody as error:
        raise CannotPay(f"the service does not answer ({error})") from error


async def credential_for(answer: ReadAnswer, payer: Payer, may_pay: Callable[[str], bool]) -> str:
    """The value of `Authorization` that pays what a 402 asks for, if `may_pay` agrees."""
    faults = _json(answer).get("errors") if isinstance(_json(answer), dict) else None
    if faults:
        details = "; ".join(str(fault.get("detail")) for fault in faults)
        raise CannotPay(f"the body would be refused, so nothing was paid: {details}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries that the chain's library imports
        from mpp import Challenge
        from mpp.methods.tempo import TempoAccount
        from mpp.methods.tempo import client as tempo
        from mpp.runtime import CredentialParams

    challenge = Challenge.from_www_authenticate(_tempo_charge(answer))
    chain_id = (challenge.request.get("methodDetails") or {}).get("chainId")
    if chain_id != TEST_CHAIN:
        raise CannotPay(f"this command pays on chain {TEST_CHAIN}, the test network, and not on {chain_id}")
    if not may_pay(_amount_and_recipient(challenge.request)):
        raise CannotPay("nothing was paid")
    method = tempo.charge(
        account=TempoAccount.from_key(payer.key), chain_id=TEST_CHAIN, rpc_url=payer.rpc_url
    )
    try:
        return await method.create_credential(CredentialParams(challenge=challenge))
    except Exception as error:
        raise CannotPay(f"the payment could not be signed: {str(error).splitlines()[0][:200]}") from error


def _tempo_charge(answer: ReadAnswer) -> str:
    """The challenge that this command can pay, among all of the 402."""
    offered = [
        challenge
        for challenge in auth_challenges(answer.headers.get_list("www-authenticate"))
        if challenge.scheme == "payment"
    ]
    for challenge in offered:
        if (challenge.parameters.get("method"), challenge.parameters.get("intent")) == ("tempo", "charge"):
            return challenge.text
    ways = (
        ", ".join(challenge.parameters.get("method", "?") for challenge in offered)
        or "nothing that can be read"
    )
    raise CannotPay(f"this command pays by tempo, and the service asks for {ways}")


def _amount_and_recipient(request: dict[str, Any]) -> str:
    amount = money.decimal_text(int(request["amount"]), money.USDC_DECIMALS)
    network = NETWORK[TEST_CHAIN]
    token = network.symbol if request["currency"].lower() == network.currency.lower() else request["currency"]
    return f"{amount} {token} to {request['recipient']} on chain {TEST_CHAIN}"


def _answer_with_receipt(answer: ReadAnswer) -> Answer:
    receipt = answer.headers.get("payment-receipt")
    return Answer(
        status=answer.status, body=_json(answer), receipt=decode_base64url(receipt) if receipt else None
    )


def _json(answer: ReadAnswer) -> Any:
    try:
        return bounded_json(answer.body)
    except UnreadableBody:
        return answer.body.decode("utf-8", "replace")
