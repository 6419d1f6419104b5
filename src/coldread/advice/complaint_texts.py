"""What is said of each complaint, and the cues that tell it, by language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from coldread.base.languages import Language
from coldread.base.texts.said import gaps_in
from coldread.base.texts.texts import texts_of
from coldread.scanner.page.phrases import Phrases, compiled

TEXTS = texts_of("coldread.advice")


@dataclass(frozen=True, kw_only=True)
class Words:
    """What is said of one complaint in one language."""

    diagnosis: tuple[str, ...]
    rationale: str

    def diagnosed(self, values: dict[str, str | None]) -> str:
        """The first wording whose slots can all be filled."""
        known = {name: value for name, value in values.items() if value is not None}
        fitting = next(text for text in self.diagnosis if gaps_in(text) <= known.keys())
        said = fitting.format(**known)
        return said[0].upper() + said[1:]


@cache
def words_of(complaint: str, lang: Language) -> Words:
    return Words(
        diagnosis=TEXTS.choices(lang, f"complaint.{complaint}.diagnosis"),
        rationale=TEXTS.say(lang, f"complaint.{complaint}.rationale"),
    )


@cache
def cues_of(complaint: str, lang: Language) -> Phrases:
    return compiled(TEXTS.choices(lang, f"complaint.{complaint}.cues"))
