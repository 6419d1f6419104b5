"""Who gets into the console, and what another site can do with an operator's browser: nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coldread.asgi import endpoints
from coldread.base.clock import MINUTE
from coldread.operators import passwords
from coldread.operators.sessions import IDLE
from tests.console.visitor import HASH, PASSWORD, Visitor
from tests.harness.service import Service

CONSOLE = [row for row in endpoints() if row.path.startswith("/console") and row.path != "/console/login"]


FOREIGN = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
)


@pytest.fixture
def berit(quick_service: Service) -> Visitor:
    return Visitor(quick_service).sign_in()


def filled(path: str, order_id: str = "INV-11111111") -> str:
    return path.format(
        id=order_id, to="reviewing", number="1", job="1", submission="x", event="1", file="desktop.png"
    )


def test_nobody_sees_or_does_anything_without_signing_in(quick_service: Service) -> None:
    stranger = Visitor(quick_service)
    for row in CONSOLE:
        answer = stranger.ask(row.method, filled(row.path), data={"x": "y"} if row.method == "POST" else None)
        if row.method == "POST":  # what was typed waits on the sign-in page
            assert (answer.status_code, "Sign in" in answer.text) == (401, True), row
            continue
        assert answer.status_code == 303, row
        assert answer.headers["location"].startswith("/console/login?next=%2Fconsole"), row


def test_a_form_from_elsewhere_or_without_its_token_is_refused(berit: Visitor) -> None:
    order_id = berit.service.order()["order_id"]
    berit.see(f"/console/o/{order_id}")
    fields = berit.fields("/move/reviewing")
    strangers = Visitor(berit.service, "cecilia").sign_in().fields("/console/logout")["token"]
    for row in CONSOLE:
        if row.method != "POST":
            continue
        path = filled(row.path, order_id)
        for forged in FOREIGN:
            assert berit.ask("POST", path, data=fields, headers=forged).status_code == 403, (row, forged)
        for token in ("", "x", strangers):
            assert berit.ask("POST", path, data={**fields, "token": token}).status_code == 403, (row, token)
    assert berit.service.seen(order_id)["status"] == "submitted"
    assert berit.see("/console"), "the session goes on"


def test_signing_in_from_another_site_is_refused(quick_service: Service) -> None:
    visitor = Visitor(quick_service)
    data = {"name": "berit", "password": PASSWORD}
    answer = visitor.ask("POST", "/console/login", data=data, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, len(visitor.cookies)) == (403, 0)


def test_the_cookie_is_strict_and_bound_to_the_host_over_tls(quick_service: Service) -> None:
    visitor = Visitor(quick_service)
    visitor.see("/console/login")
    answer = visitor.ask(
        "POST", "/console/login", data={"name": "berit", "password": PASSWORD, "next": "/console"}
    )
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-coldread=")
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "secure", "samesite=strict", "path=/"} <= parts
    assert not any(part.startswith("domain") for part in parts)
    assert "no-store" in visitor.ask("GET", "/console").headers["cache-control"]


def test_without_tls_the_cookie_has_another_name_and_the_console_works(
    make_service: Callable[..., Service],
) -> None:
    plain = make_service(base_url="http://localhost:8000")
    visitor = Visitor(plain)
    answer = visitor.ask(
        "POST",
        "/console/login",
        data={"name": "berit", "password": PASSWORD},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.headers["set-cookie"].startswith("coldread_console=")
    assert visitor.ask("GET", "/console").status_code == 200


def test_signing_out_and_time_end_the_session(berit: Visitor) -> None:
    kept = dict(berit.cookies)
    berit.see("/console")
    berit.send("/console/logout")
    assert "Sign in" in berit.text
    berit.cookies.update(kept)
    assert berit.ask("GET", "/console").status_code == 303
    berit.cookies.clear()
    berit.sign_in()
    berit.service.clock.move(IDLE)
    assert berit.ask("GET", "/console").status_code == 303


def test_the_api_bearer_is_no_password_and_a_session_is_no_bearer(berit: Visitor) -> None:
    order_id = berit.service.order()["order_id"]
    answer = berit.ask("POST", f"/v1/internal/orders/{order_id}/transition", json={"to_status": "reviewing"})
    assert answer.status_code == 401
    headers = {"Authorization": "Bearer admin-secret-of-at-least-32-characters"}
    assert Visitor(berit.service, "eva").ask("GET", "/console", headers=headers).status_code == 303


#: addresses outside the console, in every disguise that a browser or a proxy may undo
ELSEWHERE = (
    "https://evil.example",
    "//evil.example",
    "///evil.example/console",
    "/console//evil.example",
    "//evil.example/console/..",
    "javascript:alert(1)",
    "console/ops",
    "/console\\@evil",
    "/\\evil",
    "/o/x",
    "/consolex",
    "/order?do=send",
    "/console/../order?do=send",
    "/console/./../order?do=send",
    "/console/o/../../order",
    "/console/%2e%2e/order?do=send",
    "/console/%2E./order?do=send",
    "/console/%252e%252e/order?do=send",
    "/console/%25252525252e%25252525252e/order",
    "/console%2f..%2forder?do=send",
    "/console/..%2forder",
    "/console/..%5corder",
    "/console/%5c..%5corder",
    "/console/\t../order",
    "/console/%09../order",
    "/console\r\nSet-Cookie: a=b",
    "/console/%0d%0aSet-Cookie:%20a=b",
    "/console/\u2025/order",
    "/console/ops%3fnext=/order",
    "/console/ops%23",
    " /console/ops",
    "/console/" + "../" * 700,
    # of the console, but nothing that is only looked at
    "/console/logout",
    "/console/o/INV-11111111/move/reviewing",
    "/console/letters/drop",
    "/console/nowhere",
    "/metrics",
)


@pytest.mark.parametrize("signed_in", [False, True])
def test_signing_in_leads_nowhere_else(quick_service: Service, signed_in: bool) -> None:
    visitor = Visitor(quick_service)
    if signed_in:
        visitor.sign_in()
    for wanted in ELSEWHERE:
        if signed_in:
            answer = visitor.ask("GET", "/console/login", params={"next": wanted})
        else:
            data = {"name": "berit", "password": PASSWORD, "next": wanted}
            answer = visitor.ask("POST", "/console/login", data=data)
            visitor.cookies.clear()
            quick_service.clock.move(MINUTE)  # sign-ins are limited
        assert (answer.status_code, answer.headers["location"]) == (303, "/console"), wanted


def test_signing_in_leads_to_the_page_that_was_compared(quick_service: Service) -> None:
    visitor = Visitor(quick_service).sign_in()
    for wanted, where in (
        ("/console/ops", "/console/ops"),
        ("/console/ops?said=retried&n=2", "/console/ops?said=retried&n=2"),
        ("/console/o/INV-11111111/draft/1", "/console/o/INV-11111111/draft/1"),
        ("/console/people?email=a%40b.example", "/console/people?email=a%40b.example"),
        ("/console/", "/console"),
        ("/console/./ops/.", "/console/ops"),
        ("/console/x/../ops", "/console/ops"),
        ("/console/x/%2e%2e/%6fps", "/console/ops"),
        ("/console/%256fps", "/console/ops"),
    ):
        answer = visitor.ask("GET", "/console/login", params={"next": wanted})
        assert answer.headers["location"] == where, wanted


def test_a_form_that_waited_is_offered_to_no_address_outside_the_console(quick_service: Service) -> None:
    """Its button carries the session's token."""
    data = {"name": "berit", "password": PASSWORD, "held-note": "typed"}
    for wanted, action in (
        ("/console/../order?do=send", "/console"),
        ("/order", "/console"),
        ("/console/o/INV-11111111", "/console"),
        ("/console/o/INV-11111111/remark", "/console/o/INV-11111111/remark"),
    ):
        visitor = Visitor(quick_service)
        answer = visitor.ask("POST", "/console/login", data={**data, "next": wanted})
        assert f'action="{action}" data-once' in answer.text, wanted


def test_signing_in_leads_back_to_the_page_that_was_asked_for(quick_service: Service) -> None:
    visitor = Visitor(quick_service)
    order_id = quick_service.order()["order_id"]
    visitor.see(f"/console/o/{order_id}?said=moved")
    assert order_id in visitor.send("/console/login", name="Berit", password=PASSWORD)


def test_wrong_passwords_look_all_the_same_and_too_many_are_told_to_wait(
    quick_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "nobodys_hash", lambda: HASH)  # cheap to compare
    visitor = Visitor(quick_service)
    texts = set()
    for number in range(12):
        visitor.see("/console/login")
        name = "berit" if number % 2 else "nobody"
        texts.add(visitor.send("/console/login", 401, name=name, password="wrong").replace(name, ""))
    assert len(texts) == 1
    for number in range(18):
        visitor.see("/console/login")
        status = 401 if number < 10 else 429
        text = visitor.send("/console/login", status, name="x", password="wrong")
        assert ("nothing was checked" in text) is (number >= 10), (
            "whoever waits is not told that it was wrong"
        )
    visitor.see("/console/login")
    assert "30 in 600 seconds" in visitor.send("/console/login", 429, name="berit", password=PASSWORD)


def test_forms_that_are_none_are_refused_without_harm(berit: Visitor) -> None:
    order_id = berit.service.order()["order_id"]
    form = "application/x-www-form-urlencoded"
    for body, kind, status in (
        (b"a=%00", form, 400),
        (b"a=%ff", form, 400),
        (b"\xff", form, 400),
        (b"&".join(b"a=1" for _ in range(200)), form, 400),
        (b"{}", "application/json", 415),
        (b"a=" + b"x" * 70_000, form, 413),
    ):
        answer = berit.ask(
            "POST", f"/console/o/{order_id}/remark", content=body, headers={"Content-Type": kind}
        )
        assert answer.status_code == status, body[:10]
        assert answer.headers["content-type"].startswith("text/html")
