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

from tests.harness.process import ServerProcess
from tests.harness.service import ADMIN

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
TOOLS = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "REDOCLY_TELEMETRY": "off"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("described")
    # One scan is tried, of a name that nobody can resolve; the others meet the limit.
    off = {"limit_create_per_hour": "0", "limit_reads_per_min": "0", "limit_misses_per_10min": "0"}
    off |= {"scan_engine": "lite", "scan_limit_ip": "1", "sandbox": "1"}
    started = ServerProcess(f"sqlite:///{folder / 'coldread.db'}", folder, **off)
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


def test_schemathesis_finds_no_failure_with_all_its_checks(server: ServerProcess) -> None:
    said = run(
        BIN / "schemathesis",
        "--config-file",
        "tests/e2e/schemathesis.toml",
        "run",
        f"{server.url}/v1/openapi.json",
        "--url",
        server.url,
        "--checks",
        "all",
        "--max-examples",
        os.environ.get("FUZZ_EXAMPLES", "30"),
        "--phases",
        "examples,coverage,fuzzing,stateful",
        "-H",
        f"Authorization: Bearer {ADMIN}",
        "--no-color",
    )
    assert "passed" in said
    log = server.log.read_text()
    assert '"status":500' not in log
    assert "unforeseen" not in log


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
    assert "walked 12" in run(sys.executable, "-c", WALK, tmp_path, server.url, ADMIN, cwd=tmp_path)
