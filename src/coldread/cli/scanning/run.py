"""The steps of one `coldread scan`: read the inputs, visit, judge, answer, and print the end."""

from __future__ import annotations

import asyncio
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from coldread.cli.scanning import baseline, ignore
from coldread.cli.scanning.annotations import workflow_commands
from coldread.cli.scanning.answer import as_json, as_markdown, as_sarif, sarif_context, without_ignored
from coldread.cli.scanning.credentials import secret_headers
from coldread.cli.scanning.ending import Outcome, closing_lines, exit_code_of
from coldread.cli.scanning.exits import Code, Stop, usage_error
from coldread.cli.scanning.model_reader import read_by_model
from coldread.cli.scanning.options import ScanOptions
from coldread.cli.scanning.place import Place, open_place
from coldread.cli.scanning.progress import Progress, show_progress
from coldread.cli.scanning.source import review_path, source_of
from coldread.cli.scanning.visit import Visit, visit
from coldread.egress.policy import parse_allowed
from coldread.scanner.engine import review
from coldread.scanner.patch.make_patches import with_fixes
from coldread.scanner.report.annotate import annotate_pictures
from coldread.scanner.report.plain import without_control_characters
from coldread.scanner.visit.visitor import VisitResult


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """The inputs from the command line's files, read before any visit."""

    secret_headers: dict[str, str]
    ignored: tuple[ignore.IgnoreEntry, ...]
    baseline: baseline.Baseline | None


#: makes what else belongs to the answer, once the page was scanned, and adds it to the answer's text
More = Callable[[Place, Outcome, Progress], Callable[[str], str]]


def run_scan(order: ScanOptions, more: More | None = None) -> Code:
    """The exit code; everything else was printed before."""
    return exit_code_after(lambda: _carry_out(order, more))


def exit_code_after(work: Callable[[], Code]) -> Code:
    """Run the work, and print why if it fails."""
    try:
        return work()
    except Stop as stop:
        print(without_control_characters(stop.sentence), file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        return Code.INTERRUPTED
    except Exception:
        traceback.print_exc()
        return Code.OUR_FAULT


def _carry_out(order: ScanOptions, more: More | None) -> Code:
    prepared = prepared_for(order)
    with open_place(order.page) as place:
        with show_progress(quiet=order.quiet) as progress:
            visited = asyncio.run(visit(visit_of(order, prepared, place), progress))
            outcome = judge_visit(order, prepared, place, visited, progress)
            if order.read_by_model:
                progress.step("a language model reads the page")
                outcome = replace(
                    outcome, reading=asyncio.run(read_by_model(outcome.report, visited.pictures))
                )
            if order.patch is not None:
                progress.step("writing patches and proving them")
                outcome = _with_patches(outcome, order.patch)
            if order.screenshot is not None:
                progress.step("drawing the pins")
                _write(order.screenshot, _annotated_picture(outcome, visited))
            added = more(place, outcome, progress) if more is not None else None
        _print_report(order, place, outcome, added)
    _close(order, outcome)
    return exit_code_of(outcome, order)


def _with_patches(outcome: Outcome, path: Path) -> Outcome:
    """Write the diffs, and mark the findings that have one."""
    patch_set = outcome.source.patch_set(outcome.report)
    _write(path, patch_set.to_bytes(patch_set.diff_safe))
    review_path(path).unlink(missing_ok=True)
    if patch_set.diff_needs_review:
        _write(review_path(path), patch_set.to_bytes(patch_set.diff_needs_review))
    return replace(outcome, report=with_fixes(outcome.report, patch_set), patch_set=patch_set)


def _annotated_picture(outcome: Outcome, visited: VisitResult) -> bytes:
    picture = annotate_pictures(outcome.report, visited.pictures)
    if picture is None:
        raise Stop(Code.NO_BROWSER, "The browser took no picture of the page.")
    return picture


def prepared_for(order: ScanOptions) -> Inputs:
    if order.screenshot is not None and order.browser is False:
        raise usage_error("--screenshot needs a browser, and --no-browser forbids one.")
    if order.screenshot is not None and order.screenshot.suffix.lower() != ".png":
        raise usage_error(f"--screenshot writes a PNG; call it {order.screenshot.with_suffix('.png')}.")
    if order.html is not None and not order.html.is_file():
        raise usage_error(f"There is no file {order.html}.")
    for path in filter(None, (order.output, order.screenshot, order.patch)):
        if path.is_dir() or not path.parent.is_dir():
            raise usage_error(
                f"{path} cannot be written: there is no folder {path.parent}, or it is one itself."
            )
    return Inputs(
        secret_headers=secret_headers(order.headers, order.cookies),
        ignored=ignore.ignore_entries(order.ignore_file),
        baseline=None if order.baseline is None else baseline.read(order.baseline),
    )


def visit_of(order: ScanOptions, prepared: Inputs, place: Place) -> Visit:
    try:
        allowed = parse_allowed(order.allowed)
    except ValueError as error:
        raise usage_error(f"COLDREAD_SCAN_ALLOW_HOSTS: {error}.") from None
    return Visit(
        url=place.url,
        shown=place.shown,
        brief=order.brief,
        secret_headers=prepared.secret_headers,
        browser=True if order.screenshot is not None else order.browser,
        chromium=order.chromium,
        no_sandbox_permitted=order.no_sandbox_permitted,
        allowed=allowed,
        deadline_s=order.deadline_s,
    )


def judge_visit(
    order: ScanOptions, prepared: Inputs, place: Place, visited: VisitResult, progress: Progress
) -> Outcome:
    progress.step("judging what was seen")
    report_of_all = review(visited.observations, order.brief)
    sifted = ignore.sift(report_of_all.findings, prepared.ignored)
    report = without_ignored(report_of_all, sifted)
    source = source_of(order, place, visited.observations.html)
    if place.file is not None:
        report = replace(report, seen=replace(report.seen, url=place.shown, final_url=place.shown))
    before = prepared.baseline
    return Outcome(
        report=report,
        sifted=sifted,
        baseline=before,
        comparison=None if before is None else baseline.compare(report.findings, before.known),
        source=source,
        patch_set=None,
    )


def _print_report(
    order: ScanOptions, place: Place, outcome: Outcome, added: Callable[[str], str] | None
) -> None:
    around = sarif_context(outcome, place)
    if order.output_format == "md":
        text = as_markdown(outcome.report, outcome.reading)
    elif order.output_format == "json":
        text = as_json(outcome.report, outcome.reading)
    else:
        text = as_sarif(outcome.report, around)
    if added is not None:
        text = added(text)
    if place.is_temporary:
        text = text.replace(place.is_temporary, "")
    put_out(order, text)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in workflow_commands(outcome.report.findings, around, in_source=bool(outcome.source.uri)):
            print(line, file=sys.stderr)


def put_out(order: ScanOptions, text: str) -> None:
    """Write the answer to the chosen output."""
    if order.output is not None:
        _write(order.output, text.encode())
    elif order.output_format == "md" and sys.stdout.isatty():
        _show(text)
    else:
        _print(text)


def _print(text: str) -> None:
    """As UTF-8 on every system. A reader that closes the pipe early (`| head`) is not an error."""
    try:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show(text: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise usage_error(f"{path} cannot be written: {error.strerror}.") from None


def _close(order: ScanOptions, outcome: Outcome) -> None:
    if not order.quiet:
        for line in closing_lines(outcome, order):
            print(without_control_characters(line), file=sys.stderr)
