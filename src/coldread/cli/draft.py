"""`coldread draft`: the specification and the diff of a cold-read for any page, without an order."""

from __future__ import annotations

import asyncio
import dataclasses
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

from coldread.base.clock import Clock
from coldread.base.languages import Language
from coldread.cli.run import fail, settings_or_exit
from coldread.scanner.goals import PrimaryGoal

if TYPE_CHECKING:
    from coldread.base.settings import Settings
    from coldread.drafts.finished_draft import WrittenDraft
    from coldread.drafts.page_scan import PageScan
    from coldread.drafts.prepare import DraftTask

HELP = """Write spec_draft.md and diff.patch for a page, as a paid order would get them.

PAGE is an address, a bare host or an HTML file; a file is its own source. Scans with a browser if there is one.
A configured model (COLDREAD_LLM_…) reads the page and writes the draft; without one the draft is a work sheet of the measured findings.

\b
Example:
  coldread draft public/index.html --wish "More booked calls" --goal book_call --audience "small web shops" --into review
"""
COMPONENTS = (".jsx", ".tsx", ".js", ".ts")


def draft(
    page: Annotated[str, typer.Argument(metavar="PAGE", show_default=False)],
    wish: Annotated[str, typer.Option(help="The goal in the buyer's words.")],
    audience: Annotated[str, typer.Option(help="The audience of the page.")],
    goal: Annotated[
        PrimaryGoal, typer.Option(help="The goal that the page is judged by.")
    ] = PrimaryGoal.OTHER,
    trouble: Annotated[str, typer.Option(help="What goes wrong today, in the buyer's words.")] = "",
    constraints: Annotated[str, typer.Option(help="What must not change.")] = "",
    lang: Annotated[Language, typer.Option(help="Language of the specification.")] = Language.EN,
    source: Annotated[Path | None, typer.Option(help="The owner's own HTML or JSX of the page.")] = None,
    competitor: Annotated[list[str] | None, typer.Option(help="A page to compare with; up to three.")] = None,
    public: Annotated[str, typer.Option(help="The page's public address, if PAGE is a copy of it.")] = "",
    into: Annotated[Path, typer.Option(help="Folder for the two files.")] = Path(),
) -> None:
    from coldread.cli.scanning.place import open_place
    from coldread.drafts.assignment import Assignment
    from coldread.drafts.prepare import DraftTask
    from coldread.orders.rules.expiry import FINAL_WITHIN

    with ExitStack() as stack:
        place = stack.enter_context(open_place(page))
        rivals = [stack.enter_context(open_place(other)) for other in (competitor or [])[:3]]
        asked = Assignment(
            order_id="",
            url=place.url,
            goal=wish,
            audience=audience,
            primary_goal=goal,
            constraints=constraints,
            pain_point=trouble,
            competitors=tuple(rival.url for rival in rivals),
            lang=lang,
            final_by=Clock().now() + FINAL_WITHIN,
        )
        task = DraftTask(assignment=asked, sources=_source_by_kind(source or place.file))
        rival_names = {
            rival.url: f"https://{Path(rival.shown).parent.name or 'page'}.example/"
            for rival in rivals
            if rival.file
        }
        renamed = {**({place.url: public} if public else {}), **rival_names}
        written = asyncio.run(_write_draft(task, renamed))
    into.mkdir(parents=True, exist_ok=True)
    (into / "spec_draft.md").write_text(written.spec_md, "utf-8")
    if written.diff is not None:
        (into / "diff.patch").write_bytes(written.diff_bytes)
    for flag in written.flags:
        typer.echo(f"! {flag}", file=sys.stderr)


def _source_by_kind(file: Path | None) -> dict[str, str]:
    if file is None:
        return {}
    kind = "jsx" if file.suffix.lower() in COMPONENTS else "html"
    try:
        # with its own line ends and invalid bytes, or the diff does not apply
        return {kind: file.read_bytes().decode("utf-8", "surrogateescape")}
    except OSError as error:
        fail(f"{file} cannot be read: {error}")


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScannedPages:
    """Everything that was read for a draft, under its public names."""

    task: DraftTask
    sights: list[PageScan]
    linked: list[dict[str, str]]


async def _write_draft(task: DraftTask, renamed: dict[str, str]) -> WrittenDraft:
    """Read all pages, and write the draft."""
    from coldread.drafts.prepare import draft_without_order
    from coldread.llm.model import model

    settings = settings_or_exit()
    wording = model(settings)
    try:
        scanned = await scan_all(task, renamed, settings)
        return await draft_without_order(scanned.task, scanned.sights, scanned.linked, wording)
    finally:
        if wording is not None:
            await wording.close()


async def scan_all(task: DraftTask, renamed: dict[str, str], settings: Settings) -> ScannedPages:
    """Scan all pages and those around the first one, and replace their addresses by the public ones."""
    from coldread.drafts.page_context.linked_pages import read_around, what_to_read_around
    from coldread.drafts.page_scan import scan_patiently
    from coldread.scanner.page.observations import Observations
    from coldread.scanner.page.page import Page
    from coldread.scanner.scanner import Scanner
    from coldread.services import scanner_options

    asked = task.assignment
    hosts = tuple(urlsplit(url).netloc for url in (asked.url, *asked.competitors))
    scanner = Scanner(dataclasses.replace(scanner_options(settings), allow_hosts=hosts))
    linked: list[dict[str, str]] = []

    public = renamed.get(asked.url, asked.url)

    async def leads_to(record: str) -> dict[str, Any]:
        """Links to the public address of the same site are followed locally."""
        observations = Observations.from_json(record)
        named = dataclasses.replace(
            observations, final_url=_on_host(observations.final_url, asked.url, public)
        )
        found = what_to_read_around(Page(named, asked.brief), asked.wish)
        return {
            "own": _on_host(found["own"], public, asked.url),
            **{
                kind: [_on_host(url, public, asked.url) for url in found[kind]]
                for kind in ("pages", "guessed", "scripts")
            },
        }

    try:
        sights = [await scan_patiently(scanner, url, asked.brief) for url in (asked.url, *asked.competitors)]
        if sights[0].report is not None:
            linked = await read_around(scanner, sights[0].report.seen.to_json().decode(), leads_to)
    finally:
        await scanner.close()
    linked = [{**one, "url": _on_host(one["url"], asked.url, public)} for one in linked]
    sights = [sight.under_names(renamed) for sight in sights]
    names = [renamed.get(url, url) for url in (asked.url, *asked.competitors)]
    named = dataclasses.replace(asked, url=names[0], competitors=tuple(names[1:]))
    return ScannedPages(task=dataclasses.replace(task, assignment=named), sights=sights, linked=linked)


def _on_host(url: str, of: str, other: str) -> str:
    """The address with the host of `of` replaced by that of `other`."""
    here, target = urlsplit(of), urlsplit(other)
    return url.replace(f"{here.scheme}://{here.netloc}/", f"{target.scheme}://{target.netloc}/", 1)
