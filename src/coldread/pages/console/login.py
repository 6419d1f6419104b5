"""`/console/login`: name, password and, where it is set up, a code. The API's bearer is never typed here."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.clock import MINUTE, SECOND
from coldread.base.problems import Problem
from coldread.guard import rate
from coldread.guard.limits import LOGINS
from coldread.operators import sessions
from coldread.operators.login import MustWaitError, sign_in
from coldread.operators.sessions import OperatorSession
from coldread.pages.console.access import (
    console_page,
    cookie_name,
    fields_typed,
    forbidden,
    operator_form,
    operator_of,
    redirect_after_form,
    sign_in_page,
)
from coldread.pages.console.console_texts import console_say
from coldread.pages.console.destination import destination
from coldread.web.forms import Form, is_from_here, read_form
from coldread.web.request import OPERATOR, client_of, services_of
from coldread.web.route import Endpoints, Paths

ENDPOINTS = Endpoints()

#: before the names of a waiting form's fields on the sign-in page
HELD = "held-"


@ENDPOINTS.add("GET", "/console/login", name="show_login", summary="Sign in")
async def show_login(request: Request) -> Response:
    wanted = _destination(request, request.query_params.get("next"))
    if await operator_of(request) is not None:
        return redirect_after_form(wanted)
    return sign_in_page(request, wanted=wanted)


@ENDPOINTS.add("POST", "/console/login", name="login", summary="Sign in")
async def login(request: Request) -> Response:
    services = services_of(request)
    if not is_from_here(request):
        return forbidden(request, None)
    form = await read_form(request, OPERATOR)
    held = _held_fields(form)
    name = form.text("name").lower()[:40]
    wanted = _destination(request, form.get("next"), "POST" if held else "GET")
    client, most = client_of(request.scope, services), LOGINS.most(services.settings)
    say = console_say(request, "login")
    try:
        await services.db.write(rate.count_use, LOGINS, client, most)
    except Problem as problem:
        if problem.type.slug != "rate-limited":
            raise
        failed = say("too_many", most=problem.members["limit"], seconds=LOGINS.window // SECOND)
        return sign_in_page(request, status=429, wanted=wanted, name=name, failed=failed, held=held)
    try:
        token = await sign_in(services.db, name, form.get("password", ""), form.text("code"), client)
    except MustWaitError as locked:
        failed = say("wait", minutes=-(-locked.wait // MINUTE))
        return sign_in_page(request, status=429, wanted=wanted, name=name, failed=failed, held=held)
    if token is None:
        return sign_in_page(request, status=401, wanted=wanted, name=name, failed=say("wrong"), held=held)
    answer = await _send_again(request, token, wanted, held) if held else redirect_after_form(wanted)
    _set_cookie(request, answer, token, sessions.LONGEST // 1_000_000)
    return answer


def _held_fields(form: Form) -> Form:
    """Fields of the form that waited for the sign-in."""
    return Form({key.removeprefix(HELD): value for key, value in form.items() if key.startswith(HELD)})


async def _send_again(request: Request, token: str, wanted: str, held: Form) -> Response:
    """What was typed before the session ended, with a button that sends it; until then nothing is done."""
    operator = await services_of(request).db.read(sessions.find_session, token)
    return console_page(
        request, operator, "send_again.html", action=wanted, held=held, typed=fields_typed(held)
    )


@ENDPOINTS.add("POST", "/console/logout", name="logout", summary="Sign out")
@operator_form()
async def logout(request: Request, operator: OperatorSession, form: Form) -> Response:
    services = services_of(request)
    token = request.cookies[cookie_name(services.settings)]
    await services.db.write(sessions.close_session, token)
    answer = redirect_after_form("/console/login")
    _set_cookie(request, answer, "", 0)
    return answer


def _set_cookie(request: Request, answer: Response, token: str, seconds: int) -> None:
    settings = services_of(request).settings
    answer.set_cookie(
        cookie_name(settings),
        token,
        max_age=seconds,
        path="/",
        secure=settings.base_url.startswith("https:"),
        httponly=True,
        samesite="strict",
    )


def _destination(request: Request, wanted: str | None, method: str = "GET") -> str:
    """A page of the console; for a form that waited, the address that takes it: only its button sends it there."""
    router = request.scope["router"]
    assert isinstance(router, Paths)
    return destination(wanted, lambda path: router.takes(method, path))
