"""`/console/new`: an order that came by telephone or mail, entered by the operator (`source: manual`)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import InvalidInput
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.place import place
from coldread.orders.rules.requests import Source
from coldread.pages.console.access import console_page, operator_form, operator_page, redirect_after_form
from coldread.payments.prices import BillingMethod
from coldread.scanner.goals import PrimaryGoal
from coldread.web.forms import Form
from coldread.web.order_request import BILLING_FIELDS, FORM_FIELDS, OrderRequest, new_order_of
from coldread.web.request import OPERATOR, services_of, validated
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add("GET", "/console/new", name="show_entry", summary="New order")
@operator_page
async def show_entry(request: Request, operator: OperatorSession) -> Response:
    return _page(request, operator, Form(), [])


@ENDPOINTS.add("POST", "/console/new", name="enter_order", summary="Enter an order")
@operator_form(OPERATOR)
async def enter_order(request: Request, operator: OperatorSession, form: Form) -> Response:
    services = services_of(request)
    body = {name: form.text(name) for name in FORM_FIELDS if form.text(name)}
    billing = {name: form.text(name) for name in BILLING_FIELDS if form.text(name)}
    try:
        checked = validated(
            OrderRequest, {**body, **({"billing": billing} if billing else {}), "source": Source.MANUAL.value}
        )
    except InvalidInput as problem:
        faults = [str(fault["detail"]).removeprefix("#/") for fault in problem.members["errors"]]
        return _page(request, operator, form, faults)
    note = f"Entered by {operator.name}."
    order = await services.db.write(place, services.settings, new_order_of(checked, None), note=note)
    return redirect_after_form(f"/console/o/{order.id}")


def _page(request: Request, operator: OperatorSession, entered: Form, faults: list[str]) -> Response:
    return console_page(
        request,
        operator,
        "new.html",
        status=400 if faults else 200,
        entered=entered,
        faults=faults,
        goals=tuple(PrimaryGoal),
        methods=tuple(BillingMethod),
    )
