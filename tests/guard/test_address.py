"""Who is asking."""

from __future__ import annotations

import ipaddress

import pytest

from coldread.guard.address import client_key

PROXIES = (ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("2001:db8::/32"))

CASES = [
    ("a plain peer", "203.0.113.7", [], "203.0.113.7"),
    ("a stranger's word is not believed", "203.0.113.7", ["198.51.100.1"], "203.0.113.7"),
    ("a proxy's word is", "10.1.2.3", ["198.51.100.1"], "198.51.100.1"),
    ("the last hop that is not ours counts", "10.1.2.3", ["1.1.1.1, 198.51.100.1, 10.9.9.9"], "198.51.100.1"),
    ("several headers are one list", "10.1.2.3", ["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
    ("nonsense from a proxy leaves the proxy", "10.1.2.3", ["unknown"], "10.1.2.3"),
    ("a proxy that says nothing", "10.1.2.3", [], "10.1.2.3"),
    ("IPv6 counts by its /64", "2001:470:1:2:3::9", [], "2001:470:1:2::/64"),
    ("mapped IPv4 is IPv4", "::ffff:203.0.113.7", [], "203.0.113.7"),
    ("a zone does not matter", "fe80::1%eth0", [], "fe80::/64"),
    ("an IPv6 proxy", "2001:db8::1", ["198.51.100.1"], "198.51.100.1"),
    ("a unix socket", None, [], "unknown"),
]


@pytest.mark.parametrize(
    ("peer", "forwarded", "key"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_client_is_counted_under_its_own_name(peer: str | None, forwarded: list[str], key: str) -> None:
    assert client_key(peer, forwarded, PROXIES) == key


def test_without_trusted_proxies_nobody_is_believed() -> None:
    assert client_key("10.1.2.3", ["198.51.100.1"], ()) == "10.1.2.3"
