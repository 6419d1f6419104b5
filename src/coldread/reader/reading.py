"""Validation of a model's answer: it keeps the answers and problems that the page supports, and quotes the page itself.
Pure.

A reference names a block and an exact part of it. A sentence that adds something is dropped, and a problem without a
valid reference is dropped completely. Dropped parts are counted by reason."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from coldread.reader.blocks import Block, Kind
from coldread.reader.material import Material
from coldread.reader.sayable import Sayable, sentences
from coldread.reader.shape import PageReading, ReaderAnswer, ReaderProblem, Reference
from coldread.reader.tiles import ShownPicture
from coldread.scanner.judge.answers.questions import FIVE

#: raise this number when the validator starts to accept other sentences or problems
VALIDATOR_VERSION = "2"
MOST_PROBLEMS = 8
LONGEST_TEXT, LONGEST_REMEDY, LONGEST_BECAUSE = 420, 320, 280
SHORTEST_SENTENCE = 3
#: shortest search word that can prove an absence
SHORTEST_SOUGHT = 3
#: px of a region's side; a smaller region shows nothing
SMALLEST = 8
#: points of a page whose goal is blocked for everybody
MOST_WHEN_BLOCKED = 69


@dataclasses.dataclass(frozen=True, kw_only=True)
class AcceptedReading:
    """A reading as it is stored: plain values."""

    answers: list[dict[str, Any]]
    problems: list[dict[str, Any]]
    stranger: str
    points: int
    #: how many parts were dropped, by reason
    dropped: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


class Validator:
    """Validates one answer against its material."""

    longest_remedy = LONGEST_REMEDY

    def __init__(self, material: Material, pictures: Sequence[ShownPicture], prefix: str) -> None:
        self._material = material
        self._shown = {picture.name: picture for picture in pictures}
        self._prefix = prefix
        self._blocks = {block.number: block for block in material.blocks}
        words = [block.words for block in material.blocks]
        leads = [block.leads_to for block in material.blocks if block.leads_to]
        of_page = [block for block in material.blocks if block.kind not in (Kind.ORDER, Kind.ELSEWHERE)]
        facts = [fact.words for fact in material.facts]
        self._sayable = Sayable(
            *words,
            *leads,
            *facts,
            material.audience,
            material.goal,
            # the owner can look up a number that is in the markup
            material.source,
            lang=material.lang,
            forbidden=f"{prefix}-",
            # addresses of the page's own scripts also count as the owner's words
            address_sources=[*lends_addresses(material), *_texts_of_page_scripts(material)],
            hosts=measured_hosts(material),
        )
        self._searched = lowercase_words_of(
            " ".join(
                [*(block.words for block in of_page), *(block.leads_to for block in of_page), material.source]
            )
        )
        self._facts = {fact.id: fact for fact in material.facts}
        self._dropped: Counter[str] = Counter()

    def accepted(self, reading: PageReading) -> AcceptedReading:
        answers: dict[str, dict[str, Any]] = {}
        for given_answer in reading.answers:
            answer = (
                self._answer(given_answer)
                if given_answer.question not in answers
                else self._drop("said-twice")
            )
            if answer is not None:
                answers[given_answer.question] = answer
        problems: list[dict[str, Any]] = []
        for number, problem in enumerate(reading.problems):
            accepted = self._problem(problem) if number < MOST_PROBLEMS else self._drop("too-many")
            if accepted is not None:
                problems.append(accepted)
        points = min(100, max(0, reading.points))
        return AcceptedReading(
            answers=[answers[name.value] for name in FIVE if name.value in answers],
            problems=problems,
            stranger=self._sentences(reading.stranger, LONGEST_BECAUSE),
            points=min(points, MOST_WHEN_BLOCKED) if self._material.blocked else points,
            dropped=dict(self._dropped),
        )

    def _drop(self, reason: str) -> dict[str, Any] | None:
        self._dropped[reason] += 1
        return None

    def _answer(self, given_answer: ReaderAnswer) -> dict[str, Any] | None:
        because = self._sentences(given_answer.because, LONGEST_BECAUSE)
        if not because:
            return self._drop("answer-without-reason")
        rests_on = self._references(given_answer.references)
        answer = given_answer.answer
        if answer == "yes" and not self._supports_yes(
            given_answer.question, [block for block, _ in rests_on]
        ):
            answer = "partly"
            self._dropped["yes-without-words"] += 1
        quotes = _quotes((block, words) for block, words in rests_on if block.kind is Kind.PAINTED)
        return {
            "question": given_answer.question,
            "answer": answer,
            "because": because,
            "quote": quotes[0] if quotes else "",
            "quotes": quotes,
        }

    def _supports_yes(self, question: str, blocks: Sequence[Block]) -> bool:
        """Only visible blocks do. For `what` and `what happens` they must be on the first screen, if that was measured."""
        painted = [block for block in blocks if block.kind is Kind.PAINTED]
        if question not in ("what", "press"):
            return bool(painted)
        was_measured = any(
            place.desktop is not None for block in self._material.blocks for place in block.places
        )
        return any(block.is_first_screen for block in painted) if was_measured else bool(painted)

    def _problem(self, problem: ReaderProblem) -> dict[str, Any] | None:
        rests_on = self._references(problem.references)
        region = self._region(problem) if problem.kind == "looks" else None
        fault = self._why_unfounded(problem, [block for block, _ in rests_on], region)
        if fault:
            return self._drop(fault)
        text = self._sentences(problem.text, LONGEST_TEXT, whole=True)
        if not text:
            return self._drop("problem-without-text")
        quotes = _quotes(rests_on)
        accepted: dict[str, Any] = {
            "kind": problem.kind,
            "text": text,
            "remedy": self._sentences(problem.remedy, self.longest_remedy),
            "quote": quotes[0] if quotes and problem.kind != "absent" else "",
            "quotes": quotes,
            "beside": rests_on[0][0].places[0].selector if rests_on else "",
        }
        if region is not None:
            accepted["region"] = region
        if problem.measured in self._facts:
            accepted["measured"] = problem.measured
        return accepted

    def _why_unfounded(
        self, problem: ReaderProblem, blocks: Sequence[Block], region: dict[str, Any] | None
    ) -> str:
        """Why the page does not support the problem; empty if it does."""
        if problem.kind == "looks":
            return "" if region is not None else "no-such-region"
        if problem.kind == "present":
            return "" if blocks or problem.measured in self._facts else "no-reference"
        if problem.kind == "contradiction":
            return "" if len({block.number for block in blocks}) > 1 else "no-two-references"
        return self._not_absent(problem, blocks)

    def _not_absent(self, problem: ReaderProblem, blocks: Sequence[Block]) -> str:
        search_words = [
            word for word in map(lowercase_words_of, problem.sought) if len(word) >= SHORTEST_SOUGHT
        ]
        if not blocks:
            return "no-anchor"
        if not search_words:
            return "nothing-sought"
        if self._material.cut or self._material.unseen_parts:
            return "absent-but-unseen"
        if any(word in self._searched for word in search_words):
            return "absent-but-found"
        return ""

    def _references(self, references: Iterable[Reference]) -> list[tuple[Block, str]]:
        """Existing blocks, each with an exact part of its words. If the part is not in the block, the reference is
        dropped."""
        found: list[tuple[Block, str]] = []
        for reference in references:
            prefix, _, number = reference.block.strip(" []").rpartition("-")
            block = self._blocks.get(int(number)) if number.isascii() and number.isdigit() else None
            if block is None or prefix != self._prefix:
                self._dropped["unknown-block"] += 1
                continue
            words = _part_of(block.words, reference.words)
            if words is None:
                self._dropped["not-in-block"] += 1
                continue
            found.append((block, words))
        return found

    def _region(self, problem: ReaderProblem) -> dict[str, Any] | None:
        picture = self._shown.get(problem.picture)
        if picture is None or min(problem.x, problem.y) < 0 or min(problem.width, problem.height) < SMALLEST:
            return None
        if problem.x + problem.width > picture.width or problem.y + problem.height > picture.height:
            return None
        window = problem.picture.partition("-")[0]
        box = picture.box_in_kept(problem.x, problem.y, problem.width, problem.height)
        return {"picture": window, "of": picture.of, "box": list(box)}

    def _sentences(self, text: str, longest: int, *, whole: bool = False) -> str:
        """The acceptable sentences. `whole`: nothing if the first sentence is not acceptable, because the others depend
        on it."""
        line = one_line(text)
        if not line:
            return ""
        if not SHORTEST_SENTENCE <= len(line) <= longest:
            self._dropped["length"] += 1
            return ""
        faults = [(sentence, self._sayable.objection(sentence)) for sentence in sentences(line)]
        self._dropped.update(fault for _, fault in faults if fault)
        if whole and faults and faults[0][1]:
            return ""
        return " ".join(sentence for sentence, fault in faults if not fault)


def lends_addresses(material: Material) -> list[str]:
    """The source of acceptable addresses and telephone numbers: visible words of the owner. Facts may quote anybody."""
    lending = [block for block in material.blocks if block.lends_addresses]
    return [*(block.words for block in lending), *(block.leads_to for block in lending), material.audience]


def _texts_of_page_scripts(material: Material) -> list[str]:
    return [
        block.words
        for block in material.blocks
        if block.kind is Kind.ELSEWHERE and block.role.startswith("script ")
    ]


#: facts about other hosts: targets of forms, and addresses that were probed
_OF_HOSTS = frozenset({"form", "target", "behind"})
_HOST_OF_ADDRESS = re.compile(r"https?://(?:www\.)?([\w.-]+\.[a-z]{2,24})(?=[/:?#\s]|$)", re.IGNORECASE)


def measured_hosts(material: Material) -> list[str]:
    """Other hosts that may be named: targets of forms and steps, and what did not load.

    Only if the owner's own part of the page has them; a visitor's words do not count."""
    owners = {block.number for block in material.blocks if block.lends_addresses}
    texts = [
        fact.words
        for fact in material.facts
        if fact.id in _OF_HOSTS and fact.blocks and owners.issuperset(fact.blocks)
    ]
    found = [
        match[1].lower() for text in (*texts, *material.missing) for match in _HOST_OF_ADDRESS.finditer(text)
    ]
    return list(dict.fromkeys(found))


def one_line(text: str) -> str:
    return " ".join(text.split())


def lowercase_words_of(text: str) -> str:
    return " ".join(re.sub(r"[^\w%€$£+@.-]+", " ", text.lower()).split())


def _part_of(words: str, part: str) -> str | None:
    """The block's own words that match the model's, whatever their spacing and punctuation; None if they do not match."""
    wanted = one_line(part).strip(" “”\"'„»«…")
    if not wanted:
        return words
    at = words.find(wanted)
    if at < 0:
        at = words.lower().find(wanted.lower())
    return words[at : at + len(wanted)] if at >= 0 else None


def _quotes(rests_on: Iterable[tuple[Block, str]]) -> list[str]:
    """Words that a visitor can see. Words of pictures and of the source are labelled as such."""
    found = [
        words for block, words in rests_on if words and block.kind in (Kind.PAINTED, Kind.HIDDEN, Kind.SOURCE)
    ]
    return list(dict.fromkeys(found))
