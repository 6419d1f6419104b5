"""The policy itself: what passes, what the operator may except, what this machine is."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coldread.egress.errors import AddressRefused, HostRefused, PortRefused
from coldread.egress.policy import Policy, parse_allowed, why_refused

PUBLIC = (
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::6810:84e5",
    "2a00:1450::1",
)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_global_address_passes(address: str) -> None:
    assert why_refused(ipaddress.ip_address(address)) is None


@given(st.ip_addresses())
def test_what_the_standard_library_calls_not_global_never_passes(address: ipaddress.IPv4Address) -> None:
    assert address.is_global or why_refused(address) is not None


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_does_not_pass_inside_an_ipv6_one(address: ipaddress.IPv4Address) -> None:
    number = int(address)
    for wrapped in (
        number,
        (0xFFFF << 32) + number,
        (0x64FF9B << 96) + number,
        (0x2002 << 112) + (number << 80),
    ):
        assert why_refused(ipaddress.IPv6Address(wrapped)) is not None


def test_an_allowed_place_is_exempt_with_its_port_only() -> None:
    policy = Policy(allow=parse_allowed(("127.0.0.1:9000", "[::1]:9001")))
    policy.check_place("127.0.0.1", 9000)
    policy.check_address("127.0.0.1", 9000, ipaddress.ip_address("127.0.0.1"))
    policy.check_place("::1", 9001)
    with pytest.raises(PortRefused):
        policy.check_place("127.0.0.1", 9001)
    with pytest.raises(AddressRefused):
        policy.check_address("127.0.0.1", 80, ipaddress.ip_address("127.0.0.1"))


def test_a_bare_allowed_host_means_both_standard_ports() -> None:
    assert parse_allowed(("Stage.Example ",)) == {("stage.example", 80), ("stage.example", 443)}


@pytest.mark.parametrize("entry", ["", ":80", "host:port", "host:0", "host:70000", "[::1", "host:8080:1"])
def test_an_allow_list_entry_that_is_no_place_is_an_error(entry: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the library's own and ours
        parse_allowed((entry,))


def test_the_service_does_not_visit_itself() -> None:
    policy = Policy(
        own_hosts=frozenset({"coldread.example"}),
        own_addresses=frozenset({ipaddress.ip_address("93.184.215.14")}),
    )
    with pytest.raises(HostRefused):
        policy.check_place("coldread.example", 443)
    with pytest.raises(AddressRefused, match="this machine"):
        policy.check_address("alias.example", 443, ipaddress.ip_address("93.184.215.14"))
