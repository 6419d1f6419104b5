"""`GET /v1/orders/{id}/webhooks`: whether an order's events have arrived."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.api.parameters import ORDER_ID
from coldread.base.db import Session
from coldread.base.shapes import checked_body
from coldread.orders.push.webhook_status import OrderWebhooks, webhooks_of
from coldread.orders.queries import find_order
from coldread.orders.views.stored_view import require_readable
from coldread.web.answers import json_answer
from coldread.web.headers import LIMITED
from coldread.web.request import read_by_id, services_of
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()


@ENDPOINTS.add(
    "GET",
    "/v1/orders/{id}/webhooks",
    name="get_webhooks",
    tag="orders",
    summary="See whether webhooks arrive",
    description="For each receiver the last try, its result, and the next try. Contains no secret, and only the host of an "
    "address.",
    parameters=(ORDER_ID,),
    replies=(
        Reply(
            status=200,
            description="Every receiver of the order's events; empty if there is none.",
            model=OrderWebhooks,
            headers=LIMITED,
            recorded="get_webhooks",
        ),
    ),
    problems=("not-found", "rate-limited"),
)
async def get_webhooks(request: Request) -> Response:
    async def show(order_id: str) -> Response:
        found = await services_of(request).db.read(_read_webhooks, order_id)
        body = checked_body(OrderWebhooks, {"order_id": order_id, "webhooks": found})
        return json_answer(body, headers={"Cache-Control": "no-store"})

    return await read_by_id(request, show)


def _read_webhooks(session: Session, order_id: str) -> list[dict[str, Any]]:
    require_readable(find_order(session, order_id), session.now)
    return webhooks_of(session, order_id)
