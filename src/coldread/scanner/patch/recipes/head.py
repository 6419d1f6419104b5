"""Mends what the page tells machines, out of what it tells people."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlunsplit

from coldread.base.addresses import split_address
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.page.observe.head import meta_content, metas, title_of
from coldread.scanner.page.page import Page
from coldread.scanner.patch.changes import Change, InsertInHead, New, Retext, SetAttribute, Unmendable
from coldread.scanner.patch.work import RecipeContext
from coldread.scanner.suggest import head
from coldread.scanner.suggest.names import stated_name

VIEWPORT = "width=device-width, initial-scale=1"
_TRACKING = re.compile(r"utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga", re.IGNORECASE)
_ZOOM_BLOCKS = re.compile(r"\s*(?:user-scalable|maximum-scale|minimum-scale)\s*=", re.IGNORECASE)


def _meta(name: str, content: str, *, by: str = "name") -> New:
    return New(tag="meta", attributes=((by, name), ("content", content)))


def viewport(work: RecipeContext, finding: Finding) -> list[Change]:
    declared = metas(work.page.dom, "viewport")
    if declared:
        return [SetAttribute(element=declared[0], name="content", value=VIEWPORT)]
    return [InsertInHead(new=_meta("viewport", VIEWPORT), early=True)]


def allow_zoom(work: RecipeContext, finding: Finding) -> list[Change]:
    """Only what keeps a reader from enlarging goes."""
    changes: list[Change] = []
    for element in work.elements(finding):
        parts = [part.strip() for part in re.split(r"[,;]", element.attr("content")) if part.strip()]
        kept = [part for part in parts if not _ZOOM_BLOCKS.match(part)]
        changes.append(SetAttribute(element=element, name="content", value=", ".join(kept) or VIEWPORT))
    return changes


def zooms(page: Page) -> bool:
    return not any(
        _ZOOM_BLOCKS.match(part)
        for meta in metas(page.dom, "viewport")
        for part in re.split(r"[,;]", meta.attr("content"))
    )


def let_index(work: RecipeContext, finding: Finding) -> list[Change]:
    """`noindex` goes, what else the tag says stays."""
    changes: list[Change] = []
    for element in work.elements(finding):
        if element.tag != "meta":
            raise Unmendable("the X-Robots-Tag header is not part of the source")
        said = [part.strip().lower() for part in element.attr("content").split(",")]
        kept = ["nofollow" if part == "none" else part for part in said if part and part != "noindex"]
        changes.append(SetAttribute(element=element, name="content", value=", ".join(kept) or "index"))
    return changes


def canonical(work: RecipeContext, finding: Finding) -> list[Change]:
    """The page's own address; on a host that only we can reach, its path, which is true on every host."""
    if finding.severity is Severity.P1:
        # it may be meant: a copy names its original, a trial address the one that counts
        raise Unmendable("only the owner knows which of the two addresses is the page's own")
    address = own_address(work.page)
    empty = [link for link in work.page.dom.all("link") if "canonical" in link.attr("rel").lower().split()]
    if empty:
        return [SetAttribute(element=empty[0], name="href", value=address)]
    return [InsertInHead(new=New(tag="link", attributes=(("rel", "canonical"), ("href", address))))]


def own_address(page: Page) -> str:
    parts = split_address(page.seen.final_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Unmendable("the page's public address is not known")
    kept = [
        pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(pair[0])
    ]
    query = (
        urlencode(kept) if len(kept) != len(parse_qsl(parts.query, keep_blank_values=True)) else parts.query
    )
    path = re.sub(r"/index\.html?$", "/", parts.path or "/")
    if page.is_public:
        return urlunsplit((parts.scheme, parts.netloc, path, query, ""))
    return urlunsplit(("", "", path, query, ""))


def page_title(work: RecipeContext, finding: Finding) -> list[Change]:
    """What the old title told, or the offer and the firm, within the length that search results show."""
    said = head.page_title(work.page)
    if not said:
        raise Unmendable("title and headline together do not make a title of the right length")
    if not head.is_better_title(work.page, said):
        raise Unmendable("a shorter title would say less than the one that is there")
    return _titled(work.page, said)


def title_with_headline(work: RecipeContext, finding: Finding) -> list[Change]:
    """The headline first, the old title behind it."""
    said = head.title_with_headline(work.page)
    if not said:
        raise Unmendable("the headline adds nothing to the title, or the two together are too long")
    return _titled(work.page, said)


def _titled(page: Page, said: str) -> list[Change]:
    element = title_of(page.dom)
    if element is None:
        return [InsertInHead(new=New(tag="title", text=said))]
    return [Retext(element=element, old=page.title, new=said)]


def description(work: RecipeContext, finding: Finding) -> list[Change]:
    """The page's own sentences, as many as search results show."""
    declared = metas(work.page.dom, "description")
    said = head.description(work.page)
    if not said:
        raise Unmendable("the page's first sentences do not make a description of the right length")
    if declared:
        return [SetAttribute(element=declared[0], name="content", value=said)]
    return [InsertInHead(new=_meta("description", said))]


def open_graph(work: RecipeContext, finding: Finding) -> list[Change]:
    """Title and picture that the page already shows; a picture that did not load is never named."""
    page = work.page
    changes: list[Change] = []
    if not meta_content(page.dom, "og:title"):
        said = head.shared_title(page)
        if not said:
            raise Unmendable("neither the title nor the headline says what the page is")
        changes.append(InsertInHead(new=_meta("og:title", said, by="property")))
    if not meta_content(page.dom, "og:image", "og:image:url", "og:image:secure_url"):
        changes.append(InsertInHead(new=_meta("og:image", _shown_picture(page), by="property")))
    return changes


def _shown_picture(page: Page) -> str:
    """The largest picture that loaded, by the address that visitors use."""
    loaded = [item for item in page.desktop.values() if item.natural and item.visible and item.source]
    wide = [
        item for item in loaded if item.natural and min(item.natural) >= 200 and _is_photograph(item.source)
    ]
    if not wide:
        raise Unmendable("no picture on the page is known to load and large enough to share")
    best = max(wide, key=lambda item: item.natural[0] * item.natural[1] if item.natural else 0)
    parts = split_address(best.source)
    here = split_address(page.seen.final_url)
    if not page.is_public and parts.netloc == here.netloc:
        return urlunsplit(("", "", parts.path, parts.query, ""))
    return best.source


def _is_photograph(source: str) -> bool:
    """What the places where links are shared can draw: they take no SVG."""
    return not source.startswith("data:") and not split_address(source).path.lower().endswith(
        (".svg", ".svgz")
    )


def organization(work: RecipeContext, finding: Finding) -> list[Change]:
    """Name and address, and the ways to be reached that stand on the page."""
    name = stated_name(work.page)
    if not name:
        raise Unmendable("the page does not state the company's name")
    code = head.organization(work.page, name)
    return [InsertInHead(new=New(tag="script", attributes=(("type", "application/ld+json"),), text=code))]
