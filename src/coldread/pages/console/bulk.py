"""`/console/ops`, many at once: jobs that were given up, and letters that no mail server accepted."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response

from coldread.base import log
from coldread.base.db import Session
from coldread.jobs.dead import revive_many
from coldread.mail.outbox import drop_letters, send_now
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.audit_notes import add_remark
from coldread.orders.queries import find_order
from coldread.pages.console.access import operator_form, redirect_after_form
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

_NUMBER = re.compile(r"[0-9]{1,18}")


def ticked_numbers(form: Form, kind: str) -> set[int] | None:
    """The numbers behind ticks called `job-17`; None if the button for all of them was pressed."""
    if form.get("which") == "all":
        return None
    ends = (name.removeprefix(f"{kind}-") for name in form if name.startswith(f"{kind}-"))
    return {int(end) for end in ends if _NUMBER.fullmatch(end)}


@ENDPOINTS.add("POST", "/console/jobs/retry", name="retry_jobs", summary="Try jobs again")
@operator_form()
async def retry_jobs(request: Request, operator: OperatorSession, form: Form) -> Response:
    number = await services_of(request).db.write(revive_many, ticked_numbers(form, "job"))
    return redirect_after_form(f"/console/ops?said=retried_many&n={number}#jobs")


@ENDPOINTS.add("POST", "/console/letters/send", name="send_letters", summary="Send letters now")
@operator_form()
async def send_letters(request: Request, operator: OperatorSession, form: Form) -> Response:
    number = await services_of(request).db.write(send_now, ticked_numbers(form, "letter"))
    return redirect_after_form(f"/console/ops?said=sending&n={number}#letters")


@ENDPOINTS.add("POST", "/console/letters/drop", name="drop_letters", summary="Drop letters")
@operator_form()
async def drop_unsent_letters(request: Request, operator: OperatorSession, form: Form) -> Response:
    chosen = ticked_numbers(form, "letter")
    if form.get("confirm") != "yes" or not chosen:
        return redirect_after_form("/console/ops?said=not_dropped#letters")
    dropped = await services_of(request).db.write(_drop_jobs, chosen, operator.name)
    log.get("operators").info("letters dropped", operator=operator.name, number=dropped)
    return redirect_after_form(f"/console/ops?said=dropped&n={dropped}#letters")


def _drop_jobs(session: Session, chosen: set[int], actor: str) -> int:
    """Each with a line in the audit trail of its order."""
    dropped = drop_letters(session, chosen)
    for letter in dropped:
        order_id = letter.about.partition("/")[0]
        if find_order(session, order_id) is not None:
            add_remark(session, order_id, "note", actor, f"dropped a letter that nobody took: {letter.kind}")
    return len(dropped)
