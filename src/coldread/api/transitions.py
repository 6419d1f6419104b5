"""`POST /v1/internal/orders/{id}/transition`: the operator moves an order."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pydantic import ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from coldread.api import examples
from coldread.api.parameters import ORDER_ID
from coldread.base.fields import Body, Message, SpecText, Uri
from coldread.guard.keys import require_bearer
from coldread.orders.acts.advance import Move, advance_and_answer
from coldread.orders.rules.lifecycle import BillingStatus, DeliveryStatus, Status
from coldread.orders.views.shapes import OrderTransitionResponse
from coldread.payments.prices import BillingMethod
from coldread.web.answers import json_answer
from coldread.web.request import OPERATOR, order_id_of, read_body, require_key, services_of
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()


class TransitionPatch(Body):
    """Fields that change with the move, in the same transaction. Nothing else is taken."""

    model_config = ConfigDict(extra="forbid")

    billing_method_final: BillingMethod | None = None
    billing_status: BillingStatus | None = None
    external_reference: Annotated[str, Field(max_length=200)] | None = None
    delivery_status: DeliveryStatus | None = None
    final_url: Uri | None = None
    draft_url: Uri | None = None
    diff_url: Uri | None = None
    delivery_url: Uri | None = None
    rescan_url: Uri | None = None
    spec_md: SpecText | None = Field(None, description="The draft; in the move to `delivered`, the final.")
    api_key: Annotated[str, Field(max_length=100)] | None = None


class OrderTransitionRequest(Body):
    """Where to, and what changes with it."""

    to_status: Status
    substatus: Annotated[str, Field(max_length=120)] | None = None
    question: Message | None = Field(
        None,
        description="What the buyer is asked, in the move to `needs_info`; without it the `substatus` is. Other moves ignore it.",
    )
    note: Annotated[str, Field(max_length=2000)] | None = Field(None, description="For the audit trail.")
    patch: TransitionPatch | None = None


@ENDPOINTS.add(
    "POST",
    "/v1/internal/orders/{id}/transition",
    name="transition_order",
    tag="operator",
    summary="Move an order",
    description="Only along the lifecycle; anything else answers 409 with `allowed_transitions`.",
    takes=OrderTransitionRequest,
    example=examples.TRANSITION,
    parameters=(ORDER_ID,),
    replies=(
        Reply(
            status=200,
            description="The order has moved.",
            model=OrderTransitionResponse,
            recorded="transition_order",
        ),
    ),
    problems=(
        "invalid-input",
        "malformed-json",
        "unauthorized",
        "not-found",
        "illegal-transition",
        "rate-limited",
    ),
    security="admin",
)
async def transition_order(request: Request) -> Response:
    services = services_of(request)
    require_key(
        request, request.headers.get("authorization"), partial(require_bearer, accepted=services.admin_keys)
    )
    body, _ = await read_body(request, OrderTransitionRequest, OPERATOR)
    move = Move(
        to_status=body.to_status,
        actor="admin",
        substatus=body.substatus,
        question=body.question,
        note=body.note,
        patch=body.patch.model_dump(exclude_none=True, mode="json") if body.patch else {},
    )
    answer = await services.db.write(advance_and_answer, services, order_id_of(request), move)
    return json_answer(answer, headers={"Cache-Control": "no-store"})
