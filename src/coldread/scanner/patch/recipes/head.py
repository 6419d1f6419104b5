"""Repairs what the page tells programs, from what it tells people."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlunsplit

from coldread.base.incoming.addresses import is_borrowed, split_address
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.page.observe.head import meta_content, metas
from coldread.scanner.page.page import Page
from coldread.scanner.patch.changes import CannotPatch, Change, InsertInHead, New, SetAttribute
from coldread.scanner.patch.patch_context import RecipeContext

VIEWPORT = "width=device-width, initial-scale=1"
_TRACKING = re.compile(r"utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga", re.IGNORECASE)
_ZOOM_BLOCKS = re.compile(r"\s*(?:user-scalable|maximum-scale|minimum-scale)\s*=", re.IGNORECASE)


def allow_zoom(work: RecipeContext, finding: Finding) -> list[Change]:
    """Removes only what prevents zooming."""
    changes: list[Change] = []
    for element in work.elements(finding):
        parts = [part.strip() for part in re.split(r"[,;]", element.attr("content")) if part.strip()]
        kept = [part for part in parts if not _ZOOM_BLOCKS.match(part)]
        changes.append(SetAttribute(element=element, name="content", value=", ".join(kept) or VIEWPORT))
    return changes


def allows_zoom(page: Page) -> bool:
    return not any(
        _ZOOM_BLOCKS.match(part)
        for meta in metas(page.dom, "viewport")
        for part in re.split(r"[,;]", meta.attr("content"))
    )


def canonical(work: RecipeContext, finding: Finding) -> list[Change]:
    """The page's own address, if it is public."""
    if finding.severity is Severity.P1:
        # it may be intended: a copy names its original, a test address names the public one
        raise CannotPatch("only the owner knows which of the two addresses is the page's own")
    address = own_address(work.page)
    empty = [link for link in work.page.dom.all("link") if "canonical" in link.attr("rel").lower().split()]
    if empty:
        return [SetAttribute(element=empty[0], name="href", value=address)]
    return [InsertInHead(new=New(tag="link", attributes=(("rel", "canonical"), ("href", address))))]


def own_address(page: Page) -> str:
    parts = split_address(page.seen.final_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or not page.is_public:
        raise CannotPatch("the page's public address is not known")
    if is_borrowed(parts.hostname):
        raise CannotPatch("the host lends this address: only the owner knows the one that counts")
    told = split_address(meta_content(page.dom, "og:url").strip()).hostname
    if told and told.removeprefix("www.") != parts.hostname.removeprefix("www."):
        raise CannotPatch("the page names another address as its own")
    kept = [
        pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(pair[0])
    ]
    query = (
        urlencode(kept) if len(kept) != len(parse_qsl(parts.query, keep_blank_values=True)) else parts.query
    )
    path = re.sub(r"/index\.html?$", "/", parts.path or "/")
    return urlunsplit((parts.scheme, parts.netloc, path, query, ""))
