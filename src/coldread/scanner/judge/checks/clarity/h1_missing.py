"""The page has no visible h1."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

#: text of this size above the fold, or a picture of this width with that many words as alternative text, replaces a headline
BIG_TEXT_PX, BIG_PICTURE_PX, FEWEST_WORDS = 24, 300, 2

META = Meta(
    id="clarity.h1-missing",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.WCAG, Source.LIGHTHOUSE),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    en=Text(
        title="A visible text is marked as the main heading (h1)",
        failure="No visible text is marked as the main headline (h1)",
        why="Screen readers can list a page's headings by level. Here, the first level has none that is visible.",
        fix="Mark the text that names the page as h1. Its look can stay as it is.",
    ),
    sv=Text(
        title="En synlig text är märkt som huvudrubrik (h1)",
        failure="Ingen synlig text är märkt som huvudrubrik (h1)",
        why="Skärmläsare kan lista sidans rubriker efter nivå. Här har den första nivån ingen som syns.",
        fix="Märk texten som namnger sidan som h1. Utseendet kan vara kvar.",
    ),
)


def check(page: Page) -> Verdict:
    if page.headlines:
        return None
    invisible = [h1 for h1 in page.dom.all("h1") if h1.text]
    proof = [evidence.of(page, h1) for h1 in invisible] or [evidence.of_searched_place(page, "body")]
    blocks_goal = page.rendered and not _big_text_above_fold(page) and not _picture_of_words(page)
    return build_finding(META, page.brief, Severity.P0 if blocks_goal else Severity.P2, proof)


def _big_text_above_fold(page: Page) -> bool:
    view = page.seen.desktop
    return view is not None and any(
        item.visible and item.own_chars and item.font_size >= BIG_TEXT_PX and item.box[1] < view.height
        for item in view.drawn
    )


def _picture_of_words(page: Page) -> bool:
    """A banner above the fold whose alternative text says something."""
    view = page.seen.desktop
    return view is not None and any(
        (item := page.desktop.get(image.selector)) is not None
        and item.visible
        and item.box[1] < view.height
        and item.box[2] >= BIG_PICTURE_PX
        and len(words(image.attr("alt"))) >= FEWEST_WORDS
        for image in page.dom.shown("img")
    )
