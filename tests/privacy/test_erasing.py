"""A person's data: all of it is handed out, none of it is left, and time forgets it too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY, SECOND
from coldread.base.db import Session
from coldread.guard.mailbox import address_hash
from coldread.jobs.runner import runner
from coldread.mail.tables import letters
from coldread.migrations.schema import metadata
from coldread.orders.acts.audit_notes import add_remark
from coldread.privacy.erase import erase_again, erase_person, erased_hashes, orders_of
from coldread.privacy.export import export_person
from coldread.privacy.retention import RULES, forget_outdated
from coldread.worker import JOB_FILES
from tests.console.visitor import Visitor
from tests.harness.desk import refund
from tests.harness.service import Service

assert JOB_FILES  # imported for the jobs they register

MARK = "kvastskaft"
EMAIL = f"eva.{MARK}@shop.example"
PERSON: dict[str, Any] = {
    "contact_email": EMAIL,
    "url": f"https://{MARK}.example/",
    "goal": f"Sell {MARK} goal",
    "audience": f"Friends of {MARK}",
    "constraints": f"Constraint {MARK}",
    "pain_point": f"Pain {MARK}",
    "competitors": [f"https://competitor.example/{MARK}"],
    "notes": f"Notes {MARK}",
    "html": f"<h1>{MARK}</h1>",
    "jsx": f"<h1>{MARK} jsx</h1>",
    "repo_url": f"https://code.example/{MARK}",
    "agent_name": f"{MARK} agent",
    "agent_on_behalf_of": f"{MARK} behalf",
    "client": {"type": "agent", "name": f"{MARK} client"},
    "billing": {"contact_person": f"Eva {MARK}", "company_name": "Bageri AB", "org_number": "556036-0793"},
}


def stored(service: Service) -> str:
    """Every row of every table, and every file under the data dir, as text."""

    def rows(session: Session) -> list[str]:
        names = [table.name for table in metadata.sorted_tables]
        if session.is_postgres:
            names += ["procrastinate_jobs", "procrastinate_events"]
        return [
            repr(tuple(bytes(value) if isinstance(value, memoryview) else value for value in row))
            for name in names
            for row in session.rows(sa.text(f'SELECT * FROM "{name}"'))
        ]

    files = [
        path.name + path.read_bytes().decode("utf-8", "replace")
        for path in Path(service.settings.data_dir).rglob("*")
        if path.is_file() and not path.name.startswith("coldread.db")
    ]
    return "\n".join([*service.read(rows), *files])


def work_off(service: Service) -> None:
    """Do what is due: letters become files."""

    async def for_a_while() -> None:
        running = runner(
            service.services.db, service.settings.database_url, service.services, queues=["work"]
        )
        task = asyncio.create_task(running.run())
        folder = service.settings.data_dir / "letters"
        for _ in range(600):
            await asyncio.sleep(0.05)  # asks again until the deadline
            if folder.is_dir() and any(folder.iterdir()):
                break
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    service.run(for_a_while())


def delivered(service: Service) -> str:
    order_id: str = service.order_in("needs_info", **PERSON)
    assert service.post(f"/v1/orders/{order_id}/info", json={"message": f"Answer {MARK}"}).status_code == 202
    service.write(add_remark, order_id, "note", "berit", f"Remark {MARK}")
    for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress"):
        assert service.move(order_id, step, note=f"Note {MARK}", substatus=f"Sub {MARK}").status_code == 200
    patch = {
        "spec_md": f"# Final {MARK}",
        "external_reference": "F-17",
        "rescan_url": f"https://x.example/{MARK}",
    }
    assert service.move(order_id, "delivered", patch=patch).status_code == 200
    return order_id


def test_erasing_leaves_no_trace_but_the_invoice(make_service: Any) -> None:
    service: Service = make_service(operator_email="ops@coldread.example")
    open_id = service.order(**PERSON)["order_id"]
    paid_id = delivered(service)
    other = service.order()["order_id"]
    sent = {"endpoint_url": f"https://{MARK}.example/a2a", "name": MARK, "contact_email": EMAIL}
    assert service.post("/v1/agents/submit", json=sent).status_code == 202
    work_off(service)
    before = stored(service)
    assert before.count(MARK) > 30
    erased = service.write(erase_person, service.services, EMAIL.upper(), "berit")
    assert (erased.gone, erased.books_kept, erased.in_work) == ((open_id,), (paid_id,), ())
    left = stored(service)
    assert MARK not in left, left[max(0, left.find(MARK) - 300) : left.find(MARK) + 50]
    assert "556036-0793" in left, "an invoice is kept as long as the law requires"
    assert "F-17" in left
    assert service.get(f"/v1/orders/{paid_id}").status_code == 404
    assert service.get(f"/deliverables/{paid_id}/spec_final.md").status_code == 404
    assert service.seen(other)["contact_email"] == "anna@shop.example"
    assert service.read(orders_of, EMAIL) == []


def test_what_is_paid_and_in_work_is_kept_until_it_is_delivered(service: Service) -> None:
    order_id = service.order_in("paid", **PERSON)
    assert service.write(erase_person, service.services, EMAIL, "berit").in_work == (order_id,)
    assert service.seen(order_id)["contact_email"] == EMAIL
    service.move(order_id, "in_progress")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    assert service.write(erase_person, service.services, EMAIL, "berit").books_kept == (order_id,)


def test_a_restored_backup_forgets_again_by_hash(service: Service) -> None:
    order_id = service.order(**PERSON)["order_id"]
    assert EMAIL not in address_hash(EMAIL)
    assert service.write(erase_again, service.services, frozenset({address_hash(EMAIL)})).gone == (order_id,)
    assert service.read(erased_hashes) == [address_hash(EMAIL)]
    assert MARK not in stored(service)


def test_the_export_holds_everything_that_the_person_sent_and_got(service: Service) -> None:
    order_id = delivered(service)
    service.order()
    exported = service.read(export_person, service.services, EMAIL)
    assert [entry["order"]["order_id"] for entry in exported["orders"]] == [order_id]
    text = json.dumps(exported)
    for value in ("Constraint", "Notes", "Answer", "Final", "goal", "behalf"):
        assert f"{value} {MARK}" in text or f"{MARK} {value}" in text, value
    assert f"<h1>{MARK}</h1>" in text
    assert "anna@shop.example" not in text


def test_an_order_that_came_to_nothing_is_forgotten_after_thirty_days(service: Service) -> None:
    for status in ("rejected", "expired"):
        service.order_in(status, **PERSON)
    service.clock.move(30 * DAY - SECOND)
    assert service.write(forget_outdated, service.services) == 0
    service.clock.move(2 * SECOND)  # every move of a clock that stands still counts a microsecond
    assert service.write(forget_outdated, service.services) == 2
    assert MARK not in stored(service)
    assert service.write(forget_outdated, service.services) == 0


def test_a_delivered_order_loses_its_source_then_its_person_then_its_invoice(service: Service) -> None:
    delivered(service)
    service.clock.move(30 * DAY)
    assert service.write(forget_outdated, service.services) == 1
    assert "<h1>" not in stored(service)
    assert MARK in stored(service)
    service.clock.move(335 * DAY)
    assert service.write(forget_outdated, service.services) == 1
    assert MARK not in stored(service)
    assert "556036-0793" in stored(service)
    service.clock.move(9 * 366 * DAY)
    assert service.write(forget_outdated, service.services) == 1
    assert "556036-0793" not in stored(service)
    assert service.write(forget_outdated, service.services) == 0


def test_an_order_whose_money_went_back_is_erased_at_once_when_asked_for(service: Service) -> None:
    """No work is owed any more: only what is owed waits for its delivery."""
    order_id = service.order_in("in_progress", **PERSON)
    refund(service, order_id)
    erased = service.write(erase_person, service.services, EMAIL, "berit")
    assert (erased.in_work, erased.books_kept) == ((), (order_id,))
    assert MARK not in stored(service)


def test_an_order_whose_money_went_back_loses_its_person_then_its_invoice(service: Service) -> None:
    service.order_in("paid", **PERSON)
    order_id = service.order_in("paid", **PERSON)
    refund(service, order_id)
    service.clock.move(366 * DAY)
    assert service.write(forget_outdated, service.services) == 1
    (kept,) = service.read(orders_of, EMAIL)
    assert kept != order_id, "the other one is still owed"
    assert "Bageri AB" in stored(service)
    service.clock.move(9 * 366 * DAY)
    assert service.write(forget_outdated, service.services) == 1


def test_every_rule_says_why_it_keeps_what_it_keeps(quick_service: Service) -> None:
    assert all(rule.why and rule.since and rule.after(quick_service.settings) > 0 for rule in RULES)


def test_the_operator_sees_what_an_erasure_does_and_the_buyer_gets_a_last_letter(
    sqlite_service: Callable[..., Service],
) -> None:
    service = sqlite_service(letters="none")
    gone = service.order_in("submitted", **PERSON)
    books = service.order_in("delivered", **PERSON)
    work = service.order_in("in_progress", **PERSON)
    berit = Visitor(service).sign_in()
    text = berit.see(f"/console/people?email={EMAIL}")
    found = {str(card.attributes["data-outcome"]): card.text() for card in berit.page.css("[data-outcome]")}
    assert set(found) == {"gone", "books", "in_work"}
    assert gone in found["gone"]
    assert work in found["in_work"]
    assert books in found["books"]
    assert "1 source" in found["gone"] or "2 sources" in found["gone"]
    assert "the company’s name" in found["books"]
    assert "22\u00a0November 2035" in found["books"], found["books"]
    text = berit.send("/console/people/erase", again=EMAIL, tell="yes")
    assert "A letter about it is on its way" in text
    work_off(service)

    def last(session: Session) -> Any:
        return session.row(sa.select(letters).where(letters.c.kind == "data_erased"))

    letter = service.read(last)
    assert letter.sent_at is not None
    assert letter.recipient == "", "the address is forgotten with the letter"
    said = " ".join(json.loads(letter.details)[name] for name in ("gone", "books", "kept_until", "later"))
    assert said.split()[:2] == [gone, books]
    assert said.endswith(work)


def test_without_a_wish_for_it_no_letter_tells_of_the_erasure(service: Service) -> None:
    service.order_in("submitted", **PERSON)
    service.write(erase_person, service.services, EMAIL, "cli")
    assert EMAIL not in stored(service)
