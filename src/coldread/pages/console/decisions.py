"""What an operator does apart from moves: refunds, withdrawals, questions, replies."""

from __future__ import annotations

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from coldread.base.figures import kronor
from coldread.base.problems import Problem
from coldread.base.texts.inline_text import InlineText
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.ask_buyer import ask_outside_wait
from coldread.orders.acts.audit_notes import ChangedMeanwhile
from coldread.orders.acts.billing import complete_billing, note_reference
from coldread.orders.acts.refunds import RefundNote, note_refund
from coldread.orders.acts.reply_to_buyer import ReplyNote, reply_to_buyer
from coldread.orders.acts.withdrawal import go_on
from coldread.orders.letters import gets_step_letters
from coldread.orders.operator.workbench import Workbench
from coldread.orders.rules.billing_details import BillingDetails
from coldread.pages.console.access import operator_form, redirect_after_form
from coldread.pages.console.console_texts import (
    console_language,
    console_say,
    console_texts,
    invalid_input_problem,
)
from coldread.pages.console.order import (
    BILLING_LENGTHS,
    number_in,
    order_page,
    refused_order_page,
    seen_in,
    workbench_of,
)
from coldread.pages.console.steps import step_texts, whole_kronor
from coldread.pages.page_texts import Say
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

LONGEST = 2000
#: precedes the operator's words about money that is kept, to separate them from those about a refund
THE_REST = InlineText(en="The other {sum}:", sv="De övriga {sum}:")


@ENDPOINTS.add("POST", "/console/o/{id}/refund", name="give_back", summary="Note a refund")
@operator_form()
async def give_back(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, bench = services_of(request), await workbench_of(request)
    try:
        note = refund_of(bench, form, console_language(request).value)
        await services.db.write(note_refund, services, bench.order.id, seen_in(form), operator.name, note)
    except Problem as problem:
        return await refused_order_page(request, operator, problem, form, "refund")
    goes_on = note.work_goes_on or only_the_excess(bench, note.amount)
    said = "part_refunded" if goes_on else "refunded"
    return redirect_after_form(f"/console/o/{bench.order.id}?said={said}")


def refund_of(bench: Workbench, form: Form, lang: str) -> RefundNote:
    """What the form records; 400 with a sentence if something is missing or does not add up."""
    say = console_texts(lang, "order")
    amount, left = whole_kronor(form, step_texts(lang)), bench.left_to_refund
    if amount == 0:
        raise invalid_input_problem(say, "fault_nothing_back")
    if amount > left and form.get("differs") != "yes":
        raise invalid_input_problem(say, "fault_over", left=str(left), amount=str(amount))
    work_goes_on = form.get("goes_on") == "yes"
    if work_goes_on and amount >= left:
        raise invalid_input_problem(say, "fault_all_back")
    if work_goes_on and (bench.withdrawn or bench.order.is_refunded):
        raise invalid_input_problem(say, "fault_no_more_work")
    reason, how = form.text("reason")[:LONGEST], form.text("note")[:LONGEST]
    if not reason:
        raise invalid_input_problem(say, "fault_reason")
    rest = form.text("rest")[:LONGEST]
    if amount < left and not work_goes_on and not rest and not only_the_excess(bench, amount):
        raise invalid_input_problem(say, "fault_rest", rest=str(left - amount))
    if form.get("confirm") != "yes":
        raise invalid_input_problem(say, "fault_refund_box")
    theirs = bench.order.language
    told = (
        f"{reason}\n{THE_REST(theirs, sum=kronor(left - amount, theirs))} {rest}"
        if rest and amount < left
        else reason
    )
    return RefundNote(amount=amount, reason=told, how=how, work_goes_on=work_goes_on)


def only_the_excess(bench: Workbench, amount: int) -> bool:
    """Only what came in above the price goes back: the order goes on, and nothing is left to explain."""
    return bench.order.paid_at is not None and 0 < amount <= bench.order.to_return


@ENDPOINTS.add("POST", "/console/o/{id}/go-on", name="go_on", summary="Go on after a withdrawal")
@operator_form()
async def go_on_by_hand(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, bench = services_of(request), await workbench_of(request)
    because = form.text("because")[:LONGEST]
    try:
        await services.db.write(go_on, services, bench.order.id, seen_in(form), operator.name, because)
    except Problem as problem:
        return await refused_order_page(request, operator, problem, form, "go-on")
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
        return await refused_order_page(request, operator, problem, form, "number")
    return redirect_after_form(f"/console/o/{bench.order.id}?said=numbered")


@ENDPOINTS.add("POST", "/console/o/{id}/billing", name="bill_to", summary="To whom the invoice goes")
@operator_form()
async def bill_to(request: Request, operator: OperatorSession, form: Form) -> Response:
    """What a buyer reported to the operator by mail or telephone; an empty field changes nothing."""
    services, bench = services_of(request), await workbench_of(request)
    try:
        details = details_of(form, console_say(request, "order"))
        await services.db.write(complete_billing, services.settings, bench.order.id, details, operator.name)
    except Problem as problem:
        return await refused_order_page(request, operator, problem, form, "billing")
    return redirect_after_form(f"/console/o/{bench.order.id}?said=billing")


def details_of(form: Form, say: Say) -> dict[str, str]:
    """Whom the form names to be billed; 400 with a sentence if a number is not valid."""
    given = {name: value for name, most in BILLING_LENGTHS if (value := form.text(name)[:most])}
    try:
        details: dict[str, str] = BillingDetails.model_validate(given).model_dump(exclude_none=True)
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        raise invalid_input_problem(say, "fault_short", label=say(name)) from None
    return details


@ENDPOINTS.add("POST", "/console/o/{id}/ask", name="ask_by_mail", summary="Ask the buyer by e-mail")
@operator_form()
async def ask_by_mail(request: Request, operator: OperatorSession, form: Form) -> Response:
    """Stores the question: the prepared mail, the buyer's page and the thread show it."""
    bench = await workbench_of(request)
    question = form.text("question")[:LONGEST]
    if not question or not bench.asks_by_mail:
        say = console_say(request, "order")
        fault = say("fault_asks_on_page" if question else "fault_question")
        return await order_page(request, operator, status=400, fault=fault, entered=form, opened="ask")
    services = services_of(request)
    await services.db.write(ask_outside_wait, services.settings, bench.order.id, operator.name, question)
    return redirect_after_form(f"/console/o/{bench.order.id}?said=asked_by_mail")


@ENDPOINTS.add("POST", "/console/o/{id}/reply", name="reply", summary="Reply to a message of the buyer")
@operator_form()
async def reply_by_hand(request: Request, operator: OperatorSession, form: Form) -> Response:
    """The buyer's page shows it below the message; a buyer who gets letters gets one."""
    services, bench = services_of(request), await workbench_of(request)
    note = ReplyNote(
        words=form.text("reply")[:LONGEST], to=number_in(form, "to"), said_at=number_in(form, "said_at")
    )
    opened, say = f"reply-{note.to}-{note.said_at}", console_say(request, "order")
    if not note.words:
        fault = say("fault_reply")
        return await order_page(request, operator, status=400, fault=fault, entered=form, opened=opened)
    try:
        await services.db.write(reply_to_buyer, services.settings, bench.order.id, operator.name, note)
    except ChangedMeanwhile:
        # what was typed is shown below the last message that can still be answered
        last = (await workbench_of(request)).last_to_reply_to
        opened = f"reply-{last.key}" if last else opened
        fault = say("fault_reply_gone")
        return await order_page(request, operator, status=409, fault=fault, entered=form, opened=opened)
    mailed = gets_step_letters(services.settings, bench.order, "message_answered")
    return redirect_after_form(
        f"/console/o/{bench.order.id}?said={'replied_mailed' if mailed else 'replied'}"
    )
