"""The steps of one `coldread compare`: both sides, what changed, the answer, the exit code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from coldread.cli.comparing.options import CompareFormat, CompareOptions, FailOn
from coldread.cli.comparing.sides import side_of
from coldread.cli.scanning.exits import Code
from coldread.cli.scanning.progress import show_progress
from coldread.cli.scanning.run import exit_code_after, put_out
from coldread.scanner.report.plain import escape_control_characters
from coldread.scans.comparison.matters import SCORE_MOVED
from coldread.scans.comparison.pages import compare_pages
from coldread.scans.comparison.words import as_markdown, as_text


def run_compare(options: CompareOptions) -> Code:
    """The exit code; everything else was printed before."""
    return exit_code_after(lambda: _carry_out(options))


def _carry_out(options: CompareOptions) -> Code:
    with show_progress(quiet=options.scan.quiet) as progress:
        before, after = (side_of(side, options, progress) for side in (options.before, options.after))
    compared = compare_pages(before, after)
    put_out(
        replace(options.scan, output=options.output, output_format="json"), _report_text(compared, options)
    )
    return exit_code_of(compared, options.fail_on)


def _report_text(compared: Mapping[str, Any], options: CompareOptions) -> str:
    if options.output_format is CompareFormat.json:
        return escape_control_characters(json.dumps(compared, indent=2, ensure_ascii=False)) + "\n"
    words = as_markdown if options.output_format is CompareFormat.md else as_text
    return words(compared, options.scan.lang)


def exit_code_of(compared: Mapping[str, Any], fail_on: FailOn) -> Code:
    if compared["outcome"] == "could_not_tell":
        return Code.UNLIKE
    fails = {
        FailOn.change: compared["outcome"] == "changed",
        FailOn.worse: is_worse(compared),
        FailOn.nothing: False,
    }
    return Code.FAILED if fails[fail_on] else Code.OK


def is_worse(compared: Mapping[str, Any]) -> bool:
    """A finding that counts is new, the main control's target fails, or the score fell as far as a watch would tell."""
    control = compared["main_control"]
    return (
        any(entry["severity"] != "info" for entry in compared["findings"]["new"])
        or (control["works_before"] is not False and control["works_after"] is False)
        or (compared["score_change"] or 0) <= -SCORE_MOVED
    )
