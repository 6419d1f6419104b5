"""One question's answer about a page: the outcome, the key of the sentence that explains it, and the page's words for it."""

from __future__ import annotations

from typing import NamedTuple

from coldread.scanner.judge.answers.weigh_traits import Outcome
from coldread.scanner.reading.record import Quote


class RawAnswer(NamedTuple):
    """An answer before it has a question's name."""

    outcome: Outcome
    #: key of `[answer]` in the texts
    because: str
    evidence: tuple[Quote, ...] = ()
