"""What the service answers, as plain dictionaries with their types. Fields that are not listed may come too."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from coldread.client.statuses import (
    BillingMethod,
    BillingStatus,
    DeliveryStatus,
    Language,
    NextAction,
    OrderStatus,
    PrimaryGoal,
    Protocol,
    Source,
)


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
    scanned_at: str
    _links: Links


class Rescan(Scan, total=False):
    rescan_of: str
    compared_to: dict[str, Any] | None


class Placed(TypedDict, total=False):
    order_id: str
    service: Literal["cold_read"]
    status: OrderStatus
    billing_status: BillingStatus
    delivery_status: DeliveryStatus
    human_handoff: bool
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
    service: Literal["cold_read"]
    status: OrderStatus
    substatus: str | None
    next_action: NextAction
    question: str | None
    human_handoff: bool
    human_action_required: bool
    a2a_task_state: Literal["input-required"] | None
    url: str | None
    goal: str | None
    audience: str | None
    constraints: str | None
    pain_point: str | None
    contact_email: str | None
    primary_goal: PrimaryGoal | None
    competitors: list[str]
    amount: int
    currency: Literal["SEK"]
    price: dict[str, Any]
    billing_method_preference: BillingMethod | None
    billing_method_final: BillingMethod | None
    billing_status: BillingStatus
    billing: dict[str, str] | None
    external_reference: str | None
    delivery_status: DeliveryStatus
    pay_url: str | None
    draft_url: str | None
    final_url: str | None
    diff_url: str | None
    delivery_url: str | None
    rescan_used: bool
    rescan_url: str
    stages: dict[str, Any]
    source: Source
    language: Language
    agent_name: str | None
    agent_on_behalf_of: str | None
    poll_interval_sec: int
    created_at: str
    updated_at: str
    reviewed_at: str | None
    accepted_at: str | None
    rejected_at: str | None
    billing_pending_at: str | None
    paid_at: str | None
    in_progress_at: str | None
    delivered_at: str | None
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
    name: str
    protocol: Protocol | None
    received_at: str
    reviewed_at: str | None
    review: dict[str, Any] | None
    _links: Links
