"""What clients, operators, workers and time do to the simulated service; each notes what was told."""

from __future__ import annotations

import asyncio
import contextlib
import random
import uuid
from collections.abc import Coroutine
from typing import Any

import httpx
import sqlalchemy as sa

from coldread.base.clock import DAY, HOUR, MINUTE, SECOND
from coldread.base.db import Unavailable
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.tables import orders
from coldread.worker import sweep
from tests.faults.fragile import Died
from tests.faults.history import FINAL, UNHEARD, Scan, Told
from tests.faults.simulated_work import work_off
from tests.faults.simulation import Bought, Life, World
from tests.harness.service import ADMIN, WISH
from tests.payments.scripted_chain import RAW, challenge_of, paying

PAGES = ("/1", "/2", "/gone")
PEERS = ("203.0.113.7", "203.0.113.8", "2001:db8::1")
#: how time passes; it also jumps back
TIMES = (SECOND, 40 * SECOND, 10 * MINUTE, HOUR, 5 * HOUR, 2 * DAY, -2 * HOUR)


def placed(world: World, told: Told, answer: httpx.Response) -> None:
    if answer.status_code == 201:
        order_id = answer.json()["order_id"]
        told.ids.add(order_id)
        told.bodies.add(answer.content)
        world.since.setdefault(order_id, world.latest)


def ordering(world: World, told: Told) -> Coroutine[Any, Any, httpx.Response]:
    wish = {**WISH, "url": world.site.url("/1")}
    return world.request("POST", "/v1/cold-read-requests", json=wish, headers={"Idempotency-Key": told.key})


def order(world: World, chance: random.Random) -> None:
    told = Told(key=str(uuid.UUID(int=chance.getrandbits(128))))
    world.history.append(told)
    told.sent_at = world.latest
    answer = world.service.run(ordering(world, told))
    world.judge(told, answer, "order", {201})
    placed(world, told, answer)


def order_again(world: World, chance: random.Random) -> None:
    """The same key within its day, three times at once."""
    recent = [told for told in world.history if told.key and world.latest < told.sent_at + 23 * HOUR]
    if not recent:
        return
    told = chance.choice(recent)

    async def together() -> list[Any]:
        return list(await asyncio.gather(*(ordering(world, told) for _ in range(3)), return_exceptions=True))

    answers = world.service.run(together())
    for answer in answers:
        if isinstance(answer, httpx.Response):
            world.judge(told, answer, "order again", {201, 409})
            placed(world, told, answer)
    if world.db.dead:
        raise Died


def move(world: World, chance: random.Random) -> None:
    if (found := world.some(chance)) is None:
        return
    told, order_id = found
    stands = world._asked(
        lambda session: session.row(sa.select(orders.c.status).where(orders.c.id == order_id))
    ).status
    options = [*STATE[Status(stands)].to] * 4 + list(Status)
    wanted = chance.choice(
        [one for one in options if one not in {Status.REJECTED, Status.EXPIRED}] or list(Status)
    )
    body: dict[str, Any] = {"to_status": wanted.value}
    if wanted is Status.DELIVERED:
        body["patch"] = {"spec_md": FINAL}
    answer = world.ask(
        told, "POST", f"/v1/internal/orders/{order_id}/transition", {200, 409}, json=body,
        headers={"Authorization": f"Bearer {ADMIN}"},
    )  # fmt: skip
    if answer.status_code == 200:
        told.moved.append(wanted.value)
        told.seen.append(answer.json()["updated_at"])


def read(world: World, chance: random.Random) -> None:
    if (found := world.some(chance)) is None:
        return
    told, order_id = found
    over = {404} if world.lapsed(order_id) else set()
    answer = world.ask(told, "GET", f"/v1/orders/{order_id}", {200, *over})
    if answer.status_code == 200:
        told.seen.append(answer.json()["updated_at"])


def answer_question(world: World, chance: random.Random) -> None:
    if (found := world.some(chance)) is None:
        return
    told, order_id = found
    body = {"message": chance.choice(["Yes", "No", "Perhaps"])}
    over = {404} if world.lapsed(order_id) else set()
    world.ask(told, "POST", f"/v1/orders/{order_id}/info", {202, 409, *over}, json=body)


def scan(world: World, chance: random.Random) -> None:
    body = {"url": world.site.url(chance.choice(PAGES)), "primary_goal": chance.choice(["demo", "other"])}
    at, status = world.service.clock.now(), UNHEARD
    try:
        answer = world.ask(
            world.scanner, "POST", "/v1/scan", {200, 422, 429, 502}, json=body, peer=chance.choice(PEERS)
        )
        status = UNHEARD if answer.status_code == 503 else answer.status_code
    finally:
        world.scanner.scans.append(Scan(at=at, status=status))


def rescan(world: World, chance: random.Random) -> None:
    delivered = [told for told in world.history if "delivered" in told.moved]
    if not delivered:
        return
    told = chance.choice(delivered)
    order_id = min(told.ids)
    page = world.site.url(chance.choice(PAGES))
    answer = world.ask(
        told, "POST", f"/v1/orders/{order_id}/rescan", {200, 404, 409, 422, 502}, json={"url": page}
    )
    world.rescans[order_id] += answer.status_code == 200
    if world.rescans[order_id] > 1:
        told.oddities.append(f"{order_id} was rescanned twice")


def buy(world: World, chance: random.Random) -> None:
    """A call that is paid for, or one whose answer has not come yet."""
    waiting = [bought for bought in world.bought if not bought.over]
    if waiting and chance.random() < 0.7:
        present(world, chance.choice(waiting))
        return
    challenge = challenge_of(world.service)
    proof = f"0x{chance.getrandbits(64):016x}"
    world.bought.append(Bought(challenge=challenge["id"], headers=paying(challenge, proof)))
    present(world, world.bought[-1])


def present(world: World, bought: Bought) -> None:
    """403: processes died at its work too often, and it is owed back; that it then is, an invariant asks."""
    expected = {200, 402, 403, 409, 429}
    answer = world.ask(world.scanner, "POST", "/v1/quick-fix", expected, content=RAW, headers=bought.headers)
    if answer.status_code == 200:
        world.scanner.bought.setdefault(bought.challenge, set()).add(answer.content)
    bought.over = bought.over or answer.status_code in {200, 402}


def work(world: World, _: random.Random) -> None:
    """A runner that finds the database away looks again later."""
    with contextlib.suppress(Unavailable):
        world.service.run(work_off(world.service))


def sweeping(world: World, _: random.Random) -> None:
    world.service.run(sweep(world.service.services))


def time_passes(world: World, chance: random.Random) -> None:
    world.service.clock.move(chance.choice(TIMES))


def calm_down(world: World) -> None:
    """No faults any more: leases end, pauses pass, and everything that waits is done."""
    world.calm()
    for _ in range(12):
        world.service.clock.move(HOUR)
        world.service.run(work_off(world.service))
    for bought in world.bought:
        present(world, bought)


LIFE: Life = {
    order: 6,
    order_again: 5,
    move: 40,
    read: 8,
    answer_question: 5,
    scan: 5,
    rescan: 5,
    buy: 10,
    work: 16,
    sweeping: 3,
    time_passes: 8,
}
