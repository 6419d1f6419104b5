"""How likely an expert would list a finding: by how often readers of the labelled pages listed the same check.

`listed.toml` has the counts and their source. A check with few counts gets mostly the share of its severity.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from coldread.scanner.judge.finding import Finding, Severity

#: share of findings that a reader lists, by severity; and the number of pages of the check itself that this share counts as
USUALLY: dict[Severity, float] = {
    Severity.P0: 0.8,
    Severity.P1: 0.55,
    Severity.P2: 0.3,
    Severity.INFO: 0.12,
}
AS_MANY = 4


def chance_of_listing(finding: Finding) -> float:
    """The chance, between 0 and 1."""
    listed, found = _counts_by_check().get(finding.id, (0, 0))
    return (listed + AS_MANY * USUALLY[finding.severity]) / (found + AS_MANY)


@cache
def _counts_by_check() -> dict[str, tuple[int, int]]:
    file = resources.files("coldread.scanner.judge.scoring").joinpath("listed.toml")
    rows = tomllib.loads(file.read_text("utf-8"))["listed"]
    return {name: (listed, found) for name, (listed, found) in rows.items()}
