"""`/r/{session_id}`: a scan's report for its owner, with downloads and pictures; `/s/{share_id}`: shown to others."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.clock import rfc3339
from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.base.problems import not_found
from coldread.base.texts.texts import room
from coldread.orders.views.rescan_comparison import comparison_of
from coldread.pages.forms import read_form
from coldread.pages.markdown import markdown_response, wants_markdown
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import CSP, PRIVATE, asked_language, language_of, page, render
from coldread.pages.report_page.crop_cache import CARD, crop_or_card
from coldread.pages.report_page.model_reading import piece_box, reading_values, region_of_piece
from coldread.pages.report_page.pictures import CUTS, cut_region, small_picture
from coldread.pages.report_page.report_cache import load_patches, load_view
from coldread.pages.report_page.report_view import ReportView, arc, band, comparison_groups, template_values
from coldread.pages.safe_markdown import safe_html
from coldread.scanner.report.read_markdown import markdown_with_reading
from coldread.scans.retention import PICTURES, SCANS
from coldread.scans.shares import find_shared, share, share_of, take_back
from coldread.scans.store import judgement_of
from coldread.scans.stored_scan import StoredScan, find_stored_scan, read_attachment
from coldread.services import Services
from coldread.web.answers import json_answer
from coldread.web.request import counted_read, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()
say_of_comparison = room("coldread.scans.comparison")

#: pieces that are cut once and stored
PIECE = re.compile(r"crop-[0-9]{1,3}\.webp|card\.jpg")
A_DAY = {"Cache-Control": "private, max-age=86400, immutable", "X-Robots-Tag": "noindex"}


@ENDPOINTS.add("GET", "/r/{session_id}", summary="Report")
@show_problems_as_pages
async def show_report(request: Request) -> Response:
    session_id: str = request.path_params["session_id"]

    async def show() -> Response:
        stored = await _find_scan(request, session_id.removesuffix(".md"))
        if session_id.endswith(".md") or wants_markdown(request):
            return await _as_markdown(request, stored)
        return await report_page(request, stored)

    return await counted_read(request, show)


@ENDPOINTS.add("POST", "/r/{session_id}/share", summary="Share a report, or take it back")
@show_problems_as_pages
async def share_report(request: Request) -> Response:
    services = services_of(request)
    form = await read_form(request)
    stored = await _find_scan(request, request.path_params["session_id"])
    await services.db.write(take_back if form.get("do") == "end" else share, stored.session_id)
    lang = asked_language(request)
    asked = {"shared": "ended"} if form.get("do") == "end" else {}
    more = urlencode({**({"lang": lang.value} if lang else {}), **asked})
    return RedirectResponse(f"/r/{stored.session_id}{'?' if more else ''}{more}#sharing", 303)


@ENDPOINTS.add("GET", "/s/{share_id}", summary="Shared report")
@show_problems_as_pages
async def show_shared(request: Request) -> Response:
    async def show() -> Response:
        stored = await _find_shared_scan(request)
        return await report_page(request, stored, place=f"/s/{request.path_params['share_id']}")

    return await counted_read(request, show)


@ENDPOINTS.add("GET", "/s/{share_id}/{file}", summary="Shared report's pictures and badge")
@show_problems_as_pages
async def shared_file(request: Request) -> Response:
    async def serve() -> Response:
        stored, file = await _find_shared_scan(request), request.path_params["file"]
        if file == "badge.svg":
            return _badge_response(request, stored)
        return await report_picture(request, stored, file)

    return await counted_read(request, serve)


async def _find_shared_scan(request: Request) -> StoredScan:
    stored = await services_of(request).db.read(find_shared, request.path_params["share_id"])
    if stored is None:
        raise not_found()
    return stored


async def report_page(request: Request, stored: StoredScan, place: str = "") -> Response:
    """`place`: where a shared report is shown; without one it is the owner's."""
    services, lang = services_of(request), language_of(request, stored.language)
    view = await load_view(services, stored, lang)
    more: dict[str, Any] = {"deleted_on": None, "older_rules": None, "bare": view is None}
    if view is None:
        view, lang = await services.db.read(_view_of_answer, stored), Language(stored.language)
        more |= {"other_languages": [], **_why_bare(stored)}
    base: dict[str, Any] = {
        "compress": True,
        "stored": stored,
        "place": place or f"/r/{stored.session_id}",
        "owned": not place,
        "share_ended": request.query_params.get("shared") == "ended",
        "compare_fault": {"unknown": "comparing_unknown", "elsewhere": "comparing_elsewhere"}.get(
            request.query_params.get("compare", "")
        ),
        "beside_unknown": request.query_params.get("beside") == "unknown",
        "path_language": asked.value if (asked := asked_language(request)) else "",
        "share_id": None if place else await services.db.read(share_of, stored.session_id),
        "band": band,
        "arc": arc,
        **more,
    }
    if view is None:
        words = await safe_html(services.isolated_tasks, str(stored.answer.get("chat_summary") or ""))
        return page(request, "kept/report.html", language=lang, words=words, **base)
    now = None if services.model is None else services.clock.now()
    values = template_values(view, lang) | reading_values(view, stored, lang, now=now)
    compared = await services.db.read(comparison_of, stored.session_id)
    return page(
        request,
        "report.html",
        language=lang,
        sample=False,
        compared=compared,
        apart=comparison_groups(compared),
        incomparable=say_of_comparison,
        **base,
        **values,
    )


def _view_of_answer(session: Session, stored: StoredScan) -> ReportView | None:
    from coldread.pages.report_page.stored_answer import (
        view_of_answer,
    )  # it loads the judge, which a start does without

    return view_of_answer(stored, judgement_of(session, stored.session_id) or {})


def _why_bare(stored: StoredScan) -> dict[str, Any]:
    """Why a report has no pictures: they were deleted, or other rules judged the page."""
    if stored.pictures:
        return {"older_rules": stored.rubric_version}
    return {"deleted_on": stored.scanned_at + PICTURES, "kept_until": stored.scanned_at + SCANS}


async def _as_markdown(request: Request, stored: StoredScan) -> Response:
    lang = language_of(request, stored.language)
    view = await load_view(services_of(request), stored, lang)
    text = stored.answer.get("report_md") or stored.answer.get("chat_summary") or ""
    notes = stored.answer.get("model_notes") or {}
    if view is not None:
        text = markdown_with_reading(view.report_md, notes, lang)
    read_at = notes.get("read_at") or ""
    return markdown_response(
        request,
        text,
        canonical=f"/r/{stored.session_id}",
        updated=max(rfc3339(stored.scanned_at), read_at)[:10],
        language=lang if view is not None else Language(stored.language),
        private=True,
    )


@ENDPOINTS.add("GET", "/r/{session_id}/{file}", summary="Report's files")
@show_problems_as_pages
async def report_file(request: Request) -> Response:
    file: str = request.path_params["file"]

    async def serve() -> Response:
        stored = await _find_scan(request, request.path_params["session_id"])
        if file == "report.sarif":
            return await _sarif_response(request, stored)
        if file.endswith(".patch"):
            return await _patch_response(request, stored, file.removesuffix(".patch"))
        if file == "report.json":
            headers = {**PRIVATE, "Content-Disposition": 'attachment; filename="coldread-report.json"'}
            return json_answer(stored.answer, headers=headers)
        return await report_picture(request, stored, file)

    return await counted_read(request, serve)


async def report_picture(request: Request, stored: StoredScan, file: str) -> Response:
    """A picture of the report, or a piece of one."""
    services = services_of(request)
    if PIECE.fullmatch(file):
        made = await crop_or_card(services, stored, file)
        if made is None:
            raise not_found()
        return Response(made, 200, A_DAY, "image/jpeg" if file == CARD else "image/webp")
    wanted = region_of_piece(stored.answer.get("model_notes") or {}, file)
    if wanted is not None:
        return await _region_response(services, stored, wanted)
    cut = CUTS.get(file.removesuffix(".webp"))
    if cut is None:
        raise not_found()
    picture = await services.db.read(read_attachment, services.contents, stored, f"{cut.window}.jpg")
    if picture is None:
        raise not_found()
    return Response(await asyncio.to_thread(small_picture, picture, cut), 200, A_DAY, "image/webp")


async def _region_response(services: Services, stored: StoredScan, wanted: Mapping[str, Any]) -> Response:
    """The part of a picture that the model's reading points at."""
    picture = await services.db.read(read_attachment, services.contents, stored, wanted["of"])
    made = None if picture is None else await asyncio.to_thread(cut_region, picture, piece_box(wanted))
    if made is None:
        raise not_found()
    return Response(made, 200, A_DAY, "image/webp")


async def _patch_response(request: Request, stored: StoredScan, name: str) -> Response:
    """`all.patch`, or one finding's by its number: `3.patch`."""
    found = await load_patches(services_of(request), stored, language_of(request, stored.language))
    wanted = (
        list(found.values())
        if name == "all"
        else [text for number, text in found.items() if str(number) == name]
    )
    if not wanted:
        raise not_found()
    headers = {**PRIVATE, "Content-Disposition": f'attachment; filename="coldread-{name}.patch"'}
    text = "".join(part if part.endswith("\n") else f"{part}\n" for part in wanted)
    return Response(text, 200, headers, "text/x-diff; charset=utf-8")


async def _sarif_response(request: Request, stored: StoredScan) -> Response:
    lang = language_of(request, stored.language)
    view = await load_view(services_of(request), stored, lang)
    if view is None:
        raise not_found()
    headers = {**PRIVATE, "Content-Disposition": 'attachment; filename="coldread.sarif"'}
    answer = json_answer(view.sarif, headers=headers)
    answer.headers["content-type"] = "application/sarif+json"
    return answer


def _badge_response(request: Request, stored: StoredScan) -> Response:
    score = (stored.answer.get("scores") or {}).get("overall")
    svg = render(request, "badge.svg", score=score, band=band(score))
    headers = {"Cache-Control": "public, max-age=300", "Content-Security-Policy": CSP}
    return Response(svg, 200, headers, "image/svg+xml")


async def _find_scan(request: Request, session_id: str) -> StoredScan:
    stored = await services_of(request).db.read(find_stored_scan, session_id)
    if stored is None:
        raise not_found()
    return stored
