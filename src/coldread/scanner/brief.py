"""What the page is for: the goal, the audience and the language of the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from coldread.base.languages import Language

Goal = Literal["newsletter", "demo", "book_call", "paid_signup", "other"]

#: visible fields a form of this goal can ask for before each further one is associated with fewer answers (Baymard)
FIELD_LIMITS: dict[Goal, int] = {"newsletter": 2, "demo": 5, "book_call": 5, "paid_signup": 6}


@dataclass(frozen=True, kw_only=True)
class Brief:
    """The reviewer's assignment."""

    goal: Goal
    #: whom the page should speak to, in the client's own words; empty when not said
    audience: str = ""
    #: language of titles, reasons and fixes; ids, selectors and snippets do not change with it
    lang: Language = Language.EN
