"""Tests that are shared out to forked processes: each runs once, a group in one process, and one that kills its process fails alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.harness.workers import units

ROOT = Path(__file__).parents[1]
CONFTEST = """
import os, pathlib, pytest
from tests.harness import workers
pytest_addoption = workers.add_option
def pytest_configure(config): workers.share_out(config)
@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    made = tmp_path_factory.mktemp("shared")
    yield made
    note("closed", made.name)
def note(*words):
    with (pathlib.Path(__file__).parent / "log").open("a") as log:
        log.write(" ".join(map(str, words)) + chr(10))
"""


Run = Callable[..., tuple[int, str, list[list[str]]]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")

    def of(text: str, *arguments: str) -> tuple[int, str, list[list[str]]]:
        (tmp_path / "test_it.py").write_text(f"import os, pytest\nfrom conftest import note\n{text}")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--workers",
            "3",
            *arguments,
        ]
        done = subprocess.run(
            [*command, "--rootdir", str(tmp_path), str(tmp_path)],
            cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        log = tmp_path / "log"
        rows = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
        log.unlink(missing_ok=True)
        return done.returncode, done.stdout + done.stderr, rows

    return of


def test_every_test_runs_once_a_group_in_one_process_and_its_fixture_is_made_once(run: Run) -> None:
    code, said, rows = run(
        "@pytest.mark.parametrize('n', range(30))\n"
        "def test_many(n, tmp_path): note('many', n, os.getpid(), tmp_path)\n"
        "@pytest.mark.together('one')\n"
        "@pytest.mark.parametrize('n', range(5))\n"
        "def test_together(n, shared): note('together', n, os.getpid())\n"
    )
    assert code == 0, said
    assert "35 passed" in said
    many = [row for row in rows if row[0] == "many"]
    assert sorted(int(row[1]) for row in many) == list(range(30))
    assert len({row[3] for row in many}) == 30, "no two have the same folder"
    together = [row for row in rows if row[0] == "together"]
    assert len({row[2] for row in together}) == 1
    assert [row for row in rows if row[0] == "closed"] == [["closed", "shared0"]]


def test_a_test_that_kills_its_process_fails_and_the_others_run_all_the_same(run: Run) -> None:
    code, said, rows = run(
        "import signal\n"
        "@pytest.mark.together('one')\n"
        "@pytest.mark.parametrize('n', range(6))\n"
        "def test_one(n):\n"
        "    note('ran', n)\n"
        "    if n == 2: os.kill(os.getpid(), signal.SIGKILL)\n"
        "def test_other(): note('ran', 'other')\n"
    )
    assert code == 1
    assert "1 failed, 6 passed" in said
    assert "the process that ran this test has ended: -9" in said
    assert sorted(row[1] for row in rows) == ["0", "1", "2", "3", "4", "5", "other"]


def test_what_a_test_says_is_shown_with_its_failure_and_the_first_failure_can_end_the_run(run: Run) -> None:
    text = (
        "def test_says():\n    print('a word on the way')\n    assert 1 == 2\n"
        "@pytest.mark.parametrize('n', range(200))\ndef test_many(n): note('ran', n)\n"
    )
    code, said, rows = run(text)
    assert code == 1
    assert "a word on the way" in said
    assert "assert 1 == 2" in said
    assert len(rows) == 200
    code, said, rows = run(text, "-x")
    assert "1 failed" in said
    assert "stopping after 1 failures" in said
    assert len(rows) < 200


def test_a_group_is_one_unit_at_its_first_place() -> None:
    class Item:
        def __init__(self, name: str = "") -> None:
            self.name = name

        def get_closest_marker(self, _: str) -> pytest.Mark | None:
            return pytest.mark.together(self.name).mark if self.name else None

    found = [Item(), Item("a"), Item(), Item("b"), Item("a"), Item()]
    assert units(found) == [[0], [1, 4], [2], [3], [5]]  # type: ignore[arg-type]
