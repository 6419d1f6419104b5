"""Renders docs/reference from the tables, so that it cannot say what the code does not do.

`--check` writes nothing and exits 1 where a page differs.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path

from coldread.asgi import endpoints
from coldread.base.links import RELATIONS
from coldread.base.problems import PROBLEMS
from coldread.base.setting import row_of
from coldread.base.settings import Settings, env_name
from coldread.guard.limits import LIMITS
from coldread.orders.rules.lifecycle import STATES
from coldread.payments import states as payment_states
from coldread.payments.prices import CALLS, COLD_READ_NET, RAILS, cold_read_price
from coldread.protocols.discovery.a2a_guide import a2a_guide

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
NOTICE = "<!-- Rendered from the tables by `make docs`; edit the table, not this page. -->\n"


def table(heads: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(
        "| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def settings_page() -> str:
    rows = []
    for field in dataclasses.fields(Settings):
        row = row_of(field)
        default = row.default_text if row.default_text is not None else field.default
        if default in ("", (), None):
            default = "empty"
        rows.append((f"`{env_name(field.name)}`", default, row.bounds or "–", row.meaning))
    return f"""# Settings

Read once at the start, from the environment. Lists are comma-separated. `coldread doctor` says what follows from yours.

{table(("variable", "default", "bounds", "meaning"), rows)}
"""


def lifecycle_page() -> str:
    arrows = "\n".join(f"    {row.status} --> {to}" for row in STATES for to in row.to)
    rows = [
        (
            f"`{row.status}`",
            ", ".join(row.to) or "–",
            row.next_action,
            "yes" if row.paid_for else "no",
            row.asks or "–",
            row.a2a,
            row.poll,
            row.billing_status or "–",
            row.delivery_status or "–",
            row.timestamp or "in stages only",
            (row.v1 or "404") + (f" / {row.v1_with_draft}" if row.v1_with_draft else ""),
            ", ".join(f"`{job}`" for job in row.then) or "–",
        )
        for row in STATES
    ]
    heads = (
        "status",
        "may go to",
        "next_action",
        "paid for",
        "asks the buyer for",
        "A2A state",
        "poll s",
        "sets billing_status",
        "sets delivery_status",
        "sets timestamp",
        "V1 (without / with draft)",
        "brings about",
    )
    return f"""# Lifecycle of an order

Only the operator moves an order. Every other pair answers 409 `illegal-transition` with `allowed_transitions`.
A lapsed order (seven days) that nobody paid for goes nowhere, except that an invoice can still become `paid` or `rejected`.

```mermaid
stateDiagram-v2
    [*] --> submitted
    [*] --> billing_pending: V1
{arrows}
```

{table(heads, rows)}
"""


def problems_page() -> str:
    rows = [
        (
            row.status,
            f"`{row.slug}`",
            row.title,
            row.remedy,
            "yes" if row.retry else "no",
            ", ".join(row.members) or "–",
        )
        for row in PROBLEMS
    ]
    return f"""# Problems

Every error is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `instance` and `request_id`.
`type` is `{{error_type_base}}/{{slug}}` and resolves to a page for people and JSON for programs.

{table(("status", "type", "title", "what to do", "retry", "more members"), rows)}
"""


def links_page() -> str:
    heads = ("relation", "method", "address", "title", "when")
    parts = [
        f"## Of a{'n' if of[0] in 'aeiou' else ''} {of}\n\n"
        + table(
            heads,
            [
                (f"`{row.name}`", row.method, f"`{row.path}`", row.title, row.when)
                for row in RELATIONS
                if row.of == of
            ],
        )
        for of in dict.fromkeys(row.of for row in RELATIONS)
    ]
    return "# Links\n\n`_links` shows only what can be done now.\n\n" + "\n\n".join(parts) + "\n"


def limits_page() -> str:
    rows = [
        (
            f"`{row.name}`",
            getattr(Settings, row.setting),
            f"{row.window_seconds} s",
            row.scope,
            row.kept_in,
            f"`{env_name(row.setting)}`",
            row.meaning,
        )
        for row in LIMITS
    ]
    return f"""# Limits

Answers carry `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` and `RateLimit-Policy`
(draft-ietf-httpapi-ratelimit-headers-06); 429 adds `Retry-After`. 0 switches a limit off.

{table(("limit", "default", "window", "counted per", "kept in", "setting", "meaning"), rows)}
"""


def prices_page() -> str:
    rails = [
        (
            f"`{rail.method}`",
            price.net,
            f"{price.vat_rate}%",
            price.vat,
            price.total,
            rail.terms_days,
            rail.meaning,
        )
        for rail in RAILS
        for price in (cold_read_price(rail.method),)
    ]
    calls = [(f"`POST {row.path}`", row.usdc, row.meaning, "yes" if row.by_model else "no") for row in CALLS]
    return f"""# Prices

A cold-read costs {COLD_READ_NET} SEK excluding VAT.

{table(("rail", "net", "VAT", "VAT SEK", "total SEK", "days", "meaning"), rails)}

Pay-per-call, in USDC:

{table(("endpoint", "USDC", "meaning", "needs a model"), calls)}

In production a call that needs a model is not sold where none is configured: it answers 503 without a challenge, and every list
of calls says so. `COLDREAD_SELL_WITHOUT_MODEL=1` sells it anyway.
"""


def payments_page() -> str:
    rows = [
        (
            f"`{row.state}`",
            row.meaning,
            row.left.value,
            row.on_return,
            "yes" if row.deletable else "no",
            "yes" if row.refundable else "no",
            ", ".join(row.to) or "–",
        )
        for row in payment_states.STATES
    ]
    heads = (
        "state",
        "meaning",
        "may have left the payer's account by our doing",
        "the same credential again",
        "row may be deleted",
        "refundable",
        "leads to",
    )
    return f"""# States of a payment

One row a paid challenge. A row is deleted only from a state in which nothing can have been charged, and only money that is
here and bought no execution is refunded. See [paid calls](../guides/payments.md).

{table(heads, rows)}
"""


def endpoints_page() -> str:
    rows = [
        (
            f"`{row.method} {row.path}`",
            row.summary + (" (deprecated)" if row.deprecated else ""),
            ", ".join(str(status) for status in sorted({reply.status for reply in row.replies})),
            ", ".join(row.problems) or "–",
        )
        for row in endpoints()
        if row.described
    ]
    return f"""# Endpoints

`/v1/openapi.json` describes each with every field, bound, header and example.

{table(("endpoint", "what it does", "answers", "problems of its own"), rows)}
"""


def a2a_page() -> str:
    return a2a_guide(Settings(sandbox=True, webhooks=True))


PAGES = {
    "settings.md": settings_page,
    "lifecycle.md": lifecycle_page,
    "problems.md": problems_page,
    "links.md": links_page,
    "limits.md": limits_page,
    "prices.md": prices_page,
    "payments.md": payments_page,
    "endpoints.md": endpoints_page,
    "a2a.md": a2a_page,
}


def rendered() -> dict[Path, str]:
    return {FOLDER / name: NOTICE + page() for name, page in PAGES.items()}


def main() -> int:
    stale = [path for path, text in rendered().items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.name} is out of date: run `make docs`")
        return 1 if stale else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in rendered().items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
