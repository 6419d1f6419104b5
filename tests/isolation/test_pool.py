"""Whoever overruns is ended, the caller is told why, and the next task finds everything as before."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coldread.isolation.errors import CutOff, IsolationError, TaskFailed
from coldread.isolation.limits import MB, Kind
from coldread.isolation.pool import ProcessPool
from tests.harness.patience import ANSWER_S, until

TASKS = "tests.isolation.rude_tasks"
SMALL = Kind(
    name="small",
    slow=0,
    cpu_s=1,
    memory=200 * MB,
    wall_s=ANSWER_S,
    children=1,
    waiting=2,
    most_in=MB,
    most_out=MB,
)


class Bench:
    """A bench and the loop that it lives in."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.bench = ProcessPool(TASKS)

    def do(self, work: Callable[[ProcessPool], Awaitable[Any]]) -> Any:
        async def done() -> Any:
            return await work(self.bench)

        return self.runner.run(done())

    def run(self, task: str, value: Any = None, kind: Kind = SMALL) -> Any:
        return self.do(lambda pool: pool.run(kind, task, value))

    def cut_off(self, task: str, value: Any = None, kind: Kind = SMALL) -> str:
        with pytest.raises(CutOff) as cut:
            self.run(task, value, kind)
        return cut.value.reason

    def close(self) -> None:
        self.do(lambda pool: pool.close())
        self.runner.close()


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.close()


def test_a_value_goes_through_as_it_is(bench: Bench) -> None:
    value: Any = {"text": "å\u2028\x00<", "numbers": [1, 1.5, -0.0, 1e300, True, None], "deep": [[[{}]]]}
    assert bench.run("echo", value) == value


def test_a_child_does_one_task_after_another(bench: Bench) -> None:
    assert bench.run("pid") == bench.run("pid")


@pytest.mark.parametrize("task", ["spin", "spin_in_c"])
def test_who_computes_too_long_is_ended(bench: Bench, task: str) -> None:
    assert bench.cut_off(task) == "cpu"
    assert bench.run("echo", 1) == 1


def test_computing_is_counted_for_each_task_anew(bench: Bench) -> None:
    before = bench.run("pid")
    for _ in range(4):
        bench.run("work", 0.7)
    assert bench.run("pid") == before


def test_who_takes_too_much_memory_is_ended(bench: Bench) -> None:
    assert bench.cut_off("swallow") == "memory"
    assert bench.run("echo", 1) == 1


def test_who_lasts_too_long_is_ended(bench: Bench) -> None:
    assert bench.cut_off("sleep", 600, dataclasses.replace(SMALL, wall_s=0.2)) == "wall"


def test_who_crashes_takes_nobody_along(bench: Bench) -> None:
    assert bench.cut_off("crash") == "crash"
    assert bench.run("echo", 1) == 1


@pytest.mark.parametrize("text", ["\xff\xff\xff\xff", "\0\0\0\x02{]", "\0\0\0\x02[]", '\0\0\0\x08{"a": 1}'])
def test_what_is_no_answer_of_ours_is_none(bench: Bench, text: str) -> None:
    with pytest.raises((CutOff, IsolationError)):
        bench.run("garbage", text)
    assert bench.run("echo", 1) == 1


def test_a_child_that_was_killed_is_replaced(bench: Bench) -> None:
    before = bench.run("pid")
    os.kill(before, signal.SIGKILL)
    until(lambda: not Path(f"/proc/{before}").exists(), why="the child is gone")
    assert bench.run("pid") != before


def test_a_child_that_is_killed_at_work_is_told_of(bench: Bench) -> None:
    async def killed(pool: ProcessPool) -> Any:
        pid = await pool.run(SMALL, "pid", None)
        working = asyncio.create_task(pool.run(SMALL, "sleep", 600))
        await asyncio.sleep(0.05)
        os.kill(pid, signal.SIGKILL)
        return await asyncio.gather(working, return_exceptions=True)

    (told,) = bench.do(killed)
    assert isinstance(told, CutOff)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_service_that_is_told_to_end_finishes_its_tasks(bench: Bench, number: signal.Signals) -> None:
    """systemd tells every process of it."""

    async def told(pool: ProcessPool) -> Any:
        pid = await pool.run(SMALL, "pid", None)
        working = asyncio.create_task(pool.run(SMALL, "sleep", 0.5))
        await asyncio.sleep(0.05)
        os.kill(pid, number)
        await working
        return pid, await pool.run(SMALL, "pid", None)

    before, after = bench.do(told)
    assert before == after


def test_a_template_that_was_killed_is_started_again(bench: Bench) -> None:
    child = bench.run("pid")
    template = int(re.search(r"PPid:\s+(\d+)", Path(f"/proc/{child}/status").read_text())[1])  # type: ignore[index]
    os.kill(template, signal.SIGKILL)
    until(lambda: not Path(f"/proc/{child}").exists(), why="the children end with it")

    async def again(pool: ProcessPool) -> Any:
        try:
            return await pool.run(SMALL, "echo", 2)
        except IsolationError:  # it had not been heard of yet
            return await pool.run(SMALL, "echo", 2)

    assert bench.do(again) == 2


def test_whoever_no_longer_waits_has_his_task_ended(bench: Bench) -> None:
    async def left(pool: ProcessPool) -> int:
        pid: int = await pool.run(SMALL, "pid", None)
        working = asyncio.create_task(pool.run(SMALL, "sleep", 600))
        await asyncio.sleep(0.05)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        assert await pool.run(SMALL, "echo", 1) == 1  # the only turn of its kind is free again
        return pid

    pid = bench.do(left)
    until(lambda: not Path(f"/proc/{pid}").exists(), why="the child is gone")


def test_kinds_do_not_wait_for_each_other_and_a_queue_has_an_end(bench: Bench) -> None:
    async def crowded(pool: ProcessPool) -> list[Any]:
        busy = [asyncio.create_task(pool.run(SMALL, "sleep", 600)) for _ in range(3)]
        await asyncio.sleep(0.05)
        answer = await pool.run(dataclasses.replace(SMALL, name="other"), "echo", "meanwhile")
        with pytest.raises(IsolationError):
            await pool.run(SMALL, "echo", "one too many")
        for task in busy:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)
        return [answer, await pool.run(SMALL, "echo", "after")]

    assert bench.do(crowded) == ["meanwhile", "after"]


def test_a_long_task_lets_a_short_one_pass(bench: Bench) -> None:
    kind = dataclasses.replace(SMALL, name="mixed", cpu_s=600, wall_s=600, slow=1)

    async def beside(pool: ProcessPool) -> tuple[int, int, int]:
        before: int = await pool.run(kind, "pid", None)
        endless = asyncio.create_task(pool.run(kind, "spin", None))
        await asyncio.sleep(0.05)
        other: int = await pool.run(kind, "pid", None)  # would wait for ten minutes
        niceness = os.getpriority(os.PRIO_PROCESS, before)
        endless.cancel()
        await asyncio.gather(endless, return_exceptions=True)
        return before, other, niceness

    before, other, niceness = bench.do(beside)
    assert before != other
    assert niceness > 10


def test_too_much_goes_neither_in_nor_out(bench: Bench) -> None:
    assert bench.cut_off("echo", "x" * (2 * MB)) == "too-large"
    assert bench.cut_off("long_answer", 2 * MB) == "too-large"


def test_a_task_that_fails_says_so(bench: Bench) -> None:
    with pytest.raises(TaskFailed, match="ValueError: of its own"):
        bench.run("fail")


def test_what_a_task_says_is_in_our_log(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        bench.run("warn", "look at this")
    assert "tests.rude: look at this" in caplog.text


def test_a_child_has_nothing_of_ours(bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLDREAD_ADMIN_SECRET", "of-the-parent")
    fresh = Bench()
    (tmp_path / "secret").write_text("ours")
    try:
        found = fresh.run("surroundings")
        assert found["environ"] == {}
        assert found["core"] == 0
        own = Path(f"/proc/{found['pid']}")
        assert "of-the-parent" not in (own / "environ").read_text()
        assert sorted(file.name for file in (own / "fd").iterdir()) == ["0", "1", "2", "3"]
        assert len(list((own / "task").iterdir())) == 1
        status = (own / "status").read_text()
        assert re.search(r"NoNewPrivs:\s+1", status)
        tried = fresh.run("attempts", str(tmp_path))
    finally:
        fresh.close()
    assert not (tmp_path / "written").exists() or not (tmp_path / "written").read_text()
    assert tried["write"] != "done"
    if re.search(r"Seccomp:\s+2", status):  # else a kernel without filters
        refused = {name: outcome for name, outcome in tried.items() if name not in {"write", "read"}}
        assert set(refused.values()) == {"PermissionError"}, refused


def test_nothing_is_left_when_the_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import asyncio, sys\n"
        "from coldread.isolation.pool import ProcessPool\n"
        "from tests.isolation.test_pool import SMALL, TASKS\n"
        "async def main():\n"
        "    bench = ProcessPool(TASKS)\n"
        "    print(await bench.run(SMALL, 'pid', None), bench._running.pid, flush=True)\n"
        "    await bench.run(SMALL, 'sleep', 600)\n"
        "asyncio.run(main())\n"
    )
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environ)
    assert parent.stdout is not None
    pids = list(map(int, parent.stdout.readline().split()))
    assert len(pids) == 2
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until(lambda: not any(map(_runs, pids)), why="its processes are gone")


def test_nothing_is_left_when_it_is_closed() -> None:
    made = Bench()
    child = made.run("pid")
    made.close()
    until(lambda: not _runs(child), why="the child is gone")


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
