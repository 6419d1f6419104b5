"""`/o/{id}`: the state of an order, what happens next, and what the buyer can do about it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import urlencode

from pydantic import Field, ValidationError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.fields import Body, Message, RepoUri, Source200k, Uri
from coldread.base.problems import Problem, not_found
from coldread.orders.acts.advance import illegal_move
from coldread.orders.acts.buyer_answer import InfoAnswer, store_answer
from coldread.orders.acts.buyer_message import add_buyer_message as say_it
from coldread.orders.acts.page_unreachable import send_page
from coldread.orders.acts.rescan import rescan
from coldread.orders.acts.withdrawal import withdraw
from coldread.pages.forms import faults_of, is_without_scheme, odd_hosts, read_form, web_address
from coldread.pages.order.order_facts import Facts, ask_facts, live_page, order_language
from coldread.pages.order.withdrawal_pdf import withdrawal_pdf
from coldread.pages.page_texts import page_texts
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import PRIVATE, asked_language, page, wants_html
from coldread.pages.scan_reasons import reason_sentence
from coldread.scanner.visit.without_tls import NO_TLS, address_without_tls
from coldread.web.request import CREATION, order_id_of, read_by_id, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

#: problems of a form whose order has moved on since its page was made: another tab, or the operator, was first
MOVED_ON = ("illegal-transition", "invalid-input", "not-found")
#: problems that are said beside the rescan's form instead of on a separate page
RESCAN_PROBLEMS = ("url-unreachable", "page-empty", "pipeline-unavailable", "rescan-used")


class InfoForm(Body):
    """The buyer's answer to a question."""

    message: Message
    html: Source200k | None = None
    repo_url: RepoUri | None = None


class SayForm(Body):
    """Whatever the buyer wants the reviewer to know."""

    said: Message


class PageForm(Body):
    """Another address or a file, for a page that could not be read."""

    page_url: Uri | None = None
    html: Source200k | None = None


class RescanForm(Body):
    """Which address the rescan visits."""

    rescan_url: Uri


class WithdrawalForm(Body):
    """Who withdraws."""

    name: Annotated[str, Field(min_length=1, max_length=120)]


@ENDPOINTS.add("GET", "/o/{id}", summary="Order's page")
@show_problems_as_pages
async def show_status(request: Request) -> Response:
    return await live_page(request, _status_page)


@ENDPOINTS.add("POST", "/o/{id}/info", summary="Answer")
@show_problems_as_pages
async def take_answer(request: Request) -> Response:
    services = services_of(request)
    form = await read_form(request, CREATION)
    facts = await ask_facts(request)
    say = page_texts(order_language(request, facts).value, "status", "form")
    given = {**form, "repo_url": web_address(form.get("repo_url", ""))}
    try:
        answer = InfoForm.model_validate({name: value for name, value in given.items() if value})
    except ValidationError as error:
        return _status_page(request, facts, values=form, faults=faults_of(error, say, {}), status=400)
    try:
        await services.db.write(
            store_answer, services.settings, order_id_of(request), InfoAnswer(**answer.model_dump())
        )
    except Problem as problem:
        return await _too_late(request, problem, answer.message)
    return _redirect_to_order(request)


@ENDPOINTS.add("POST", "/o/{id}/say", summary="Say something to the reviewer")
@show_problems_as_pages
async def take_words(request: Request) -> Response:
    services = services_of(request)
    form = await read_form(request)
    facts = await ask_facts(request)
    say = page_texts(order_language(request, facts).value, "status", "form")
    given = {"said": words} if (words := form.text("said")) else {}
    try:
        told = SayForm.model_validate(given)
    except ValidationError as error:
        return _status_page(request, facts, values=form, faults=faults_of(error, say, {}), status=400)
    try:
        await services.db.write(say_it, services.settings, facts.order.id, told.said)
    except Problem as problem:
        if problem.type.slug == "rate-limited":
            return _status_page(request, facts, values=form, faults={"said": say("said_enough")}, status=429)
        return await _too_late(request, problem, told.said)
    return _redirect_to_order(request, done="said")


@ENDPOINTS.add("POST", "/o/{id}/page", summary="Another way to the page")
@show_problems_as_pages
async def take_page(request: Request) -> Response:
    services = services_of(request)
    form = await read_form(request, CREATION)
    facts = await ask_facts(request)
    say = page_texts(order_language(request, facts).value, "status", "form")
    given = {"html": form.get("html", ""), "page_url": web_address(form.get("page_url", ""))}
    try:
        sent = PageForm.model_validate({name: value for name, value in given.items() if value})
    except ValidationError as error:
        return _status_page(request, facts, values=form, faults=faults_of(error, say, {}), status=400)
    if not sent.page_url and not sent.html:
        return _status_page(
            request, facts, values=form, faults={"page_url": say("unseen_nothing")}, status=400
        )
    try:
        await services.db.write(
            send_page, services.settings, facts.order.id, url=sent.page_url, html=sent.html
        )
    except Problem as problem:
        return await _too_late(request, problem, sent.page_url or "")
    return _redirect_to_order(request)


@ENDPOINTS.add("POST", "/o/{id}/rescan", summary="Rescan")
@show_problems_as_pages
async def take_rescan(request: Request) -> Response:
    form = await read_form(request)
    facts = await ask_facts(request)
    say = page_texts(order_language(request, facts).value, "status", "form")
    try:
        again = RescanForm.model_validate({"rescan_url": web_address(form.get("rescan_url", ""))})
    except ValidationError as error:
        return _status_page(request, facts, values=form, faults=faults_of(error, say, {}), status=400)
    if faults := odd_hosts(form, ("rescan_url",), say):
        return _status_page(request, facts, values=form, faults=faults, status=400)
    if form.get("sure") != "yes" and facts.can_rescan:  # there is one: nobody spends it by one press
        return _status_page(request, facts, values=form, asked_rescan=again.rescan_url)
    try:
        answer = await _rescan_address(
            request, facts, again.rescan_url, bare=is_without_scheme(form.get("rescan_url", ""))
        )
    except Problem as problem:
        if problem.type.slug not in RESCAN_PROBLEMS:
            raise
        faults = {"rescan_url": _not_rescanned(request, facts, problem)}
        return _status_page(request, facts, values=form, faults=faults, status=problem.type.status)
    lang = asked_language(request)
    return RedirectResponse(f"/r/{answer['session_id']}" + (f"?lang={lang.value}" if lang else ""), 303)


@ENDPOINTS.add("POST", "/o/{id}/withdraw", summary="Withdraw")
@show_problems_as_pages
async def take_withdrawal(request: Request) -> Response:
    services = services_of(request)
    form = await read_form(request)
    facts = await ask_facts(request)
    say = page_texts(order_language(request, facts).value, "status", "form")
    try:
        who = WithdrawalForm.model_validate({"name": form.get("name", "").strip()})
    except ValidationError as error:
        told = faults_of(error, say, {})["name"]
        # the page below still thanks for the order: a buyer who wanted to withdraw must not mistake that for a yes
        faults = {"name": f"{told} {say('not_withdrawn')}"}
        return _status_page(request, facts, values=form, faults=faults, status=400)
    noted = await services.db.write(withdraw, services.settings, facts.order.id, "person", who.name)
    if noted is None:
        closed = illegal_move(
            facts.order, None, facts.now, "The order is closed: there is nothing to withdraw from."
        )
        return await _too_late(request, closed, "")
    return _redirect_to_order(request)


@ENDPOINTS.add("GET", "/o/{id}/withdrawal.pdf", summary="Acknowledgement of a withdrawal")
@show_problems_as_pages
async def show_acknowledgement(request: Request) -> Response:
    async def show(_: str) -> Response:
        facts = await ask_facts(request)
        if facts.withdrawal is None:
            raise not_found()
        lang = order_language(request, facts).value
        say = page_texts(lang, "withdrawal", "pay")
        made = await asyncio.to_thread(
            withdrawal_pdf,
            facts.order,
            facts.withdrawal,
            services_of(request).settings,
            say,
            lang,
            named=not facts.has_lapsed,
        )
        headers = {
            **PRIVATE,
            "Content-Disposition": f'attachment; filename="{say("pdf_file", id=facts.order.id)}"',
        }
        return Response(made, 200, headers, "application/pdf")

    return await read_by_id(request, show)


async def _rescan_address(request: Request, facts: Facts, url: str, *, bare: bool) -> dict[str, Any]:
    """The rescan; an address typed without its scheme is tried on https and then, if nothing answers, on http."""
    try:
        return await rescan(services_of(request), facts.order.id, url)
    except Problem as problem:
        there = address_without_tls(url, problem.members.get("reason")) if bare else None
        if there is None:
            raise
        try:
            return await rescan(services_of(request), facts.order.id, there)
        except Problem as second:
            raise (problem if second.members.get("reason") in NO_TLS else second) from None


def _not_rescanned(request: Request, facts: Facts, problem: Problem) -> str:
    """Why it failed, and that the rescan is not used up."""
    lang = order_language(request, facts).value
    if problem.type.slug == "rescan-used":
        return page_texts(lang, "status")("rescan_rescan-used")
    told = {"slug": problem.type.slug, **problem.members}
    return f"{reason_sentence(page_texts(lang, 'scan_problem'), told)} {page_texts(lang, 'status')('rescan_kept')}"


async def _too_late(request: Request, problem: Problem, typed: str) -> Response:
    """The present state with what was typed, so that nobody has to type it again after a refusal."""
    if problem.type.slug not in MOVED_ON or not wants_html(request.headers.get("accept")):
        raise problem
    facts = await ask_facts(request)  # 404 if the page has expired too
    status = 409 if problem.type.slug == "not-found" else problem.type.status
    return _status_page(request, facts, too_late=typed, status=status)


def _redirect_to_order(request: Request, *, done: str = "") -> Response:
    """To the order's page, which has the present state; with `done`, also what was just done."""
    lang = asked_language(request)
    asked = {"done": done, "lang": lang.value if lang else ""}
    more = urlencode({name: value for name, value in asked.items() if value})
    return RedirectResponse(
        f"/o/{order_id_of(request)}{'?' if more else ''}{more}#{'told' if done else 'next'}", 303
    )


def _status_page(
    request: Request,
    facts: Facts,
    *,
    values: dict[str, str] | None = None,
    faults: dict[str, str] | None = None,
    too_late: str | None = None,
    asked_rescan: str = "",
    status: int = 200,
) -> Response:
    """`too_late`: what was typed for an order that has moved on since. `asked_rescan`: the address that the page asks
    about once more before the one rescan is used."""
    typed = {
        "message": "",
        "said": "",
        "repo_url": "",
        "rescan_url": facts.order.asked.get("url", ""),
        "name": "",
        "page_url": "",
    }
    return page(
        request,
        "status.html",
        status=status,
        language=order_language(request, facts),
        facts=facts,
        order=facts.order,
        values={**typed, **(values or {})},
        faults=faults or {},
        too_late=too_late,
        asked_rescan=asked_rescan,
        done=request.query_params.get("done", ""),
    )
