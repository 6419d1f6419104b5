"""`/pay/{id}`: what is owed, to whom, and how to pay it; a person confirms the payment."""

from __future__ import annotations

import asyncio
import re

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.pdf_sheet import Sheet
from coldread.base.problems import Problem, not_found
from coldread.orders.acts.billing import complete_billing
from coldread.orders.acts.early_start import ask_early_start
from coldread.orders.rules.bank_payment import bank_payment
from coldread.orders.rules.billing_details import BillingDetails, billing_gaps
from coldread.orders.rules.ways_to_pay import ways_to_pay
from coldread.orders.views import invoice_papers
from coldread.pages.forms import faults_of, odd_numbers, read_form
from coldread.pages.order.order_facts import Facts, ask_facts, live_page, order_language
from coldread.pages.order.qr import qr_svg
from coldread.pages.order.swish import Payment
from coldread.pages.page_texts import page_texts
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import PRIVATE, asked_language, page, wants_html
from coldread.payments.prices import BillingMethod, cold_read_price, is_reverse_charge
from coldread.web.order_request import BILLING_FIELDS
from coldread.web.request import order_id_of, read_by_id, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add("GET", "/pay/{id}", summary="Pay page")
@show_problems_as_pages
async def show_pay(request: Request) -> Response:
    return await live_page(request, _pay_page)


@ENDPOINTS.add("GET", "/pay/{id}/invoice.pdf", summary="Invoice's details")
@show_problems_as_pages
async def show_invoice(request: Request) -> Response:
    async def show(_: str) -> Response:
        facts = await ask_facts(request)
        if not _has_pdf(facts):
            raise not_found()
        lang = order_language(request, facts).value
        settings = services_of(request).settings
        sheet = invoice_papers.invoice(
            facts.order, settings, lang, facts.invoiced_at, named=not facts.has_lapsed
        )
        name = re.sub(r"[^\w.-]", "-", facts.order.external_reference or "", flags=re.ASCII)
        return await _pdf_response(sheet, f"coldread-{name}.pdf")

    return await read_by_id(request, show)


@ENDPOINTS.add("GET", "/pay/{id}/receipt.pdf", summary="Receipt")
@show_problems_as_pages
async def show_receipt(request: Request) -> Response:
    """For as long as the order's page is there; after the lapse it names the company and no person."""

    async def show(_: str) -> Response:
        facts = await ask_facts(request)
        if not invoice_papers.has_receipt(facts.order):
            raise not_found()
        lang = order_language(request, facts).value
        named = not facts.has_lapsed
        settings = services_of(request).settings
        sheet = invoice_papers.receipt(facts.order, settings, lang, named=named, parts=facts.parts)
        name = invoice_papers.say(lang, "paper.receipt")
        return await _pdf_response(sheet, f"coldread-{name}-{facts.order.id}.pdf")

    return await read_by_id(request, show)


async def _pdf_response(sheet: Sheet, name: str) -> Response:
    made = await asyncio.to_thread(sheet.output)
    headers = {**PRIVATE, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(made, 200, headers, "application/pdf")


def _has_pdf(facts: Facts) -> bool:
    """Also after a withdrawal or a refund, because bookkeeping needs it. After the lapse it names the company and no person."""
    return invoice_papers.has_invoice(facts.order) and state_of(facts) in INVOICED


@ENDPOINTS.add("POST", "/pay/{id}/billing", summary="Billing details")
@show_problems_as_pages
async def take_billing(request: Request) -> Response:
    services = services_of(request)
    form = await read_form(request)
    facts = await ask_facts(request)
    say = page_texts(order_language(request, facts).value, "pay", "ordering", "form")
    given = {name: value for name in BILLING_FIELDS if (value := form.get(name, "").strip())}
    # A field that this page only showed is not sent by it: another tab may have changed it since.
    shown = {name for name in given if given[name] == form.get(f"shown_{name}", "").strip()}
    if faults := odd_numbers(given, say):
        return _pay_page(request, facts, values=form, faults=faults, status=400)
    try:
        details = BillingDetails.model_validate(given)
    except ValidationError as error:
        return _pay_page(request, facts, values=form, faults=faults_of(error, say, {}), status=400)
    told = details.model_dump(exclude_none=True, exclude=shown)
    try:
        await services.db.write(complete_billing, services.settings, order_id_of(request), told)
    except Problem as problem:
        if problem.type.slug != "invalid-input" or not wants_html(request.headers.get("accept")):
            raise
        return _pay_page(
            request, await ask_facts(request), too_late=", ".join(given.values()), status=problem.type.status
        )
    lang = asked_language(request)
    more = f"&lang={lang.value}" if lang else ""
    return RedirectResponse(f"/pay/{order_id_of(request)}?done=billing{more}", 303)


@ENDPOINTS.add("POST", "/pay/{id}/waiver", summary="Begin at once, as a private person")
@show_problems_as_pages
async def take_waiver(request: Request) -> Response:
    """What the order form asks private persons, for a person who ordered another way."""
    services = services_of(request)
    form = await read_form(request)
    facts = await ask_facts(request)
    if form.get("waiver") != "yes":
        say = page_texts(order_language(request, facts).value, "ordering")
        return _pay_page(request, facts, faults={"waiver": say("fault_waiver")}, status=400)
    await services.db.write(ask_early_start, services.settings, facts.order.id)
    lang = asked_language(request)
    return RedirectResponse(f"/pay/{facts.order.id}{f'?lang={lang.value}' if lang else ''}#mobile", 303)


def state_of(facts: Facts) -> str:
    """Follows the claims of the order's page (`orders/rules/buyer_view`), so that the two never disagree."""
    claims = facts.row.claims
    if facts.order.sandbox:  # nobody must pay for a rehearsal by mistake
        return "rehearsal"
    if "refunded" in claims:
        return "refunded"
    if facts.wait.name == "withdrawal":
        return "withdrawn_paid" if facts.order.paid_at else "withdrawn"
    if "asks for payment" in claims:
        return "due"
    if facts.order.state.paid_for:
        return "paid"
    return "closed" if facts.is_closed else "early"


#: the states in which an invoice that was written can be read
INVOICED = frozenset({"due", "paid", "withdrawn", "withdrawn_paid", "refunded"})
#: what the page claims in each of its states
CLAIMS = {
    "due": "not paid|asks for payment",
    "paid": "paid",
    "refunded": "refunded|owes nothing",
    "withdrawn": "not paid|owes nothing",
    "withdrawn_paid": "paid",
    "closed": "owes nothing|closed",
    "early": "not paid",
    "rehearsal": "",
}


def _pay_page(
    request: Request,
    facts: Facts,
    *,
    values: dict[str, str] | None = None,
    faults: dict[str, str] | None = None,
    too_late: str | None = None,
    status: int = 200,
) -> Response:
    """`too_late`: what was typed for an order that has moved on since."""
    order, settings = facts.order, services_of(request).settings
    billing = order.asked.get("billing") or {}
    mobile = cold_read_price(BillingMethod.MOBILE_PAYMENT)
    left = max(0, mobile.total - order.received)
    payment = Payment(payee=settings.mobile_payee, amount=left, message=order.id)
    return page(
        request,
        "pay.html",
        status=status,
        language=order_language(request, facts),
        facts=facts,
        order=order,
        state=state_of(facts),
        billing=billing,
        incomplete=bool(billing_gaps(BillingMethod.UMBRELLA_INVOICE, billing)),
        reverse=is_reverse_charge(order.billing_method, billing.get("vat_id")),
        by_mobile=order.billing_method == BillingMethod.MOBILE_PAYMENT,
        invoice=cold_read_price(BillingMethod.UMBRELLA_INVOICE, billing.get("vat_id")),
        mobile=mobile,
        payment=payment if settings.mobile_payee and left else None,
        bank=(bank := bank_payment(order, settings, facts.invoiced_at)),
        bank_qr=qr_svg(bank.qr) if bank else None,
        ways=ways_to_pay(order, settings, has_waived=facts.has_waived),
        claims=CLAIMS[state_of(facts)],
        undecided=order.billing_method == BillingMethod.UNDECIDED,
        has_pdf=_has_pdf(facts),
        values={name: billing.get(name, "") for name in BILLING_FIELDS} | (values or {}),
        faults=faults or {},
        said_on_form=page_texts(order_language(request, facts).value, "ordering"),
        too_late=too_late,
        done=request.query_params.get("done", ""),
    )
