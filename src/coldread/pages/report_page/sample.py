"""`/sample`: a real report of a made-up page, shipped with the code, so that anybody can see one before scanning."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from importlib import resources
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.languages import Language
from coldread.base.problems import not_found
from coldread.base.texts.inline_text import InlineText
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import language_of, page
from coldread.pages.report_page.model_reading import reading_values
from coldread.pages.report_page.pictures import CUTS, small_picture
from coldread.pages.report_page.report_cache import make_view, unpacked_view
from coldread.pages.report_page.report_view import ReportView, arc, band, template_values
from coldread.scanner.stored_record import RECORD_NAME
from coldread.scans.stored_scan import StoredScan
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

#: when scripts/make_sample.py looked at the page
SCANNED_AT = 1_794_700_800_000_000
#: its overall score
SCORE = 16
AUDIENCE = InlineText(en="Owners of cafés in Malmö", sv="Kaféägare i Malmö")


#: made once for each process and language: the record never changes, the rubric only with the code
_VIEWS: dict[Language, ReportView] = {}


async def sample_view(isolated: IsolatedTasks, lang: Language) -> ReportView:
    if lang not in _VIEWS:
        stored = _sample_scan(lang)
        brief = {"goal": stored.goal, "audience": stored.audience, "lang": lang.value}
        made, _ = await make_view(isolated, _file(RECORD_NAME), b"", brief, stored.url)
        view = unpacked_view(made)
        assert view is not None  # our own page
        _VIEWS[lang] = view
    return _VIEWS[lang]


def _file(name: str) -> bytes:
    return resources.files("coldread.pages").joinpath("sample", name).read_bytes()


def _sample_scan(lang: Language) -> StoredScan:
    return StoredScan(
        session_id="sample",
        url="https://nordlicht-bakery.example/",
        goal="book_call",
        audience=AUDIENCE(lang),
        language=lang.value,
        source="pipeline",
        rubric_version="",
        scanned_at=SCANNED_AT,
        answer={},
        pictures={},
    )


@ENDPOINTS.add("GET", "/sample", summary="Sample report")
@show_problems_as_pages
async def show_sample(request: Request) -> Response:
    lang = language_of(request)
    view = await sample_view(services_of(request).isolated_tasks, lang)
    values = template_values(view, lang) | reading_values(view, _sample_scan(lang), lang)
    base: dict[str, Any] = {
        "bare": False,
        "deleted_on": None,
        "older_rules": None,
        "compared": None,
        "apart": {},
        "owned": False,
        "share_id": None,
        "share_ended": False,
        "stored": _sample_scan(lang),
        "place": "/sample",
        "band": band,
        "arc": arc,
        "sample": True,
    }
    return page(request, "report.html", index=True, **base, **values)


@lru_cache(maxsize=8)
def _sample_picture(name: str) -> bytes:
    cut = CUTS[name]
    return small_picture(_file(f"{cut.window}.webp"), cut)


@ENDPOINTS.add("GET", "/sample/{file}", summary="Sample's pictures")
@show_problems_as_pages
async def sample_picture(request: Request) -> Response:
    name = request.path_params["file"].removesuffix(".webp")
    if name not in CUTS:
        raise not_found()
    picture = await asyncio.to_thread(_sample_picture, name)
    return Response(picture, 200, {"Cache-Control": "public, max-age=86400"}, "image/webp")
