"""Payers, a node that lies and processes that die, lived through by chance in virtual time: a seed gives it all.

Everything from `paid_call` inwards is the real thing: ledger, transitions, decoding, signatures, receipts, follow-up jobs,
reconciliation. A process that dies stops at an await and never runs again, no handler of it either; another one begins
on what it left.
"""

from __future__ import annotations

import asyncio
import dataclasses
import random
import re
import selectors
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import HOUR, MINUTE, SECOND, Clock
from coldread.base.db import Database, PointRead, Session, metadata
from coldread.base.problems import Problem
from coldread.jobs.tables import jobs as job_rows
from coldread.payments import jobs, read_credential
from coldread.payments.accounting import ledger
from coldread.payments.accounting.ledger_entry import LedgerEntry
from coldread.payments.accounting.reconcile import Books, reconcile
from coldread.payments.challenge import body_digest
from coldread.payments.credential import Credential
from coldread.payments.methods.method import OutcomeUnknown
from coldread.payments.methods.rpc import Node, NodeRefused
from coldread.payments.methods.tempo import Tempo
from coldread.payments.paid_call import Delivery, PaidRequest, PaidWork, paid_call
from coldread.payments.prices import CALL
from coldread.payments.processor import PaymentProcessor
from coldread.payments.states import PAID_FOR, State
from coldread.payments.tables import (
    payment_budgets,
    payment_reconciliations,
    payment_refunds,
    payment_reservations,
    payments,
)
from coldread.services import Services
from tests.payments.paper_chain import CHAIN_ID, PaperChain, Refusal, signed

START = 1_794_734_400_000_000
#: between two lives; none lasts so long
APART_S = 4 * 24 * 3600
TABLES = (
    payments,
    payment_budgets,
    payment_reservations,
    payment_refunds,
    payment_reconciliations,
    job_rows,
)
PRICE = CALL["quick-fix"]
BODY = b'{"problem": "It says Welcome"}'
SEND, RECEIPT = "eth_sendRawTransactionSync", "eth_getTransactionReceipt"
GARBAGE: tuple[Any, ...] = ("mined", ["0x1"], {"status": "0x01"}, 7, {}, {"status": "0x0"}, "0x", True)


class Gone(BaseException):
    """The process is gone: what waited in it is cleared away after the run."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time passes where everybody waits, and takes none."""

    def __init__(self) -> None:
        self._now = 0.0
        loop = self

        class Selector(selectors.SelectSelector):
            def select(self, timeout: float | None = None) -> Any:
                if timeout is None:
                    raise AssertionError("everybody waits, and nobody for time")
                loop._now += max(timeout, 0)
                return super().select(0)

        super().__init__(Selector())
        # after half a year of virtual time a nanosecond is lost in the rounding, and no timer would come due
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return self._now

    def begin_at(self, now: float) -> None:
        """A life begins at a moment of its own, so that its seed alone gives it again."""
        assert now >= self._now, "the life before this one lasted too long"
        self._now = now

    def run_in_executor(  # type: ignore[override]
        self, _executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Done at once: a thread would take as long as it likes, and no seed would bring it back."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


class VirtualClock(Clock):
    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop

    def now(self) -> int:
        return START + int(self.loop.time() * SECOND)


class Gate:
    """Where a process may die: every await of it comes through here."""

    def __init__(self, dies_at: int) -> None:
        self.left = dies_at
        self.dead = False
        self.parked: list[asyncio.Future[None]] = []
        self.cleared = False

    async def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.dead = True
        if self.cleared:
            raise Gone
        if self.dead:
            waits = asyncio.get_running_loop().create_future()
            self.parked.append(waits)
            await waits
        await asyncio.sleep(0)

    def clear(self) -> None:
        self.dead = self.cleared = True
        for waits in self.parked:
            if not waits.done():
                waits.set_exception(Gone())


class GatedDatabase(Database):
    """One SQLite in memory, shared by all processes; a transaction is one step."""

    def __init__(self, engine: sa.Engine, clock: Clock, gate: Gate) -> None:
        self.engine, self.clock, self.gate = engine, clock, gate

    async def write(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        await self.gate()
        with self.engine.begin() as connection:
            done = function(Session(connection=connection, now=self.clock.now()), *args, **kwargs)
        await self.gate()
        return done

    read = write

    async def point(self, query: PointRead, *parameters: Any) -> Any:
        with self.engine.begin() as connection:
            return connection.exec_driver_sql(query.sql, parameters).first()

    async def close(self) -> None: ...


class LyingNode(Node):
    """Drops, delays, garbles, names another chain, refuses and mines: honest when it is calm, but for its vice."""

    def __init__(
        self, chain: PaperChain, gate: Gate, chance: random.Random | None, vice: Vice, seen: Seen
    ) -> None:
        super().__init__("http://127.0.0.1:9", 1)
        self.chain, self.gate, self.chance = chain, gate, chance
        self.vice, self.seen = vice, seen

    async def ask(self, method: str, *parameters: Any, **_: Any) -> Any:
        await self.gate()
        said = await self._said(method, list(parameters))
        await self.gate()
        return said

    async def _said(self, method: str, parameters: list[Any]) -> Any:
        mood = 1.0 if self.chance is None else self.chance.random()
        if self.chance is None or mood > 0.35:
            return self._known(method, parameters)
        if mood < 0.06:
            raise OutcomeUnknown("dropped on the way there")
        if method == SEND and mood < 0.2:
            self._send(parameters[0], self.chance.choice((0, 2, 9, 40)) * SECOND)
            raise NodeRefused(-32000)
        if mood < 0.24:
            self._known(method, parameters)
            raise OutcomeUnknown("dropped on the way back")
        if mood < 0.28:
            await asyncio.sleep(self.chance.random() * 20)
            return self._known(method, parameters)
        if mood < 0.33:
            self.seen.trial_lied |= method == "eth_call" and "gas" in parameters[0]
            return self.chance.choice(GARBAGE)
        return hex(CHAIN_ID + 1) if method == "eth_chainId" else None

    def _known(self, method: str, parameters: list[Any]) -> Any:
        """What is true, as the vice tells it."""
        try:
            if method == SEND:
                return self.vice(method, self._send(parameters[0], 0))
            said = self.vice(method, self.chain.answer(method, parameters))
        except Refusal:
            raise NodeRefused(-32000) from None
        return said

    def _send(self, raw: str, after: int) -> Any:
        if self.vice("eth_chainId", hex(CHAIN_ID)) != hex(CHAIN_ID) and self.seen.could_know():
            self.seen.oddities.append("a transaction was sent to another chain")
        self.chain.submit(raw, after)
        return self.chain.answer(SEND, [raw])


@dataclasses.dataclass
class Seen:
    """What the nodes of a life noticed."""

    #: whether the vice is older than any question that is still under way
    could_know: Callable[[], bool]
    #: a node said that it would execute what it never tried
    trial_lied: bool = False
    oddities: list[str] = dataclasses.field(default_factory=list)


#: gets a question's name and the true answer; gives what the node says
Vice = Callable[[str, Any], Any]


def honest(_: str, said: Any) -> Any:
    return said


def says_failed(method: str, said: Any) -> Any:
    """Whatever was mined is said to have failed."""
    if method == RECEIPT and said is not None:
        return {**said, "status": "0x0", "logs": []}
    return said


def withholds_receipts(method: str, said: Any) -> Any:
    return None if method == RECEIPT else said


def forges_logs(method: str, said: Any) -> Any:
    """Each receipt tells of somebody else's payment."""
    if method == RECEIPT and said is not None:
        logs = [{**log, "topics": [*log["topics"][:3], "0x" + "ab" * 32]} for log in said["logs"]]
        return {**said, "logs": logs}
    return said


def withholds_logs(method: str, said: Any) -> Any:
    return [] if method == "eth_getLogs" else said


def withholds_receipts_and_logs(method: str, said: Any) -> Any:
    """What alone is left: the nonce, and the account's balance."""
    return withholds_logs(method, withholds_receipts(method, said))


def changes_its_chain(method: str, said: Any) -> Any:
    return hex(CHAIN_ID + 7) if method == "eth_chainId" else said


VICES: tuple[Vice, ...] = (
    says_failed,
    withholds_receipts,
    forges_logs,
    withholds_logs,
    withholds_receipts_and_logs,
    changes_its_chain,
)


@dataclasses.dataclass
class Bought:
    """A credential, and what came of it."""

    challenge_id: str
    credential: Credential
    bodies: set[bytes] = dataclasses.field(default_factory=set)
    #: it was answered with 402: a client pays again
    refused: bool = False
    #: no block can take it
    worthless: bool = False


class World:
    """One run."""

    def __init__(self, stage: Stage, seed: int, vice: Vice | None) -> None:
        self.stage, self.seed = stage, seed
        self.chance = random.Random(seed)
        self.chain = PaperChain(stage.clock)
        self.chain.reverts = self.chance.random() < 0.03
        self.bought: list[Bought] = []
        self.completed: Counter[str] = Counter()
        self.gates: list[Gate] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.died = 0
        #: how its node lies, all the time; and whether it goes on when all else is calm
        self.vice = vice or (self.chance.choice(VICES) if self.chance.random() < 0.4 else honest)
        self.lies_to_the_end = self.vice is not honest and self.chance.random() < 0.5
        #: from when on it lies: some payments are under way then
        self.turns_at = self.stage.clock.now() + self.chance.choice((0, 5, 60)) * SECOND
        self.seen = Seen(could_know=lambda: self.stage.clock.now() > self.turns_at + MINUTE)
        self.calm = False
        self.processes = [self.process() for _ in range(2)]

    def process(self) -> Services:
        dies_at = self.chance.randint(1, 60) if self.chance.random() < 0.7 and not self.calm else 0
        gate = Gate(dies_at)
        self.gates.append(gate)
        made = dataclasses.replace(
            self.stage.services, db=GatedDatabase(self.stage.engine, self.stage.clock, gate), parts={}
        )
        method = made.one(PaymentProcessor).method("tempo")
        assert isinstance(method, Tempo)
        chance = None if self.calm else self.chance
        method.nodes = [LyingNode(self.chain, gate, chance, self._told, self.seen)]
        return made

    def _told(self, method: str, said: Any) -> Any:
        lies = self.stage.clock.now() >= self.turns_at and (self.lies_to_the_end or not self.calm)
        return self.vice(method, said) if lies else said

    async def request(self, credential: Credential | None, fails: bool) -> Delivery | Problem | None:
        """What a client hears; None where the process died, or the client hung up."""
        number = self.chance.randrange(2)
        services = self.processes[number]
        call = PaidRequest(
            price=PRICE,
            credential=credential,
            digest=body_digest(BODY),
            fault=None,
            client="payer",
            work=self.work(credential, fails, services.db.gate),  # type: ignore[attr-defined]
        )
        task = asyncio.create_task(paid_call(services, call))
        self.tasks.append(task)
        patience = 90 if self.calm else self.chance.choice((1, 30, 90))
        done, _ = await asyncio.wait({task}, timeout=patience)
        if services.db.gate.dead:  # type: ignore[attr-defined]
            if services is self.processes[number]:
                self.died += 1
                self.processes[number] = self.process()
        elif not done:
            task.cancel()
        if task not in done or task.cancelled():
            return None
        error = task.exception()
        if error is None:
            return task.result()
        if isinstance(error, Problem):
            return error
        if isinstance(error, (WorkBroke, Gone)):
            return None
        raise error

    def work(self, credential: Credential | None, fails: bool, gate: Gate) -> PaidWork:
        async def prepare() -> Any:
            await gate()
            if self.chance.random() < 0.1 and not self.calm:
                raise Problem("url-unreachable", "The page is away.")
            return "prepared"

        async def do(_: Any) -> dict[str, Any]:
            await gate()
            await asyncio.sleep(self.chance.random() * 3)
            if fails:
                raise WorkBroke
            assert credential is not None
            await gate()
            self.completed[credential.challenge.id] += 1
            return {"answer": self.completed[credential.challenge.id], "to": credential.challenge.id}

        return PaidWork(do=do, prepare=prepare if self.chance.random() < 0.5 else None)

    async def payer(self) -> None:
        """As the published clients do it: a 402 after paying is paid again, up to three times."""
        for _ in range(3):
            bought = await self.pay()
            if bought is None or not await self.present(bought):
                return

    async def pay(self) -> Bought | None:
        told = await self.request(None, False)
        if not isinstance(told, Problem) or told.type.status != 402:
            return None
        challenge = dict(re.findall(r'(\w+)="([^"]*)"', told.headers["WWW-Authenticate"]))
        worthless = self.chance.random() < 0.1
        raw = signed(
            challenge,
            self.stage.clock.now(),
            valid_s=self.chance.choice((20, 60)),
            gas=1 if worthless else 200_000,
        )
        payload: dict[str, str] = {"type": "transaction", "signature": raw}
        if not worthless and self.chance.random() < 0.2:
            payload = {"type": "hash", "hash": self.chain.submit(raw)}
        credential = read_credential.from_json({"challenge": challenge, "payload": payload})
        bought = Bought(challenge_id=challenge["id"], credential=credential, worthless=worthless)
        self.bought.append(bought)
        return bought

    async def present(self, bought: Bought) -> bool:
        """Send the credential until there is an answer, or one loses patience; True where it is to be paid again."""
        fails = self.chance.random() < 0.1
        for _ in range(self.chance.choice((1, 3, 8))):
            told = await self.request(bought.credential, fails and self.chance.random() < 0.9)
            reserved = self.stage.find(bought.challenge_id) is not None
            if bought.worthless and reserved and not self.seen.trial_lied:
                self.seen.oddities.append("the budget was held for what no block can take")
            if isinstance(told, Delivery):
                bought.bodies.add(told.body)
                if self.chance.random() < 0.7:
                    return False
            elif isinstance(told, Problem) and told.type.status == 402:
                bought.refused = True
                return True
            elif isinstance(told, Problem) and told.type.status == 403:
                return False
            await asyncio.sleep(self.chance.choice((1, 5, 45)))
        return False

    async def sweep(self) -> None:
        """What the worker does."""
        services = self.process()
        task = asyncio.create_task(self._swept(services))
        self.tasks.append(task)
        await asyncio.wait({task}, timeout=600)

    async def _swept(self, services: Services) -> None:
        for row in await services.db.read(lambda session: session.rows(sa.select(payments))):
            await jobs.follow_up(services, row.challenge_id)
        await services.db.write(ledger.follow_open)
        await services.db.write(ledger.put_unexecuted_on_refund_list)
        await services.db.write(ledger.forget_answers)

    async def live(self) -> None:
        """Payers at once, with sweeps between; then calm, and all that time brings."""
        payers = [asyncio.create_task(self.payer()) for _ in range(self.chance.choice((1, 2)))]
        while any(not one.done() for one in payers):
            await asyncio.wait(payers, timeout=self.chance.choice((20, 90, 300)))
            await self.sweep()
        for one in payers:
            one.result()
        self.calm = True
        self.processes = [self.process() for _ in range(2)]
        await asyncio.sleep(self.chance.choice((2, 20, 600)))
        for bought in self.bought:
            if self.chance.random() < 0.5:
                await self.present(bought)
        for hours in (1, 24, 26, 3):
            await asyncio.sleep(hours * HOUR / SECOND)
            await self.sweep()
            await jobs.compare_books(self.process())
        try:
            self.books: Books | None = await reconcile(self.process(), "tempo", 1)
        except OutcomeUnknown:
            self.books = None  # of another chain there are no books
        self.chain.advance()

    async def end(self) -> None:
        for gate in self.gates:
            gate.clear()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def violations(self, session: Session) -> list[str]:
        """What does not hold for a payer, or in the books."""
        rows = {row.challenge_id: row for row in session.rows(sa.select(payments))}
        owed = {(row.tx_hash, row.leg): row for row in session.rows(sa.select(payment_refunds))}
        legs = Counter(
            (mined.tx_hash, log["topics"][3][-14:])
            for mined in self.chain.mined.values()
            for log in mined.logs
            if len(log["topics"]) == 4
        )
        found: list[str] = list(self.seen.oddities)
        known: set[tuple[str, str]] = set()
        for bought in self.bought:
            row, leg = rows.get(bought.challenge_id), _leg(bought.challenge_id)
            charged = [key for key in legs if key[1] == leg]
            known.update(charged)
            refunded = [key for key in owed if key[1] == leg]
            state = row.state if row is not None else None
            name = f"{bought.challenge_id[:8]} ({bought.credential.kind}, {state})"
            if len(charged) > 1 or len(refunded) > 1:
                found.append(f"{name}: charged {len(charged)} times, refunded {len(refunded)} times")
            if len(bought.bodies) > 1:
                found.append(f"{name}: {len(bought.bodies)} different answers")
            if bought.bodies and not charged:
                found.append(f"{name}: served and not charged")
            if bought.bodies and state != State.DELIVERED:
                found.append(f"{name}: served, and the ledger does not know")
            if charged and not self._is_settled(state, bool(refunded)):
                found.append(
                    f"{name}: charged, delivered {state == State.DELIVERED}, refunded {bool(refunded)}"
                )
            if charged and bought.refused:
                found.append(f"{name}: charged, and asked to pay again")
            if not charged and (refunded or state in PAID_FOR):
                found.append(f"{name}: not charged, and {state}, refunded {bool(refunded)}")
            if self.completed[bought.challenge_id] > ledger.MOST_EXECUTIONS:
                found.append(f"{name}: executed {self.completed[bought.challenge_id]} times")
        found += [f"{key} was paid by nobody" for key in legs if key not in known]
        return found + self._sums(session, rows, owed, legs)

    def _is_settled(self, state: str | None, refunded: bool) -> bool:
        """Served or owed, one of the two; while the node still lies it may be disputed."""
        if self.lies_to_the_end and state in {State.DISPUTED, State.UNKNOWN, State.SETTLING, None}:
            return state == State.DISPUTED or self.vice is changes_its_chain or refunded or state is None
        return (state == State.DELIVERED) != refunded

    def _sums(self, session: Session, rows: Any, owed: Any, legs: Any) -> list[str]:
        chain = PRICE.base_units * len(legs)
        in_ledger = sum(row.amount for row in rows.values() if row.state in PAID_FOR)
        beside = sum(row.amount for row in owed.values() if _is_beside(row, rows))
        found = []
        books, whole = self.books, books_agree(self.books, chain)
        if not self.lies_to_the_end and not (whole and chain == in_ledger + beside):
            found.append(f"the chain holds {chain}, the ledger {in_ledger}, owed beside it {beside}: {books}")
        if self.lies_to_the_end and not whole and books is not None and books.agrees:
            found.append(f"the chain holds {chain}, and the books agree: {books}")
        taken: dict[int, int] = defaultdict(int)
        for row in rows.values():
            taken[row.budget_day] += row.amount if row.state in PAID_FOR else 0
        for held in session.rows(sa.select(payment_reservations)):
            found.append(f"the budget is held for {held.challenge_id[:8]} days later")
        for day in session.rows(sa.select(payment_budgets)):
            if day.reserved != taken[day.day]:
                found.append(f"the budget holds {day.reserved} for {taken[day.day]}")
        return found


def books_agree(books: Books | None, chain: int) -> bool:
    return books is not None and books.agrees and not books.lines and books.chain_sum == chain


class WorkBroke(Exception):
    """The work fails, as a model does."""


def _leg(challenge_id: str) -> str:
    from coldread.payments.methods.tempo_receipts import leg_of

    return leg_of(challenge_id)


def _is_beside(refund: Any, rows: Any) -> bool:
    row = rows.get(refund.challenge_id)
    return row is None or row.state not in PAID_FOR


class Stage:
    """What all runs share: the loop, the tables, the settings."""

    def __init__(self, services: Services) -> None:
        self.loop = VirtualLoop()
        self.clock = VirtualClock(self.loop)
        settings = dataclasses.replace(services.settings, payment_rate_per_min=0)
        self.services = dataclasses.replace(services, clock=self.clock, settings=settings)
        self.engine = sa.create_engine("sqlite://", poolclass=sa.pool.StaticPool)
        metadata.create_all(self.engine)

    def run(self, seed: int, vice: Vice | None = None) -> tuple[World, list[str]]:
        """One life, by chance or with a node of this vice; what does not hold after it."""
        with self.engine.begin() as connection:
            for table in TABLES:
                connection.execute(table.delete())
        self.loop.begin_at(seed * APART_S + seed * 7_919 % (24 * 3600))
        world = World(self, seed, vice)
        self.loop.run_until_complete(world.live())
        with self.engine.begin() as connection:
            found = world.violations(Session(connection=connection, now=self.clock.now()))
        self.loop.run_until_complete(world.end())
        return world, found

    def find(self, challenge_id: str) -> LedgerEntry | None:
        with self.engine.begin() as connection:
            return ledger.find(Session(connection=connection, now=self.clock.now()), challenge_id)

    def close(self) -> None:
        self.loop.close()
        self.engine.dispose()


__all__ = ["MINUTE", "Stage", "World"]
