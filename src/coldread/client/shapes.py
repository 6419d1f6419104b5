"""What the service answers, as plain dictionaries with their types. Fields that are not listed may come too."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from coldread.client.statuses import NextAction, OrderStatus

PrimaryGoal = Literal["book_call", "paid_signup", "newsletter", "demo", "other"]


class Link(TypedDict, total=False):
    href: str
    method: str
    title: str


Links = dict[str, Link]


class Scan(TypedDict, total=False):
    session_id: str
    tier: Literal["scan"]
    _source: Literal["lite", "pipeline"]
    served_from: Literal["live", "cache"]
    url: str
    reviews: list[dict[str, Any]]
    scores: dict[str, Any]
    findings: dict[str, Any]
    model_notes: dict[str, Any]
    chat_summary: str
    report_md: str
    lead_qualified: bool
    upgrade_cta: dict[str, Any]
    remaining_calls_today: int
    caveats: list[str]
    _links: Links


class Placed(TypedDict, total=False):
    order_id: str
    status: OrderStatus
    next_action: NextAction
    status_url: str
    message: str
    amount: int
    currency: Literal["SEK"]
    price: dict[str, Any]
    poll_interval_sec: int
    created_at: str
    expires_at: str
    sandbox: bool
    _links: Links


class Order(TypedDict, total=False):
    order_id: str
    status: OrderStatus
    substatus: str | None
    next_action: NextAction
    human_action_required: bool
    a2a_task_state: Literal["input-required"] | None
    url: str
    goal: str
    audience: str
    contact_email: str
    amount: int
    price: dict[str, Any]
    billing_status: Literal["not_started", "pending", "confirmed", "waived"]
    delivery_status: Literal["not_started", "queued", "active", "delivered"]
    pay_url: str | None
    draft_url: str | None
    final_url: str | None
    diff_url: str | None
    delivery_url: str | None
    rescan_used: bool
    rescan_url: str
    stages: dict[str, Any]
    poll_interval_sec: int
    created_at: str
    updated_at: str
    expires_at: str
    sandbox: bool
    _links: Links


class QuickFix(TypedDict):
    diagnosis: str
    rewrite: str
    rationale: str
    element_selector: str
    confidence: float
    engine: str


class AuditFinding(TypedDict):
    rank: int
    priority: Literal["P0", "P1", "P2"]
    title: str
    why: str
    fix: str
    confidence: float


class Audit(TypedDict):
    executive_summary: str
    findings: list[AuditFinding]
    confidence: float
    engine: str


class Submission(TypedDict, total=False):
    submission_id: str
    status: Literal["received", "reviewed"]
    endpoint_url: str
    review: dict[str, Any] | None
    _links: Links
