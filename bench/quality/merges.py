"""`python -m bench.quality.merges PAGE… [--packet FOLDER] [--write]`: patches of real pages, as their owner would get them.

A PAGE is a folder with an `index.html`, or one of a labelled page (`meta.json` and `site/`). Each is scanned in a browser,
patched as a draft does it, with git, and scanned again. Measured: whether every patch applies, its finding is gone, nothing new
appears, and both pictures are the same outside of the change. `--packet` writes each patch for a reviewer who says whether they
would merge it.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bench.judgement.records import DEADLINE_S, FolderSite
from bench.quality.figures import about, store
from bench.quality.patches import TIMED, patched_page
from bench.quality.subjects import found_in
from coldread.base.languages import Language
from coldread.drafts.diff import source_patches
from coldread.egress.policy import Policy
from coldread.scanner.brief import Brief
from coldread.scanner.engine import JudgedPage, scan_page
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import Box, Viewport
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.patch.cascade import Cascade
from coldread.scanner.patch.changes import Change, InsertInHead, Restyle, SetAttribute
from coldread.scanner.patch.colour_values import is_same_colour, read_colour
from coldread.scanner.patch.make_patches import PatchSet, PatchTrial
from coldread.scanner.patch.recipe_table import RECIPES
from coldread.scanner.patch.source import SourceText
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Visitor

LOOKS = 3
#: how much, of 255, a pixel of a JPEG may differ whose neighbour was changed, and how many pixels around a change its blocks reach
NOISE, REACH = 24, 17
#: pixels of a part that moves by itself
RESTLESS = 64


@dataclasses.dataclass(frozen=True, kw_only=True)
class RealPage:
    name: str
    folder: Path
    file: str
    brief: Brief


@dataclasses.dataclass(frozen=True, kw_only=True)
class Proposed:
    """One patch, and its outcome."""

    finding: Finding
    diff: str
    applies: bool
    gone: bool


@dataclasses.dataclass(frozen=True, kw_only=True)
class Outcome:
    page: RealPage
    proposed: tuple[Proposed, ...]
    #: findings that only the patched page has
    new: tuple[str, ...] = ()
    #: per window: the share of the picture outside of what was changed that is not the same; None: not compared
    differs: tuple[tuple[str, float], ...] = ()
    #: why there is nothing to compare
    trouble: str = ""
    #: per window: as it was and as it is with the patches
    pictures: tuple[tuple[str, Image.Image], ...] = ()


class PageSite(FolderSite):
    """A folder whose one page can be another than the file says."""

    def __init__(self, page: RealPage) -> None:
        super().__init__(folder=page.folder)
        self.page = page
        self.instead: bytes | None = None

    def _found(self, path: str) -> tuple[str, str, bytes]:
        if self.instead is not None and unquote(path.lstrip("/")) == self.page.file:
            # as the page itself is served: one without a charset is read otherwise with one
            status, kind, _ = super()._found(path)
            return status, kind, self.instead
        return super()._found(path)


def read_page(folder: Path) -> RealPage:
    told = folder / "meta.json"
    if not told.exists():
        found = next(one for one in found_in(folder.parent) if one.folder == folder)
        return RealPage(name=folder.name, folder=folder, file="index.html", brief=found.brief)
    meta = json.loads(told.read_text("utf-8"))
    brief = Brief(goal=PrimaryGoal(meta["goal"]), lang=Language(meta["language"]))
    return RealPage(name=folder.name, folder=folder / "site", file=meta["page"], brief=brief)


class Looker:
    """One browser and one site after another."""

    def __init__(self, renderer: Renderer, site: PageSite, port: int) -> None:
        self.site = site
        policy = Policy(allow=frozenset({("127.0.0.1", port)}))
        self._visitor = Visitor(policy=policy, renderer=renderer, deadline_s=DEADLINE_S)
        self._url = f"http://127.0.0.1:{port}/{site.page.file}"

    async def look(self) -> JudgedPage:
        """The first look with nothing to add to it, else the last."""
        for _ in range(LOOKS):
            judged = await scan_page(self._visitor, self._url, self.site.page.brief)
            if not judged.report.seen.caveats:
                break
        return judged


async def outcome_of(looker: Looker) -> Outcome:
    page = looker.site.page
    before = await looker.look()
    report = before.report
    source = _read(page.folder / page.file)
    made = await asyncio.to_thread(source_patches, report, {"html": source})
    if not made:
        return Outcome(page=page, proposed=())
    patch_set = made[0].patch_set
    again = await looker.look()
    patched = patched_page(source, patch_set, patch_set.diff)
    looker.site.instead = None if patched is None else patched.encode()
    after = await looker.look() if patched is not None else None
    left = {one.id for one in after.report.findings} if after is not None else set()
    proposed = tuple(
        Proposed(
            finding=one,
            diff=patch,
            applies=patched_page(source, patch_set, patch) is not None,
            gone=after is not None and one.id not in left,
        )
        for one in report.findings
        if (patch := patch_set.fixes[one.id].patch)
    )
    if after is None:
        return Outcome(page=page, proposed=proposed, trouble="git refused the patches together")
    new, differs = _compared(source, before, again, after, patch_set)
    if new or any(
        share for _, share in differs
    ):  # a page that moves by itself: what two looks show is counted
        after = await looker.look()
        new_too, differs_too = _compared(source, before, again, after, patch_set)
        least = dict(differs_too)
        new = new & new_too
        differs = [(window, min(share, least.get(window, share))) for window, share in differs]
    return Outcome(
        page=page,
        proposed=proposed,
        new=tuple(sorted(new)),
        differs=tuple(differs),
        trouble=", ".join(after.report.seen.caveats),
        pictures=tuple(_side_by_side(before, after)),
    )


def _side_by_side(before: JudgedPage, after: JudgedPage) -> Iterator[tuple[str, Image.Image]]:
    """Both pictures in one, for a person who compares them."""
    for view in (before.report.seen.desktop, before.report.seen.mobile):
        was, now = _opened(before, view), _opened(after, view)
        if view is not None and was is not None and now is not None:
            both = Image.new("RGB", (was.width + now.width + GAP, max(was.height, now.height)), "magenta")
            both.paste(was, (0, 0))
            both.paste(now, (was.width + GAP, 0))
            yield view.name, both


#: px between the pictures before and after
GAP = 20


def _compared(
    source: str, before: JudgedPage, again: JudgedPage, after: JudgedPage, patch_set: PatchSet
) -> tuple[set[str], list[tuple[str, float]]]:
    """Findings that only the patched page has, and how much of each picture differs."""
    known = {one.id for judged in (before, again) for one in judged.report.findings}
    new = {one.id for one in after.report.findings} - known - TIMED
    return new, list(_differences(source, before, again, after, patch_set))


def _read(file: Path) -> str:
    """As text, which is how a source comes with an order."""
    data = file.read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


# pictures


def _differences(
    source: str, before: JudgedPage, again: JudgedPage, after: JudgedPage, patch_set: PatchSet
) -> Iterator[tuple[str, float]]:
    changes = _changes(source, before, patch_set)
    seen = before.report.seen
    for view in (seen.desktop, seen.mobile):
        pictures = [_opened(one, view) for one in (before, again, after)]
        first, second, third = pictures
        if view is not None and first is not None and second is not None and third is not None:
            boxes = list(_boxes(changes, seen.dom.elements, view, before))
            yield view.name, _outside(first, second, third, boxes)


def _opened(judged: JudgedPage, view: Viewport | None) -> Image.Image | None:
    data = judged.pictures.get(f"{view.name}.jpg") if view is not None else None
    return Image.open(io.BytesIO(data)).convert("RGB") if data else None


def _outside(first: Image.Image, second: Image.Image, third: Image.Image, boxes: Iterable[Box]) -> float:
    """What two looks at the same page differ in moves by itself, and is left out."""
    if first.size != third.size:
        return 1.0 if first.size == second.size else 0.0
    restless = _unlike(first, second) if first.size == second.size else Image.new("L", first.size, 0)
    unlike = _unlike(first, third)
    unlike.paste(0, mask=_around(restless))
    pen = ImageDraw.Draw(unlike)
    for x, y, width, height in boxes:
        pen.rectangle((x - REACH, y - REACH, x + width + REACH, y + height + REACH), fill=0)
    return unlike.histogram()[255] / (first.width * first.height)


def _around(restless: Image.Image) -> Image.Image:
    """Whole parts of the picture, so that what is animated is left out wherever it happens to be."""
    small = (max(1, restless.width // RESTLESS), max(1, restless.height // RESTLESS))
    parts = restless.reduce(4).point(lambda value: 255 if value else 0).resize(small, Image.Resampling.BOX)
    marked = parts.point(lambda value: 255 if value else 0).filter(ImageFilter.MaxFilter(3))
    return marked.resize(restless.size, Image.Resampling.NEAREST)


def _unlike(one: Image.Image, other: Image.Image) -> Image.Image:
    apart = ImageChops.difference(one, other)
    red, green, blue = (part.point(lambda value: 255 if value > NOISE else 0) for part in apart.split())
    return ImageChops.lighter(red, ImageChops.lighter(green, blue))


def _changes(source: str, before: JudgedPage, patch_set: PatchSet) -> list[Change]:
    trial = PatchTrial(SourceText(text=source), before.report, "html")
    carried = [one for one in before.report.findings if patch_set.fixes[one.id].patch]
    tried = [trial.attempt(one) for one in carried]
    return [change for one in tried for change in getattr(one, "changes", ())]


def _boxes(
    changes: Sequence[Change], elements: Sequence[Element], view: Viewport, before: JudgedPage
) -> Iterator[Box]:
    """Where a change may be seen: the elements it is for; of a colour everything that had it."""
    drawn = {one.selector: one for one in view.drawn}
    cascade = Cascade(before.report.seen.dom)
    for change in changes:
        if isinstance(change, Restyle):
            rule = next(
                one
                for one in cascade.rules
                if (one.within, one.selectors) == (change.within, change.selectors)
            )
            old = read_colour(change.old)
            meant = {
                below.selector for one in cascade.elements_matched(rule, elements) for below in one.walk()
            }
            yield from (
                one.box
                for one in view.drawn
                if one.selector in meant
                and old is not None
                and (is_same_colour(one.color, old) or is_same_colour(one.background, old))
            )
        elif not isinstance(change, InsertInHead):
            quiet = isinstance(change, SetAttribute) and change.name in ("lang", "role")
            if not quiet and change.element.selector in drawn:
                yield drawn[change.element.selector].box


# told


def packet(outcome: Outcome) -> str:
    """One page's patches, for somebody who reviews them."""
    page = outcome.page
    head = [
        f"# {page.name}",
        "",
        f"The page: `{page.folder / page.file}` (goal: {page.brief.goal.value})",
        "",
    ]
    parts = [
        [
            f"## {page.name} · {number}",
            "",
            f"{one.finding.title}. {one.finding.why}",
            "",
            f"Why change it: {RECIPES[one.finding.id].why}",
            "",
            "```diff",
            one.diff.rstrip("\n"),
            "```",
            "",
        ]
        for number, one in enumerate(outcome.proposed, start=1)
    ]
    return "\n".join([*head, *(line for part in parts for line in part)])


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    every = [one for outcome in outcomes for one in outcome.proposed]
    patch_set = [one for one in outcomes if one.proposed]
    yield f"{len(outcomes)} pages, {len(patch_set)} with patches, {len(every)} patches."
    yield from ("", "| finding | patches | apply | gone |", "|---|---:|---:|---:|")
    for name in sorted({one.finding.id for one in every}):
        own = [one for one in every if one.finding.id == name]
        yield f"| {name} | {len(own)} | {sum(one.applies for one in own)} | {sum(one.gone for one in own)} |"
    yield f"| **all** | {len(every)} | {sum(one.applies for one in every)} | {sum(one.gone for one in every)} |"
    shares = [share for one in patch_set for _, share in one.differs]
    same_ones = sum(share == 0 for share in shares)
    yield from ("", f"Pictures the same outside of what was changed: {same_ones} of {len(shares)}.", "")
    for one in outcomes:
        yield from (f"- new on {one.page.name}: {name}" for name in one.new)
        yield from (
            f"- still there on {one.page.name}: {each.finding.id}" for each in one.proposed if not each.gone
        )
        yield from (
            f"- {one.page.name}, {window}: {share:.3%} of the picture differs"
            for window, share in one.differs
            if share
        )
        yield from ([f"- {one.page.name}: {one.trouble}"] if one.trouble else [])


async def outcomes_of(folders: Sequence[Path], into: Path | None) -> list[Outcome]:
    renderer = Renderer(no_sandbox_permitted=True, deadline_s=DEADLINE_S)
    found: list[Outcome] = []
    try:
        for folder in folders:
            site = PageSite(read_page(folder))
            server = await asyncio.start_server(site.answer, "127.0.0.1", 0)
            try:
                one = await outcome_of(Looker(renderer, site, server.sockets[0].getsockname()[1]))
            except Exception as error:  # one page that cannot be had does not end the row
                print(f"{folder}: {type(error).__name__} {error}", file=sys.stderr, flush=True)
                continue
            finally:
                server.close()
            found.append(one)
            if into is not None and one.proposed:
                (into / f"{one.page.name}.md").write_text(packet(one), "utf-8", "replace")
                for window, picture in one.pictures:
                    picture.save(into / f"{one.page.name}-{window}.jpg", quality=70)
            ids = " ".join(
                each.finding.id + ("" if each.applies and each.gone else "!") for each in one.proposed
            )
            print(
                f"{one.page.name}: {ids} {one.new} {one.differs} {one.trouble}", file=sys.stderr, flush=True
            )
    finally:
        await renderer.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.quality.merges", description=__doc__)
    parser.add_argument("pages", type=Path, nargs="+", help="folders of pages")
    parser.add_argument(
        "--packet", type=Path, help="where a file a page is written for whoever reviews the patches"
    )
    parser.add_argument("--write", action="store_true", help="store the figures")
    wanted = parser.parse_args()
    if wanted.packet is not None:
        wanted.packet.mkdir(parents=True, exist_ok=True)
    outcomes = asyncio.run(outcomes_of(wanted.pages, wanted.packet))
    lines = [about(), "", *table(outcomes)]
    print("\n".join(lines))
    if wanted.write:
        store("Patches of real pages", lines)


if __name__ == "__main__":
    main()
