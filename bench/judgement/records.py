"""Records of the labelled pages: each is scanned once in a browser and can be judged again any number of times.

There is no network: hosts other than the page's own do not answer, as when the readers looked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

from bench.judgement.pages import GatheredPage, LabelledPage
from bench.quality.looking import Site
from coldread.egress.policy import Policy
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review, scan_page
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Observations
from coldread.scanner.stored_record import packed_record
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Visitor

#: a crowded machine shall not look like a slow page
DEADLINE_S = 60.0


class FolderSite(Site):
    """A folder as a host serves it: `/` is its index, `/name` means `name.html` or the folder's index."""

    def _found(self, path: str) -> tuple[str, str, bytes]:
        wanted = unquote(path).lstrip("/")
        for name in (wanted, f"{wanted}.html", f"{wanted.rstrip('/')}/index.html".lstrip("/")):
            file = (self.folder / name).resolve()
            if name and file.is_relative_to(self.folder.resolve()) and file.is_file():
                return super()._found("/" + name)
        return "404 Not Found", "text/html", b"<!doctype html><title>Not found</title>"


async def look_at(pages: Iterable[LabelledPage | GatheredPage], sites: Path, records: Path) -> None:
    """Store a record for every page that has none yet."""
    renderer = Renderer(no_sandbox_permitted=True, deadline_s=DEADLINE_S)
    try:
        for page in pages:
            if (records / f"{page.id}.z").exists() or not (page.folder(sites) / page.page).exists():
                continue
            site = FolderSite(folder=page.folder(sites))
            server = await asyncio.start_server(site.answer, "127.0.0.1", 0)
            port = server.sockets[0].getsockname()[1]
            policy = Policy(allow=frozenset({("127.0.0.1", port)}))
            visitor = Visitor(policy=policy, renderer=renderer, deadline_s=DEADLINE_S)
            try:
                seen = await scan_page(visitor, f"http://127.0.0.1:{port}/{page.page}", page.brief)
            except Exception as error:  # one page that cannot be had does not end the row
                print(f"{page.id}: {type(error).__name__} {error}", flush=True)
                continue
            finally:
                server.close()
            (records / f"{page.id}.z").write_bytes(packed_record(seen.report.seen))
            print(f"{page.id}: {seen.report.source}, {seen.report.scores.overall}", flush=True)
    finally:
        await renderer.close()


def judged(record: Path, brief: Brief) -> Report:
    import zlib

    return review(Observations.from_json(zlib.decompress(record.read_bytes())), brief)
