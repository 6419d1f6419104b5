"""`coldread scan`: scan one page, or many, and report what keeps visitors from the goal."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from coldread.base.languages import Language
from coldread.cli.run import settings_or_exit
from coldread.cli.scanning.exits import EXITS
from coldread.scanner.goals import PrimaryGoal

HELP = """Scan one landing page and report what keeps visitors from its goal, with evidence.

PAGE is an address (https://example.com/), a bare host (localhost:3000), an HTML file or a folder. The host that you name may be
local or private; everything that the page loads from other hosts passes the same guard as in the service. The report goes to
stdout, progress to stderr.

\b
Examples:
  coldread scan https://example.com/ --goal book_call --audience "small web shops"
  coldread scan public/index.html --goal newsletter --screenshot review.png
  coldread scan localhost:3000 --cookie session=… --format json --output baseline.json
  coldread scan localhost:3000 --fail-under 70 --baseline baseline.json
  coldread scan https://example.com/ --reader model
  coldread scan https://example.com/ --goal demo --against https://rival.example/
  coldread scan --sitemap https://example.com/sitemap.xml --goal paid_signup

\b
Exit codes:
"""
HELP += "\n".join(f"  {row.code:<4} {row.meaning}" for row in EXITS)


class ReaderName(StrEnum):
    rules = "rules"
    model = "model"


class Format(StrEnum):
    md = "md"
    json = "json"
    sarif = "sarif"


PageArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PAGE…",
        help="Address, host or HTML file. Several give a table, the worst first.",
        show_default=False,
    ),
]
SitemapOption = Annotated[
    str | None, typer.Option(help="Scan the pages that this sitemap lists (an address or a file).")
]
MostOption = Annotated[int, typer.Option(min=1, max=1000, help="The most pages to scan from the sitemap.")]
AtOnceOption = Annotated[int, typer.Option(min=1, max=8, help="Pages to scan at the same time.")]
GoalOption = Annotated[
    PrimaryGoal, typer.Option(help="The page's goal; it decides words, limits and weights.")
]
AudienceOption = Annotated[str, typer.Option(help="The audience of the page, in your own words.")]
LangOption = Annotated[Language, typer.Option(help="Language of the answer.")]
FormatOption = Annotated[
    Format, typer.Option("--format", "-f", help="A report to read, the service's JSON, or SARIF 2.1.0.")
]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write the answer here instead of to stdout.")
]
ScreenshotOption = Annotated[
    Path | None,
    typer.Option(help="Write a picture of the page with numbered pins (.png); needs a browser."),
]
PatchOption = Annotated[
    Path | None,
    typer.Option(
        help="Write a diff of the safe fixes for the source; those that need a review go to *.review.diff beside it."
    ),
]
HtmlOption = Annotated[
    Path | None,
    typer.Option(
        help="The page's source as you have it: findings then have its line numbers. A scanned file is its own. "
        "JSX and TSX take patches only."
    ),
]
FailUnderOption = Annotated[
    int | None, typer.Option(min=0, max=100, help="Exit 1 when the overall score is lower than this.")
]
BaselineOption = Annotated[
    Path | None,
    typer.Option(help="An earlier answer in JSON; exit 1 when a finding is new or worse than there."),
]
AgainstOption = Annotated[
    list[str] | None,
    typer.Option(
        help="Another page to stand beside this one: answers, measured facts and differences. Repeatable, three at most."
    ),
]
IgnoreFileOption = Annotated[
    Path | None,
    typer.Option(
        help="Findings to leave out, one a line: ID [selector=…|fingerprint=…] -- reason.  "
        "[default: .coldread-ignore, if it is there]"
    ),
]
HeaderOption = Annotated[
    list[str] | None,
    typer.Option(
        "--header",
        "-H",
        help="'Name: value' for a page behind a sign-in, or @FILE that contains it. Repeatable. "
        "Goes to the page's own origin only.",
    ),
]
CookieOption = Annotated[
    list[str] | None,
    typer.Option(
        help="'name=value', or @FILE that contains it. Repeatable. Goes to the page's own origin only."
    ),
]
BrowserOption = Annotated[
    bool | None,
    typer.Option(
        "--browser/--no-browser",
        help="Require a browser (exit 4 without one), or read the source only. "
        "Unsaid: a browser where there is one.",
        show_default=False,
    ),
]
DeadlineOption = Annotated[
    float,
    typer.Option(
        min=5,
        max=600,
        help="Seconds that the scan may take on a busy machine; an ordinary page takes four.",
    ),
]
ReaderOption = Annotated[
    ReaderName,
    typer.Option(
        help="`model`: the configured language model (COLDREAD_LLM_…) reads the page too, and the report begins with its "
        "reading. Score, --fail-under, --baseline and SARIF still come from the rules."
    ),
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress and no closing lines on stderr.")
]


def scan(
    page: PageArgument = None,
    sitemap: SitemapOption = None,
    most: MostOption = 50,
    at_once: AtOnceOption = 2,
    goal: GoalOption = PrimaryGoal.OTHER,
    audience: AudienceOption = "",
    lang: LangOption = Language.EN,
    output_format: FormatOption = Format.md,
    output: OutputOption = None,
    screenshot: ScreenshotOption = None,
    patch: PatchOption = None,
    html: HtmlOption = None,
    fail_under: FailUnderOption = None,
    baseline: BaselineOption = None,
    against: AgainstOption = None,
    ignore_file: IgnoreFileOption = None,
    header: HeaderOption = None,
    cookie: CookieOption = None,
    browser: BrowserOption = None,
    deadline: DeadlineOption = 60.0,
    reader: ReaderOption = ReaderName.rules,
    quiet: QuietOption = False,
) -> None:
    # more than 50 lines, since its options are arguments
    pages = page or []
    if not pages and sitemap is None:
        raise typer.BadParameter("name a page, or a --sitemap", param_hint="PAGE")
    settings = settings_or_exit()
    by_model = reader is ReaderName.model
    if by_model and settings.llm_provider == "none":
        raise typer.BadParameter("no model is configured: COLDREAD_LLM_PROVIDER, …", param_hint="--reader")
    if by_model and (len(pages) > 1 or sitemap is not None):
        raise typer.BadParameter("a model reads one page at a time", param_hint="--reader")
    if against and (len(pages) > 1 or sitemap is not None):
        raise typer.BadParameter("one page stands beside others", param_hint="--against")
    from coldread.cli.scanning.options import ScanOptions
    from coldread.cli.scanning.run import run_scan

    order = ScanOptions(
        page=pages[0] if pages else "",
        goal=goal,
        audience=audience,
        lang=lang,
        output_format=output_format.value,
        output=output,
        screenshot=screenshot,
        patch=patch,
        html=html,
        fail_under=fail_under,
        baseline=baseline,
        ignore_file=ignore_file,
        headers=tuple(header or ()),
        cookies=tuple(cookie or ()),
        browser=browser,
        deadline_s=deadline,
        quiet=quiet,
        read_by_model=by_model,
        chromium=settings.chromium,
        no_sandbox_permitted=settings.chromium_no_sandbox or not settings.is_production,
        allowed=settings.scan_allow_hosts,
    )
    if len(pages) > 1 or sitemap is not None:
        from coldread.cli.scanning.many import ManyOptions, run_many

        many = ManyOptions(pages=tuple(pages), sitemap=sitemap, most=most, at_once=at_once)
        raise typer.Exit(run_many(order, many))
    if against:
        from coldread.cli.scanning.against import run_against

        raise typer.Exit(run_against(order, against))
    raise typer.Exit(run_scan(order))
