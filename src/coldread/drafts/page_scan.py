"""Looking at the page and at its competitors for a draft: patient, because nobody waits, and without failing for a bad page."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from coldread.base.languages import Language
from coldread.drafts.draft_texts import say
from coldread.scanner.brief import Brief
from coldread.scanner.page.observations import Observations
from coldread.scanner.scanner import EngineUnavailable, Scanner
from coldread.scanner.stored_record import VERDICT_NAME
from coldread.scanner.visit.fetch import PageError
from coldread.scanner.visit.render.turns import Turn
from coldread.scanner.visit.without_tls import address_without_tls

if TYPE_CHECKING:
    from coldread.scanner.judge.report import Report
    from coldread.scanner.scanner import ScannedPage

#: tries per page before the best partial scan is taken
LOOKS = 3
PAUSE_S = 4.0
#: the caveat of a scan that met a bot wall instead of the page
WALL = "bot-wall"
#: cause by its name for machines to a sentence of `reason` in `texts/`
REASONS = {
    "tls_failed": "tls",
    "name_not_found": "name",
    "connect_failed": "silent",
    "timeout": "silent",
    "too_much_time": "silent",
    "unreachable": "silent",
    "http": "http",
    "bot_wall": "wall",
    "not_html": "not_html",
    "empty_body": "empty",
    "no_text": "empty",
}
#: what prevented us from seeing all of a page and may not happen at the next try
PASSING_TROUBLE = frozenset(
    {
        "browser-busy",
        "render-failed",
        "navigation-timeout",
        "desktop-failed",
        "mobile-failed",
        "axe-failed",
        "probe-failed",
    }
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class PageScan:
    """The outcome of a look."""

    scanned: ScannedPage | None
    #: why there is nothing
    reason: str = ""

    @property
    def report(self) -> Report | None:
        return self.scanned.report if self.scanned is not None else None

    @property
    def verdict(self) -> str:
        """How it was judged, so that nobody judges it again; empty if that is not known."""
        kept = self.scanned.pictures.get(VERDICT_NAME, b"") if self.scanned is not None else b""
        return base64.b64encode(kept).decode()

    def under_names(self, names: Mapping[str, str]) -> PageScan:
        """The same scan with public addresses for local ones, judged again: for `coldread draft` on a file."""
        if self.scanned is None or not names:
            return self
        from coldread.scanner.engine import review
        from coldread.scanner.verdict import stored_verdict

        record = self.scanned.report.seen.to_json().decode()
        for url, public in names.items():
            record = record.replace(url, public).replace(_origin(url), _origin(public))
        seen = dataclasses.replace(Observations.from_json(record), allow_listed=False)
        report = review(seen, self.scanned.report.brief)
        kept = {**self.scanned.pictures, VERDICT_NAME: stored_verdict(report)}
        return dataclasses.replace(
            self, scanned=dataclasses.replace(self.scanned, report=report, pictures=kept)
        )


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


async def scan_patiently(scanner: Scanner, url: str, brief: Brief) -> PageScan:
    """The page as a browser shows it; after the last try as much of it as could be seen, or nothing."""
    best: ScannedPage | None = None
    reason = ""
    for number in range(LOOKS):
        if number:
            await asyncio.sleep(PAUSE_S)
        try:
            scanned = await scanner.scan(url, brief, turn=Turn(background=True))
        except (PageError, EngineUnavailable) as error:
            cause = error.reason if isinstance(error, PageError) else ""
            reason = reason or plain_reason(cause, brief.lang)
            url = (
                address_without_tls(url, cause) or url
            )  # an order's address was often typed without its scheme
            continue
        if WALL in scanned.report.seen.caveats:
            reason = plain_reason("bot_wall", brief.lang)
            break
        if best is None or scanned.report.scores.coverage > best.report.scores.coverage:
            best = scanned
        if not PASSING_TROUBLE & set(scanned.report.seen.caveats):
            break
    return PageScan(scanned=best, reason="" if best is not None else reason)


def plain_reason(reason: str, lang: Language) -> str:
    """Why there is no page, in words for a buyer; the machine's own message helps nobody."""
    kind = reason.partition("_")[0] if reason.startswith("http_") else reason
    return say(lang, f"reason.{REASONS.get(kind, 'other')}", code=reason.removeprefix("http_"))
