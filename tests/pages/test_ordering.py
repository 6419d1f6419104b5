"""Ordering on the form: what is wrong is named, two ticks are two, and a closed tab is not a lost order."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import DAY
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from tests.console.visitor import Visitor
from tests.harness.desk import audit, orders_stored
from tests.harness.service import Service
from tests.harness.website import Website
from tests.pages.conftest import SELLER

LEXICONS = Path(__file__).parents[2] / "src/coldread/scanner/page/lexicon"
HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
ORDER = {
    "url": "shop.example",
    "goal": "More trial sign-ups",
    "audience": "Owners of small bakeries",
    "contact_email": "anna@shop.example",
    "terms": "yes",
}


def order(service: Service, lang: str = "en", **typed: str) -> Any:
    return service.post(f"/order?lang={lang}", data={**ORDER, **typed}, headers=HERE)


def summary(html: str) -> list[str]:
    return [" ".join(item.text().split()) for item in HTMLParser(html).css("#faults li")]


def receipts(service: Service) -> list[Any]:
    def ask(session: Any) -> Any:
        return session.rows(sa.select(letters).where(letters.c.kind == "order_received"))

    rows: list[Any] = service.read(ask)
    return rows


def test_each_fault_names_its_field_in_the_order_of_the_page(quick_service: Service) -> None:
    refused = order(quick_service, url="", goal="", audience="", contact_email="", terms="")
    assert refused.status_code == 400
    assert [line.partition(":")[0] for line in summary(refused.text)] == [
        "Address of the page",
        "What should the page achieve?",
        "Who is it for?",
        "E-mail",
        "Terms",
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"url": "http://[YOUR-DOMAIN]/"}, "Address of the page: This is not a web address"),
        ({"competitors": "https://["}, "Pages you compare yourself with: This is not a web address"),
        ({"url": "foo"}, "Address of the page: This is not the address of a page on the web"),
        ({"org_number": "556036-0794"}, "Organisation number: This is not an organisation number"),
        ({"vat_id": "DE123"}, "EU VAT number: This is not a valid EU VAT number"),
        ({"competitors": "bageri.example\nfoo"}, "Pages you compare yourself with: This is not the address"),
    ],
)
def test_what_cannot_be_true_is_refused_and_kept(
    quick_service: Service, typed: dict[str, str], said: str
) -> None:
    refused = order(quick_service, **typed)
    assert refused.status_code == 400
    (line,) = summary(refused.text)
    assert line.startswith(said)
    assert next(iter(typed.values())).splitlines()[0] in refused.text
    assert orders_stored(quick_service) == 0


def test_numbers_that_fit_pass_and_a_company_abroad_has_its_own(service: Service) -> None:
    assert order(service, org_number="556036-0793").status_code == 303
    assert order(service, org_number="HRB 1234", vat_id="DE136695976").status_code == 303


def test_only_a_private_person_is_asked_for_the_waiver(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    unchosen = order(service)
    assert [line.partition(":")[0] for line in summary(unchosen.text)] == ["Payment"], (
        "nobody chose for the buyer"
    )
    assert order(service, billing_method_preference="umbrella_invoice").status_code == 303
    refused = order(service, billing_method_preference="mobile_payment")
    assert [line.partition(":")[0] for line in summary(refused.text)] == ["Begin at once"]
    taken = order(service, billing_method_preference="mobile_payment", waiver="yes")
    assert taken.status_code == 303
    order_id = taken.headers["location"].removeprefix("/o/").partition("?")[0]
    assert "begin before the right of withdrawal ends" in audit(service, order_id)[0]["note"]


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_how_a_private_person_pays_is_said_before_ordering(
    sqlite_service: Callable[..., Service], lang: str
) -> None:
    service = sqlite_service(**SELLER)
    page = HTMLParser(service.get(f"/order?lang={lang}", headers=HERE).text)
    assert page.css("[name=billing_method_preference][checked]") == [], "nothing is chosen beforehand"
    assert "Swish" in page.css_first("form").text()  # type: ignore[union-attr]
    assert "Swish" in service.get(f"/?lang={lang}", headers=HERE).text
    waiver = " ".join(page.css_first(".consumer").text().split())  # type: ignore[union-attr]
    assert not re.search("law requires it|lagen kräver", waiver), "it is asked for, with the reason"


def test_a_letter_brings_the_link_and_none_of_what_was_typed(service: Service) -> None:
    where = order(service, "sv", goal="Köp billiga klockor på evil.example").headers["location"]
    (letter,) = receipts(service)
    assert (letter.recipient, letter.language) == ("anna@shop.example", "sv")
    assert json.loads(letter.details)["status_page"].endswith(where.partition("?")[0])
    assert "evil.example" not in letter.details
    told = compose(letter, "from@coldread.test").get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "Vill du ångra dig?" in told
    assert "/terms?lang=sv" in told
    for _ in range(4):
        assert order(service, contact_email="Anna@shop.example").status_code == 303
    assert len(receipts(service)) == 3, "three a day to one address"
    service.clock.move(DAY + 1)
    assert order(service).status_code == 303
    assert len(receipts(service)) == 4


@pytest.mark.parametrize(("lang", "words"), [("en", "language model"), ("sv", "språkmodell")])
def test_the_form_and_the_privacy_page_say_where_page_content_goes(
    make_service: Callable[..., Service], lang: str, words: str
) -> None:
    def said(service: Service, path: str) -> str:
        return service.get(f"{path}?lang={lang}", headers=HERE).text

    model = {"llm_provider": "openai", "llm_base_url": "https://models.example/v1", "llm_model": "large-1"}
    asked, alone = make_service(**model), make_service()
    for path in ("/order", "/privacy"):
        assert f"{words} (models.example" in said(asked, path), path
        assert "models.example" not in said(alone, path), path


def test_orders_that_no_form_sent_and_a_switch_bring_no_letter(make_service: Callable[..., Service]) -> None:
    service = make_service(receipt_letter="0")
    order(service)
    service.order(source="web")
    assert receipts(service) == []


@pytest.mark.parametrize(("method", "path"), [("GET", "/no/such/page"), ("POST", "/terms"), ("GET", "/scan")])
def test_a_browser_gets_a_page_and_a_program_its_problem(
    quick_service: Service, method: str, path: str
) -> None:
    def ask(accept: str, where: str = path) -> Any:
        headers = {"Accept": accept, "Accept-Language": "sv"}
        return quick_service.run(quick_service.request(method, where, headers=headers))

    page, problem = ask("text/html"), ask("*/*")
    assert page.status_code == problem.status_code
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert 'lang="sv"' in page.text
    assert problem.headers["content-type"] == "application/problem+json"
    assert page.headers.get("allow") == problem.headers.get("allow")
    assert ask("text/html", "/v1/nowhere").headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("lang", "chosen", "buttons"),
    [
        (
            "en",
            "Buy or order: goods, a plan, a ticket",
            ("Add to cart", "Order now", "Buy a ticket", "Start my plan"),
        ),
        (
            "sv",
            "Köpa eller beställa: varor, abonnemang, biljett",
            ("Lägg i varukorgen", "Köp nu", "Beställ", "Teckna nu"),
        ),
    ],
)
def test_a_shop_finds_its_goal_in_both_forms_and_is_judged_by_its_buttons(
    quick_service: Service, lang: str, chosen: str, buttons: tuple[str, ...]
) -> None:
    for path in ("/", "/order"):
        page = HTMLParser(quick_service.get(f"{path}?lang={lang}", headers=HERE).text)
        options = {
            option.text(): option.attributes.get("value") for option in page.css("#primary_goal option")
        }
        assert options[chosen] == "paid_signup"
        judged = {
            name.text(): how.text()
            for name, how in zip(page.css(".judged dt"), page.css(".judged dd"), strict=True)
        }
        assert list(judged) == [name for name, value in options.items() if value], (
            "each says how it is judged"
        )
        assert all(judged.values())
    lexicon = tomllib.loads((LEXICONS / f"{lang}.toml").read_text("utf-8"))["goals"]["paid_signup"]["labels"]
    assert [one for one in buttons if not any(fnmatch(one.lower(), label) for label in lexicon)] == []


def test_an_order_from_a_report_brings_its_scan_to_the_desk(sqlite_service: Callable[..., Service]) -> None:
    with Website({"/": "<title>Bread</title><h1>Fresh bread every morning</h1><p>Order now.</p>"}) as site:
        service = sqlite_service(scan_allow_hosts=site.place, scan_engine="lite")
        asked = {"url": site.url("/"), "primary_goal": "newsletter"}
        scan = service.post("/v1/scan", json=asked).json()["session_id"]
        form = HTMLParser(service.get(f"/order?scan={scan}", headers=HERE).text)
        fields = {name: form.css_first(f"[name={name}]").attributes["value"] for name in ("url", "scan")}  # type: ignore[union-attr]
        assert fields == {"url": site.url("/"), "scan": scan}
        berit = Visitor(service).sign_in()
        for typed, there in (
            (fields, True),
            ({**fields, "url": "https://other.example/"}, False),
            ({**fields, "scan": "x"}, False),
        ):
            made = order(service, **typed)
            assert made.status_code == 303
            seen = berit.see(f"/console{made.headers['location'].partition('?')[0]}")
            assert ("The whole report" in seen) == there
            assert ("No scan is stored" in seen) != there
