"""What the service takes and answers, as plain dictionaries with their types; rendered from the tables by `make docs`.

Fields that are not listed may come too.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from coldread_client.statuses import (
    BillingMethod,
    BillingStatus,
    DeliveryStatus,
    Language,
    NextAction,
    OrderStatus,
    PrimaryGoal,
    Protocol,
    Source,
    WebhookOutcome,
    WebhookState,
)


class Link(TypedDict):
    """Where to go next."""

    href: str
    method: NotRequired[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]]
    title: NotRequired[str | None]


class Price(TypedDict):
    """What the buyer pays, in whole kronor."""

    net: int
    vat_rate: int
    vat: int
    total: int
    currency: Literal["SEK"]
    terms_days: int


class BillingDetails(TypedDict):
    """Whom the invoice goes to; for business invoicing `org_number` or `vat_id` is needed in practice."""

    company_name: NotRequired[str | None]
    org_number: NotRequired[str | None]
    vat_id: NotRequired[str | None]
    address: NotRequired[str | None]
    contact_person: NotRequired[str | None]


class ClientHint(TypedDict):
    """Who is calling; logged, changes nothing."""

    type: NotRequired[Literal["agent", "human", "hybrid"] | None]
    name: NotRequired[str | None]
    on_behalf_of: NotRequired[str | None]


class OrderFields(TypedDict):
    """An order for a cold-read."""

    url: str
    goal: str
    audience: str
    contact_email: str
    constraints: NotRequired[str | None]
    primary_goal: NotRequired[PrimaryGoal | None]
    pain_point: NotRequired[str | None]
    competitors: NotRequired[list[str] | None]
    notes: NotRequired[str | None]
    html: NotRequired[str | None]
    jsx: NotRequired[str | None]
    repo_url: NotRequired[str | None]
    repo_format: NotRequired[str | None]
    billing_method_preference: NotRequired[BillingMethod | None]
    billing: NotRequired[BillingDetails | None]
    source: NotRequired[Source | None]
    agent_name: NotRequired[str | None]
    agent_on_behalf_of: NotRequired[str | None]
    client: NotRequired[ClientHint | None]
    language: NotRequired[Language | None]
    sandbox: NotRequired[bool | None]
    webhook_url: NotRequired[str | None]
    webhook_secret: NotRequired[str | None]


class Placed(TypedDict):
    """The order as placed. There is no `pay_url` yet."""

    order_id: str
    status: OrderStatus
    next_action: NextAction
    question: str | None
    human_action_required: bool
    waits_for: WaitsFor
    status_url: str
    _links: dict[str, Link]
    service: Literal["cold_read"]
    billing_status: BillingStatus
    delivery_status: DeliveryStatus
    human_handoff: bool
    message: str
    amount: int
    currency: Literal["SEK"]
    price: Price
    poll_interval_sec: int
    created_at: str
    expires_at: str
    sandbox: NotRequired[bool | None]


class MissingField(TypedDict):
    """MissingField"""

    pointer: str
    why: str


class DryRun(TypedDict):
    """What a dry run tells."""

    dry_run: Literal[True]
    price: Price
    missing: list[MissingField]
    next_action: NextAction
    human_steps: list[str]


class WaitsFor(TypedDict):
    """Whose turn it is, why, and since when."""

    on: Literal["buyer", "operator", "nobody"]
    why: Literal[
        "closed",
        "refunded",
        "withdrawal",
        "answered",
        "question",
        "payment",
        "page",
        "work",
        "invoice",
        "first_answer",
    ]
    since: str


class Order(TypedDict):
    """An order as it stands; every field is always there, null where nothing is."""

    order_id: str
    status: OrderStatus
    next_action: NextAction
    _links: dict[str, Link]
    service: Literal["cold_read"]
    substatus: str | None
    question: str | None
    human_handoff: bool
    human_action_required: bool
    waits_for: WaitsFor
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
    price: Price
    billing_method_preference: BillingMethod | None
    billing_method_final: BillingMethod | None
    billing_status: BillingStatus
    billing: BillingDetails | None
    external_reference: str | None
    delivery_status: DeliveryStatus
    pay_url: str | None
    draft_url: str | None
    final_url: str | None
    diff_url: str | None
    delivery_url: str | None
    rescan_used: bool
    rescan_url: str
    rescan_available: bool
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
    message: str | None
    sandbox: bool


class InfoFields(TypedDict):
    """The answer to the reviewer's question."""

    html: NotRequired[str | None]
    jsx: NotRequired[str | None]
    repo_url: NotRequired[str | None]


class InfoTaken(TypedDict):
    """The answer is with the order; the operator moves the order on."""

    order_id: str
    status: OrderStatus
    next_action: NextAction
    question: str | None
    human_action_required: bool
    waits_for: WaitsFor
    message: str
    answers: int
    _links: dict[str, Link]


class Webhook(TypedDict):
    """One receiver, and what has become of what it was to be told."""

    name: str
    host: str
    state: WebhookState
    last_attempt_at: str | None
    last_outcome: WebhookOutcome | None
    meaning: str | None
    attempts: int
    next_attempt_at: str | None
    waiting: int
    given_up: int


class Webhooks(TypedDict):
    """Everybody who is told of an order."""

    order_id: str
    webhooks: list[Webhook]


class Scan(TypedDict):
    """What was found. `pipeline` was seen in a browser; `lite` judges the source alone."""

    session_id: str
    tier: Literal["scan"]
    _source: Literal["lite", "pipeline"]
    _links: dict[str, Link]
    served_from: NotRequired[Literal["live", "cache"] | None]
    url: str
    lite_reason: NotRequired[
        Literal["browser-busy", "browser-missing", "render-failed", "engine-lite"] | None
    ]
    lite_why: NotRequired[str | None]
    reviews: NotRequired[list[dict[str, Any]] | None]
    scores: NotRequired[dict[str, Any] | None]
    findings: NotRequired[dict[str, Any] | None]
    model_notes: NotRequired[dict[str, Any] | None]
    report_md: NotRequired[str | None]
    reading: NotRequired[dict[str, Any] | None]
    chat_summary: str
    lead_qualified: bool
    upgrade_cta: dict[str, Any]
    remaining_calls_today: NotRequired[int | None]
    caveats: list[str]
    scanned_at: NotRequired[str | None]


class ScoresCompared(TypedDict):
    """ScoresCompared"""

    before: dict[str, Any] | None
    after: dict[str, Any] | None
    change: float | None


class FindingsCompared(TypedDict):
    """One entry a check: `id`, `dimension`, `severity`, `title`, `count`, `places`."""

    fixed: list[dict[str, Any]]
    remaining: list[dict[str, Any]]
    new: list[dict[str, Any]]
    not_measured: list[dict[str, Any]]


class ComparedTo(TypedDict):
    """The order's last scan, beside this one."""

    session_id: str
    url: str
    comparable: bool
    incomparable_because: Literal["source", "rubric_version"] | None
    scores: ScoresCompared
    findings: FindingsCompared


class Rescan(TypedDict):
    """A scan, and what has changed since the order's last one."""

    session_id: str
    tier: Literal["scan"]
    _source: Literal["lite", "pipeline"]
    _links: dict[str, Link]
    served_from: NotRequired[Literal["live", "cache"] | None]
    url: str
    lite_reason: NotRequired[
        Literal["browser-busy", "browser-missing", "render-failed", "engine-lite"] | None
    ]
    lite_why: NotRequired[str | None]
    reviews: NotRequired[list[dict[str, Any]] | None]
    scores: NotRequired[dict[str, Any] | None]
    findings: NotRequired[dict[str, Any] | None]
    model_notes: NotRequired[dict[str, Any] | None]
    report_md: NotRequired[str | None]
    reading: NotRequired[dict[str, Any] | None]
    chat_summary: str
    lead_qualified: bool
    upgrade_cta: dict[str, Any]
    remaining_calls_today: NotRequired[int | None]
    caveats: list[str]
    scanned_at: NotRequired[str | None]
    rescan_of: str
    compared_to: ComparedTo | None


class QuickFix(TypedDict):
    """One diagnosis, one rewrite, and why."""

    diagnosis: str
    rewrite: str
    rationale: str
    element_selector: str
    confidence: float
    engine: str


class AuditFinding(TypedDict):
    """One of the five things to look at, the most costly first."""

    rank: int
    priority: Literal["P0", "P1", "P2"]
    title: str
    why: str
    fix: str
    confidence: float


class Audit(TypedDict):
    """Five ranked findings, reasoned from goal, audience and address."""

    executive_summary: str
    findings: list[AuditFinding]
    confidence: float
    engine: str


class SubmissionFields(TypedDict):
    """An endpoint and whom to ask about it."""

    description: NotRequired[str | None]
    contact_email: NotRequired[str | None]
    protocol: NotRequired[Protocol | None]


class SubmissionTaken(TypedDict):
    """Received; the review follows within minutes."""

    submission_id: str
    status: Literal["received"]
    _links: dict[str, Link]


class ReadinessCheck(TypedDict):
    """ReadinessCheck"""

    name: str
    title: str
    verdict: Literal["pass", "fail", "not_applicable"]
    detail: str
    fix: NotRequired[str | None]


class Review(TypedDict):
    """How ready the endpoint is for agents."""

    passed: int
    of: int
    checks: list[ReadinessCheck]


class Submission(TypedDict):
    """A submitted endpoint and its review."""

    submission_id: str
    status: Literal["received", "reviewed"]
    endpoint_url: str
    name: str
    protocol: Protocol | None
    received_at: str
    reviewed_at: str | None
    review: Review | None
    _links: dict[str, Link]
