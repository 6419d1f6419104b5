"""What the service takes and answers, as plain dictionaries with their types; rendered from the tables by `make docs`.

Fields that are not listed may come too.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from coldread_client.statuses import (
    BillingMethod,
    BillingStatus,
    ChangeKind,
    DeliveryStatus,
    Language,
    NextAction,
    OrderStatus,
    PrimaryGoal,
    Protocol,
    Rhythm,
    Source,
    WatchEnded,
    WatchState,
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
    """Who is invoiced; a business needs `org_number` or `vat_id`."""

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
    """The order as placed. There is no `pay_url` yet. `ignored` names fields of the body that are not
    known, if there are any: mistyped, perhaps.
    """

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
    ignored: NotRequired[list[str] | None]


class MissingField(TypedDict):
    """MissingField"""

    pointer: str
    why: str


class DryRun(TypedDict):
    """What a dry run tells. `ignored` as in the answer to an order."""

    dry_run: Literal[True]
    price: Price
    missing: list[MissingField]
    next_action: NextAction
    human_steps: list[str]
    ignored: NotRequired[list[str] | None]


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
    """The present state of an order; every field is always there, null if it is empty."""

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
    amount_received: int
    amount_remaining: int
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
    stages: dict[str, Stage]
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
    """One receiver with the state of its events."""

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


class OrderWebhooks(TypedDict):
    """All receivers of an order's events."""

    order_id: str
    webhooks: list[Webhook]


class Stage(TypedDict):
    """How far a status, or one of the two documents, has come."""

    state: Literal["done", "current", "pending", "skipped"]
    at: str | None
    count: NotRequired[int | None]
    eta: NotRequired[str | None]


class Quote(TypedDict):
    """Words of the page, and where they are."""

    selector: str
    snippet: str
    where: Literal["title", "first-screen", "body", "footer"]


class Fact(TypedDict):
    """A fact that the page states, in its own words."""

    value: str
    evidence: list[Quote]
    sure: NotRequired[bool]


class Line(TypedDict):
    """A line of the first screen, and whether it says what is offered."""

    text: str
    says_offer: Literal["yes", "no", "unsure"]
    points: int
    reasons: list[str]
    evidence: list[Quote]


class PagePrice(TypedDict):
    """An amount as written."""

    amount: str
    unit: str
    what: str
    evidence: list[Quote]


class ProofItem(TypedDict):
    """A statement of others about the offer."""

    kind: Literal["quote", "rating", "logos", "case", "count", "honour", "certificate"]
    who: str
    organisation: str
    when: str
    specific: bool
    placeholder: bool
    evidence: list[Quote]


class Claim(TypedDict):
    """Self-praise."""

    what: str
    number: str
    sourced: bool
    evidence: list[Quote]


class Behind(TypedDict):
    """What is behind a step."""

    kind: Literal[
        "form",
        "calendar",
        "checkout",
        "phone",
        "login",
        "newsletter",
        "contact",
        "not_found",
        "mail",
        "other",
        "not_looked_at",
    ]
    known_by: NotRequired[Literal["address", "here", "page", ""]]
    why: NotRequired[str]
    url: NotRequired[str]
    title: NotRequired[str]
    asks: NotRequired[list[str]]
    pages: NotRequired[int]


class Step(TypedDict):
    """A control, whether it serves the goal or not."""

    label: str
    serves_goal: bool
    primary: bool
    leads_to: Literal[
        "form",
        "place",
        "mail",
        "phone",
        "calendar",
        "checkout",
        "newsletter",
        "login",
        "home",
        "page",
        "file",
        "nowhere",
        "unknown",
    ]
    target: str
    desktop_y: float | None
    mobile_y: float | None
    evidence: list[Quote]
    behind: NotRequired[Behind | None]


class Contact(TypedDict):
    """A way to reach a person."""

    kind: Literal["mail", "phone", "address", "form", "chat", "page"]
    value: str
    evidence: list[Quote]


class DatedLine(TypedDict):
    """A line with a day or a year in it."""

    date: str
    kind: Literal["upcoming", "news", "other"]
    past: bool
    evidence: list[Quote]


class Reading(TypedDict):
    """What the page says about itself."""

    brand: NotRequired[Fact | None]
    headline: NotRequired[Line | None]
    subhead: NotRequired[Line | None]
    offer: NotRequired[Fact | None]
    topics: NotRequired[list[str]]
    audience: NotRequired[list[Fact]]
    place: NotRequired[list[Fact]]
    local: NotRequired[bool]
    outcome: NotRequired[Fact | None]
    prices: NotRequired[list[PagePrice]]
    proofs: NotRequired[list[ProofItem]]
    claims: NotRequired[list[Claim]]
    steps: NotRequired[list[Step]]
    risk_reversal: NotRequired[list[Fact]]
    next_step: NotRequired[list[Fact]]
    contacts: NotRequired[list[Contact]]
    dates: NotRequired[list[DatedLine]]
    language: NotRequired[str]
    other_languages: NotRequired[list[Fact]]


class NetPrice(TypedDict):
    """NetPrice"""

    net: int
    currency: str


class UpgradeCta(TypedDict):
    """UpgradeCta"""

    title: str
    text: str
    price: NetPrice
    href: str
    method: Literal["POST"]


class NoteRegion(TypedDict):
    """A part of one of the scan's pictures."""

    picture: str
    of: NotRequired[str | None]
    box: list[float]


class MainControl(TypedDict):
    """The first button by position, paint and size."""

    selector: str
    label: str
    target: str
    works: bool | None
    why: str


class WindowLoad(TypedDict):
    """How one window loaded. These values differ from run to run."""

    lcp_ms: float | None
    layout_shift: float | None
    blocking_ms: float | None
    bytes: int | None
    requests: int | None


class PageLoad(TypedDict):
    """The load in each window that was seen."""

    desktop: NotRequired[WindowLoad | None]
    mobile: NotRequired[WindowLoad | None]


class Measured(TypedDict):
    """What was measured of the page besides findings and reading."""

    made_by: str
    final_url: str
    main_control: MainControl | None
    load: PageLoad | None
    limits: list[str]


class Evidence(TypedDict):
    """One place in the page that shows a finding."""

    layer: Literal["static", "rendered", "axe"]
    selector: str
    snippet: str
    viewport: NotRequired[Literal["desktop", "mobile"] | None]
    box: NotRequired[list[float] | None]
    value: NotRequired[str | float | int | None]
    threshold: NotRequired[str | float | int | None]
    source_selector: NotRequired[str | None]


class Fix(TypedDict):
    """What to do about a finding."""

    summary: str
    kind: Literal["safe", "needs_review", "spec_only"]
    patch: NotRequired[str | None]


class Finding(TypedDict):
    """One thing that keeps visitors from the page's goal, with proof. A pipeline may leave out what is
    not required.
    """

    id: str
    severity: Literal["P0", "P1", "P2", "info"]
    title: str
    dimension: NotRequired[str | None]
    confidence: NotRequired[float | None]
    why: NotRequired[str | None]
    source: NotRequired[str | None]
    evidence: NotRequired[list[Evidence] | None]
    fix: NotRequired[Fix | None]
    effort: NotRequired[Literal["S", "M", "L"] | None]
    count: NotRequired[int | None]
    fingerprint: NotRequired[str | None]


class PageWords(TypedDict):
    """A place in the page, by its words."""

    selector: str
    snippet: str
    where: NotRequired[str | None]


class Answer(TypedDict):
    """How the page answers one of the five questions, and why."""

    question: str
    title: str
    answer: str
    because: str
    evidence: list[PageWords]


class NotMeasured(TypedDict):
    """A check that could not tell."""

    id: str
    reason: str


class SeverityCounts(TypedDict):
    """SeverityCounts"""

    P0: int
    P1: int
    P2: int
    info: int


class Findings(TypedDict):
    """Every finding, the one that costs most first."""

    items: list[Finding]
    counts: NotRequired[SeverityCounts | None]
    top: NotRequired[list[str] | None]
    answers: NotRequired[list[Answer] | None]
    not_measured: NotRequired[list[NotMeasured] | None]


class Scores(TypedDict):
    """0 to 100, by rules alone: the same page gives the same numbers."""

    overall: float
    dimensions: NotRequired[dict[str, float | None] | None]
    coverage: NotRequired[float | None]
    rubric_version: NotRequired[str | None]


class PageReview(TypedDict):
    """What one of three reviewers says about the source."""

    reviewer: str
    verdict: str
    score: int | None
    worst: Finding | None
    findings: list[str]
    summary: str


class NoteAnswer(TypedDict):
    """How the model answers one of the five questions."""

    question: NotRequired[Literal["what", "for_me", "why", "cost", "press"] | None]
    answer: NotRequired[Literal["yes", "partly", "no", "could_not_tell", "does_not_apply"] | None]
    because: NotRequired[str | None]
    quote: NotRequired[str | None]
    quotes: NotRequired[list[str] | None]


class NoteProblem(TypedDict):
    """One of the model's points: its words, and how to fix it."""

    kind: NotRequired[Literal["present", "contradiction", "looks", "absent"] | None]
    text: NotRequired[str | None]
    remedy: NotRequired[str | None]
    quote: NotRequired[str | None]
    quotes: NotRequired[list[str] | None]
    beside: NotRequired[str | None]
    region: NotRequired[NoteRegion | None]
    measured: NotRequired[str | None]


class ModelNotes(TypedDict):
    """A model's own words, never scored by rules and never in `scores`."""

    engine: NotRequired[str | None]
    pending: NotRequired[bool | None]
    silent: NotRequired[str | None]
    model: NotRequired[str | None]
    prompt: NotRequired[str | None]
    points: NotRequired[int | None]
    points_of: NotRequired[list[int] | None]
    stranger: NotRequired[str | None]
    answers: NotRequired[list[NoteAnswer] | None]
    problems: NotRequired[list[NoteProblem] | None]
    caveats: NotRequired[list[str] | None]
    notes: NotRequired[list[str] | None]
    rewrites: NotRequired[list[str] | None]
    pictures: NotRequired[list[str] | None]
    dropped: NotRequired[dict[str, int] | None]
    read_at: NotRequired[str | None]
    reused_from: NotRequired[str | None]


class ComparedPlace(TypedDict):
    """ComparedPlace"""

    selector: str | None
    snippet: str | None


class ComparedFinding(TypedDict):
    """A check, with its places that belong to the list."""

    id: str
    dimension: str | None
    severity: str | None
    title: str | None
    count: int
    places: list[ComparedPlace]


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
    reviews: NotRequired[list[PageReview] | None]
    scores: NotRequired[Scores | None]
    findings: NotRequired[Findings | None]
    model_notes: NotRequired[ModelNotes | None]
    report_md: NotRequired[str | None]
    reading: NotRequired[Reading | None]
    measured: NotRequired[Measured | None]
    chat_summary: str
    lead_qualified: bool
    upgrade_cta: UpgradeCta
    remaining_calls_today: NotRequired[int | None]
    caveats: list[str]
    scanned_at: NotRequired[str | None]
    beside_id: NotRequired[str | None]


class ScoresCompared(TypedDict):
    """ScoresCompared"""

    before: Scores | None
    after: Scores | None
    change: float | None


class FindingsCompared(TypedDict):
    """One entry a check: `id`, `dimension`, `severity`, `title`, `count`, `places`."""

    fixed: list[ComparedFinding]
    remaining: list[ComparedFinding]
    new: list[ComparedFinding]
    not_measured: list[ComparedFinding]


class ComparedTo(TypedDict):
    """The order's last scan, beside this one."""

    session_id: str
    url: str
    comparable: bool
    incomparable_because: Literal["source", "rubric_version", "limits"] | None
    scores: ScoresCompared
    findings: FindingsCompared


class ComparedSide(TypedDict):
    """One of the two scans."""

    session_id: str
    url: str
    scanned_at: str
    source: str
    score: float | None
    limits: list[str]


class ComparedText(TypedDict):
    """Words of the page that visitors decide by."""

    what: Literal["headline", "price", "main_button"]
    told: Literal["same", "changed", "could_not_tell"]
    before: str | None
    after: str | None


class ComparedControl(TypedDict):
    """Where the main control leads, and whether it worked when it was tried."""

    told: Literal["same", "changed", "could_not_tell"]
    target_before: str | None
    target_after: str | None
    works_before: bool | None
    works_after: bool | None
    why: str


class ComparedAnswer(TypedDict):
    """One of the five questions whose answer changed."""

    question: str
    title: str
    before: str
    after: str
    because: str


class ComparedMetric(TypedDict):
    """A load metric; these differ from run to run and do not count as a change."""

    window: str
    metric: str
    before: float | None
    after: float | None


class ComparedLoad(TypedDict):
    """ComparedLoad"""

    metrics: list[ComparedMetric]
    findings: FindingsCompared


class ComparedPicture(TypedDict):
    """What looks different in one window."""

    window: Literal["desktop", "mobile"]
    href: str | None
    width: int
    height: int
    areas: list[list[int]]
    gone: int
    share: float


class ScansCompared(TypedDict):
    """What changed between two scans of this service."""

    outcome: Literal["nothing_changed", "changed", "could_not_tell"]
    incomparable_because: Literal["source", "rubric_version", "limits"] | None
    before: ComparedSide
    after: ComparedSide
    score_change: float | None
    texts: list[ComparedText]
    main_control: ComparedControl
    answers: list[ComparedAnswer]
    findings: FindingsCompared
    load: ComparedLoad
    pictures: list[ComparedPicture]
    _links: dict[str, Link]


class PageBeside(TypedDict):
    """One of the pages; the first is the page that was scanned."""

    url: str
    state: Literal["seen", "pending", "failed"]
    session_id: str | None
    report_url: str | None
    why: str | None
    source: str | None
    scanned_at: str | None
    incomparable_because: Literal["source", "rubric_version", "limits"] | None


class AnswerBeside(TypedDict):
    """How one page answers a question."""

    answer: str
    because: str
    evidence: list[ComparedPlace]


class QuestionBeside(TypedDict):
    """One of the five questions, with the answer of each page."""

    question: str
    title: str
    pages: list[AnswerBeside | None]


class FactBeside(TypedDict):
    """One measured fact of each page."""

    what: str
    name: str
    varies: bool
    pages: list[str | None]


class DifferenceBeside(TypedDict):
    """Where the scanned page and another one differ, in words."""

    page: int
    kind: Literal["answer", "finding"]
    id: str
    better: Literal["own", "other"]
    sentence: str
    evidence: list[ComparedPlace]


class SideBySide(TypedDict):
    """A scan beside other pages, which are looked at one after the other."""

    pages: list[PageBeside]
    answers: list[QuestionBeside]
    measured: list[FactBeside]
    differences: list[DifferenceBeside]
    beside_id: str
    pending: bool
    report_md: str
    _links: dict[str, Link]


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
    reviews: NotRequired[list[PageReview] | None]
    scores: NotRequired[Scores | None]
    findings: NotRequired[Findings | None]
    model_notes: NotRequired[ModelNotes | None]
    report_md: NotRequired[str | None]
    reading: NotRequired[Reading | None]
    measured: NotRequired[Measured | None]
    chat_summary: str
    lead_qualified: bool
    upgrade_cta: UpgradeCta
    remaining_calls_today: NotRequired[int | None]
    caveats: list[str]
    scanned_at: NotRequired[str | None]
    beside_id: NotRequired[str | None]
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
    """One of the five findings, the most costly first."""

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


class WatchFields(TypedDict):
    """Which page, how often, and who is notified."""

    audience: NotRequired[str | None]
    rhythm: NotRequired[Rhythm | None]
    language: NotRequired[Language | None]
    webhook_url: NotRequired[str | None]
    webhook_secret: NotRequired[str | None]


class WatchAsked(TypedDict):
    """The request is stored. The same answer whether a letter was sent or not."""

    watch_id: str
    state: Literal["asked"]
    confirm_within_hours: int
    _links: dict[str, Link]


class WatchChange(TypedDict):
    """One change that was reported to its owner."""

    kind: ChangeKind
    before: str
    after: str
    sentence: str


class WatchRun(TypedDict):
    """One look at the page."""

    number: int
    at: str
    session_id: str | None
    score: int | None
    fault: str | None
    changes: list[WatchChange]


class Watch(TypedDict):
    """A watched page. Its id is enough to read and stop it. The address that letters go to is never
    included.
    """

    watch_id: str
    url: str
    primary_goal: PrimaryGoal
    audience: str
    language: Language
    rhythm: Rhythm
    state: WatchState
    ended_because: WatchEnded | None
    asked_at: str
    confirmed_at: str | None
    ends_at: str | None
    next_run_at: str | None
    history_url: str | None
    runs: list[WatchRun]
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
