"""*Why should I believe it?*: weighed by what others say and what else a stranger could look up (`proof_traits`).

The explanation names what the page has. The page's own words are not enough, so yes needs at least one proof that can be
checked.
"""

from __future__ import annotations

from collections.abc import Mapping

from coldread.scanner.judge.answers.answer_outcome import RawAnswer
from coldread.scanner.judge.answers.proof_traits import MOST_KINDS, hosts_linked, own_pictures
from coldread.scanner.judge.answers.weigh_traits import Outcome, models
from coldread.scanner.page.page import Page
from coldread.scanner.reading.prices import credentials
from coldread.scanner.reading.quotes import quote
from coldread.scanner.reading.record import Reading


def judge_why_believe(page: Page, reading: Reading, values: Mapping[str, int]) -> RawAnswer:
    outcome: Outcome = "yes" if _is_sure(values) else models()["why"].outcome(values)
    real = [item for item in reading.proofs if not item.placeholder]
    specific = [item for item in real if item.specific]
    quotes = tuple(at for item in (specific or real) for at in item.evidence)
    # a statistic from elsewhere is a source, but nobody vouches for this page with it
    if outcome == "yes" and (_is_sure(values) or (specific and values["voices"])):
        return RawAnswer("yes", "why_yes", quotes)
    if outcome == "no":
        if real:
            return RawAnswer("no", "why_hardly", quotes)
        return RawAnswer("no", "why_placeholder" if reading.proofs else "why_no")
    if specific:
        return RawAnswer("partly", "why_one" if len(specific) == 1 else "why_some", quotes)
    if real:
        figures = all(item.kind == "count" for item in real)
        return RawAnswer("partly", "why_figures" if figures else "why_thin", quotes)
    return _own_word(page)


def _is_sure(values: Mapping[str, int]) -> bool:
    """Two different kinds of checkable proof, and no library picture or placeholder."""
    return values["kinds"] >= MOST_KINDS and not values["library"] and not values["placeholder"]


def _own_word(page: Page) -> RawAnswer:
    """The answer when nobody else speaks, by what a stranger can still see or look up."""
    pictures = own_pictures(page)
    if pictures:
        named = sorted(pictures.items(), key=lambda pair: not pair[1].attr("alt"))
        quotes = tuple(quote(page, image, image.attr("alt") or at.rpartition("/")[2]) for at, image in named)
        return RawAnswer("partly", "why_pictures", quotes)
    own = credentials(page)
    if own is not None:
        return RawAnswer("partly", "why_own", own.evidence)
    return RawAnswer("partly", "why_links" if hosts_linked(page) else "why_told")
