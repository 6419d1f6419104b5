"""Where things are: the table of addresses that answers point to, and the shape of a link."""

from __future__ import annotations

import dataclasses
from typing import Any


@dataclasses.dataclass(frozen=True, kw_only=True)
class Relation:
    """One row: a relation name, the address behind it, and when an order shows it."""

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
)

BY_NAME = {row.name: row for row in RELATIONS}


def link(href: str, method: str = "GET", title: str | None = None) -> dict[str, Any]:
    """A Link of the contract."""
    return {"href": href, "method": method, **({"title": title} if title else {})}


def address(base_url: str, relation: str, order_id: str) -> str:
    return base_url + BY_NAME[relation].path.format(id=order_id)


def order_link(base_url: str, relation: str, order_id: str, href: str | None = None) -> dict[str, Any]:
    """The link of one relation; `href` replaces the table's address where a patch named another."""
    row = BY_NAME[relation]
    return link(href or address(base_url, relation, order_id), row.method, row.title)
