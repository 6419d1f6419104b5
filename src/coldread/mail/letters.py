"""The table of letters: two kinds tell the customer of the work, one that the form's order arrived; the others are
notices to the operator."""

from __future__ import annotations

import dataclasses
from typing import Literal

from coldread.base.languages import Language


@dataclasses.dataclass(frozen=True, kw_only=True)
class Letter:
    """One row; its texts are in `templates/<kind>.<language>.txt`, the subject in the first line."""

    kind: str
    to: Literal["customer", "operator"]
    #: when it is written
    when: str
    #: what its templates are given
    values: tuple[str, ...]

    @property
    def languages(self) -> tuple[Language, ...]:
        """Customers are written to in theirs; the operator reads the first."""
        return tuple(Language) if self.to == "customer" else (Language.EN,)


LETTERS: tuple[Letter, ...] = (
    Letter(
        kind="order_received",
        to="customer",
        when="a person has ordered on the form",
        values=("order_id", "status_page", "price", "terms", "seller"),
    ),
    Letter(
        kind="draft_published",
        to="customer",
        when="the draft can be read",
        values=("order_id", "page_url", "draft_url", "status_page", "final_by"),
    ),
    Letter(
        kind="final_delivered",
        to="customer",
        when="the order is delivered",
        values=("order_id", "page_url", "final_url", "diff_url", "status_page", "rescan_until", "late"),
    ),
    Letter(
        kind="new_order",
        to="operator",
        when="an order is placed",
        values=("order_id", "page_url", "desk", "goal"),
    ),
    Letter(
        kind="info_answered",
        to="operator",
        when="the buyer has answered",
        values=("order_id", "page_url", "desk", "question", "message"),
    ),
    Letter(
        kind="withdrawal_asked",
        to="operator",
        when="the buyer asks to withdraw",
        values=("order_id", "page_url", "desk", "who"),
    ),
    Letter(
        kind="draft_ready",
        to="operator",
        when="a draft is prepared",
        values=("order_id", "page_url", "desk", "flags"),
    ),
    Letter(
        kind="page_unseen",
        to="operator",
        when="neither the page nor a source could be read",
        values=("order_id", "page_url", "desk", "reason"),
    ),
    Letter(
        kind="sla_warning",
        to="operator",
        when="three quarters of the 72 hours are over",
        values=("order_id", "page_url", "desk", "due_at"),
    ),
    Letter(kind="dead_job", to="operator", when="a job failed too often", values=("job", "key", "error")),
    Letter(
        kind="payment_network",
        to="operator",
        when="the payment network is not the one that the settings name, once a day",
        values=("method", "reason", "base_url"),
    ),
    Letter(kind="doctor", to="operator", when="`coldread doctor --deep` is run", values=("base_url",)),
)

BY_KIND = {row.kind: row for row in LETTERS}
