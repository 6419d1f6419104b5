"""The heads of HTTP/1.1 messages, as the proxy reads and writes them: pure functions of text."""

from __future__ import annotations

import dataclasses
import re

from coldread.egress.errors import EgressError, EgressRefused, UrlRefused
from coldread.egress.policy import split_place
from coldread.egress.target import Target, canonical_host, parse

LARGEST_HEAD = 64 * 1024
REQUEST_LINE = re.compile(r"([A-Z]{1,20}) (\S{1,8192}) HTTP/1\.[01]")
#: interim answers (100, 103) to one request; without a limit, endless ones would be read for ever
MOST_INTERIM = 8
INTERIM = re.compile(r"HTTP/1\.[01] 1\d\d")
#: headers that belong to one connection and are not passed on
HOP_BY_HOP = frozenset({"connection", "keep-alive", "upgrade", "te", "trailer"})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Request:
    """The target of a browser's request: a tunnel if `target` is None, otherwise a plain request."""

    method: str
    host: str
    port: int
    target: Target | None
    headers: tuple[str, ...]


def parse_request(head: str) -> Request:
    """The request of a proxy's client; raises EgressRefused if it is invalid."""
    line, *headers = head.split("\r\n")
    match = REQUEST_LINE.fullmatch(line)
    if match is None:
        raise UrlRefused("not a request")
    method, place = match[1], match[2]
    if method == "CONNECT":
        host, port = _host_and_port(place)
        return Request(method=method, host=host, port=port, target=None, headers=())
    target = parse(place)
    if target.scheme != "http":
        raise UrlRefused("only plain http is forwarded; anything else is tunnelled")
    return Request(method=method, host=target.host, port=target.port, target=target, headers=tuple(headers))


def _host_and_port(place: str) -> tuple[str, int]:
    try:
        host, port = split_place(place)
    except ValueError as error:
        raise UrlRefused(str(error)) from None
    return canonical_host(host), 443 if port is None else port


def request_head(method: str, target: Target, headers: tuple[str, ...]) -> bytes:
    """The request for the site: its own path, no proxy headers, one request per connection."""
    passed_on = [header for header in headers if header and _passes_out(header)]
    lines = [f"{method} {target.path} HTTP/1.1", f"Host: {target.authority}", *passed_on, "Connection: close"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def answer_head(head: str) -> bytes | None:
    """The site's answer with `Connection: close`; None for an interim one.

    With keep-alive, a browser would send its next request, to another site, through the same connection."""
    line, *headers = head.split("\r\n")
    if INTERIM.match(line):
        return None
    passed_on = [header for header in headers if header and _name(header) not in HOP_BY_HOP]
    return "\r\n".join([line, *passed_on, "Connection: close", "", ""]).encode("latin-1")


def refusal(error: EgressError) -> bytes:
    """What the browser gets instead of an answer."""
    status = "403 Forbidden" if isinstance(error, EgressRefused) else "502 Bad Gateway"
    lines = (f"HTTP/1.1 {status}", f"X-Refused: {error.reason}", "Content-Length: 0", "Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _passes_out(header: str) -> bool:
    name = _name(header)
    return name not in HOP_BY_HOP and name != "host" and not name.startswith("proxy-")


def _name(header: str) -> str:
    return header.partition(":")[0].strip().lower()
