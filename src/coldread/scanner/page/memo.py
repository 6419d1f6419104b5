"""Remembers results of functions of a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from coldread.scanner.page.page import Page

T = TypeVar("T")


def once_per_page(work: Callable[[Page], T]) -> Callable[[Page], T]:
    """Remembers the result of a pure function of a page for as long as the page exists."""
    known: WeakKeyDictionary[Page, T] = WeakKeyDictionary()

    @wraps(work)
    def wrapper(page: Page) -> T:
        try:
            return known[page]
        except KeyError:
            result = known[page] = work(page)
        return result

    return wrapper
