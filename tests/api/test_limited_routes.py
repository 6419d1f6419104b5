"""Every route that may refuse for too many requests says so in the interface description, and has the headers there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from coldread.api.openapi import describe, problem_slugs_of
from coldread.asgi import endpoints
from coldread.base.settings import Settings
from tests.harness.service import Service

#: the fewest of everything; reads and misses are counted in memory
FEW = {
    "limit_reads_per_min": "3",
    "limit_misses_per_10min": "3",
    "limit_create_per_hour": "1",
    "limit_submit_per_day": "1",
    "scan_limit_ip": "1",
    "payment_rate_per_min": "1",
    "webhooks": "1",
}
#: headers that open nothing
WRONG = {
    "Authorization": "Bearer nothing",
    "X-Pipeline-Key": "nothing",
}


@pytest.mark.parametrize(
    "row", [row for row in endpoints() if row.described], ids=lambda row: f"{row.method} {row.path}"
)
def test_whatever_is_refused_for_being_too_often_says_so(row: Any, tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path, **FEW)
    try:
        seen = set()
        path = (
            row.path.replace("{id}", "INV-22222222")
            .replace("{session_id}", "x" * 22)
            .replace("{submission_id}", "x" * 22)
            .replace("{order_id}", "INV-22222222")
            .replace("{invoice_id}", "INV-22222222")
            .replace("{file}", "spec_final.md")
            .replace("{slug}", "not-found")
            .replace("{goal}", "other")
        )
        sent = {"json": row.example if row.takes else {}} if row.method == "POST" else {}
        for _ in range(6):
            # the harness holds each answer's problem against the route's row
            answer = service.run(service.request(row.method, path, headers=WRONG, **sent))
            seen.add(answer.status_code)
        assert (429 not in seen) or ("rate-limited" in problem_slugs_of(row))
        if row.security in {"admin", "pipeline"}:
            assert 429 in seen, "keys are not guessed at leisure"
    finally:
        service.close()


def test_a_429_has_its_headers_in_the_description() -> None:
    document = describe(endpoints(), Settings(payment_chain_id=42431))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if "429" in operation["responses"]:
                assert "Retry-After" in operation["responses"]["429"]["headers"], (method, path)


@pytest.mark.parametrize("told", [True, False])
def test_an_address_to_be_told_at_needs_a_secret(told: bool) -> None:
    schema = describe(endpoints(), Settings(payment_chain_id=42431, webhooks=told))["components"]["schemas"][
        "OrderRequest"
    ]
    expected = {"webhook_url": ["webhook_secret"]} if told else None
    assert schema.get("dependentRequired") == expected
    ours = {"url": "https://a.example/", "goal": "More", "audience": "All", "contact_email": "a@b.example"}
    address = {"webhook_url": "https://b.example/hook", "webhook_secret": None}
    is_valid = Draft202012Validator({**schema, "properties": {}}).is_valid
    assert is_valid(ours)
    assert is_valid({**ours, **address}) is not told, "null is no secret"
    assert is_valid({**ours, **address, "webhook_secret": "s" * 16})
    assert ("webhook_url" in schema["properties"]) is told


def test_a_generated_client_is_not_named_like_ours() -> None:
    """Generators name their package `<title>-client`; the client of this repository is `coldread-client`."""
    title = describe(endpoints(), Settings(payment_chain_id=42431))["info"]["title"]
    assert f"{title.lower().replace(' ', '-')}-client" != "coldread-client"
