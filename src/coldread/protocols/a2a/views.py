"""What our answers look like as tasks: an order, a scan, an answer that was paid for. Pure."""

from __future__ import annotations

from typing import Any

from coldread.base.clock import rfc3339
from coldread.base.shapes import fields_of
from coldread.orders.files.deliverable_files import DELIVERABLES
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.waits import Wait
from coldread.orders.shown.handoff import PATH, params
from coldread.orders.shown.shapes import Order
from coldread.protocols.a2a.task import Artifact, Message, Part, State, Task, agent_message
from coldread.protocols.order_words import TURNS, order_words

#: what an agent needs of an order to act, and nothing about the buyer
SHOWN = fields_of(
    Order,
    "order_id",
    "status",
    "substatus",
    "next_action",
    "question",
    "human_action_required",
    "pay_url",
    "price",
    "poll_interval_sec",
    "draft_url",
    "final_url",
    "diff_url",
    "rescan_url",
    "rescan_used",
    "expires_at",
    "sandbox",
    "_links",
)
#: of an order whose question was answered, or whose buyer has withdrawn: nothing is left to relay
NOT_ASKED = {"next_action": "wait_for_review", "question": None, "human_action_required": False}


def order_task(
    order: dict[str, Any], base_url: str, context_id: str | None = None, wait: Wait | None = None
) -> Task:
    """The order that `GET /v1/orders/{id}` shows, and whose turn it is."""
    task_id, context = order["order_id"], context_id or order["order_id"]
    asked = _is_asked(wait)
    shown = {name: order[name] for name in SHOWN} | ({} if asked else NOT_ASKED)
    about = order["status"] if asked or wait is None else f"{order['status']}.{wait.name}"
    return Task(
        id=task_id,
        context_id=context,
        state=_state(Status(order["status"]), asked=asked),
        timestamp=order["updated_at"],
        message=agent_message(
            task_id, context, about, Part(text=order_words(order, "a2a", wait)), Part(data=shown)
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
        history=_history(order, context),
        metadata={
            base_url + PATH: {
                "human_action_required": shown["human_action_required"],
                "pay_url": order["pay_url"],
                "next_action": shown["next_action"],
                "question": shown["question"],
                "waits_for": wait and {"on": wait.on, "why": wait.name, "since": rfc3339(wait.since)},
                "poll_interval_sec": order["poll_interval_sec"],
                "billing_rails": params()["billing_rails"],
                "billing_rail_default": params()["billing_rail_default"],
            }
        },
    )


def _is_asked(wait: Wait | None) -> bool:
    """Nobody is asked for input whose turn it is not: the answer came, or the buyer has withdrawn."""
    return wait is None or wait.on == "buyer" or wait.name not in TURNS


def _state(status: Status, *, asked: bool) -> State:
    state = State(STATE[status].a2a)
    return State.WORKING if state == State.INPUT_REQUIRED and not asked else state


def scan_task(scan: dict[str, Any], at: int, context_id: str | None = None) -> Task:
    """A scan is done in the call that asks for it."""
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


def _history(order: dict[str, Any], context: str) -> tuple[Message, ...]:
    """Every status that the order has been in, oldest first, the present one last."""
    passed = sorted(
        (stage["at"], name)
        for name, stage in order["stages"].items()
        if stage["at"] and name in tuple(Status)
    )
    return tuple(
        agent_message(order["order_id"], context, f"{name}.{index}", Part(data={"status": name, "at": at}))
        for index, (at, name) in enumerate(passed)
    )
