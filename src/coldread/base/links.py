"""The addresses that answers link to, in one table, and the shape of a link."""

from __future__ import annotations

import dataclasses
from typing import Any


@dataclasses.dataclass(frozen=True, kw_only=True)
class Relation:
    """One row: a relation name, the address behind it, and when the link is there."""

    #: the resource that has the link
    of: str = "order"
    name: str
    method: str
    path: str
    title: str
    #: the precondition, in words
    when: str


RELATIONS: tuple[Relation, ...] = (
    Relation(name="self", method="GET", path="/v1/orders/{id}", title="This order", when="always"),
    Relation(name="status_page", method="GET", path="/o/{id}", title="This order, for people", when="always"),
    Relation(
        name="pay",
        method="GET",
        path="/pay/{id}",
        title="Pay page: a person pays here",
        when="status is `billing_pending`",
    ),
    Relation(
        name="provide_info",
        method="POST",
        path="/v1/orders/{id}/info",
        title="Answer the reviewer's question",
        when="status is `needs_info`",
    ),
    Relation(
        name="draft_result",
        method="GET",
        path="/deliverables/{id}/spec_draft.md",
        title="Automatic draft, not yet checked by a person",
        when="the draft is published",
    ),
    Relation(
        name="result",
        method="GET",
        path="/deliverables/{id}/spec_final.md",
        title="Final specification, checked by a person",
        when="status is `delivered` and a final is stored",
    ),
    Relation(
        name="diff",
        method="GET",
        path="/deliverables/{id}/diff.patch",
        title="Unified diff",
        when="status is `delivered` and a diff is stored",
    ),
    Relation(
        name="rescan",
        method="POST",
        path="/v1/orders/{id}/rescan",
        title="The free rescan",
        when="status is `delivered`, the rescan is unused and 30 days have not passed",
    ),
    Relation(of="scan", name="self", method="GET", path="/v1/scans/{id}", title="This scan", when="always"),
    Relation(
        of="scan", name="report", method="GET", path="/r/{id}", title="The report, for people", when="always"
    ),
    Relation(
        of="scan",
        name="order",
        method="POST",
        path="/v1/cold-read-requests",
        title="Order a review by a person",
        when="always",
    ),
    Relation(
        of="scan",
        name="checks",
        method="GET",
        path="/v1/checks",
        title="What a scan looks for",
        when="always",
    ),
    Relation(
        of="comparison",
        name="self",
        method="GET",
        path="/v1/scans/{id}",
        title="This comparison",
        when="always",
    ),
    Relation(
        of="comparison",
        name="report",
        method="GET",
        path="/r/{id}",
        title="Both side by side, for people",
        when="always",
    ),
    Relation(
        of="beside", name="self", method="GET", path="/v1/beside/{id}", title="Side by side", when="always"
    ),
    Relation(
        of="beside",
        name="report",
        method="GET",
        path="/beside/{id}",
        title="Side by side, for people",
        when="always",
    ),
    Relation(
        of="submission",
        name="self",
        method="GET",
        path="/v1/agents/submissions/{id}",
        title="This submission",
        when="always",
    ),
    Relation(
        of="watch", name="self", method="GET", path="/v1/watches/{id}", title="This watch", when="always"
    ),
    Relation(
        of="watch",
        name="stop",
        method="DELETE",
        path="/v1/watches/{id}",
        title="Stop it",
        when="it is not over",
    ),
    # V1's own addresses; its other links are those of the order
    Relation(
        of="invoice",
        name="self",
        method="GET",
        path="/v1/cold-read/{id}",
        title="This invoice",
        when="always",
    ),
    Relation(
        of="invoice",
        name="rescan",
        method="POST",
        path="/v1/cold-read/{id}/rescan",
        title="The free rescan",
        when="as an order's",
    ),
)

_ROWS = {(row.of, row.name): row for row in RELATIONS}


def link(href: str, method: str = "GET", title: str | None = None) -> dict[str, Any]:
    """A Link of the contract."""
    return {"href": href, "method": method, **({"title": title} if title else {})}


def relation(name: str, of: str = "order") -> Relation:
    return _ROWS[of, name]


def address(base_url: str, name: str, id_: str, *, of: str = "order") -> str:
    return base_url + relation(name, of).path.format(id=id_)


def resource_link(
    base_url: str, name: str, id_: str, href: str | None = None, *, of: str = "order"
) -> dict[str, Any]:
    """A Link of one relation; `href` replaces the table's address if a patch has set another."""
    row = relation(name, of)
    return link(href or address(base_url, name, id_, of=of), row.method, row.title)


def order_link(base_url: str, name: str, order_id: str, href: str | None = None) -> dict[str, Any]:
    return resource_link(base_url, name, order_id, href)


def links_of(base_url: str, of: str, id_: str) -> dict[str, Any]:
    """All links of a resource whose links have no precondition."""
    return {row.name: resource_link(base_url, row.name, id_, of=of) for row in RELATIONS if row.of == of}
