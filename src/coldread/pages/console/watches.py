"""`/console/watches`: the watched pages. Addresses are shown without their names until the operator asks for them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.base import log
from coldread.base.ids import masked_order_id
from coldread.operators.sessions import OperatorSession
from coldread.pages.console.access import console_page, operator_form, operator_page, redirect_after_form
from coldread.watches.ask import stop
from coldread.watches.overview import overview
from coldread.watches.rules import WatchEnded
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add("GET", "/console/watches", name="show_watches", summary="Watched pages", offered_by="watch")
@operator_page
async def show_watches(request: Request, operator: OperatorSession) -> Response:
    in_clear = request.query_params.get("emails") == "1"
    if in_clear:
        log.get("console").info("addresses of watches were shown", operator=operator.name)
    found = await services_of(request).db.read(overview)
    return console_page(request, operator, "watches.html", found=found, in_clear=in_clear)


@ENDPOINTS.add(
    "POST", "/console/watches/{id}/stop", name="end_watch", summary="Stop a watch", offered_by="watch"
)
@operator_form()
async def end_watch(request: Request, operator: OperatorSession, _: Form) -> Response:
    watch_id = request.path_params["id"]
    await services_of(request).db.write(stop, watch_id, WatchEnded.OPERATOR)
    log.get("console").info("a watch was stopped", operator=operator.name, watch=masked_order_id(watch_id))
    return redirect_after_form("/console/watches")
