"""Quick answers to common input agree with the library that knows the whole standard."""

from __future__ import annotations

import email_validator
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coldread.base.fields import PLAIN_EMAIL

ATOMS = st.text("aZ09!#$%&'*+/=?^_`{|}~-", min_size=1, max_size=20)
LABELS = st.text("aZ09-", min_size=1, max_size=63)


@given(st.lists(ATOMS, min_size=1, max_size=4), st.lists(LABELS, min_size=1, max_size=4), LABELS)
def test_what_passes_as_a_plain_address_is_one(local: list[str], labels: list[str], last: str) -> None:
    address = f"{'.'.join(local)}@{'.'.join(labels)}.{last}"
    if PLAIN_EMAIL.fullmatch(address) and len(address) <= 254:
        email_validator.validate_email(
            address, check_deliverability=False, globally_deliverable=False, strict=True
        )


@pytest.mark.parametrize(
    "address",
    [
        "a@b",
        "a..b@example.com",
        ".a@example.com",
        "a@-example.com",
        "a@exa--mple.com",
        "a@xn--bcher-kva.example",
        "a@example.com.",
        "å@example.com",
        "a b@example.com",
        "a@example.com\n",
        '"a"@example.com',
        "a@[127.0.0.1]",
        "a" * 65 + "@example.com",
        "a@" + "b" * 64 + ".com",
    ],
)
def test_what_is_unusual_is_left_to_the_library(address: str) -> None:
    assert not PLAIN_EMAIL.fullmatch(address)
