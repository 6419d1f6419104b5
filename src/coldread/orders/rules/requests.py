"""What a buyer sends, after validation: one record for every surface."""

from __future__ import annotations

import dataclasses
import json
from enum import StrEnum
from typing import Any

from coldread.base.languages import Language
from coldread.payments.prices import BillingMethod
from coldread.scanner.goals import PrimaryGoal


class Source(StrEnum):
    """Where an order came from."""

    #: browser form
    WEB = "web"
    #: an autonomous agent, for a human
    AGENT = "agent"
    #: entered by the operator
    MANUAL = "manual"


class ClientType(StrEnum):
    AGENT = "agent"
    HUMAN = "human"
    HYBRID = "hybrid"


@dataclasses.dataclass(frozen=True, kw_only=True)
class NewOrder:
    """A new order. An absent value is None, never an empty string."""

    url: str
    goal: str
    audience: str
    contact_email: str
    source: Source
    language: Language
    constraints: str | None = None
    primary_goal: PrimaryGoal | None = None
    pain_point: str | None = None
    competitors: tuple[str, ...] = ()
    notes: str | None = None
    html: str | None = None
    jsx: str | None = None
    repo_url: str | None = None
    repo_format: str | None = None
    billing_method_preference: BillingMethod | None = None
    billing: dict[str, str] | None = None
    agent_name: str | None = None
    agent_on_behalf_of: str | None = None
    client: dict[str, str] | None = None
    #: a sandbox order
    sandbox: bool = False
    #: where its changes are sent, and the secret that signs them; None without a webhook
    webhook_url: str | None = None
    webhook_secret: str | None = None
    #: set only by our form's handler, whatever `source` says
    by_form: bool = False

    @property
    def has_source(self) -> bool:
        return bool(self.html or self.jsx or self.repo_url)

    def stored(self) -> str:
        """The value of `orders.request`: everything that has no column or table of its own."""
        fields = ((name, getattr(self, name)) for name in _TOGETHER)
        return json.dumps(
            {name: value for name, value in fields if value is not None},
            ensure_ascii=False,
            separators=(",", ":"),
        )


#: fields that are stored together in one column
_TOGETHER = tuple(
    field.name
    for field in dataclasses.fields(NewOrder)
    if field.name
    not in {
        "source",
        "language",
        "contact_email",
        "html",
        "jsx",
        "sandbox",
        "webhook_url",
        "webhook_secret",
        "by_form",
    }
)


def billing_method(request: dict[str, Any], final: str | None) -> BillingMethod:
    """The billing method: the operator's choice, else what the buyer prefers."""
    return BillingMethod(final or request.get("billing_method_preference") or BillingMethod.UNDECIDED)
