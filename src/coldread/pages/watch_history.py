"""The history of a watched page: for its owner at `/watch/{id}`, for others at `/h/{history_id}`."""

from __future__ import annotations

import dataclasses
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.pages.forms import read_form
from coldread.pages.page_texts import page_texts
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import asked_language, language_of, page
from coldread.pages.report_page.report import report_page, report_picture
from coldread.pages.report_page.score_line import ScoreLine, score_line
from coldread.scans.comparison.pages import compare_pages
from coldread.scans.comparison.stored import page_state_of
from coldread.scans.comparison.words import outcome_line, sections
from coldread.scans.stored_scan import StoredScan, find_stored_scan
from coldread.watches.ask import new_address, renew
from coldread.watches.letters import reason_of, sentence
from coldread.watches.queries import changes_of, find_history, find_watch, run_of, runs_of
from coldread.watches.rules import WARNING, WatchState
from coldread.web.request import counted_read, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()
OFFERED = {"offered_by": "watch"}


@dataclasses.dataclass(frozen=True, kw_only=True)
class RunRow:
    """One run, as the table shows it."""

    number: int
    at: int
    score: int | None
    #: why there is no scan, in words
    fault: str
    has_report: bool
    #: there was nothing to compare with
    is_first: bool
    #: the look could not tell whether something changed
    is_unclear: bool
    #: what was reported, in sentences
    told: tuple[str, ...]


@dataclasses.dataclass(frozen=True, kw_only=True)
class History:
    """Everything that the page shows."""

    watch: Any
    #: the latest first
    runs: tuple[RunRow, ...]
    line: ScoreLine | None
    compared: dict[str, Any] | None
    #: numbers of the two runs that are compared
    sides: tuple[int, int] | None
    #: ids of their scans, which only the owner may know
    scans: tuple[str, str] | None


@ENDPOINTS.add("GET", "/watch/{id}", summary="A watched page, for its owner", **OFFERED)
@show_problems_as_pages
async def show_watch(request: Request) -> Response:
    async def show() -> Response:
        watch = await services_of(request).db.read(find_watch, request.path_params["id"])
        return await _history_page(request, watch, f"/watch/{request.path_params['id']}", owned=True)

    return await counted_read(request, show)


@ENDPOINTS.add("POST", "/watch/{id}", summary="Renew a watch, or move its history", **OFFERED)
@show_problems_as_pages
async def change_watch(request: Request) -> Response:
    services, watch_id = services_of(request), request.path_params["id"]
    form = await read_form(request)

    async def change() -> Response:
        if await services.db.read(find_watch, watch_id) is None:
            raise not_found()
        if form.get("do") == "renew":
            await services.db.write(renew, watch_id)
        elif form.get("do") == "address":
            await services.db.write(new_address, watch_id)
        lang = asked_language(request)
        return RedirectResponse(f"/watch/{watch_id}{f'?lang={lang.value}' if lang else ''}", 303)

    return await counted_read(request, change)


@ENDPOINTS.add("GET", "/h/{history_id}", summary="History of a watched page", **OFFERED)
@show_problems_as_pages
async def show_history(request: Request) -> Response:
    async def show() -> Response:
        history_id = request.path_params["history_id"]
        watch = await services_of(request).db.read(find_history, history_id)
        return await _history_page(request, watch, f"/h/{history_id}", owned=False)

    return await counted_read(request, show)


@ENDPOINTS.add("GET", "/h/{history_id}/{number}", summary="A report of a watched page", **OFFERED)
@show_problems_as_pages
async def show_report_of_history(request: Request) -> Response:
    async def show() -> Response:
        stored = await services_of(request).db.read(_stored_of, request.path_params)
        place = f"/h/{request.path_params['history_id']}/{request.path_params['number']}"
        return await report_page(request, stored, place=place)

    return await counted_read(request, show)


@ENDPOINTS.add("GET", "/h/{history_id}/{number}/{file}", summary="Pictures of such a report", **OFFERED)
@show_problems_as_pages
async def history_picture(request: Request) -> Response:
    async def serve() -> Response:
        stored = await services_of(request).db.read(_stored_of, request.path_params)
        return await report_picture(request, stored, request.path_params["file"])

    return await counted_read(request, serve)


def _stored_of(session: Session, path: dict[str, str]) -> StoredScan:
    watch = find_history(session, path["history_id"])
    number = path["number"]
    run = run_of(session, watch.id, int(number)) if watch and _is_number(number) else None
    stored = find_stored_scan(session, run.session_id) if run is not None and run.session_id else None
    if stored is None:
        raise not_found()
    return stored


async def _history_page(request: Request, watch: Any, place: str, *, owned: bool) -> Response:
    if watch is None or watch.state == WatchState.ASKED:
        raise not_found()
    services, lang = services_of(request), language_of(request, watch.language)
    wanted = (request.query_params.get("a", ""), request.query_params.get("b", ""))
    history = await services.db.read(_read_history, watch, lang.value, wanted)
    now = services.clock.now()
    return page(
        request,
        "watch_history.html",
        language=lang,
        t=page_texts(lang.value, "watch_history", "report", "form", "layout"),
        place=place,
        owned=owned,
        history=history,
        on=watch.state == WatchState.ON,
        renewable=owned and watch.state == WatchState.ON and watch.ends_at <= now + WARNING,
        double=owned and request.query_params.get("double") == "1",
        outcome=outcome_line(history.compared, lang) if history.compared else "",
        sections=sections(history.compared, lang) if history.compared else [],
        asked_lang=asked.value if (asked := asked_language(request)) else "",
    )


def _read_history(session: Session, watch: Any, lang: str, wanted: tuple[str, str]) -> History:
    found = runs_of(session, watch.id)
    told = changes_of(session, watch.id, since=found[0].number if found else 1)
    rows = [
        RunRow(
            number=run.number,
            at=run.at,
            score=run.score,
            fault=reason_of(run.fault, lang) if run.fault else "",
            has_report=run.session_id is not None,
            is_first=run.outcome == "first" or run.number == 1,
            is_unclear=run.outcome == "unclear",
            told=tuple(sentence(change, lang) for change in told[run.number][1])
            if run.number in told
            else (),
        )
        for run in found
    ]
    sides = _runs_to_compare(rows, wanted)
    return History(
        watch=watch,
        runs=tuple(reversed(rows)),
        line=score_line([(row.number, row.at, row.score, bool(row.told)) for row in rows]),
        compared=_compare_runs(session, watch.id, sides) if sides else None,
        sides=sides,
        scans=_session_ids_of_runs(session, watch.id, sides) if sides else None,
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


def _runs_to_compare(rows: list[RunRow], wanted: tuple[str, str]) -> tuple[int, int] | None:
    """The two runs to compare, the earlier first: as asked for, else the first and the last with a report."""
    numbers = [row.number for row in rows if row.has_report]
    if len(numbers) < 2:
        return None
    asked = [int(text) for text in wanted if _is_number(text) and int(text) in numbers]
    first, last = sorted(asked) if len(set(asked)) == 2 else (numbers[0], numbers[-1])
    return first, last


def _session_ids_of_runs(session: Session, watch_id: str, sides: tuple[int, int]) -> tuple[str, str] | None:
    first, second = (run_of(session, watch_id, number) for number in sides)
    if first is None or second is None or not first.session_id or not second.session_id:
        return None
    return (first.session_id, second.session_id) if first.session_id != second.session_id else None


def _compare_runs(session: Session, watch_id: str, sides: tuple[int, int]) -> dict[str, Any] | None:
    found = [run_of(session, watch_id, number) for number in sides]
    before, after = (
        page_state_of(session, run.session_id) if run is not None and run.session_id else None
        for run in found
    )
    return compare_pages(before, after) if before is not None and after is not None else None
