"""A request to watch a page, before it becomes a watch. Pure."""

from __future__ import annotations

import dataclasses
from urllib.parse import urlsplit

from coldread.egress.errors import EgressRefused
from coldread.egress.target import parse
from coldread.orders.push.register import Receiver
from coldread.scanner.brief import Brief
from coldread.watches.rules import Rhythm


@dataclasses.dataclass(frozen=True, kw_only=True)
class Wanted:
    """A request to watch a page."""

    url: str
    brief: Brief
    email: str
    rhythm: Rhythm
    #: the name under which the caller is counted
    client: str
    #: another receiver, by webhook
    receiver: Receiver | None = None


def host_of(url: str) -> str:
    """The host in canonical form, however it is written: one name for each server."""
    try:
        return parse(url).host
    except EgressRefused:
        return host_as_written(url)


def host_as_written(url: str) -> str:
    """For people."""
    return (urlsplit(url).hostname or "").lower()[:255]
