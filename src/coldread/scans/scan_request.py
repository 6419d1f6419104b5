"""Which page is to be looked at, for whom; and when two wishes are the same. Pure."""

from __future__ import annotations

import dataclasses
import hashlib
import json

from coldread.scanner.brief import Brief
from coldread.scans.url_key import url_key


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScanRequest:
    """A page and what it is for."""

    url: str
    brief: Brief
    #: the name under which a free scan is counted; others are not counted
    client: str = ""
    #: a person typed the address without its scheme: https is tried first, then http
    bare: bool = False

    def cache_key(self, *versions: str) -> str:
        """The same for wishes that one answer serves, as long as engine and rubric stay."""
        parts = (url_key(self.url), *dataclasses.astuple(self.brief), *versions)
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def to_json(self) -> str:
        return json.dumps({"url": self.url, "brief": dataclasses.asdict(self.brief)})

    @staticmethod
    def from_json(text: str) -> ScanRequest:
        told = json.loads(text)
        return ScanRequest(url=told["url"], brief=Brief(**told["brief"]))


def client_mark(client: str) -> str:
    """A client in a job's arguments: the same for the same client, and not its address."""
    return hashlib.sha256(client.encode()).hexdigest()[:12] if client else ""
