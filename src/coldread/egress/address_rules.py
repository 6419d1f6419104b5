"""What can be refused about an address without looking its name up: for whoever is given one to call later."""

from __future__ import annotations

import ipaddress

from coldread.egress.policy import Policy
from coldread.egress.target import Target, parse


def check_named(url: str, policy: Policy) -> Target:
    """The target; raises Refused where scheme, host, port or a literal address would be refused at the door."""
    target = parse(url)
    policy.check_place(target.host, target.port)
    try:
        literal = ipaddress.ip_address(target.host)
    except ValueError:
        return target  # a name: where it leads is asked when it is called, and may change until then
    policy.check_address(target.host, target.port, literal)
    return target
