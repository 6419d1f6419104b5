"""`/llms.txt`: the contract in words, for a language model to read before it calls."""

from __future__ import annotations

from coldread.base.clock import format_duration
from coldread.base.settings import Settings
from coldread.orders.rules.lifecycle import STATES, Status, V1Status
from coldread.payments.accepted import installed_methods
from coldread.payments.accounting.ledger import REDEEMABLE
from coldread.payments.offers import methods_text
from coldread.payments.on_sale import listed_calls
from coldread.payments.prices import COLD_READ_NET, RAILS, BillingMethod, cold_read_price
from coldread.web.usage import offered_uses

#: how an agent should use the service, in the contract's order
RULES = (
    "Pass a `client` object with `type` `agent` on creation.",
    "Include `html`, `jsx` or `repo_url` when available.",
    "Collect `billing.company_name` and `billing.org_number` or `billing.vat_id` up front.",
    "Poll `status_url` at `poll_interval_sec` (60 by default).",
    "Relay `pay_url` to the human when the order reaches `billing_pending`; name the `umbrella_invoice` path for "
    "business buyers and `mobile_payment` only as a private-person shortcut.",
    f"Relay `draft_url` when it appears (after `{Status.PAID}`, as a draft that no person has checked), and `final_url` in "
    f"`{Status.DELIVERED}`; only the deprecated V1 calls these `{V1Status.DRAFT_READY}` and `{V1Status.DONE}`.",
    "Use `chat_summary` of a scan as it stands when relaying results into chat.",
)


def _no_way(method: BillingMethod, settings: Settings) -> str:
    """What to know about a method that this operator has no account for."""
    if method != BillingMethod.MOBILE_PAYMENT or settings.private_way:
        return ""
    return " Not offered here yet: no account is configured that a private person could pay to."


def llms_text(settings: Settings) -> str:
    # more than 50 lines, since it is one text
    base = settings.base_url
    rails = "\n".join(
        f"- `{rail.method}`: {cold_read_price(rail.method).total} SEK. {rail.meaning}{_no_way(rail.method, settings)}"
        for rail in RAILS
    )
    calls = (
        "\n".join(
            f"- `POST {call['path']}`: {call['usdc']} USDC. {call['meaning']} {call['note']}".rstrip()
            for call in listed_calls(settings)
        )
        if installed_methods()
        else ""
    )
    rules = "\n".join(f"{number}. {rule}" for number, rule in enumerate(RULES, 1))
    states = "\n".join(
        f"- `{row.status}` → `{row.next_action}`, {f'poll every {row.poll} s' if row.is_open else 'closed'}"
        for row in STATES
    )
    sections = "\n\n".join(f"## {title}\n\n{text}" for title, text in offered_uses(settings))
    return f"""# Coldread

> Reviews landing pages. A scan is free and takes about 15 seconds. A paid cold-read is a review by a person within 72 hours: a specification and, where source \
was sent, a diff. {COLD_READ_NET} SEK excluding VAT, paid by a human. Agents order, poll and relay.

No key is needed. Bodies are JSON, errors are `application/problem+json`: branch on `type`, each resolves to a page.

## How to use it

{rules}

{sections}

## Where an order stands

{states}

## Prices

{rails}
{calls}

## Pay for a call

{_payment_text(settings)}

## Texts to read

- [Everything in one text]({base}/llms-full.txt): this page, every route with its fields, every problem
- [What Coldread is]({base}/index.md): for whom, what a scan and a cold-read give, what they cost
- [Documentation]({base}/docs.md): quick start, lifecycle, limits, idempotency, payments
- [A2A]({base}/docs/a2a.md): skills, tasks, states, errors and push notifications
- [Terms]({base}/terms.md): what is sold, on which terms, and the right to withdraw
- [Privacy]({base}/privacy.md): what is kept, for how long, and for what
- [Skill: scan a landing page]({base}/.well-known/agent-skills/scan-landing-page/SKILL.md)
- [Skill: order a cold-read]({base}/.well-known/agent-skills/order-cold-read/SKILL.md)

## Documents for programs

- `{base}/v1/openapi.json`: OpenAPI 3.1, every field, bound, header and problem
- `{base}/errors`: each problem type and what to do
- `{base}/extensions/human-handoff/v1`: how a human is asked to pay
- `{base}/v1/manifest`: who built this and why

## Other ways to speak with us

The same orders, scans and problems over each; an order's id is its A2A task id.

- A2A, card at `{base}/.well-known/agent-card.json`: 0.3.0 over HTTP+JSON at `{base}` and JSON-RPC at `{base}/a2a`; \
1.0 at `{base}/a2a` and `{base}/a2a/rest`
- MCP, card at `{base}/.well-known/mcp/server-card.json`: streamable HTTP at `{base}/mcp`, no key

## Optional

- [Every public page]({base}/sitemap.md)
"""


def _payment_text(settings: Settings) -> str:
    if not installed_methods():
        return "Paid calls are not configured on this server; the paid endpoints answer 503."
    return f"""`POST` the body without a credential: the answer is 402, and `WWW-Authenticate: Payment` carries a challenge
({methods_text(settings)}). `errors` in its body means
that the body would be refused: fix it before you pay. Pay with a wallet that speaks the Machine Payments Protocol and
repeat the very same request with `Authorization: Payment <credential>`: 200 with `Payment-Receipt`. One payment buys one
execution. After 409, 5xx or a lost connection repeat with the same credential: for {format_duration(REDEEMABLE)} it gets the same
answer, and you are not charged again."""
