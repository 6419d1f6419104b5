"""The options of the command line."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Literal

from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScanOptions:
    """Every option as given; `cli/scan.py` describes them."""

    page: str
    goal: PrimaryGoal = PrimaryGoal.OTHER
    audience: str = ""
    lang: Language = Language.EN
    output_format: Literal["md", "json", "sarif"] = "md"
    output: Path | None = None
    screenshot: Path | None = None
    patch: Path | None = None
    html: Path | None = None
    fail_under: int | None = None
    baseline: Path | None = None
    ignore_file: Path | None = None
    headers: tuple[str, ...] = ()
    cookies: tuple[str, ...] = ()
    browser: bool | None = None
    #: long: nobody else waits
    deadline_s: float = 60.0
    quiet: bool = False
    #: whether the configured model reads the page as well
    read_by_model: bool = False
    chromium: str = ""
    no_sandbox_permitted: bool = False
    #: `host:port` entries of COLDREAD_SCAN_ALLOW_HOSTS
    allowed: tuple[str, ...] = ()

    @property
    def brief(self) -> Brief:
        return Brief(goal=self.goal, audience=self.audience.strip(), lang=self.lang)
