"""`/console/o/{id}`: one order, its legal moves as forms, and everything that was done to it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem, not_found
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.advance import Move
from coldread.orders.acts.audit_notes import INVOICED, ChangedMeanwhile, add_remark_once, tick_off
from coldread.orders.acts.read_messages import mark_read
from coldread.orders.letters import gets_step_letters
from coldread.orders.operator.queue import QueueLine, queue
from coldread.orders.operator.queue_views import VIEWS
from coldread.orders.operator.workbench import Workbench, workbench
from coldread.orders.rules.billing_details import billing_gaps
from coldread.orders.rules.dates import dates_of
from coldread.orders.rules.invoice import invoice_stage
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.part_payments import WAYS, usual_way
from coldread.pages.console.access import (
    console_page,
    operator_form,
    operator_page,
    problem_sentence,
    redirect_after_form,
)
from coldread.pages.console.apply_moves import apply_moves, ways_from, were_applied
from coldread.pages.console.buyer_mail import ready_mails
from coldread.pages.console.console_texts import (
    console_language,
    console_say,
    console_texts,
    invalid_input_problem,
)
from coldread.pages.console.letters_shown import shown_letters
from coldread.pages.console.next_step import NextFacts, next_row
from coldread.pages.console.steps import (
    CLOSE_WITHDRAWN,
    MOVABLE,
    STEP,
    move_of,
    step_texts,
    steps_of,
    way_step,
)
from coldread.pages.goal_choices import goal_options
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
#: what a page may say after a form, besides the words of a step; by name, so that an address cannot make it show foreign words
SAID = (
    "moved",
    "looked",
    "noted",
    "read",
    "newer_unread",
    "replied",
    "replied_mailed",
    "left_out",
    "kept",
    "refunded",
    "part_refunded",
    "part_noted",
    "part_corrected",
    "part_undone",
    "went_on",
    "asked_by_mail",
    "saved",
    "billing",
    "numbered",
    "published",
    "delivered",
)
#: after these the buyer gets a letter of the service, or a mail is ready
LETTER_AFTER = {
    "to_needs_info": "question_asked",
    "to_billing_pending": "order_accepted",
    "to_rejected": "order_rejected",
    "asked_by_mail": "question_asked",
    "refunded": "money_returned",
    "part_refunded": "money_returned",
}
#: the billing details, and how long each may be
BILLING_LENGTHS = (
    ("company_name", 200),
    ("org_number", 32),
    ("vat_id", 32),
    ("address", 500),
    ("contact_person", 120),
)
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
        "told_part",
        "told_refund",
        "told_refusal",
        "told_reply",
        "note",
    }
)


@ENDPOINTS.add("GET", "/console/o/{id}", name="show_desk", summary="An order")
@operator_page
async def show_order(request: Request, operator: OperatorSession) -> Response:
    said = said_words(request)
    kind = LETTER_AFTER.get(request.query_params.get("said", ""))
    if said and kind is not None:
        bench, settings = await workbench_of(request), services_of(request).settings
        mailed = gets_step_letters(settings, bench.order, kind)
        said = f"{said} {console_say(request, 'order')('letter_goes' if mailed else 'mail_waits')}"
    return await order_page(request, operator, said=said)


def said_words(request: Request) -> str:
    """The confirmation of what was just done; empty if the page's address names none."""
    name, lang = request.query_params.get("said", ""), console_language(request).value
    if name in SAID:
        return console_texts(lang, "said")(name)
    step = name.removeprefix("to_")
    known = step in STEP or step == CLOSE_WITHDRAWN.words
    return step_texts(lang)(f"{step}_done") if step != name and known else ""


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
    scan = await latest_scan(request, bench)
    mails = ready_mails(bench, services_of(request).settings)
    lang = console_language(request).value
    facts = NextFacts(bench=bench, mails=mails)
    return console_page(
        request,
        operator,
        "order.html",
        status=status,
        bench=bench,
        replies_are_mailed=gets_step_letters(services_of(request).settings, bench.order, "message_answered"),
        no_is_mailed=gets_step_letters(services_of(request).settings, bench.order, "order_rejected"),
        order=bench.order,
        steps=steps_of(ways_from(bench.moves), withdrawn=bench.withdrawn, looked=_has_first_screens(scan)),
        gaps=billing_gaps(BillingMethod.UMBRELLA_INVOICE, bench.order.asked.get("billing") or {}),
        dates=dates_of(bench.order, services_of(request).settings, bench.remark_times.get(INVOICED)),
        stage=invoice_stage(bench.order),
        billing_fields=BILLING_LENGTHS,
        next=next_row(facts),
        next_words=_next_words(facts, lang),
        mail_names={mail.label: console_texts(lang, "mail")(mail.label) for mail in mails},
        goal_name=goal_name_of(bench, lang),
        keys=KEYS,
        next_line=await _next_in_queue(request, bench.order.id),
        scan=scan,
        can_deliver=Status.DELIVERED in bench.moves,
        methods=tuple(BillingMethod),
        ways=WAYS,
        usual_way=usual_way(bench.order, swish=bool(services_of(request).settings.mobile_payee)),
        mails=mails,
        letters=shown_letters(bench.letters, bench.order, services_of(request).clock.now()),
        said=said,
        fault=fault,
        entered=entered or Form(),
        opened=opened,
    )


def _next_words(facts: NextFacts, lang: str) -> str:
    """The one sentence that says what to do."""
    mail = console_texts(lang, "mail")(facts.needed.label) if facts.needed else ""
    return console_texts(lang, "next")(next_row(facts).name, mail=mail)


def goal_name_of(bench: Workbench, lang: str) -> str:
    return dict(goal_options(lang)).get(bench.order.asked.get("primary_goal") or "", "")


async def refused_order_page(
    request: Request, operator: OperatorSession, problem: Problem, form: Form, opened: str
) -> Response:
    """The page with what was typed, and why it was refused."""
    return await order_page(
        request,
        operator,
        status=problem.type.status,
        fault=problem_sentence(request, problem),
        entered=form,
        opened=opened,
    )


async def _next_in_queue(request: Request, order_id: str) -> QueueLine | None:
    """The other order whose promise breaks next: where to continue after this one."""
    services = services_of(request)
    lines = await services.db.read(queue, services.settings, VIEWS[0])
    return next((line for line in lines if line.order.id != order_id), None)


async def latest_scan(request: Request, bench: Workbench) -> StoredScan | None:
    latest = max(bench.scans, key=lambda row: row.at, default=None)
    return await services_of(request).db.read(find_stored_scan, latest.session_id) if latest else None


def _has_first_screens(scan: StoredScan | None) -> bool:
    """The preview of the buyer's page in the console."""
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
    to, lang = request.path_params["to"], console_language(request).value
    if to not in MOVABLE:
        raise not_found()
    words = CLOSE_WITHDRAWN.words if bench.withdrawn and to == CLOSE_WITHDRAWN.to else to
    said = f"to_{words}" if words in STEP or words == CLOSE_WITHDRAWN.words else "moved"
    done = redirect_after_form(f"/console/o/{bench.order.id}?said={said}")
    try:
        _refuse_undecided(request, bench, to)
        way = ways_from(bench.moves).get(Status(to), (Status(to),))
        looked = _has_first_screens(await latest_scan(request, bench))
        move = move_of(
            bench.order,
            way_step(Status(to), way, looked=looked),
            form,
            operator.name,
            lang,
            now=services.clock.now(),
        )
        steps = (*(Move(to_status=passed, actor=operator.name) for passed in way[:-1]), move)
        await services.db.write(apply_moves, services, bench.order.id, seen_in(form), steps)
    except ChangedMeanwhile:
        if await services.db.read(were_applied, bench.order.id, seen_in(form), move):
            return done
        if to not in ways_from(bench.moves):
            raise
        fault = console_texts(lang, "order")("changed")
        return await order_page(request, operator, status=409, fault=fault, entered=form, opened=to)
    except Problem as problem:
        return await refused_order_page(request, operator, problem, form, to)
    return done


@ENDPOINTS.add("POST", "/console/o/{id}/remark", name="write_remark", summary="Write into the audit trail")
@operator_form()
async def write_remark(request: Request, operator: OperatorSession, form: Form) -> Response:
    bench = await workbench_of(request)
    kind, note = form.text("kind"), form.text("note")[:2000]
    if kind not in BY_HAND or (kind == "note" and not note):
        fault = console_say(request, "order")("fault_empty_note")
        return await order_page(request, operator, status=400, fault=fault, entered=form, opened="remark")
    db, order_id = services_of(request).db, bench.order.id
    if kind == "note":
        await db.write(add_remark_once, order_id, kind, operator.name, note)
        return redirect_after_form(f"/console/o/{order_id}?said=noted")
    try:
        await db.write(
            tick_off, order_id, kind, operator.name, seen=seen_in(form), shown=number_in(form, "shown")
        )
    except ChangedMeanwhile:
        fault = console_say(request, "order")("changed")
        return await order_page(request, operator, status=409, fault=fault)
    return redirect_after_form(f"/console/o/{bench.order.id}?said=noted")


@ENDPOINTS.add("POST", "/console/o/{id}/read", name="mark_read", summary="Mark the shown messages as read")
@operator_form()
async def mark_messages_read(request: Request, operator: OperatorSession, form: Form) -> Response:
    order_id, shown = order_id_of(request), number_in(form, "shown")
    all_read = await services_of(request).db.write(mark_read, order_id, operator.name, shown)
    return redirect_after_form(f"/console/o/{order_id}?said={'read' if all_read else 'newer_unread#new'}")


def _refuse_undecided(request: Request, bench: Workbench, to: str) -> None:
    """No move is possible while a withdrawal is undecided."""
    if bench.withdrawn and to not in bench.moves:
        raise invalid_input_problem(console_say(request, "order"), "fault_withdrawn")


def seen_in(form: Form) -> int:
    """The `updated_at` of the page that the form was on."""
    return number_in(form, "seen")


def number_in(form: Form, name: str) -> int:
    """A number that the page put into its form; -1 where there is none."""
    given = form.text(name)
    return int(given) if given.isascii() and given.isdigit() and len(given) < 19 else -1
