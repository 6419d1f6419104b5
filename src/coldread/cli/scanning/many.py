"""Several pages in one command: one browser, a few pages at a time, and a table with the worst page first."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace

from coldread.cli.scanning.answer import as_json, as_sarif, sarif_context
from coldread.cli.scanning.ending import Outcome
from coldread.cli.scanning.exits import Code, Stop, usage_error
from coldread.cli.scanning.options import ScanOptions
from coldread.cli.scanning.place import Place, open_place
from coldread.cli.scanning.progress import NoProgress
from coldread.cli.scanning.run import Inputs, exit_code_after, judge_visit, prepared_for, put_out, visit_of
from coldread.cli.scanning.sitemap import pages_of
from coldread.cli.scanning.visit import visit_with
from coldread.egress.policy import parse_allowed
from coldread.scanner.report.plain import without_control_characters
from coldread.scanner.visit.render.renderer import Renderer

#: most findings that pages share, named below the table
SHARED = 5


@dataclass(frozen=True, kw_only=True)
class ManyOptions:
    """The options that only apply to several pages."""

    pages: tuple[str, ...]
    sitemap: str | None
    #: most pages of the sitemap
    most: int
    #: pages that are scanned concurrently
    at_once: int


@dataclass(frozen=True, kw_only=True)
class PageResult:
    """One page with its result: the outcome, or the sentence why there is none."""

    page: str
    place: Place | None = None
    outcome: Outcome | None = None
    stop: Stop | None = None

    @property
    def score(self) -> int:
        return self.outcome.report.scores.overall if self.outcome else -1


def run_many(order: ScanOptions, many: ManyOptions) -> Code:
    """The exit code; everything else was printed before."""
    return exit_code_after(lambda: _carry_out(order, many))


def _carry_out(order: ScanOptions, many: ManyOptions) -> Code:
    _refuse_what_is_for_one(order)
    prepared = prepared_for(order)
    results = asyncio.run(_scan_pages(order, prepared, many))
    ranked = sorted(results, key=lambda result: (result.outcome is None, result.score, result.page))
    text = {"md": _table, "json": _json, "sarif": _sarif}[order.output_format](ranked)
    put_out(order, text)
    if not order.quiet:
        for line in _closing_lines(ranked, order):
            print(without_control_characters(line), file=sys.stderr)
    return _worst_exit_code(ranked, order)


def _refuse_what_is_for_one(order: ScanOptions) -> None:
    for name, value in (
        ("--screenshot", order.screenshot),
        ("--patch", order.patch),
        ("--html", order.html),
        ("--baseline", order.baseline),
    ):
        if value is not None:
            raise usage_error(f"{name} is for one page; name a single one.")


async def _scan_pages(order: ScanOptions, prepared: Inputs, many: ManyOptions) -> list[PageResult]:
    pages = list(many.pages)
    if many.sitemap is not None:
        pages += await pages_of(many.sitemap, many.most, parse_allowed(order.allowed))
    pages = list(dict.fromkeys(pages))
    places = asyncio.Semaphore(many.at_once)
    done = 0
    async with _one_browser(order) as renderer:

        async def look(page: str) -> PageResult:
            nonlocal done
            async with places:
                found = await _scan_page(replace(order, page=page), prepared, renderer)
            done += 1
            if not order.quiet:
                result_text = f"{found.score}/100" if found.outcome else "no page"
                print(
                    without_control_characters(f"coldread: {done} of {len(pages)}  {result_text}  {page}"),
                    file=sys.stderr,
                    flush=True,
                )
            return found

        return await asyncio.gather(*(look(page) for page in pages))


@contextlib.asynccontextmanager
async def _one_browser(order: ScanOptions) -> AsyncIterator[Renderer | None]:
    if order.browser is False:
        yield None
        return
    renderer = Renderer(chromium=order.chromium, no_sandbox_permitted=order.no_sandbox_permitted)
    try:
        yield renderer
    finally:
        await renderer.close()


async def _scan_page(order: ScanOptions, prepared: Inputs, renderer: Renderer | None) -> PageResult:
    try:
        with open_place(order.page) as place:
            result = await visit_with(visit_of(order, prepared, place), renderer, NoProgress())
            outcome = await asyncio.to_thread(judge_visit, order, prepared, place, result, NoProgress())
            return PageResult(page=order.page, place=place, outcome=outcome)
    except Stop as stop:
        return PageResult(page=order.page, stop=stop)


def _table(results: Sequence[PageResult]) -> str:
    rows = ["| Score | Page | Blocking | Costly | Fix first |", "|---:|---|---:|---:|---|"]
    for result in results:
        if result.outcome is None:
            continue
        report = result.outcome.report
        first = report.top[0].title if report.top else "–"
        cells = (report.scores.overall, result.page, report.counts["P0"], report.counts["P1"], first)
        rows.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    judged_pages = [result for result in results if result.outcome]
    parts = [f"# {len(judged_pages)} pages, the worst first", "\n".join(rows)]
    if shared := list(_lines_of_shared_findings(judged_pages)):
        parts.append("## What most of them share\n\n" + "\n".join(shared))
    if lost := [f"- {result.page}: {result.stop.sentence}" for result in results if result.stop]:
        parts.append("## Not judged\n\n" + "\n".join(lost))
    return "\n\n".join(parts) + "\n"


def _lines_of_shared_findings(results: Sequence[PageResult]) -> Iterator[str]:
    """Findings of more than one page, the most common first: one fix in a template removes them everywhere."""
    titles: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for result in results:
        for finding in result.outcome.report.findings if result.outcome else ():
            titles.setdefault(finding.id, finding.title)
            counted[finding.id] += 1
    for finding_id, count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:SHARED]:
        if count > 1:
            yield f"- {count} of {len(results)}: {titles[finding_id]} (`{finding_id}`)"


def _json(results: Sequence[PageResult]) -> str:
    pages = [
        {"page": result.page, **json.loads(as_json(result.outcome.report))}
        for result in results
        if result.outcome
    ]
    failed = [{"page": result.page, "reason": result.stop.sentence} for result in results if result.stop]
    worst = pages[0]["page"] if pages else None
    answer = {"pages": pages, "not_judged": failed, "worst": worst}
    return json.dumps(answer, indent=2, ensure_ascii=False) + "\n"


def _sarif(results: Sequence[PageResult]) -> str:
    """One log with a run for each page, distinguished by its category."""
    logs = []
    for result in results:
        if result.outcome is not None and result.place is not None:
            log = json.loads(as_sarif(result.outcome.report, sarif_context(result.outcome, result.place)))
            for run in log["runs"]:
                run["automationDetails"]["id"] += f"{result.page}/"
            logs.append(log)
    if not logs:
        raise Stop(Code.NO_PAGE, "No page could be judged.")
    return json.dumps({**logs[0], "runs": [run for log in logs for run in log["runs"]]}, indent=2) + "\n"


def _closing_lines(results: Sequence[PageResult], order: ScanOptions) -> Iterator[str]:
    judged_pages = [result for result in results if result.outcome]
    if judged_pages:
        mean = round(sum(result.score for result in judged_pages) / len(judged_pages))
        yield f"{len(judged_pages)} pages, {mean}/100 on average, the worst {judged_pages[0].score}: {judged_pages[0].page}"
    if order.output:
        yield f"written: {order.output}"
    yield from (f"not judged: {result.stop.sentence}" for result in results if result.stop)
    yield from (
        f"failed: {page} scores below {order.fail_under}" for page in _pages_under_limit(results, order)
    )


def _pages_under_limit(results: Sequence[PageResult], order: ScanOptions) -> list[str]:
    least = order.fail_under
    return [
        result.page for result in results if least is not None and result.outcome and result.score < least
    ]


def _worst_exit_code(results: Sequence[PageResult], order: ScanOptions) -> Code:
    """A failed requirement first, since builds ask for that; then a page that could not be judged."""
    if _pages_under_limit(results, order):
        return Code.FAILED
    return next((result.stop.code for result in results if result.stop), Code.OK)
