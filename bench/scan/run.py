"""How long a look at a page takes, compared with Lighthouse on the same pages in the same run.

    python bench/scan/run.py [DIRECTORY …] [--runs 3] [--lighthouse 1] [--write bench/scan/figures]

A DIRECTORY is a site with an index.html, or contains single pages. Without one, the project's own test sites are used.
Lighthouse comes from bench/node (`npm ci --ignore-scripts` there); `--lighthouse 0` leaves it out.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.scan.cpu import CpuMeter
from coldread.egress.policy import Policy, parse_allowed
from coldread.scanner.brief import Brief
from coldread.scanner.engine import scan_page
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.visit.render.chromium import find_browser
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Visitor

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LIGHTHOUSE = ROOT / "bench" / "node" / "node_modules" / "lighthouse" / "cli" / "index.js"
BRIEF = Brief(goal=PrimaryGoal.DEMO)
Figures = dict[str, object]


@contextmanager
def served(directory: Path) -> Iterator[tuple[str, int]]:
    """A directory on loopback by a process of its own: its place, and that process."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", str(directory)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        port = server.stdout.readline().split(" port ")[1].split()[0]
        yield f"127.0.0.1:{port}", server.pid
    finally:
        server.kill()
        server.wait()


def pages(directory: Path) -> list[str]:
    """Paths of the pages in a directory."""
    if (directory / "index.html").exists():
        return ["/"]
    return [f"/{path.name}" for path in sorted(directory.glob("*.html"))]


def middle(values: list[float]) -> float:
    return round(statistics.median(values), 2)


async def own_figures(place: str, server: int, paths: list[str], runs: int) -> Figures:
    """Cold, warm and static looks at each page, one after the other, and then two at a time."""
    policy = Policy(allow=parse_allowed((place,)))
    cold, warm, cpu, static = list[float](), list[float](), list[float](), list[float]()
    steps: dict[str, list[float]] = {}
    for path in paths:
        url = f"http://{place}{path}"
        renderer = Renderer(no_sandbox_permitted=True)
        visitor = Visitor(policy=policy, renderer=renderer)
        began = time.monotonic()
        await scan_page(visitor, url, BRIEF)
        cold.append(time.monotonic() - began)
        for _ in range(runs):
            with CpuMeter(os.getpid(), without=frozenset({server})) as meter:
                began = time.monotonic()
                await scan_page(visitor, url, BRIEF)
                warm.append(time.monotonic() - began)
            cpu.append(meter.seconds)
            began = time.monotonic()
            await scan_page(Visitor(policy=policy), url, BRIEF)
            static.append(time.monotonic() - began)
        seen = await visitor.visit(url)
        for step, seconds in seen.spent["desktop"].items():
            steps.setdefault(step, []).append(seconds)
        await renderer.close()
    return {
        "cold_s": middle(cold),
        "warm_s": middle(warm),
        "warm_cpu_s": middle(cpu),
        "static_s": middle(static),
        "steps_s": {step: middle(values) for step, values in steps.items()},
        **await crowd_figures(policy, [f"http://{place}{path}" for path in paths]),
    }


async def crowd_figures(policy: Policy, urls: list[str]) -> Figures:
    """Scans per minute at concurrency two, and what a context weighs."""
    renderer = Renderer(no_sandbox_permitted=True)
    visitor = Visitor(policy=policy, renderer=renderer, deadline_s=300)  # each waits a minute for its turn
    await scan_page(visitor, urls[0], BRIEF)
    work = [url for url in urls for _ in range(max(1, 8 // len(urls)))]
    began = time.monotonic()
    await asyncio.gather(*(scan_page(visitor, url, BRIEF) for url in work))
    minutes = (time.monotonic() - began) / 60
    weights = await _context_weights(renderer)
    await renderer.close()
    return {"scans_per_minute_two_at_once": round(len(work) / minutes, 1), **weights}


async def _context_weights(renderer: Renderer) -> Figures:
    async with renderer.lease_browser(60) as chromium:
        idle = chromium.memory()
        contexts = [await chromium.browser.new_context() for _ in range(4)]
        for context in contexts:
            await (await context.new_page()).goto("about:blank")
        held = chromium.memory()
        for context in contexts:
            await context.close()
    return {"idle_mb": round(idle / 1e6), "context_mb": round((held - idle) / 4e6)}


def lighthouse_figures(place: str, paths: list[str], runs: int) -> Figures:
    """The whole of Lighthouse, as its command line runs it."""
    wall, cpu = list[float](), list[float]()
    for path in paths:
        for _ in range(runs):
            seconds, spent = _lighthouse(f"http://{place}{path}")
            wall.append(seconds)
            cpu.append(spent)
    return {"lighthouse_s": middle(wall), "lighthouse_cpu_s": middle(cpu)}


def _lighthouse(url: str) -> tuple[float, float]:
    command = ["node", str(LIGHTHOUSE), url, "--quiet", "--output=json", "--output-path=/dev/null",
               "--chrome-flags=--headless=new --no-sandbox"]  # fmt: skip
    binaries = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "CHROME_PATH": find_browser(), "PATH": binaries}
    began = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    with CpuMeter(process.pid) as meter:
        _, complaint = process.communicate(timeout=180)
    if process.returncode:
        raise SystemExit(f"lighthouse: {complaint.decode()[-500:]}")
    return time.monotonic() - began, meter.seconds


def measured(directory: Path, *, runs: int, lighthouse: int) -> Figures:
    with served(directory) as (place, server):
        paths = pages(directory)
        figures: Figures = {"pages": len(paths), **asyncio.run(own_figures(place, server, paths, runs))}
        if lighthouse:
            figures |= lighthouse_figures(place, paths, lighthouse)
    return figures


def _steps(figures: Figures) -> dict[str, float]:
    steps = figures["steps_s"]
    assert isinstance(steps, dict)
    return steps


def table(figures: dict[str, Figures], about: str) -> str:
    """The figures as a page for people."""
    columns = [name for name in next(iter(figures.values())) if name != "steps_s"]
    lines = [
        "# bench/scan",
        "",
        about,
        "",
        f"| site | {' | '.join(columns)} |",
        f"|---|{'---|' * len(columns)}",
    ]
    lines += [
        f"| {site} | {' | '.join(str(row.get(name, '')) for name in columns)} |"
        for site, row in figures.items()
    ]
    lines += ["", "Seconds per step of the desktop window:", ""]
    lines += [
        f"- {site}: {', '.join(f'{k} {v}' for k, v in _steps(row).items())}" for site, row in figures.items()
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directories", nargs="*", type=Path, default=[ROOT / "tests" / "sites"])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--lighthouse", type=int, default=1)
    parser.add_argument("--write", type=Path)
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    figures = {
        one.name: measured(one, runs=chosen.runs, lighthouse=chosen.lighthouse) for one in chosen.directories
    }
    day = dt.datetime.now(dt.UTC).date().isoformat()
    about = f"{day}, {os.cpu_count()} cores, load {load:.1f} at the start, Python {platform.python_version()}. Medians."
    print(table(figures, about))
    if chosen.write:
        chosen.write.with_suffix(".md").write_text(table(figures, about))
        chosen.write.with_suffix(".json").write_text(
            json.dumps({"about": about, "sites": figures}, indent=2) + "\n"
        )


if __name__ == "__main__":
    main()
