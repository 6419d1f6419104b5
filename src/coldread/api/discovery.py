"""Descriptions of the service: ping, manifest, interface description, agent card, llms.txt."""

from __future__ import annotations

from typing import Any, Literal

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from coldread.api import examples
from coldread.api.agent_card import Card, agent_card
from coldread.api.llms_text import llms_text
from coldread.api.manifest import Manifest, manifest
from coldread.api.openapi import OpenApiDocument, describe
from coldread.api.parameters import IF_NONE_MATCH
from coldread.base.clock import date_time, rfc3339
from coldread.base.db import PointRead, Unavailable
from coldread.base.problems import Problem
from coldread.base.shapes import DateTime, Shape, checked_body
from coldread.base.version import VERSION
from coldread.web.answers import json_answer
from coldread.web.document import Document
from coldread.web.headers import CACHED
from coldread.web.request import services_of
from coldread.web.route import Endpoint, Endpoints, Reply

ENDPOINTS = Endpoints()

#: without its schema the database cannot store anything, so the service is not well
ALIVE = PointRead(sql="SELECT version_num FROM alembic_version")

MANIFEST = Document(lambda settings: to_json(manifest(settings)))
CARD = Document(lambda settings: to_json(agent_card(settings)))
LLMS_TEXT = Document(lambda settings: llms_text(settings).encode(), "text/markdown; charset=utf-8")


class Ping(Shape):
    """Whether we are well."""

    status: Literal["ok", "degraded"]
    service: str
    version: str
    time: DateTime
    checks: dict[str, str]


@ENDPOINTS.add(
    "GET",
    "/v1/ping",
    tag="discovery",
    summary="Health check",
    replies=(
        Reply(
            status=200,
            description="We are well.",
            model=Ping,
            headers=("Cache-Control",),
            example=lambda: ping_body(examples.PINGED),
        ),
    ),
)
async def ping(request: Request) -> Response:
    services = services_of(request)
    try:
        await services.db.check()
        await services.db.point(ALIVE)
    except Unavailable as error:
        raise Problem(
            "unavailable",
            "The database cannot be asked right now.",
            headers={"Retry-After": "2"},
            service="coldread",
            version=VERSION,
            checks={"database": "unavailable"},
        ) from error
    return json_answer(ping_body(services.clock.now()), headers={"Cache-Control": "no-store"})


def ping_body(now: int) -> dict[str, Any]:
    return checked_body(
        Ping,
        {
            "status": "ok",
            "service": "coldread",
            "version": VERSION,
            "time": rfc3339(now),
            "checks": {"database": "ok"},
        },
    )


@ENDPOINTS.add(
    "GET",
    "/v1/manifest",
    name="get_manifest",
    tag="discovery",
    summary="Who built this and why",
    parameters=(IF_NONE_MATCH,),
    replies=(
        Reply(
            status=200, description="The manifest.", model=Manifest, headers=CACHED, recorded="get_manifest"
        ),
        Reply(status=304, description="Nothing has changed.", headers=CACHED),
    ),
)
async def get_manifest(request: Request) -> Response:
    return MANIFEST.answer(request)


@ENDPOINTS.add(
    "GET",
    "/.well-known/agent-card.json",
    name="get_agent_card",
    tag="discovery",
    summary="Agent card",
    parameters=(IF_NONE_MATCH,),
    replies=(
        Reply(status=200, description="The card.", model=Card, headers=CACHED, recorded="get_agent_card"),
        Reply(status=304, description="Nothing has changed.", headers=CACHED),
    ),
)
async def get_agent_card(request: Request) -> Response:
    return CARD.answer(request)


@ENDPOINTS.add(
    "GET",
    "/.well-known/agent.json",
    name="get_legacy_card",
    tag="discovery",
    summary="Former address of the agent card",
    replies=(Reply(status=307, description="The card has moved.", headers=("Location", "Link")),),
    problems=("gone",),
    deprecated=True,
)
async def get_legacy_card(request: Request) -> Response:
    services = services_of(request)
    card = f"{services.settings.base_url}/.well-known/agent-card.json"
    link = {"Link": f'<{card}>; rel="successor-version"'}
    if date_time(services.clock.now()).date() > services.settings.legacy_card_until:
        raise Problem("gone", "The agent card has moved to /.well-known/agent-card.json.", headers=link)
    return Response(
        b"", 307, {"Location": "/.well-known/agent-card.json", "Cache-Control": "no-cache", **link}
    )


@ENDPOINTS.add(
    "GET",
    "/llms.txt",
    name="get_llms_text",
    tag="discovery",
    summary="The contract in words, for language models",
    parameters=(IF_NONE_MATCH,),
    replies=(
        Reply(
            status=200,
            description="Markdown.",
            media_type="text/markdown",
            headers=CACHED,
            example="# Coldread\n",
        ),
        Reply(status=304, description="Nothing has changed.", headers=CACHED),
    ),
)
async def get_llms_text(request: Request) -> Response:
    return LLMS_TEXT.answer(request)


def description_endpoints(endpoints: list[Endpoint]) -> Endpoints:
    """The two addresses of the interface description, which also describes them."""
    rows = Endpoints()
    document = Document(lambda settings: to_json(describe([*endpoints, *rows], settings)))

    async def get_openapi(request: Request) -> Response:
        return document.answer(request)

    for path, name in (("/v1/openapi.json", "get_openapi"), ("/openapi.json", "get_openapi_at_root")):
        rows.add(
            "GET",
            path,
            name=name,
            tag="discovery",
            summary="This description",
            parameters=(IF_NONE_MATCH,),
            replies=(
                Reply(
                    status=200,
                    description="OpenAPI 3.1.",
                    model=OpenApiDocument,
                    headers=CACHED,
                    recorded="get_openapi",
                ),
                Reply(status=304, description="Nothing has changed.", headers=CACHED),
            ),
        )(get_openapi)
    return rows
