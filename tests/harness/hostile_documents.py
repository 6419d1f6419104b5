"""Documents that cost a reader much more than their sender: each kind grows with one number."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

WORDS = "We bring fresh bread to your door before you wake up, so that you can sleep a little longer. "


def page(body: str) -> str:
    """Enough around it to be a page."""
    return f"<html lang=en><title>Bread</title><h1>Bread for your morning</h1><p>{WORDS * 3}</p>{body}"


def deep(size: int) -> str:
    return page("<div>" * size)


def attributes(size: int) -> str:
    return page(f"<p {' '.join(f'a{number}=1' for number in range(size))}>x</p>")


def less_than(size: int) -> str:
    return page(f"<p>{'a < ' * size}</p>")


def nested(size: int) -> str:
    return page("<div>" * 300 + f"<p>{WORDS}</p>" * (size // 20) + "</div>" * 300)


def inputs(size: int) -> str:
    return page(f"<form>{'<input name=a>' * (size // 5)}</form>")


def lines(size: int) -> str:
    return page("<p>a\n" * size)


KINDS: Mapping[str, Callable[[int], str]] = {
    make.__name__: make for make in (deep, attributes, less_than, nested, inputs, lines)
}


def by_seed(seed: int, largest: int = 100_000) -> tuple[str, str]:
    """The name of a kind and a document of it."""
    chance = random.Random(seed)
    name = chance.choice(sorted(KINDS))
    return name, KINDS[name](chance.randint(largest // 20, largest))
