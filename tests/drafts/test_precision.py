"""What a draft must not say: each by a small page on which a rule once said too much."""

from __future__ import annotations

from coldread.drafts.remedies.table import REMEDIES
from coldread.drafts.remedies import parts
from coldread.drafts.say import TEXTS


def test_no_colour_is_proposed_for_a_rule_that_stands_on_other_grounds() -> None:
    assert REMEDIES["a11y.color-contrast"] is REMEDIES["cta.low-contrast"] is parts.places


def test_no_tally_of_findings() -> None:
    for lang in ("en", "sv"):
        assert "{before" not in TEXTS.of(lang)["diff.proven"]
