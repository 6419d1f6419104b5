"""Which addresses may be visited: a table of refused networks, two schemes, two ports, and the operator's exceptions."""

from __future__ import annotations

import dataclasses
import ipaddress
import re

from coldread.egress.errors import AddressRefused, HostRefused, PortRefused

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

#: each scheme with its default port
SCHEMES = {"http": 80, "https": 443}

PORTS = frozenset(SCHEMES.values())
PORT = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)


@dataclasses.dataclass(frozen=True, kw_only=True)
class RefusedNetwork:
    network: Network
    why: str


def refused(cidr: str, why: str) -> RefusedNetwork:
    return RefusedNetwork(network=ipaddress.ip_network(cidr), why=why)


#: IANA's special-purpose registries, and internal services of clouds under addresses that look public. Tunnels that
#: carry an IPv4 address (mapped, NAT64, 6to4, Teredo) are refused completely: no site is there.
REFUSED_NETWORKS = (
    refused("0.0.0.0/8", "this network"),
    refused("10.0.0.0/8", "private"),
    refused("100.64.0.0/10", "shared by a carrier"),
    refused("127.0.0.0/8", "loopback"),
    refused("168.63.129.16/32", "cloud metadata"),
    refused("169.254.0.0/16", "link-local, cloud metadata"),
    refused("172.16.0.0/12", "private"),
    refused("192.0.0.0/24", "protocol assignments, cloud metadata"),
    refused("192.0.2.0/24", "documentation"),
    refused("192.31.196.0/24", "name-server sink"),
    refused("192.52.193.0/24", "multicast relay"),
    refused("192.88.99.0/24", "6to4 relay"),
    refused("192.168.0.0/16", "private"),
    refused("192.175.48.0/24", "name-server sink"),
    refused("198.18.0.0/15", "benchmarks"),
    refused("198.51.100.0/24", "documentation"),
    refused("203.0.113.0/24", "documentation"),
    refused("224.0.0.0/4", "multicast"),
    refused("240.0.0.0/4", "reserved, broadcast"),
    refused("::/3", "unspecified, loopback, IPv4-mapped, NAT64"),
    refused("2001::/23", "protocol assignments, Teredo"),
    refused("2001:db8::/32", "documentation"),
    refused("2002::/16", "6to4"),
    refused("2620:4f:8000::/48", "name-server sink"),
    refused("3fff::/20", "documentation"),
    refused("4000::/2", "not assigned, segment routing"),
    refused("8000::/1", "not assigned, unique local, link-local, multicast"),
)


def why_refused(address: Address) -> str | None:
    """Why this address may not be visited, or None. The table decides; the standard library can only refuse more."""
    for row in REFUSED_NETWORKS:
        if row.network.version == address.version and address in row.network:
            return row.why
    return None if address.is_global else "not global"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Policy:
    """The table above, and what this deployment adds to it."""

    #: (host, port) pairs that the operator allows: their port and address are not checked
    allow: frozenset[tuple[str, int]] = frozenset()
    #: host names of this service itself
    own_hosts: frozenset[str] = frozenset()
    #: addresses of this machine
    own_addresses: frozenset[Address] = frozenset()

    def allows(self, host: str, port: int) -> bool:
        """Whether the operator allowed this place."""
        return (host, port) in self.allow

    def check_place(self, host: str, port: int) -> None:
        """Raises EgressRefused for a place that can be refused without a lookup."""
        if self.allows(host, port):
            return
        if port not in PORTS:
            raise PortRefused(f"port {port} is not 80 or 443")
        if host in self.own_hosts:
            raise HostRefused(f"{host} is this service itself")
        if "." not in host and ":" not in host:
            raise HostRefused(f"{host} is not a public name")

    def check_address(self, host: str, port: int, address: Address) -> None:
        """Raises AddressRefused unless this address of `host` is global and not this machine's."""
        if self.allows(host, port):
            return
        why = why_refused(address)
        if why is None and address in self.own_addresses:
            why = "this machine"
        if why is not None:
            raise AddressRefused(f"{host} leads to {address}: {why}")


def parse_allowed(entries: tuple[str, ...]) -> frozenset[tuple[str, int]]:
    """`host:port` entries as pairs; a bare host means both standard ports."""
    pairs = set()
    for entry in entries:
        host, port = split_place(entry.strip().lower())
        pairs |= {(host, number) for number in ((port,) if port else PORTS)}
    return frozenset(pairs)


def split_place(place: str) -> tuple[str, int | None]:
    """`host:port`, `[v6]:port` or a bare host, split; raises ValueError for an invalid port."""
    if place.startswith("["):
        host, closing, port = place[1:].partition("]")
        host, colon, port = str(ipaddress.IPv6Address(host)), port[:1], port[1:]
        well_formed = bool(closing) and colon in ("", ":")
    else:
        host, colon, port = place.partition(":")
        well_formed = bool(host)
    if not well_formed or (colon and not PORT.fullmatch(port)) or int(port or 1) > 65535:
        raise ValueError(f"{place!r} is not host:port")
    return host, int(port) if port else None
