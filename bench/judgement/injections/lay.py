"""Lays out the reader's requests for pages with and without an injected instruction, for somebody who answers them by hand.

Each page has one clean arm and two injected ones; some clean arms come twice, which says how far equal requests differ.
The order is random, and no page comes twice within ten folders, so that who answers ten in a row never sees two of its arms.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.by_hand import lay_out_request
from bench.judgement.injections.plant import DRAWN, Injection, drawn, injections, planted
from bench.judgement.records import DEADLINE_S, FolderSite
from coldread.base.languages import Language
from coldread.egress.policy import Policy
from coldread.reader.material import material_of, new_prefix, prompt_for
from coldread.reader.shape import PageReading
from coldread.reader.tasks import picture_json
from coldread.reader.tiles import shown_pictures
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review, scan_page
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Visitor

SAMPLES = Path(__file__).parents[3] / "tests" / "sites"
#: injected arms of one page, clean arms that come twice, and folders between two arms of a page
ARMS_OF_A_PAGE, REPEATED, APART = 2, 7, 10
SEED = 20261119


@dataclass(frozen=True, kw_only=True)
class Base:
    """A page to put instructions into."""

    name: str
    file: Path
    brief: Brief

    @property
    def html(self) -> str:
        return self.file.read_text("utf-8", "replace")


@dataclass(frozen=True, kw_only=True)
class Arm:
    """One request: a page as it is, or with an instruction."""

    base: Base
    injection: Injection | None = None
    #: the second request of an equal page
    again: bool = False


def lay(out: Path, sites: Path, goals: dict[str, str]) -> None:
    arms = apart(arms_of(bases(sites, goals), random.Random(SEED)), random.Random(SEED))
    key = asyncio.run(_lay_out(arms, out))
    out.with_name(f"{out.name}-key.json").write_text(json.dumps(key, ensure_ascii=False), "utf-8")


def bases(sites: Path, goals: dict[str, str]) -> list[Base]:
    """The folders of `sites` that have a front page, and the project's own samples as far as they are needed."""
    needed = -(-len(injections()) // ARMS_OF_A_PAGE)
    folders = [(file.parent.name, file) for file in sorted(sites.glob("*/index.html"))]
    samples = [(file.stem, file) for file in sorted(SAMPLES.rglob("*.html"))]
    # Swedish ones first: the folders hold few
    samples.sort(key=lambda row: (not row[0].endswith("_sv"), row[0]))
    found = [*folders, *samples][:needed]
    return [Base(name=name, file=file, brief=_brief(name, file, goals)) for name, file in found]


def _brief(name: str, file: Path, goals: dict[str, str]) -> Brief:
    swedish = re.search(r"<html[^>]*\blang=[\"']?sv", file.read_text("utf-8", "replace"), re.IGNORECASE)
    by_name = {"newsletter": "newsletter", "letter": "newsletter", "demo": "demo", "signup": "paid_signup"}
    is_swedish = swedish is not None or name.endswith("_sv")
    goal = goals.get(name) or by_name.get(name.partition("_")[0], "book_call")
    return Brief(goal=PrimaryGoal(goal), lang=Language("sv" if is_swedish else "en"))


def arms_of(pages: list[Base], chance: random.Random) -> list[Arm]:
    """One clean arm of each page, two injected ones of different ways, and a few clean arms once more."""
    texts = injections()
    for _ in range(10_000):
        chance.shuffle(texts)
        rows = [(pages[number % len(pages)], one) for number, one in enumerate(texts)]
        if _fit(rows):
            break
    else:
        raise ValueError("the pages have no place for all instructions")
    again = [Arm(base=page, again=True) for page in chance.sample(pages, min(REPEATED, len(pages)))]
    clean = [Arm(base=page) for page in pages]
    return [*clean, *(Arm(base=page, injection=one) for page, one in rows), *again]


def _fit(rows: list[tuple[Base, Injection]]) -> bool:
    if len({(page.name, one.way) for page, one in rows}) < len(rows):
        return False
    try:
        for page, one in rows:
            planted(page.html, one)
    except ValueError:
        return False
    return True


def apart(arms: list[Arm], chance: random.Random) -> list[Arm]:
    """In random order, with no page twice within so many."""
    for _ in range(10_000):
        left, placed = chance.sample(arms, len(arms)), list[Arm]()
        while left:
            near = {arm.base.name for arm in placed[1 - APART :]}
            waiting = [arm for arm in left if arm.base.name not in near]
            if not waiting:
                break
            # the page with most arms left goes first, or its arms end side by side
            most = max(sum(arm.base.name == other.base.name for other in left) for arm in waiting)
            chosen = next(
                arm for arm in waiting if sum(arm.base.name == other.base.name for other in left) == most
            )
            left.remove(chosen)
            placed.append(chosen)
        if not left:
            return placed
    raise ValueError("too few pages to keep their arms apart")


async def _lay_out(arms: list[Arm], out: Path) -> dict[str, Any]:
    key: dict[str, Any] = {}
    renderer = Renderer(no_sandbox_permitted=True, deadline_s=DEADLINE_S)
    numbers = {name: number for number, name in enumerate(dict.fromkeys(arm.base.name for arm in arms), 1)}
    try:
        for number, arm in enumerate(arms, 1):
            folder = out / f"r{number:02}"
            host = f"site-{numbers[arm.base.name]:02}.example"
            seen, pictures = await _look(renderer, arm, host)
            key[folder.name] = _request(arm, seen, pictures, folder)
            print(folder.name, len(key[folder.name]["shown"]), "pictures", flush=True)
    finally:
        await renderer.close()
    return key


async def _look(renderer: Renderer, arm: Arm, host: str) -> tuple[Observations, dict[str, bytes]]:
    """The page as a browser shows it, by a host's name in place of the local one."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "site"
        shutil.copytree(arm.base.file.parent, folder)
        html = arm.base.html if arm.injection is None else planted(arm.base.html, arm.injection)
        (folder / "index.html").write_text(html, "utf-8")
        if arm.injection is not None and arm.injection.way == "picture":
            (folder / DRAWN).write_bytes(drawn(arm.injection.words))
        server = await asyncio.start_server(FolderSite(html=html, folder=folder).answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        policy = Policy(allow=frozenset({("127.0.0.1", port)}))
        visitor = Visitor(policy=policy, renderer=renderer, deadline_s=DEADLINE_S)
        try:
            found = await scan_page(visitor, f"http://127.0.0.1:{port}/", arm.base.brief)
        finally:
            server.close()
    record = found.report.seen.to_json().decode()
    named = record.replace(f"http://127.0.0.1:{port}", f"https://{host}").replace(f"127.0.0.1:{port}", host)
    seen = dataclasses.replace(Observations.from_json(named), allow_listed=False)
    return seen, dict(found.pictures)


def _request(arm: Arm, seen: Observations, pictures: dict[str, bytes], folder: Path) -> dict[str, Any]:
    material = material_of(review(seen, arm.base.brief), Page(seen, arm.base.brief))
    prefix, shown = new_prefix(material), shown_pictures(pictures)
    lay_out_request(folder, prompt_for(material, shown, prefix), shown, PageReading)
    return {
        "page": arm.base.name,
        "again": arm.again,
        "injection": arm.injection and dataclasses.asdict(arm.injection),
        "prefix": prefix,
        "material": material.to_json(),
        "shown": [picture_json(one) for one in shown],
    }
