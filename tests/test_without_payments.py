"""A server without the extra `payments`: everything but paid calls works, and those say why they do not.

Nothing is uninstalled: whatever the extra alone brings is hidden from a process of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata

import pytest

from tests.harness.process import ServerProcess
from tests.harness.service import WISH

NAME = "coldread-server"
HIDING = """
from importlib.machinery import PathFinder

finds = PathFinder.find_spec

def find_spec(name, path=None, target=None):
    return None if name.partition(".")[0] in {modules!r} else finds(name, path, target)

PathFinder.find_spec = find_spec
"""
IMPORT_ALL = """
import importlib, pkgutil, coldread
for found in pkgutil.walk_packages(coldread.__path__, "coldread."):
    if not found.name.startswith(("coldread.migrations.", "coldread.__main__")):
        importlib.import_module(found.name)
"""


def brought(*extras: str) -> set[str]:
    """Distributions that an installation with these extras brings."""
    found: set[str] = set()
    left = [(NAME, frozenset(extras))]
    while left:
        name, wanted = left.pop()
        for line in metadata.requires(name) or ():
            needed = re.match(r"([\w.-]+)\s*(?:\[([\w, -]+)\])?", line)
            assert needed is not None
            only = re.search(r"extra == ['\"]([\w-]+)['\"]", line)
            child = needed[1].lower().replace("_", "-")
            if (only is None or only[1] in wanted) and child not in found and _is_here(child):
                found.add(child)
                left.append((child, frozenset((needed[2] or "").replace(" ", "").split(","))))
    return found


def _is_here(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False  # of another system or version of Python
    return True


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    usual = brought()
    tail = brought("payments") - usual
    assert {"pympp", "web3", "pytempo", "coincurve"} - tail <= {"coincurve"}, sorted(tail)
    owners = metadata.packages_distributions()
    modules = {
        module
        for module, names in owners.items()
        if {name.lower().replace("_", "-") for name in names} <= tail
    }
    folder = tmp_path_factory.mktemp("hiding")
    (folder / "sitecustomize.py").write_text(HIDING.format(modules=modules))
    return {**os.environ, "PYTHONPATH": str(folder)}


def run(environ: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], check=False, env=environ, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def server(environ: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("slim")
    server = ServerProcess(f"sqlite:///{folder / 'coldread.db'}", folder, fresh=True, scan_engine="lite")
    server.environ["PYTHONPATH"] = environ["PYTHONPATH"]
    server.start()
    yield server
    server.stop()


def test_nothing_of_it_is_imported_with_the_house(environ: dict[str, str]) -> None:
    hidden = run(environ, "-c", "import mpp")
    assert "No module named 'mpp'" in hidden.stderr
    done = run(environ, "-c", IMPORT_ALL)
    assert done.returncode == 0, done.stderr[-2000:]


def test_paid_calls_say_that_they_are_not_configured_and_the_rest_works(server: ServerProcess) -> None:
    with server.client() as http:
        refused = http.post("/v1/quick-fix", json={})
        assert (refused.status_code, refused.json()["type"].split("/")[-1]) == (503, "unavailable")
        assert "not configured on this server" in refused.json()["detail"]
        assert "www-authenticate" not in refused.headers
        assert http.post("/v1/cold-read-requests", json=WISH).status_code == 201
        prices = http.get("/v1/manifest").json()["prices"]
        assert prices["pay_per_call"]["methods"] == []
        assert "not configured on this server" in http.get("/llms.txt").text
        assert "not configured on this server" in http.get("/docs").text
        for path in ("/", "/v1/openapi.json", "/.well-known/agent-card.json"):
            assert http.get(path).status_code == 200, path
    assert "Traceback" not in server.log.read_text()


def test_a_credential_is_answered_with_the_same_sentence(server: ServerProcess) -> None:
    from tests.payments.scripted_chain import RAW, paying

    challenge = {"id": "x", "realm": "r", "method": "tempo", "intent": "charge", "request": "e30"}
    with server.client() as http:
        refused = http.post("/v1/quick-fix", content=RAW, headers=paying(challenge))
    assert refused.status_code == 503, refused.text
    assert "not configured on this server" in refused.json()["detail"]


def test_the_commands_say_how_to_install_it(environ: dict[str, str], server: ServerProcess) -> None:
    settings = {name: value for name, value in server.environ.items() if name.startswith("COLDREAD_")}
    told = run({**environ, **settings}, "-m", "coldread", "doctor").stdout
    assert "pip install '.[payments]'" in told, told
    done = run({**environ, **settings}, "-m", "coldread", "payments", "reconcile")
    assert done.returncode == 1, (done.stdout, done.stderr)
    assert "pip install '.[payments]'" in done.stderr
