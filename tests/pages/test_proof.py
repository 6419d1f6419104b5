"""What the start page says of itself is what was measured."""

from __future__ import annotations

import re
from pathlib import Path

from coldread.base.clock import date_time
from coldread.pages.published_figures import AGREEMENT

FIGURES = Path(__file__).parents[2] / "bench" / "quality" / "figures.md"


def test_the_agreement_on_the_start_page_is_that_of_the_benchmark() -> None:
    section = FIGURES.read_text("utf-8").partition("## Agreement with Lighthouse\n")[2].partition("\n## ")[0]
    rules = re.findall(r"^\| [\w-]+ \| ([\d.]+) \|", section, re.MULTILINE)
    head = re.search(r"(\d{4}-\d\d-\d\d),.* Lighthouse ([\d.]+),.* (\d+) pages and variants", section)
    assert head is not None
    assert head.groups() == (
        date_time(AGREEMENT.at).date().isoformat(),
        AGREEMENT.lighthouse,
        str(AGREEMENT.pages),
    )
    assert (len(rules), rules.count("1.000")) == (AGREEMENT.rules, AGREEMENT.same)
