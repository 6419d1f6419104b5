"""The whole service in one process, lived through by chance: a seed gives the operations, the faults and the clock."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from coldread.asgi import create_app
from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.jobs.defer import dead_jobs, queue_depths
from coldread.mail.tables import letters
from coldread.payments.processor import PaymentProcessor
from coldread.payments.states import CLOSED
from coldread.payments.tables import payment_refunds, payments
from tests.faults.fragile import Died, Fault, FragileChain, FragileDatabase, FragilePost
from tests.faults.history import Told
from tests.faults.invariants import Written, letters_written, post_and_letters_agree, violations
from tests.harness.service import BASE_URL, START, Service
from tests.harness.website import Website

#: one operation in so many meets a fault
FAULTS = 0.4


#: what can happen, and how often beside the others
Life = Mapping[Callable[["World", random.Random], None], int]


@dataclasses.dataclass
class Bought:
    """A call that somebody pays for, until it is served."""

    challenge: str
    headers: dict[str, str]
    #: the answer came, or it was said that none will
    over: bool = False


class World:
    """The service, what its clients were told, and the world around it."""

    def __init__(self, database_url: str, folder: Path, site: Website, seed: int) -> None:
        self.database_url, self.folder, self.site, self.seed = database_url, folder, site, seed
        self.history: list[Told] = []
        #: by order: when it was acknowledged, at the latest moment that the clock had shown
        self.since: dict[str, int] = {}
        self.latest = START
        self.bought: list[Bought] = []
        self.rescans: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.post = FragilePost()
        #: every letter there ever was
        self.written: Written = {}
        self.scanner = Told(key="")
        self.history.append(self.scanner)
        self.service = self._started(START)
        self.chain = FragileChain(self.service.clock)
        self._equip()

    def _started(self, at: int) -> Service:
        service = Service(
            self.database_url,
            self.folder,
            scan_engine="lite",
            scan_allow_hosts=self.site.place,
            draft_after_s="1",
        )
        service.clock.at = at
        return service

    def _equip(self) -> None:
        """Put the fragile parts in."""
        service = self.service
        self.db = FragileDatabase(service.services.db)
        service.services = dataclasses.replace(service.services, db=self.db, mailer=self.post)
        service.app = create_app(service.services)
        self.chain.clock = service.clock
        service.services.one(PaymentProcessor)._methods["tempo"] = self.chain

    def restart(self) -> None:
        """The process is gone; another one begins on what it left."""
        self.done["restart"] += 1
        at = self.service.clock.now()
        self.service.close()
        self.service = self._started(at)
        self._equip()

    def close(self) -> None:
        self.service.close()

    def step(self, number: int, life: Life) -> str:
        """One operation by chance, met by a fault or not; its name."""
        chance = random.Random(f"{self.seed}:{number}")
        operation = chance.choices(list(life), list(life.values()))[0]
        self.post.chance = self.chain.chance = chance
        if chance.random() < FAULTS:
            self.db.arm(chance.choice(list(Fault)), chance.randint(1, 4))
        try:
            operation(self, chance)
            self.done[operation.__name__] += 1
        except Died:
            self.restart()
        self.db.disarm()
        self.latest = max(self.latest, self.service.clock.now())
        return operation.__name__

    def calm(self) -> None:
        """No faults any more."""
        self.post.chance = self.chain.chance = None

    def found(self) -> list[str]:
        """What does not hold."""
        self.written |= self._asked(letters_written)
        return [
            *self._asked(violations, self.history),
            *self._asked(post_and_letters_agree, self.post.taken, self.written),
            *self._asked(self._lost_money),
        ]

    def found_in_the_end(self) -> list[str]:
        return [*self.found(), *self._asked(_left_undone), *self._asked(self._undelivered)]

    def _undelivered(self, session: Session) -> list[str]:
        """Paid, and neither delivered nor on the refund list."""
        closed = {
            row.tx_hash for row in session.rows(sa.select(payments).where(payments.c.state.in_(CLOSED)))
        }
        owed = {row.tx_hash for row in session.rows(sa.select(payment_refunds.c.tx_hash))}
        return [f"{one} was paid and bought nothing" for one in self.chain.mined if one not in closed | owed]

    def _asked(self, question: Callable[..., Any], *args: Any) -> Any:
        async def ask() -> Any:
            return await self.db.inner.read(question, *args)

        return self.service.run(ask())

    def _lost_money(self, session: Session) -> list[str]:
        known = {
            row.tx_hash
            for table in (payments, payment_refunds)
            for row in session.rows(sa.select(table.c.tx_hash))
        }
        return [
            f"{tx_hash} was paid, and nobody knows of it"
            for tx_hash in self.chain.mined
            if tx_hash not in known
        ]

    async def request(self, method: str, path: str, **request: Any) -> httpx.Response:
        """What a client hears; an error after a whole answer is the server's own."""
        peer = (request.pop("peer", self.service.peer), 50000)
        transport = httpx.ASGITransport(self.service.app, raise_app_exceptions=False, client=peer)
        async with httpx.AsyncClient(transport=transport, base_url=BASE_URL) as client:
            return await client.request(method, path, **request)

    def ask(self, told: Told, method: str, path: str, expected: set[int], **request: Any) -> httpx.Response:
        answer: httpx.Response = self.service.run(self.request(method, path, **request))
        self.judge(told, answer, f"{method} {path}", expected)
        return answer

    @staticmethod
    def judge(told: Told, answer: httpx.Response, what: str, expected: set[int]) -> None:
        if answer.status_code not in expected | {503}:
            told.oddities.append(f"{what}: {answer.status_code} {answer.text[:300]}")

    def some(self, chance: random.Random) -> tuple[Told, str] | None:
        """An acknowledged order."""
        known = [told for told in self.history if told.ids]
        if not known:
            return None
        told = chance.choice(known[-12:])
        return told, min(told.ids)

    def lapsed(self, order_id: str) -> bool:
        """It may be over by now, or was while the clock was further."""
        return self.latest >= self.since[order_id] + 6 * DAY


def _left_undone(session: Session) -> list[str]:
    """Jobs that nobody does any more, and letters that nobody sent."""
    unsent = session.rows(sa.select(letters).where(letters.c.sent_at.is_(None)))
    return [
        *(f"{job.name} was given up: {job.error}" for job in dead_jobs(session)),
        *(f"{number} jobs still run" for number in (queue_depths(session)["running"],) if number),
        *(f"the letter {row.kind} about {row.about} was never sent" for row in unsent),
    ]
