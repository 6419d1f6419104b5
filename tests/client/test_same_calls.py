"""The client can do what the service offers a caller, and both clients can do the same."""

from __future__ import annotations

import inspect
from typing import Any

from starlette.routing import compile_path

from coldread.asgi import endpoints
from coldread_client import AsyncClient, Client, calls
from coldread_client.exchange import Call

#: what a caller of the service calls; the rest is read by machines that find their own way
OFFERED = ("scan", "orders", "paid", "agents", "watches")
#: a table for readers, not for programs
NO_CALL = {"GET /v1/checks"}


def _made() -> list[Call]:
    """One of each call, with any words for what it takes."""
    found: list[Call] = []
    for name, make in inspect.getmembers(calls, inspect.isfunction):
        if name.startswith("_") or inspect.signature(make, eval_str=True).return_annotation is not Call:
            continue
        taken: dict[str, Any] = {
            one.name: {} if "Mapping" in str(one.annotation) else "x"
            for one in inspect.signature(make).parameters.values()
            if one.default is inspect.Parameter.empty
        }
        found.append(make(**taken))
    return found


def test_every_endpoint_for_callers_has_its_call() -> None:
    made = _made()
    asked = {
        f"{row.method} {row.path}": compile_path(row.path)[0] for row in endpoints() if row.tag in OFFERED
    }
    assert len(asked) > 8
    lacking = {
        place
        for place, pattern in asked.items()
        if not any(call.method == place.split(" ")[0] and pattern.match(call.path) for call in made)
    }
    assert lacking == NO_CALL


def test_both_clients_have_the_same_calls() -> None:
    def public(of: type) -> dict[str, list[str]]:
        return {
            name: list(inspect.signature(function).parameters)
            for name, function in inspect.getmembers(of, inspect.isfunction)
            if not name.startswith("_")
        }

    plain, waiting = public(Client), public(AsyncClient)
    plain.pop("close", None)
    waiting.pop("aclose", None)
    waiting.pop("close", None)
    assert plain == waiting
