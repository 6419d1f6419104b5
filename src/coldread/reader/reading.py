"""What is kept of a model's answer: each answer and problem that rests on the page, with words that our code takes from it. Pure.

A reference names a block and an exact part of it. A sentence that adds something is dropped, and a problem that rests on nothing is
dropped whole; each by its reason, counted.
"""

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
from coldread.scanner.judge.questions import FIVE

#: changes when another sentence or another problem is kept
VALIDATOR_VERSION = "2"
MOST_PROBLEMS = 8
LONGEST_TEXT, LONGEST_REMEDY, LONGEST_BECAUSE = 420, 320, 280
SHORTEST_SENTENCE = 3
#: characters of words that are looked for, before an absence is believed
SHORTEST_SOUGHT = 3
#: px of a region's side; less shows nothing
SMALLEST = 8
#: points of a page on which something measured stands between everybody and the goal
MOST_WHEN_BLOCKED = 69


@dataclasses.dataclass(frozen=True, kw_only=True)
class AcceptedReading:
    """A reading as it is stored: plain values."""

    answers: list[dict[str, Any]]
    problems: list[dict[str, Any]]
    stranger: str
    points: int
    #: how often something was dropped, by its reason
    dropped: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


class Validator:
    """Holds one answer against the material it was made from."""

    longest_remedy = LONGEST_REMEDY

    def __init__(self, material: Material, shown: Sequence[ShownPicture], prefix: str) -> None:
        self._material = material
        self._shown = {one.name: one for one in shown}
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
            # a number that stands in the markup is one that the owner can look up
            material.source,
            lang=material.lang,
            forbidden=f"{prefix}-",
            # its own scripts are the owner's words, too, where they are spoken about
            lends=[*lends_addresses(material), *_own_scripts(material)],
            hosts=measured_hosts(material),
        )
        self._searched = folded(
            " ".join(
                [*(block.words for block in of_page), *(block.leads_to for block in of_page), material.source]
            )
        )
        self._facts = {fact.id: fact for fact in material.facts}
        self._dropped: Counter[str] = Counter()

    def kept(self, said: PageReading) -> AcceptedReading:
        answers: dict[str, dict[str, Any]] = {}
        for one in said.answers:
            answer = self._answer(one) if one.question not in answers else self._drop("said-twice")
            if answer is not None:
                answers[one.question] = answer
        problems: list[dict[str, Any]] = []
        for number, problem in enumerate(said.problems):
            made = self._problem(problem) if number < MOST_PROBLEMS else self._drop("too-many")
            if made is not None:
                problems.append(made)
        points = min(100, max(0, said.points))
        return AcceptedReading(
            answers=[answers[name.value] for name in FIVE if name.value in answers],
            problems=problems,
            stranger=self._sentences(said.stranger, LONGEST_BECAUSE),
            points=min(points, MOST_WHEN_BLOCKED) if self._material.blocked else points,
            dropped=dict(self._dropped),
        )

    def _drop(self, reason: str) -> dict[str, Any] | None:
        self._dropped[reason] += 1
        return None

    def _answer(self, said: ReaderAnswer) -> dict[str, Any] | None:
        because = self._sentences(said.because, LONGEST_BECAUSE)
        if not because:
            return self._drop("answer-without-reason")
        rests_on = self._references(said.references)
        answer = said.answer
        if answer == "yes" and not self._supports_yes(said.question, [block for block, _ in rests_on]):
            answer = "partly"
            self._dropped["yes-without-words"] += 1
        quotes = _quotes((block, words) for block, words in rests_on if block.kind is Kind.PAINTED)
        return {
            "question": said.question,
            "answer": answer,
            "because": because,
            "quote": quotes[0] if quotes else "",
            "quotes": quotes,
        }

    def _supports_yes(self, question: str, blocks: Sequence[Block]) -> bool:
        """Only what is painted does; for what it is and what happens, on the first screen where somebody has seen that."""
        painted = [block for block in blocks if block.kind is Kind.PAINTED]
        if question not in ("what", "press"):
            return bool(painted)
        seen = any(place.desktop is not None for block in self._material.blocks for place in block.places)
        return any(block.is_first_screen for block in painted) if seen else bool(painted)

    def _problem(self, said: ReaderProblem) -> dict[str, Any] | None:
        rests_on = self._references(said.references)
        region = self._region(said) if said.kind == "looks" else None
        fault = self._unfounded(said, [block for block, _ in rests_on], region)
        if fault:
            return self._drop(fault)
        text = self._sentences(said.text, LONGEST_TEXT, whole=True)
        if not text:
            return self._drop("problem-without-text")
        quotes = _quotes(rests_on)
        made: dict[str, Any] = {
            "kind": said.kind,
            "text": text,
            "remedy": self._sentences(said.remedy, self.longest_remedy),
            "quote": quotes[0] if quotes and said.kind != "absent" else "",
            "quotes": quotes,
            "beside": rests_on[0][0].places[0].selector if rests_on else "",
        }
        if region is not None:
            made["region"] = region
        if said.measured in self._facts:
            made["measured"] = said.measured
        return made

    def _unfounded(self, said: ReaderProblem, blocks: Sequence[Block], region: dict[str, Any] | None) -> str:
        """Why the problem rests on nothing; empty where it rests on the page."""
        if said.kind == "looks":
            return "" if region is not None else "no-such-region"
        if said.kind == "present":
            return "" if blocks or said.measured in self._facts else "no-reference"
        if said.kind == "contradiction":
            return "" if len({block.number for block in blocks}) > 1 else "no-two-references"
        return self._not_absent(said, blocks)

    def _not_absent(self, said: ReaderProblem, blocks: Sequence[Block]) -> str:
        sought = [word for word in map(folded, said.sought) if len(word) >= SHORTEST_SOUGHT]
        if not blocks:
            return "no-anchor"
        if not sought:
            return "nothing-sought"
        if self._material.cut or self._material.unseen_parts:
            return "absent-but-unseen"
        if any(word in self._searched for word in sought):
            return "absent-but-found"
        return ""

    def _references(self, said: Iterable[Reference]) -> list[tuple[Block, str]]:
        """Blocks that are there, each with an exact part of its words; a part that is not in it takes the block with it."""
        found: list[tuple[Block, str]] = []
        for one in said:
            prefix, _, number = one.block.strip(" []").rpartition("-")
            block = self._blocks.get(int(number)) if number.isascii() and number.isdigit() else None
            if block is None or prefix != self._prefix:
                self._dropped["unknown-block"] += 1
                continue
            words = _part_of(block.words, one.words)
            if words is None:
                self._dropped["not-in-block"] += 1
                continue
            found.append((block, words))
        return found

    def _region(self, said: ReaderProblem) -> dict[str, Any] | None:
        shown = self._shown.get(said.picture)
        if shown is None or min(said.x, said.y) < 0 or min(said.width, said.height) < SMALLEST:
            return None
        if said.x + said.width > shown.width or said.y + said.height > shown.height:
            return None
        window = said.picture.partition("-")[0]
        box = shown.box_in_kept(said.x, said.y, said.width, said.height)
        return {"picture": window, "of": shown.of, "box": list(box)}

    def _sentences(self, text: str, longest: int, *, whole: bool = False) -> str:
        """What may be said of it; `whole`: nothing where its first sentence may not, since the rest leans on it."""
        line = one_line(text)
        if not line:
            return ""
        if not SHORTEST_SENTENCE <= len(line) <= longest:
            self._dropped["length"] += 1
            return ""
        faults = [(one, self._sayable.objection(one)) for one in sentences(line)]
        self._dropped.update(fault for _, fault in faults if fault)
        if whole and faults and faults[0][1]:
            return ""
        return " ".join(one for one, fault in faults if not fault)


def lends_addresses(material: Material) -> list[str]:
    """What the owner shows of addresses and telephone numbers: neither a visitor's words nor what nobody sees; facts quote both."""
    shown = [block for block in material.blocks if block.lends_addresses]
    return [*(block.words for block in shown), *(block.leads_to for block in shown), material.audience]


def _own_scripts(material: Material) -> list[str]:
    return [
        block.words
        for block in material.blocks
        if block.kind is Kind.ELSEWHERE and block.role.startswith("script ")
    ]


#: facts that say whom the page speaks to: its forms and the addresses that were asked
_OF_HOSTS = frozenset({"form", "target", "behind"})
_HOST_OF_ADDRESS = re.compile(r"https?://(?:www\.)?([\w.-]+\.[a-z]{2,24})(?=[/:?#\s]|$)", re.IGNORECASE)


def measured_hosts(material: Material) -> list[str]:
    """Other hosts that the owner may be told of by name: where forms go, where steps lead, what did not load.

    Only where the owner's own part of the page has them: what stands in a visitor's words lends nothing.
    """
    owners = {block.number for block in material.blocks if block.lends_addresses}
    told = [
        fact.words
        for fact in material.facts
        if fact.id in _OF_HOSTS and fact.blocks and owners.issuperset(fact.blocks)
    ]
    found = [
        match[1].lower() for text in (*told, *material.missing) for match in _HOST_OF_ADDRESS.finditer(text)
    ]
    return list(dict.fromkeys(found))


def one_line(text: str) -> str:
    return " ".join(text.split())


def folded(text: str) -> str:
    return " ".join(re.sub(r"[^\w%€$£+@.-]+", " ", text.lower()).split())


def _part_of(words: str, part: str) -> str | None:
    """The block's own words where the model's are a part of them, however they are spaced or closed; None where they are not."""
    wanted = one_line(part).strip(" “”\"'„»«…")
    if not wanted:
        return words
    at = words.find(wanted)
    if at < 0:
        at = words.lower().find(wanted.lower())
    return words[at : at + len(wanted)] if at >= 0 else None


def _quotes(rests_on: Iterable[tuple[Block, str]]) -> list[str]:
    """Words that a visitor can see; those of pictures and of the source are told as what they are."""
    found = [
        words for block, words in rests_on if words and block.kind in (Kind.PAINTED, Kind.HIDDEN, Kind.SOURCE)
    ]
    return list(dict.fromkeys(found))
