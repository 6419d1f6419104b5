"""Parts of a payment, as an operator notes, corrects and undoes them on the order's page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.part_payments import correct_part, note_part
from coldread.orders.rules.part_payments import MoneyIn
from coldread.pages.console.access import operator_form, redirect_after_form
from coldread.pages.console.console_texts import console_language, invalid_input_problem
from coldread.pages.console.order import number_in, refused_order_page, seen_in, workbench_of
from coldread.pages.console.steps import money_of, step_texts
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add("POST", "/console/o/{id}/part", name="note_part", summary="Note a part of the payment")
@operator_form()
async def part_by_hand(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, bench = services_of(request), await workbench_of(request)
    try:
        money = _money(request, form)
        await services.db.write(
            note_part, services.settings, bench.order.id, seen_in(form), operator.name, money
        )
    except Problem as problem:
        return await refused_order_page(request, operator, problem, form, "part")
    return redirect_after_form(f"/console/o/{bench.order.id}?said=part_noted#money")


@ENDPOINTS.add("POST", "/console/o/{id}/part/correct", name="correct_part", summary="Correct a noted part")
@operator_form()
async def correct_by_hand(request: Request, operator: OperatorSession, form: Form) -> Response:
    """With `undo` it is taken away."""
    services, bench = services_of(request), await workbench_of(request)
    part, undone = number_in(form, "part"), form.get("undo") == "yes"
    try:
        money = None if undone else _money(request, form)
        await services.db.write(
            correct_part, services.settings, bench.order.id, seen_in(form), operator.name, part, money
        )
    except Problem as problem:
        return await refused_order_page(request, operator, problem, form, f"part-{part}")
    said = "part_undone" if undone else "part_corrected"
    return redirect_after_form(f"/console/o/{bench.order.id}?said={said}#money")


def _money(request: Request, form: Form) -> MoneyIn:
    say = step_texts(console_language(request).value)
    money = money_of(form, say, now=services_of(request).clock.now())
    if not money.amount:
        raise invalid_input_problem(say, "fault_nothing_in")
    return money
