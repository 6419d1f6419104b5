"""Our answers as tasks: an order, a scan, a paid answer. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coldread.base.clock import rfc3339
from coldread.base.shapes import fields_of
from coldread.orders.files.deliverable_files import DELIVERABLES
from coldread.orders.views.handoff import PATH, params
from coldread.orders.views.order_state import a2a_state, needs_no_buyer, order_words
from coldread.orders.views.shapes import Order
from coldread.protocols.a2a.history import HistoryEntry
from coldread.protocols.a2a.task import Artifact, Part, State, Task, agent_message

#: what an agent needs to know about an order to act; nothing about the buyer
SHOWN = fields_of(
    Order,
    "order_id",
    "status",
    "substatus",
    "next_action",
    "question",
    "human_action_required",
    "waits_for",
    "pay_url",
    "price",
    "poll_interval_sec",
    "draft_url",
    "final_url",
    "diff_url",
    "rescan_url",
    "rescan_available",
    "rescan_used",
    "expires_at",
    "sandbox",
    "_links",
)


def order_task(
    order: dict[str, Any],
    base_url: str,
    context_id: str | None = None,
    *,
    history: Sequence[HistoryEntry] = (),
    webhooks: Sequence[dict[str, Any]] = (),
) -> Task:
    """The order as `GET /v1/orders/{id}` returns it, with its messages and its webhooks."""
    task_id, context = order["order_id"], context_id or order["order_id"]
    waits_for = order["waits_for"]
    fields = {name: order[name] for name in SHOWN}
    if order.get("ignored"):  # only in the answer to the message that ordered
        fields["ignored"] = order["ignored"]
    if not order["rescan_available"]:
        fields["rescan_url"] = None  # a task only has addresses that can be used now
    about = f"{order['status']}.{waits_for['why']}" if needs_no_buyer(order) else order["status"]
    return Task(
        id=task_id,
        context_id=context,
        state=State(a2a_state(order)),
        timestamp=max(order["updated_at"], waits_for["since"]),
        message=agent_message(
            task_id, context, about, Part(text=order_words(order, "a2a")), Part(data=fields)
        ),
        artifacts=tuple(
            Artifact(
                id=row.file,
                name=row.file,
                description=row.relation.title,
                parts=(Part(uri=order[row.field], name=row.file, media_type=row.media_type),),
            )
            for row in DELIVERABLES
            if order[row.field]
        ),
        history=tuple(entry.as_message(task_id, context) for entry in history),
        metadata={
            base_url + PATH: {
                "human_action_required": order["human_action_required"],
                "pay_url": order["pay_url"],
                "next_action": order["next_action"],
                "question": order["question"],
                "waits_for": waits_for,
                "poll_interval_sec": order["poll_interval_sec"],
                "billing_rails": params()["billing_rails"],
                "billing_rail_default": params()["billing_rail_default"],
                **({"push": list(webhooks)} if webhooks else {}),
            }
        },
    )


def scan_task(scan: dict[str, Any], at: int, context_id: str | None = None) -> Task:
    """A scan is complete in the call that requests it."""
    task_id, context = scan["session_id"], context_id or scan["session_id"]
    summary = Part(text=scan.get("chat_summary") or "", media_type="text/markdown")
    return Task(
        id=task_id,
        context_id=context,
        state=State.COMPLETED,
        timestamp=scan.get("scanned_at") or rfc3339(at),
        message=agent_message(task_id, context, "done", summary),
        artifacts=(
            Artifact(
                id="scan",
                name="scan.json",
                description="Scores, findings and their evidence",
                parts=(summary, Part(data=scan, media_type="application/json")),
            ),
        ),
    )
