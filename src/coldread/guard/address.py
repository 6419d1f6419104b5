"""The client of a request: the socket's peer, or the address that a trusted proxy reports. IPv6 counts by its /64."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from coldread.base.parse_value import Network

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def client_key(peer: str | None, forwarded_for: Sequence[str], trusted: tuple[Network, ...]) -> str:
    """The name under which a client is counted."""
    address = _parse(peer or "")
    if address is None:
        return "unknown"
    if not trusted:
        return _text_to_count_by(address)
    hops = [hop.strip() for line in forwarded_for for hop in line.split(",")]
    while hops and _is_trusted(address, trusted):
        claimed = _parse(hops.pop())
        if claimed is None:
            break  # our proxy writes valid addresses; anything before an invalid one can be forged
        address = claimed
    return _text_to_count_by(address)


def _parse(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped or address


def _is_trusted(address: Address, trusted: tuple[Network, ...]) -> bool:
    return any(address in network for network in trusted if network.version == address.version)


def _text_to_count_by(address: Address) -> str:
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
