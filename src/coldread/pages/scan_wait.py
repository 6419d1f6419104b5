"""`/scanning/{ticket}`: the wait between a scan form and its report; the page updates itself."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.clock import SECOND
from coldread.base.problems import not_found
from coldread.pages.home import home_page
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import asked_language, page
from coldread.scans.tickets import Ticket, find_ticket
from coldread.web.request import counted_read, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

#: seconds after which each step has usually begun, measured on a quiet machine
STEPS = (("fetch", 0), ("render", 2), ("judge", 6))
GIVE_UP_S = 60


@ENDPOINTS.add("GET", "/scanning/{ticket}", summary="A scan under way")
@show_problems_as_pages
async def scanning(request: Request) -> Response:
    services = services_of(request)

    async def show() -> Response:
        ticket = await services.db.read(find_ticket, request.path_params["ticket"])
        if ticket is None:
            raise not_found()
        return await _state_response(request, ticket, services.clock.now())

    return await counted_read(request, show)


async def _state_response(request: Request, ticket: Ticket, now: int) -> Response:
    waited = max(0, (now - ticket.opened_at) // SECOND)
    if ticket.session_id:
        return _redirect_whole_window(request, f"/r/{ticket.session_id}")
    problem = ticket.problem
    if problem is None and waited > GIVE_UP_S:
        problem = {"slug": "pipeline-unavailable", "detail": ""}
    if problem is not None:
        if "hx-request" in request.headers:
            return _redirect_whole_window(request, request.url.path)
        brief = ticket.request.brief
        # as it was typed: without a scheme it is tried on https and on http again
        url = ticket.request.url.removeprefix("https://") if ticket.request.bare else ticket.request.url
        typed = {"url": url, "primary_goal": brief.goal, "audience": brief.audience}
        return await home_page(request, typed, problem=problem, status=422)
    current = max(index for index, (_, after) in enumerate(STEPS) if waited >= after)
    return page(
        request,
        "scanning.html",
        ticket=ticket,
        waited=waited,
        steps=[name for name, _ in STEPS],
        current=current,
        part="hx-request" in request.headers,
    )


def _redirect_whole_window(request: Request, path: str) -> Response:
    """Redirect the whole window, even if only a part was requested."""
    lang = asked_language(request)
    where = f"{path}?lang={lang.value}" if lang else path
    if "hx-request" in request.headers:
        return Response(b"", 200, {"HX-Redirect": where, "Cache-Control": "no-store"})
    return RedirectResponse(where, 303)
