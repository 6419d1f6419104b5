"""`coldread doctor --deep`: sends the running service what users send, and checks the answers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.doctor import Diagnosis, bad, good, warn
from coldread.mail.tables import letters
from coldread.orders.letters import write_plain_notice
from coldread.payments.accepted import METHOD, installed_methods
from coldread.payments.methods.method import OutcomeUnknown
from coldread.payments.terms import terms
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.home import scanner_for_own_addresses
from coldread.services import Services, build

#: time limit for a step that is done in the background
PATIENCE_S = 60.0


def examine_deeply(settings: Settings) -> Iterator[Diagnosis]:
    """One finding after another. If the service does not answer, the rest is skipped."""
    try:
        answer = httpx.get(f"{settings.base_url}/v1/ping", timeout=10)
    except httpx.HTTPError as error:
        yield bad("service", f"{settings.base_url} does not answer: {error}")
        return
    if answer.status_code != 200:
        yield bad("service", f"{settings.base_url}/v1/ping answers {answer.status_code}")
        return
    yield good("service", f"{settings.base_url} answers in {answer.elapsed.total_seconds() * 1000:.0f} ms")
    yield from _diagnose_networks(settings)
    yield from _check_order(settings)
    yield asyncio.run(_check_scan(settings))
    yield asyncio.run(_letter_diagnosis(settings))


def _diagnose_networks(settings: Settings) -> Iterator[Diagnosis]:
    """The identity of each network that calls are paid on."""
    for name, row in installed_methods().items():
        if getattr(settings, row.network):
            yield asyncio.run(_diagnose_network(settings, name))


async def _diagnose_network(settings: Settings, name: str) -> Diagnosis:
    method = METHOD[name].open(terms(settings))
    try:
        await method.require_fit()
    except OutcomeUnknown as error:
        return bad("payment network", f"nothing is sold by {name}: {error}")
    finally:
        await method.close()
    return good("payment network", f"{name}: the one that the settings name")


def _check_order(settings: Settings) -> Iterator[Diagnosis]:
    """Place a sandbox order twice with one key, read it, and wait until a worker has moved it."""
    if not settings.sandbox:
        yield warn("order", "none placed: this service takes no sandbox orders")
        return
    with httpx.Client(base_url=settings.base_url, timeout=10) as client:
        try:
            order_id = _place_order_twice(client)
            yield good("order", f"{order_id}: placed once for its key, and read back")
            yield _wait_until_moved(client, order_id, settings.sandbox_step_s + PATIENCE_S)
        except (httpx.HTTPError, LookupError) as error:
            yield bad("order", f"cannot be placed and read: {error}")


def _place_order_twice(client: httpx.Client) -> str:
    """LookupError if one key gives two orders, or another order is read."""
    order = {
        "url": "https://example.com/",
        "goal": "See that an order can be placed",
        "audience": "The operator of this service",
        "contact_email": "doctor@example.com",
        "sandbox": True,
    }
    key = {"Idempotency-Key": secrets.token_hex(16)}
    placed, again = (
        client.post("/v1/cold-read-requests", json=order, headers=key).raise_for_status() for _ in range(2)
    )
    order_id: str = placed.json()["order_id"]
    if again.content != placed.content or _read_order(client, order_id)["order_id"] != order_id:
        raise LookupError("one key gave two orders, or another order was read")
    return order_id


def _wait_until_moved(client: httpx.Client, order_id: str, patience: float) -> Diagnosis:
    began = time.monotonic()
    while _read_order(client, order_id)["status"] == "submitted":
        if time.monotonic() - began > patience:
            return bad("work", f"nobody moved the order in {patience:.0f} s: is `coldread work` running?")
        time.sleep(0.5)
    return good("work", f"moved on after {time.monotonic() - began:.0f} s")


def _read_order(client: httpx.Client, order_id: str) -> dict[str, Any]:
    order: dict[str, Any] = client.get(f"/v1/orders/{order_id}").raise_for_status().json()
    return order


async def _check_scan(settings: Settings) -> Diagnosis:
    """Scan our own home page, with this process's browser and the egress for outsiders' addresses."""
    scanner = scanner_for_own_addresses(settings)
    try:
        scanned = await scanner.scan(f"{settings.base_url}/", Brief(goal=PrimaryGoal.PAID_SIGNUP))
    except Exception as error:
        return bad("scan", f"our own home page cannot be looked at: {type(error).__name__}: {error}")
    finally:
        await scanner.close()
    how = "with a browser" if scanned.report.source == "pipeline" else "by its HTML alone"
    return good("scan", f"our own home page {how}: {len(scanned.report.findings)} findings")


async def _letter_diagnosis(settings: Settings) -> Diagnosis:
    if not settings.operator_email:
        return warn("letter", "none sent: COLDREAD_OPERATOR_EMAIL is unset")
    services = build(settings)
    try:
        return await _diagnose_letter(services, f"doctor/{secrets.token_hex(8)}")
    finally:
        await services.close()


async def _diagnose_letter(services: Services, about: str) -> Diagnosis:
    settings = services.settings
    to = settings.operator_email
    await services.db.write(
        lambda session: write_plain_notice(session, settings, "doctor", about, base_url=settings.base_url)
    )
    row = await _poll_until(
        lambda: services.db.read(_find_letter, about), lambda row: row.sent_at is not None
    )
    if row.sent_at is None:
        return bad(
            "letter", f"not taken by the mail server in {PATIENCE_S:.0f} s: {row.error or 'not tried yet'}"
        )
    if not settings.smtp_url:
        return warn("letter", f"to {to}: lies in {settings.data_dir / 'letters'}, COLDREAD_SMTP_URL is unset")
    return good("letter", f"to {to}: taken by the mail server; look whether it arrives")


def _find_letter(session: Session, about: str) -> sa.Row[Any]:
    return session.run(sa.select(letters).where(letters.c.about == about)).one()


async def _poll_until(
    ask: Callable[[], Awaitable[sa.Row[Any]]], is_there: Callable[[sa.Row[Any]], bool]
) -> sa.Row[Any]:
    ends = time.monotonic() + PATIENCE_S
    while True:
        row = await ask()
        if is_there(row) or time.monotonic() > ends:
            return row
        await asyncio.sleep(0.25)
