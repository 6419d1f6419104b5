"""What an operator decides beside the moves: money that goes back, a withdrawal, a question asked by e-mail."""

from __future__ import annotations

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from coldread.base.figures import kronor
from coldread.base.problems import Problem
from coldread.base.texts.inline_text import InlineText
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.ask_buyer import ask_outside_wait
from coldread.orders.acts.billing import complete_billing, note_reference
from coldread.orders.acts.refunds import RefundNote, note_refund
from coldread.orders.acts.withdrawal import go_on
from coldread.orders.operator.workbench import Workbench
from coldread.orders.rules.billing_details import BillingDetails
from coldread.pages.console.access import operator_form, redirect_after_form
from coldread.pages.console.order import BILLING_LABELS, order_page, seen_in, workbench_of
from coldread.pages.console.steps import whole_kronor
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

LONGEST = 2000
#: stands before what the operator says of money that does not go back, so that it is not read of what does
THE_REST = InlineText(en="The other {sum}:", sv="De övriga {sum}:")


@ENDPOINTS.add("POST", "/console/o/{id}/refund", name="give_back", summary="Note a refund")
@operator_form()
async def give_back(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, bench = services_of(request), await workbench_of(request)
    try:
        note = refund_of(bench, form)
        await services.db.write(note_refund, services, bench.order.id, seen_in(form), operator.name, note)
    except Problem as problem:
        return await order_page(
            request, operator, status=problem.type.status, fault=problem.detail, entered=form, opened="refund"
        )
    said = "part_refunded" if note.work_goes_on else "refunded"
    return redirect_after_form(f"/console/o/{bench.order.id}?said={said}#mail")


def refund_of(bench: Workbench, form: Form) -> RefundNote:
    """What the form notes; 400 with a sentence where something is missing or does not add up."""
    amount, left = whole_kronor(form), bench.left_to_refund
    if amount == 0:
        raise Problem("invalid-input", "Amount: more than nothing.")
    if amount > left and form.get("differs") != "yes":
        raise Problem(
            "invalid-input",
            f"{left} SEK of the price have not gone back yet, less than {amount}. If more was paid, tick “more was paid”.",
        )
    work_goes_on = form.get("goes_on") == "yes"
    if work_goes_on and amount >= left:
        raise Problem(
            "invalid-input", "All of the money goes back: then the work has ended. Take the tick away."
        )
    if work_goes_on and (bench.withdrawn or bench.order.is_refunded):
        raise Problem("invalid-input", "The buyer has withdrawn, or the work has ended: it does not go on.")
    reason, how = form.text("reason")[:LONGEST], form.text("note")[:LONGEST]
    if not reason:
        raise Problem("invalid-input", "Reason: the buyer reads it.")
    rest = form.text("rest")[:LONGEST]
    if amount < left and not work_goes_on and not rest:
        raise Problem(
            "invalid-input",
            f"{left - amount} SEK do not go back: say what they pay for, or when they follow. The buyer reads it.",
        )
    if form.get("confirm") != "yes":
        raise Problem("invalid-input", "Tick the box: the money has gone back.")
    lang = bench.order.language
    told = (
        f"{reason}\n{THE_REST(lang, sum=kronor(left - amount, lang))} {rest}"
        if rest and amount < left
        else reason
    )
    return RefundNote(amount=amount, reason=told, how=how, work_goes_on=work_goes_on)


@ENDPOINTS.add("POST", "/console/o/{id}/go-on", name="go_on", summary="Go on after a withdrawal")
@operator_form()
async def go_on_by_hand(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, bench = services_of(request), await workbench_of(request)
    because = form.text("because")[:LONGEST]
    try:
        await services.db.write(go_on, services, bench.order.id, seen_in(form), operator.name, because)
    except Problem as problem:
        return await order_page(
            request, operator, status=problem.type.status, fault=problem.detail, entered=form, opened="go-on"
        )
    return redirect_after_form(f"/console/o/{bench.order.id}?said=went_on")


@ENDPOINTS.add("POST", "/console/o/{id}/reference", name="note_reference", summary="Note an invoice's number")
@operator_form()
async def number_by_hand(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, bench = services_of(request), await workbench_of(request)
    reference = form.text("reference")[:200]
    try:
        await services.db.write(
            note_reference, services.settings, bench.order.id, seen_in(form), operator.name, reference
        )
    except Problem as problem:
        return await order_page(
            request, operator, status=problem.type.status, fault=problem.detail, entered=form, opened="number"
        )
    return redirect_after_form(f"/console/o/{bench.order.id}?said=numbered")


@ENDPOINTS.add("POST", "/console/o/{id}/billing", name="bill_to", summary="To whom the invoice goes")
@operator_form()
async def bill_to(request: Request, operator: OperatorSession, form: Form) -> Response:
    """What a buyer told the operator by mail or telephone; an empty field changes nothing."""
    services, bench = services_of(request), await workbench_of(request)
    try:
        details = details_of(form)
        await services.db.write(complete_billing, services.settings, bench.order.id, details, operator.name)
    except Problem as problem:
        return await order_page(
            request,
            operator,
            status=problem.type.status,
            fault=problem.detail,
            entered=form,
            opened="billing",
        )
    return redirect_after_form(f"/console/o/{bench.order.id}?said=billing")


def details_of(form: Form) -> dict[str, str]:
    """What the form says of who is billed; 400 with a sentence where a number is none."""
    given = {name: value for name, _, most in BILLING_LABELS if (value := form.text(name)[:most])}
    try:
        details: dict[str, str] = BillingDetails.model_validate(given).model_dump(exclude_none=True)
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        label = next(label for field, label, _ in BILLING_LABELS if field == name)
        raise Problem("invalid-input", f"{label}: that is too short to be one.") from None
    return details


@ENDPOINTS.add("POST", "/console/o/{id}/ask", name="ask_by_mail", summary="Ask the buyer by e-mail")
@operator_form()
async def ask_by_mail(request: Request, operator: OperatorSession, form: Form) -> Response:
    """Keeps the question: the ready mail, the buyer's page and the thread show it."""
    bench = await workbench_of(request)
    question = form.text("question")[:LONGEST]
    if not question or not bench.asks_by_mail:
        fault = "Question: say what you want to know." if not question else "This order asks on its page."
        return await order_page(request, operator, status=400, fault=fault, entered=form, opened="ask")
    services = services_of(request)
    await services.db.write(ask_outside_wait, services.settings, bench.order.id, operator.name, question)
    return redirect_after_form(f"/console/o/{bench.order.id}?said=asked_by_mail#mail")
