"""`WWW-Authenticate` is read as RFC 9110 writes it: two challenges of one header are two."""

from __future__ import annotations

import pytest

from coldread.base.incoming.auth_challenges import auth_challenges

ONE, TWO = 'Payment id="a", method="tempo"', 'Payment id="b", method="voucher"'


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ([f"{ONE}, {TWO}"], [("payment", "a"), ("payment", "b")]),
        ([ONE, TWO], [("payment", "a"), ("payment", "b")]),
        ([f"X, {ONE}"], [("x", None), ("payment", "a")]),
        ([f'Bearer realm="x", error="y", {ONE}'], [("bearer", None), ("payment", "a")]),
        ([f"Negotiate YIIJvwYG/+==, {TWO}"], [("negotiate", None), ("payment", "b")]),
        ([f"{ONE}, Basic"], [("payment", "a"), ("basic", None)]),
        ([f" , {ONE},, ,{TWO} ,"], [("payment", "a"), ("payment", "b")]),
        (['PAYMENT ID = "a" ,\tmethod=tempo'], [("payment", "a")]),
        (['Payment id="a", description="x, Payment id=\\"b\\", y"'], [("payment", "a")]),
        (['Payment id="a', ONE], [("payment", "a")]),  # a quote that never ends takes its own header with it
        ([f'Payment id="c", id="d", {ONE}'], [("payment", "a")]),  # which of two is meant nobody knows
        (["", ",", "=", '"'], []),
    ],
)
def test_every_challenge_is_found_and_nothing_else(
    headers: list[str], found: list[tuple[str, str | None]]
) -> None:
    assert [(one.scheme, one.parameters.get("id")) for one in auth_challenges(headers)] == found


def test_each_is_a_header_of_its_own_and_its_values_are_what_was_meant() -> None:
    said = r'Payment id="a", description="say \"hi\", then \\ wait", Payment id="b"'
    first, second = auth_challenges([said])
    assert first.parameters["description"] == r'say "hi", then \ wait'
    assert second.text == 'Payment id="b"'
    assert auth_challenges([first.text]) == [first]
