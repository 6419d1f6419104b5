"""`/r/{session_id}`: a scan's report for people, its downloads, pictures and badge."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import not_found
from coldread.orders.shown.comparison import comparison_of
from coldread.pages.kept_report import load_view
from coldread.pages.markdown import markdown_response, wants_markdown
from coldread.pages.pictures import CUTS, small
from coldread.pages.problem_page import problems_as_pages
from coldread.pages.render import CSP, PRIVATE, language_of, page, render
from coldread.pages.report_view import arc, band, template_values
from coldread.scans.stored_scan import StoredScan, find_stored_scan, read_attachment
from coldread.web.answers import json_answer
from coldread.web.request import counted_read, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

A_DAY = {"Cache-Control": "private, max-age=86400, immutable", "X-Robots-Tag": "noindex"}


@ENDPOINTS.add("GET", "/r/{session_id}", summary="Report")
@problems_as_pages
async def show_report(request: Request) -> Response:
    session_id: str = request.path_params["session_id"]

    async def show() -> Response:
        stored = await _stored(request, session_id.removesuffix(".md"))
        if session_id.endswith(".md") or wants_markdown(request):
            return await _as_markdown(request, stored)
        return await report_page(request, stored)

    return await counted_read(request, show)


async def report_page(request: Request, stored: StoredScan) -> Response:
    lang = language_of(request, stored.language)
    view = await load_view(services_of(request), stored, lang)
    base: dict[str, Any] = {
        "compress": True,
        "stored": stored,
        "place": f"/r/{stored.session_id}",
        "band": band,
        "arc": arc,
    }
    if view is None:
        return page(request, "kept/report.html", language=lang, answer=stored.answer, **base)
    values = template_values(view, lang)
    compared = await services_of(request).db.read(comparison_of, stored.session_id)
    return page(request, "report.html", language=lang, sample=False, compared=compared, **base, **values)


async def _as_markdown(request: Request, stored: StoredScan) -> Response:
    lang = language_of(request, stored.language)
    view = await load_view(services_of(request), stored, lang)
    text = stored.answer.get("report_md") or stored.answer.get("chat_summary") or ""
    if view is not None:
        text = view.report_md
    return markdown_response(request, text, canonical=f"/r/{stored.session_id}", private=True)


@ENDPOINTS.add("GET", "/r/{session_id}/{file}", summary="Report's files")
@problems_as_pages
async def report_file(request: Request) -> Response:
    file: str = request.path_params["file"]

    async def serve() -> Response:
        stored = await _stored(request, request.path_params["session_id"])
        if file == "badge.svg":
            return _badge(request, stored)
        if file == "report.sarif":
            return await _sarif(request, stored)
        if file == "report.json":
            headers = {**PRIVATE, "Content-Disposition": 'attachment; filename="coldread-report.json"'}
            return json_answer(stored.answer, headers=headers)
        return await _picture(request, stored, file.removesuffix(".webp"))

    return await counted_read(request, serve)


async def _picture(request: Request, stored: StoredScan, name: str) -> Response:
    services = services_of(request)
    cut = CUTS.get(name)
    if cut is None:
        raise not_found()
    picture = await services.db.read(read_attachment, services.contents, stored, f"{cut.window}.jpg")
    if picture is None:
        raise not_found()
    return Response(await asyncio.to_thread(small, picture, cut), 200, A_DAY, "image/webp")


async def _sarif(request: Request, stored: StoredScan) -> Response:
    lang = language_of(request, stored.language)
    view = await load_view(services_of(request), stored, lang)
    if view is None:
        raise not_found()
    headers = {**PRIVATE, "Content-Disposition": 'attachment; filename="coldread.sarif"'}
    answer = json_answer(view.sarif, headers=headers)
    answer.headers["content-type"] = "application/sarif+json"
    return answer


def _badge(request: Request, stored: StoredScan) -> Response:
    score = (stored.answer.get("scores") or {}).get("overall")
    svg = render(request, "badge.svg", score=score, band=band(score))
    headers = {"Cache-Control": "public, max-age=3600", "Content-Security-Policy": CSP}
    return Response(svg, 200, headers, "image/svg+xml")


async def _stored(request: Request, session_id: str) -> StoredScan:
    stored = await services_of(request).db.read(find_stored_scan, session_id)
    if stored is None:
        raise not_found()
    return stored
