"""The human hand-off for agents: an A2A extension with its parameters. Facts only."""

from __future__ import annotations

from typing import Any

from coldread.base.shapes import Shape, Url, checked_body
from coldread.orders.rules.lifecycle import V1Status, statuses
from coldread.payments.prices import RAILS, BillingMethod

PATH = "/extensions/human-handoff/v1"
#: the statuses that ask a person for something
ASKING = statuses(lambda row: row.asks is not None)
DESCRIPTION = "Tells which skills need a human, and how the hand-off is signalled."


class HandoffParams(Shape):
    """Where a human has to step in, and how it is signalled."""

    skills_requiring_human: list[str]
    handoff_states: list[str]
    order_statuses: list[str]
    handoff_signal: str
    billing_rails: list[str]
    billing_rail_default: str
    notes: str


class Handoff(Shape):
    """The extension as the agent card declares it."""

    uri: Url
    description: str
    required: bool
    params: HandoffParams


def params() -> dict[str, Any]:
    return checked_body(
        HandoffParams,
        {
            "skills_requiring_human": ["cold-read-request"],
            # V1's word, from the contract; `order_statuses` are those of V2
            "handoff_states": [V1Status.PENDING_PAYMENT.value],
            "order_statuses": [status.value for status in ASKING],
            "handoff_signal": "status_field_with_pay_url",
            "billing_rails": [rail.method.value for rail in RAILS],
            "billing_rail_default": BillingMethod.UMBRELLA_INVOICE.value,
            "notes": "A person pays for a cold-read; agents order, poll and relay `question` and `pay_url`. "
            "`handoff_states` are of the deprecated V1; an order says `order_statuses`, and `human_action_required` is true. "
            "An order's reads may end (404 from `expires_at` on) before a person has paid or read: relay its `message`, "
            "and give the person the order's page, which goes on.",
        },
    )


def extension(base_url: str) -> dict[str, Any]:
    return checked_body(
        Handoff,
        {"uri": base_url + PATH, "description": DESCRIPTION, "required": False, "params": params()},
    )
