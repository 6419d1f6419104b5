"""`/console/o/{id}`: one order, its legal moves as forms, and everything that was done to it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem, not_found
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.advance import Move
from coldread.orders.acts.audit_notes import INVOICED, ChangedMeanwhile, add_remark_once
from coldread.orders.operator.queue import QueueLine, queue
from coldread.orders.operator.queue_views import VIEWS
from coldread.orders.operator.workbench import Workbench, workbench
from coldread.orders.rules.billing_details import billing_gaps
from coldread.orders.rules.dates import dates_of
from coldread.orders.rules.invoice import invoice_stage
from coldread.orders.rules.lifecycle import Status
from coldread.pages.console.access import console_page, operator_form, operator_page, redirect_after_form
from coldread.pages.console.apply_moves import apply_moves, ways_from, were_applied
from coldread.pages.console.buyer_mail import ready_mails
from coldread.pages.console.steps import MOVABLE, STEPS, move_of, steps_of, way_step
from coldread.payments.prices import BillingMethod
from coldread.scans.stored_scan import StoredScan, find_stored_scan
from coldread.web.forms import Form
from coldread.web.request import order_id_of, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

#: which key opens which form; `?` shows them
KEYS = {
    Status.REVIEWING: "r",
    Status.ACCEPTED: "a",
    Status.NEEDS_INFO: "q",
    Status.BILLING_PENDING: "b",
    Status.PAID: "p",
    Status.IN_PROGRESS: "w",
    Status.REJECTED: "x",
}
#: what a page says after a form; by name, so that no address can put words into our mouth
SAID = {
    **{f"to_{step.to.value}": step.done for step in STEPS},
    "moved": "Done. The order has moved.",
    "looked": "The page was looked at just now.",
    "noted": "Noted in the audit trail.",
    "left_out": "The gaps are left out below, in the text as it is kept; no version is saved yet. Read it: what stood beside them may read oddly now.",
    "kept": "Kept as you typed it; the preview shows it. No version is saved yet.",
    "refunded": "Noted. The work has ended. The buyer's page says how much went back; the mail about it is ready below.",
    "part_refunded": "Noted. The work goes on. The buyer's page says how much went back; the mail about it is ready below.",
    "went_on": "The order goes on. The buyer's page says why.",
    "asked_by_mail": "The question is kept and stands on the buyer's page. Who ordered on the form was sent it; for others the mail is ready below.",
    "saved": "Saved.",
    "billing": "Kept. The invoice goes to them; the buyer’s pay page shows it, too.",
    "numbered": "Kept. The buyer’s pay page shows the number and the last day to pay.",
    "published": "Published. The buyer's letter is on its way.",
    "delivered": "Delivered. The buyer's letter is on its way.",
}
#: the billing details as the console names them
BILLING_LABELS = (
    ("company_name", "Company", 200),
    ("org_number", "Org. number", 32),
    ("vat_id", "VAT id", 32),
    ("address", "Address", 500),
    ("contact_person", "Contact", 120),
)
CHANGED = "The order has changed in the meantime. Look at it again; what you typed is still here."
#: remarks that an operator writes by a form
BY_HAND = frozenset(
    {
        "asked",
        "asked_source",
        "answered_by_mail",
        "told_yes",
        "billed",
        "reminded",
        "acknowledged",
        "told_refund",
        "told_refusal",
        "read",
        "note",
    }
)


@ENDPOINTS.add("GET", "/console/o/{id}", name="show_desk", summary="An order")
@operator_page
async def show_order(request: Request, operator: OperatorSession) -> Response:
    said = SAID.get(request.query_params.get("said", ""), "")
    return await order_page(request, operator, said=said)


async def order_page(
    request: Request,
    operator: OperatorSession,
    *,
    status: int = 200,
    said: str = "",
    fault: str = "",
    entered: Form | None = None,
    opened: str = "",
) -> Response:
    """The page; after a refused form with what was entered and why it was refused."""
    bench = await workbench_of(request)
    scan = await _latest_scan(request, bench)
    return console_page(
        request,
        operator,
        "order.html",
        status=status,
        bench=bench,
        order=bench.order,
        steps=steps_of(ways_from(bench.moves), withdrawn=bench.withdrawn, looked=_has_first_screens(scan)),
        gaps=billing_gaps(BillingMethod.UMBRELLA_INVOICE, bench.order.asked.get("billing") or {}),
        dates=dates_of(bench.order, services_of(request).settings, bench.remark_times.get(INVOICED)),
        stage=invoice_stage(bench.order),
        billing_fields=BILLING_LABELS,
        keys=KEYS,
        next_line=await _next(request, bench.order.id),
        scan=scan,
        can_deliver=Status.DELIVERED in bench.moves,
        methods=tuple(BillingMethod),
        mails=ready_mails(bench, services_of(request).settings),
        said=said,
        fault=fault,
        entered=entered or Form(),
        opened=opened,
    )


async def _next(request: Request, order_id: str) -> QueueLine | None:
    """What breaks next among the others: where to go on after this one."""
    services = services_of(request)
    lines = await services.db.read(queue, services.settings, VIEWS[0])
    return next((line for line in lines if line.order.id != order_id), None)


async def _latest_scan(request: Request, bench: Workbench) -> StoredScan | None:
    latest = max(bench.scans, key=lambda row: row.at, default=None)
    return await services_of(request).db.read(find_stored_scan, latest.session_id) if latest else None


def _has_first_screens(scan: StoredScan | None) -> bool:
    """The order's page in the console shows how the buyer's page looks."""
    return scan is not None and any(scan.pictures.get(f"{window}.jpg") for window in ("desktop", "mobile"))


async def workbench_of(request: Request) -> Workbench:
    services = services_of(request)
    bench = await services.db.read(workbench, services.settings, order_id_of(request))
    if bench is None:
        raise not_found()
    return bench


@ENDPOINTS.add("POST", "/console/o/{id}/move/{to}", name="move_by_hand", summary="Move an order")
@operator_form()
async def move_by_hand(request: Request, operator: OperatorSession, form: Form) -> Response:
    services = services_of(request)
    bench = await workbench_of(request)
    to = request.path_params["to"]
    if to not in MOVABLE:
        raise not_found()
    done = redirect_after_form(
        f"/console/o/{bench.order.id}?said={f'to_{to}' if f'to_{to}' in SAID else 'moved'}"
    )
    try:
        _refuse_undecided(bench, to)
        way = ways_from(bench.moves).get(Status(to), (Status(to),))
        looked = _has_first_screens(await _latest_scan(request, bench))
        move = move_of(bench.order, way_step(Status(to), way, looked=looked), form, operator.name)
        steps = (*(Move(to_status=passed, actor=operator.name) for passed in way[:-1]), move)
        await services.db.write(apply_moves, services, bench.order.id, seen_in(form), steps)
    except ChangedMeanwhile:
        if await services.db.read(were_applied, bench.order.id, seen_in(form), move):
            return done
        if to not in ways_from(bench.moves):
            raise
        return await order_page(request, operator, status=409, fault=CHANGED, entered=form, opened=to)
    except Problem as problem:
        return await order_page(
            request, operator, status=problem.type.status, fault=problem.detail, entered=form, opened=to
        )
    return done


@ENDPOINTS.add("POST", "/console/o/{id}/remark", name="write_remark", summary="Write into the audit trail")
@operator_form()
async def write_remark(request: Request, operator: OperatorSession, form: Form) -> Response:
    bench = await workbench_of(request)
    kind, note = form.text("kind"), form.text("note")[:2000]
    if kind not in BY_HAND or (kind == "note" and not note):
        fault = "An empty note says nothing."
        return await order_page(request, operator, status=400, fault=fault, entered=form, opened="remark")
    await services_of(request).db.write(add_remark_once, bench.order.id, kind, operator.name, note)
    return redirect_after_form(f"/console/o/{bench.order.id}?said=noted")


def _refuse_undecided(bench: Workbench, to: str) -> None:
    """No move passes over a withdrawal."""
    if bench.withdrawn and to not in bench.moves:
        raise Problem("invalid-input", "The buyer has withdrawn: decide about that first.")


def seen_in(form: Form) -> int:
    """The `updated_at` of the page that the form was on."""
    seen = form.text("seen")
    return int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 20 else -1
