"""`/extensions/human-handoff/v1`: the page behind the agent card's extension."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.orders.rules.lifecycle import STATE
from coldread.orders.views import handoff
from coldread.pages.markdown import markdown_page, wants_markdown
from coldread.pages.render import page, wants_html
from coldread.web.answers import json_answer
from coldread.web.request import services_of
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()

_ASKING = [STATE[status] for status in handoff.ASKING]
HEADERS = {"Cache-Control": "public, max-age=3600", "Vary": "Accept"}


@ENDPOINTS.add(
    "GET",
    handoff.PATH,
    name="explain_handoff",
    tag="discovery",
    summary="The human hand-off extension",
    replies=(
        Reply(
            status=200,
            description="For programs.",
            model=handoff.Handoff,
            example=lambda: handoff.extension("https://coldread.example"),
            headers=("Cache-Control",),
        ),
        Reply(status=200, description="For people.", media_type="text/html", example="<!doctype html>"),
    ),
)
async def explain_handoff(request: Request) -> Response:
    shown = handoff.extension(services_of(request).settings.base_url)
    if wants_markdown(request):
        return markdown_page(request, "extension.md", canonical=handoff.PATH, extension=shown, asking=_ASKING)
    if wants_html(request.headers.get("accept")):
        return page(request, "extension.html", headers=HEADERS, index=True, extension=shown, asking=_ASKING)
    return json_answer(shown, headers=HEADERS)


@ENDPOINTS.add("GET", f"{handoff.PATH}.md", summary="Hand-off")
async def explain_handoff_markdown(request: Request) -> Response:
    shown = handoff.extension(services_of(request).settings.base_url)
    return markdown_page(request, "extension.md", canonical=handoff.PATH, extension=shown, asking=_ASKING)
