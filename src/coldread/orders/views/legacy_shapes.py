"""V1's words for an order, deprecated: the shapes of `legacy_view`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from coldread.base.shapes import DateTime, Links, Shape, Url
from coldread.orders.rules.lifecycle import V1Status
from coldread.orders.views.shapes import WaitsFor


class ColdReadRequestResponse(Shape):
    """The invoice as issued."""

    invoice_id: str
    pay_url: Url
    status_url: Url
    links: Links = Field(alias="_links")
    landing_url: Url = Field(description="Alias of `pay_url`; removed in v2.", deprecated=True)
    poll_interval_sec: int
    human_handoff: bool
    next_action: str
    waits_for: WaitsFor = Field(description="Whose turn it is (`on`), `why`, and `since` when.")
    amount: int
    currency: Literal["SEK"]
    expires_at: DateTime
    message: str | None = Field(description="To relay: that it will answer 404 although the order goes on.")


class V1Stage(Shape):
    name: Literal["payment", "analysis", "draft", "human_review", "delivery"]
    state: Literal["done", "current", "pending"]
    at: DateTime | None


class ColdReadStatus(Shape):
    """The present state of an invoice."""

    invoice_id: str
    status: V1Status
    links: Links = Field(alias="_links")
    eta: DateTime | None
    eta_seconds: int | None
    draft_url: Url | None
    final_url: Url | None
    diff_url: Url | None
    delivery_url: Url | None
    rescan_used: bool
    waits_for: WaitsFor = Field(description="Whose turn it is (`on`), `why`, and `since` when.")
    expires_at: DateTime
    message: str | None = Field(description="To relay: that it will answer 404 although the order goes on.")
    stages: list[V1Stage]
