"""What a stranger sees in five seconds: the first screen read aloud, and the three questions that it must answer."""

from __future__ import annotations

from collections.abc import Iterator

from coldread.drafts.say import quoted, say
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.report.plain import prose
from coldread.scanner.suggest.headline import unmarked_text

MOST_LINES = 9
LONGEST_LINE = 110

#: question, and the findings that answer it with no; the first that is there is named
QUESTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "what",
        (
            "clarity.h1-missing",
            "clarity.h1-vague",
            "clarity.placeholder",
            "clarity.h1-below-fold",
            "clarity.h1-long",
        ),
    ),
    ("whom", ("clarity.audience-absent",)),
    (
        "next",
        (
            "cta.none",
            "cta.goal-mismatch",
            "form.no-action",
            "cta.dead-link",
            "cta.broken-target",
            "cta.generic-label",
            "cta.below-fold-mobile",
            "cta.low-contrast",
        ),
    ),
)


#: findings that concern the first screen only where they block the goal
ONLY_ABOVE = ("clarity.placeholder", "cta.dead-link", "cta.broken-target", "form.no-action")


def five_seconds(report: Report, page: Page, lang: str) -> list[str]:
    lines = list(_screens(page, lang))
    lines += [f"| {say(lang, 'five.question')} | {say(lang, 'five.answer')} |", "|---|---|"]
    found = {item.id: item for item in report.findings if _counts(item)}
    for question, against in QUESTIONS:
        worst = next((found[name] for name in against if name in found), None)
        lines.append(f"| {say(lang, f'five.{question}')} | {_answer(page, question, worst, lang)} |")
    return lines


def _counts(item: Finding) -> bool:
    """Forgotten text and dead links far down do not meet the stranger in the first five seconds."""
    met = item.severity is Severity.P0 or item.id not in ONLY_ABOVE
    return item.severity is not Severity.INFO and met


def _screens(page: Page, lang: str) -> Iterator[str]:
    for view, key in ((page.seen.desktop, "desktop"), (page.seen.mobile, "mobile")):
        shown = first_screen(page, view) if view is not None else []
        if view is None or not shown:
            continue
        yield say(lang, f"five.{key}", width=view.width, height=view.height)
        yield ""
        yield from (f"> {prose(text)}  " for text in shown[:-1])
        yield f"> {prose(shown[-1])}"
        yield ""


def first_screen(page: Page, view: Viewport) -> list[str]:
    """The words above the fold, from top to bottom, each once; the menu in one line."""
    menu: list[str] = []
    lines: list[str] = []
    inside = [item for item in view.drawn if item.visible and _words_of(item) and item.box[1] < view.height]
    for item in sorted(inside, key=lambda item: (round(item.box[1] / 12), item.box[0])):
        text, element = _words_of(item), page.dom.by_selector.get(item.selector)
        if element is not None and region_of(element) in ("nav", "header"):
            menu.append(text)
        elif not any(text in line for line in lines):
            lines = [line for line in lines if line not in text] + [text]
    return [*([" · ".join(dict.fromkeys(menu))[: 2 * LONGEST_LINE]] if menu else []), *lines[:MOST_LINES]]


def _words_of(item: Drawn) -> str:
    if not item.own_chars or item.tag in ("option", "label"):
        return ""
    text = " ".join(item.text.split())
    if not any(sign.isalpha() for sign in text):
        return ""  # arrows and counters of a carousel
    return text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE].rsplit(" ", 1)[0] + "…"


def _answer(page: Page, question: str, worst: Finding | None, lang: str) -> str:
    said = unmarked_text(page) if page.rendered else ""
    if worst is not None and worst.id == "clarity.h1-missing" and said:
        return say(lang, "five.unmarked", said=prose(said))
    if worst is not None:
        return f"**{say(lang, 'five.no')}** {prose(worst.title)}."
    if question == "what" and page.headline is not None:
        return f"{say(lang, 'five.yes')} {quoted(heading_text(page.headline), lang)}"
    if question == "next" and page.primary is not None and page.primary.label:
        return f"{say(lang, 'five.yes')} {quoted(page.primary.label, lang)}"
    return say(lang, "five.yes_plain")
