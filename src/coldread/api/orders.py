"""`GET /v1/orders/{id}` and what a buyer may send to an order."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from coldread.api import examples
from coldread.api.parameters import IF_NONE_MATCH, ORDER_ID, PREFER_WAIT
from coldread.base.fields import Body, Message, RepoUri, Source200k
from coldread.orders.acts.buyer_answer import InfoAnswer as InfoReply
from coldread.orders.acts.buyer_answer import info_answer, store_answer
from coldread.orders.queries import VIEW, marks_of
from coldread.orders.views.retention_words import order_ends
from coldread.orders.views.shapes import InfoTaken, Order
from coldread.orders.views.stored_view import current_build, renew_view
from coldread.services import Services
from coldread.web.answers import conditional_response, json_answer
from coldread.web.headers import CACHED, LIMITED
from coldread.web.prefer import preferred_wait
from coldread.web.request import CREATION, client_of, read_body, read_by_id, services_of
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()

FRESH = {"Cache-Control": "private, max-age=15"}


class InfoRequest(Body):
    """The answer to the reviewer's question."""

    message: Message
    html: Source200k | None = None
    jsx: Source200k | None = None
    repo_url: RepoUri | None = None


@ENDPOINTS.add(
    "GET",
    "/v1/orders/{id}",
    tag="orders",
    summary="Read an order",
    description=lambda settings: (
        "Poll at `poll_interval_sec`, or wait for a change with `Prefer: wait=N`. "
        f"Answers 404 {order_ends(settings)}, or once it has been expired."
    ),
    parameters=(ORDER_ID, IF_NONE_MATCH, PREFER_WAIT),
    replies=(
        Reply(
            status=200,
            description="The order.",
            model=Order,
            headers=(*CACHED, "Preference-Applied", *LIMITED),
            recorded="get_order",
        ),
        Reply(
            status=304, description="Nothing has changed.", headers=(*CACHED, "Preference-Applied", *LIMITED)
        ),
    ),
    problems=("not-found", "rate-limited"),
)
async def get_order(request: Request) -> Response:
    services = services_of(request)
    client_etag, seconds = (
        request.headers.get("if-none-match"),
        preferred_wait(request.headers.getlist("prefer")),
    )

    async def show(order_id: str) -> Response:
        answer = await order_answer(services, order_id, client_etag)
        if not seconds or (client_etag is not None and answer.status_code != 304):
            return answer
        return await _wait_for_change(request, order_id, answer, seconds)

    return await read_by_id(request, show)


async def _wait_for_change(request: Request, order_id: str, first: Response, seconds: int) -> Response:
    """The answer once it differs from the first one; after so many seconds the same answer again."""
    services, client_etag = services_of(request), request.headers.get("if-none-match")
    loop = asyncio.get_running_loop()
    ends, answer = loop.time() + seconds, first
    while answer.headers["etag"] == first.headers["etag"] and loop.time() < ends:
        woken = await services.watch.wait_for_change(
            order_id,
            answer.headers["etag"],
            ends - loop.time(),
            look=marks_of,
            client=client_of(request.scope, services),
        )
        if woken is None:
            return answer  # too many wait: answered at once, without a Preference-Applied header
        answer = await order_answer(services, order_id, client_etag)
    answer.headers["Preference-Applied"] = f"wait={seconds}"
    return answer


async def order_answer(services: Services, order_id: str, if_none_match: str | None) -> Response:
    """The stored answer, rebuilt if it has expired or is from another version."""
    row = await services.db.point(VIEW, order_id)
    if row is not None:
        etag, build, fresh_until, body = row
        if services.clock.now() < fresh_until and build == current_build(services.settings):
            return conditional_response(bytes(body), etag, if_none_match, FRESH)
    view = await services.db.write(renew_view, services.settings, order_id)
    return conditional_response(view.body, view.etag, if_none_match, FRESH)


@ENDPOINTS.add(
    "POST",
    "/v1/orders/{id}/info",
    name="provide_info",
    tag="orders",
    summary="Answer the reviewer's question",
    description="In `needs_info` only. The answer does not move the order; the operator does.",
    takes=InfoRequest,
    example=examples.INFO,
    parameters=(ORDER_ID,),
    replies=(
        Reply(
            status=202,
            description="The answer is kept.",
            model=InfoTaken,
            headers=LIMITED,
            recorded="provide_info",
        ),
    ),
    problems=("invalid-input", "malformed-json", "not-found", "illegal-transition", "rate-limited"),
)
async def provide_info(request: Request) -> Response:
    services = services_of(request)
    body, _ = await read_body(request, InfoRequest, CREATION)

    async def take(order_id: str) -> Response:
        taken = await services.db.write(
            store_answer, services.settings, order_id, InfoReply(**body.model_dump())
        )
        return json_answer(info_answer(taken, services.clock.now(), services.settings), 202)

    return await read_by_id(request, take)
