"""Forms from elsewhere, double clicks, twins in markdown, and what each state of an order tells."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.isolation.in_process import InProcessTasks
from coldread.orders.acts.page_unreachable import note_unreachable
from coldread.orders.files.deliverable_files import DIFF, FINAL
from coldread.orders.files.deliverables import store_file
from coldread.orders.views.whose_turn import unreachable_since
from coldread.pages.order.diff_view import files_of
from coldread.pages.order.swish import Payment
from coldread.pages.report_page import sample
from coldread.task_table import TASKS
from tests.harness.service import Service
from tests.pages.payloads import PAYLOADS

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
ORDER = {
    "url": "shop.example",
    "goal": "More trial sign-ups",
    "audience": "Owners of small bakeries",
    "contact_email": "anna@shop.example",
    "billing_method_preference": "umbrella_invoice",
    "terms": "yes",
    "key": "0123456789abcdef",
}
FORMS = (
    "/scan",
    "/order",
    "/o/{id}/info",
    "/o/{id}/say",
    "/o/{id}/rescan",
    "/o/{id}/withdraw",
    "/pay/{id}/billing",
)


def _html(service: Service, path: str, **headers: str) -> httpx.Response:
    return service.get(path, headers={"Accept": "text/html", **headers})


ELSEWHERE: dict[str, dict[str, str]] = {
    "cross-site": {"Sec-Fetch-Site": "cross-site"},
    "same-site": {"Sec-Fetch-Site": "same-site"},
    "foreign origin": {"Origin": "https://evil.example"},
    "no origin named": {"Origin": "null"},
    "nothing said": {},
}


@pytest.mark.parametrize("path", FORMS)
def test_a_form_from_another_site_is_refused(quick_service: Service, path: str) -> None:
    order_id = quick_service.order_in("billing_pending")
    for case, headers in ELSEWHERE.items():
        answer = quick_service.post(path.format(id=order_id), data=ORDER, headers=headers)
        assert answer.status_code == 403, case
        assert answer.json()["type"].endswith("/errors/foreign-origin")


def test_a_faulty_form_keeps_what_was_typed_and_says_what_is_wrong_in_swedish(quick_service: Service) -> None:
    typed = {**ORDER, "goal": "nej", "contact_email": "anna", "notes": "behåll <det här>"}
    answer = quick_service.post("/order?lang=sv", data=typed, headers=HERE)
    assert answer.status_code == 400
    assert "Skriv minst 5 tecken." in answer.text
    assert "Det här är inte en e-postadress." in answer.text
    assert "behåll &lt;det här&gt;" in answer.text
    assert 'value="0123456789abcdef"' in answer.text


def test_the_order_form_needs_the_terms(quick_service: Service) -> None:
    answer = quick_service.post("/order", data={**ORDER, "terms": ""}, headers=HERE)
    assert answer.status_code == 400
    assert "confirm that you have read the terms" in answer.text


def test_an_uploaded_file_is_kept_as_source(service: Service) -> None:
    files = {"html": ("index.html", b"<h1>Hej</h1>", "text/html"), "jsx": ("", b"", "text/plain")}
    answer = service.post("/order", data=ORDER, files=files, headers=HERE)
    assert answer.status_code == 303
    from tests.harness.desk import desk

    kept = desk(service, answer.headers["location"].removeprefix("/o/"))["source_files"]
    assert [(row["kind"], row["characters"]) for row in kept] == [("html", 12)]


def test_the_buyer_completes_the_billing_details_once_for_all(service: Service) -> None:
    order_id = service.order_in("billing_pending")
    given = {"company_name": "Bageri AB", "vat_id": "DE136695976"}
    assert service.post(f"/pay/{order_id}/billing", data=given, headers=HERE).status_code == 303
    order = service.seen(order_id)
    assert order["billing"] == given
    assert (order["price"]["vat"], order["price"]["total"]) == (0, 3900)
    assert "Reverse charge" in _html(service, f"/pay/{order_id}").text
    service.move(order_id, "paid")
    late = service.post(f"/pay/{order_id}/billing", data={"company_name": "Annan AB"}, headers=HERE)
    assert late.status_code == 400
    assert service.seen(order_id)["billing"] == given


@pytest.mark.parametrize(
    ("status", "heading"),
    [
        ("submitted", "Nothing to pay yet"),
        ("billing_pending", "Pay for your cold-read"),
        ("paid", "Paid"),
        ("rejected", "Nothing to pay"),
    ],
)
def test_the_pay_page_knows_whether_there_is_something_to_pay(
    quick_service: Service, status: str, heading: str
) -> None:
    answer = _html(quick_service, f"/pay/{quick_service.order_in(status)}")
    assert f"<h1>{heading}</h1>" in answer.text


@pytest.mark.parametrize(
    ("method", "lang", "said"),
    [
        ("mobile_payment", "sv", "<dd>Som privatperson"),
        ("umbrella_invoice", "en", "Invoice to a company"),
        ("undecided", "en", "You choose on the pay page"),
    ],
)
def test_the_order_says_how_it_is_paid(quick_service: Service, method: str, lang: str, said: str) -> None:
    order_id = quick_service.order(billing_method_preference=method)["order_id"]
    assert said in quick_service.get(f"/o/{order_id}?lang={lang}", headers=HERE).text
    assert quick_service.move(order_id, "rejected").is_success
    chosen = method != "undecided"
    page = quick_service.get(f"/o/{order_id}?lang={lang}", headers=HERE).text
    assert (said in page) is chosen, "nobody chooses any more once it is closed"


def test_who_leaves_a_field_empty_is_asked_to_fill_it_in_and_not_to_count(quick_service: Service) -> None:
    order_id = quick_service.order()["order_id"]
    answer = quick_service.post(f"/o/{order_id}/withdraw?lang=sv", data={"name": " "}, headers=HERE)
    assert answer.status_code == 400
    assert "Fyll i det här. Beställningen är inte ångrad ännu." in answer.text
    assert "tecken" not in answer.text.partition("<main")[2].partition("data-count")[0]


def test_mobile_payment_is_not_offered_without_a_payee(quick_service: Service) -> None:
    order_id = quick_service.order_in("billing_pending")
    assert "Swish" not in _html(quick_service, f"/pay/{order_id}").text
    assert "mobile_payment" not in _html(quick_service, "/order").text


def test_an_order_page_that_asks_again_is_told_only_what_is_new(quick_service: Service) -> None:
    order_id = quick_service.order_in("reviewing")
    mark = re.search(r"seen=([\w%-]+)", _html(quick_service, f"/o/{order_id}").text).group(1)  # type: ignore[union-attr]
    asked = {"HX-Request": "true", "Accept": "text/html"}
    assert quick_service.get(f"/o/{order_id}?seen={mark}", headers=asked).status_code == 204
    quick_service.move(order_id, "accepted")
    assert quick_service.get(f"/o/{order_id}?seen={mark}", headers=asked).headers["hx-refresh"] == "true"


def test_an_unknown_order_is_explained_to_people_and_a_problem_to_programs(quick_service: Service) -> None:
    page = _html(quick_service, "/o/INV-aaaaaaaa")
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "seven days" in page.text
    assert quick_service.get("/o/INV-aaaaaaaa").headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/", "/docs", "/terms", "/privacy", "/errors", "/errors/rate-limited"])
def test_each_public_page_has_a_markdown_twin_with_front_matter(quick_service: Service, path: str) -> None:
    suffixed = "/index.md" if path == "/" else f"{path}.md"
    asked = quick_service.get(path, headers={"Accept": "text/markdown"})
    named = quick_service.get(suffixed)
    for answer in (asked, named):
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
        front = answer.text.split("---")[1]
        assert {"title", "description", "canonical_url", "last_updated"} <= {
            line.split(":")[0] for line in front.strip().splitlines()
        }
        assert f'canonical_url: "https://coldread.test{path}"' in front
        assert 'description: ""' not in front
    assert asked.text == named.text


def test_pages_have_no_inline_style_or_script(quick_service: Service) -> None:
    order_id = quick_service.order_in("billing_pending")
    for path in ("/", "/order", f"/o/{order_id}", f"/pay/{order_id}", "/docs", "/terms"):
        answer = _html(quick_service, path)
        assert answer.status_code == 200, path
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert not re.search(
            r"\sstyle=|<style|\son\w+=|<script(?! src=| type=.application/ld)", answer.text
        ), path


def test_a_diff_is_shown_with_numbers_and_never_as_markup(quick_service: Service) -> None:
    order_id = quick_service.order_in("delivered")
    diff = "--- a/index.html\n+++ b/index.html\n@@ -3,2 +3,2 @@\n <main>\n-<h1>Old</h1>\n+<img src=x onerror=alert(1)>\n"
    quick_service.write(_keep, quick_service, order_id, DIFF, diff)
    quick_service.write(
        _keep, quick_service, order_id, FINAL, f"# Spec\n\n{PAYLOADS[0]} [x](javascript:alert(1))\n"
    )
    page = _html(quick_service, f"/o/{order_id}/diff").text
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "<img src=x" not in page
    assert re.search(r'<tr class="add"><td class="no"></td><td class="no">4</td>', page)
    spec = _html(quick_service, f"/o/{order_id}/spec").text
    assert "<script>window" not in spec
    assert 'href="javascript' not in spec


def test_a_text_that_is_no_diff_is_shown_as_it_is() -> None:
    assert files_of("just words\n") == []


def test_the_sample_report_has_the_score_that_the_start_page_names() -> None:
    view = asyncio.run(sample.sample_view(InProcessTasks(lambda: TASKS), Language.EN))
    assert view.overall == sample.SCORE


def test_the_code_of_a_mobile_payment_holds_payee_amount_and_reference() -> None:
    payment = Payment(payee="123 456 78 90", amount=3900, message="INV-aaaaaaaa")
    assert payment.code == "C1234567890;3900;INV-aaaaaaaa;0"
    assert "style=" not in payment.svg()


def _keep(session: Session, service: Service, order_id: str, file: str, text: str) -> None:
    store_file(
        session,
        service.services.contents,
        order_id=order_id,
        file=file,
        content=text.encode(),
        author="operator",
    )


def test_the_guide_says_for_how_long_a_limit_counts(service: Service) -> None:
    guide = service.get("/docs.md").text
    for said in ("| 3 a day |", "| 1200 a minute |", "| 300 in 10 minutes |"):
        assert said in guide


@pytest.mark.parametrize(
    ("language", "asks"),
    [("en", "We need another way to your page"), ("sv", "Vi behöver en annan väg till din sida")],
)
def test_the_buyer_of_a_page_that_cannot_be_read_is_asked_for_another_way_to_it(
    quick_service: Service, language: str, asks: str
) -> None:
    order_id = quick_service.order_in("paid", language=language)
    settings = quick_service.services.settings
    quick_service.write(note_unreachable, settings, order_id, "coldread", "It did not answer.")
    page = quick_service.get(f"/o/{order_id}").text
    assert asks in page
    assert f'action="/o/{order_id}/page"' in page
    empty = quick_service.post(f"/o/{order_id}/page", data={"page_url": ""}, headers=HERE)
    assert empty.status_code == 400
    sent = quick_service.post(f"/o/{order_id}/page", data={"page_url": "example.org/shop"}, headers=HERE)
    assert sent.status_code == 303
    assert quick_service.read(unreachable_since, [order_id]) == {}
    assert asks not in quick_service.get(f"/o/{order_id}").text
    again = quick_service.post(f"/o/{order_id}/page", data={"page_url": "example.org"}, headers=HERE)
    assert again.status_code == 400, "nothing is asked for any more"
