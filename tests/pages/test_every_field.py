"""Whatever is typed or left out in any field of any form: a page that says what is wrong, and never that we broke."""

from __future__ import annotations

import pytest

from tests.harness.service import Service

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
#: left out, of no use, far too long, no address, a choice that nobody offers
TYPED = ("", " ", "x", "y" * 5_000, "http://[", "mitt bageri", "-1", "ÅÄÖ \u202e<b>")
#: the form's address, the status in which an order has it, and its fields with what fits
FORMS = {
    "scan": ("/scan", "", {"url": "shop.example", "primary_goal": "demo", "audience": "bakers"}),
    "order": (
        "/order",
        "",
        {
            "url": "shop.example",
            "goal": "More sign-ups",
            "primary_goal": "demo",
            "audience": "bakers",
            "contact_email": "anna@shop.example",
            "contact_name": "Anna",
            "competitors": "bakery.example",
            "repo_url": "https://code.example/x",
            "notes": "Hello",
            "method": "umbrella_invoice",
            "company_name": "Bageriet AB",
            "org_number": "556016-0680",
            "vat_id": "SE556016068001",
            "postal_address": "Gatan 1",
            "terms": "yes",
        },
    ),
    "answer": (
        "/o/{id}/info",
        "needs_info",
        {"message": "The first one", "url": "shop.example", "repo_url": ""},
    ),
    "say": ("/o/{id}/say", "submitted", {"said": "We are closed on Mondays"}),
    "another page": ("/o/{id}/page", "in_progress", {"page_url": "shop.example", "page_html": ""}),
    "rescan": ("/o/{id}/rescan", "delivered", {"rescan_url": "shop.example"}),
    "withdrawal": ("/o/{id}/withdraw", "paid", {"name": "Anna", "confirm": "yes"}),
    "billing": (
        "/pay/{id}/billing",
        "billing_pending",
        {
            "company_name": "Bageriet AB",
            "org_number": "556016-0680",
            "vat_id": "",
            "postal_address": "Gatan 1",
        },
    ),
}


@pytest.mark.parametrize("lang", ["en", "sv"])
@pytest.mark.parametrize("form", FORMS)
def test_a_form_answers_whatever_stands_in_a_field(quick_service: Service, form: str, lang: str) -> None:
    address, status, fields = FORMS[form]
    path = f"{address.format(id=quick_service.order_in(status)) if status else address}?lang={lang}"
    seen = set()
    for field in fields:
        for typed in TYPED:
            told = quick_service.post(path, data={**fields, field: typed}, headers=HERE)
            seen.add(told.status_code)
            assert told.status_code < 500, (field, typed, told.text[-300:])
    nothing = quick_service.post(path, data={}, headers=HERE)
    assert nothing.status_code < 500
    assert seen & {200, 303, 400, 409, 422}, seen
