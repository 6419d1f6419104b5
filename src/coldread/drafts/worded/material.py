"""What a model is told of an order and its page: every line with its place, what can be pressed, and what the rules found. Pure."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from typing import Any

from coldread.base.addresses import split_address
from coldread.base.languages import Language
from coldread.drafts.business.facts import is_label
from coldread.drafts.case import Case
from coldread.drafts.frames import first_screens
from coldread.drafts.points.every import points_of
from coldread.drafts.sight import place, settled_text
from coldread.drafts.worded.folded import FEWEST_FOLDED, folded
from coldread.drafts.worded.forms import form_told
from coldread.drafts.worded.leads import LONGEST_ADDRESS, address_of, leads
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.markup import source_text
from coldread.scanner.page.observe.dom import Element, collapse
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

#: of a line, of all lines, and lines
LONGEST_LINE, MOST_TEXT, MOST_LINES = 3_000, 40_000, 500
MOST_FINDINGS, MOST_PRESSED = 25, 60
#: findings whose cure is a text that nobody sees on the page itself
ABOUT_WORDS = ("seo.title", "seo.meta-description", "cta.generic-label", "cta.goal-mismatch", "clarity.h1-missing", "clarity.h1-vague", "clarity.h1-long", "clarity.subhead-missing", "clarity.audience-absent")  # fmt: skip


@dataclasses.dataclass(frozen=True, kw_only=True)
class Material:
    """In pieces, each of which is fenced by itself."""

    order: str
    page: str
    pressed: str
    #: JSON
    found: str
    #: what other pages of the site say that it links to
    linked: str
    #: the telling lines of the page's own scripts
    scripts: str
    #: its markup as it was sent
    source: str
    language: Language
    page_language: str


def material_of(case: Case) -> Material | None:
    """None where no page was seen, or one that is not finished: there is nothing to word."""
    page = case.page
    if page is None or case.report is None or case.is_unfinished:
        return None
    return Material(
        order=_order(case),
        page="\n".join(_lines(page))[:MOST_TEXT],
        pressed="\n".join(_pressed(page)),
        found=json.dumps(_found(case), ensure_ascii=False),
        linked=case.linked,
        scripts=case.scripts,
        source=source_text(page),
        language=case.lang if isinstance(case.lang, Language) else Language(case.lang),
        page_language=page.language or case.lang,
    )


def _order(case: Case) -> str:
    asked = case.assignment
    rows = {
        "Goal": asked.goal,
        "Readers": asked.audience,
        "Trouble": asked.pain_point,
        "Must stay": asked.constraints,
    }
    return "\n".join(f"{name}: {text}" for name, text in rows.items() if text)


def _lines(page: Page) -> Iterator[str]:
    """As a visitor meets them."""
    yield f"title: {page.title}"
    description = meta_content(page.dom, "description")
    if description:
        yield f"description for search engines: {' '.join(description.split())[:LONGEST_LINE]}"
    for block in page.blocks[:MOST_LINES]:
        text = " ".join(settled_text(block.element, page.supported_language).split()) or block.text
        kind = _kind(page, block.element, block.kind, block.region)
        where, led = _where(page, block.element), leads(page, block.element)
        yield f"[{where}] {kind}: {' '.join(text.split())[:LONGEST_LINE]}{led}"
    yield from (f"[not shown until something is opened] {text}" for text in folded(page))
    yield from _pictures(page)
    yield from _films(page)
    yield from (f"[a comment in the source, which nobody sees] {text}" for text in _comments(page))


def _pictures(page: Page) -> Iterator[str]:
    """Those that are more than a mark, by the name of their file."""
    for image in page.dom.shown("img")[:MOST_PICTURES]:
        drawn = page.desktop.get(image.selector) or page.mobile.get(image.selector)
        if drawn is not None and min(drawn.box[2:]) < SMALLEST_PICTURE:
            continue
        name = split_address(image.attr("src")).path.rpartition("/")[2][:60]
        weight = f", {drawn.source_bytes // 1000} kB" if drawn is not None and drawn.source_bytes else ""
        yield f"[{_where(page, image)}] picture {name}{weight}: {image.attr('alt')[:120]}"


def _films(page: Page) -> Iterator[str]:
    for film in page.dom.shown("video", "audio")[:MOST_FILMS]:
        source = film.attr("src") or next((one.attr("src") for one in film.all("source")), "")
        name = split_address(source).path.rpartition("/")[2][:60]
        plays = ", plays by itself" if "autoplay" in film.attrs else ""
        label = film.attr("aria-label") or film.attr("title")
        yield f"[{_where(page, film)}] {film.tag} {name}{plays}: {label[:120]}"


MOST_FILMS = 10
#: pictures that are told, and px of the shorter side of one that is no mark
MOST_PICTURES, SMALLEST_PICTURE = 40, 60


def _comments(page: Page) -> list[str]:
    found = (collapse(text[:LONGEST_LINE]) for text in _COMMENT.findall(page.seen.html[:MOST_SOURCE]))
    return [text for text in found if len(words(text)) >= FEWEST_FOLDED and "<" not in text[:2]][
        :MOST_COMMENTS
    ]


_COMMENT = re.compile(r"<!--([^>]{10,600}?)-->")
#: of the source, and comments that are told
MOST_SOURCE, MOST_COMMENTS = 500_000, 15


def _kind(page: Page, element: Element, kind: str, region: str) -> str:
    named = "label" if is_label(element) else element.tag if kind == "heading" else kind
    spoken = "somebody's words" if page.is_quotation(element) else named
    return spoken if region == "main" else f"{region}, {spoken}"


def _where(page: Page, element: Element) -> str:
    at = place(page, element)
    if at.opens is not None:
        return "first screen" if at.opens else "below"
    return f"{_screens(at.desktop)} | {_screens(at.phone)}"


def _screens(number: float | None) -> str:
    return "not shown" if number is None else f"{number:.1f}"


def _pressed(page: Page) -> Iterator[str]:
    """Buttons and the like with where they lead; fields by the form that they stand in."""
    for one in page.actions[:MOST_PRESSED]:
        target = "sends the form" if one.form is not None else address_of(page, one.href)
        own = one.form is not None or one.href.strip() not in ("", "#")
        nothing = " (does nothing)" if not own and page.does_nothing(one.element) else ""
        yield f"[{_where(page, one.element)}] “{' '.join(one.label.split())}” → {target}{nothing}"
    yield from _nowhere(page)
    yield from _wordless(page)
    yield from _forms(page)
    elsewhere = sorted(set(_hosts(page)) - {split_address(page.base).hostname})
    if elsewhere:
        yield f"The page loads from elsewhere: {', '.join(elsewhere[:MOST_HOSTS])}"
    yield from _did_not_come(page)
    yield from _complaints(page)


def _nowhere(page: Page) -> Iterator[str]:
    """Links without an address, wherever they are."""
    found = [one for one in page.dom.all("a") if one.attr("href") in ("", "#") and not one.attr("role")]
    labels = dict.fromkeys(text for one in found if (text := " ".join(one.begins(60).split())))
    if labels:
        yield f"Links whose address is empty or “#” (a script may lead on): {'; '.join(list(labels)[:MOST_NOWHERE])}"


MOST_NOWHERE = 25


def _wordless(page: Page) -> Iterator[str]:
    """Links that show a sign and no words: where they lead says what they are."""
    bare = [one for one in page.dom.shown("a") if one.attr("href").strip() not in ("", "#") and not one.text]
    told = {address_of(page, one.attr("href")): one.attr("aria-label") or one.attr("title") for one in bare}
    if told:
        said = (f"{where}{f' (“{name[:40]}”)' if name else ''}" for where, name in told.items())
        yield f"Links that show a sign or a picture and no words: {'; '.join(list(said)[:MOST_WORDLESS])}"


MOST_WORDLESS = 12


def _did_not_come(page: Page) -> Iterator[str]:
    """What the page asked for and we did not get: missing on its own server, or kept from us on the way."""
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    failed = {one.url: one.status for view in views for one in view.failed}
    own = split_address(page.base).netloc
    gone = [
        url for url, status in failed.items() if status in (404, 410) and split_address(url).netloc == own
    ]
    kept = [url for url in failed if url not in gone]
    if gone:
        yield f"Missing on the page's own server: {', '.join(map(_file, gone[:MOST_FAILED]))}"
    if kept:
        named = ", ".join(map(_file, kept[:MOST_FAILED]))
        yield f"Did not come to us when we opened the page, so what it draws, lists, plays, styles or sends is unknown: {named}"
    frames = [one.attr("src") for one in page.dom.all("iframe") if one.attr("src")]
    if frames:
        yield f"Embedded from elsewhere, not read: {', '.join(map(_file, frames[:MOST_FAILED]))}"


def _file(url: str) -> str:
    parts = split_address(url)
    return f"{parts.netloc}{parts.path}"[:LONGEST_ADDRESS]


#: files that are named
MOST_FAILED = 15


def _complaints(page: Page) -> Iterator[str]:
    """What a browser writes into its console: a script that broke, a file that it will not load."""
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    said = dict.fromkeys(collapse(line) for view in views for line in view.console)
    own = [line[:LONGEST_COMPLAINT] for line in said if not _OUR_DOING.search(line)]
    if own:
        yield f"The browser's console says when the page is opened: {' · '.join(own[:MOST_COMPLAINTS])}"
    asked = dict.fromkeys(url for view in views for url in view.mixed_content)
    if asked:
        yield f"Asked for over http by an https page, which browsers refuse: {', '.join(map(_file, list(asked)[:MOST_FAILED]))}"


#: files that did not come are told by themselves, and may have been kept from us alone
_OUR_DOING = re.compile(r"Failed to load resource|net::ERR_|ERR_BLOCKED", re.IGNORECASE)
#: of the console's lines, and characters of one
MOST_COMPLAINTS, LONGEST_COMPLAINT = 8, 200


def _hosts(page: Page) -> Iterator[str]:
    """Of scripts and frames: who else learns of a visit."""
    for element in page.dom.all("script", "iframe"):
        host = split_address(page.absolute(element.attr("src"))).hostname if element.attr("src") else ""
        if host:
            yield host


#: that are named
MOST_HOSTS = 12


def _forms(page: Page) -> Iterator[str]:
    for form in page.forms[:10]:
        yield f"[{_where(page, form.element)}] a form under “{form.heading}” asks for: {form_told(page, form)}"


def _found(case: Case) -> dict[str, Any]:
    """The rules' own points and versions, and what was measured beside them."""
    report = case.report
    if report is None:
        return {}
    made = [
        {"headline": one.headline, "line": one.subhead, "button": one.button, "under_button": one.below}
        for one in first_screens(case)
    ]
    items = report.findings[:MOST_FINDINGS]
    return {
        "points of the rules": [
            {"id": name, "says": f"{one.title} {one.do}"} for name, one in numbered_points(case).items()
        ],
        "versions of the rules": made,
        "measured": [
            {"id": item.id, "says": f"{item.severity}: {item.title}" + _evidence(item)}
            for item in items
            if item.severity != "info"
        ],
        "findings about words": [
            {"id": item.id, "title": item.title} for item in report.findings if item.id in ABOUT_WORDS
        ],
    }


def _evidence(item: Finding) -> str:
    """Where it was seen, with what was measured: which colour lies on which."""
    said = [
        f"{one.snippet[:80]} {one.value if one.value is not None else ''}".strip()
        for one in item.evidence[:3]
        if one.snippet
    ]
    return f" ({'; '.join(said)})" if said else ""


def numbered_points(case: Case) -> dict[str, Any]:
    """By the ids that a model calls them."""
    return {f"r{number}": one for number, one in enumerate(points_of(case), 1)}


def words_of(case: Case) -> str:
    """All that the page says, and what its fields and pictures are called: what may be quoted."""
    page = case.page
    if page is None:
        return ""
    beside = [
        element.attr(name)
        for element in page.dom.elements[:20_000]
        for name in ("alt", "placeholder", "aria-label", "title", "value")
        if element.attr(name)
    ]
    blocks = "\n".join(
        f"{block.text}\n{settled_text(block.element, page.supported_language)}"
        for block in page.blocks[:MOST_LINES]
    )
    description = meta_content(page.dom, "description")
    parts = (page.title, description, page.dom.body.text_within(MOST_WORDS), blocks, *beside, *folded(page))
    return "\n".join(parts)[: 3 * MOST_WORDS]


#: of the page's words: more than a person reads
MOST_WORDS = 200_000
