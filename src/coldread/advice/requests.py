"""The requests for paid advice, for every surface that sells it. Lengths count Unicode code points."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from coldread.base.fields import Body, Uri, not_blank, required_text
from coldread.scanner.goals import PrimaryGoal

Selector = Annotated[str, required_text(1, 500), AfterValidator(not_blank)]
Problem = Annotated[str, required_text(1, 2000), AfterValidator(not_blank)]
Audience = Annotated[str, required_text(1, 240), AfterValidator(not_blank)]


class QuickFixRequest(Body):
    """One element and what is wrong with it. The page is not fetched."""

    url: Uri = Field(description="The page; only its name is read.")
    element_selector: Selector = Field(description="CSS selector of the element.")
    problem: Problem = Field(
        description="What is wrong, in English or Swedish. Quote the present text; say what is offered, and to whom."
    )


class AuditRequest(Body):
    """A page, its goal and its intended readers. The page is not fetched."""

    url: Uri = Field(description="The page; only its name is read.")
    primary_goal: PrimaryGoal
    audience: Audience = Field(description="Whom the page speaks to.")
