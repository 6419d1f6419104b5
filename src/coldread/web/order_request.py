"""The body of an order, as all surfaces read it."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

from pydantic import AfterValidator, ConfigDict, Field, StrictBool, WithJsonSchema
from pydantic_core import PydanticCustomError

from coldread.base.fields import Body, Email, Goal, RepoUri, Source200k, Uri
from coldread.base.languages import Language
from coldread.base.problems import Fault, InvalidInput
from coldread.base.settings import Settings
from coldread.orders.push.bodies import is_usable_secret
from coldread.orders.push.register import refuse_address
from coldread.orders.rules.billing_details import BillingDetails
from coldread.orders.rules.requests import ClientType, NewOrder, Source
from coldread.payments.prices import BillingMethod
from coldread.scanner.goals import PrimaryGoal
from coldread.web.language import chosen_language
from coldread.web.request import validate_body

#: in a field's schema: the setting that enables it
OFFERED_BY = "x-offered-by"
#: validated only if webhooks are enabled (`receiver_of`); otherwise ignored like an unknown field
WebhookUrl = Annotated[Any, WithJsonSchema({"type": "string", "format": "uri", "maxLength": 2048})]
#: an address needs a secret. `null` is no value, which `dependentRequired` alone does not say
ADDRESS_NEEDS_SECRET: dict[str, Any] = {
    "dependentRequired": {"webhook_url": ["webhook_secret"]},
    "if": {"required": ["webhook_url"], "properties": {"webhook_url": {"type": "string"}}},
    "then": {"required": ["webhook_secret"], "properties": {"webhook_secret": {"type": "string"}}},
}
WebhookSecret = Annotated[
    Any, WithJsonSchema({"type": "string", "minLength": 16, "maxLength": 256, "writeOnly": True})
]
Competitors = Annotated[list[Uri], Field(max_length=3)]


class ClientHint(Body):
    """Who is calling; logged, changes nothing."""

    type: ClientType | None = None
    name: Annotated[str, Field(max_length=100)] | None = None
    on_behalf_of: Annotated[str, Field(max_length=200)] | None = None


#: fields that do something only where webhooks are enabled
RECEIVER = ("webhook_url", "webhook_secret")
#: how much is repeated to the caller of names that are not known
LONGEST_NAMED, MOST_NAMED = 100, 20
#: fields for agents only
ABOUT_AGENTS = ("repo_format", "agent_name", "agent_on_behalf_of")


class OrderRequest(Body):
    """An order for a cold-read."""

    model_config = ConfigDict(json_schema_extra=ADDRESS_NEEDS_SECRET)

    url: Uri = Field(description="The landing page.")
    goal: Goal = Field(description="What the page should achieve.")
    audience: Goal = Field(description="Its intended readers.")
    contact_email: Email
    constraints: Annotated[str, Field(min_length=5, max_length=2000)] | None = None
    primary_goal: PrimaryGoal | None = None
    pain_point: Annotated[str, Field(max_length=280)] | None = None
    competitors: Competitors | None = None
    notes: Annotated[str, Field(max_length=500)] | None = None
    html: Source200k | None = Field(None, description="For a diff.")
    jsx: Source200k | None = None
    repo_url: RepoUri | None = None
    repo_format: Annotated[str, Field(max_length=50)] | None = None
    billing_method_preference: BillingMethod | None = None
    billing: BillingDetails | None = None
    source: Source | None = None
    agent_name: Annotated[str, Field(max_length=100)] | None = None
    agent_on_behalf_of: Annotated[str, Field(max_length=200)] | None = None
    client: ClientHint | None = None
    language: Language | None = Field(None, description="Of letters and documents.")
    dry_run: StrictBool | None = Field(None, description="Check and price it, store nothing.")
    sandbox: StrictBool | None = Field(
        None,
        description="A rehearsal: the order moves through its life in minutes. No letter is sent, nothing is "
        "to be paid, and there is no rescan. 400 where the operator has not allowed it.",
    )
    webhook_url: WebhookUrl | None = Field(
        None,
        description="https; gets every change (Standard Webhooks).",
        json_schema_extra={OFFERED_BY: "webhooks"},
    )
    webhook_secret: WebhookSecret | None = Field(
        None,
        description="Your key; signs events.",
        json_schema_extra={OFFERED_BY: "webhooks"},
    )


#: fields of an order's billing details, as named in forms
BILLING_FIELDS = tuple(BillingDetails.model_fields)
#: fields of an order that a person fills in directly: texts and choices, no lists and no switches
FORM_FIELDS = tuple(
    name
    for name in OrderRequest.model_fields
    if name
    not in {
        "competitors",
        "billing",
        "client",
        "source",
        "dry_run",
        "sandbox",
        "webhook_url",
        "webhook_secret",
        *ABOUT_AGENTS,
    }
)


def unknown_fields(raw: dict[str, Any], settings: Settings) -> tuple[str, ...]:
    """Fields of the body that change nothing, for a notice to the caller; of many or long names only the beginning."""
    known = OrderRequest.model_fields.keys() - (() if settings.webhooks else RECEIVER)
    return tuple(name[:LONGEST_NAMED] for name in raw if name not in known)[:MOST_NAMED]


def new_order_of(
    body: OrderRequest,
    accept_language: str | None,
    *,
    sandbox_allowed: bool = False,
    webhooks: Settings | None = None,
) -> NewOrder:
    """The order from this body."""
    if body.sandbox and not sandbox_allowed:
        raise InvalidInput(
            [Fault(pointer="#/sandbox", detail="This service takes no sandbox orders.", code="sandbox_off")]
        )
    billing = body.billing.model_dump(exclude_none=True) if body.billing else None
    return NewOrder(
        **body.model_dump(
            exclude={
                "billing",
                "client",
                "competitors",
                "source",
                "language",
                "dry_run",
                "sandbox",
                "webhook_url",
                "webhook_secret",
            }
        ),
        **receiver_of(body, webhooks),
        sandbox=bool(body.sandbox),
        competitors=tuple(body.competitors or ()),
        billing=billing,
        client=body.client.model_dump(exclude_none=True) if body.client else None,
        source=body.source or Source.AGENT,
        language=chosen_language(body.language, accept_language, (billing or {}).get("org_number")),
    )


class NamesReceiver(Protocol):
    """A body that may name a receiver."""

    webhook_url: Any
    webhook_secret: Any


def _signs(secret: str) -> str:
    if not is_usable_secret(secret):
        raise PydanticCustomError("webhook_secret", "must be base64 after `whsec_`")
    return secret


class _Receiver(Body):
    """The receiver of events, if webhooks are enabled."""

    webhook_url: Uri
    webhook_secret: Annotated[str, Field(min_length=16, max_length=256), AfterValidator(_signs)]


class _Secret(Body):
    """A secret without a receiver."""

    webhook_secret: Annotated[str, Field(min_length=16, max_length=256)] | None = None


def receiver_of(
    body: NamesReceiver, settings: Settings | None, *, checks_secret_alone: bool = False
) -> dict[str, Any]:
    """The validated receiver; empty if none is given or webhooks are disabled.

    An order has always ignored a secret without an address; what is newer refuses one that is none."""
    if settings is None or not settings.webhooks:
        return {}
    if body.webhook_url is None:
        if checks_secret_alone:
            validate_body(_Secret, {"webhook_secret": body.webhook_secret})
        return {}
    fields = {"webhook_url": body.webhook_url, "webhook_secret": body.webhook_secret}
    receiver = validate_body(_Receiver, fields)
    refuse_address(receiver.webhook_url, settings, "#/webhook_url")
    return receiver.model_dump()
