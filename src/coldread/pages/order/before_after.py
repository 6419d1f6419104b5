"""The first screen today and as proposed, beside the document that proposes it: what is shown, and its pictures."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

from starlette.responses import Response

from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.drafts.first_screen.chosen_version import ChosenVersion, chosen_version
from coldread.drafts.first_screen.redraw import (
    PROPOSED,
    TODAY,
    WINDOWS,
    State,
    mark_of,
    note_of,
    scan_of,
)
from coldread.pages.report_page.pictures import Cut, small_picture
from coldread.scans.stored_scan import read_attachment
from coldread.services import Services

#: the address of a picture names what it shows (`mark`), so it never changes
HEADERS = {"Cache-Control": "private, max-age=86400, immutable", "X-Robots-Tag": "noindex"}
#: wide enough to read the headline
CUTS = {
    "desktop": Cut(window="desktop", width=1000, quality=60, fold=(1366, 768)),
    "mobile": Cut(window="mobile", width=390, quality=60, fold=(390, 844)),
}
STORED = {
    f"{when}-{window}.webp": (window, names[window])
    for when, names in (("today", TODAY), ("proposed", PROPOSED))
    for window in WINDOWS
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Shots:
    """One window's two pictures, or one and why there is no other."""

    window: str
    state: State
    width: int
    height: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class BeforeAfter:
    windows: tuple[Shots, ...]
    #: the letter of the version that is shown; empty: only what the diff changes
    letter: str
    headline: str
    subhead: str
    #: by now the text has another version, or none
    outdated: bool
    #: parts of the version that are not in the picture
    missing: tuple[str, ...]
    mark: str
    #: for the operator: pairs of a window and what became worse there
    worse: tuple[tuple[str, str], ...] = ()
    #: for the operator: titles of findings that the diff brings, and of those that it removes
    new: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    #: for the operator: text or diff have changed since the page was drawn
    stale: bool = False

    @property
    def state(self) -> State:
        """The state of all windows if they agree; otherwise each shows its own."""
        states = {one.state for one in self.windows}
        return states.pop() if len(states) == 1 else "drawn"


def before_after(
    session: Session, services: Services, order_id: str, text: str, diff: str | None = None
) -> BeforeAfter | None:
    """For the document with this text; None if no picture was tried, or their time is over. `diff`: the one that the
    operator is about to deliver."""
    scan = scan_of(session, order_id)
    note = note_of(session, services, scan) if scan is not None else None
    if scan is None or note is None:
        return None
    drawn = ChosenVersion(**note["version"]) if note["version"] else None
    windows = tuple(_shots(window, note["states"]) for window in WINDOWS if TODAY[window] in scan.pictures)
    if not windows:
        return None
    return BeforeAfter(
        windows=windows,
        letter=drawn.letter if drawn else "",
        headline=drawn.headline if drawn else "",
        subhead=drawn.subhead if drawn else "",
        outdated=drawn != chosen_version(text),
        missing=tuple(note["missing"]),
        mark=note["mark"],
        worse=tuple((window, what) for window, what in note.get("worse") or ()),
        new=tuple((note.get("findings") or {}).get("new", ())),
        fixed=tuple((note.get("findings") or {}).get("fixed", ())),
        stale=diff is not None and note["mark"] != mark_of(chosen_version(text) or drawn, diff),
    )


def _shots(window: str, states: dict[str, Any]) -> Shots:
    fold = CUTS[window].fold or (1, 1)
    width = CUTS[window].width
    return Shots(
        window=window,
        state=states.get(window, "failed"),
        width=width,
        height=round(width * fold[1] / fold[0]),
    )


async def picture_of(services: Services, order_id: str, file: str) -> Response:
    """One picture by its name, for everybody who may read the document."""
    window, name = STORED.get(file, ("", ""))
    picture = await services.db.read(_read_picture, services, order_id, name) if name else None
    if picture is None:
        raise not_found()
    return Response(await asyncio.to_thread(small_picture, picture, CUTS[window]), 200, HEADERS, "image/webp")


def _read_picture(session: Session, services: Services, order_id: str, name: str) -> bytes | None:
    scan = scan_of(session, order_id)
    return read_attachment(session, services.contents, scan, name) if scan is not None else None
