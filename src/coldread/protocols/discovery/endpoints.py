"""The endpoints of discovery: one table of documents, each built once from the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.protocols.discovery import cards, site_files
from coldread.protocols.discovery.a2a_guide import a2a_guide
from coldread.protocols.discovery.ai_catalog import ai_catalog
from coldread.protocols.discovery.icon import favicon
from coldread.protocols.discovery.llms_full import full_text
from coldread.protocols.internal_call import call_route
from coldread.web.document import AN_HOUR, Document
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

TEXT, MARKDOWN = "text/plain; charset=utf-8", "text/markdown; charset=utf-8"
LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'


def _as_json_bytes(make: Callable[[Settings], Any]) -> Callable[[Settings], bytes]:
    return lambda settings: to_json(make(settings))


#: address, function that builds the document, media type
DOCUMENTS: tuple[tuple[str, Callable[[Settings], bytes], str], ...] = (
    ("/robots.txt", lambda settings: site_files.robots(settings).encode(), TEXT),
    ("/docs/a2a.md", lambda settings: a2a_guide(settings).encode(), MARKDOWN),
    ("/.well-known/api-catalog", _as_json_bytes(site_files.api_catalog), LINKSET),
    ("/.well-known/mcp/server-card.json", _as_json_bytes(cards.server_card), "application/json"),
    ("/.well-known/mcp.json", _as_json_bytes(cards.server_card), "application/json"),
    ("/.well-known/mcp", _as_json_bytes(cards.server_card), "application/json"),
    ("/.well-known/ai-catalog.json", _as_json_bytes(ai_catalog), "application/ai-catalog+json"),
    ("/.well-known/agent-skills/index.json", _as_json_bytes(cards.skills_index), "application/json"),
)


def _serve(path: str, handler: Callable[[Request], Any]) -> None:
    name = "find_" + path.strip("/").replace("/", "_")
    ENDPOINTS.add("GET", path, name=name, summary="Discovery")(handler)


def _document_handler(make: Callable[[Settings], bytes], media_type: str) -> Callable[[Request], Any]:
    document = Document(make, media_type)

    async def show(request: Request) -> Response:
        return document.answer(request)

    return show


for _path, _make, _media_type in DOCUMENTS:
    _serve(_path, _document_handler(_make, _media_type))


def _known_paths(request: Request) -> list[str]:
    """Addresses that this service has."""
    return list(request.scope["router"].plain)


async def sitemap(request: Request) -> Response:
    written = site_files.sitemap_xml(services_of(request).settings, _known_paths(request))
    return Response(written, 200, AN_HOUR, "application/xml; charset=utf-8")


async def sitemap_for_agents(request: Request) -> Response:
    written = site_files.sitemap_md(services_of(request).settings, _known_paths(request))
    return Response(written, 200, AN_HOUR, MARKDOWN)


async def security(request: Request) -> Response:
    services = services_of(request)
    return Response(site_files.security_txt(services.settings, services.clock.now()), 200, AN_HOUR, TEXT)


async def icon(request: Request) -> Response:
    return Response(favicon(), 200, {"Cache-Control": "public, max-age=86400"}, "image/x-icon")


async def skill(request: Request) -> Response:
    text = cards.skill_files(services_of(request).settings).get(request.path_params["name"])
    if text is None:
        raise Problem("route-not-found", "/.well-known/agent-skills/index.json lists the skills.")
    return Response(text, 200, AN_HOUR, MARKDOWN)


_full: dict[Settings, str] = {}


async def in_full(request: Request) -> Response:
    settings = services_of(request).settings
    if settings not in _full:
        guide = (await call_route(request, "GET", "/llms.txt")).content.decode()
        description = (await call_route(request, "GET", "/v1/openapi.json")).json
        problems = (await call_route(request, "GET", "/errors", headers={"accept": "application/json"})).json
        _full[settings] = full_text(guide, description, problems["problems"])
    return Response(_full[settings], 200, AN_HOUR, MARKDOWN)


_serve("/sitemap.xml", sitemap)
_serve("/sitemap.md", sitemap_for_agents)
_serve("/.well-known/security.txt", security)
_serve("/.well-known/agent-skills/{name}/SKILL.md", skill)
_serve("/favicon.ico", icon)
_serve("/llms-full.txt", in_full)
