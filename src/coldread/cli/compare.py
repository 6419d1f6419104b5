"""`coldread compare A B`: what changed between two scans of a page."""

from __future__ import annotations

from typing import Annotated

import typer

from coldread.base.languages import Language
from coldread.cli.comparing.options import CompareFormat, FailOn
from coldread.cli.run import settings_or_exit
from coldread.cli.scan import (
    AudienceOption,
    BrowserOption,
    DeadlineOption,
    GoalOption,
    IgnoreFileOption,
    LangOption,
    OutputOption,
    QuietOption,
)
from coldread.cli.scanning.exits import COMPARE_EXITS
from coldread.scanner.goals import PrimaryGoal

HELP = """Say what changed between two scans of a page: findings, answers, score, headline, price, main button.

A and B are each a report that `coldread scan --format json` wrote, a scan of a service (the address of its report or of its
JSON, or its id with --service), or a page that is scanned now (an address, a bare host, an HTML file or a folder). An
unchanged page gives "Nothing changed." Weight and load differ from scan to scan; they are listed and are no change.

\b
Examples:
  coldread compare baseline.json localhost:3000 --goal book_call
  coldread compare https://example.com/ https://preview.example.com/ --format md
  coldread compare before.json after.json --fail-on worse
  coldread compare https://coldread.example/r/mZb3Jr7mQ0uE2yqk9w1XnA https://example.com/

\b
Exit codes:
"""
HELP += "\n".join(f"  {row.code:<4} {row.meaning}" for row in COMPARE_EXITS)

BeforeArgument = Annotated[str, typer.Argument(metavar="A", help="The earlier side.", show_default=False)]
AfterArgument = Annotated[str, typer.Argument(metavar="B", help="The later side.", show_default=False)]
CompareFormatOption = Annotated[
    CompareFormat, typer.Option("--format", "-f", help="Lines to read, Markdown, or JSON.")
]
FailOnOption = Annotated[
    FailOn,
    typer.Option(
        help="Exit 1 on any change, or only when it is worse: a new finding that counts, a main button whose target fails, "
        "a score that fell by 5 or more."
    ),
]
ServiceOption = Annotated[
    str | None, typer.Option(envvar="COLDREAD_SERVICE", help="Address of the service that has a scan's id.")
]


def compare(
    a: BeforeArgument,
    b: AfterArgument,
    goal: GoalOption = PrimaryGoal.OTHER,
    audience: AudienceOption = "",
    lang: LangOption = Language.EN,
    output_format: CompareFormatOption = CompareFormat.text,
    output: OutputOption = None,
    fail_on: FailOnOption = FailOn.change,
    service: ServiceOption = None,
    ignore_file: IgnoreFileOption = None,
    browser: BrowserOption = None,
    deadline: DeadlineOption = 60.0,
    quiet: QuietOption = False,
) -> None:
    settings = settings_or_exit()
    from coldread.cli.comparing.options import CompareOptions
    from coldread.cli.comparing.run import run_compare
    from coldread.cli.scanning.options import ScanOptions

    scan = ScanOptions(
        page="",
        goal=goal,
        audience=audience,
        lang=lang,
        ignore_file=ignore_file,
        browser=browser,
        deadline_s=deadline,
        quiet=quiet,
        chromium=settings.chromium,
        no_sandbox_permitted=settings.chromium_no_sandbox or not settings.is_production,
        allowed=settings.scan_allow_hosts,
    )
    asked = CompareOptions(
        before=a,
        after=b,
        scan=scan,
        output_format=output_format,
        output=output,
        fail_on=fail_on,
        service=service or "",
    )
    raise typer.Exit(run_compare(asked))
