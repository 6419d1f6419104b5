"""The sandbox: which status follows each status of a sandbox order, and when. Pure, except for deferring the next job."""

from __future__ import annotations

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import UPKEEP
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.order import Order

WALK = job_name("orders.walk_sandbox", UPKEEP)
ACTOR = "sandbox"
#: an unanswered question is skipped after this many steps
PATIENCE = 4

DIFF_TEXT = """--- a/index.html
+++ b/index.html
@@ -1 +1 @@
-<h1>Welcome</h1>
+<h1>What is offered, for whom</h1>
"""


def next_status(status: Status, *, was_asked: bool) -> Status | None:
    """The next status, from the lifecycle's column. `reviewing` leads to a question the first time, then on.
    None: the end."""
    if status == Status.REVIEWING and was_asked:
        return Status.ACCEPTED
    return STATE[status].rehearsed


def defer_next_step(session: Session, settings: Settings, order: Order) -> None:
    """Defer the next move. The job names the current status, so that a repeated job makes no second move."""
    due = session.now + settings.sandbox_step_s * SECOND
    defer(
        session,
        WALK,
        key=f"{WALK}:{order.id}:{order.status}:{due}",
        run_at=due,
        order_id=order.id,
        status=order.status,
    )
