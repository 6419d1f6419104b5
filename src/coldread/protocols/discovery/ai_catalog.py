"""`/.well-known/ai-catalog.json`: what an agent can use here, in the words of the AI Catalog draft (ARD). Pure."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from coldread.base.settings import Settings
from coldread.base.version import ABOUT, INTERFACE_VERSION, VERSION
from coldread.protocols.discovery.cards import SKILLS

#: typical requests of somebody who needs this; registries match entries by them
QUERIES = (
    "review my landing page",
    "why does nobody sign up on this page",
    "order a landing page review by a person",
)


def ai_catalog(settings: Settings) -> dict[str, Any]:
    """One entry for each interface; every entry points at its own document."""
    base, domain = settings.base_url, urlsplit(settings.base_url).hostname or "localhost"

    def entry(
        kind: str, name: str, media_type: str, path: str, title: str, about: str, **more: Any
    ) -> dict[str, Any]:
        return {
            "identifier": f"urn:air:{domain}:{kind}:{name}",
            "displayName": title,
            "type": media_type,
            "url": base + path,
            "description": about,
            **more,
        }

    asked = {"representativeQueries": list(QUERIES)}
    return {
        "specVersion": "1.0",
        "host": {
            "displayName": settings.seller_name or "Coldread",
            "identifier": domain,
            "documentationUrl": f"{base}/llms.txt",
        },
        "entries": [
            entry(
                "agent", "coldread", "application/a2a-agent-card+json", "/.well-known/agent-card.json",
                "Coldread", ABOUT, version=INTERFACE_VERSION, **asked,
            ),
            entry(
                "server", "coldread", "application/mcp-server-card+json", "/.well-known/mcp/server-card.json",
                "Coldread over MCP", ABOUT, version=VERSION, **asked,
            ),
            entry(
                "api", "coldread", "application/vnd.oai.openapi+json;version=3.1", "/v1/openapi.json",
                "Coldread API", ABOUT, version=INTERFACE_VERSION,
            ),
            *(
                entry(
                    "skill", name, "application/agent-skills+md",
                    f"/.well-known/agent-skills/{name}/SKILL.md", name.replace("-", " ").capitalize(), about,
                )
                for name, about, _ in SKILLS
            ),
        ],
    }  # fmt: skip
