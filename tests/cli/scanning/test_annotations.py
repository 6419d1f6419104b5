"""Workflow commands: the worst first, by line where there is one, and nothing that breaks out of its own line."""

from __future__ import annotations

from dataclasses import replace

from coldread.cli.scanning.annotations import MOST_PER_KIND, workflow_commands
from coldread.scanner.report.sarif import Region, SarifContext
from tests.cli.scanning.bad_page import findings

REGION = Region(start_line=7, start_column=1, end_line=8, end_column=2)
AROUND = SarifContext(version="1", uri="web/index.html", region=lambda _proof: REGION)


def test_each_finding_is_told_at_its_line_with_its_severity() -> None:
    first = next(iter(workflow_commands(findings(), AROUND, in_source=True)))
    worst = findings()[0]
    assert first.startswith(
        f"::error file=web/index.html,line=7,endLine=8,title=P0 {worst.id}::{worst.title}"
    )


def test_a_page_without_a_source_file_names_none() -> None:
    assert "file=" not in "".join(workflow_commands(findings(), AROUND, in_source=False))


def test_words_of_a_page_cannot_begin_a_command_of_their_own() -> None:
    sly = replace(findings()[0], title="Ends here\n::error::100 % forged\r")
    (line,) = workflow_commands([sly], AROUND, in_source=True)
    assert "\n" not in line
    assert "\r" not in line
    assert "Ends here%0A::error::100 %25 forged" in line


def test_no_more_than_a_step_shows_and_nothing_that_is_never_scored() -> None:
    lines = list(workflow_commands(list(findings()) * 10, AROUND, in_source=True))
    for kind in ("error", "warning", "notice"):
        assert sum(line.startswith(f"::{kind} ") for line in lines) == MOST_PER_KIND
    assert not any("title=info" in line for line in lines)
