"""*Why should I believe it?*: weighed by what others say and what else a stranger could look up (`proof_traits`).

The page's own words are not enough, so yes needs at least one proof that can be checked.
"""

from __future__ import annotations

from collections.abc import Mapping

from coldread.scanner.judge.answers.answer_outcome import RawAnswer
from coldread.scanner.judge.answers.proof_traits import MOST_KINDS
from coldread.scanner.judge.answers.weigh_traits import models
from coldread.scanner.page.page import Page
from coldread.scanner.reading.prices import credentials
from coldread.scanner.reading.record import Reading

#: kinds of proof whose words say something by themselves; of a case or of logos only a heading could be quoted
_QUOTABLE = frozenset({"quote", "rating", "honour", "certificate"})


def judge_why_believe(page: Page, reading: Reading, values: Mapping[str, int]) -> RawAnswer:
    is_sure = _is_sure(values)
    outcome = "yes" if is_sure else models()["why"].outcome(values)
    real = [item for item in reading.proofs if not item.placeholder]
    specific = [item for item in real if item.specific]
    quotes = tuple(at for item in (specific or real or reading.proofs) for at in item.evidence)
    voices = tuple(at for item in specific if item.kind in _QUOTABLE for at in item.evidence)
    # a statistic from elsewhere is a source, but nobody vouches for this page with it
    if outcome == "yes" and (is_sure or (specific and values["voices"])):
        return RawAnswer("yes", voices)
    if outcome == "no":
        return RawAnswer("no", quotes)
    own = None if real else credentials(page)
    return RawAnswer("partly", quotes if own is None else own.evidence)


def _is_sure(values: Mapping[str, int]) -> bool:
    """Two different kinds of checkable proof, and no library picture or placeholder."""
    return values["kinds"] >= MOST_KINDS and not values["library"] and not values["placeholder"]
