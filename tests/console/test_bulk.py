"""Many jobs and letters at once, and a second factor that can be had anew."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pyotp
import pytest
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.jobs.defer import dead_jobs, defer, live_keys, queue_depths
from coldread.jobs.runner import runner
from coldread.mail.outbox import key_of, mark_not_sent, write_letter
from coldread.mail.tables import letters
from coldread.operators import register, second_factor
from tests.console.visitor import HASH, PASSWORD, Visitor
from tests.harness.patience import ANSWER_S
from tests.harness.service import Service


def give_up(service: Service, *keys: str) -> None:
    """Jobs that no function does land on the dead list."""

    def put(session: Session) -> None:
        for key in keys:
            defer(session, "nobody.does-this", key=key)

    async def run() -> None:
        db = service.services.db
        task = asyncio.create_task(
            runner(db, service.settings.database_url, service.services, queues=["work"]).run()
        )
        async with asyncio.timeout(ANSWER_S):
            while (await db.read(queue_depths))["dead"] < len(keys):
                await asyncio.sleep(0.05)  # asks again until the deadline
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    service.write(put)
    service.run(run())


def refuse_letters(service: Service, *orders: str) -> list[int]:
    def put(session: Session) -> list[int]:
        for order_id in orders:
            write_letter(
                session,
                "order_received",
                about=order_id,
                recipient="anna@shop.example",
                language="en",
                domain="coldread.test",
                order_id=order_id,
                status_page="https://coldread.test/o/x",
                price="4,875 SEK",
                terms="https://coldread.test/terms",
                seller="",
            )
        rows = session.rows(
            sa.select(letters.c.id).where(letters.c.kind == "order_received").order_by(letters.c.id)
        )
        for row in rows:
            mark_not_sent(session, row.id, "550 unknown here")
        return [row.id for row in rows]

    numbers: list[int] = service.write(put)
    return numbers


def left(service: Service) -> list[Any]:
    def find(session: Session) -> list[Any]:
        return list(session.rows(sa.select(letters).where(letters.c.kind == "order_received")))

    found: list[Any] = service.read(find)
    return found


def test_ticked_jobs_are_tried_again_and_then_all(service: Service) -> None:
    give_up(service, "x:1", "x:2", "x:3")
    berit = Visitor(service).sign_in()
    berit.see("/console/ops")
    one = service.read(dead_jobs)[0].id
    assert "again: 1." in berit.send("/console/jobs/retry", 200, which="ticked", **{f"job-{one}": "yes"})
    assert service.read(queue_depths) == {"waiting": 1, "running": 0, "dead": 2}
    assert "again: 2." in berit.send("/console/jobs/retry", which="all")
    assert service.read(queue_depths) == {"waiting": 3, "running": 0, "dead": 0}


def test_letters_are_sent_now_or_dropped_for_good_with_a_line_in_the_trail(service: Service) -> None:
    orders = [service.order()["order_id"] for _ in range(3)]
    numbers = refuse_letters(service, *orders)
    berit = Visitor(service).sign_in()
    assert "550 unknown here" in berit.see("/console/ops")
    assert "tried now: 3." in berit.send("/console/letters/send", which="all")
    keys = {key_of(letter.message_id) for letter in left(service)}
    assert keys <= service.read(live_keys)
    fields = {**berit.fields("/console/letters/send"), f"letter-{numbers[0]}": "yes"}
    unsure = berit.ask("POST", "/console/letters/drop", data=fields)
    assert unsure.headers["location"].startswith("/console/ops?said=not_dropped")
    assert len(left(service)) == 3
    berit.ask("POST", "/console/letters/drop", data={**fields, "confirm": "yes"})
    assert [letter.about for letter in left(service)] == orders[1:]
    assert len(keys & service.read(live_keys)) == 2
    assert "dropped a letter that nobody took" in berit.see(f"/console/o/{orders[0]}")


@pytest.mark.parametrize("path", ["/console/jobs/retry", "/console/letters/send", "/console/letters/drop"])
def test_many_at_once_is_for_operators_with_their_token(quick_service: Service, path: str) -> None:
    stranger = Visitor(quick_service)
    assert stranger.ask("POST", path, data={"which": "all"}).status_code == 401
    assert stranger.sign_in().ask("POST", path, data={"which": "all"}).status_code == 403


def test_a_lost_phone_is_replaced_by_another_operator(quick_service: Service) -> None:
    old = second_factor.new_secret()
    quick_service.write(register.add_operator, "anna", HASH, old)
    berit = Visitor(quick_service).sign_in()
    berit.see("/console/colleagues")
    action = "/console/colleagues/factor"
    asked = {"token": berit.fields(action)["token"], "name": "anna", "again": "anna", "password": PASSWORD}
    wrongs = ({"again": "ann"}, {"password": "not this one"}, {"name": "nobody", "again": "nobody"})
    codes = [berit.ask("POST", action, data={**asked, **wrong}).status_code for wrong in wrongs]
    assert codes == [400, 403, 404]
    assert quick_service.read(register.find_operator, "anna").totp_secret == old
    shown = berit.ask("POST", action, data=asked)
    assert shown.status_code == 200
    assert "no-store" in shown.headers["cache-control"]
    secret = re.search(r"secret=([A-Z2-7]+)", shown.text).group(1)  # type: ignore[union-attr]
    assert secret == quick_service.read(register.find_operator, "anna").totp_secret != old
    now = quick_service.clock.now() // 1_000_000
    anna = Visitor(quick_service, "anna")
    anna.see("/console")
    anna.send("/console/login", 401, name="anna", password=PASSWORD, code=pyotp.TOTP(old).at(now))
    anna.send("/console/login", name="anna", password=PASSWORD, code=pyotp.TOTP(secret).at(now))
    assert "Queue" in anna.text


def test_a_stolen_session_cannot_guess_the_password(quick_service: Service) -> None:
    berit = Visitor(quick_service).sign_in()
    berit.see("/console/colleagues")
    action = "/console/colleagues/factor"
    asked = {"token": berit.fields(action)["token"], "name": "berit", "again": "berit"}
    codes = [
        berit.ask("POST", action, data={**asked, "password": f"guess {number}"}).status_code
        for number in range(11)
    ]
    assert codes == [403] * 10 + [429]
