"""One address, parsed once and strictly, so that the checked address is the visited one."""

from __future__ import annotations

import dataclasses
import ipaddress
import re
import socket
from urllib.parse import quote, urljoin, urlsplit

import idna

from coldread.base.incoming.addresses import address_as_requested
from coldread.egress.errors import HostRefused, SchemeRefused, UrlRefused
from coldread.egress.policy import SCHEMES

LONGEST_URL = 2048
#: characters that parsers treat differently: white space, control characters and backslashes
UNSAFE = re.compile(r"[\x00-\x20\x7f-\x9f\\]")
NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
KEPT_IN_PATH = "/%:@!$&'()*+,;=~-._"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Target:
    """An http or https address whose host is in canonical form."""

    scheme: str
    host: str
    port: int
    #: path and query, for the request line
    path: str

    @property
    def authority(self) -> str:
        """The value of a `Host` header: the host, and the port unless it is the scheme's default."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == SCHEMES[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def url(self) -> str:
        return self.origin + self.path

    def target_of_link(self, location: str) -> Target:
        """The target of a `Location` or of a link on this page."""
        return parse(address_as_requested(urljoin(self.url, location.strip())))


def parse(url: str) -> Target:
    """The target of an absolute address; raises EgressRefused for anything else."""
    if len(url) > LONGEST_URL or UNSAFE.search(url):
        raise UrlRefused("the address is too long or has blanks, control characters or backslashes")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UrlRefused(str(error)) from None
    if parts.scheme not in SCHEMES:
        raise SchemeRefused(f"{parts.scheme or 'no scheme'}: only http and https are visited")
    if "@" in parts.netloc:
        raise UrlRefused("the address carries user information")
    path = quote(parts.path or "/", safe=KEPT_IN_PATH)
    query = f"?{quote(parts.query, safe=KEPT_IN_PATH + '?[]')}" if parts.query else ""
    return Target(
        scheme=parts.scheme,
        host=canonical_host(parts.hostname or ""),
        port=SCHEMES[parts.scheme] if port is None else port,
        path=path + query,
    )


def canonical_host(host: str) -> str:
    """A lower-case ASCII name without its final dot, or the usual form of an IP address in another notation."""
    if ":" in host:
        return _canonical_v6(host)
    ascii_host = _ascii(host).removesuffix(".")
    if not NAME.fullmatch(ascii_host) or len(ascii_host) > 253:
        raise HostRefused(f"{host!r} is not a host name")
    if NUMBER.fullmatch(ascii_host.rsplit(".", 1)[-1]):
        return _canonical_v4(ascii_host)
    return ascii_host


def _ascii(host: str) -> str:
    if host.isascii():
        return host.lower()
    try:
        return idna.encode(host, uts46=True).decode("ascii").lower()
    except idna.IDNAError as error:
        raise HostRefused(f"{host!r} is not a host name: {error}") from None


def _canonical_v4(number: str) -> str:
    """Decimal, octal, hexadecimal and shortened forms, as the system's resolver reads them."""
    try:
        return str(ipaddress.IPv4Address(socket.inet_aton(number)))
    except OSError:
        raise HostRefused(f"{number} is neither a name nor an address") from None


def _canonical_v6(host: str) -> str:
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        raise HostRefused(f"{host!r} is not an address") from None
    if address.scope_id is not None:
        raise HostRefused(f"{host!r} names a network interface")
    return str(address)
