"""The disk fills up under load: writes are put off with 503, reads go on, and once there is room all is well again."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.faults.conftest import Figures
from tests.faults.invariants import all_readable
from tests.faults.scene import SEED, SETTINGS, a_while, crowd, loops, until
from tests.harness import postgres
from tests.harness.disk import can_mount, small_disk
from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess

LOOPS = loops(2, part=0.1)
#: the limit that stands in for a small disk reaches our own process alone, not a database server's
KINDS = ("SQLite", "PostgreSQL") if can_mount() else ("SQLite",)
FINAL = {"spec_md": "# Specification\n" + "Change the headline.\n" * 400}


@pytest.fixture
def folder() -> Iterator[Path]:
    """Outside of pytest's own, which the system user of a database server may not enter."""
    with tempfile.TemporaryDirectory(prefix="coldread-disk-") as made:
        yield Path(made)


@contextmanager
def database_on(kind: str, folder: Path) -> Iterator[str]:
    if kind == "SQLite":
        yield f"sqlite:///{folder / 'coldread.db'}"
        return
    with postgres.own_server(folder) as server:
        yield server.url


@pytest.mark.timeout(900 + 60 * LOOPS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_full_disk_puts_orders_off_and_loses_none(
    kind: str, tmp_path: Path, folder: Path, figures: Figures
) -> None:
    chance = random.Random(SEED)
    with small_disk(folder, megabytes=96) as disk, database_on(kind, folder) as url:
        server = ServerProcess(url, tmp_path / "data", **SETTINGS)
        server.start()
        try:
            with crowd(server.url, chance) as users:
                users.goes_on()
                known = next(order_id for told in users.history for order_id in told.ids)
                for _ in range(LOOPS):
                    a_while(chance)
                    disk.fill(server)
                    before = users.put_off
                    until(lambda before=before: users.put_off > before + 8, ANSWER_S)  # type: ignore[misc]
                    assert httpx.get(f"{server.url}/v1/orders/{known}").status_code == 200, "reads go on"
                    disk.free(server)
                    users.goes_on()
            assert users.violations(url) == [], f"seed {SEED}"
            assert all_readable(server.url, users.history) == []
        finally:
            server.stop()
    figures(
        f"disk full under {kind}",
        f"{LOOPS} times full, {users.acknowledged} orders, {users.put_off} requests put off with 503",
    )


def test_a_full_disk_under_the_documents_puts_the_delivery_off(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with small_disk(data / "artifacts", megabytes=1) as disk:
        server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", data, **SETTINGS)
        server.start()
        try:
            order_id = server.order().json()["order_id"]
            for step in ("reviewing", "accepted", "billing_pending", "paid", "in_progress"):
                assert server.move(order_id, step).status_code == 200
            disk.fill(server)
            refused = server.move(order_id, "delivered", patch=FINAL)
            assert (refused.status_code, refused.json()["type"]) == (503, f"{server.url}/errors/unavailable")
            seen = httpx.get(f"{server.url}/v1/orders/{order_id}").json()
            assert (seen["status"], seen["final_url"]) == ("in_progress", None), "nothing is half delivered"
            disk.free(server)
            assert server.move(order_id, "delivered", patch=FINAL).status_code == 200
            final = httpx.get(f"{server.url}/deliverables/{order_id}/spec_final.md")
            assert final.text == FINAL["spec_md"]
            kept = [path.name for path in (data / "artifacts").rglob("*") if path.is_file()]
            assert all(not name.startswith(".") for name in kept), f"a half-written file was left: {kept}"
        finally:
            server.stop()
