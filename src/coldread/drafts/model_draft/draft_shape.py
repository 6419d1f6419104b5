"""What a model is asked for when it writes a draft."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from coldread.reader.shape import ReaderAnswer, ReaderProblem, SeenPicture
from coldread.scanner.judge.finding import Effort

#: on the page; what somebody reads who has pressed; a message
Where = Literal["page", "after_press", "letter"]


class DraftProblem(ReaderProblem):
    #: under an hour, about half a day, a day or more
    effort: Effort


class FirstScreen(BaseModel):
    headline: str
    line: str
    button: str
    under_button: str
    because: str


class WordedEdit(BaseModel):
    block: str
    was: str
    new: str
    why: str


class TextToUse(BaseModel):
    where: Where
    #: a block's id, or when it is shown or sent
    after: str
    heading: str
    text: str


class OwnersQuestion(BaseModel):
    text: str
    sought: list[str] = Field(max_length=12)


class PageDraft(BaseModel):
    """The whole answer."""

    seen: list[SeenPicture] = Field(max_length=16)
    summary: str
    trouble: str
    keep: list[str] = Field(max_length=8)
    answers: list[ReaderAnswer] = Field(max_length=12)
    problems: list[DraftProblem] = Field(max_length=16)
    screens: list[FirstScreen] = Field(max_length=4)
    edits: list[WordedEdit] = Field(max_length=24)
    texts: list[TextToUse] = Field(max_length=12)
    questions: list[OwnersQuestion] = Field(max_length=8)
    checks: list[str] = Field(max_length=8)
