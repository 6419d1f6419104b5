"""A paid call over HTTP: credential, challenge and receipt are headers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.fields import Body
from coldread.base.problems import Problem
from coldread.guard.idempotency import key_from
from coldread.payments import read_credential
from coldread.payments.challenge import BESIDE, body_digest
from coldread.payments.credential import Credential
from coldread.payments.demand import Wish
from coldread.payments.methods.method import MalformedCredential
from coldread.payments.paid_call import Delivery, PaidRequest, PaidWork, paid_call
from coldread.payments.prices import CallPrice
from coldread.services import Services
from coldread.web.answers import json_answer
from coldread.web.request import SMALL, client_of, receive_body, services_of

M = TypeVar("M", bound=Body)


async def paid_endpoint(
    request: Request, price: CallPrice, model: type[M], work: Callable[[Services, M], PaidWork]
) -> Response:
    """Read the request, sell, and answer with the receipt."""
    services = services_of(request)
    received = await receive_body(request, model, SMALL)
    credential, unreadable = _credential(request)
    call = PaidRequest(
        price=price,
        credential=credential,
        unreadable=unreadable,
        digest=body_digest(received.raw),
        fault=received.fault or _faulty_key(request),
        client=client_of(request.scope, services),
        work=None if received.body is None else work(services, received.body),
        wish=_wish_from_headers(request),
    )
    return _response_with_receipt(await paid_call(services, call))


def _response_with_receipt(delivery: Delivery) -> Response:
    headers = {"Payment-Receipt": delivery.receipt, "Cache-Control": "private"}
    if delivery.replayed:
        headers["Idempotency-Replayed"] = "true"
    return json_answer(delivery.body, headers=headers)


def _faulty_key(request: Request) -> Problem | None:
    """The credential itself is the key of a paid call. A key of the caller's own changes nothing, but must be valid."""
    try:
        key_from(request.headers.getlist("idempotency-key"))
    except Problem as bad_key:
        return bad_key
    return None


def _wish_from_headers(request: Request) -> Wish:
    """A caller whose `Authorization` has another scheme, perhaps for a proxy, cannot pay in the same field."""
    authorization = request.headers.get("authorization", "")
    taken = bool(authorization) and not authorization.lower().startswith("payment")
    return Wish(
        header=BESIDE if taken or BESIDE in request.headers else None,
        accept=",".join(request.headers.getlist("accept-payment")),
    )


def _credential(request: Request) -> tuple[Credential | None, str]:
    try:
        return read_credential.from_headers(
            request.headers.getlist("authorization"), request.headers.getlist(BESIDE)
        ), ""
    except MalformedCredential as error:
        return None, str(error)
