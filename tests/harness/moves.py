"""`coldread move` as it is typed, killed at any of its steps, and what must hold afterwards."""

from __future__ import annotations

import atexit
import dataclasses
import functools
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from coldread.base import log
from coldread.migrations import apply
from tests.harness import postgres
from tests.harness.databases import SQLITE
from tests.harness.everything import furnished, served
from tests.harness.made_up import OF_ONE_KIND
from tests.harness.process import run
from tests.harness.public_answers import Answer, public_answers, rows_of_tables
from tests.harness.service import ADMIN, BASE_URL

ROOT = Path(__file__).parents[2]
#: a step that no command comes to
NEVER = 1 << 60


@dataclasses.dataclass(frozen=True, kw_only=True)
class House:
    """Where a service lives."""

    url: str
    data_dir: Path
    #: further settings
    more: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def environ(self) -> dict[str, str]:
        bare = {name: text for name, text in os.environ.items() if not name.startswith("COLDREAD_")}
        return bare | {
            "COLDREAD_BASE_URL": BASE_URL,
            "COLDREAD_ADMIN_SECRET": ADMIN,
            "COLDREAD_DATABASE_URL": self.url,
            "COLDREAD_DATA_DIR": str(self.data_dir),
            **self.more,
        }


#: makes a house of one kind in a folder
Make = Callable[[Path], House]
#: tests that share the furnished houses of one process
FURNISHED = pytest.mark.together("furnished")


def sqlite_house(folder: Path) -> House:
    return House(url=f"sqlite:///{folder / 'coldread.db'}", data_dir=folder)


def postgres_house(folder: Path) -> House:
    return House(url=postgres.new_database(migrated=False), data_dir=folder)


def command(house: House, *words: str, die_at: int = 0, named: str = "") -> subprocess.CompletedProcess[str]:
    """`coldread` with these words, to its end; `die_at`: killed at that step, or at that one of those with this name."""
    if not die_at:
        return run(words, house.environ)
    return run(words, house.environ | counting(die_at, "SIGKILL", named), module="tests.harness.counted")


def counting(signal_at: int, signal_name: str, named: str) -> dict[str, str]:
    """What `counted` reads."""
    return {"STEPS": str(signal_at), "SIGNAL": signal_name, "NAMED": named}


def started(
    house: House, *words: str, signal_at: int, signal_name: str, named: str = ""
) -> subprocess.Popen[str]:
    """The same under way; it sends itself the signal at a step."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.harness.counted", *words],
        env=house.environ | counting(signal_at, signal_name, named),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def steps_of(house: House, *words: str) -> int:
    """How many steps the command has, done once to its end."""
    ended = command(house, *words, die_at=NEVER)
    assert ended.returncode == 0, ended.stderr
    return int(ended.stderr.rpartition("steps: ")[2])


def move_words(there: House) -> tuple[str, ...]:
    return ("move", "--to", there.url, "--data-dir", str(there.data_dir))


def move(
    here: House, there: House, *, die_at: int = 0, more: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    return command(here, *move_words(there), *more, die_at=die_at)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Known:
    """What a service says of all that it has, at one moment."""

    answers: dict[str, Answer]
    rows: dict[str, int]

    def differences(self, other: Known) -> list[str]:
        addresses = self.answers.keys() | other.answers.keys()
        differ = [name for name in sorted(addresses) if self.answers.get(name) != other.answers.get(name)]
        # the queue lies in other tables on the other kind, contents in files; both are in `move`'s own comparison
        here, there = (
            {name: rows for name, rows in side.rows.items() if name not in OWN_WAYS} for side in (self, other)
        )
        return differ + [
            f"{name}: {here[name]} rows, then {there[name]}" for name in here if here[name] != there[name]
        ]


OWN_WAYS = {"jobs", "job_errors", "blobs"}


def known(house: House, at: int, **settings: str) -> Known:
    service = served(house.url, house.data_dir, at=at, **settings)
    try:
        with log.without_log_lines():
            return Known(answers=public_answers(service), rows=rows_of_tables(service))
    finally:
        service.close()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Furnished:
    """A house with something of everything, the moment at which its clock stands, and what it says of all that it has."""

    house: House
    at: int
    known: Known


def furnished_house(make: Make, folder: Path) -> Furnished:
    """A copy of the one of this kind that this process has furnished and asked: both take seconds."""
    first = _furnished(make)
    shutil.copytree(first.house.data_dir, folder)
    if first.house.url.startswith(SQLITE):
        return dataclasses.replace(first, house=sqlite_house(folder))
    house = House(url=postgres.copied(first.house.url), data_dir=folder)
    return dataclasses.replace(first, house=house)


@functools.cache
def _furnished(make: Make) -> Furnished:
    folder = Path(tempfile.mkdtemp(prefix="coldread-furnished-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    house = make(folder / "house")
    service = furnished(house.url, house.data_dir)
    at = service.clock.now()
    filled = rows_of_tables(service)
    service.close()
    assert all(rows for name, rows in filled.items() if name not in OF_ONE_KIND), filled
    return Furnished(house=house, at=at, known=known(house, at))


@dataclasses.dataclass(kw_only=True)
class Trips:
    """What happened on the way there and back, so many times."""

    seed: int
    moves: int = 0
    kills: int = 0
    kills_while_abandoning: int = 0
    abandoned: int = 0
    orders_in_between: int = 0
    answers: int = 0
    differences: list[str] = dataclasses.field(default_factory=list)


class Traveller:
    """Moves a furnished service there and back, and kills the command at random steps."""

    def __init__(
        self, folder: Path, seed: int, most_kills: int = 4, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self.folder = folder
        self.tell = tell
        self.chance = random.Random(seed)
        self.most_kills = most_kills
        self.did = Trips(seed=seed)
        first = furnished_house(sqlite_house, folder / "0")
        self.house, self.at = first.house, first.at
        self.steps = steps_of(self.house, *move_words(postgres_house(folder / "counted")))

    def travel(self, times: int) -> Trips:
        for trip in range(times):
            for leg, make in enumerate((postgres_house, sqlite_house)):
                self._leg(make(self.folder / f"{trip + 1}{'ab'[leg]}"))
        self.did.answers = len(known(self.house, self.at).answers)
        return self.did

    def _leg(self, there: House) -> None:
        """One move that ends, after any number that did not."""
        for _ in range(self.chance.randint(1, self.most_kills)):
            step = self._step()
            if move(self.house, there, die_at=step).returncode != -signal.SIGKILL:
                break  # it was through before: to give it again must change nothing
            self.did.kills += 1
            chosen = self._in_between(there)
            self.tell(
                f"move {self.did.moves + 1}: killed at step {step} of about {self.steps}, then: {chosen}"
            )
        expected = known(self.house, self.at)
        ended = move(self.house, there)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        self.did.differences += expected.differences(known(there, self.at))
        self.did.differences += expected.differences(known(self.house, self.at))  # the old one is as it was
        self.did.moves += 1
        self.tell(
            f"move {self.did.moves}: through, {len(expected.answers)} answers, {len(self.did.differences)} differ"
        )
        self.house = there

    def _step(self) -> int:
        return self.chance.randint(1, self.steps)

    def _in_between(self, there: House) -> str:
        """People go on with the old one, or take back what was begun, or do neither."""
        chosen = self.chance.choice(("again", "again", "abandon", "order"))
        if chosen == "abandon":
            ended = move(self.house, there, more=("--abandon",), die_at=self.chance.randint(1, 60))
            if ended.returncode == -signal.SIGKILL:
                self.did.kills_while_abandoning += 1
                ended = move(self.house, there, more=("--abandon",))
            # what was through at its last step is whole, and refuses to be abandoned
            assert ended.returncode == 0 or "is not half moved" in ended.stderr, ended.stderr
            self.did.abandoned += ended.returncode == 0
        if chosen == "order":
            if _is_whole(there):
                return "the old one is left alone: all is there"
            service = served(self.house.url, self.house.data_dir, at=self.at)
            with log.without_log_lines():
                service.order(html="<h1>In between</h1>")
            service.close()
            self.did.orders_in_between += 1
        return chosen


def _is_whole(there: House) -> bool:
    """Whether the move was through when it was killed: then people serve the new one."""
    if there.url.startswith(SQLITE) and not Path(there.url.removeprefix(SQLITE)).exists():
        return False
    try:
        return apply.current_step(there.url) is not None
    except apply.HalfFilled:
        return False
