"""Why a page could not be scanned, in words for a person: one table from the engine's reasons to our sentences."""

from __future__ import annotations

from typing import Any

from coldread.pages.page_texts import Say

#: the engine's reason (`http_404`, or its beginning) and the text that says it
SENTENCES: tuple[tuple[str, str], ...] = (
    ("http_404", "missing"),
    ("http_410", "missing"),
    ("http_401", "locked"),
    ("http_403", "locked"),
    ("http_5", "broken"),
    ("http_", "error"),
    ("bot_wall", "wall"),
    ("not_html", "not_html"),
    ("too_large", "large"),
    ("tls_failed", "tls"),
    ("name_not_found", "name"),
    ("timeout", "slow"),
    ("too_much_time", "slow"),
    ("too_many_redirects", "loop"),
    ("connect_failed", "silent"),
    ("unreachable", "silent"),
    ("bad_answer", "silent"),
    ("address_refused", "private"),
    ("host_refused", "private"),
    ("port_refused", "private"),
    ("url_refused", "private"),
    ("scheme_refused", "private"),
)
#: problems of a scan that have their own sentence whatever the reason
BY_SLUG = {"rate-limited": "rate", "page-empty": "empty"}


def reason_sentence(say: Say, problem: dict[str, Any]) -> str:
    """One sentence in the reader's language; `say` knows the group `scan_problem`."""
    slug, reason = problem.get("slug", ""), str(problem.get("reason", ""))
    if slug in BY_SLUG:
        return say(BY_SLUG[slug])
    if slug == "url-unreachable":
        named = next((text for start, text in SENTENCES if reason.startswith(start)), "unreachable")
        return say(named, code=reason.removeprefix("http_")) if named == "error" else say(named)
    return say("engine")
