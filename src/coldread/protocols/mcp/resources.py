"""The table of resources: addresses that can be read, and the route that serves each."""

from __future__ import annotations

import dataclasses
import re

from coldread.orders.files.deliverable_files import names_of_files


@dataclasses.dataclass(frozen=True, kw_only=True)
class Resource:
    """One row; an address with braces is a template."""

    uri: str
    path: str
    name: str
    title: str
    description: str
    media_type: str

    @property
    def is_template(self) -> bool:
        return "{" in self.uri

    def match(self, uri: str) -> str | None:
        """The route's path, if the address is one of these."""
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[\\w.-]+)", re.escape(self.uri))
        found = re.fullmatch(pattern, uri)
        return self.path.format(**found.groupdict()) if found else None


RESOURCES: tuple[Resource, ...] = (
    Resource(
        uri="coldread://orders/{order_id}",
        path="/v1/orders/{order_id}",
        name="order",
        title="An order",
        description="The order as it stands: status, next action, pay page, deliverables.",
        media_type="application/json",
    ),
    Resource(
        uri="coldread://scans/{session_id}",
        path="/v1/scans/{session_id}",
        name="scan",
        title="A scan",
        description="Scores, findings and their evidence, as answered.",
        media_type="application/json",
    ),
    Resource(
        uri="coldread://deliverables/{order_id}/{file}",
        path="/deliverables/{order_id}/{file}",
        name="deliverable",
        title="A deliverable",
        description=f"{names_of_files()} of an order.",
        media_type="text/plain",
    ),
    Resource(
        uri="coldread://guide",
        path="/llms.txt",
        name="guide",
        title="How to use Coldread",
        description="The contract in words: rules for agents, states, prices, limits.",
        media_type="text/markdown",
    ),
    Resource(
        uri="coldread://problems",
        path="/errors",
        name="problems",
        title="Problem types",
        description="Every way to be refused, and what to do about it.",
        media_type="application/json",
    ),
)


def is_static(uri: str) -> bool:
    """Whether it is the same for all callers until the service restarts."""
    return any(row.uri == uri and not row.is_template for row in RESOURCES)


def path_of(uri: str) -> str | None:
    return next((path for row in RESOURCES if (path := row.match(uri)) is not None), None)
