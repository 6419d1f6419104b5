"""How a page is changed so that its first screen looks as proposed: the version's words replace the page's, and the diff is
applied. Only elements that were identified are touched. Pure, and an isolated task, because the page comes from outside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from coldread.drafts.case import Case
from coldread.drafts.diff import apply_diff
from coldread.drafts.first_screen.changed_page import today
from coldread.drafts.first_screen.chosen_version import ChosenVersion
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import Box
from coldread.scanner.page.phrases import words
from coldread.scanner.patch.verify import judge_source

#: a shorter line under a headline is a label
LEAST_LINE = 3
#: titles of findings that are listed
MOST_TITLES = 8
#: pixels between a headline and the line that belongs to it; boxes of tight lines reach into each other
NEAR, OVERLAP = 160, 24
_FILE = re.compile(r"^(?=--- )", re.MULTILINE)


def redraw_plan(case: Case, version: ChosenVersion | None, diff: str) -> dict[str, Any] | None:
    """A `Redrawing` as JSON; `missing`: parts of the version for which the page has no place; `today`: what to compare with;
    `findings`: what the diff does to them. None if nothing would look different."""
    page = case.page
    if page is None or case.report is None:
        return None
    seen = case.report.seen
    placed = list(_parts_with_places(case, page, version)) if version is not None else []
    found = [word for _, word in placed if word is not None]
    missing = [part for part, word in placed if word is None]
    html = None if "html-truncated" in seen.caveats else source_with_fitting_patch(seen.html, diff)
    if not found and not missing and html is None:
        return None
    return {
        "url": seen.final_url,
        "words": found,
        "html": html,
        "headers": [list(pair) for pair in seen.headers],
        "missing": missing,
        "today": today(page, {"headline": _headline(case, page), "button": _button(page)}),
        "findings": None if html is None else findings_of_change(page, seen.html, html),
    }


def source_with_fitting_patch(source: str, diff: str) -> str | None:
    """The page's own HTML with that file's patch which fits it; None if none does, or it changes nothing."""
    for part in _FILE.split(diff):
        if part.startswith("--- "):
            made = apply_diff(source, part)
            if made is not None and made != source:
                return made
    return None


def _parts_with_places(
    case: Case, page: Page, version: ChosenVersion
) -> Iterator[tuple[str, dict[str, str] | None]]:
    """Each part of the version that differs from today's, and where it goes."""
    headline = _headline(case, page)
    if headline is None or _box_on_first_screen(page, headline) is None:
        yield from ((part, None) for part in ("headline", "subhead") if getattr(version, part))
        return
    line = _line_below(page, headline)
    if version.headline and not _have_same_letters(headline.text, version.headline):
        yield "headline", _change_of_words(headline, version.headline, "replace")
    if version.subhead and line is not None and not _have_same_letters(line.text, version.subhead):
        yield "subhead", _change_of_words(line, version.subhead, "replace")
    elif version.subhead and line is None and not _page_says(version.subhead, page):
        yield "subhead", _change_of_words(headline, version.subhead, "under headline")
    yield from _new_labels(page, version, line or headline)


def _new_labels(
    page: Page, version: ChosenVersion, like: Element
) -> Iterator[tuple[str, dict[str, str] | None]]:
    step = page.primary.action if page.primary is not None else None
    button = _button(page)
    anywhere = button or (step.element if step is not None else None)
    if version.button and (anywhere is None or not _have_same_letters(_label(anywhere), version.button)):
        yield (
            "button",
            _change_of_words(anywhere, version.button, "replace") if anywhere is not None else None,
        )
    if version.below:
        under = _change_of_words(button, version.below, "under button", like) if button is not None else None
        yield "below", under


def _button(page: Page) -> Element | None:
    """The main button in the page's own part: the first on the first screen, else the first."""
    label = page.primary.label if page.primary is not None else ""
    named = [
        one
        for one in page.dom.shown("a", "button", "input")
        if label
        and _have_same_letters(_label(one), label)
        and region_of(one) not in ("nav", "header", "footer")
    ]
    shown = [one for one in named if _box_on_first_screen(page, one) is not None]
    return next(iter(shown or named), None)


def _headline(case: Case, page: Page) -> Element | None:
    read = case.report.reading.headline if case.report is not None else None
    selector = read.evidence[0].selector if read is not None and read.evidence else ""
    return page.dom.by_selector.get(selector) or page.headline


def _line_below(page: Page, headline: Element) -> Element | None:
    """The paragraph that is under the headline today, on the same first screen."""
    above = _box_on_first_screen(page, headline)
    return next(
        (
            block.element
            for block in page.subheads
            if len(words(block.text)) > LEAST_LINE
            and _is_below(_box_on_first_screen(page, block.element), above)
        ),
        None,
    )


def _box_on_first_screen(page: Page, element: Element) -> Box | None:
    """Its box in the desktop window, if that is on the first screen."""
    view, drawn = page.seen.desktop, page.desktop.get(element.selector)
    if view is None or drawn is None or not drawn.visible:
        return None
    return drawn.box if drawn.box[1] < view.height and drawn.box[0] < view.width else None


def _is_below(line: Box | None, headline: Box | None) -> bool:
    if line is None or headline is None:
        return False
    gap = line[1] - (headline[1] + headline[3])
    overlap = min(line[0] + line[2], headline[0] + headline[2]) - max(line[0], headline[0])
    return -OVERLAP <= gap <= NEAR and overlap > 0


def _page_says(line: str, page: Page) -> bool:
    """Whether it is already next to the headline."""
    return any(_letters(line) in _letters(block.text) for block in page.subheads)


def _change_of_words(place: Element, new: str, how: str, like: Element | None = None) -> dict[str, str]:
    """A new line has the colour of an existing one."""
    named = (like or place).selector
    return {"selector": place.selector, "was": _label(place), "new": new, "how": how, "like": named}


def _label(element: Element) -> str:
    return element.attr("value") if element.tag == "input" else element.text


def _have_same_letters(one: str, other: str) -> bool:
    return _letters(one) == _letters(other)


def _letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


def findings_of_change(page: Page, source: str, changed: str) -> dict[str, Sequence[str]]:
    """Titles of the findings that the changed source alone has more or fewer of: `new` and `fixed`."""
    before, after = (judge_source(page.seen, text, page.brief) for text in (source, changed))
    titles = {
        name: {each.id: each.title for each in scan.judgement.findings}
        for name, scan in (("before", before), ("after", after))
    }

    def more(one: Mapping[str, int], other: Mapping[str, int], named: Mapping[str, str]) -> list[str]:
        return [named[each] for each, count in one.items() if count > other.get(each, 0)][:MOST_TITLES]

    return {
        "new": more(after.counts, before.counts, titles["after"]),
        "fixed": more(before.counts, after.counts, titles["before"]),
    }
