"""What the page shows about the things that a visitor asks about: facts that its owner can look up, no judgement. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.drafts.case import Case
from coldread.drafts.document.money_shown import money_facts
from coldread.drafts.document.quoting import words_of
from coldread.drafts.document.ways_on import contact_facts, form_facts, link_facts
from coldread.drafts.draft_texts import say
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.painted_lines import painted_lines
from coldread.scanner.page.phrases import content_words, phrases, words

#: lines that are quoted
MOST_LINES = 2
#: words of a line; fewer are a label or the name of a picture
LEAST_WORDS = 3
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def page_facts(case: Case) -> list[tuple[str, str]]:
    """The name of each subject, and sentences about it; no subject without a sentence, and none if no page was seen."""
    page = case.page
    if page is None:
        return []
    lang = case.lang
    facts = {
        "words": _heading_facts(page, lang),
        "audience": _audience_facts(case, page),
        "money": money_facts(case, page),
        "forms": form_facts(page, lang),
        "contacts": contact_facts(page, lang),
        "links": link_facts(page, lang),
    }
    told = ((say(lang, f"shows.about_{name}"), " ".join(sentences)) for name, sentences in facts.items())
    return [one for one in told if one[1]]


def _heading_facts(page: Page, lang: str) -> Iterator[str]:
    if page.title:
        yield say(lang, "shows.title", words=words_of(page.title, lang))
    else:
        yield say(lang, "shows.no_title" if title_of(page.dom) is None else "shows.empty_title")
    headings = [heading_text(one) for one in page.headlines]
    yield say(lang, "shows.h1", words=words_of(headings[0], lang)) if headings else say(lang, "shows.no_h1")


def _audience_facts(case: Case, page: Page) -> Iterator[str]:
    """The sentences that share most words, letter by letter, with the order's words about its readers."""
    vague = phrases("audience.vague")
    wanted = {word for word in content_words(case.assignment.audience) if not vague.fullmatch(word)}
    sentences = dict.fromkeys(
        sentence
        for line in painted_lines(page)
        for sentence in _SENTENCE_END.split(line)
        if len(words(sentence)) >= LEAST_WORDS
    )
    shared = {one: len(wanted & set(content_words(one))) for one in sentences}
    ranked = sorted((one for one in shared if shared[one]), key=lambda one: -shared[one])
    if most := ranked[:MOST_LINES]:
        yield say(case.lang, "shows.audience", words=", ".join(words_of(one, case.lang) for one in most))
