"""The options of `coldread compare`."""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from pathlib import Path

from coldread.cli.scanning.options import ScanOptions


class FailOn(StrEnum):
    """What ends the command with 1."""

    change = "change"
    worse = "worse"
    nothing = "nothing"


class CompareFormat(StrEnum):
    text = "text"
    md = "md"
    json = "json"


@dataclasses.dataclass(frozen=True, kw_only=True)
class CompareOptions:
    """Every option as given; `cli/compare.py` describes them."""

    before: str
    after: str
    #: how a side is scanned that is a page; `page` is filled in for each
    scan: ScanOptions
    output_format: CompareFormat = CompareFormat.text
    output: Path | None = None
    fail_on: FailOn = FailOn.change
    #: address of the service that has the scans named by an id
    service: str = ""
