"""The shapes of answers about a watch, and of the body that asks for one."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from coldread.base.fields import Body, Email, ScanAudience, Uri
from coldread.base.languages import Language
from coldread.base.shapes import DateTime, Links, Shape, Url
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.watches.rules import Rhythm, WatchEnded, WatchState


class WatchRequest(Body):
    """Which page, how often, and who is notified."""

    url: Uri = Field(description="The page to watch.")
    primary_goal: PrimaryGoal
    audience: ScanAudience | None = None
    email: Email = Field(
        description="Who is told. Nothing is looked at before its owner has pressed the button in our letter."
    )
    rhythm: Rhythm = Rhythm.DAILY
    language: Language | None = Field(None, description="Of letters and findings; else `Accept-Language`.")


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
    """A watched page. The address that letters go to is never in it."""

    watch_id: str = Field(description="Who has it may read and stop the watch: keep it like a key.")
    url: Url
    primary_goal: PrimaryGoal
    audience: str
    language: Language
    rhythm: Rhythm
    state: WatchState = Field(description="`asked` until the link in the letter was used.")
    ended_because: WatchEnded | None = Field(description="With `over` only.")
    asked_at: DateTime
    confirmed_at: DateTime | None
    ends_at: DateTime | None = Field(description="It ends then, unless its owner renews it.")
    next_run_at: DateTime | None
    history_url: Annotated[str | None, Field(json_schema_extra={"format": "uri"})] = Field(
        description="The history for people, also for others: it gives no right to stop. Null before it is confirmed."
    )
    runs: list[WatchRun] = Field(description="The latest hundred, the latest first.")
    links: Links = Field(alias="_links")


class WatchAsked(Shape):
    """The wish is stored. The same answer whether a letter was sent or not."""

    watch_id: str
    state: Literal["asked"]
    confirm_within_hours: int
    links: Links = Field(alias="_links")
