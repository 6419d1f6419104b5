"""Without `COLDREAD_WATCH` nothing of the comparison is offered."""

from __future__ import annotations

from collections.abc import Callable

from tests.harness.service import Service


def test_switched_off_the_addresses_are_not_there(make_service: Callable[..., Service]) -> None:
    service = make_service(watch="0", scan_engine="lite")
    paths = service.get("/v1/openapi.json").json()["paths"]
    assert "/v1/scans/{session_id}" in paths
    assert "/v1/scans/{session_id}/compared-to/{other}" not in paths
    for address in ("/r/a/compared-to/b", "/r/a/compared-to/b/desktop.webp"):
        assert service.get(address).json()["type"].endswith("/route-not-found")
