"""Looking at the page and at its competitors for a draft: patient, since nobody waits, and never failing for a bad page."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import TYPE_CHECKING

from coldread.drafts.case import Rival
from coldread.scanner.brief import Brief
from coldread.scanner.fetch import PageError
from coldread.scanner.lookout import EngineUnavailable, Lookout

if TYPE_CHECKING:
    from coldread.scanner.engine import Scanned

#: looks at a page that cannot be had, or while the browser is busy, before we settle for what there is
LOOKS = 3
PAUSE_S = 4.0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sight:
    """What came of looking."""

    scanned: Scanned | None
    #: why there is nothing
    reason: str = ""


async def look_at(lookout: Lookout, url: str, brief: Brief) -> Sight:
    """The page as a browser shows it; as its source alone, or not at all, once patience is over."""
    sight = Sight(scanned=None)
    for number in range(LOOKS):
        if number:
            await asyncio.sleep(PAUSE_S)
        try:
            scanned = await lookout.look(url, brief)
        except PageError as error:
            sight = Sight(scanned=sight.scanned, reason=_sentence(error.detail))
            continue
        except EngineUnavailable as error:
            sight = Sight(scanned=sight.scanned, reason=_sentence(str(error)))
            continue
        sight = Sight(scanned=scanned)
        if scanned.report.source == "pipeline" or "browser-busy" not in scanned.report.seen.caveats:
            break
    return sight


async def look_at_rivals(lookout: Lookout, urls: tuple[str, ...], brief: Brief) -> tuple[Rival, ...]:
    """One after the other: the browser is needed by others too."""
    rivals = []
    for url in urls:
        sight = await look_at(lookout, url, brief)
        report = sight.scanned.report if sight.scanned is not None else None
        rivals.append(Rival(url=url, report=report, reason=sight.reason))
    return tuple(rivals)


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
