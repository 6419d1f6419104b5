"""`/watch`: requesting a watch, the letter's link, and stopping with one click, also from a mail program."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.clock import HOUR
from coldread.base.db import Session
from coldread.base.fields import Body, Email, ScanAudience, Uri
from coldread.base.problems import InvalidInput, Problem, not_found
from coldread.pages.forms import faults_of, odd_hosts, read_form, read_sent_form, web_address
from coldread.pages.goal_choices import goal_options
from coldread.pages.page_texts import page_texts
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import asked_language, language_of, page
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.stored_scan import find_stored_scan
from coldread.watches.ask import Confirmation, ask_watch, confirm, find_asked, refuse_asked, stop
from coldread.watches.due import queue_first
from coldread.watches.queries import find_watch
from coldread.watches.rules import LINK, MOST_OF_MAILBOX, Rhythm, WatchState
from coldread.watches.wanted import Wanted
from coldread.web.forms import is_from_here
from coldread.web.request import client_of, counted_read, require_open, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()
OFFERED = {"offered_by": "watch"}


class WatchForm(Body):
    """Which page, how often, and who is notified."""

    url: Uri
    primary_goal: PrimaryGoal
    audience: ScanAudience | None = None
    email: Email
    rhythm: Rhythm


@ENDPOINTS.add("GET", "/watch", summary="Watch a page", **OFFERED)
@show_problems_as_pages
async def show_watch_form(request: Request) -> Response:
    """From a report with the page and the goal of its scan."""
    query = request.query_params
    typed = {"url": query.get("url", ""), "rhythm": Rhythm.DAILY.value}
    if scan := query.get("scan"):
        stored = await services_of(request).db.read(find_stored_scan, scan)
        if stored is not None:
            typed |= {"url": stored.url, "primary_goal": stored.goal, "audience": stored.audience}
    return _form_page(request, typed, {})


@ENDPOINTS.add("POST", "/watch", summary="Watch a page", **OFFERED)
@show_problems_as_pages
async def take_watch_form(request: Request) -> Response:
    """The same answer whether the address has watches or not."""
    services, lang = services_of(request), language_of(request)
    require_open(services)
    form = await read_form(request)
    typed, t = {name: form.text(name) for name in WatchForm.model_fields}, page_texts(lang.value, "form")
    faults = odd_hosts(typed, ("url",), t)
    try:
        body = WatchForm.model_validate({**typed, "url": web_address(typed["url"])})
    except ValidationError as error:
        return _form_page(request, typed, {**faults_of(error, t, {}), **faults}, 400)
    if faults and services.settings.is_production:
        return _form_page(request, typed, faults, 400)
    wanted = Wanted(
        url=body.url,
        brief=Brief(goal=body.primary_goal, audience=body.audience or "", lang=lang),
        email=body.email,
        rhythm=body.rhythm,
        client=client_of(request.scope, services),
    )
    try:
        await services.db.write(ask_watch, services.settings, wanted)
    except InvalidInput:
        return _form_page(request, typed, {"url": page_texts(lang.value, "watch")("fault_url")}, 400)
    except Problem as problem:
        if problem.type.slug != "rate-limited":
            raise
        return _form_page(request, typed, {}, 429, limited=problem.members["limit_scope"])
    return page(request, "watch.asked.html", email=body.email, hours=LINK // HOUR)


def _form_page(
    request: Request, typed: dict[str, str], faults: dict[str, str], status: int = 200, limited: str = ""
) -> Response:
    lang = language_of(request)
    t = page_texts(lang.value, "watch")
    values = {name: typed.get(name, "") for name in WatchForm.model_fields}
    return page(
        request,
        "watch.html",
        status=status,
        values=values,
        faults=faults,
        limited=limited,
        goals=goal_options(lang.value),
        rhythms=[(rhythm.value, t(rhythm.value)) for rhythm in Rhythm],
    )


@ENDPOINTS.add("GET", "/watch/in/{token}", summary="Begin a watch", **OFFERED)
@show_problems_as_pages
async def show_confirm(request: Request) -> Response:
    """Shows a button and uses nothing up, because mail scanners open links."""
    token = request.path_params["token"]
    asked = await services_of(request).db.read(find_asked, token)
    return _confirm_page(request, asked, token, status=200 if asked is not None else 404)


@ENDPOINTS.add("POST", "/watch/in/{token}", summary="Begin a watch", **OFFERED)
@show_problems_as_pages
async def begin_watch(request: Request) -> Response:
    services, token = services_of(request), request.path_params["token"]
    await read_form(request)
    came = await services.db.write(_confirm_and_queue, services.settings, token)
    if came.watch_id is None:
        asked = await services.db.read(find_asked, token)
        return _confirm_page(request, asked, token, came=came, status=409 if came.full else 404)
    lang = asked_language(request)
    query = {**({"double": "1"} if came.is_double else {}), **({"lang": lang.value} if lang else {})}
    return RedirectResponse(f"/watch/{came.watch_id}{f'?{urlencode(query)}' if query else ''}", 303)


def _confirm_and_queue(session: Session, settings: Any, token: str) -> Confirmation:
    """Confirm, and queue the first look in the same transaction."""
    came = confirm(session, settings, token)
    if came.watch_id is not None:
        queue_first(session, came.watch_id)
    return came


def _confirm_page(
    request: Request, asked: Any, token: str, *, came: Confirmation | None = None, status: int
) -> Response:
    return page(
        request,
        "watch.in.html",
        status=status,
        asked=asked,
        token=token,
        full=came.full if came else "",
        others=came.others if came else (),
        most=MOST_OF_MAILBOX,
        language=language_of(request, asked.language if asked is not None else None),
    )


@ENDPOINTS.add("GET", "/watch/no/{token}", summary="Refuse letters about watches", **OFFERED)
@show_problems_as_pages
async def show_refuse(request: Request) -> Response:
    asked = await services_of(request).db.read(find_asked, request.path_params["token"])
    return _refuse_page(request, good=asked is not None, done=False)


@ENDPOINTS.add("POST", "/watch/no/{token}", summary="Refuse letters about watches", **OFFERED)
@show_problems_as_pages
async def refuse(request: Request) -> Response:
    """From the page, or from a mail program (RFC 8058), which names no origin."""
    await _one_click(request)
    done = await services_of(request).db.write(refuse_asked, request.path_params["token"])
    return _refuse_page(request, good=done, done=done)


def _refuse_page(request: Request, *, good: bool, done: bool) -> Response:
    token = request.path_params["token"]
    return page(request, "watch.no.html", status=200 if good else 404, good=good, done=done, token=token)


# letters link here, so it works even if watching has been switched off since
@ENDPOINTS.add("GET", "/watch/{id}/stop", summary="Stop a watch")
@show_problems_as_pages
async def show_stop(request: Request) -> Response:
    async def show() -> Response:
        watch = await services_of(request).db.read(find_watch, request.path_params["id"])
        if watch is None:
            raise not_found()
        return _stop_page(request, watch)

    return await counted_read(request, show)


@ENDPOINTS.add("POST", "/watch/{id}/stop", summary="Stop a watch")
@show_problems_as_pages
async def stop_watch(request: Request) -> Response:
    """From the page, or from a mail program (RFC 8058), which names no origin. A second press does no harm."""
    await _one_click(request)

    async def end() -> Response:
        services, watch_id = services_of(request), request.path_params["id"]
        if not await services.db.write(stop, watch_id):
            raise not_found()
        return _stop_page(request, await services.db.read(find_watch, watch_id))

    return await counted_read(request, end)


def _stop_page(request: Request, watch: Any) -> Response:
    lang = language_of(request, watch.language)
    is_over, offered = watch.state == WatchState.OVER, bool(services_of(request).settings.watch)
    return page(request, "watch.stop.html", language=lang, watch=watch, over=is_over, has_history=offered)


async def _one_click(request: Request) -> None:
    """Our own form, or the one field of RFC 8058. The address itself is the secret; no cookie is looked at."""
    form = await read_sent_form(request)
    if form.get("List-Unsubscribe") != "One-Click" and not is_from_here(request):
        raise Problem("foreign-origin", "This form was not sent from a page of ours.")
