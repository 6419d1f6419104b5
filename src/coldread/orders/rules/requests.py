"""What a buyer sends, once it has been checked: one record for every surface."""

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
    """An order as the buyer wants it. Absent is None, never an empty string of our making."""

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
    #: where its changes are sent, and what signs them; None where nobody wants to be told
    webhook_url: str | None = None
    webhook_secret: str | None = None
    #: set by our form's handler alone, whatever `source` says
    by_form: bool = False

    @property
    def has_source(self) -> bool:
        return bool(self.html or self.jsx or self.repo_url)

    def stored(self) -> str:
        """As it lies in `orders.request`: without what has a column or a table of its own."""
        fields = ((name, getattr(self, name)) for name in _TOGETHER)
        return json.dumps(
            {name: value for name, value in fields if value is not None},
            ensure_ascii=False,
            separators=(",", ":"),
        )


#: fields of a wish that lie together in one column
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
    """The method that counts: what the operator settled, else what the buyer prefers."""
    return BillingMethod(final or request.get("billing_method_preference") or BillingMethod.UNDECIDED)
