"""The shapes of all answers about an order."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from coldread.base.languages import Language
from coldread.base.shapes import DateTime, Links, PriceShape, Shape, Url
from coldread.orders.rules.billing_details import BillingDetails
from coldread.orders.rules.lifecycle import BillingStatus, DeliveryStatus, NextAction, Status
from coldread.orders.rules.requests import Source
from coldread.orders.rules.whose_turn import WHYS, Party
from coldread.payments.prices import BillingMethod
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.shapes import ComparedTo, ScanResponse


class WaitsFor(Shape):
    """Whose turn it is, why, and since when."""

    on: Party
    why: Annotated[str, Field(json_schema_extra={"enum": list(WHYS)})] = Field(
        description="`question`: relay it. `answered`: the answer is with the reviewer, relay nothing."
    )
    since: DateTime


class Stage(Shape):
    """How far a status, or one of the two documents, has come."""

    state: Literal["done", "current", "pending", "skipped"]
    at: DateTime | None
    count: int | None = Field(None, description="How often the status was entered.")
    eta: DateTime | None = Field(None, description="When the document is due.")


class Order(Shape):
    """The present state of an order; every field is always there, null if it is empty."""

    order_id: str
    status: Status = Field(description="Where it stands.")
    next_action: NextAction = Field(
        description="What the status asks. `waits_for` says whether it is still to be done."
    )
    links: Links = Field(alias="_links", description="Only what can be done now.")
    service: Literal["cold_read"]
    substatus: str | None = Field(description="The operator's word on the last move.")
    question: str | None = Field(
        description="What the reviewer asks, in `needs_info`. Answer at the link `provide_info`."
    )
    human_handoff: bool
    human_action_required: bool = Field(
        description="True in `billing_pending` and `needs_info`. `waits_for` says whether it is still the buyer's turn."
    )
    waits_for: WaitsFor = Field(
        description="Whose turn it is (`on`), `why`, `since` when. Relay a question only while `on` is `buyer`."
    )
    a2a_task_state: Literal["input-required"] | None
    url: Url | None
    goal: str | None
    audience: str | None
    constraints: str | None
    pain_point: str | None
    contact_email: str | None
    primary_goal: PrimaryGoal | None
    competitors: list[Url]
    amount: int = Field(description="SEK in whole kronor, excluding VAT.")
    currency: Literal["SEK"]
    price: PriceShape
    billing_method_preference: BillingMethod | None
    billing_method_final: BillingMethod | None
    billing_status: BillingStatus
    amount_received: int = Field(description="Kronor received so far.")
    amount_remaining: int = Field(description="Kronor left to pay; 0 once paid or closed.")
    billing: BillingDetails | None
    external_reference: str | None
    delivery_status: DeliveryStatus
    pay_url: Url | None = Field(description="Only in `billing_pending`.")
    draft_url: Url | None = Field(description="The automatic draft; no person has checked it.")
    final_url: Url | None = Field(description="The final, checked by a person.")
    diff_url: Url | None = Field(description="A unified diff, where source was sent.")
    delivery_url: Url | None = Field(description="The latest of draft and final.")
    rescan_used: bool
    rescan_url: Url = Field(description="Where to ask for a rescan, once `rescan_available`.")
    rescan_available: bool = Field(description="True while the rescan can be used.")
    stages: dict[str, Stage]
    source: Source
    language: Language
    agent_name: str | None
    agent_on_behalf_of: str | None
    poll_interval_sec: int = Field(description="Seconds until the next poll.")
    created_at: DateTime
    updated_at: DateTime
    reviewed_at: DateTime | None
    accepted_at: DateTime | None
    rejected_at: DateTime | None
    billing_pending_at: DateTime | None
    paid_at: DateTime | None
    in_progress_at: DateTime | None
    delivered_at: DateTime | None
    expires_at: DateTime = Field(description="From then on it answers 404.")
    message: str | None = Field(
        description="To relay: that it will answer 404 although the order goes on; null where it will not."
    )
    sandbox: bool = Field(description="True for a rehearsal.")


class OrderRequestResponse(Shape):
    """The order as placed. There is no `pay_url` yet. `ignored` names fields of the body that are not known, if there are
    any: mistyped, perhaps."""

    order_id: str = Field(description="Keep it: it is the key to the order.")
    status: Status
    next_action: NextAction
    question: str | None
    human_action_required: bool
    waits_for: WaitsFor
    status_url: Url
    links: Links = Field(alias="_links")
    service: Literal["cold_read"]
    billing_status: BillingStatus
    delivery_status: DeliveryStatus
    human_handoff: bool
    message: str = Field(description="To relay.")
    amount: int = Field(description="SEK in whole kronor, excluding VAT.")
    currency: Literal["SEK"]
    price: PriceShape
    poll_interval_sec: int = Field(description="Seconds until the next poll.")
    created_at: DateTime
    expires_at: DateTime
    sandbox: bool | None = Field(None, description="True for a rehearsal.")
    ignored: list[str] | None = None


class MissingField(Shape):
    pointer: str
    why: str


class DryRun(Shape):
    """What a dry run tells. `ignored` as in the answer to an order."""

    dry_run: Literal[True]
    price: PriceShape
    missing: list[MissingField] = Field(description="In a dry run: what is worth asking the buyer for.")
    next_action: NextAction
    human_steps: list[str] = Field(description="In a dry run: what the buyer will meet.")
    ignored: list[str] | None = None


class InfoTaken(Shape):
    """The answer is with the order; the operator moves the order on."""

    order_id: str
    status: Status
    next_action: NextAction = Field(description="What you do now.")
    question: str | None
    human_action_required: bool
    waits_for: WaitsFor = Field(description="Whose turn it is (`on`), `why`, and `since` when.")
    message: str = Field(description="To relay.")
    answers: int = Field(description="How many answers the order has; 20 at most.")
    links: Links = Field(alias="_links")


class OrderTransitionResponse(Shape):
    """The order after the move."""

    order_id: str
    status: Status
    next_action: NextAction
    question: str | None
    human_action_required: bool
    waits_for: WaitsFor
    updated_at: DateTime
    substatus: str | None
    billing_status: BillingStatus
    delivery_status: DeliveryStatus


class RescanResponse(ScanResponse):
    """A scan, and what has changed since the order's last one."""

    rescan_of: str = Field(description="The order's id.")
    compared_to: ComparedTo | None = Field(description="Null if the order has no earlier scan.")
