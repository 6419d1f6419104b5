"""What a model is asked for, and what is kept of it: the owner's part of a draft, piece by piece."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from coldread.scanner.judge.finding import Effort

Act = Literal["keep", "move", "merge", "rewrite", "cut"]
Asked = Literal["what", "for_me", "why", "cost", "press"]
#: on the page; what somebody reads who has pressed; a letter that he gets
Where = Literal["page", "after_press", "letter"]


class Change(BaseModel):
    title: str
    why: str
    do: str
    quote: str
    #: the rules' point or the measured finding that it tells
    of: str
    #: under an hour, about half a day, a day or more
    effort: Effort = "S"
    #: what whoever builds it needs to know beyond `do`
    build: str = ""


class VisitorsAnswer(BaseModel):
    question: Asked
    said: str
    quote: str


class Screen(BaseModel):
    headline: str
    line: str
    button: str
    under_button: str
    because: str


class PagePart(BaseModel):
    heading: str
    act: Act
    how: str


class PastedText(BaseModel):
    where: Where = "page"
    #: the heading before it; of what is no part of the page, when it is shown or sent
    after: str
    heading: str
    text: str


class Objection(BaseModel):
    doubt: str
    quote: str
    answer: str


class Edit(BaseModel):
    today: str
    instead: str
    why: str


class Repair(BaseModel):
    """A piece of the markup and what it should be."""

    today: str
    instead: str
    why: str


class Rewrite(BaseModel):
    finding_id: str
    text: str


class WordedDraft(BaseModel):
    """Empty where nothing is said; the rules speak there."""

    summary: str = ""
    trouble: str = ""
    keep: list[str] = Field(default_factory=list, max_length=8)
    changes: list[Change] = Field(default_factory=list, max_length=12)
    doubted: list[str] = Field(default_factory=list, max_length=20)
    answers: list[VisitorsAnswer] = Field(default_factory=list, max_length=8)
    screens: list[Screen] = Field(default_factory=list, max_length=4)
    parts: list[PagePart] = Field(default_factory=list, max_length=12)
    texts: list[PastedText] = Field(default_factory=list, max_length=8)
    objections: list[Objection] = Field(default_factory=list, max_length=8)
    behind: str = ""
    proof: str = ""
    letter: str = ""
    edits: list[Edit] = Field(default_factory=list, max_length=12)
    repairs: list[Repair] = Field(default_factory=list, max_length=12)
    questions: list[str] = Field(default_factory=list, max_length=8)
    rewrites: list[Rewrite] = Field(default_factory=list, max_length=20)


class Mend(BaseModel):
    """A piece of a draft anew; empty where it should go."""

    place: str
    text: str


class SecondLook(BaseModel):
    """What a model changes in a draft when it sees what was dropped of it, and what the developer is told beside it."""

    mends: list[Mend] = Field(default_factory=list, max_length=60)
    #: measured findings that are wrong of this page, or say otherwise than the owner's part
    doubted: list[str] = Field(default_factory=list, max_length=20)
