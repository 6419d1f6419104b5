"""Another try without TLS: a page whose https address does not answer may exist on http. Pure."""

from __future__ import annotations

#: reasons that say nothing about the page itself
NO_TLS = frozenset({"tls_failed", "connect_failed", "unreachable", "bad_answer", "timeout"})


def address_without_tls(url: str, reason: object) -> str | None:
    """The address to try instead; None if this cannot help."""
    if not url.startswith("https://") or reason not in NO_TLS:
        return None
    return "http://" + url.removeprefix("https://")
