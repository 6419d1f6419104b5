"""All that may be put on a page, for whoever checks that nothing is invented."""

from __future__ import annotations

from collections.abc import Iterator

from coldread.scanner.page.page import Page
from coldread.scanner.suggest.calls import label
from coldread.scanner.suggest.head import description, page_title, shared_title, title_with_headline
from coldread.scanner.suggest.headline import headline, instead_of_headline, unmarked_text
from coldread.scanner.suggest.lines import subhead


def everything(page: Page) -> Iterator[str]:
    for suggest in (headline, instead_of_headline, unmarked_text, subhead):
        yield suggest(page)
    for suggest in (page_title, shared_title, title_with_headline, description, label):
        yield suggest(page)
