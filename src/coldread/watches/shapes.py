"""The shapes of answers about a watch, and of the body that asks for one."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from coldread.base.languages import Language
from coldread.base.shapes import DateTime, Links, Shape, Url
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.watches.rules import Rhythm, WatchEnded, WatchState


class WatchChange(Shape):
    """One change that was reported to its owner."""

    kind: ChangeKind
    before: str
    after: str
    sentence: str = Field(description="The change in words.")


class WatchRun(Shape):
    """One look at the page."""

    number: int
    at: DateTime
    session_id: str | None = Field(description="Of the scan; null where there was no page.")
    score: int | None = Field(description="Null without a score from a browser.")
    fault: str | None = Field(description="Why there was no page, such as `http_404`.")
    changes: list[WatchChange] = Field(description="What was told after this look.")


class Watch(Shape):
    """A watched page. Its id is enough to read and stop it. The address that letters go to is never included."""

    watch_id: str
    url: Url
    primary_goal: PrimaryGoal
    audience: str
    language: Language
    rhythm: Rhythm
    state: WatchState = Field(description="`asked`: not confirmed.")
    #: with `over` only
    ended_because: WatchEnded | None
    asked_at: DateTime
    confirmed_at: DateTime | None
    #: it ends then, unless its owner renews it
    ends_at: DateTime | None
    next_run_at: DateTime | None
    history_url: Annotated[str | None, Field(json_schema_extra={"format": "uri"})] = Field(
        description="For people. It gives no right to stop the watch."
    )
    runs: list[WatchRun] = Field(description="The latest hundred. The newest comes first.")
    links: Links = Field(alias="_links")


class WatchAsked(Shape):
    """The request is stored. The same answer whether a letter was sent or not."""

    watch_id: str
    state: Literal["asked"]
    confirm_within_hours: int
    links: Links = Field(alias="_links")
