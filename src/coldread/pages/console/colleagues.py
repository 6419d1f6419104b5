"""`/console/colleagues`: who may sign in, and a new second factor for somebody who has lost a phone."""

from __future__ import annotations

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from coldread.base import log
from coldread.base.clock import MINUTE
from coldread.operators import register, second_factor
from coldread.operators.login import MustWaitError, knows_password
from coldread.operators.sessions import OperatorSession
from coldread.pages.console.access import console_page, operator_form, operator_page
from coldread.pages.console.console_texts import console_say
from coldread.web.forms import Form
from coldread.web.request import client_of, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add("GET", "/console/colleagues", name="show_colleagues", summary="Operators")
@operator_page
async def show_colleagues(request: Request, operator: OperatorSession) -> Response:
    return await colleagues_page(request, operator)


async def colleagues_page(
    request: Request,
    operator: OperatorSession,
    *,
    status: int = 200,
    fault: str = "",
    opened: str = "",
    enrolment: str = "",
) -> Response:
    """`enrolment`: the address of a new second factor, shown this once."""
    return console_page(
        request,
        operator,
        "colleagues.html",
        status=status,
        people=await services_of(request).db.read(register.list_operators),
        fault=fault,
        opened=opened,
        enrolment=enrolment,
        code=_qr_code_svg(enrolment) if enrolment else "",
    )


@ENDPOINTS.add("POST", "/console/colleagues/factor", name="renew_factor", summary="New second factor")
@operator_form()
async def renew_factor(request: Request, operator: OperatorSession, form: Form) -> Response:
    """For oneself or a colleague. The name is typed twice, and one's own password is needed, because a session may be stolen."""
    services, name = services_of(request), form.text("name")[:40]
    say = console_say(request, "colleagues")
    if form.text("again") != name or not name:
        return await colleagues_page(request, operator, status=400, opened=name, fault=say("fault_again"))
    try:
        client = client_of(request.scope, services)
        known = await knows_password(services.db, operator.name, form.get("password", ""), client)
    except MustWaitError as locked:
        fault = say("fault_wait", minutes=-(-locked.wait // MINUTE))
        return await colleagues_page(request, operator, status=429, opened=name, fault=fault)
    if not known:
        return await colleagues_page(request, operator, status=403, opened=name, fault=say("fault_password"))
    secret = second_factor.new_secret()
    if not await services.db.write(register.renew_factor, name, secret):
        return await colleagues_page(request, operator, status=404, fault=say("fault_gone"))
    log.get("operators").warning("second factor changed", operator=name, by=operator.name, off=False)
    issuer = f"Coldread {services.settings.host_name}"
    return await colleagues_page(
        request, operator, opened=name, enrolment=second_factor.enrolment(secret, name, issuer)
    )


def _qr_code_svg(address: str) -> Markup:
    """Black on white even in dark mode, so that every camera reads it."""
    import segno

    drawn = segno.make(address, error="m").svg_inline(
        scale=4, border=4, dark="#000", light="#fff", omitsize=True
    )
    return Markup(drawn.replace("<svg ", '<svg width="246" height="246" aria-hidden="true" ', 1))  # noqa: S704 - segno's own
