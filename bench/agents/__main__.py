"""`python -m bench.agents`: start the service, run every grader, write figures.md; fails below the minimum scores."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.harness.process import ServerProcess

from bench.agents.reasons import REASONS
from bench.service.results import machine, table

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent
ENVIRON = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "REDOCLY_TELEMETRY": "off"}
#: what the first trial of each grader gave; we want more
FLOORS = {"@vercel/agent-readability": 75, "agent-readiness": 78, "afdocs": 17}
USE = """import type { components, paths } from "./api";
export type Order = components["schemas"]["Order"];
export type Scan = paths["/v1/scan"]["post"]["responses"][200]["content"]["application/json"];
"""


def installed() -> Path:
    """The graders of exactly this lock, beside the environment."""
    mark = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()[:12]
    home = BIN.parent / "clients" / f"graders-{mark}"
    if not (home / "ready").exists():
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(HERE / name, home)
        run(home, "npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts")
        (home / "ready").touch()
    return home


def run(home: Path, *command: str) -> str:
    done = subprocess.run(
        command, cwd=home, env=ENVIRON, capture_output=True, text=True, timeout=300, check=False
    )
    return done.stdout + ("" if done.returncode == 0 else done.stderr)


def readability(home: Path, url: str) -> tuple[int, str, list[str]]:
    told = json.loads(run(home, "node_modules/.bin/agent-readability", "audit", url, "--json"))
    checks = [check for group in told["categories"].values() for check in group["checks"]]
    missed = [check["name"] for check in checks if not check["passed"] and not check["skipped"]]
    return told["score"], f"{told['score']}/100", missed


def readiness(home: Path, url: str) -> tuple[int, str, list[str]]:
    told = re.sub(r"\x1b\[\d+m", "", run(home, "node_modules/.bin/agent-ready", url))
    found = re.search(r"Agent-Readiness: (\d+)/100", told)
    assert found is not None, told
    missed = [re.sub(r"\s*\(0/\d+\)$", "", line) for line in re.findall(r"✗ (.+)", told)]
    return int(found.group(1)), f"{found.group(1)}/100", missed


def afdocs(home: Path, url: str) -> tuple[int, str, list[str]]:
    told: dict[str, Any] = json.loads(run(home, "node_modules/.bin/afdocs", "check", url, "-q", "-f", "json"))
    judged = [check for check in told["results"] if check["status"] != "skip"]
    passed = sum(check["status"] == "pass" for check in judged)
    missed = [check["id"] for check in judged if check["status"] != "pass"]
    return passed, f"{passed} of {len(judged)}", missed


def agentcash(home: Path, url: str) -> tuple[int, str, list[str]]:
    tool = "node_modules/@agentcash/discovery/bin/discovery.js"
    found = run(home, "node", tool, "discover", url)
    prices = [
        re.search(r"paid\s+(\S+ USD)", run(home, "node", tool, "check", f"{url}/v1/{route}"))
        for route in ("quick-fix", "audit", "scan-paid")
    ]
    assert all(prices), "a price was not parsed"
    routes = len(re.findall(r"^\s+(?:GET|POST)\s+/", found, re.MULTILINE))
    parsed = ", ".join(price.group(1) for price in prices if price)
    return 1, f"{routes} routes; prices parsed: {parsed}", sorted(set(re.findall(r"\[\w+\] (\w+)", found)))


def description(home: Path, url: str) -> list[list[str]]:
    """Tools that read the interface description: clean or not."""
    spec, rules = home / "openapi.json", home / "spectral.yaml"
    spec.write_text(run(home, "curl", "-s", f"{url}/v1/openapi.json"))
    rules.write_text('extends: ["spectral:oas"]\n')
    (home / "use.ts").write_text(USE)
    commands = (
        ("spectral", "spectral", "lint", str(spec), "--ruleset", str(rules), "--fail-severity", "warn"),
        ("openapi-typescript", "openapi-typescript", str(spec), "-o", str(home / "api.d.ts")),
        ("tsc --strict", "tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "esnext",
         "--moduleResolution", "bundler", "use.ts"),
    )  # fmt: skip
    rows = []
    for name, tool, *arguments in commands:
        done = subprocess.run(
            [f"node_modules/.bin/{tool}", *arguments],
            cwd=home,
            env=ENVIRON,
            capture_output=True,
            text=True,
            check=False,
        )
        rows.append(
            [name, "clean" if done.returncode == 0 else f"FAILED: {(done.stdout + done.stderr)[-300:]}"]
        )
    return rows


GRADERS = {
    "@vercel/agent-readability": readability,
    "agent-readiness": readiness,
    "afdocs": afdocs,
    "@agentcash/discovery": agentcash,
}


def judged(home: Path, url: str) -> tuple[str, list[str]]:
    """The figures as markdown, and what is wrong with them."""
    rows, lost, wrong = [], [], []
    for name, grade in GRADERS.items():
        score, shown, missed = grade(home, url)
        floor = FLOORS.get(name)
        rows.append([name, shown, f"more than {floor}" if floor else "parsed"])
        if floor is not None and score <= floor:
            wrong.append(f"{name}: {score} is not more than {floor}")
        for check in missed:
            reason = REASONS[name].get(check)
            lost.append([name, check, reason or "**no reason given**"])
            if reason is None:
                wrong.append(f"{name}: no reason for {check}")
    tools = description(home, url)
    wrong += [f"{name}: {told}" for name, told in tools if told != "clean"]
    return "\n\n".join(
        (
            f"# Agent readiness, as others judge it\n\nWritten by `python -m bench.agents`. {machine()}",
            table(("grader", "seen", "asked"), rows),
            "## Points not taken, and why\n\n" + table(("grader", "check", "reason"), lost),
            "## Tools that read the interface description\n\n" + table(("tool", "verdict"), tools),
        )
    ), wrong


def main() -> int:
    home = installed()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(
            f"sqlite:///{folder}/coldread.db",
            Path(folder) / "data",
            scan_engine="lite",
            limit_reads_per_min="0",
        )
        server.start()
        try:
            text, wrong = judged(home, server.url)
        finally:
            server.stop()
    kept = (HERE / "kit.md").read_text() if (HERE / "kit.md").exists() else ""
    (HERE / "figures.md").write_text(f"{text}\n\n{kept}".rstrip() + "\n")
    print(text, *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
