"""Lines under a headline: what the page explains itself with. The order's own words are never among them. Pure."""

from __future__ import annotations

from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.suggest.wording import sentences

#: words of a line that explains, and no more than one reads at once
SHORTEST, LONGEST = 6, 40
_SHORTEST_SENTENCE, _LONGEST_SENTENCE = 6, 30


def first_sentence(page: Page) -> str:
    """The first real sentence of the page's running text."""
    for block in page.copy:
        sentence = sentences(block.text)[0].strip()
        real = not placeholder_in(sentence) and not page.is_quotation(block.element)
        fits = _SHORTEST_SENTENCE <= len(words(sentence)) <= _LONGEST_SENTENCE
        if real and fits and sentence[-1:] in ".!?":
            return sentence
    return ""


def subhead(page: Page) -> str:
    """One explaining sentence: the page's description, which no visitor has read yet; else its first sentence."""
    return hidden_description(page) or first_sentence(page)


def hidden_description(page: Page) -> str:
    """The meta description, where it reads as a line of the page and does not stand there already."""
    said = meta_content(page.dom, "description")
    fits = SHORTEST <= len(words(said)) <= LONGEST
    return said if fits and not placeholder_in(said) and said not in page.dom.body.text else ""
