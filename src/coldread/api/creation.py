"""`POST /v1/cold-read-requests`: order a cold-read."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.api import examples
from coldread.api.parameters import IDEMPOTENCY_KEY
from coldread.base.incoming import strict_json
from coldread.base.links import address
from coldread.guard.idempotency import Once, StoredAnswer, key_from
from coldread.guard.limits import UsageUnlessOff
from coldread.orders.acts.order_once import Placement, order_once
from coldread.orders.acts.place import placed_answer
from coldread.orders.views.dry_run import dry_run
from coldread.orders.views.shapes import DryRun, OrderRequestResponse
from coldread.web.answers import json_answer
from coldread.web.headers import LIMITED
from coldread.web.order_request import OrderRequest, new_order_of, unknown_fields
from coldread.web.request import CREATION, client_of, read_body, require_open, services_of
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()
SCOPE = "cold-read-requests"
#: the problems of every creation
PROBLEMS = (
    "invalid-input",
    "malformed-json",
    "idempotency-conflict",
    "idempotency-key-reused",
    "rate-limited",
    "service-closed",
)


@ENDPOINTS.add(
    "POST",
    "/v1/cold-read-requests",
    tag="orders",
    summary="Order a cold-read",
    description="A person reviews the page within 72 hours of payment. The order starts in `submitted`; "
    "poll `status_url` and relay `pay_url` to the buyer once the order is `billing_pending`.",
    takes=OrderRequest,
    example=examples.ORDER_REQUEST,
    parameters=(IDEMPOTENCY_KEY,),
    replies=(
        Reply(
            status=201,
            description="The order is placed.",
            model=OrderRequestResponse,
            headers=("Location", "Idempotency-Replayed", *LIMITED),
            recorded="create_order",
            leads_to=("get_order", "provide_info", "rescan_order", "transition_order"),
        ),
        Reply(
            status=200,
            description="With `dry_run`: nothing is stored.",
            model=DryRun,
            recorded="dry_run",
        ),
    ),
    problems=PROBLEMS,
)
async def create_order(request: Request) -> Response:
    services = services_of(request)
    require_open(services)
    body, raw = await read_body(request, OrderRequest, CREATION)
    once = idempotency_of(request, SCOPE, raw)
    new_order = new_order_of(
        body,
        request.headers.get("accept-language"),
        sandbox_allowed=services.settings.sandbox,
        webhooks=services.settings,
    )
    ignored = unknown_fields(raw, services.settings)
    if body.dry_run:
        return json_answer(dry_run(new_order, services.settings, ignored))
    placing = Placement(
        new_order=new_order,
        once=once,
        client=client_of(request.scope, services),
        body=lambda order: placed_answer(order, services.settings, ignored),
        location=lambda order: address(services.settings.base_url, "self", order.id),
    )
    return creation_response(*await order_once(services, placing))


def idempotency_of(request: Request, scope: str, raw: Any) -> Once | None:
    key = key_from(request.headers.getlist("idempotency-key"))
    return Once(scope=scope, key=key, fingerprint=strict_json.fingerprint(raw)) if key else None


def creation_response(answer: StoredAnswer, usage: UsageUnlessOff) -> Response:
    headers = {"Location": answer.location, "Cache-Control": "no-store", **(usage.headers() if usage else {})}
    if answer.replayed:
        headers["Idempotency-Replayed"] = "true"
    return json_answer(answer.body, answer.status, headers)
