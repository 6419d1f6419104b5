"""`/order`: the form for a cold-read; sent twice, by a double click or after the back button, it is one order."""

from __future__ import annotations

import asyncio
import dataclasses
import uuid
from typing import Any

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.db import Session
from coldread.base.figures import address
from coldread.base.incoming import strict_json
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.guard.idempotency import Once
from coldread.llm.endpoint import endpoint_host
from coldread.orders.acts.early_start import CONSENT
from coldread.orders.acts.order_once import Placement, order_once
from coldread.orders.acts.place import placed_answer
from coldread.orders.letters import write_receipt
from coldread.orders.order_scans import note_scan
from coldread.orders.rules.invoice import days_to_pay
from coldread.orders.rules.order import Order
from coldread.pages.forms import faults_of, odd_hosts, odd_numbers, read_form, web_address
from coldread.pages.goal_choices import goal_options, goals_judged
from coldread.pages.page_texts import page_texts
from coldread.pages.price_words import price_of
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import asked_language, language_of, page
from coldread.payments.prices import BillingMethod, cold_read_price
from coldread.scans.stored_scan import find_stored_scan
from coldread.web.order_request import BILLING_FIELDS, FORM_FIELDS, OrderRequest, new_order_of
from coldread.web.request import CREATION, client_of, require_open, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

SCOPE = "pages/order"
#: addresses of pages, which people write without their scheme
ADDRESSES = ("url", "repo_url")
FIELDS = (*FORM_FIELDS, "competitors", *BILLING_FIELDS, "waiver", "terms", "key", "scan")
#: fields that few people need: folded until one of them has content or a fault
EXTRA = ("pain_point", "constraints", "competitors", "notes", "html", "jsx", "repo_url")
#: the model's paths under the form's names
NAMES = {f"billing.{name}": name for name in BILLING_FIELDS}
WAIT_S, TRIES = 0.2, 25
#: a person who comes back to the form finds it as it was left, key included; `no-store` would make a new one
FOUND_AGAIN = {"Cache-Control": "private, no-cache"}


@ENDPOINTS.add("GET", "/order", summary="Order form")
@show_problems_as_pages
async def show_order_form(request: Request) -> Response:
    services = services_of(request)
    values = {
        name: request.query_params.get(name, "") for name in ("url", "goal", "audience", "primary_goal")
    }
    scan = request.query_params.get("scan", "")
    stored = await services.db.read(find_stored_scan, scan) if scan else None
    if stored is not None:
        values |= {
            "url": stored.url,
            "audience": stored.audience,
            "primary_goal": stored.goal,
            "scan": stored.session_id,
        }
    return _form_page(request, values, {}, headers=FOUND_AGAIN)


@ENDPOINTS.add("POST", "/order", summary="Order form")
@show_problems_as_pages
async def take_order(request: Request) -> Response:
    services = services_of(request)
    form = await read_form(request, CREATION)
    require_open(services)
    lang = language_of(request)
    say = page_texts(lang.value, "ordering", "form")
    chosen_method = form.get("billing_method_preference", "")
    private = chosen_method == BillingMethod.MOBILE_PAYMENT
    faults = odd_hosts(form, (*ADDRESSES, "competitors"), say) | odd_numbers({} if private else form, say)
    if not chosen_method and services.settings.private_way:
        faults["billing_method_preference"] = say("fault_method")
    if private and not form.get("waiver"):
        faults["waiver"] = say("fault_waiver")
    if not form.get("terms"):
        faults["terms"] = say("fault_terms")
    try:
        body = OrderRequest.model_validate({**body_of(form), "language": lang.value})
    except ValidationError as error:
        return _form_page(
            request, form, _faults_in_form_order({**faults, **faults_of(error, say, NAMES)}), 400
        )
    if faults:
        return _form_page(request, form, _faults_in_form_order(faults), 400)
    client = client_of(request.scope, services)
    placing = Placement(
        new_order=dataclasses.replace(
            new_order_of(body, request.headers.get("accept-language")), by_form=True
        ),
        once=_once_for_form(form),
        client=client,
        body=lambda order: placed_answer(order, services.settings),
        location=lambda order: f"/o/{order.id}",
        note=CONSENT[private],
        then=lambda session, order: _with_the_order(
            session, services.settings, order, client, form.get("scan", "")
        ),
    )
    where = await _address_of_placed_order(request, placing)
    chosen = f"?lang={lang.value}" if asked_language(request) else ""
    return RedirectResponse(f"{where}{chosen}", 303)


def _with_the_order(session: Session, settings: Settings, order: Order, client: str, scan: str) -> None:
    """What the form does besides the order: the letter, and the link to the scan from which it was ordered."""
    write_receipt(session, settings, order, price_of(order, order.language), client)
    stored = find_stored_scan(session, scan) if scan else None
    if stored is not None and address(stored.url) == address(order.asked["url"]):
        note_scan(session, order.id, stored.session_id, "look")


async def _address_of_placed_order(request: Request, placing: Placement) -> str:
    """The address of the order's page. The second click of a double click waits for the first and gets the same."""
    for _ in range(TRIES):
        try:
            answer, _usage = await order_once(services_of(request), placing)
        except Problem as problem:
            if problem.type.slug != "idempotency-conflict":
                raise
            await asyncio.sleep(WAIT_S)
        else:
            return answer.location
    raise Problem("unavailable", "The order is still being placed; please send the form again.")


def _faults_in_form_order(faults: dict[str, str]) -> dict[str, str]:
    """The values of the fields on the page."""
    rank = {name: place for place, name in enumerate(FIELDS)}
    return dict(sorted(faults.items(), key=lambda fault: rank.get(fault[0], len(rank))))


def _once_for_form(form: dict[str, str]) -> Once | None:
    """The idempotency key: the form's own key with everything typed. Sent again unchanged, it is the same order; changed, another one."""
    if not 8 <= len(form.get("key", "")) <= 256:
        return None
    sent = strict_json.fingerprint(dict(form))
    return Once(scope=SCOPE, key=sent, fingerprint=sent)


def body_of(form: dict[str, str]) -> dict[str, Any]:
    """The order's body as the API takes it; what was left empty is absent."""
    texts = {
        name: value for name in FORM_FIELDS if name not in ADDRESSES and (value := form.get(name, "").strip())
    }
    billing = {name: value for name in BILLING_FIELDS if (value := form.get(name, "").strip())}
    rivals = [web_address(line) for line in form.get("competitors", "").splitlines() if line.strip()]
    body: dict[str, Any] = {**texts, "source": "web", "client": {"type": "human"}}
    for name in ADDRESSES:
        if where := web_address(form.get(name, "")):
            body[name] = where
    if rivals:
        body["competitors"] = rivals
    if billing:
        body["billing"] = billing
    return body


def _form_page(
    request: Request,
    values: dict[str, str],
    faults: dict[str, str],
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response:
    services = services_of(request)
    filled = {name: values.get(name, "") for name in FIELDS}
    filled["key"] = filled["key"] or str(uuid.uuid4())
    if not services.settings.private_way:  # there is nothing to choose
        filled["billing_method_preference"] = BillingMethod.UMBRELLA_INVOICE
    return page(
        request,
        "ordering.html",
        status=status,
        headers=headers,
        values=filled,
        faults=faults,
        more_open=any(filled.get(name) or name in faults for name in EXTRA),
        closed=services.settings.service_mode == "closed",
        options=[
            ("", "–"),
            *goal_options(language_of(request)),
        ],
        judged=goals_judged(language_of(request)),
        invoice=cold_read_price(BillingMethod.UMBRELLA_INVOICE),
        mobile=cold_read_price(BillingMethod.MOBILE_PAYMENT),
        mobile_days=days_to_pay(BillingMethod.MOBILE_PAYMENT),
        model_host=endpoint_host(services.settings),
    )
