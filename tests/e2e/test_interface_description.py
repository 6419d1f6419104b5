"""The interface description, judged by the tools that its readers use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.harness import breadth, fuzzing
from tests.harness.process import ServerProcess
from tests.harness.service import ADMIN

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
SEED = 1  # the same requests every time; `make fuzz` makes others
TOOLS = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "REDOCLY_TELEMETRY": "off"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("described")
    started = ServerProcess(f"sqlite:///{folder / 'coldread.db'}", folder, **fuzzing.SETTINGS)
    started.start()
    yield started
    started.stop()


@pytest.fixture(scope="module")
def description(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("openapi") / "openapi.json"
    path.write_text(json.dumps(httpx.get(f"{server.url}/v1/openapi.json").json(), indent=1))
    return path


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=TOOLS, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    return done.stdout + done.stderr


def test_redocly_finds_no_error(description: Path) -> None:
    assert "Your API description is valid" in run(
        ROOT / "tests/node/node_modules/.bin/redocly", "lint", description
    )


def test_spectral_finds_nothing(description: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text('extends: ["spectral:oas"]\n')
    lint = (ROOT / "tests/node/node_modules/.bin/spectral", "lint", description, "--ruleset", rules)
    assert "No results" in run(*lint, "--fail-severity", "hint")


def test_fifteen_hundred_made_up_requests_fail_no_check_of_schemathesis(server: ServerProcess) -> None:
    """Every operation in every phase; `make fuzz` makes up twenty thousand on each database.

    Most are the cases that schemathesis derives from the description itself; of others, one for each operation is made up.
    """
    fuzzed = fuzzing.fuzz(server, examples=breadth.often(1, whole=5), seed=SEED)
    assert fuzzed.failures == 0, fuzzed.said[-8000:]
    assert fuzzed.cases >= 1_500, fuzzed.said[-2000:]
    assert fuzzing.blunders(server) == [], f"seed {fuzzed.seed}"


WALK = """
import sys
sys.path.insert(0, sys.argv[1])
from coldread_client import AuthenticatedClient, Client
from coldread_client.api.orders import create_order, get_order
from coldread_client.api.operator import transition_order
from coldread_client.models import OrderRequest, OrderTransitionRequest, Status
client = Client(base_url=sys.argv[2])
operator = AuthenticatedClient(base_url=sys.argv[2], token=sys.argv[3])
placed = create_order.sync(client=client, idempotency_key="golden-run-1", body=OrderRequest(
    url="https://shop.example/", goal="More trials", audience="Small bakeries", contact_email="a@shop.example"))
assert placed.status == Status.SUBMITTED, placed
for step in ("reviewing", "needs_info", "reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered"):
    moved = transition_order.sync(id=placed.order_id, client=operator, body=OrderTransitionRequest(to_status=Status(step)))
    assert moved.status == Status(step), moved
    seen = get_order.sync(id=placed.order_id, client=client)
    assert seen.status == Status(step), seen
    assert bool(seen.pay_url) == (step == "billing_pending"), seen
refused = transition_order.sync(id=placed.order_id, client=operator, body=OrderTransitionRequest(to_status=Status.PAID))
assert refused.status == 409 and refused.type_.endswith("/illegal-transition"), refused
print("walked", len(seen.stages.additional_properties))
"""


#: what a caller does with a generated client, under the strictest types: nothing on the way is Any
TYPED = """
from coldread_client.models import Order, ScanResponse


def first_fix(scan: ScanResponse) -> str:
    if not scan.findings:
        return scan.lite_why or ""
    for one in scan.findings.items:
        for place in one.evidence or []:
            return f"{one.severity.value} {one.title}: {place.snippet} {one.fix.summary if one.fix else ''}"
    return ""


def score(scan: ScanResponse) -> float:
    return scan.scores.overall if scan.scores else 0.0


def said_of_the_page(scan: ScanResponse) -> list[str]:
    if not scan.reading or not scan.reading.steps:
        return []
    return [step.label for step in scan.reading.steps]


def turn(order: Order) -> str:
    return order.waits_for.on.value
"""


def test_a_generated_client_walks_the_golden_run(
    server: ServerProcess, description: Path, tmp_path: Path
) -> None:
    run(
        BIN / "openapi-python-client",
        "generate",
        "--path",
        description,
        "--meta",
        "none",
        "--fail-on-warning",
        "--output-path",
        tmp_path / "coldread_client",
        cwd=tmp_path,
    )
    # what is made from the description; the rest is the generator's own
    strict = ("--strict", "--follow-imports=silent", "--no-error-summary", "--config-file=")
    run(BIN / "mypy", *strict, "coldread_client/models", "coldread_client/api", cwd=tmp_path)
    assert "walked 12" in run(sys.executable, "-c", WALK, tmp_path, server.url, ADMIN, cwd=tmp_path)
    (tmp_path / "typed.py").write_text(TYPED)
    run(BIN / "mypy", *strict, "--disallow-any-expr", "typed.py", cwd=tmp_path)
