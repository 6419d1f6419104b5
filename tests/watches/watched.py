"""What tests of watches do: ask, press the button of the letter, let time pass, and run what is due."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.mail.tables import letters
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.watches.ask import ask_watch, confirm
from coldread.watches.due import queue_due
from coldread.watches.queries import find_watch
from coldread.watches.rules import Rhythm, WatchState
from coldread.watches.run import run_watch
from coldread.watches.tables import watch_changes, watch_runs, watches
from coldread.watches.wanted import Wanted
from tests.harness.service import BASE_URL, Service

ANNA = "anna@shop.example"
PAGE = (
    "<!doctype html><html lang=en><title>Bread at your door</title><meta name=viewport content=width=device-width>"
    "<h1>{headline}</h1><p>We bring fresh bread to busy families in Lund, from {price} a month.</p>"
    "<a href=/order>{button}</a>" + "<p>Baked at night, at your door before you wake up.</p>" * 5
)


def shop(headline: str = "Fresh bread at your door", price: str = "199 kr", button: str = "Order now") -> str:
    return PAGE.format(headline=headline, price=price, button=button)


def asked(service: Service, url: str, email: str = ANNA, rhythm: Rhythm = Rhythm.DAILY, **more: Any) -> str:
    """Ask for a watch; its id."""
    brief = Brief(goal=PrimaryGoal.PAID_SIGNUP, lang=more.pop("lang", Language.EN))
    wanted = Wanted(url=url, brief=brief, email=email, rhythm=rhythm, client="203.0.113.7")
    watch_id: str = service.write(ask_watch, service.settings, wanted)[0]
    return watch_id


def watched(service: Service, url: str, email: str = ANNA, **more: Any) -> str:
    """A watch that is on; its id."""
    asked(service, url, email, **more)
    answer = service.write(confirm, service.settings, token_of(service, email))
    assert answer.watch_id is not None
    return str(answer.watch_id)


def letters_to(service: Service, email: str = ANNA, kind: str = "") -> list[dict[str, Any]]:
    """Kind and values of the letters to an address, oldest first."""

    def read(session: Session) -> list[dict[str, Any]]:
        rows = session.rows(sa.select(letters).where(letters.c.recipient == email).order_by(letters.c.id))
        return [{"kind": row.kind, **json.loads(row.details)} for row in rows if kind in ("", row.kind)]

    found: list[dict[str, Any]] = service.read(read)
    return found


def token_of(service: Service, email: str = ANNA) -> str:
    """The token of the last link to confirm."""
    page: str = letters_to(service, email, "watch_confirm")[-1]["confirm_page"]
    return page.removeprefix(f"{BASE_URL}/watch/in/").partition("?")[0]


def watch(service: Service, watch_id: str) -> Any:
    return service.read(find_watch, watch_id)


def rows(service: Service, table: sa.Table) -> list[Any]:
    found: list[Any] = service.read(lambda session: list(session.rows(sa.select(table))))
    return found


def runs(service: Service) -> list[Any]:
    return sorted(rows(service, watch_runs), key=lambda row: (row.watch_id, row.number))


def told(service: Service) -> list[Any]:
    return sorted(rows(service, watch_changes), key=lambda row: (row.watch_id, row.number))


def run_due(service: Service) -> int:
    """Sweep, and run everything that is due now; how many."""
    service.write(queue_due, service.services)
    due = [
        row
        for row in rows(service, watches)
        if row.state == WatchState.ON and row.due_at <= service.clock.now()
    ]
    for row in due:
        service.run(run_watch(service.services, row.id, row.due_at))
    return len(due)


def until_due(service: Service, watch_id: str) -> None:
    """Turn the clock to the next run."""
    service.clock.at = max(service.clock.at, watch(service, watch_id).due_at)


def next_run_of(service: Service, watch_id: str) -> Any:
    """Let time pass until the next run, and do it; the watch after it."""
    until_due(service, watch_id)
    assert run_due(service) >= 1
    return watch(service, watch_id)
