"""“What we understood”: the reading in a few lines, in the page's own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coldread.base.languages import Language
from coldread.scanner.reading.record import Reading
from coldread.scanner.report.behind_words import behind_words, first_behind
from coldread.scanner.report.plain import prose
from coldread.scanner.report.words import say

MOST = 4


def rows(reading: Reading, lang: Language) -> Iterator[tuple[str, str]]:
    """What is told, and how the page says it; what was not understood is said to be so."""
    missing = say(lang, "understood_none")
    yield say(lang, "understood_brand"), reading.brand.value if reading.brand else missing
    yield say(lang, "understood_offer"), reading.offer.value if reading.offer else missing
    yield say(lang, "understood_topics"), _listed(reading.topics) or missing
    yield say(lang, "understood_audience"), _listed(fact.value for fact in reading.audience) or missing
    yield say(lang, "understood_place"), _listed(fact.value for fact in reading.place) or missing
    priced = [" ".join(filter(None, (price.amount, price.unit))) for price in reading.prices]
    yield say(lang, "understood_prices"), _listed(priced) or missing
    proofs = [item for item in reading.proofs if not item.placeholder]
    checkable = sum(item.specific for item in proofs)
    told = say(lang, "understood_proof_count", n=len(proofs), checkable=checkable) if proofs else missing
    yield say(lang, "understood_proof"), told
    yield say(lang, "understood_claims"), _listed(claim.what for claim in reading.claims) or missing
    steps = [step.label for step in reading.steps if step.serves_goal and step.label]
    yield say(lang, "understood_steps"), _listed(steps) or missing
    behind = first_behind(reading)
    if behind is not None:
        yield say(lang, "understood_behind"), behind_words(behind, lang)
    risk = _listed(fact.value for fact in reading.risk_reversal)
    yield say(lang, "understood_risk"), risk or missing
    reached = [contact.value for contact in reading.contacts if contact.value]
    yield say(lang, "understood_contacts"), _listed(reached) or missing


def understood(reading: Reading, lang: Language) -> Iterator[str]:
    for name, told in rows(reading, lang):
        yield f"- {name}: {prose(told)}"


def _listed(values: Iterable[str]) -> str:
    """The first few, each once."""
    each = list(dict.fromkeys(value for value in values if value))
    return ", ".join(each[:MOST]) + (" …" if len(each) > MOST else "")
