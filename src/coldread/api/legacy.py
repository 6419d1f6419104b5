"""V1, deprecated: its own paths until the cutover, then 308 to V2 with `view=v1`, then 404. Deletable in one commit.

After the cutover a client that follows redirects keeps working: V2's addresses with `view=v1` take V1 bodies and answer
in V1 shapes. These routes match before V2's own, only by their query."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import Field
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from coldread.api import examples
from coldread.api.creation import PROBLEMS as CREATION_PROBLEMS
from coldread.api.creation import creation_response, idempotency_of
from coldread.api.parameters import IDEMPOTENCY_KEY, IF_NONE_MATCH, ORDER_ID
from coldread.api.rescans import PROBLEMS as RESCAN_PROBLEMS
from coldread.api.rescans import RescanRequest, rescan_order
from coldread.base.clock import DAY, http_date, moment
from coldread.base.db import Session
from coldread.base.fields import Body, Email, RepoUri, Source200k, Uri, V1Audience
from coldread.base.problems import Problem, not_found
from coldread.base.settings import Settings
from coldread.orders.acts.order_once import Placement, order_once
from coldread.orders.queries import dossier_of, find_order
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.requests import NewOrder, Source
from coldread.orders.views.legacy_shapes import ColdReadRequestResponse, ColdReadStatus
from coldread.orders.views.legacy_view import TERMINAL, legacy_status_body, placed_answer, status_url
from coldread.orders.views.shapes import RescanResponse
from coldread.orders.views.stored_view import require_readable
from coldread.orders.views.whose_turn import whose_turn
from coldread.scanner.goals import PrimaryGoal
from coldread.web.answers import conditional_response
from coldread.web.headers import CACHED, LIMITED
from coldread.web.language import chosen_language
from coldread.web.order_request import ClientHint, Competitors
from coldread.web.request import CREATION, client_of, read_body, read_by_id, require_open, services_of
from coldread.web.route import Endpoint, Endpoints, Handler, Reply, routes

ENDPOINTS = Endpoints()
SCOPE = "cold-read/request"
REDIRECTED = 60 * DAY
DEPRECATED = ("Deprecation", "Link")


class ColdReadRequest(Body):
    """An order in V1's words."""

    url: Uri
    primary_goal: PrimaryGoal
    audience: V1Audience
    pain_point: Annotated[str, Field(max_length=280)]
    email: Email
    competitors: Competitors | None = None
    notes: Annotated[str, Field(max_length=500)] | None = None
    html: Source200k | None = None
    jsx: Source200k | None = None
    repo_url: RepoUri | None = None
    client: ClientHint | None = None


def _now_or_moved(successor: str) -> Callable[[Handler], Handler]:
    """Serve before the cutover, redirect to `successor` for 60 days after it, then answer 404."""

    def wrap(handler: Handler) -> Handler:
        async def serve(request: Request) -> Response:
            services = services_of(request)
            # Quote again: path parameters arrive decoded, and must not be raw in a header.
            path = successor.format(**{name: quote(value) for name, value in request.path_params.items()})
            target = services.settings.base_url + path
            cutover = services.settings.v2_cutover_at
            if cutover is None or services.clock.now() < moment(cutover):
                return await _answer_as_deprecated(handler, request, target)
            sunset = moment(cutover) + REDIRECTED
            link = f'<{target}>; rel="successor-version"'
            if services.clock.now() >= sunset:
                raise Problem("gone", "V1 has been retired; use the successor.", headers={"Link": link})
            return Response(
                b"",
                308,
                {
                    # the same origin, or clients drop headers when they follow
                    "Location": f"{path}?view=v1",
                    "Sunset": http_date(sunset),
                    "Link": link,
                    "Cache-Control": "no-cache",
                    **_deprecation_headers(services.settings),
                },
            )

        return serve

    return wrap


async def _answer_as_deprecated(handler: Handler, request: Request, target: str) -> Response:
    settings = services_of(request).settings
    marks = {**_deprecation_headers(settings), "Link": f'<{target}>; rel="successor-version"'}
    try:
        answer = await handler(request)
    except Problem as problem:
        problem.headers = {**marks, **problem.headers}
        raise
    answer.headers.update(marks)
    return answer


def _deprecation_headers(settings: Settings) -> dict[str, str]:
    return {"Deprecation": f"@{int(settings.v1_deprecated_at.timestamp())}"}


async def _create_invoice(request: Request) -> Response:
    services = services_of(request)
    require_open(services)
    body, raw = await read_body(request, ColdReadRequest, CREATION)
    placing = Placement(
        new_order=_new_order(body, request),
        once=idempotency_of(request, SCOPE, raw),
        client=client_of(request.scope, services),
        body=lambda order: placed_answer(order, services.settings),
        location=lambda order: status_url(services.settings, order.id),
        begin=Status.BILLING_PENDING,
        note="Created over V1, which issues the invoice at once.",
    )
    return creation_response(*await order_once(services, placing))


def _new_order(body: ColdReadRequest, request: Request) -> NewOrder:
    goal = (
        f"{body.primary_goal.value}: {body.pain_point}"
        if body.pain_point.strip()
        else body.primary_goal.value
    )
    return NewOrder(
        **body.model_dump(exclude={"email", "competitors", "client"}),
        goal=goal[:240],
        contact_email=body.email,
        competitors=tuple(body.competitors or ()),
        client=body.client.model_dump(exclude_none=True) if body.client else None,
        source=Source.AGENT,
        language=chosen_language(None, request.headers.get("accept-language"), None),
    )


async def _get_invoice(request: Request) -> Response:
    services = services_of(request)

    async def show(order_id: str) -> Response:
        invoice_body = await services.db.read(_find_legacy_status, services.settings, order_id)
        if invoice_body is None:
            raise not_found()
        body = to_json(invoice_body)
        fresh = "no-cache" if invoice_body["status"] in TERMINAL else "private, max-age=30"
        etag = f'"{hashlib.blake2b(body, digest_size=9).hexdigest()}"'
        return conditional_response(
            body, etag, request.headers.get("if-none-match"), {"Cache-Control": fresh}
        )

    return await read_by_id(request, show)


def _find_legacy_status(session: Session, settings: Settings, order_id: str) -> dict[str, Any] | None:
    order = require_readable(find_order(session, order_id), session.now)
    wait = whose_turn(session, [order])[order_id]
    return legacy_status_body(dossier_of(session, order), wait, session.now, settings)


_MOVED = Reply(
    status=308,
    description="After the cutover: the same request at V2's address.",
    headers=("Location", "Sunset", *DEPRECATED),
)


@ENDPOINTS.add(
    "POST",
    "/v1/cold-read/request",
    name="create_invoice",
    tag="v1",
    summary="Order a cold-read (V1)",
    description="Deprecated: use `POST /v1/cold-read-requests`. The invoice is issued at once.",
    takes=ColdReadRequest,
    example=examples.V1_REQUEST,
    parameters=(IDEMPOTENCY_KEY,),
    replies=(
        Reply(
            status=201,
            description="The invoice is issued.",
            model=ColdReadRequestResponse,
            headers=("Location", "Idempotency-Replayed", *LIMITED, *DEPRECATED),
            recorded="create_invoice",
            leads_to=("get_invoice", "rescan_invoice"),
            id_at="/invoice_id",
        ),
        _MOVED,
    ),
    problems=(*CREATION_PROBLEMS, "gone"),
    deprecated=True,
)
@_now_or_moved("/v1/cold-read-requests")
async def create_invoice(request: Request) -> Response:
    return await _create_invoice(request)


@ENDPOINTS.add(
    "GET",
    "/v1/cold-read/{id}",
    name="get_invoice",
    tag="v1",
    summary="Read an invoice (V1)",
    description="Deprecated: use `GET /v1/orders/{id}`.",
    parameters=(ORDER_ID, IF_NONE_MATCH),
    replies=(
        Reply(
            status=200,
            description="The invoice.",
            model=ColdReadStatus,
            headers=(*CACHED, *LIMITED, *DEPRECATED),
            recorded="get_invoice",
        ),
        Reply(status=304, description="Nothing has changed.", headers=(*CACHED, *LIMITED, *DEPRECATED)),
        _MOVED,
    ),
    problems=("not-found", "rate-limited", "gone"),
    deprecated=True,
)
@_now_or_moved("/v1/orders/{id}")
async def get_invoice(request: Request) -> Response:
    return await _get_invoice(request)


@ENDPOINTS.add(
    "POST",
    "/v1/cold-read/{id}/rescan",
    name="rescan_invoice",
    tag="v1",
    summary="Use the free rescan (V1)",
    description="Deprecated: use `POST /v1/orders/{id}/rescan`.",
    takes=RescanRequest,
    example=examples.RESCAN,
    parameters=(ORDER_ID,),
    replies=(
        Reply(
            status=200,
            description="The fresh scan.",
            model=RescanResponse,
            headers=(*LIMITED, *DEPRECATED),
            recorded="rescan_order",
        ),
        _MOVED,
    ),
    problems=(*RESCAN_PROBLEMS, "gone"),
    deprecated=True,
)
@_now_or_moved("/v1/orders/{id}/rescan")
async def rescan_invoice(request: Request) -> Response:
    return await rescan_order(request)


class _ViewRoute(Route):
    """Matches only requests that ask for `view=v1`."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if b"view=v1" not in scope.get("query_string", b"").split(b"&"):
            return Match.NONE, {}
        return super().matches(scope)


def view_routes() -> list[Route]:
    """V2's addresses in V1's words; they must be tried before V2's own."""
    rows: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
        ("POST", "/v1/cold-read-requests", _create_invoice),
        ("GET", "/v1/orders/{id}", _get_invoice),
        ("POST", "/v1/orders/{id}/rescan", rescan_order),
    ]
    plain = [
        Endpoint(method=method, path=path, handler=handler, name=path, summary=path)
        for method, path, handler in rows
    ]
    return [_ViewRoute(route.path, route.endpoint) for route in routes(plain)]
