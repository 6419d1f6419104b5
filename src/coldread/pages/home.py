"""`/`: what Coldread is, the scan form, what it costs; `/scan` takes the form."""

from __future__ import annotations

import dataclasses
from typing import Any

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.db import Session
from coldread.base.fields import Body, ScanAudience, Uri
from coldread.base.settings import Settings
from coldread.guard import rate
from coldread.guard.limits import SCAN_GLOBAL
from coldread.pages.forms import faults_of, is_without_scheme, odd_hosts, read_form, web_address
from coldread.pages.goal_choices import goal_options, goals_judged
from coldread.pages.markdown import MARKDOWN, markdown_page
from coldread.pages.page_texts import page_texts
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.published_figures import AGREEMENT, number_of_checks
from coldread.pages.render import asked_language, language_of, page
from coldread.pages.report_page import sample
from coldread.pages.scan_reasons import reason_sentence
from coldread.payments.accepted import installed_methods
from coldread.payments.on_sale import listed_calls
from coldread.payments.prices import COLD_READ_NET, CURRENCY, BillingMethod, cold_read_price
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.home import home_scan
from coldread.scans.scan_request import ScanRequest
from coldread.scans.tickets import open_ticket
from coldread.web.request import client_of, require_open, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


class ScanForm(Body):
    """Which page, and what it is for."""

    url: Uri
    primary_goal: PrimaryGoal
    audience: ScanAudience | None = None


@ENDPOINTS.add("GET", "/", summary="Home")
@show_problems_as_pages
async def home(request: Request) -> Response:
    return await home_page(request, dict(request.query_params))


@ENDPOINTS.add("GET", "/index.md", summary="Home as markdown")
async def home_markdown(request: Request) -> Response:
    return await home_page(request, {}, as_markdown=True)


@ENDPOINTS.add("POST", "/scan", summary="Scan form")
@show_problems_as_pages
async def start_scan_from_form(request: Request) -> Response:
    services = services_of(request)
    form = await read_form(request)
    require_open(services)
    lang = language_of(request)
    say = page_texts(lang.value, "form")
    typed = {**form, "url": web_address(form.get("url", ""))}
    try:
        asked = ScanForm.model_validate({name: value for name, value in typed.items() if value})
    except ValidationError as error:
        return await home_page(request, form, faults=faults_of(error, say, {}), status=400)
    if faults := odd_hosts(typed, ("url",), say):
        return await home_page(request, form, faults=faults, status=400)
    brief = Brief(goal=asked.primary_goal, audience=asked.audience or "", lang=lang)
    scan_request = ScanRequest(url=asked.url, brief=brief, client=client_of(request.scope, services))
    scan_request = dataclasses.replace(scan_request, bare=is_without_scheme(form.get("url", "")))
    ticket = await services.db.write(open_ticket, scan_request)
    chosen = f"?lang={lang.value}" if asked_language(request) else ""
    return RedirectResponse(f"/scanning/{ticket}{chosen}", 303)


async def home_page(
    request: Request,
    values: dict[str, str],
    *,
    faults: dict[str, str] | None = None,
    problem: dict[str, Any] | None = None,
    status: int = 200,
    as_markdown: bool = False,
) -> Response:
    """The page with what was typed, and what was wrong with it."""
    services = services_of(request)
    told: dict[str, Any] = {
        "invoice": cold_read_price(BillingMethod.UMBRELLA_INVOICE),
        "mobile": cold_read_price(BillingMethod.MOBILE_PAYMENT),
        "calls": listed_calls(services.settings) if installed_methods() else (),
        "checks": number_of_checks(),
        "agreement": AGREEMENT,
        "closed": services.settings.service_mode == "closed",
        "left": await services.db.read(scans_left, services.settings),
        "own": await services.db.read(home_scan),
    }
    if as_markdown or MARKDOWN in request.headers.get("accept", ""):
        return markdown_page(request, "home.md", canonical="/", **told)
    headers = {} if status == 200 and not values else {"Cache-Control": "no-store"}
    typed = {"url": "", "primary_goal": "", "audience": "", **values}
    return page(
        request,
        "home.html",
        status=status,
        headers=headers,
        index=True,
        values=typed,
        faults=faults or {},
        problem=reason_sentence(page_texts(language_of(request).value, "scan_problem"), problem)
        if problem
        else "",
        options=[
            ("", page_texts(language_of(request).value, "home")("goal_choose")),
            *goal_options(language_of(request)),
        ],
        judged=goals_judged(language_of(request)),
        sample_score=sample.SCORE,
        facts=structured_data(services.settings, language_of(request).value),
        **told,
    )


def structured_data(settings: Settings, lang: str) -> dict[str, Any]:
    """The page's statements as structured data (schema.org), and nothing that the page does not say."""
    seller = {"@type": "Organization", "name": settings.seller_name or "Coldread", "url": settings.base_url}
    return {
        "@context": "https://schema.org",
        "@type": "Service",
        "name": "Coldread",
        "description": page_texts(lang, "home")("description"),
        "url": f"{settings.base_url}/",
        "provider": seller,
        "offers": [
            {"@type": "Offer", "name": "Scan", "price": "0", "priceCurrency": CURRENCY},
            {"@type": "Offer", "name": "Cold-read", "price": str(COLD_READ_NET), "priceCurrency": CURRENCY},
        ],
    }


def scans_left(session: Session, settings: Settings) -> int | None:
    """Free scans left today for all clients together; None if that is not limited."""
    usage = rate.usage_of(session, SCAN_GLOBAL, "", SCAN_GLOBAL.most(settings))
    return None if usage is None else usage.remaining
