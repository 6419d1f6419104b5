"""Which page to scan and for whom, and when two requests are the same. Pure."""

from __future__ import annotations

import dataclasses
import hashlib
import json

from coldread.scanner.brief import Brief
from coldread.scans.url_key import url_key


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScanRequest:
    """A page and its brief."""

    url: str
    brief: Brief
    #: the name under which a free scan is counted; empty if it is not counted
    client: str = ""
    #: a person typed the address without its scheme: https is tried first, then http
    bare: bool = False

    def cache_key(self, *versions: str) -> str:
        """Equal for requests that one answer serves, as long as engine and rubric stay the same."""
        parts = (url_key(self.url), *dataclasses.astuple(self.brief), *versions)
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def to_json(self) -> str:
        return json.dumps({"url": self.url, "brief": dataclasses.asdict(self.brief)})

    @staticmethod
    def from_json(text: str) -> ScanRequest:
        fields = json.loads(text)
        return ScanRequest(url=fields["url"], brief=Brief(**fields["brief"]))


def client_mark(client: str) -> str:
    """A hash of the client for a job's arguments, which must not contain its address."""
    return hashlib.sha256(client.encode()).hexdigest()[:12] if client else ""
