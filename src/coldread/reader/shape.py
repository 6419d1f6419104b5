"""What a model is asked for when it reads a page."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

#: changes when a member is added, renamed or means something else
SCHEMA_VERSION = "1"

QuestionName = Literal["what", "for_me", "why", "cost", "press"]
AnswerWord = Literal["yes", "partly", "no", "could_not_tell", "does_not_apply"]
ProblemKind = Literal["present", "contradiction", "looks", "absent"]


class SeenPicture(BaseModel):
    """What the model noted about a picture. The field makes it look at the picture; its words are shown to nobody."""

    picture: str
    note: str


class Reference(BaseModel):
    """A block, and an exact part of its words or nothing."""

    block: str
    words: str


class ReaderAnswer(BaseModel):
    question: QuestionName
    answer: AnswerWord
    because: str
    references: list[Reference] = Field(max_length=12)


class ReaderProblem(BaseModel):
    kind: ProblemKind
    text: str
    remedy: str
    references: list[Reference] = Field(max_length=12)
    picture: str
    x: int
    y: int
    width: int
    height: int
    sought: list[str] = Field(max_length=12)
    measured: str


class PageReading(BaseModel):
    """The whole answer."""

    seen: list[SeenPicture] = Field(max_length=16)
    stranger: str
    answers: list[ReaderAnswer] = Field(max_length=12)
    problems: list[ReaderProblem] = Field(max_length=16)
    points: int
