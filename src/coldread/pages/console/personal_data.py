"""`/console/people`: a person's data, to export or to erase."""

from __future__ import annotations

import json
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.db import Session
from coldread.operators.sessions import OperatorSession
from coldread.pages.console.access import console_page, operator_form, operator_page
from coldread.pages.console.console_texts import console_say
from coldread.privacy.erase import Erasure, erase_person, orders_of
from coldread.privacy.export import export_person
from coldread.privacy.preview import ErasedOrder, orders_before, watches_to_erase
from coldread.privacy.retention import RULES
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add("GET", "/console/people", name="show_people", summary="People's data")
@operator_page
async def show_people(request: Request, operator: OperatorSession) -> Response:
    email = request.query_params.get("email", "").replace("\x00", "").strip()[:254]
    return await people_page(request, operator, email)


async def people_page(
    request: Request,
    operator: OperatorSession,
    email: str,
    *,
    status: int = 200,
    fault: str = "",
    erased: Erasure | None = None,
) -> Response:
    services = services_of(request)
    return console_page(
        request,
        operator,
        "people.html",
        status=status,
        email=email,
        found=await services.db.read(_orders_before, email) if email else [],
        watched=await services.db.read(watches_to_erase, email) if email else [],
        rules=[(rule, rule.after(services.settings)) for rule in RULES],
        fault=fault,
        erased=erased,
    )


def _orders_before(session: Session, email: str) -> list[ErasedOrder]:
    return orders_before(session, orders_of(session, email))


@ENDPOINTS.add("POST", "/console/people/export", name="export_data", summary="Hand out")
@operator_form()
async def export_data(request: Request, operator: OperatorSession, form: Form) -> Response:
    services = services_of(request)
    exported = await services.db.read(export_person, services, form.text("email")[:254])
    headers = {"Content-Disposition": 'attachment; filename="export.json"', "Cache-Control": "no-store"}
    body = json.dumps(exported, indent=2, ensure_ascii=False)
    return Response(body, 200, headers, "application/json")


@ENDPOINTS.add("POST", "/console/people/erase", name="erase_data", summary="Erase")
@operator_form()
async def erase_data(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, email = services_of(request), form.text("email")[:254]
    if form.text("again").lower() != email.lower() or not email:
        fault = console_say(request, "people")("fault_again")
        return await people_page(request, operator, email, status=400, fault=fault)
    tell = form.get("tell") == "yes"
    erased = await services.db.write(partial(erase_person, tell=tell), services, email, operator.name)
    return await people_page(request, operator, "", erased=erased)
