"""A configured model reads the page as a second stranger: the five questions, and problems that the rules do not name.

It speaks after the answer was given, so that nobody waits for it. What it says stands in `model_notes` as its own, is never
scored and never mixed with what was measured. An answer rests on words of the page or on nothing; a problem must quote the
page word for word, or name a region of a picture that it was shown. Whatever else it says is dropped and counted.
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
from coldread.scanner.judge.questions import FIVE
from coldread.scanner.page.observe.picture_head import picture_size

MAX_TOKENS = 1_500
MOST_PROBLEMS = 5
LONGEST, SHORTEST_QUOTE = 200, 4
#: pixels of a region's side; less shows nothing
SMALLEST = 8
#: bytes of a picture that are sent
LARGEST_PICTURE = 3_000_000
#: of what was understood and of the page's words
LONGEST_READING, LONGEST_TEXT = 6_000, 12_000
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


class SecondReading(BaseModel):
    """What the model is asked for."""

    answers: list[ModelAnswer] = Field(max_length=12)
    problems: list[ModelProblem] = Field(max_length=12)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Material:
    """What the model is given of a stored scan."""

    #: the answer's `reading`, and the titles of what was found
    reading: Mapping[str, Any]
    found: tuple[str, ...]
    text: str
    goal: str
    audience: str
    lang: Language
    #: `desktop` and `mobile`, as far as they were kept
    pictures: Mapping[str, bytes]


async def second_reading(model: Model, material: Material, *, deadline_s: float) -> dict[str, Any] | None:
    """`answers`, `problems` and `dropped`; None when the model gave nothing that could be read.

    An endpoint that takes no pictures refuses them: then it is asked again without.
    """
    shown = {
        name: content for name, content in material.pictures.items() if 0 < len(content) <= LARGEST_PICTURE
    }
    for pictures in (shown, {}) if shown else ({},):
        said = await model.answer(
            _prompt(material, pictures), SecondReading, deadline_s=deadline_s, max_tokens=MAX_TOKENS
        )
        if said is not None:
            kept = grounded(said, material, pictures)
            for reason, times in kept["dropped"].items():
                model.count(f"dropped-{reason}", times)
            return kept
    return None


def grounded(said: SecondReading, material: Material, pictures: Mapping[str, bytes]) -> dict[str, Any]:
    """What may be repeated, and how much may not, by its reason."""
    dropped: Counter[str] = Counter()
    grounds = Grounds(material.text, material.audience)
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
        fault = _fault(problem.text, problem.quote, grounds) or _without_place(problem, pictures)
        if fault or len(problems) >= MOST_PROBLEMS:
            dropped[fault or "too-many"] += 1
        else:
            problems.append(_told(problem))
    order = [question.value for question in FIVE if question.value in answers]
    return {
        "answers": [answers[name] for name in order],
        "problems": problems,
        "dropped": dict(dropped),
    }


def _fault(text: str, quote: str, grounds: Grounds) -> str:
    """Why the sentence must not be repeated; empty when it may."""
    line = _line(text)
    if not 3 <= len(line) <= LONGEST or len(_line(quote)) > LONGEST:
        return "length"
    if quote.strip() and not (len(_line(quote)) >= SHORTEST_QUOTE and grounds.has_quote(_line(quote))):
        return "not-on-page"
    return grounds.objection(line) or ""


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
    told = json.dumps(
        {"goal": material.goal, "understood": material.reading, "found by rules": material.found},
        ensure_ascii=False,
    )
    outside = f"{material.audience}\n{material.text}"
    asked = (
        f"Goal, what rules understood and found:\n{fenced(told, LONGEST_READING)}\n\n"
        f"Audience and page:\n{fenced(outside, LONGEST_TEXT)}"
    )
    plain = prompt("second_reading", asked, language=english_name(material.lang))
    sent = tuple(Picture(name=name, content=pictures[name]) for name in SHOWN if name in pictures)
    return dataclasses.replace(plain, pictures=sent)
