"""`/console/new`: an order that came by telephone or mail, entered by the operator (`source: manual`), once."""

from __future__ import annotations

import uuid

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from coldread.base.db import Session
from coldread.base.incoming import strict_json
from coldread.base.settings import Settings
from coldread.guard.idempotency import Once, StoredAnswer, answer_once
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.place import place
from coldread.orders.rules.requests import NewOrder, Source
from coldread.pages.console.access import console_page, operator_form, operator_page, redirect_after_form
from coldread.pages.console.console_texts import console_language, console_say
from coldread.pages.forms import faults_of
from coldread.pages.goal_choices import goal_options
from coldread.payments.prices import BillingMethod
from coldread.web.forms import Form
from coldread.web.order_request import BILLING_FIELDS, FORM_FIELDS, OrderRequest, new_order_of
from coldread.web.request import OPERATOR, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

SCOPE = "console/new"
#: fields that the form names
NAMED = frozenset({"url", "goal", "audience", "contact_email", "language", "primary_goal", "pain_point"}) | {
    "constraints",
    "notes",
    "html",
    "repo_url",
    "billing_method_preference",
    *BILLING_FIELDS,
}


@ENDPOINTS.add("GET", "/console/new", name="show_entry", summary="New order")
@operator_page
async def show_entry(request: Request, operator: OperatorSession) -> Response:
    return _form_page(request, operator, Form(), [])


@ENDPOINTS.add("POST", "/console/new", name="enter_order", summary="Enter an order")
@operator_form(OPERATOR)
async def enter_order(request: Request, operator: OperatorSession, form: Form) -> Response:
    services = services_of(request)
    body = {name: form.text(name) for name in FORM_FIELDS if form.text(name)}
    billing = {name: form.text(name) for name in BILLING_FIELDS if form.text(name)}
    sent_body = {**body, **({"billing": billing} if billing else {}), "source": Source.MANUAL.value}
    try:
        checked = OrderRequest.model_validate(sent_body)
    except ValidationError as error:
        return _form_page(request, operator, form, _fault_sentences(request, error))
    sent = strict_json.fingerprint({name: value for name, value in form.items() if name != "token"})
    once = Once(scope=SCOPE, key=sent, fingerprint=sent) if form.text("key") else None
    note = f"Entered by {operator.name}."
    order_page = await services.db.write(
        _enter_order, services.settings, new_order_of(checked, None), once, note
    )
    return redirect_after_form(order_page)


def _enter_order(session: Session, settings: Settings, wish: NewOrder, once: Once | None, note: str) -> str:
    """The address of the order's page; a double click gets the same order."""

    def placed() -> StoredAnswer:
        order = place(session, settings, wish, note=note)
        return StoredAnswer(status=303, body=b"", location=f"/console/o/{order.id}")

    return answer_once(session, once, placed).location


def _fault_sentences(request: Request, error: ValidationError) -> list[str]:
    """One sentence for each field, with its name as the form has it."""
    say = console_say(request, "new")
    names = {f"billing.{name}": name for name in BILLING_FIELDS}
    found = faults_of(error, say, names)
    return [f"{say(name) if name in NAMED else name}: {told}" for name, told in found.items()]


def _form_page(request: Request, operator: OperatorSession, entered: Form, faults: list[str]) -> Response:
    return console_page(
        request,
        operator,
        "new.html",
        status=400 if faults else 200,
        entered=entered,
        faults=faults,
        key=entered.text("key") or str(uuid.uuid4()),
        goals=goal_options(console_language(request).value),
        methods=tuple(BillingMethod),
    )
