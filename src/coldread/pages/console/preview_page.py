"""`/console/o/{id}/look`: the page as it is now, before the order is accepted; both pictures and the score."""

from __future__ import annotations

import dataclasses
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.languages import Language
from coldread.base.problems import Problem
from coldread.operators.sessions import OperatorSession
from coldread.orders.order_scans import note_scan
from coldread.pages.console.access import operator_form, redirect_after_form
from coldread.pages.console.console_texts import console_language
from coldread.pages.console.order import order_page, workbench_of
from coldread.pages.page_texts import page_texts
from coldread.pages.scan_reasons import reason_sentence
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.visit.fetch import PageError
from coldread.scanner.visit.without_tls import address_without_tls
from coldread.scans.dispatch import problem_for, run_scan
from coldread.scans.scan_request import ScanRequest
from coldread.services import Services
from coldread.web.forms import Form
from coldread.web.request import services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()


@ENDPOINTS.add("POST", "/console/o/{id}/look", name="look_at_page", summary="Look at the page")
@operator_form()
async def look_at_page(request: Request, operator: OperatorSession, form: Form) -> Response:
    services, bench = services_of(request), await workbench_of(request)
    asked = bench.order.asked
    brief = Brief(
        goal=PrimaryGoal(asked.get("primary_goal") or PrimaryGoal.OTHER),
        audience=asked.get("audience") or "",
        lang=Language(bench.order.language),
    )
    wanted = ScanRequest(url=asked.get("url", ""), brief=brief)
    try:
        answer = await _looked_at(services, wanted)
    except Exception as error:
        problem = problem_for(error, {})
        if not isinstance(problem, Problem):
            raise
        lang = console_language(request).value
        fault = (
            problem.detail
            if lang == Language.EN
            else reason_sentence(
                page_texts(lang, "scan_problem"), {"slug": problem.type.slug, **problem.members}
            )
        )
        return await order_page(request, operator, status=problem.type.status, fault=fault)
    await services.db.write(note_scan, bench.order.id, answer["session_id"], "look")
    return redirect_after_form(f"/console/o/{bench.order.id}?said=looked")


async def _looked_at(services: Services, wanted: ScanRequest) -> dict[str, Any]:
    """The scan; if nothing answers on https, the one on http."""
    try:
        return await run_scan(services, wanted)
    except PageError as error:
        there = address_without_tls(wanted.url, error.reason)
        if there is None:
            raise
        try:
            return await run_scan(services, dataclasses.replace(wanted, url=there))
        except PageError:
            raise error from None
