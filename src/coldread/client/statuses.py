"""Where an order may stand and what its caller does next; rendered from the tables by `make docs`."""

from typing import Literal

OrderStatus = Literal[
    "submitted",
    "reviewing",
    "needs_info",
    "accepted",
    "billing_pending",
    "paid",
    "in_progress",
    "delivered",
    "rejected",
    "expired",
]
NextAction = Literal[
    "wait_for_review",
    "provide_more_info",
    "await_billing_instructions",
    "complete_billing",
    "wait_for_delivery",
    "review_complete",
    "request_closed",
]
