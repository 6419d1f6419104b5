"""The agent card (A2A 0.3.0 and 1.0 in one): what an agent can order here, and when a human has to act."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from coldread.base.settings import Settings
from coldread.base.shapes import Shape, Url, checked_body
from coldread.base.version import ABOUT, INTERFACE_VERSION
from coldread.orders.views.handoff import extension
from coldread.web.skills import offered_skills

JSON, MARKDOWN = "application/json", "text/markdown"

#: path, binding, version
INTERFACES = (
    ("/a2a", "JSONRPC", "1.0"),
    ("/a2a/rest", "HTTP+JSON", "1.0"),
    ("", "HTTP+JSON", "0.3"),
    ("/a2a", "JSONRPC", "0.3"),
)


class Card(Shape):
    """A2A agent card, for readers of 0.3.0 and of 1.0."""

    model_config = ConfigDict(alias_generator=to_camel)

    protocol_version: str
    name: str
    description: str
    url: Url
    preferred_transport: str
    additional_interfaces: list[dict[str, str]]
    supported_interfaces: list[dict[str, str]] = Field(description="In the words of A2A 1.0, best first.")
    version: str
    provider: dict[str, str]
    documentation_url: Url
    capabilities: dict[str, Any]
    default_input_modes: list[str]
    default_output_modes: list[str]
    skills: list[dict[str, Any]]
    security: list[dict[str, list[str]]]
    security_schemes: dict[str, Any]
    authentication: list[dict[str, str]]


def agent_card(settings: Settings) -> dict[str, Any]:
    base = settings.base_url
    return checked_body(
        Card,
        {
            "protocolVersion": "0.3.0",
            "name": "Coldread",
            "description": ABOUT,
            "url": base,
            "preferredTransport": "HTTP+JSON",
            "additionalInterfaces": [
                {"url": base, "transport": "HTTP+JSON"},
                {"url": f"{base}/a2a", "transport": "JSONRPC"},
            ],
            # For A2A 1.0, best first: its clients read only this, and refuse a card without it.
            "supportedInterfaces": [
                {"url": base + path, "protocolBinding": binding, "protocolVersion": version}
                for path, binding, version in INTERFACES
            ],
            "version": INTERFACE_VERSION,
            "provider": {"organization": settings.seller_name or "Coldread", "url": base},
            "documentationUrl": f"{base}/llms.txt",
            "capabilities": {
                "streaming": False,
                "pushNotifications": settings.webhooks,
                "stateTransitionHistory": True,
                "extensions": [extension(settings.base_url)],
            },
            "defaultInputModes": [JSON],
            "defaultOutputModes": [JSON, MARKDOWN],
            "skills": [
                {
                    "id": row.id,
                    "name": row.name,
                    "description": row.described(settings),
                    "tags": row.tagged(settings),
                    "examples": row.examples(settings),
                }
                for row in offered_skills(settings)
                if row.is_on_card
            ],
            "security": [],
            "securitySchemes": {},
            "authentication": [{"scheme": "none"}],
        },
    )
