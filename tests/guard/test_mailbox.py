"""Limits count mailboxes, not the spellings of their addresses."""

from __future__ import annotations

import pytest

from coldread.guard.mailbox import PROVIDERS, limited_domain_of, mailbox_of


@pytest.mark.parametrize(
    ("mailbox", "spellings"),
    [
        pytest.param("anna@shop.example", ["Anna@Shop.Example", "ANNA@shop.example."], id="case"),
        pytest.param("anna@shop.example", ["anna+1@shop.example", "anna+a+b@shop.example"], id="plus tags"),
        pytest.param(
            "anna@shop.example",
            ['"anna"@shop.example', r'"an\na"@shop.example', '"anna+1"@shop.example'],
            id="quoted parts",
        ),
        pytest.param(
            "anna@shop.example", ["ａｎｎａ@shop.example", "anna@ｓｈｏｐ.example"], id="wide letters"
        ),
        pytest.param(
            "anna@xn--bcher-kva.example",
            ["anna@bücher.example", "anna@BÜCHER.example", "anna@bu\u0308cher.example"],
            id="domains in other scripts",
        ),
        pytest.param("bo@[::1]", ["bo@[IPv6:::1]", "bo@[IPv6:0:0:0:0:0:0:0:1]"], id="numbers"),
        pytest.param(
            "anna@gmail.com",
            ["a.n.n.a@gmail.com", "an.na+x@googlemail.com", '"an.na+x"@GoogleMail.com'],
            id="Gmail",
        ),
        pytest.param("anna@icloud.com", ["anna@me.com", "anna+x@mac.com"], id="Apple"),
        pytest.param("anna@yahoo.se", ["anna-shop@yahoo.se", "anna+shop@yahoo.se"], id="Yahoo"),
        pytest.param("annab@proton.me", ["anna.b@pm.me", "an-na_b+x@protonmail.com"], id="Proton"),
        pytest.param("annab@yandex.ru", ["anna.b@ya.ru", "anna-b@yandex.com"], id="Yandex"),
        pytest.param("anna@fastmail.com", ["shop@anna.fastmail.com", "anna+x@fastmail.com"], id="Fastmail"),
    ],
)
def test_spellings_of_one_mailbox_are_counted_as_one(mailbox: str, spellings: list[str]) -> None:
    assert {mailbox_of(address) for address in [mailbox, *spellings]} == {mailbox}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("anna@shop.example", "an.na@shop.example"),
        ("anna-b@shop.example", "anna-c@shop.example"),
        ("anna@outlook.com", "anna@hotmail.com"),
        ("anna@yahoo.se", "anna@yahoo.com"),
        ("anna@a.shop.example", "anna@b.shop.example"),
        ("+1@shop.example", "+2@shop.example"),
        ("...@gmail.com", "a@gmail.com"),
        ("shop@anna.fastmail.com", "shop@bo.fastmail.com"),
        ("bo@[192.0.2.1]", "bo@[192.0.3.1]"),
    ],
)
def test_two_mailboxes_are_counted_as_two(one: str, other: str) -> None:
    assert mailbox_of(one) != mailbox_of(other)


def test_a_mailbox_is_its_own_spelling() -> None:
    """Folding twice is folding once: else one of two spellings would be another mailbox."""
    for row in PROVIDERS:
        for domain in row.domains:
            folded = mailbox_of(f"An.na-b_c+x@{domain}")
            assert mailbox_of(folded) == folded, row.name


def test_letters_are_counted_for_the_domain_that_somebody_owns() -> None:
    assert limited_domain_of("a@mail.shop.example") == limited_domain_of("b@Shop.Example") == "shop.example"
    assert limited_domain_of("a@x.shop.co.uk") == "shop.co.uk"
    assert limited_domain_of("a@[192.0.2.1]") == "[192.0.2.1]"


def test_large_public_providers_are_not_counted_as_one_domain() -> None:
    for row in PROVIDERS:
        assert [limited_domain_of(f"a@{domain}") for domain in row.domains] == [""] * len(row.domains)
    assert limited_domain_of("shop@anna.fastmail.com") == ""
    assert limited_domain_of("a@gmail.com.shop.example") == "shop.example"


def test_every_domain_of_the_table_is_written_once_and_as_it_is_compared() -> None:
    domains = [domain for row in PROVIDERS for domain in row.domains]
    assert len(domains) == len(set(domains))
    assert domains == [domain.lower() for domain in domains]
