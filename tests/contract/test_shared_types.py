"""The shared types: which words the contract knows, and that it knows no others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.harness.refusals import pointers
from tests.harness.service import V1_WISH, WISH, Service

PRIMARY_GOALS = ("book_call", "paid_signup", "newsletter", "demo", "other")
BILLING_METHODS = ("umbrella_invoice", "mobile_payment", "undecided")
SOURCES = ("web", "agent", "manual")
CLIENT_TYPES = ("agent", "human", "hybrid")
METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}

#: field of creation, its words, checklist line
WORDS = (
    ("primary_goal", PRIMARY_GOALS),
    ("billing_method_preference", BILLING_METHODS),
    ("source", SOURCES),
)


@pytest.mark.parametrize(("field", "word"), [(field, word) for field, words in WORDS for word in words])
def test_each_word_of_an_enumeration_is_taken_and_shown(
    lasting_service: Service, field: str, word: str
) -> None:
    """Lines 1, 4, 7, 53, 55."""
    order = lasting_service.order(**{field: word})
    assert lasting_service.seen(order["order_id"])[field] == word


@pytest.mark.parametrize("field", [field for field, _ in WORDS])
@pytest.mark.parametrize("word", ["", "Agent", "none", "BOOK_CALL", " web", 0, True, ["web"]], ids=repr)
def test_a_word_outside_the_enumeration_is_refused(
    lasting_service: Service, field: str, word: object
) -> None:
    """Lines 1, 4, 7, 53, 55, 62."""
    answer = lasting_service.post("/v1/cold-read-requests", json={**WISH, field: word})
    assert pointers(answer) == {f"#/{field}"}


@pytest.mark.parametrize("word", PRIMARY_GOALS)
def test_v1_knows_the_same_goals(lasting_service: Service, word: str) -> None:
    """Lines 1, 100."""
    assert (
        lasting_service.post("/v1/cold-read/request", json={**V1_WISH, "primary_goal": word}).status_code
        == 201
    )


@pytest.mark.parametrize("word", CLIENT_TYPES)
@pytest.mark.parametrize("path", ["/v1/cold-read-requests", "/v1/cold-read/request"])
def test_each_type_of_client_is_taken(lasting_service: Service, path: str, word: str) -> None:
    """Lines 2, 58, 100."""
    wish = V1_WISH if path.endswith("/request") else WISH
    assert lasting_service.post(path, json={**wish, "client": {"type": word}}).status_code == 201


@pytest.mark.parametrize(
    ("client", "pointer"),
    [
        ({"type": "robot"}, "#/client/type"),
        ({"type": 1}, "#/client/type"),
        ("agent", "#/client"),
        ([], "#/client"),
    ],
)
def test_a_client_of_no_known_type_is_refused(lasting_service: Service, client: Any, pointer: str) -> None:
    """Lines 2, 58."""
    assert pointers(lasting_service.post("/v1/cold-read-requests", json={**WISH, "client": client})) == {
        pointer
    }


def test_the_client_hint_changes_nothing(lasting_service: Service) -> None:
    """Line 3."""
    hint = {"type": "human", "name": "Helper", "on_behalf_of": "Anna"}
    with_hint, without = (
        _without_its_id(lasting_service, lasting_service.order(**fields)["order_id"])
        for fields in ({"client": hint}, {})
    )
    assert with_hint == without


def _without_its_id(service: Service, order_id: str) -> str:
    return service.get(f"/v1/orders/{order_id}").text.replace(order_id, "INV-xxxxxxxx")


def test_an_empty_billing_object_is_taken(lasting_service: Service) -> None:
    """Lines 12, 54: every field is optional."""
    lasting_service.order(billing={})


@pytest.mark.parametrize("billing", ["5560160680", [], 7, True], ids=repr)
def test_billing_must_be_an_object(lasting_service: Service, billing: object) -> None:
    """Line 54."""
    assert pointers(lasting_service.post("/v1/cold-read-requests", json={**WISH, "billing": billing})) == {
        "#/billing"
    }


def test_billing_details_are_shown_as_they_were_sent(lasting_service: Service) -> None:
    """Lines 12, 70; a checksum that fails is advice, not a refusal."""
    billing = {
        "company_name": "Bageri AB",
        "org_number": "556016-0681",
        "vat_id": "SE000000000001",
        "address": "Gatan 1\n111 11 Stockholm",
        "contact_person": "Anna",
    }
    assert lasting_service.seen(lasting_service.order(billing=billing)["order_id"])["billing"] == billing


@pytest.mark.parametrize("status", ["submitted", "needs_info", "billing_pending", "delivered"])
def test_every_link_is_an_absolute_address_with_a_known_method(lasting_service: Service, status: str) -> None:
    """Lines 10, 11."""
    order_id = lasting_service.order_in(status)
    for path in (f"/v1/orders/{order_id}", f"/v1/cold-read/{order_id}"):
        links = lasting_service.get(path).json()["_links"]
        assert links
        for link in links.values():
            assert link["href"].startswith("https://coldread.test/")
            assert link.get("method", "GET") in METHODS
            assert isinstance(link.get("title", ""), str)
