"""The table holds every public id, and each says what it means in both languages."""

from __future__ import annotations

import dataclasses
import itertools
import string

import pytest

from coldread.base.complete import Incomplete
from coldread.base.languages import Language
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Meta, Text, dimension_of
from coldread.scanner.judge.measured import is_measured
from coldread.scanner.judge.reasons import TEXTS
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS, TILTS, weight_of

#: public and stable: add, never rename, never reuse
PUBLIC_IDS = """
clarity.h1-missing clarity.h1-multiple clarity.h1-vague clarity.h1-long clarity.h1-below-fold clarity.subhead-missing
clarity.audience-absent clarity.title-h1-mismatch clarity.placeholder
clarity.offer-unclear clarity.place-absent clarity.audience-unclear clarity.mixed-language
cta.label-mismatch cta.behind-mismatch cta.loudest-elsewhere cta.late cta.label-varies cta.next-step-untold
trust.proof-thin trust.proof-placeholder trust.proof-repeated trust.claims-unsupported trust.price-absent trust.price-unclear trust.contact-unlinked trust.phone-absent trust.phone-late trust.identity-absent cta.dead-many cta.cut-off copy.empty-part trust.no-pictures trust.price-hidden trust.trial-terms trust.delivery-untold
trust.private-mail copy.leftover copy.contradiction copy.stale-date copy.spelling copy.repeated
cta.none cta.goal-mismatch cta.below-fold-mobile cta.generic-label cta.dead-link cta.broken-target cta.competing
cta.low-contrast cta.tap-target cta.not-repeated
trust.no-proof trust.proof-anonymous trust.proof-far trust.contact trust.privacy-link trust.https trust.stale trust.risk-reversal
form.too-many-fields form.label form.placeholder-as-label form.email-type form.autocomplete form.no-action
form.sensitive-early friction.nav-links friction.popup
copy.readability copy.wall-of-text copy.buzzwords copy.we-vs-you copy.no-specifics copy.lang-mismatch
visual.overflow-x visual.flat-hierarchy visual.small-text visual.line-length
visual.clipped-text visual.broken-words visual.text-overlap visual.blank-area visual.broken-image visual.repeated-image
visual.reveal-on-scroll visual.blurred-picture
cta.below-fold-desktop cta.covered form.elsewhere trust.stock-pictures clarity.headline-name clarity.headline-slogan cta.vague-many
a11y.html-has-lang a11y.image-alt a11y.color-contrast a11y.link-name a11y.meta-viewport
perf.lcp perf.cls perf.blocking perf.bytes perf.img-dimensions perf.img-oversize
seo.title seo.meta-description seo.noindex seo.canonical social.og mobile.viewport-missing
agent.no-js-text agent.structured-data agent.landmarks agent.llms-txt agent.robots-ai-block
"""

METAS = [row.meta for row in CHECKS]


def test_the_table_holds_exactly_the_public_ids() -> None:
    ids = [meta.id for meta in METAS]
    assert set(ids) ^ set(PUBLIC_IDS.split()) == set(), "a new id belongs into PUBLIC_IDS"
    assert len(ids) == len(set(ids))


def test_every_check_either_measures_or_guesses_and_says_which() -> None:
    assert all(isinstance(meta.measured, bool) for meta in METAS)
    assert {meta.id for meta in METAS if is_measured(meta.id)} == {
        meta.id for meta in METAS if meta.measured
    }
    assert is_measured("a11y.button-name"), "axe measures, whether the rubric names its rule or not"
    assert not is_measured("cta.no-such-check")


def test_every_id_belongs_to_a_dimension_that_has_a_weight() -> None:
    assert {dimension_of(meta.id) for meta in METAS} == {row.name for row in DIMENSIONS}
    assert sum(row.weight for row in DIMENSIONS) == 100


def test_goals_tilt_only_the_dimensions_that_the_rubric_names() -> None:
    assert weight_of("friction", PrimaryGoal.NEWSLETTER) == weight_of("friction", PrimaryGoal.DEMO) == 18
    assert weight_of("trust", PrimaryGoal.PAID_SIGNUP) == 18
    assert weight_of("cta", PrimaryGoal.BOOK_CALL) == 25
    assert len(TILTS) == 4


def braces(text: Text) -> set[str]:
    said = " ".join([text.failure, text.why, text.fix])
    return {name for _, name, _, _ in string.Formatter().parse(said) if name}


@pytest.mark.parametrize("meta", METAS, ids=lambda meta: meta.id)
def test_a_check_speaks_every_language_and_fills_the_same_values(meta: Meta) -> None:
    english, *others = texts = [meta.text(language) for language in Language]
    for text in texts:
        assert all([text.title, text.failure, text.why, text.fix])
        assert "<" not in text.fix, "a fix is pasted into chats: no markup"
    for other in others:
        assert english.why != other.why
        assert braces(english) == braces(other)
    assert 0 < meta.confidence <= 1
    assert meta.sources


def test_reasons_and_caveats_are_translated() -> None:
    english, *others = [TEXTS.of(language) for language in Language]
    said = [key for key in english if key.startswith(("reason.", "caveat."))]
    assert len(said) > 40
    for key, other in itertools.product(said, others):
        assert english[key] != other[key]


def test_a_check_that_lacks_a_language_stops_the_program_and_is_named() -> None:
    meta = METAS[0]
    with pytest.raises(Incomplete, match=f"the check {meta.id} has no text in sv"):
        dataclasses.replace(meta, sv=None)
    with pytest.raises(Incomplete, match=f"the languages of the check {meta.id} have different gaps"):
        dataclasses.replace(meta, sv=dataclasses.replace(meta.text(Language.SV), failure="{antal} saknas"))
