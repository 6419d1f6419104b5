"""Several pages in one command: one browser, a few at a time, and a table with the worst page first."""

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
from coldread.cli.scanning.run import Inputs, ending_of, judged, prepared_for, put_out, visit_of
from coldread.cli.scanning.sitemap import pages_of
from coldread.cli.scanning.visit import visit_with
from coldread.egress.policy import parse_allowed
from coldread.scanner.report.plain import visible
from coldread.scanner.visit.render.renderer import Renderer

#: findings that most pages share, named under the table
SHARED = 5


@dataclass(frozen=True, kw_only=True)
class ManyOptions:
    """What only several pages need."""

    pages: tuple[str, ...]
    sitemap: str | None
    #: pages of the sitemap, at most
    most: int
    #: looked at together
    at_once: int


@dataclass(frozen=True, kw_only=True)
class Seen:
    """One page with what came of it: the judgement, or the sentence why there is none."""

    page: str
    place: Place | None = None
    outcome: Outcome | None = None
    stop: Stop | None = None

    @property
    def score(self) -> int:
        return self.outcome.report.scores.overall if self.outcome else -1


def run_many(order: ScanOptions, many: ManyOptions) -> Code:
    """The exit code; everything else was said on the way."""
    return ending_of(lambda: _carry_out(order, many))


def _carry_out(order: ScanOptions, many: ManyOptions) -> Code:
    _refuse_what_is_for_one(order)
    prepared = prepared_for(order)
    seen = asyncio.run(_looked(order, prepared, many))
    ranked = sorted(seen, key=lambda one: (one.outcome is None, one.score, one.page))
    text = {"md": _table, "json": _json, "sarif": _sarif}[order.output_format](ranked)
    put_out(order, text)
    if not order.quiet:
        for line in _closing(ranked, order):
            print(visible(line), file=sys.stderr)
    return _code(ranked, order)


def _refuse_what_is_for_one(order: ScanOptions) -> None:
    for name, value in (
        ("--screenshot", order.screenshot),
        ("--patch", order.patch),
        ("--html", order.html),
        ("--baseline", order.baseline),
    ):
        if value is not None:
            raise usage_error(f"{name} is for one page; name a single one.")


async def _looked(order: ScanOptions, prepared: Inputs, many: ManyOptions) -> list[Seen]:
    pages = list(many.pages)
    if many.sitemap is not None:
        pages += await pages_of(many.sitemap, many.most, parse_allowed(order.allowed))
    pages = list(dict.fromkeys(pages))
    places = asyncio.Semaphore(many.at_once)
    done = 0
    async with _one_browser(order) as renderer:

        async def look(page: str) -> Seen:
            nonlocal done
            async with places:
                found = await _page(replace(order, page=page), prepared, renderer)
            done += 1
            if not order.quiet:
                said = f"{found.score}/100" if found.outcome else "no page"
                print(
                    visible(f"coldread: {done} of {len(pages)}  {said}  {page}"), file=sys.stderr, flush=True
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


async def _page(order: ScanOptions, prepared: Inputs, renderer: Renderer | None) -> Seen:
    try:
        with open_place(order.page) as place:
            result = await visit_with(visit_of(order, prepared, place), renderer, NoProgress())
            outcome = await asyncio.to_thread(judged, order, prepared, place, result, NoProgress())
            return Seen(page=order.page, place=place, outcome=outcome)
    except Stop as stop:
        return Seen(page=order.page, stop=stop)


def _table(seen: Sequence[Seen]) -> str:
    rows = ["| Score | Page | Blocking | Costly | First to mend |", "|---:|---|---:|---:|---|"]
    for one in seen:
        if one.outcome is None:
            continue
        report = one.outcome.report
        first = report.top[0].title if report.top else "–"
        cells = (report.scores.overall, one.page, report.counts["P0"], report.counts["P1"], first)
        rows.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    judged_pages = [one for one in seen if one.outcome]
    parts = [f"# {len(judged_pages)} pages, the worst first", "\n".join(rows)]
    if shared := list(_shared(judged_pages)):
        parts.append("## What most of them share\n\n" + "\n".join(shared))
    if lost := [f"- {one.page}: {one.stop.sentence}" for one in seen if one.stop]:
        parts.append("## Not judged\n\n" + "\n".join(lost))
    return "\n\n".join(parts) + "\n"


def _shared(seen: Sequence[Seen]) -> Iterator[str]:
    """Findings of more than one page, the commonest first: mended once in a template, gone everywhere."""
    titles: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for one in seen:
        for finding in one.outcome.report.findings if one.outcome else ():
            titles.setdefault(finding.id, finding.title)
            counted[finding.id] += 1
    for finding_id, count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:SHARED]:
        if count > 1:
            yield f"- {count} of {len(seen)}: {titles[finding_id]} (`{finding_id}`)"


def _json(seen: Sequence[Seen]) -> str:
    pages = [{"page": one.page, **json.loads(as_json(one.outcome.report))} for one in seen if one.outcome]
    failed = [{"page": one.page, "reason": one.stop.sentence} for one in seen if one.stop]
    worst = pages[0]["page"] if pages else None
    answer = {"pages": pages, "not_judged": failed, "worst": worst}
    return json.dumps(answer, indent=2, ensure_ascii=False) + "\n"


def _sarif(seen: Sequence[Seen]) -> str:
    """One log, a run for each page, told apart by its category."""
    logs = []
    for one in seen:
        if one.outcome is not None and one.place is not None:
            log = json.loads(as_sarif(one.outcome.report, sarif_context(one.outcome, one.place)))
            for run in log["runs"]:
                run["automationDetails"]["id"] += f"{one.page}/"
            logs.append(log)
    if not logs:
        raise Stop(Code.NO_PAGE, "No page could be judged.")
    return json.dumps({**logs[0], "runs": [run for log in logs for run in log["runs"]]}, indent=2) + "\n"


def _closing(seen: Sequence[Seen], order: ScanOptions) -> Iterator[str]:
    judged_pages = [one for one in seen if one.outcome]
    if judged_pages:
        mean = round(sum(one.score for one in judged_pages) / len(judged_pages))
        yield f"{len(judged_pages)} pages, {mean}/100 on average, the worst {judged_pages[0].score}: {judged_pages[0].page}"
    if order.output:
        yield f"written: {order.output}"
    yield from (f"not judged: {one.stop.sentence}" for one in seen if one.stop)
    yield from (f"failed: {page} scores below {order.fail_under}" for page in _below(seen, order))


def _below(seen: Sequence[Seen], order: ScanOptions) -> list[str]:
    least = order.fail_under
    return [one.page for one in seen if least is not None and one.outcome and one.score < least]


def _code(seen: Sequence[Seen], order: ScanOptions) -> Code:
    """A missed demand first: that is what a build asks for; then a page that could not be judged."""
    if _below(seen, order):
        return Code.FAILED
    return next((one.stop.code for one in seen if one.stop), Code.OK)
