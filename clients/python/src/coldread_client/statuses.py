"""The words that answers and requests are made of; rendered from the tables by `make docs`."""

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
BillingStatus = Literal[
    "not_started",
    "pending",
    "confirmed",
    "waived",
]
DeliveryStatus = Literal[
    "not_started",
    "queued",
    "active",
    "delivered",
]
BillingMethod = Literal[
    "umbrella_invoice",
    "mobile_payment",
    "undecided",
]
PrimaryGoal = Literal[
    "book_call",
    "paid_signup",
    "newsletter",
    "demo",
    "other",
]
Source = Literal[
    "web",
    "agent",
    "manual",
]
Language = Literal[
    "en",
    "sv",
]
Protocol = Literal[
    "a2a",
    "mcp",
    "openapi",
    "other",
]
WebhookState = Literal[
    "idle",
    "waiting",
    "retrying",
    "given_up",
]
WebhookOutcome = Literal[
    "arrived",
    "gone",
    "redirected",
    "error_status",
    "address_refused",
    "name_not_found",
    "no_connection",
    "tls_failed",
    "timeout",
    "not_http",
    "failed",
]
Rhythm = Literal[
    "daily",
    "weekly",
]
WatchState = Literal[
    "asked",
    "on",
    "over",
]
WatchEnded = Literal[
    "stopped",
    "failed",
    "year",
    "double",
    "refused",
    "operator",
]
ChangeKind = Literal[
    "page_down",
    "page_replaced",
    "target_fails",
    "new_blocking_finding",
    "new_costly_finding",
    "headline_changed",
    "price_changed",
    "main_button_changed",
    "score_moved",
]
