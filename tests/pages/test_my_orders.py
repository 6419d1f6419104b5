"""“My orders”: a link by e-mail that works once, and says nothing to strangers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from playwright.sync_api import Page
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import HOUR, MINUTE
from coldread.base.db import Session
from coldread.guard.mailbox import address_hash
from coldread.mail.tables import letters
from coldread.orders.tables import buyer_links, buyer_sessions
from coldread.privacy.erase import erase_again, erase_person
from coldread.privacy.export import export_person
from coldread.worker import sweep
from tests.harness.process import ServerProcess
from tests.harness.reach import tab_to
from tests.harness.rows import found
from tests.harness.service import BASE_URL, Service
from tests.pages.test_axe import AXE, RULES, RUN

HERE = {"Accept": "text/html", "Origin": BASE_URL}
ANNA = "anna@shop.example"
Make = Callable[..., Service]


@pytest.fixture
def service(sqlite_service: Make) -> Service:
    return sqlite_service(limit_receipts_per_day="0")


def ask(service: Service, email: str = ANNA, **more: Any) -> httpx.Response:
    return service.post("/my", data={"email": email}, headers=HERE, **more)


def written(service: Service) -> list[sa.Row[Any]]:
    def ask_letters(session: Session) -> list[sa.Row[Any]]:
        return list(
            session.rows(sa.select(letters).where(letters.c.kind == "sign_in").order_by(letters.c.id))
        )

    found: list[sa.Row[Any]] = service.read(ask_letters)
    return found


def link(service: Service) -> str:
    address = json.loads(written(service)[-1].details)["sign_in_page"]
    return str(address).removeprefix(BASE_URL).partition("?")[0]


def enter(service: Service, path: str) -> httpx.Response:
    return service.post(path, data={"go": "1"}, headers=HERE)


def cookie(answer: httpx.Response) -> dict[str, str]:
    return {"Cookie": answer.headers["set-cookie"].partition(";")[0], "Accept": "text/html"}


def rows(service: Service, table: sa.Table) -> list[sa.Row[Any]]:
    found: list[sa.Row[Any]] = service.read(lambda session: list(session.rows(sa.select(table))))
    return found


def test_the_link_opens_a_page_with_the_orders_of_this_address_alone(service: Service) -> None:
    mine = [service.order_in("reviewing"), service.order_in("delivered")]
    other = service.order(contact_email="eva@shop.example", url="https://other.example/")["order_id"]
    ask(service, "  Anna@Shop.example ")
    answer = enter(service, link(service))
    assert (answer.status_code, answer.headers["location"]) == (303, "/my")
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= set(answer.headers["set-cookie"].split("; "))
    page = service.get("/my", headers=cookie(answer)).text
    links = {str(each.attributes["href"]) for each in HTMLParser(page).css("article a")}
    assert {f"/o/{order_id}" for order_id in mine} == links
    assert other not in page


def test_nobody_learns_whether_an_address_is_known(service: Service) -> None:
    service.order()
    known, unknown = ask(service), ask(service, "nobody@shop.example")
    assert known.status_code == unknown.status_code == 200
    assert known.text.replace(ANNA, "?") == unknown.text.replace("nobody@shop.example", "?")
    assert known.headers.keys() == unknown.headers.keys()
    assert [letter.recipient for letter in written(service)] == [ANNA]
    assert len(rows(service, buyer_links)) == 2, "the same is written for both"
    assert {row.email for row in rows(service, buyer_links)} == {ANNA, ""}


def test_a_mail_scanner_that_opens_the_link_uses_nothing_up_and_a_second_use_is_refused(
    service: Service,
) -> None:
    service.order()
    ask(service)
    path = link(service)
    for _ in range(3):
        seen = service.get(path, headers={"Accept": "text/html"})
        assert seen.status_code == 200
        assert "set-cookie" not in seen.headers
        assert HTMLParser(seen.text).css_first("form button") is not None
    assert enter(service, path).status_code == 303
    again = enter(service, path)
    assert (again.status_code, "set-cookie" in again.headers) == (404, False)
    assert service.get(path, headers={"Accept": "text/html"}).status_code == 404
    assert len(rows(service, buyer_sessions)) == 1


def test_of_many_who_press_at_once_one_gets_in(service: Service) -> None:
    service.order()
    ask(service)
    path = link(service)
    answers = service.together(
        *(service.request("POST", path, data={"go": "1"}, headers=HERE) for _ in range(10))
    )
    assert sorted(answer.status_code for answer in answers) == [303] + [404] * 9


def test_a_link_lasts_fifteen_minutes_and_a_session_twelve_hours(service: Service) -> None:
    service.order()
    ask(service)
    service.clock.move(15 * MINUTE)
    assert enter(service, link(service)).status_code == 404
    ask(service)
    service.clock.move(15 * MINUTE - 1)
    answer = enter(service, link(service))
    assert answer.status_code == 303
    service.clock.move(12 * HOUR - 1)
    assert "article" in service.get("/my", headers=cookie(answer)).text
    service.clock.move(1)
    assert "<article" not in service.get("/my", headers=cookie(answer)).text
    service.run(sweep(service.services))
    assert rows(service, buyer_sessions) == rows(service, buyer_links) == []
    service.clock.move(24 * HOUR)
    service.run(sweep(service.services))
    assert written(service) == []


def test_signing_out_ends_the_session_on_the_server(service: Service) -> None:
    service.order()
    ask(service)
    answer = enter(service, link(service))
    mine = cookie(answer)
    left = service.post("/my/out", data={"go": "1"}, headers={**HERE, **mine})
    assert left.status_code == 303
    assert "Max-Age=0" in left.headers["set-cookie"]
    assert "<article" not in service.get("/my", headers=mine).text


def test_letters_are_limited_for_a_mailbox_a_domain_and_a_client_and_nobody_is_told(
    sqlite_service: Make,
) -> None:
    service = sqlite_service(limit_sign_ins_per_hour="2", limit_sign_ins_domain_per_hour="3")
    for email in (ANNA, "a.n.n.a+x@gmail.com", "eva@shop.example", "ulf@shop.example"):
        service.order(contact_email=email)
    pages = {ask(service).text for _ in range(4)}
    assert len(pages) == 1
    assert len(written(service)) == 2
    for email in ("eva@shop.example", "ulf@shop.example"):
        ask(service, email)
    assert len(written(service)) == 3, "the domain's third"
    one_client = sqlite_service(limit_sign_ins_ip_per_hour="1")
    ask(one_client)
    before = len(written(one_client))
    ask(one_client, "a.n.n.a+x@gmail.com")
    assert len(written(one_client)) == before


def test_another_site_can_neither_ask_nor_enter(service: Service) -> None:
    service.order()
    ask(service)
    foreign = {"Accept": "text/html", "Origin": "https://evil.example"}
    assert service.post("/my", data={"email": ANNA}, headers=foreign).status_code == 403
    assert service.post(link(service), data={"go": "1"}, headers=foreign).status_code == 403
    assert enter(service, link(service)).status_code == 303


def test_an_address_that_is_none_is_named_on_the_form(service: Service) -> None:
    answer = ask(service, "anna@@shop")
    assert answer.status_code == 400
    field = HTMLParser(answer.text).css_first("#email")
    assert field is not None
    assert (field.attributes["value"], field.attributes["aria-invalid"]) == ("anna@@shop", "true")


def test_whoever_is_forgotten_is_signed_out_and_a_session_is_handed_out(service: Service) -> None:
    service.order_in("reviewing")
    ask(service)
    answer = enter(service, link(service))
    ask(service)
    assert export_signed_in(service) == ["2026-11-15T09:20:00.000000Z"]
    service.write(erase_person, service.services, ANNA, "berit")
    assert "<article" not in service.get("/my", headers=cookie(answer)).text
    assert written(service) == rows(service, buyer_links) == rows(service, buyer_sessions) == []


def test_a_restored_session_shows_nothing(service: Service) -> None:
    service.order()
    ask(service)
    answer = enter(service, link(service))
    service.write(erase_again, service.services, frozenset({address_hash("x@y.example")}))
    assert "<article" not in service.get("/my", headers=cookie(answer)).text


def export_signed_in(service: Service) -> list[str]:
    exported: dict[str, list[str]] = service.read(export_person, service.services, ANNA)
    return exported["signed_in_at"]


def test_the_letter_s_text_and_button_lead_to_the_link_in_both_languages(service: Service) -> None:
    from coldread.mail.compose import compose

    service.order()
    for lang in ("en", "sv"):
        service.post("/my", params={"lang": lang}, data={"email": ANNA}, headers=HERE)
        letter = written(service)[-1]
        message = compose(letter, "hej@coldread.example")
        address = json.loads(letter.details)["sign_in_page"]
        assert address.endswith(f"?lang={lang}")
        for part in message.walk():
            if not part.is_multipart():
                assert address in str(part.get_content())


def test_my_orders_by_keyboard_on_every_width_with_nothing_for_axe_to_say(
    open_page: Callable[..., Page], shop: ServerProcess
) -> None:
    """From the form to the list, in both languages: Tab and Enter alone, 320 to 1920 px."""
    shop.order(contact_email="keys@shop.example").raise_for_status()
    for lang in ("en", "sv"):
        window = open_page(viewport={"width": 320, "height": 640}, bypass_csp=True)
        window.add_init_script(AXE)
        window.goto(f"/my?lang={lang}")
        tab_to(window, "#email")
        window.keyboard.type("keys@shop.example")
        window.keyboard.press("Enter")
        window.wait_for_selector("form:not(:has(#email)), a.button[href^='/my']")
        _fits(window)
        window.goto(_link(shop, lang))
        assert window.evaluate("document.documentElement.lang") == lang
        _fits(window)
        tab_to(window, "main form button")
        window.keyboard.press("Enter")
        window.wait_for_selector("article.card")
        assert window.evaluate("document.documentElement.lang") == lang
        _fits(window)
        tab_to(window, "form[action^='/my/out'] button")
        window.keyboard.press("Enter")
        window.wait_for_selector("#email")


def _link(shop: ServerProcess, lang: str) -> str:
    row = found(shop, letters, kind="sign_in", language=lang)[-1]
    return str(json.loads(row.details)["sign_in_page"])


def _fits(window: Page) -> None:
    assert window.evaluate(RUN, [RULES, []]) == []
    for width in (320, 390, 768, 1280, 1920):
        window.set_viewport_size({"width": width, "height": 900})
        assert window.evaluate("document.documentElement.scrollWidth") <= width
    window.set_viewport_size({"width": 320, "height": 640})
