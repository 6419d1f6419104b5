"""`/console/ops`: what an operator looks at when something feels wrong."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import Response

from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.jobs.defer import dead_jobs, revive
from coldread.mail.outbox import refused_letters
from coldread.operators.sessions import OperatorSession
from coldread.orders.operator.health import Health, health
from coldread.orders.push.deliver import deliver_again, troubled_events
from coldread.pages.console.access import console_page, operator_form, operator_page, redirect_after_form
from coldread.payments.reconcile import Books, last_books
from coldread.payments.refunds import Refund, mark_refunded, open_refunds
from coldread.payments.tables import payments
from coldread.services import Services
from coldread.submissions.tables import submissions
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

SAID = {
    "retried": "The job waits for a worker again.",
    "busy": "That job is gone, or another of its kind is already under way.",
    "resent": "The event is sent again.",
    "refunded": "Ticked off the refund list.",
    "retried_many": "Jobs that wait for a worker again: {n}.",
    "sending": "Letters that are tried now: {n}.",
    "dropped": "Letters dropped: {n}. Each has a line in the audit trail of its order.",
    "not_dropped": "Nothing was dropped: tick letters, and the box that says so.",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Situation:
    """Everything on the page."""

    health: Health
    dead: list[object]
    letters: list[object]
    refunds: list[Refund]
    #: when, and how chain and ledger compared
    books: list[tuple[int, Books]]
    calls: list[object]
    submissions: list[object]
    #: what receivers did not take
    events: list[object]


def situation(session: Session, services: Services) -> Situation:
    sent = sa.select(submissions).order_by(submissions.c.received_at.desc()).limit(20)
    latest = sa.select(payments).order_by(payments.c.created_at.desc()).limit(20)
    return Situation(
        health=health(session, services),
        dead=list(dead_jobs(session)[:50]),
        letters=list(refused_letters(session, None)[:50]),
        refunds=open_refunds(session),
        books=last_books(session),
        calls=list(session.rows(latest)),
        submissions=list(session.rows(sent)),
        events=list(troubled_events(session)),
    )


@ENDPOINTS.add("GET", "/console/ops", name="show_operations", summary="Operations")
@operator_page
async def show_operations(request: Request, operator: OperatorSession) -> Response:
    services = services_of(request)
    return console_page(
        request,
        operator,
        "ops.html",
        now_is=await services.db.read(situation, services),
        facts=facts(services),
        said=_result_of_last_click(request),
    )


def _result_of_last_click(request: Request) -> str:
    """By name and, at most, a number: no address can put words into our mouth."""
    number = request.query_params.get("n", "")
    shown = number if number.isascii() and number.isdigit() and len(number) < 6 else "?"
    return SAID.get(request.query_params.get("said", ""), "").replace("{n}", shown)


def facts(services: Services) -> list[tuple[str, str, bool]]:
    """What is configured: name, how, and whether that is fine."""
    settings = services.settings
    return [
        ("Database", "SQLite" if settings.is_sqlite else "PostgreSQL", True),
        (
            "Mail",
            "by SMTP" if settings.smtp_url else "written as files: no SMTP server",
            bool(settings.smtp_url),
        ),
        (
            "Notices to the operator",
            settings.operator_email or "none: no address",
            bool(settings.operator_email),
        ),
        ("Scan engine", settings.scan_engine, True),
        ("Model", settings.llm_model or "none: rules alone", True),
        ("Seller", settings.seller_name or "not named", bool(settings.seller_name)),
        ("Mobile payment", settings.mobile_payee or "not offered", True),
        ("Service", settings.service_mode, settings.service_mode == "open"),
        ("Expiry", settings.expiry_policy, True),
    ]


@ENDPOINTS.add("POST", "/console/jobs/{job}/retry", name="retry_job", summary="Try a job again")
@operator_form()
async def retry_job(request: Request, operator: OperatorSession, form: Form) -> Response:
    job = request.path_params["job"]
    if not (job.isascii() and job.isdigit() and len(job) < 19):
        raise not_found()
    revived = await services_of(request).db.write(revive, int(job))
    return redirect_after_form(f"/console/ops?said={'retried' if revived else 'busy'}#jobs")


@ENDPOINTS.add("POST", "/console/events/{event}/again", name="resend_event", summary="Send an event again")
@operator_form()
async def resend_event(request: Request, operator: OperatorSession, form: Form) -> Response:
    event = request.path_params["event"]
    if not (event.isascii() and event.isdigit() and len(event) < 19):
        raise not_found()
    if not await services_of(request).db.write(deliver_again, int(event)):
        raise not_found()
    return redirect_after_form("/console/ops?said=resent#events")


@ENDPOINTS.add("POST", "/console/refunds", name="tick_refund", summary="Money went back")
@operator_form()
async def mark_refund_done(request: Request, operator: OperatorSession, form: Form) -> Response:
    note = f"{operator.name}: {form.text('note')}"[:200]
    if not await services_of(request).db.write(mark_refunded, form.text("tx_hash")[:66], note):
        raise not_found()
    return redirect_after_form("/console/ops?said=refunded#refunds")
