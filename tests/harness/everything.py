"""A service in which there is something of everything, and every public answer that it gives: for moves and backups.

Statuses and states are read from their tables, so a new one is there by itself. A table that nothing here fills gets made-up
rows, so that a new table is carried and compared as well.
"""

from __future__ import annotations

import io
import json
from collections import deque
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from PIL import Image

from coldread.base import log
from coldread.base.clock import Clock
from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.drafts.first_screen.redraw import NOTE, PROPOSED, TODAY
from coldread.jobs.defer import defer
from coldread.jobs.tables import jobs
from coldread.mail.outbox import mark_not_sent, mark_sent
from coldread.mail.tables import letters
from coldread.operators import register
from coldread.operators.sessions import open_session
from coldread.orders.acts.part_payments import note_part
from coldread.orders.acts.reply_to_buyer import ReplyNote, reply_to_buyer
from coldread.orders.files.deliverable_files import CHANGES, DIFF, DRAFT, MATERIAL, OWN
from coldread.orders.files.deliverables import store_file
from coldread.orders.order_scans import note_scan
from coldread.orders.queries import find_order
from coldread.orders.rules.lifecycle import STATES, Status
from coldread.orders.rules.part_payments import MoneyIn
from coldread.payments.states import STATES as LEDGER_STATES
from coldread.payments.tables import payments
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.model_reading import note_reading
from coldread.scans.scan_request import ScanRequest
from coldread.scans.stored_scan import keep_attachment
from coldread.scans.tables import scans
from coldread.scans.tickets import close_with_scan, open_ticket
from coldread.watches.ask import refuse_letters
from coldread.watches.queries import find_watch
from coldread.watches.run import run_watch
from coldread.watches.tables import watches
from tests.harness.desk import refund
from tests.harness.made_up import ODD, fill_what_is_empty, made_up
from tests.harness.service import BASE_URL, WISH, Service
from tests.harness.website import Website
from tests.watches.watched import asked, run_due, watched

PAGE = "<html lang=en><title>Bread at your door</title><h1>Fresh bread for busy families</h1>" + (
    "<p>We bring fresh bread to your door before you wake up.</p><a href=/order>Order now</a>" * 5
)
SPEC = f"# What to change first\n\n## Headline\n\nBröd {ODD} end\n"
PATCH = "--- a/index.html\n+++ b/index.html\n@@ -1 +1 @@\n-<h1>Bröd</h1>\n+<h1>Bröd varje dag</h1>\n"
#: settings of a service that takes all of it
SETTINGS = {
    "scan_engine": "lite",
    "sandbox": "1",
    "webhooks": "1",
    "operator_email": "operator@coldread.test",
    "limit_reads_per_min": "0",
    "limit_misses_per_10min": "0",
}


def furnished(database_url: str, data_dir: Path) -> Service:
    """A service with something of everything, through what it does itself wherever it can; its clock stands still."""
    pages = {"/": PAGE, "/b": PAGE}
    with Website(pages) as site, log.without_log_lines():
        service = served(database_url, data_dir, scan_allow_hosts=site.place)
        _watch(service, site, pages)
        _furnish(service, [_scanned(service, site.url(path)) for path in ("/", "/b")])
    return service


def served(database_url: str, data_dir: Path, *, at: int | None = None, **settings: str) -> Service:
    """The service on what is there, at this moment or now."""
    service = Service(database_url, data_dir, **SETTINGS, **settings)
    service.clock.at = Clock().now() if at is None else at
    return service


def _watch(service: Service, site: Website, pages: dict[str, str]) -> None:
    """A watch that told something, one that nobody has confirmed, and a mailbox that wants none."""
    watch_id = watched(service, site.url("/b"))
    run_due(service)
    pages["/b"] = PAGE.replace("Fresh bread", "Stale bread")
    due = sa.update(watches).values(due_at=watches.c.due_at - 1)
    service.write(lambda session: session.run(due.where(watches.c.id == watch_id)))
    until = service.clock.at
    service.run(run_watch(service.services, watch_id, _due_at(service, watch_id)))
    assert service.clock.at == until
    pages["/b"] = PAGE
    asked(service, site.url("/"), "eva@shop.example")
    service.write(refuse_letters, "ulf@shop.example")


def _due_at(service: Service, watch_id: str) -> int:
    found: int = service.read(find_watch, watch_id).due_at
    return found


def _furnish(service: Service, sessions: list[str]) -> None:
    _read_by_a_model(service, sessions[0])
    assert service.post(f"/r/{sessions[0]}/share", data={"do": "share"}, headers=HERE).status_code == 303
    others = {"competitors": "https://rival.example/"}
    assert service.post(f"/r/{sessions[0]}/beside", data=others, headers=HERE).status_code == 303
    for status in Status:
        _order_at(service, status)
        _order_at(service, status, sandbox=True)
    order_id = _delivered_with_everything(service)
    _ordered_on_the_page_and_invoiced(service)
    service.write(_scans_asked_for_on_a_page, sessions[0])
    service.write(note_scan, order_id, sessions[0], "draft")
    _refunded_and_withdrawn(service)
    keyed = service.post("/v1/cold-read-requests", json=_wish(), headers=service.key())
    assert keyed.status_code == 201
    submitted = service.post(
        "/v1/agents/submit", json={"endpoint_url": "https://agent.example/v1", "name": "Translator"}
    )
    assert submitted.status_code == 202
    said = {"messageId": "m-1", "role": "ROLE_USER", "content": [{"text": "Please look at my page"}]}
    assert service.post("/v1/message:send", json={"message": said}).status_code == 200
    service.write(register.add_operator, "berit", "$argon2id$x", None)
    service.write(open_session, "berit")
    service.write(_write_ledger)
    service.write(_letters_sent_and_refused)
    service.write(_dead_and_waiting_jobs)
    service.write(fill_what_is_empty)


HERE = {"Origin": BASE_URL}


def _wish() -> dict[str, Any]:
    return {**WISH, "html": "<h1>Bröd</h1>"}


def _scanned(service: Service, url: str) -> str:
    answer = service.post("/v1/scan", json={"url": url, "primary_goal": "newsletter"})
    assert answer.status_code == 200, answer.text
    session_id: str = answer.json()["session_id"]
    return session_id


def _read_by_a_model(service: Service, session_id: str) -> None:
    """A model's reading, pictures of today and as redrawn."""
    answer = {
        "question": "what",
        "answer": "yes",
        "because": "It says so.",
        "quote": "Fresh bread",
        "quotes": [],
    }
    reading = {"engine": "small-model", "answers": [answer], "problems": [], "points": 60, "dropped": {}}
    service.write(_commented, session_id)
    service.write(lambda session: note_reading(session, session_id, reading, reused=False))
    note: dict[str, Any] = {
        "mark": "0" * 16,
        "version": None,
        "states": {"desktop": "drawn", "mobile": "drawn"},
        "missing": [],
    }
    kept = {NOTE: json.dumps(note).encode()}
    names = ("desktop.jpg", "mobile.jpg", *TODAY.values(), *PROPOSED.values())
    kept |= {name: _picture(place) for place, name in enumerate(names)}
    for name, content in kept.items():
        service.write(keep_attachment, service.services.contents, session_id, name, content)


def _commented(session: Session, session_id: str) -> None:
    """As a scan is answered where a model is configured."""
    mine = scans.c.session_id == session_id
    ((answer,),) = session.rows(sa.select(scans.c.answer).where(mine))
    notes = {"engine": "small-model", "notes": [], "dropped": {}}
    told = json.dumps({**json.loads(answer), "model_notes": notes}).encode()
    session.run(sa.update(scans).where(mine).values(answer=told))


def _picture(shade: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (400, 300), (shade * 20, 100, 150)).save(out, "JPEG")
    return out.getvalue()


def way_to(status: Status) -> list[Status]:
    """A shortest way from where orders begin, as the lifecycle's table has it."""
    to = {row.status: row.to for row in STATES}
    ways: deque[list[Status]] = deque([[Status.SUBMITTED]])
    while ways:
        way = ways.popleft()
        if way[-1] == status:
            return way[1:]
        ways.extend([*way, further] for further in to[way[-1]] if further not in way)
    raise AssertionError(f"no way leads to {status}")


def _order_at(service: Service, status: Status, **fields: Any) -> str:
    order_id: str = service.order(html="<h1>Bröd</h1>", jsx="<Bread />", **fields)["order_id"]
    for step in way_to(status):
        assert service.move(order_id, step).status_code == 200
    return order_id


def _delivered_with_everything(service: Service) -> str:
    """A machine's draft, a person's, the final and the diff: superseded versions, and the operator's own file."""
    hook = {"webhook_url": "https://hooks.example/coldread", "webhook_secret": "whsec_" + "c2VjcmV0" * 4}
    order_id = _order_at(service, Status.IN_PROGRESS, **hook)
    for text in ("# A machine's draft\n", SPEC):
        _stored(service, order_id, DRAFT, text)
    for file, text in ((DIFF, PATCH), (CHANGES, PATCH), (MATERIAL, '{"blocks": []}')):
        _stored(service, order_id, file, text)
    assert service.move(order_id, "delivered", patch={"spec_md": SPEC + "By a person.\n"}).status_code == 200
    return order_id


def _stored(service: Service, order_id: str, file: str, text: str) -> None:
    def store(session: Session) -> None:
        store_file(
            session,
            service.services.contents,
            order_id=order_id,
            file=file,
            content=text.encode(),
            author=OWN,
        )

    service.write(store)


def _refunded_and_withdrawn(service: Service) -> None:
    order_id = _order_at(service, Status.PAID)
    refund(service, order_id, 100, work_goes_on=True)
    asked = _order_at(service, Status.NEEDS_INFO)
    answered = service.post(f"/v1/orders/{asked}/info", json={"message": ODD.replace("\t", " ")})
    assert answered.status_code in {200, 202}, answer_of(answered)
    reply = ReplyNote(words=f"Tack {ODD}", to=0, said_at=service.clock.now())
    service.write(reply_to_buyer, service.services.settings, asked, "berit", reply)
    left = _order_at(service, Status.PAID)
    assert service.post(f"/o/{left}/withdraw", data={"name": "Anna Ek"}, headers=HERE).status_code == 303


def _ordered_on_the_page_and_invoiced(service: Service) -> None:
    """Whose buyer gets a receipt, and an invoice."""
    form = {
        **{name: WISH[name] for name in ("goal", "audience", "contact_email")},
        "url": "shop.example",
        "billing_method_preference": "umbrella_invoice",
        "terms": "yes",
        "key": "0123456789abcdef",
    }
    taken = service.post("/order", data=form, headers=HERE)
    assert taken.status_code == 303, answer_of(taken)
    order_id = _order_at(service, Status.BILLING_PENDING)
    patch = {"billing_method_final": "umbrella_invoice", "external_reference": "F-2026/17"}
    assert service.move(order_id, "paid", patch=patch).status_code == 200
    partly = _order_at(service, Status.BILLING_PENDING)
    seen = seen_at(service, partly)
    money = MoneyIn(amount=1000, received_at=service.clock.now(), reference="F-2026/18")
    service.write(note_part, service.services.settings, partly, seen, "berit", money)


def seen_at(service: Service, order_id: str) -> int:
    order = service.read(find_order, order_id)
    assert order is not None
    seen: int = order.updated_at
    return seen


def _scans_asked_for_on_a_page(session: Session, session_id: str) -> None:
    """One that is done, and one that waits."""
    brief = Brief(goal=PrimaryGoal("newsletter"), audience="", lang=Language.EN)
    for named in ("done", "waits"):
        ticket = open_ticket(session, ScanRequest(url="https://shop.example/", brief=brief, client=named))
        if named == "done":
            close_with_scan(session, ticket, session_id)


def answer_of(answer: httpx.Response) -> str:
    return f"{answer.status_code}: {answer.text[:300]}"


def _write_ledger(session: Session) -> None:
    """A paid call in each state that the ledger knows."""
    for place, row in enumerate(LEDGER_STATES):
        made = {column.name: made_up(column, place) for column in payments.columns}
        session.run(sa.insert(payments).values({**made, "state": str(row.state)}))


def _letters_sent_and_refused(session: Session) -> None:
    """The first letter is sent, the second was refused, the others wait."""
    first, second, *_ = [row.id for row in session.rows(sa.select(letters.c.id).order_by(letters.c.id))]
    mark_sent(session, first)
    mark_not_sent(session, second, "550 no such mailbox")


def _dead_and_waiting_jobs(session: Session) -> None:
    """One that waits, one that runs, one that was given up."""
    for key in ("waits", "runs", "dead"):
        assert defer(session, "mail.send", key=f"everything:{key}", letter_id=1)
    if session.is_postgres:
        for key, status in (("runs", "doing"), ("dead", "failed")):
            session.run(
                sa.text(
                    "UPDATE procrastinate_jobs SET status = CAST(:status AS procrastinate_job_status), attempts = 5 WHERE queueing_lock = :key"
                ),
                {"status": status, "key": f"everything:{key}"},
            )
        session.run(
            sa.text(
                "INSERT INTO job_errors SELECT id, 1794734400123457, 'Traceback…' FROM procrastinate_jobs "
                "WHERE status = 'failed'"
            )
        )
        return
    for key, state in (("runs", "running"), ("dead", "dead")):
        values = {"state": state, "tries": 5, "error": "Traceback…" if state == "dead" else None}
        session.run(sa.update(jobs).where(jobs.c.key == f"everything:{key}").values(**values))
