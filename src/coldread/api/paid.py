"""Pay-per-call: `POST /v1/quick-fix`, `/v1/audit`, `/v1/scan-paid`."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.shapes import Audit, QuickFix
from coldread.api.paid_endpoint import paid_endpoint
from coldread.api.parameters import IDEMPOTENCY_KEY
from coldread.base.clock import format_duration
from coldread.base.fields import Body, ScanAudience, Uri
from coldread.base.languages import Language
from coldread.payments.accounting.ledger import REDEEMABLE
from coldread.payments.paid_call import PaidWork
from coldread.payments.prices import CALL
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.paid_scan import fetch_source, paid_scan
from coldread.scans.scan_request import ScanRequest
from coldread.scans.shapes import ScanResponse
from coldread.services import Services
from coldread.web.language import chosen_language
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()

#: the problems of every paid call
PROBLEMS = (
    "invalid-input",
    "malformed-json",
    "method-unsupported",
    "payment-required",
    "payment-insufficient",
    "payment-expired",
    "verification-failed",
    "malformed-credential",
    "invalid-challenge",
    "payment-refund-due",
    "payment-in-progress",
    "rate-limited",
    "budget-exhausted",
    "service-closed",
)
HEADERS = ("Payment-Receipt", "Cache-Control", "Idempotency-Replayed")
HOW = (
    "Without a credential the answer is 402 with a challenge. One payment buys one execution; for "
    f"{format_duration(REDEEMABLE)} the same credential, path and body get the same answer again, whatever the "
    "`Idempotency-Key`, and after a failure on our side the work is done again, free."
)


class PaidScanRequest(Body):
    """Which page, and what it is for."""

    url: Uri
    primary_goal: PrimaryGoal
    audience: ScanAudience | None = None


@ENDPOINTS.add(
    "POST",
    "/v1/quick-fix",
    tag="paid",
    summary="Have one element rewritten",
    description=f"One diagnosis, rewrite and rationale, reasoned from the problem text; nothing is fetched. {HOW}",
    takes=QuickFixRequest,
    example={
        "url": "https://shop.example/",
        "element_selector": "h1",
        "problem": "The headline says 'Welcome' and nobody understands what we sell",
    },
    parameters=(IDEMPOTENCY_KEY,),
    replies=(
        Reply(status=200, description="The fix.", model=QuickFix, headers=HEADERS, recorded="quick_fix"),
    ),
    problems=PROBLEMS,
    security="payment",
    price=CALL["quick-fix"],
)
async def quick_fix(request: Request) -> Response:
    return await paid_endpoint(request, CALL["quick-fix"], QuickFixRequest, quick_fix_work)


@ENDPOINTS.add(
    "POST",
    "/v1/audit",
    tag="paid",
    summary="Audit a page by its description",
    description=f"Five ranked findings with an executive summary; nothing is fetched. {HOW}",
    takes=AuditRequest,
    example={"url": "https://shop.example/", "primary_goal": "paid_signup", "audience": "Small bakeries"},
    parameters=(IDEMPOTENCY_KEY,),
    replies=(Reply(status=200, description="The audit.", model=Audit, headers=HEADERS, recorded="audit"),),
    problems=PROBLEMS,
    security="payment",
    price=CALL["audit"],
)
async def audit(request: Request) -> Response:
    return await paid_endpoint(request, CALL["audit"], AuditRequest, audit_work)


@ENDPOINTS.add(
    "POST",
    "/v1/scan-paid",
    name="scan_paid",
    tag="paid",
    summary="Scan a landing page without the free limits",
    description=f"As `POST /v1/scan`, always live. A page that cannot be reached costs nothing. {HOW}",
    takes=PaidScanRequest,
    example={"url": "https://shop.example/", "primary_goal": "book_call"},
    parameters=(IDEMPOTENCY_KEY,),
    replies=(
        Reply(status=200, description="The scan.", model=ScanResponse, headers=HEADERS, recorded="scan_paid"),
    ),
    problems=(*PROBLEMS, "url-unreachable", "page-empty", "pipeline-unavailable"),
    security="payment",
    price=CALL["scan-paid"],
)
async def scan_paid(request: Request) -> Response:
    lang = chosen_language(None, request.headers.get("accept-language"), None)
    return await paid_endpoint(
        request, CALL["scan-paid"], PaidScanRequest, lambda services, body: scan_work(services, body, lang)
    )


def quick_fix_work(services: Services, body: QuickFixRequest) -> PaidWork:
    async def do(_: Any) -> dict[str, Any]:
        from coldread.advice import answers

        return await answers.quick_fix(services, body)

    return PaidWork(prepare=lambda: _can_begin(services), do=do)


def audit_work(services: Services, body: AuditRequest) -> PaidWork:
    async def do(_: Any) -> dict[str, Any]:
        from coldread.advice import answers

        return await answers.audit(services, body)

    return PaidWork(prepare=lambda: _can_begin(services), do=do)


async def _can_begin(services: Services) -> bool:
    from coldread.advice import answers

    return await answers.can_begin(services)


def scan_work(services: Services, body: PaidScanRequest, lang: Language) -> PaidWork:
    brief = Brief(goal=body.primary_goal, audience=body.audience or "", lang=lang)
    scan_request = ScanRequest(url=body.url, brief=brief)
    return PaidWork(
        prepare=lambda: fetch_source(services, scan_request),
        do=lambda source: paid_scan(services, scan_request, source),
    )
