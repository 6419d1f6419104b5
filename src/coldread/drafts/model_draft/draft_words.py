"""Which parts of a model's draft are accepted: statements with a source on the page or in the order, in words that both allow. Pure.

It is the reader's own rule (`reader/reading`, `reader/sayable`); words that go into a page must meet one more: no promise that
nobody has made. Each thing that is dropped is counted by its reason.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

from coldread.drafts.model_draft.draft_material import DraftMaterial
from coldread.drafts.model_draft.draft_shape import (
    DraftProblem,
    FirstScreen,
    OwnersQuestion,
    PageDraft,
    TextToUse,
    WordedEdit,
)
from coldread.drafts.source_edits.text_edits import typeset
from coldread.reader.blocks import VISITORS, Block, Kind
from coldread.reader.reading import Validator, lends_addresses, lowercase_words_of, one_line
from coldread.reader.sayable import Sayable, sentences
from coldread.reader.shape import ReaderProblem, Reference
from coldread.reader.tiles import ShownPicture
from coldread.scanner.judge.answers.questions import FIVE

MOST_KEPT, MOST_PROBLEMS, MOST_SCREENS, MOST_EDITS, MOST_TEXTS, MOST_QUESTIONS, MOST_CHECKS = (
    4,
    8,
    2,
    12,
    6,
    4,
    5,
)
LONGEST_SUMMARY, LONGEST_LINE, LONGEST_WORDS, LONGEST_PASTED = 1_200, 420, 300, 900
#: a text copied from a page's head may be replaced in words, but not in the diff
_OF_THE_HEAD = ("title of the tab", "description for search engines")
SHORTEST_SOUGHT = 4
_GAP = re.compile(r"\[([^\[\]\n]{1,120})\]")


@dataclasses.dataclass(frozen=True, kw_only=True)
class AcceptedEdit:
    """One text of the page and its replacement."""

    was: str
    new: str
    why: str
    #: it may go into the diff: a text that visitors see, and no gap in the new one
    is_plain: bool


@dataclasses.dataclass(frozen=True, kw_only=True)
class AcceptedText:
    where: str
    #: words of the block after which it goes, or when it is shown
    after: str
    heading: str
    text: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class AcceptedDraft:
    """A model's draft as it may be shown: plain values."""

    summary: str
    trouble: str
    keep: tuple[str, ...]
    #: as in a reading, with `effort`
    problems: tuple[dict[str, Any], ...]
    answers: tuple[dict[str, Any], ...]
    screens: tuple[FirstScreen, ...]
    edits: tuple[AcceptedEdit, ...]
    texts: tuple[AcceptedText, ...]
    questions: tuple[str, ...]
    checks: tuple[str, ...]
    #: how often something was dropped, by its reason
    dropped: dict[str, int]
    #: the sentences and pieces themselves, for measurements
    lost: tuple[tuple[str, str], ...] = ()

    @property
    def is_enough(self) -> bool:
        """A review has at least a summary and two problems."""
        return bool(self.summary) and len(self.problems) >= LEAST_PROBLEMS


LEAST_PROBLEMS = 2
#: words of a heading that is known again in a sentence
LEAST_HEADING = 2
#: the share of a text to use that must pass the checks
LEAST_LEFT = 0.5


class DraftValidator(Validator):
    """Checks one draft against the material it was made from."""

    longest_remedy = 640

    def __init__(self, told: DraftMaterial, shown: Sequence[ShownPicture], prefix: str) -> None:
        super().__init__(told.material, shown, prefix)
        material = told.material
        self._page_language = told.page_language
        self._pasted = Sayable(
            *(block.words for block in material.blocks),
            *(fact.words for fact in material.facts),
            material.audience,
            lang=told.page_language,
            forbidden=f"{prefix}-",
            address_sources=lends_addresses(material),
        )
        self._answered = lowercase_words_of(
            " ".join(block.words for block in material.blocks if block.kind is not Kind.HIDDEN)
        )
        self._lost: list[tuple[str, str]] = []
        #: headings of texts that were dropped: no sentence may send its reader to them
        self._lost_headings: tuple[str, ...] = ()

    def kept_draft(self, said: PageDraft) -> AcceptedDraft:
        texts = [one for one in map(self._text_to_use, said.texts[:MOST_TEXTS]) if one is not None]
        self._lost_headings = self._headings_without(texts, said)
        found = self._answers_and_problems(said)
        screens = [one for one in map(self._accepted_screen, said.screens[:MOST_SCREENS]) if one is not None]
        edits = [one for one in map(self._accepted_edit, said.edits[:MOST_EDITS]) if one is not None]
        return AcceptedDraft(
            summary=self._sentences(said.summary, LONGEST_SUMMARY),
            trouble=self._sentences(said.trouble, LONGEST_SUMMARY),
            keep=self._accepted_lines(said.keep[:MOST_KEPT]),
            problems=tuple(found[1]),
            answers=tuple(found[0]),
            screens=tuple(screens),
            edits=tuple({one.was: one for one in reversed(edits)}.values())[::-1],
            texts=tuple(texts),
            questions=tuple(filter(None, map(self._accepted_question, said.questions[:MOST_QUESTIONS]))),
            # a second sentence depends on the first
            checks=self._accepted_lines(said.checks[:MOST_CHECKS], whole=True),
            dropped=dict(self._dropped),
            lost=tuple(self._lost),
        )

    def _answers_and_problems(self, said: PageDraft) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        answers = {
            one.question: made for one in reversed(said.answers) if (made := self._answer(one)) is not None
        }
        problems = []
        for one in said.problems[:MOST_PROBLEMS]:
            before = sum(self._dropped.values())
            made = self._problem(one)
            if made is None:
                self._note_lost_words(f"problem ({sum(self._dropped.values()) - before} reasons)", one.text)
            else:
                problems.append({**made, "effort": one.effort})
        return [answers[name.value] for name in FIVE if name.value in answers], problems

    def _why_unfounded(
        self, said: ReaderProblem, blocks: Sequence[Block], region: dict[str, Any] | None
    ) -> str:
        """The buyer's own words alone do not make a fault of the page; they may contradict it."""
        assert isinstance(said, DraftProblem)
        seen = [block for block in blocks if block.kind is not Kind.ORDER]
        if said.kind == "contradiction" and seen:
            return super()._why_unfounded(said, blocks, region)
        return super()._why_unfounded(said, seen, region)

    def _note_lost_words(self, reason: str, text: str) -> None:
        self._lost.append((reason, text))

    def _sentences(self, text: str, longest: int, *, whole: bool = False) -> str:
        kept = self._without_lost_texts(super()._sentences(text, longest, whole=whole), whole=whole)
        if len(kept) < len(one_line(text)):
            self._note_lost_words("sentence", text)
        return kept

    def _headings_without(self, kept: Sequence[AcceptedText], said: PageDraft) -> tuple[str, ...]:
        """Headings of the model's texts that are not kept. A heading that the page has too may still be said."""
        there = {lowercase_words_of(one.heading) for one in kept}
        headings = dict.fromkeys(lowercase_words_of(one.heading) for one in said.texts)
        return tuple(
            one
            for one in headings
            if len(one.split()) >= LEAST_HEADING and one not in there and one not in self._answered
        )

    def _without_lost_texts(self, said: str, *, whole: bool) -> str:
        """The text without sentences that name a dropped text, and without their continuation in lowercase."""
        parts = sentences(said) if self._lost_headings else []
        speaks = [any(one in lowercase_words_of(part) for one in self._lost_headings) for part in parts]
        if not any(speaks):
            return said
        self._dropped["names-a-dropped-text"] += sum(speaks)
        if whole and speaks[0]:
            return ""
        gone = [
            is_gone or (at > 0 and speaks[at - 1] and part[:1].islower())
            for at, (part, is_gone) in enumerate(zip(parts, speaks, strict=True))
        ]
        return " ".join(part for part, is_gone in zip(parts, gone, strict=True) if not is_gone)

    def _accepted_lines(self, said: Sequence[str], *, whole: bool = False) -> tuple[str, ...]:
        return tuple(filter(None, (self._sentences(one, LONGEST_LINE, whole=whole) for one in said)))

    def _may_be_pasted(self, text: str, longest: int) -> bool:
        """All of it or nothing: a text with missing sentences helps nobody."""
        fault = "length" if len(text) > longest else self._pasted.objection_to_words(text) if text else ""
        if fault:
            self._dropped[fault] += 1
            self._note_lost_words(fault, text)
        return not fault

    def _what_may_be_pasted(self, said: str) -> str:
        """Without the sentences that may not, if most of it is left: other parts of the draft refer to this text."""
        text = one_line(said)
        if len(text) > LONGEST_PASTED or not self._pasted.objection_to_words(text):
            return text if self._may_be_pasted(text, LONGEST_PASTED) else ""
        parts = sentences(text)
        left = [one for one in parts if not self._pasted.objection_to_words(one)]
        together = " ".join(left)
        if len(together) < LEAST_LEFT * len(text) or self._pasted.objection_to_words(together):
            self._may_be_pasted(text, LONGEST_PASTED)
            return ""
        for one in parts:
            self._may_be_pasted(one, LONGEST_PASTED)
        return together

    def _accepted_screen(self, said: FirstScreen) -> FirstScreen | None:
        made = FirstScreen(**{name: one_line(text) for name, text in said.model_dump().items()})
        if not made.headline or not all(
            self._may_be_pasted(one, LONGEST_WORDS) for one in (made.headline, made.line, made.button)
        ):
            return None
        below = made.under_button if self._may_be_pasted(made.under_button, LONGEST_WORDS) else ""
        return made.model_copy(
            update={"under_button": below, "because": self._sentences(made.because, LONGEST_LINE)}
        )

    def _accepted_edit(self, said: WordedEdit) -> AcceptedEdit | None:
        found = self._references([Reference(block=said.block, words=said.was)])
        was = one_line(said.was)
        new = typeset(said.new, self._page_language)
        if (
            not found
            or not was
            or not new
            or (lowercase_words_of(was) == lowercase_words_of(new) and was == new)
        ):
            self._note_lost_words("edit", f"{said.was} → {said.new}")
            return None
        block, words = found[0]
        if block.role.startswith((VISITORS, "quotation")):
            self._dropped["somebody-elses-words"] += 1
            self._note_lost_words("somebody-elses-words", said.new)
            return None
        if block.kind is not Kind.PAINTED and not block.role.startswith(_OF_THE_HEAD):
            self._dropped["edit-of-what-nobody-sees"] += 1
            self._note_lost_words("edit-of-what-nobody-sees", said.new)
            return None
        if not self._may_be_pasted(new, LONGEST_PASTED):
            return None
        return AcceptedEdit(
            was=words,
            new=new,
            why=self._sentences(said.why, LONGEST_LINE),
            is_plain=block.kind is Kind.PAINTED and not _GAP.search(new),
        )

    def _text_to_use(self, said: TextToUse) -> AcceptedText | None:
        heading, text = one_line(said.heading), self._what_may_be_pasted(said.text)
        if not text or not self._may_be_pasted(heading, LONGEST_WORDS):
            return None
        number = said.after.strip(" []").rpartition("-")[2]
        block = self._blocks.get(int(number)) if number.isascii() and number.isdigit() else None
        if block is not None and said.where == "page":
            after = block.words[:LONGEST_WORDS] if block.kind is Kind.PAINTED else ""
        else:
            after = self._sentences(said.after, LONGEST_WORDS)
        return AcceptedText(where=said.where, after=after, heading=heading, text=text)

    def _accepted_question(self, said: OwnersQuestion) -> str:
        """Only questions that neither the order nor a page answers, by our own search."""
        sought = [word for word in map(lowercase_words_of, said.sought) if len(word) >= SHORTEST_SOUGHT]
        if any(word in self._answered for word in sought):
            self._dropped["asked-but-answered"] += 1
            self._note_lost_words("asked-but-answered", said.text)
            return ""
        return self._sentences(said.text, LONGEST_LINE)
