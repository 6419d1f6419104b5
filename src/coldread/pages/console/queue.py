"""`/console`: the queue; the order whose promise breaks next comes first."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.mail.outbox import refused_letters
from coldread.operators.sessions import OperatorSession
from coldread.orders.operator.queue import counts_by_view, queue
from coldread.orders.operator.queue_views import VIEW, VIEWS
from coldread.pages.console.access import console_page, operator_page
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add("GET", "/console", name="show_queue", summary="Queue")
@operator_page
async def show_queue(request: Request, operator: OperatorSession) -> Response:
    services = services_of(request)
    view = VIEW.get(request.query_params.get("view", ""), VIEWS[0])
    wanted = request.query_params.get("q", "").replace("\x00", "").strip()[:254]
    lines = await services.db.read(queue, services.settings, view, wanted)
    return console_page(
        request,
        operator,
        "queue.html",
        lines=lines,
        view=view,
        views=VIEWS,
        counts=await services.db.read(counts_by_view),
        wanted=wanted,
        not_taken=len(await services.db.read(refused_letters, None)),
    )
