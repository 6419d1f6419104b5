"""Why a scan is `lite`, in words, and what follows from it: one row for each reason. Pure."""

from __future__ import annotations

import dataclasses

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText
from coldread.scanner.report.words import say
from coldread.scans.chat_notes import within_length


@dataclasses.dataclass(frozen=True, kw_only=True)
class LiteRow:
    """One row."""

    reason: str
    #: why no browser saw the page, and whether asking again helps
    why: InlineText
    #: the same in a few words, for the summary
    brief: InlineText


LITE: tuple[LiteRow, ...] = (
    LiteRow(
        reason="browser-busy",
        why=InlineText(
            en="All browsers were busy, so only the HTML was read. The scan was not counted: ask again in a few seconds.",
            sv="Alla webbläsare var upptagna, så bara HTML-koden lästes. Skanningen räknades inte: fråga igen om några sekunder.",
        ),
        brief=InlineText(
            en="all were busy; not counted, ask again", sv="alla var upptagna; räknades inte, fråga igen"
        ),
    ),
    LiteRow(
        reason="browser-missing",
        why=InlineText(
            en="No browser is available here, so only the HTML was read. Asking again does not help.",
            sv="Ingen webbläsare finns här, så bara HTML-koden lästes. Det hjälper inte att fråga igen.",
        ),
        brief=InlineText(en="none is available here", sv="ingen finns här"),
    ),
    LiteRow(
        reason="render-failed",
        why=InlineText(
            en="The browser could not render the page, so only the HTML was read. Asking again may help.",
            sv="Webbläsaren kunde inte rendera sidan, så bara HTML-koden lästes. Det kan hjälpa att fråga igen.",
        ),
        brief=InlineText(en="it could not be rendered", sv="den gick inte att rendera"),
    ),
    LiteRow(
        reason="engine-lite",
        why=InlineText(
            en="This service is set to read the HTML alone. Asking again does not help.",
            sv="Tjänsten är inställd på att bara läsa HTML-koden. Det hjälper inte att fråga igen.",
        ),
        brief=InlineText(en="this service looks without one", sv="tjänsten ser utan webbläsare"),
    ),
)
BY_REASON = {row.reason: row for row in LITE}


def with_reason(summary: str, reason: str, lang: Language) -> str:
    """The summary, beginning with the reason why no browser saw the page; the longest line is shortened for it."""
    plain = say(lang, "html_only")
    return within_length(summary.replace(plain, f"{plain} ({BY_REASON[reason].brief(lang)})", 1))
