"""What several readers ask of a page is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from coldread.scanner.page.page import Page

T = TypeVar("T")


def once_per_page(work: Callable[[Page], T]) -> Callable[[Page], T]:
    """Remembers what a pure function says of a page for as long as the page is there."""
    known: WeakKeyDictionary[Page, T] = WeakKeyDictionary()

    @wraps(work)
    def asked(page: Page) -> T:
        try:
            return known[page]
        except KeyError:
            result = known[page] = work(page)
        return result

    return asked
