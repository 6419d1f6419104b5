"""A configured model reads the page as a second stranger: the five questions, problems that the rules do not name, and which
of the rules' findings it would have named itself or doubts.

It speaks after the answer was given, so that nobody waits for it. What it says stands in `model_notes` as its own, is never
scored and never mixed with what was measured. An answer rests on words of the page or on nothing; a problem and a doubt must
quote the page word for word, or name a region of a picture that it was shown. Whatever else it says is dropped and counted.
"""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field

from coldread.base.languages import Language, english_name
from coldread.llm.grounds import Grounds
from coldread.llm.model import Model
from coldread.llm.prompt import Picture, Prompt, fenced, prompt
from coldread.llm.unusable import UnusableAnswer
from coldread.scanner.judge.questions import FIVE
from coldread.scanner.page.dictionary import is_ordinary
from coldread.scanner.page.observe.picture_head import picture_size

MAX_TOKENS = 3_000
MOST_PROBLEMS, MOST_FOUND = 5, 16
LONGEST, SHORTEST_QUOTE = 300, 4
#: pixels of a region's side; less shows nothing
SMALLEST = 8
#: bytes of a picture that are sent
LARGEST_PICTURE = 3_000_000
#: of what was understood, of what was found, of the page's words and of its markup
LONGEST_READING, LONGEST_FOUND, LONGEST_TEXT, LONGEST_SOURCE = 6_000, 8_000, 12_000, 30_000
#: the first screen of each window, the whole page where only that was kept
SHOWN = {"desktop": ("desktop-first.jpg", "desktop.jpg"), "mobile": ("mobile-first.jpg", "mobile.jpg")}


class ModelAnswer(BaseModel):
    question: Literal["what", "for_me", "why", "cost", "press"]
    answer: Literal["yes", "partly", "no", "could_not_tell", "does_not_apply"]
    because: str
    quote: str


class ModelProblem(BaseModel):
    text: str
    quote: str
    picture: Literal["desktop", "mobile", "none"]
    x: int
    y: int
    width: int
    height: int


class ModelDoubt(ModelProblem):
    """Why a finding, or a rule's answer to one of the five questions, is wrong about this page."""

    of: str


class SecondReading(BaseModel):
    """What the model is asked for."""

    answers: list[ModelAnswer] = Field(max_length=12)
    problems: list[ModelProblem] = Field(max_length=12)
    #: ids of findings that it would have named itself
    agrees: list[str] = Field(default_factory=list, max_length=24)
    doubts: list[ModelDoubt] = Field(default_factory=list, max_length=24)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Material:
    """What the model is given of a stored scan."""

    #: the answer's `reading` and `findings`
    reading: Mapping[str, Any]
    findings: Mapping[str, Any]
    #: what stood in the way of seeing all of it
    caveats: tuple[str, ...] = ()
    #: what a visitor reads, and the markup as it was sent
    text: str
    source: str
    goal: str
    audience: str
    lang: Language
    #: `desktop` and `mobile`, as far as they were kept
    pictures: Mapping[str, bytes]


async def second_reading(model: Model, material: Material, *, deadline_s: float) -> dict[str, Any] | None:
    """`answers`, `problems`, `agrees`, `doubts` and `dropped`; None when the model gave nothing that could be read.

    An endpoint that takes no pictures refuses them: then it is asked again without.
    """
    shown = {
        name: content for name, content in material.pictures.items() if 0 < len(content) <= LARGEST_PICTURE
    }
    for pictures in (shown, {}) if shown else ({},):
        try:
            said = await model.ask(
                _prompt(material, pictures), SecondReading, deadline_s=deadline_s, max_tokens=MAX_TOKENS
            )
        except UnusableAnswer as error:
            if error.reason == "refused":
                continue
            return None
        kept = grounded(said, material, pictures)
        for reason, times in kept["dropped"].items():
            model.count(f"dropped-{reason}", times)
        return kept
    return None


def grounded(said: SecondReading, material: Material, pictures: Mapping[str, bytes]) -> dict[str, Any]:
    """What may be repeated, and how much may not, by its reason."""
    dropped: Counter[str] = Counter()
    grounds = _grounds(material)
    answers: dict[str, dict[str, str]] = {}
    for one in said.answers:
        fault = "said-twice" if one.question in answers else _fault(one.because, one.quote, grounds)
        if fault:
            dropped[fault] += 1
        else:
            told = {"question": one.question, "answer": one.answer, "because": _line(one.because)}
            answers[one.question] = told | {"quote": _line(one.quote)}
    problems: list[dict[str, Any]] = []
    for problem in said.problems:
        fault = _fault(problem.text, problem.quote, grounds, proposes=True)
        fault = fault or _without_place(problem, pictures)
        if fault or len(problems) >= MOST_PROBLEMS:
            dropped[fault or "too-many"] += 1
        else:
            problems.append(_told(problem))
    ids = {row["id"] for row in _found(material)}
    agrees = [name for name in dict.fromkeys(said.agrees) if name in ids]
    if unknown := len(set(said.agrees) - ids):
        dropped["unknown-id"] += unknown
    may_be_doubted = ids | {question.value for question in FIVE}
    doubts: dict[str, dict[str, Any]] = {}
    for doubt in said.doubts:
        fault = "unknown-id" if doubt.of not in may_be_doubted else "said-twice" if doubt.of in doubts else ""
        fault = fault or _fault(doubt.text, doubt.quote, grounds) or _without_place(doubt, pictures)
        if fault:
            dropped[fault] += 1
        else:
            doubts[doubt.of] = {"of": doubt.of} | _told(doubt)
    order = [question.value for question in FIVE if question.value in answers]
    return {
        "answers": [answers[name] for name in order],
        "problems": problems,
        "agrees": agrees,
        "doubts": list(doubts.values()),
        "dropped": dict(dropped),
    }


def _grounds(material: Material) -> Grounds:
    """The page and what was found on it: a doubt repeats the finding's words and figures."""
    found = (f"{row['title']} {row['why']}" for row in _found(material))
    answered = (str(row.get("because", "")) for row in material.findings.get("answers", ()))
    said = (material.text, material.source, material.audience, *found, *answered)
    return Grounds(
        *said, languages=(material.lang,), is_word=is_ordinary, own_addresses=True, reckons=True, counts=True
    )


def _found(material: Material) -> list[dict[str, str]]:
    items = material.findings.get("items", ())[:MOST_FOUND]
    return [{name: str(item.get(name, "")) for name in ("id", "severity", "title", "why")} for item in items]


def _fault(text: str, quote: str, grounds: Grounds, *, proposes: bool = False) -> str:
    """Why the sentence must not be repeated; empty when it may. What proposes something may have new words in quotation marks."""
    line = _line(text)
    if not 3 <= len(line) <= LONGEST or len(_line(quote)) > LONGEST:
        return "length"
    if quote.strip() and not (len(_line(quote)) >= SHORTEST_QUOTE and grounds.has_quote(_line(quote))):
        return "not-on-page"
    return grounds.objection(line, proposes=proposes) or ""


def _without_place(problem: ModelProblem, pictures: Mapping[str, bytes]) -> str:
    """A problem without words of the page must point into a picture that was sent."""
    if problem.quote.strip():
        return ""
    size = picture_size(pictures[problem.picture]) if problem.picture in pictures else None
    if size is None:
        return "no-place"
    wide, high = problem.x + problem.width, problem.y + problem.height
    inside = problem.x >= 0 and problem.y >= 0 and wide <= size.width and high <= size.height
    return "" if inside and min(problem.width, problem.height) >= SMALLEST else "no-such-region"


def _told(problem: ModelProblem) -> dict[str, Any]:
    if problem.quote.strip():
        return {"text": _line(problem.text), "quote": _line(problem.quote)}
    box = [problem.x, problem.y, problem.width, problem.height]
    return {"text": _line(problem.text), "region": {"picture": problem.picture, "box": box}}


def _line(text: str) -> str:
    return " ".join(text.split())


def _prompt(material: Material, pictures: Mapping[str, bytes]) -> Prompt:
    """Everything is fenced: what was understood quotes the page too."""
    understood = _json(
        {"goal": material.goal, "did not come": material.caveats, "understood": material.reading}
    )
    answered = [
        {name: row.get(name, "") for name in ("question", "answer", "because")}
        for row in material.findings.get("answers", ())
    ]
    outside = f"{material.audience}\n{material.text}"
    asked = (
        f"Goal, and what rules understood:\n{fenced(understood, LONGEST_READING)}\n\n"
        f"What rules found and answered:\n{fenced(_json({'findings': _found(material), 'answers': answered}), LONGEST_FOUND)}\n\n"
        f"Audience and page:\n{fenced(outside, LONGEST_TEXT)}\n\n"
        f"The page's markup:\n{fenced(material.source, LONGEST_SOURCE)}"
    )
    plain = prompt("second_reading", asked, language=english_name(material.lang))
    sent = tuple(Picture(name=name, content=pictures[name]) for name in SHOWN if name in pictures)
    return dataclasses.replace(plain, pictures=sent)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
