"""What every console page shares: who is signed in, forms sent from our own pages, and the language."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from coldread.base.languages import Language
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.operators import sessions
from coldread.operators.sessions import OperatorSession
from coldread.orders.acts.audit_notes import ChangedMeanwhile
from coldread.pages.console.console_texts import (
    TEXTS,
    SaidProblem,
    console_language,
    console_say,
    console_texts,
)
from coldread.pages.render import page
from coldread.web.forms import Form, is_from_here, read_form
from coldread.web.request import SMALL, services_of
from coldread.web.route import Handler

#: fields of a form that nobody typed
OURS = frozenset({"token", "seen", "copy", "do", "kind", "next", "password", "key"})

Showing = Callable[[Request, OperatorSession], Awaitable[Response]]
Acting = Callable[[Request, OperatorSession, Form], Awaitable[Response]]


def cookie_name(settings: Settings) -> str:
    """The cookie's name: over TLS one that only this host can set, for all of its paths."""
    return "__Host-coldread" if settings.base_url.startswith("https:") else "coldread_console"


def operator_page(show: Showing) -> Handler:
    """A page for operators; others are sent to sign in and come back."""

    @wraps(show)
    async def handler(request: Request) -> Response:
        operator = await operator_of(request)
        if operator is None:
            return redirect_to_login(request)
        try:
            return await show(request, operator)
        except Problem as problem:
            return refusal_page(request, operator, problem)

    return handler


def operator_form(most: int = SMALL) -> Callable[[Acting], Handler]:
    """A form for operators: it needs a session, our own origin and the session's token; otherwise nothing happens."""

    def wrap(act: Acting) -> Handler:
        @wraps(act)
        async def handler(request: Request) -> Response:
            operator = await operator_of(request)
            if operator is None:
                return await _sign_in_first(request, most)
            form = Form()
            try:
                form = await read_form(request, most)
                if not (is_from_here(request) and _knows_token(form, operator)):
                    return _script_answer(request, 403) or forbidden(request, operator, form)
                return await act(request, operator, form)
            except ChangedMeanwhile:
                return _script_answer(request, 409) or console_page(
                    request,
                    operator,
                    "changed.html",
                    status=409,
                    back=_order_page(request),
                    typed=fields_typed(form),
                )
            except Problem as problem:
                return _script_answer(request, problem.type.status) or refusal_page(
                    request, operator, problem, form
                )

        return handler

    return wrap


async def operator_of(request: Request) -> OperatorSession | None:
    services = services_of(request)
    token = request.cookies.get(cookie_name(services.settings))
    if not token:
        return None
    operator = await services.db.read(sessions.find_session, token)
    if operator is not None and operator.is_unnoted:
        await services.db.write(sessions.note_seen, token)
    return operator


def console_page(
    request: Request, operator: OperatorSession | None, template: str, *, status: int = 200, **values: Any
) -> Response:
    """Render in the console's language. The words come from the group of the template's name, then from the group of all pages."""
    lang = console_language(request)
    return page(
        request,
        f"console/{template}",
        status=status,
        language=lang,
        t=console_texts(lang.value, template.partition(".")[0], "parts", "frame"),
        operator=operator,
        now=services_of(request).clock.now(),
        **values,
    )


def forbidden(request: Request, operator: OperatorSession | None, form: Form | None = None) -> Response:
    kept = fields_typed(form) if form and operator and is_from_here(request) else {}
    return console_page(request, operator, "forbidden.html", status=403, typed=kept)


def refusal_page(
    request: Request, operator: OperatorSession, problem: Problem, form: Form | None = None
) -> Response:
    say, lang = console_say(request, "problem"), console_language(request)
    slug = problem.type.slug
    return console_page(
        request,
        operator,
        "refused.html",
        status=problem.type.status,
        said=say(slug if TEXTS.find(lang, f"problem.{slug}") else "other"),
        detail=problem_sentence(request, problem),
        back=_order_page(request),
        typed=fields_typed(form or Form()),
    )


def problem_sentence(request: Request, problem: Problem) -> str:
    """What went wrong, in the console's language; details for programs are replaced by a general sentence."""
    lang, slug = console_language(request), problem.type.slug
    if problem.told is not None:
        return problem.told(lang)
    if lang == Language.EN or isinstance(problem, SaidProblem):
        return problem.detail
    more = f"{slug}_more" if TEXTS.find(lang, f"problem.{slug}_more") else "other_more"
    return console_say(request, "problem")(more)


def fields_typed(form: Form) -> dict[str, str]:
    """What a person typed into a form that was refused: shown again, so that nobody types it twice."""
    return {name: value for name, value in form.items() if name not in OURS and value.strip()}


async def _sign_in_first(request: Request, most: int) -> Response:
    """A form of somebody whose session is over: what was typed waits on the sign-in page and is sent after it."""
    if answer := _script_answer(request, 401):
        return answer
    if not is_from_here(request):
        return redirect_to_login(request)
    try:
        form = await read_form(request, most)
    except Problem:
        return redirect_to_login(request)
    return sign_in_page(request, status=401, wanted=request.url.path, held=form)


def sign_in_page(
    request: Request,
    *,
    wanted: str,
    status: int = 200,
    name: str = "",
    failed: str = "",
    held: Form | None = None,
) -> Response:
    """`held`: the fields of a form that came too late; they are kept through the sign-in and sent again after it."""
    fields = {key: value for key, value in (held or Form()).items() if key not in {"token", "password"}}
    return console_page(
        request, None, "login.html", status=status, next=wanted, name=name, failed=failed, held=fields
    )


def _script_answer(request: Request, status: int) -> Response | None:
    """For a script: a status, and nothing that it could mistake for success; None if a page is wanted."""
    if "application/json" not in request.headers.get("accept", ""):
        return None
    return JSONResponse({"kept": None}, status, {"Cache-Control": "no-store"})


def redirect_to_login(request: Request) -> Response:
    """A page is asked for again after signing in; a form is not sent again by itself."""
    query = f"?{request.url.query}" if request.url.query else ""
    wanted = request.url.path + query if request.method in {"GET", "HEAD"} else "/console"
    return redirect_after_form(f"/console/login?next={quote(wanted, safe='')}")


def redirect_after_form(where: str) -> Response:
    """After a form: the page that shows its result."""
    return RedirectResponse(where, 303, {"Cache-Control": "no-store"})


def _knows_token(form: Form, operator: OperatorSession) -> bool:
    return hmac.compare_digest(form.get("token", "").encode(), operator.form_token.encode())


def _order_page(request: Request) -> str:
    order_id = request.path_params.get("id")
    return f"/console/o/{order_id}" if order_id else "/console"
