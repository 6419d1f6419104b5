"""Checks of an address without a name lookup, for an address that will be called later."""

from __future__ import annotations

import ipaddress

from coldread.egress.policy import Policy
from coldread.egress.target import Target, parse


def check_named(url: str, policy: Policy) -> Target:
    """The target; raises EgressRefused if its scheme, host, port or literal address would be refused on connecting."""
    target = parse(url)
    policy.check_place(target.host, target.port)
    try:
        literal = ipaddress.ip_address(target.host)
    except ValueError:
        return target  # a host name: it is looked up when it is called, and may change until then
    policy.check_address(target.host, target.port, literal)
    return target
