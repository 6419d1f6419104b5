"""Requests that nobody would write, made by schemathesis from the interface description, and what came of them."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.harness.process import ServerProcess
from tests.harness.service import ADMIN

ROOT = Path(__file__).parents[2]
PIPELINE_KEY = "pipeline-key-of-at-least-32-characters"
PHASES = "examples,coverage,fuzzing,stateful"
#: no limits on how often; one scan is tried, of a name that nobody can resolve, the others meet the limit
SETTINGS = {
    "limit_create_per_hour": "0",
    "limit_reads_per_min": "0",
    "limit_misses_per_10min": "0",
    "scan_engine": "lite",
    "scan_limit_ip": "1",
    "sandbox": "1",
    "pipeline_key": PIPELINE_KEY,
    "webhooks": "1",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Fuzzed:
    """One run."""

    seed: int
    cases: int
    #: failed checks and broken connections
    failures: int
    #: all that schemathesis said
    said: str


def fuzz(server: ServerProcess, *, examples: int, seed: int) -> Fuzzed:
    """All checks, all phases; `examples` is the most that is made up for each operation."""
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        *("--config-file", "tests/e2e/schemathesis.toml", "run", f"{server.url}/v1/openapi.json"),
        *("--url", server.url, "--checks", "all", "--phases", PHASES, "--no-color"),
        *("--max-examples", str(examples), "--seed", str(seed)),
        *("-H", f"Authorization: Bearer {ADMIN}", "-H", f"X-Pipeline-Key: {PIPELINE_KEY}"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    counted = re.search(r"Test cases:\s+(\d+) generated(.*)", said)
    assert counted, said[-3000:]
    bad = [int(number) for number in re.findall(r"(\d+) (?:unique failures?|failed|errored)", counted[2])]
    return Fuzzed(
        seed=seed, cases=int(counted[1]), failures=sum(bad) if bad else int(done.returncode != 0), said=said
    )


def statuses(server: ServerProcess) -> Counter[int]:
    """How often the server's log names each status."""
    seen: Counter[int] = Counter()
    for line in server.log.read_text().splitlines():
        if line.startswith("{") and "status" in (told := json.loads(line)):
            seen[int(told["status"])] += 1
    return seen


def blunders(server: ServerProcess) -> list[str]:
    """Lines of the log that tell of something unforeseen."""
    lines = server.log.read_text().splitlines()
    return [
        line for line in lines if '"status":500' in line or '"level":"error"' in line or "Traceback" in line
    ]
