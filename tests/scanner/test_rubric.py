"""The table holds every public id, and each says what it means in both languages."""

from __future__ import annotations

import dataclasses
import itertools
import re
import string
from pathlib import Path

import pytest

from coldread.base.languages import Language
from coldread.base.table_checks import Incomplete
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import checks
from coldread.scanner.judge.finding import Meta, Text, dimension_of
from coldread.scanner.judge.measured import is_measured
from coldread.scanner.judge.reasons import TEXTS
from coldread.scanner.judge.retired import RETIRED, predecessors
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS, TILTS, weight_of
from coldread.scanner.page.phrases import lexicon

#: public and stable: add, never rename, never reuse
PUBLIC_IDS = """
clarity.h1-missing clarity.h1-multiple clarity.h1-long clarity.h1-below-fold
clarity.placeholder cta.no-control cta.same-words cta.dead-link cta.dead-many cta.broken-target cta.many-buttons
cta.covered cta.cut-off cta.low-contrast cta.tap-target trust.no-amount trust.private-mail trust.stock-pictures
trust.no-direct-contact trust.contact-unlinked trust.privacy-link trust.https trust.stale form.many-fields form.label
form.placeholder-as-label form.email-type form.autocomplete form.no-action friction.popup
copy.readability copy.wall-of-text copy.lang-mismatch copy.unfilled copy.repeated copy.source-cut
visual.overflow-x visual.flat-hierarchy visual.small-text visual.line-length mobile.viewport-missing visual.clipped-text visual.cut-block
visual.broken-words visual.text-overlap visual.blank-area visual.bare-heading visual.broken-image
visual.repeated-image visual.blurred-picture visual.reveal-on-scroll a11y.html-has-lang a11y.image-alt
a11y.color-contrast a11y.link-name a11y.meta-viewport perf.lcp perf.cls perf.blocking perf.bytes perf.img-dimensions
perf.img-oversize seo.title seo.meta-description seo.noindex seo.canonical social.og agent.no-js-text
agent.structured-data agent.landmarks agent.llms-txt agent.robots-ai-block
"""

#: another check, or the table of all of them
IMPORTS = re.compile(r"^(?:from|import) coldread\.scanner\.judge\.(?:checks|rubric)\b.*", re.MULTILINE)

METAS = [row.meta for row in CHECKS]


def test_the_table_holds_exactly_the_public_ids() -> None:
    ids = [meta.id for meta in METAS]
    assert set(ids) ^ set(PUBLIC_IDS.split()) == set(), "a new id belongs into PUBLIC_IDS"
    assert len(ids) == len(set(ids))


def test_every_check_either_measures_or_guesses_and_says_which() -> None:
    assert all(isinstance(meta.measured, bool) for meta in METAS)
    assert {meta.id for meta in METAS if is_measured(meta.id)} == {meta.id for meta in METAS if meta.measured}
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


def test_a_retired_id_is_used_by_no_check_and_its_successor_is_one() -> None:
    ids = {meta.id for meta in METAS}
    assert not ids & set(RETIRED)
    assert {new for new in RETIRED.values() if new} <= ids
    assert predecessors("trust.no-amount") == ("trust.price-absent",)


def test_no_check_imports_another() -> None:
    """What two of them need stands in a module below."""
    folder = Path(checks.__file__).parent
    files = [file for file in folder.rglob("*.py") if file.name != "__init__.py"]
    assert len(files) > 50
    lines = {file.name: IMPORTS.findall(file.read_text("utf-8")) for file in files}
    assert {name: found for name, found in lines.items() if found} == {}


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


#: what visitors feel or do, what search engines choose, what something looks like: nobody measured that on this page
CLAIMS = {
    Language.EN: r"\bvisitors (?:get|see|think|skip|miss|leave|cannot|want|look|study|have to|lose)\b|\bpeople (?:skip|miss|press|think|leave)\b"
    r"|\blooks? (?:like|unfinished|careless)\b|\bsearch engines (?:choose|show|often)\b|\bcosts? you\b|\bthe eye\b|\bhardly\b|\bnobody\b|\btoo (?:small|pale|little)\b",
    Language.SV: r"\bbesökar\w* (?:ser|tror|möts|missar|letar|hoppar)\b|\bfolk (?:hoppar|skummar|missar)\b|\bser (?:slarvig\w*|suddig\w*)\b"
    r"|\bkostar dig\b|\bögat\b|\bknappt\b|\bför (?:små|bleka?|svag)\b|\bingen (?:vet|ser)\b",
}


@pytest.mark.parametrize("lang", list(Language))
def test_no_finding_claims_what_was_not_measured(lang: Language) -> None:
    texts = [(row.meta.id, row.meta.text(lang)) for row in CHECKS]
    texts += [
        (rule, Text(title="", failure=said[0], why=said[1], fix=""))
        for rule, by in lexicon("axe_texts").items()
        for said in [by[lang]]
    ]
    found = [
        (name, match[0])
        for name, text in texts
        for match in re.finditer(CLAIMS[lang], f"{text.failure} {text.why}", re.IGNORECASE)
    ]
    assert not found
