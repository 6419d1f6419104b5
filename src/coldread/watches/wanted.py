"""What somebody wants to have watched, before it is a watch. Pure."""

from __future__ import annotations

import dataclasses
from urllib.parse import urlsplit

from coldread.orders.push.register import Receiver
from coldread.scanner.brief import Brief
from coldread.watches.rules import Rhythm


@dataclasses.dataclass(frozen=True, kw_only=True)
class Wanted:
    """What somebody wants to have watched."""

    url: str
    brief: Brief
    email: str
    rhythm: Rhythm
    #: the name under which the caller is counted
    client: str
    #: another receiver, by webhook
    receiver: Receiver | None = None


def host_of(url: str) -> str:
    return (urlsplit(url).hostname or "").lower()[:255]
