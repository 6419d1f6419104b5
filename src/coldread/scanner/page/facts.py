"""Facts about the page that the report lists and the score ignores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from coldread.scanner.page.observations import Drawn, FailedRequest, Observations
from coldread.scanner.page.observe.head import links_rel, meta_content
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import lexicon, words


def page_facts(page: Page, *, priced: bool) -> dict[str, Any]:
    """Plain values in a fixed order; None for what was not observed. `priced`: the text has an amount of money."""
    seen = page.seen
    return {
        "language": page.language or None,
        "words": len(words(page.dom.body.text)),
        "price_visible": priced,
        "favicon": bool(links_rel(page.dom, "icon")),
        "og_image": _state_of_asset(page, meta_content(page.dom, "og:image")),
        "tools": tools(seen),
        "console_errors": _merged_texts(seen, "console"),
        "failed_requests": _failed_requests(seen),
        "mixed_content": _merged_texts(seen, "mixed_content"),
        "fonts": _inventory(page, lambda item: item.font_family),
        "colours": _inventory(page, _hex),
        "timings": _timings(seen),
    }


def tools(seen: Observations) -> dict[str, list[str]]:
    """Analytics, consent and chat tools, recognised by the markup."""
    code = (seen.html + " " + (seen.rendered_html or "")).lower()
    return {
        kind: sorted(name for name, marks in table.items() if any(mark.lower() in code for mark in marks))
        for kind, table in lexicon("web")["tools"].items()
    }


def _state_of_asset(page: Page, address: str) -> str | None:
    """`ok`, `missing`, `unresolved`, or None if it was not requested."""
    if not address:
        return "missing"
    absolute = page.absolute(address)
    answers = [asset.status for asset in page.seen.assets if asset.url == absolute]
    if not answers or answers[0] is None:
        return None
    return "ok" if answers[0] < 400 else "unresolved"


def _merged_texts(seen: Observations, name: str) -> list[str] | None:
    views = [view for view in (seen.desktop, seen.mobile) if view is not None]
    if not views:
        return None
    return list(dict.fromkeys(text for view in views for text in getattr(view, name)))


#: browser errors for a file that our own limit cut
_STOPPED = ("ERR_CONTENT_LENGTH_MISMATCH", "ERR_INCOMPLETE_CHUNKED_ENCODING")


def _failed_requests(seen: Observations) -> list[str] | None:
    """Failed requests, without those that our own limit cut."""
    views = [view for view in (seen.desktop, seen.mobile) if view is not None]
    if not views:
        return None
    return list(
        dict.fromkeys(
            f"{item.status or _plain_reason(item)} {item.url}"
            for view in views
            for item in view.failed
            if not (seen.cut_off and item.reason.endswith(_STOPPED))
        )
    )


def _plain_reason(item: FailedRequest) -> str:
    """The reason: errors of our egress policy in plain words, the browser's errors unchanged."""
    ours = item.reason.removeprefix("egress: ")
    return ours if ours == item.reason else ours.replace("_", " ")


def _inventory(page: Page, read: Callable[[Drawn], str]) -> list[str] | None:
    """Values of visible text such as fonts or colours, most used first."""
    if not page.rendered:
        return None
    tally: Counter[str] = Counter()
    for item in page.desktop.values():
        if item.visible and item.own_chars:
            tally[read(item)] += item.own_chars
    return [name for name, _ in sorted(tally.items(), key=lambda pair: (-pair[1], pair[0]))[:8]]


def _hex(item: Drawn) -> str:
    red, green, blue, _ = item.color
    return f"#{red:02x}{green:02x}{blue:02x}"


def _timings(seen: Observations) -> dict[str, Any] | None:
    """Raw lab values; they differ from run to run."""
    views = [view for view in (seen.desktop, seen.mobile) if view is not None]
    names = ("lcp_ms", "cls", "blocking_ms", "bytes", "requests")
    return {view.name: {name: getattr(view, name) for name in names} for view in views} or None
