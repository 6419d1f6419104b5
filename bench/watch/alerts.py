"""False alerts and missed changes: pages that stay as they are, and pages that somebody changes, watched by the real service.

    python -m bench.watch.alerts [FOLDER …] --pages 25 --looks 20 [--seed 1] [--without-changes] [--keep FOLDER]

The request, the letter's link, the runs in a real Chromium, the comparison and the letters are the service's own; only the clock
is turned. First each page is scanned `--looks` times without a change: every letter is a false alert. Then a seeded choice changes each
page once (`bench.watch.changes`): what matters must be reported, and what does not must not. A FOLDER is as for `bench.scan.same`.

With `--after FOLDER`, changes that somebody really made come instead: a folder there replaces the page of the same name, and what is
reported is printed, for a person to compare with what was changed.

With `--keep`, database, pages and ports stay in a folder, and the same command goes on after the last stored look."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import functools
import json
import random
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json
from tests.harness.process import free_port
from tests.harness.service import START, Service
from tests.watches.watched import rows, watch, watched

from bench.scan.same import OWN, FrozenPage, frozen_pages
from bench.watch.changes import GONE, Change, chosen
from bench.watch.month import month_service
from coldread.base import log
from coldread.base.clock import DAY, HOUR
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.scans.tables import scans
from coldread.watches.due import queue_due
from coldread.watches.rules import WatchState
from coldread.watches.run import run_watch
from coldread.watches.tables import watch_changes, watch_runs, watches

#: pages that are scanned at the same time
AT_ONCE = 2
#: how long after a change it must be reported: its own run, and a second look
TOLD_WITHIN = 2 * DAY + 2 * HOUR
#: the page is not there at all
INSTEAD = (ChangeKind.DOWN, ChangeKind.REPLACED)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Watched:
    """A page, its file, and its watch."""

    page: FrozenPage
    file: Path
    watch_id: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Outcome:
    """What was reported after one change."""

    page: str
    change: Change
    kinds: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        told = self.change.told
        if told in INSTEAD:  # headline, price and button of what is there instead are no changes of the page
            return self.kinds == (told,)
        return told in self.kinds if told else not self.kinds


def look_for(service: Service, until: int) -> None:
    """Let time pass until then; every run that comes due is done."""
    while (due := _next_due(service)) is not None and due[1] <= until:
        service.clock.at = max(service.clock.at, due[1])
        service.write(queue_due, service.services)
        service.run(_run_all(service, _due_now(service)))
    service.clock.at = max(service.clock.at, until)


def _next_due(service: Service) -> tuple[str, int] | None:
    on = [(row.id, row.due_at) for row in rows(service, watches) if row.state == WatchState.ON]
    return min(on, key=lambda pair: pair[1], default=None)


def _due_now(service: Service) -> list[tuple[str, int]]:
    """Those that are due within the hour, so that several are looked at at the same time."""
    soon = service.clock.at + HOUR // 4
    found = [row for row in rows(service, watches) if row.state == WatchState.ON and row.due_at <= soon]
    return [(row.id, row.due_at) for row in found]


async def _run_all(service: Service, due: list[tuple[str, int]]) -> None:
    places = asyncio.Semaphore(AT_ONCE)

    async def work(watch_id: str, due_at: int) -> None:
        async with places:
            await run_watch(service.services, watch_id, due_at)

    await asyncio.gather(*(work(*each) for each in due))


def told_of(service: Service, watch_id: str) -> list[Any]:
    found = [row for row in rows(service, watch_changes) if row.watch_id == watch_id]
    return sorted(found, key=lambda row: int(row.number))


def change_all(
    service: Service, pages: list[Watched], seed: int, *, that_matter: bool = False
) -> list[Outcome]:
    dice, used, changed = random.Random(seed), Counter[str](), {}
    for one in pages:
        html = one.file.read_text("utf-8")
        last = _last_answer(service, one.watch_id)
        change, made = chosen(html, last, dice, used, that_matter=that_matter)
        used[change.name] += 1
        changed[one.watch_id] = change, {row.number for row in told_of(service, one.watch_id)}
        if made == GONE:
            shutil.rmtree(one.file.parent)
        else:
            one.file.write_text(made, "utf-8")
    look_for(service, service.clock.at + TOLD_WITHIN)
    outcomes = []
    for one in pages:
        change, before = changed[one.watch_id]
        new = [row for row in told_of(service, one.watch_id) if row.number not in before]
        kinds = tuple(each["kind"] for row in new for each in from_json(row.changes))
        outcomes.append(Outcome(page=one.page.name, change=change, kinds=kinds))
    return outcomes


def replace_all(service: Service, pages: list[Watched], after: Path) -> None:
    """Each page as somebody left it later, and what is reported of it."""
    before = {one.watch_id: len(told_of(service, one.watch_id)) for one in pages}
    for one in pages:
        shutil.rmtree(one.page.folder)
        shutil.copytree(after / one.page.name, one.page.folder)
    look_for(service, service.clock.at + TOLD_WITHIN)
    for one in pages:
        new = told_of(service, one.watch_id)[before[one.watch_id] :]
        print(f"{one.page.name}: {'told' if new else 'NOTHING TOLD'}")
        for change in (each for row in new for each in from_json(row.changes)):
            print(f"  {change['kind']}: {change['before'][:100]!r} → {change['after'][:100]!r}", flush=True)


def _last_answer(service: Service, watch_id: str) -> dict[str, Any]:
    last = watch(service, watch_id).last_scan_id
    row = service.read(
        lambda session: session.row(sa.select(scans.c.answer).where(scans.c.session_id == last))
    )
    return {} if row is None else dict(from_json(row.answer))


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and logs nothing."""

    def log_message(self, *_: Any) -> None: ...

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # a browser that has seen enough hangs up
            super().handle()


@contextmanager
def served_here(folder: Path, port: int) -> Iterator[str]:
    """A folder on loopback by threads of this process, which leave no port behind when it is killed; its place."""
    handler = functools.partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"127.0.0.1:{port}"
        finally:
            server.shutdown()


def kept_pages(folder: Path, found: Sequence[FrozenPage]) -> list[tuple[FrozenPage, int]]:
    """A copy of each page and the port of its server: those that an earlier run left in the folder, or new ones."""
    plan = folder / "pages.json"
    if not plan.exists():
        made = []
        for number, page in enumerate(found):
            shutil.copytree(page.folder, folder / "sites" / str(number), dirs_exist_ok=True)
            made.append({"name": page.name, "path": page.path, "port": free_port()})
        plan.write_text(json.dumps(made), "utf-8")
    return [
        (FrozenPage(name=one["name"], folder=folder / "sites" / str(number), path=one["path"]), one["port"])
        for number, one in enumerate(json.loads(plan.read_text("utf-8")))
    ]


def watch_all(service: Service, pages: list[tuple[FrozenPage, str]]) -> list[Watched]:
    known = {row.email: row.id for row in rows(service, watches)}
    made = []
    for number, (page, place) in enumerate(pages):
        email = f"owner{number}@d{number}.example"
        watch_id = known.get(email) or watched(service, f"http://{place}{page.path}", email)
        file = page.folder / (page.path.removeprefix("/") or "index.html")
        made.append(Watched(page=page, file=file, watch_id=watch_id))
    service.clock.at = max([START, *(row.at for row in rows(service, watch_runs))])
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--pages", type=int, default=25)
    parser.add_argument("--looks", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without-changes", action="store_true")
    parser.add_argument("--that-matter", action="store_true", help="only changes that must be told")
    parser.add_argument("--after", type=Path, help="pages as somebody left them later, by the same names")
    parser.add_argument("--keep", type=Path, help="keeps everything there, and goes on after an interruption")
    options = parser.parse_args()
    found = [page for folder in options.folders or OWN for page in frozen_pages(folder)][: options.pages]
    began = time.monotonic()
    with log.without_log_lines(), ExitStack() as stack:
        folder = (options.keep or Path(stack.enter_context(TemporaryDirectory()))).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        pages = [
            (page, stack.enter_context(served_here(page.folder, port)))
            for page, port in kept_pages(folder, found)
        ]
        service = month_service(
            f"sqlite:///{folder}/coldread.db",
            folder / "data",
            scan_engine="pipeline",
            scan_allow_hosts=",".join(place for _, place in pages),
        )
        stack.callback(service.close)
        all_watched = watch_all(service, pages)
        look_for(service, START + (options.looks - 1) * DAY + DAY // 2)
        false = {one.page.name: told_of(service, one.watch_id) for one in all_watched}
        _print_quiet(service, all_watched, false)
        if options.after:
            replace_all(service, all_watched, options.after)
        outcomes = (
            []
            if options.without_changes or options.after
            else change_all(service, all_watched, options.seed, that_matter=options.that_matter)
        )
    _print_changes(outcomes)
    print(f"{time.monotonic() - began:.0f} s")
    wrong = sum(map(len, false.values())) + sum(not one.is_right for one in outcomes)
    raise SystemExit(bool(wrong))


def _print_quiet(service: Service, pages: list[Watched], false: dict[str, list[Any]]) -> None:
    runs = rows(service, watch_runs)
    alerts = sum(map(len, false.values()))
    looks = sum(run.session_id is not None for run in runs)
    print(f"{len(pages)} pages that did not change, {looks} looks: {alerts} false alerts", flush=True)
    for one in pages:
        mine = [run for run in runs if run.watch_id == one.watch_id]
        outcomes = ", ".join(
            f"{name or 'no page'} {count}"
            for name, count in Counter(run.outcome for run in mine).most_common()
        )
        scores = sorted({run.score for run in mine if run.score is not None})
        print(f"  {one.page.name}: {len(mine)} runs ({outcomes}), scores {scores}", flush=True)
        for row in false[one.page.name]:
            print(f"    FALSE ALERT, run {row.number}: {row.changes[:300]}", flush=True)


def _print_changes(outcomes: list[Outcome]) -> None:
    if outcomes:
        print(f"{len(outcomes)} changes: {sum(one.is_right for one in outcomes)} told as they must be")
    for one in outcomes:
        must = one.change.told.value if one.change.told else "nothing"
        mark = "" if one.is_right else "  WRONG"
        print(f"  {one.page}: {one.change.name} → {must}; told: {', '.join(one.kinds) or 'nothing'}{mark}")


if __name__ == "__main__":
    main()
