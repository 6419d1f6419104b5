"""`POST /v1/watches`, and `GET` and `DELETE /v1/watches/{watch_id}`: pages that are looked at every day or week."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from coldread.base.clock import DAY, HOUR, rfc3339
from coldread.base.fields import Body, Email, ScanAudience, Uri
from coldread.base.ids import SECRET_ID
from coldread.base.languages import Language
from coldread.base.links import links_of
from coldread.base.problems import not_found
from coldread.orders.push.register import Receiver
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.watches.ask import ask_watch, stop
from coldread.watches.rules import LINK, Rhythm
from coldread.watches.shapes import Watch, WatchAsked
from coldread.watches.views import asked_view, watch_view
from coldread.watches.wanted import Wanted
from coldread.web.answers import json_answer
from coldread.web.headers import LIMITED
from coldread.web.language import chosen_language
from coldread.web.order_request import (
    ADDRESS_NEEDS_SECRET,
    OFFERED_BY,
    WebhookSecret,
    WebhookUrl,
    receiver_of,
)
from coldread.web.request import SMALL, client_of, counted_read, read_body, require_open, services_of
from coldread.web.route import Endpoints, Parameter, Reply

ENDPOINTS = Endpoints()


class WatchRequest(Body):
    """Which page, how often, and who is notified."""

    model_config = ConfigDict(json_schema_extra=ADDRESS_NEEDS_SECRET)

    url: Uri = Field(description="The page.")
    primary_goal: PrimaryGoal
    audience: ScanAudience | None = None
    email: Email = Field(
        description="Gets letters. Nothing is scanned before its owner presses the button in ours."
    )
    rhythm: Rhythm | None = Field(None, description="Default `daily`.")
    language: Language | None = Field(None, description="Of letters and findings. Else `Accept-Language`.")
    webhook_url: WebhookUrl | None = Field(
        None,
        description="https; gets its events. They are `watch.changed` and `watch.failed`, as Standard Webhooks.",
        json_schema_extra={OFFERED_BY: "webhooks"},
    )
    webhook_secret: WebhookSecret | None = Field(
        None,
        description="Your key; signs events.",
        json_schema_extra={OFFERED_BY: "webhooks"},
    )


ID = Parameter(
    name="watch_id",
    where="path",
    description="Id of a watch, from its answer; its holder can read and stop the watch.",
    schema={"type": "string"},
    required=True,
    example="mZb3Jr7mQ0uE2yqk9w1XnA",
)
EXAMPLE = {
    "url": "https://example.com/",
    "primary_goal": "book_call",
    "email": "anna@example.com",
    "rhythm": "daily",
}


_AT = 1_795_007_200_000_000
_BASE = "https://coldread.example"


def example_asked() -> dict[str, Any]:
    return {
        "watch_id": ID.example,
        "state": "asked",
        "confirm_within_hours": LINK // HOUR,
        "_links": links_of(_BASE, "watch", ID.example),
    }


def example_watch() -> dict[str, Any]:
    """After a look that found another headline."""
    return {
        "watch_id": ID.example,
        **{name: EXAMPLE[name] for name in ("url", "primary_goal", "rhythm")},
        "audience": "",
        "language": "en",
        "state": "on",
        "ended_because": None,
        "asked_at": rfc3339(_AT - DAY),
        "confirmed_at": rfc3339(_AT - DAY + HOUR),
        "ends_at": rfc3339(_AT + 364 * DAY + HOUR),
        "next_run_at": rfc3339(_AT + DAY),
        "history_url": f"{_BASE}/h/Ma4Lr9cP2gH6jQ0fV3nS00",
        "runs": [
            {
                "number": 2,
                "at": rfc3339(_AT),
                "session_id": "Zx0Kq3vN8sT1uW5yB7dE00",
                "score": 62,
                "fault": None,
                "changes": [
                    {
                        "kind": "headline_changed",
                        "before": "Bread at your door",
                        "after": "Hello",
                        "sentence": "The headline changed from “Bread at your door” to “Hello”.",
                    }
                ],
            }
        ],
        "_links": links_of(_BASE, "watch", ID.example),
    }


#: the reply to reading a watch, and to stopping one
SHOWN = Reply(
    status=200,
    description="The watch.",
    model=Watch,
    example=example_watch,
    headers=("Cache-Control", *LIMITED),
)


@ENDPOINTS.add(
    "POST",
    "/v1/watches",
    name="create_watch",
    tag="watches",
    summary="Watch a page",
    description="Free. A letter with a link goes to `email`; the watch begins when its owner presses the button. Then the "
    "page is looked at every day or week, and its owner is told when something that matters has changed. The answer is the "
    "same whether the address has watches, or wants no letters.",
    takes=WatchRequest,
    example=EXAMPLE,
    replies=(
        Reply(
            status=202,
            description="The request is stored.",
            model=WatchAsked,
            example=example_asked,
            headers=("Location", *LIMITED),
            leads_to=("get_watch", "stop_watch_by_id"),
            id_at="/watch_id",
            id_named="watch_id",
        ),
    ),
    problems=("invalid-input", "malformed-json", "rate-limited", "service-closed"),
    offered_by="watch",
)
async def create_watch(request: Request) -> Response:
    services = services_of(request)
    require_open(services)
    body, _ = await read_body(request, WatchRequest, SMALL)
    lang = chosen_language(body.language, request.headers.get("accept-language"), None)
    named = receiver_of(body, services.settings, checks_secret_alone=True)
    wanted = Wanted(
        url=body.url,
        brief=Brief(goal=body.primary_goal, audience=body.audience or "", lang=lang),
        email=body.email,
        rhythm=body.rhythm or Rhythm.DAILY,
        client=client_of(request.scope, services),
        receiver=Receiver(url=named["webhook_url"], secret=named["webhook_secret"]) if named else None,
    )
    watch_id, usage = await services.db.write(ask_watch, services.settings, wanted)
    answer = asked_view(services.settings, watch_id)
    headers = {"Location": answer["_links"]["self"]["href"], "Cache-Control": "no-store"}
    return json_answer(answer, 202, {**headers, **(usage.headers() if usage else {})})


@ENDPOINTS.add(
    "GET",
    "/v1/watches/{watch_id}",
    name="get_watch",
    tag="watches",
    summary="Read a watch and its history",
    parameters=(ID,),
    replies=(SHOWN,),
    problems=("not-found", "rate-limited"),
    offered_by="watch",
)
async def get_watch(request: Request) -> Response:
    async def show() -> Response:
        return await _watch_response(request)

    return await counted_read(request, show)


@ENDPOINTS.add(
    "DELETE",
    "/v1/watches/{watch_id}",
    name="stop_watch_by_id",
    tag="watches",
    summary="Stop a watch",
    description="Stops looks and letters, and deletes the e-mail address. Repeating it does no harm. The history "
    "can be read for 30 days.",
    parameters=(ID,),
    replies=(SHOWN,),
    problems=("not-found", "rate-limited"),
    offered_by="watch",
)
async def stop_watch_by_id(request: Request) -> Response:
    async def end() -> Response:
        await services_of(request).db.write(stop, _id_of(request))
        return await _watch_response(request)

    return await counted_read(request, end)


async def _watch_response(request: Request) -> Response:
    services = services_of(request)
    found = await services.db.read(watch_view, services.settings, _id_of(request))
    if found is None:
        raise not_found()
    return json_answer(found, headers={"Cache-Control": "no-store"})


def _id_of(request: Request) -> str:
    watch_id: str = request.path_params["watch_id"]
    if not SECRET_ID.fullmatch(watch_id):
        raise not_found()
    return watch_id
