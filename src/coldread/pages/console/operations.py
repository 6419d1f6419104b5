"""`/console/ops`: what an operator checks when something seems wrong."""

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
from coldread.orders.operator.health import Health, ModelHealth, health
from coldread.orders.push.deliver import deliver_again, troubled_events
from coldread.orders.rules.clocks import CLOCKS
from coldread.pages.console.access import console_page, operator_form, operator_page, redirect_after_form
from coldread.pages.console.console_texts import console_language, console_say
from coldread.pages.page_texts import Say
from coldread.payments.accounting.reconcile import Books, last_books
from coldread.payments.accounting.refunds import Refund, mark_refunded, open_refunds
from coldread.payments.tables import payments
from coldread.services import Services
from coldread.submissions.tables import submissions
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

#: what the page says about the last click
SAID = ("retried", "busy", "resent", "refunded", "retried_many", "sending", "dropped", "not_dropped")


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
    #: events that receivers did not accept
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
    services, say = services_of(request), console_say(request, "ops")
    now_is = await services.db.read(situation, services)
    return console_page(
        request,
        operator,
        "ops.html",
        now_is=now_is,
        broken=_overdue_clocks(now_is.health, console_language(request).value),
        tokens=_tokens(now_is.health.model, say) if now_is.health.model else [],
        facts=configuration_facts(services, say),
        said=_result_of_last_click(request),
    )


def _overdue_clocks(found: Health, lang: str) -> list[str]:
    """Each clock whose promise is overdue, with how many."""
    return [
        f"{clock.label(lang)} {found.breaches[clock.name]}"
        for clock in CLOCKS
        if clock.name in found.breaches
    ]


def _tokens(model: ModelHealth, say: Say) -> list[str]:
    """What the model's tokens of today were spent on, and how many there are."""
    spent = ", ".join(f"{say(f'tokens_{purpose}')} {number}" for purpose, number in model.tokens.items())
    most = say("tokens_most", n=model.daily_tokens) if model.daily_tokens else say("tokens_unlimited")
    return [spent or say("none"), most, *([say("tokens_over")] if model.free_scans_stopped else [])]


def _result_of_last_click(request: Request) -> str:
    """By name and, at most, a number, so that an address cannot make the page show foreign words."""
    name, number = request.query_params.get("said", ""), request.query_params.get("n", "")
    if name not in SAID:
        return ""
    shown = number if number.isascii() and number.isdigit() and len(number) < 6 else "?"
    return console_say(request, "ops")(f"said_{name}", number=shown)


def configuration_facts(services: Services, say: Say) -> list[tuple[str, str, bool]]:
    """What is configured: name, how, and whether that is fine."""
    settings = services.settings
    mode = settings.service_mode
    return [
        (say("fact_database"), "SQLite" if settings.is_sqlite else "PostgreSQL", True),
        (
            say("fact_mail"),
            say("fact_mail_smtp" if settings.smtp_url else "fact_mail_files"),
            bool(settings.smtp_url),
        ),
        (
            say("fact_notices"),
            settings.operator_email or say("fact_no_address"),
            bool(settings.operator_email),
        ),
        (say("fact_engine"), say(f"fact_engine_{settings.scan_engine}"), True),
        (say("fact_model"), settings.llm_model or say("fact_no_model"), True),
        (say("fact_seller"), settings.seller_name or say("fact_unnamed"), bool(settings.seller_name)),
        (say("fact_mobile"), settings.mobile_payee or say("fact_not_offered"), True),
        (say("fact_service"), say(f"fact_{mode}"), mode == "open"),
        (say("fact_expiry"), say(f"fact_expiry_{settings.expiry_policy}"), True),
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
