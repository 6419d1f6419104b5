"""Every field of order creation at n-1, n and n+1, counted in code points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.harness.desk import orders_stored
from tests.harness.refusals import pointers
from tests.harness.service import WISH, Service

FACE = "😀"  # one code point, two UTF-16 units, four bytes

#: path of the field, shortest, longest, checklist line
TEXTS: tuple[tuple[str, int, int, int], ...] = (
    ("goal", 5, 240, 42),
    ("audience", 5, 240, 43),
    ("constraints", 5, 2000, 45),
    ("pain_point", 0, 280, 46),
    ("notes", 0, 500, 48),
    ("html", 0, 200_000, 49),
    ("jsx", 0, 200_000, 50),
    ("repo_format", 0, 50, 52),
    ("agent_name", 0, 100, 56),
    ("agent_on_behalf_of", 0, 200, 57),
    ("client/name", 0, 100, 2),
    ("client/on_behalf_of", 0, 200, 2),
    ("billing/company_name", 0, 200, 12),
    ("billing/org_number", 8, 32, 12),
    ("billing/vat_id", 4, 32, 12),
    ("billing/address", 0, 500, 12),
    ("billing/contact_person", 0, 120, 12),
)
FITTING = [
    pytest.param(path, size, id=f"line {line}: {path} of {size}")
    for path, shortest, longest, line in TEXTS
    for size in sorted({shortest, shortest + 1, longest - 1, longest})
]
UNFITTING = [
    pytest.param(path, size, id=f"line {line}: {path} of {size}")
    for path, shortest, longest, line in TEXTS
    for size in (shortest - 1, longest + 1)
    if size >= 0
]


def wish(path: str, value: object) -> dict[str, Any]:
    outer, _, inner = path.partition("/")
    return {**WISH, outer: {inner: value} if inner else value}


@pytest.mark.parametrize(("path", "size"), FITTING)
def test_a_text_within_its_bounds_is_taken(lasting_service: Service, path: str, size: int) -> None:
    """Lines 2, 12, 42, 43, 45, 46, 48, 49, 50, 52, 56, 57."""
    answer = lasting_service.post("/v1/cold-read-requests", json=wish(path, FACE * size))
    assert answer.status_code == 201, answer.text[:500]


@pytest.mark.parametrize(("path", "size"), UNFITTING)
def test_a_text_one_code_point_out_of_bounds_is_refused(
    lasting_service: Service, path: str, size: int
) -> None:
    """Lines 2, 12, 42, 43, 45, 46, 48, 49, 50, 52, 56, 57, 62."""
    before = orders_stored(lasting_service)
    answer = lasting_service.post("/v1/cold-read-requests", json=wish(path, FACE * size))
    assert pointers(answer) == {f"#/{path}"}
    assert orders_stored(lasting_service) == before


@pytest.mark.parametrize("path", [path for path, *_ in TEXTS])
@pytest.mark.parametrize(
    "value", [7, True, ["text enough"], {"a": "b"}], ids=["number", "bool", "list", "object"]
)
def test_a_text_of_another_type_is_refused(lasting_service: Service, path: str, value: object) -> None:
    """Lines 12, 41-57, 62: nothing is coerced."""
    assert any(
        pointer.startswith(f"#/{path}")
        for pointer in pointers(lasting_service.post("/v1/cold-read-requests", json=wish(path, value)))
    )


def address(size: int) -> str:
    start = "https://shop.example/"
    return start + "a" * (size - len(start))


@pytest.mark.parametrize(("field", "most"), [("url", 2048), ("repo_url", 300)])
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_an_address_has_its_longest_length(
    lasting_service: Service, field: str, most: int, beyond: int
) -> None:
    """Lines 41, 51."""
    answer = lasting_service.post("/v1/cold-read-requests", json={**WISH, field: address(most + beyond)})
    if beyond > 0:
        assert pointers(answer) == {f"#/{field}"}
    else:
        assert answer.status_code == 201


@pytest.mark.parametrize("number", [0, 2, 3, 4])
def test_at_most_three_competitors_are_taken(lasting_service: Service, number: int) -> None:
    """Line 47."""
    competitors = [f"https://rival{n}.example/" for n in range(number)]
    answer = lasting_service.post("/v1/cold-read-requests", json={**WISH, "competitors": competitors})
    if number > 3:
        assert pointers(answer) == {"#/competitors"}
    else:
        assert lasting_service.seen(answer.json()["order_id"])["competitors"] == competitors


def test_a_fault_in_a_list_is_pointed_at(lasting_service: Service) -> None:
    """Lines 47, 62."""
    competitors = ["https://rival.example/", "rival.example"]
    answer = lasting_service.post("/v1/cold-read-requests", json={**WISH, "competitors": competitors})
    assert pointers(answer) == {"#/competitors/1"}


@pytest.mark.parametrize("field", ["url", "goal", "audience", "contact_email"])
@pytest.mark.parametrize("how", ["absent", "null"])
def test_a_required_field_must_be_there(lasting_service: Service, field: str, how: str) -> None:
    """Lines 41, 62."""
    body = {**WISH, field: None}
    if how == "absent":
        del body[field]
    assert pointers(lasting_service.post("/v1/cold-read-requests", json=body)) == {f"#/{field}"}


@pytest.mark.parametrize("field", ["goal", "audience"])
def test_required_text_of_blanks_alone_is_refused(lasting_service: Service, field: str) -> None:
    """Lines 42, 43."""
    body = {**WISH, field: " \t\n\u00a0\u2003   "}
    assert pointers(lasting_service.post("/v1/cold-read-requests", json=body)) == {f"#/{field}"}


def test_every_fault_is_told_at_once(lasting_service: Service) -> None:
    """Line 62."""
    body = {**WISH, "goal": "no", "billing": {"org_number": "1", "vat_id": "1"}, "primary_goal": "fame"}
    answer = lasting_service.post("/v1/cold-read-requests", json=body)
    assert pointers(answer) == {"#/goal", "#/billing/org_number", "#/billing/vat_id", "#/primary_goal"}


REFUSED_ADDRESSES = (
    "",
    "shop.example",
    "/relative",
    "//shop.example/",
    "ftp://shop.example/",
    "javascript:alert(1)",
    "mailto:anna@shop.example",
    "https:shop.example",
    "https:/shop.example",
    "https://",
    "https:///path",
    "https://?q",
    "https://anna:secret@shop.example/",
    "https://anna@shop.example/",
    "https://@shop.example/",
    "https://shop.example/a b",
    " https://shop.example/",
    "https://shop.example/ ",
    "https://shop.example/\n",
    "https://shop.example/\t",
    "https://shop.example/\x7f",
    "https://shop.example/\u0085",
    "https://shop.example\\path",
    "https:\\\\shop.example",
    "https://shop.example/a\\b",
    "https://[::1/",
    "https://shop.example:port/",
)
TAKEN_ADDRESSES = (
    "https://shop.example",
    "http://shop.example:8080/a/b?c=d#e",
    "HTTPS://Shop.Example:443/",
    "https://räksmörgås.example/å?ö=ä",
    "https://shop.example/%20%5C",
    "https://shop.example/?to=https://other.example/@me",
    "https://192.0.2.7/",
    "https://[2001:db8::7]:8443/",
)


@pytest.mark.parametrize("field", ["url", "repo_url"])
@pytest.mark.parametrize("value", REFUSED_ADDRESSES, ids=repr)
def test_what_is_no_absolute_web_address_is_refused(lasting_service: Service, field: str, value: str) -> None:
    """Lines 41, 51."""
    assert pointers(lasting_service.post("/v1/cold-read-requests", json={**WISH, field: value})) == {
        f"#/{field}"
    }


@pytest.mark.parametrize("value", TAKEN_ADDRESSES)
def test_an_address_is_echoed_as_it_was_sent(lasting_service: Service, value: str) -> None:
    """Lines 41, 70."""
    order = lasting_service.order(url=value, competitors=[value])
    seen = lasting_service.seen(order["order_id"])
    assert (seen["url"], seen["competitors"]) == (value, [value])


def mailbox(size: int) -> str:
    local, tail = "a" * 64, ".example"
    rest = size - len(local) - 1 - len(tail)
    labels = [("b" * 60)] * (rest // 61)
    return f"{local}@" + ".".join([*labels, "c" * (rest - 61 * len(labels))]) + tail


@pytest.mark.parametrize(
    "value", ["anna@shop.example", "a.b+c@deep.shop.example", "anna@shop.test", mailbox(254)]
)
def test_an_e_mail_address_is_judged_by_its_syntax(lasting_service: Service, value: str) -> None:
    """Line 44."""
    assert (
        lasting_service.seen(lasting_service.order(contact_email=value)["order_id"])["contact_email"] == value
    )


REFUSED_MAILBOXES = (
    "",
    "anna",
    "anna@",
    "@shop.example",
    "anna@@shop.example",
    "anna bakes@shop.example",
    "Anna <anna@shop.example>",
    "anna@shop.example\nBcc: all@shop.example",
    "anna@shop.example, eve@shop.example",
    "anna@shop..example",
)


@pytest.mark.parametrize("value", [*REFUSED_MAILBOXES, pytest.param(mailbox(255), id="255 characters")])
def test_what_is_no_e_mail_address_is_refused(lasting_service: Service, value: str) -> None:
    """Line 44."""
    answer = lasting_service.post("/v1/cold-read-requests", json={**WISH, "contact_email": value})
    assert pointers(answer) == {"#/contact_email"}
