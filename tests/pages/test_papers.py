"""The order's page lists everything that the buyer was given, for as long as the files are there: day 8, 35 and 364."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.orders.files.deliverables import store_file
from tests.harness.desk import refund
from tests.harness.service import START, Service
from tests.pages.conftest import SELLER

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
COMPANY = {
    "billing_method_preference": "umbrella_invoice",
    "billing": {"company_name": "Bageri AB", "org_number": "556036-0793"},
}
INVOICED = {"billing_method_final": "umbrella_invoice", "external_reference": "F-17"}


def delivered(service: Service) -> str:
    order_id = service.order_in("accepted", **COMPANY)
    service.move(order_id, "billing_pending", patch=INVOICED)
    service.move(order_id, "paid")
    service.move(order_id, "in_progress", patch={"spec_md": "# The draft"})
    service.write(keep_diff, service, order_id)
    service.clock.move(2 * 3600 * 1_000_000)
    service.move(order_id, "delivered", patch={"spec_md": "# The final"})
    return order_id


def keep_diff(session: Session, service: Service, order_id: str) -> None:
    made = b"--- a/index.html\n+++ b/index.html\n@@ -1 +1 @@\n-a\n+b\n"
    store_file(
        session, service.services.contents, order_id=order_id, file="diff.patch", content=made, author="berit"
    )


def listed(service: Service, order_id: str, lang: str = "en") -> list[str]:
    page = service.get(f"/o/{order_id}?lang={lang}", headers=HERE)
    assert page.status_code == 200
    links = HTMLParser(page.text).css("section[aria-labelledby=files] a")
    return [(link.attributes["href"] or "").removeprefix("https://coldread.test") for link in links]


def test_everything_is_listed_and_opens_until_the_files_go(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    order_id = delivered(service)
    wanted = {
        f"/o/{order_id}/spec?lang=en",
        f"/deliverables/{order_id}/spec_final.md",
        f"/o/{order_id}/diff?lang=en",
        f"/deliverables/{order_id}/diff.patch",
        f"/o/{order_id}/spec?lang=en&version=draft",
        f"/deliverables/{order_id}/spec_draft.md",
        f"/pay/{order_id}/receipt.pdf?lang=en",
        f"/pay/{order_id}/invoice.pdf?lang=en",
    }
    for day in (0, 8, 35, 364):
        service.clock.move(max(0, START + day * DAY - service.clock.now()))
        assert set(map(in_order, listed(service, order_id))) == set(map(in_order, wanted)), day
        for path in wanted:
            assert service.get(path, headers=HERE).status_code == 200, (day, path)
        back = HTMLParser(service.get(f"/o/{order_id}/spec", headers=HERE).text).css_first(".kicker a")
        assert back is not None
        assert service.get(back.attributes["href"] or "", headers=HERE).status_code == 200
    service.clock.move(3 * DAY)
    assert service.get(f"/o/{order_id}", headers=HERE).status_code == 404
    assert service.get(f"/deliverables/{order_id}/spec_final.md").status_code == 404


def in_order(path: str) -> str:
    """Its query in the order of names."""
    where, _, asked = path.partition("?")
    return f"{where}?{'&'.join(sorted(asked.split('&')))}"


def test_the_page_of_a_late_order_is_there_on_day_400(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in("billing_pending", **COMPANY)
    service.move(order_id, "paid", patch=INVOICED)
    for day in (8, 35, 400):
        service.clock.move(START + day * DAY - service.clock.now())
        page = service.get(f"/o/{order_id}?lang=en", headers=HERE)
        assert page.status_code == 200
        assert "The final version is late" in page.text
        assert f"/pay/{order_id}/receipt.pdf?lang=en" in listed(service, order_id)
        assert service.get(f"/v1/orders/{order_id}").status_code == 404, "the contract's seven days"


@pytest.mark.parametrize(("lang", "said"), [("en", "Read the final version"), ("sv", "Läs slutversionen")])
def test_the_address_of_the_draft_leads_to_the_final_once_there_is_one(
    sqlite_service: Callable[..., Service], lang: str, said: str
) -> None:
    """It is what the first letter linked."""
    service = sqlite_service(**SELLER)
    order_id = service.order_in("paid")
    service.move(order_id, "in_progress", patch={"spec_md": "# The draft"})
    service.clock.move(DAY)
    draft = f"/o/{order_id}/spec?version=draft&lang={lang}"
    assert said not in service.get(draft, headers=HERE).text
    service.move(order_id, "delivered", patch={"spec_md": "# The final"})
    page = HTMLParser(service.get(draft, headers=HERE).text)
    (link,) = [each for each in page.css("main a.button") if each.text() == said]
    assert "The final" in service.get(link.attributes["href"] or "", headers=HERE).text


def test_an_invoice_whose_number_is_known_is_listed_whoever_chose_the_method(
    sqlite_service: Callable[..., Service],
) -> None:
    """The operator who notes the number need not repeat what the buyer has chosen."""
    service = sqlite_service(**SELLER)
    order_id = service.order_in("accepted", **COMPANY)
    service.move(order_id, "billing_pending", patch={"external_reference": "F-17"})
    assert listed(service, order_id) == [f"/pay/{order_id}/invoice.pdf?lang=en"]
    assert service.get(f"/pay/{order_id}/invoice.pdf", headers=HERE).status_code == 200


@pytest.mark.parametrize("status", ["billing_pending", "in_progress", "rejected"])
@pytest.mark.parametrize("lang", ["en", "sv"])
def test_the_page_offers_nothing_twice_and_no_payment_of_what_is_paid(
    sqlite_service: Callable[..., Service], status: str, lang: str
) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in(status, **COMPANY)
    service.clock.move(4 * DAY)
    page = HTMLParser(service.get(f"/o/{order_id}?lang={lang}", headers=HERE).text)
    offered = [one.text().strip() for one in page.css("main h2, main summary, main .actions a, main button")]
    assert len(offered) == len(set(offered)), offered
    kept = page.css_first(".keep-link p")
    assert kept is not None
    assert ("betala" in kept.text() or "pay for" in kept.text()) is (status == "billing_pending")


def test_no_receipt_for_money_that_went_back(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in("paid", **COMPANY)
    assert listed(service, order_id) == [f"/pay/{order_id}/receipt.pdf?lang=en"]
    refund(service, order_id)
    assert "receipt.pdf" not in service.get(f"/o/{order_id}", headers=HERE).text


def test_the_books_keep_the_invoice_of_money_that_went_back(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in("accepted", **COMPANY)
    service.move(order_id, "billing_pending", patch={"external_reference": "F-17"})
    service.move(order_id, "paid")
    invoice = f"/pay/{order_id}/invoice.pdf"
    service.post(f"/o/{order_id}/withdraw", data={"name": "Eva"}, headers=HERE)
    page = service.get(f"/o/{order_id}", headers=HERE).text
    assert invoice in page
    assert service.get(invoice, headers=HERE).status_code == 200
    refund(service, order_id)
    assert invoice in service.get(f"/o/{order_id}", headers=HERE).text
    assert service.get(invoice, headers=HERE).status_code == 200


def test_a_paid_company_is_told_that_it_can_only_ask(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in("paid", **COMPANY)
    page = service.get(f"/o/{order_id}?lang=en", headers=HERE).text
    assert "has no right to withdraw" in page
    assert "Ask to withdraw" in page
    assert "Confirm the withdrawal" not in page


def test_what_a_written_invoice_says_is_not_changed_by_who_has_the_link(
    sqlite_service: Callable[..., Service],
) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in("accepted", **COMPANY)
    service.move(order_id, "billing_pending", patch={"external_reference": "F-17"})
    before = service.get(f"/pay/{order_id}", headers=HERE).text
    assert "Bageri AB" in before
    changed = service.post(f"/pay/{order_id}/billing", data={"company_name": "Another AB"}, headers=HERE)
    assert changed.status_code == 400
    assert "Another AB" not in service.get(f"/pay/{order_id}", headers=HERE).text
    added = service.post(f"/pay/{order_id}/billing", data={"contact_person": "Kim Ek"}, headers=HERE)
    assert added.status_code in (200, 303)
    assert "Kim Ek" in service.get(f"/pay/{order_id}", headers=HERE).text
