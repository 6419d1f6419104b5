"""What the page is for: the goal, the audience and the language of the answer."""

from __future__ import annotations

from dataclasses import dataclass

from coldread.base.languages import Language
from coldread.scanner.goals import PrimaryGoal


@dataclass(frozen=True, kw_only=True)
class Brief:
    """The reviewer's assignment."""

    goal: PrimaryGoal
    #: the page's intended readers, in the client's own words; empty if unknown
    audience: str = ""
    #: language of titles, reasons and fixes; ids, selectors and snippets do not depend on it
    lang: Language = Language.EN
