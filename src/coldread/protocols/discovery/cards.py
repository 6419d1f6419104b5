"""MCP server cards and agent skills: what clients read before they connect. Pure."""

from __future__ import annotations

import hashlib
from typing import Any

from coldread.base.settings import Settings
from coldread.base.version import ABOUT, VERSION
from coldread.payments.prices import COLD_READ_NET, CURRENCY
from coldread.protocols.mcp.prompts import PROMPTS
from coldread.protocols.mcp.resources import RESOURCES
from coldread.protocols.mcp.tools import TOOLS
from coldread.scanner.goals import PrimaryGoal

#: supported versions of MCP, latest first; `server/discover` lists the same
ERAS = ("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")

SKILLS_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
CARD_SCHEMA = "https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json"


def server_card(settings: Settings) -> dict[str, Any]:
    """The card in both drafts: `remotes` is the later, `serverInfo` and `transport` the earlier."""
    address = f"{settings.base_url}/mcp"
    return {
        "$schema": CARD_SCHEMA,
        "version": VERSION,
        "protocolVersion": ERAS[0],
        "name": "coldread/coldread",
        "title": "Coldread",
        "description": ABOUT,
        "websiteUrl": settings.base_url,
        "documentationUrl": f"{settings.base_url}/llms.txt",
        "serverInfo": {"name": "coldread", "title": "Coldread", "version": VERSION},
        "transport": {"type": "streamable-http", "endpoint": "/mcp", "url": address},
        "remotes": [
            {"type": "streamable-http", "url": address, "supportedProtocolVersions": list(ERAS)},
        ],
        "authentication": {"required": False, "schemes": []},
        "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
        "tools": [
            {"name": tool.name, "title": tool.title, "description": tool.described(settings)}
            for tool in TOOLS
            if tool.is_offered(settings)
        ],
        "resources": [
            {"uri": row.uri, "name": row.name, "description": row.description} for row in RESOURCES
        ],
        "prompts": [{"name": row.name, "description": row.description} for row in PROMPTS],
    }


_GOALS = ", ".join(f"`{goal}`" for goal in PrimaryGoal)

#: name, purpose, instructions
SKILLS: tuple[tuple[str, str, str], ...] = (
    (
        "scan-landing-page",
        "Scan a landing page for free and relay what to change first. Use when somebody asks for a review, an audit or a "
        "score of a landing page that can be reached on the web.",
        f"1. `POST {{base}}/v1/scan` with `url`, `primary_goal` ({_GOALS}) "
        """and, where you know it, `audience`.
2. Relay `chat_summary` as it stands.
3. For details use `findings`: each has its evidence, its fix and often a patch. Invent nothing beyond them.
4. On 422 the page cannot be reached: say so with `reason`. On 429 wait as long as `Retry-After` says, or pay for \
`POST {base}/v1/scan-paid`.""",
    ),
    (
        "order-cold-read",
        f"Order a review of a landing page by a person ({COLD_READ_NET} {CURRENCY} excluding VAT), follow it and hand the "
        "payment over to a human. Use when a scan is not enough and the buyer agrees to pay.",
        """1. Collect `url`, `goal`, `audience`, `contact_email`; for businesses `billing.company_name` and \
`billing.org_number` or `billing.vat_id`; and `html`, `jsx` or `repo_url` for a diff.
2. `POST {base}/v1/cold-read-requests` with `dry_run: true`; show price and what is missing; ask for a yes.
3. Send it again without `dry_run`, with an `Idempotency-Key` (a UUID) and `client: {{"type": "agent"}}`.
4. Read `status_url` every `poll_interval_sec` seconds (or with `Prefer: wait=30`), until `next_action` is \
`review_complete` or `request_closed`.
5. In `billing_pending` give `pay_url` to the human: the invoice (`umbrella_invoice`) first for businesses, \
`mobile_payment` only for private persons.
6. In `needs_info`, while `waits_for.on` is `buyer`, relay `question`; send the answer with `POST {base}/v1/orders/{{id}}/info` as `message`.
7. Relay `draft_url` as a draft that no person has checked, then `final_url`. One rescan is free: \
`POST {base}/v1/orders/{{id}}/rescan`.""",
    ),
)


def skill_text(settings: Settings, name: str, description: str, steps: str) -> str:
    body = steps.format(base=settings.base_url)
    title = name.replace("-", " ").capitalize()
    return f"---\nname: {name}\ndescription: {description}\n---\n\n# {title}\n\n{body}\n"


def skill_files(settings: Settings) -> dict[str, str]:
    return {name: skill_text(settings, name, description, steps) for name, description, steps in SKILLS}


def skills_index(settings: Settings) -> dict[str, Any]:
    texts = skill_files(settings)
    return {
        "$schema": SKILLS_SCHEMA,
        "skills": [
            {
                "name": name,
                "type": "skill-md",
                "description": description,
                "url": f"{settings.base_url}/.well-known/agent-skills/{name}/SKILL.md",
                "digest": f"sha256:{hashlib.sha256(texts[name].encode()).hexdigest()}",
            }
            for name, description, _ in SKILLS
        ],
    }
