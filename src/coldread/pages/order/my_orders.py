"""`/my`: a person's orders and reports, after a link by e-mail. No password, no account."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.clock import MINUTE, SECOND
from coldread.base.db import Session
from coldread.base.fields import Email
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.guard.mailbox import address_hash
from coldread.orders.acts.sign_in import (
    LINK,
    SESSION,
    email_of,
    is_good_link,
    order_ids_of,
    request_link,
    sign_out,
    use_link,
)
from coldread.orders.tables import order_scans
from coldread.pages.forms import read_form
from coldread.pages.order.order_facts import Facts, facts_of
from coldread.pages.page_texts import page_texts
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import asked_language, language_of, page
from coldread.scans.tables import scans
from coldread.watches.queries import watches_of_address
from coldread.web.request import client_of, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()
_EMAIL: TypeAdapter[str] = TypeAdapter(Email)


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReportLink:
    """A report of an order."""

    session_id: str
    kind: str
    scanned_at: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class ListedOrder:
    """One order with its reports, the latest first."""

    facts: Facts
    reports: tuple[ReportLink, ...]


@ENDPOINTS.add("GET", "/my", summary="My orders")
@show_problems_as_pages
async def show_my_orders(request: Request) -> Response:
    services = services_of(request)
    token = request.cookies.get(cookie_name(services.settings), "")
    email = await services.db.read(email_of, token) if token else None
    if email is None:
        return _ask_page(request, "", "")
    listed = await services.db.read(listed_orders, services.settings, email)
    watched = await services.db.read(watches_of_address, address_hash(email))
    return page(request, "my.html", email=email, listed=listed, watched=watched)


@ENDPOINTS.add("POST", "/my", summary="Ask for a link to my orders")
@show_problems_as_pages
async def send_link(request: Request) -> Response:
    """The same answer whether the address is known or not."""
    services, form = services_of(request), await read_form(request)
    typed, lang = form.get("email", "").strip(), language_of(request)
    try:
        email = _EMAIL.validate_python(typed)
    except ValidationError:
        return _ask_page(request, typed, page_texts(lang.value, "form")("fault_email"), 400)
    client = client_of(request.scope, services)
    await services.db.write(request_link, services.settings, email, lang.value, client, has_watches)
    return page(request, "my.asked.html", email=typed, minutes=LINK // MINUTE)


@ENDPOINTS.add("GET", "/my/in/{token}", summary="Sign in to my orders")
@show_problems_as_pages
async def show_link(request: Request) -> Response:
    """Shows a button and uses nothing up, because mail scanners open links."""
    token = request.path_params["token"]
    good = await services_of(request).db.read(is_good_link, token)
    return page(request, "my.in.html", status=200 if good else 404, good=good, token=token)


@ENDPOINTS.add("POST", "/my/in/{token}", summary="Sign in to my orders")
@show_problems_as_pages
async def enter(request: Request) -> Response:
    services = services_of(request)
    await read_form(request)
    opened = await services.db.write(use_link, request.path_params["token"])
    if opened is None:
        return page(request, "my.in.html", status=404, good=False, token="")
    answer = _to_my_orders(request)
    answer.set_cookie(
        cookie_name(services.settings),
        opened,
        max_age=SESSION // SECOND,
        path="/",
        httponly=True,
        samesite="lax",
        secure=services.settings.base_url.startswith("https:"),
    )
    return answer


@ENDPOINTS.add("POST", "/my/out", summary="Sign out of my orders")
@show_problems_as_pages
async def sign_out_of_my_orders(request: Request) -> Response:
    services = services_of(request)
    await read_form(request)
    name = cookie_name(services.settings)
    await services.db.write(sign_out, request.cookies.get(name, ""))
    answer = _to_my_orders(request)
    answer.delete_cookie(name, path="/", secure=name.startswith("__Host-"), httponly=True, samesite="lax")
    return answer


def has_watches(session: Session, email: str) -> bool:
    """Whether the page would list a watched page for this address."""
    return bool(watches_of_address(session, address_hash(email)))


def cookie_name(settings: Settings) -> str:
    """The cookie's name: over TLS one that only this host can set."""
    return "__Host-coldread-my" if settings.base_url.startswith("https:") else "coldread_my"


def listed_orders(session: Session, settings: Settings, email: str) -> list[ListedOrder]:
    """Orders whose page can be read, with those of their scans that are stored."""
    listed = []
    for order_id in order_ids_of(session, email):
        try:
            facts = facts_of(session, settings, order_id)
        except Problem:
            continue  # its page has ended
        listed.append(ListedOrder(facts=facts, reports=_reports(session, order_id)))
    return listed


def _reports(session: Session, order_id: str) -> tuple[ReportLink, ...]:
    rows = session.rows(
        sa.select(order_scans.c.session_id, order_scans.c.kind, scans.c.scanned_at)
        .join(scans, scans.c.session_id == order_scans.c.session_id)
        .where(order_scans.c.order_id == order_id)
        .order_by(scans.c.scanned_at.desc())
    )
    return tuple(ReportLink(**row._mapping) for row in rows)


def _ask_page(request: Request, typed: str, fault: str, status: int = 200) -> Response:
    values, faults = {"email": typed}, {"email": fault} if fault else {}
    return page(request, "my.ask.html", status=status, values=values, faults=faults)


def _to_my_orders(request: Request) -> Response:
    lang = asked_language(request)
    return RedirectResponse("/my" + (f"?lang={lang.value}" if lang else ""), 303)
