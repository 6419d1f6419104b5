"""Whether a line says what is offered, or greets, names and flatters only."""

from __future__ import annotations

import re

from coldread.scanner.page.phrases import content_words, phrases, words

#: a figure says something; the year of foundation does not, nor does a digit inside a name ("Web3", "B2B", "H1")
_NUMBER = re.compile(r"(?<!\w)(?!(?:19|20)\d\d(?!\d))\d{1,12}(?!\w{0,12}[A-Z])")
#: a name alone may describe a firm ("Supreme Car Wash"); an introduction by name does not
_INTRODUCES = re.compile(
    r"^\W*(?:we['’]re|we are|this is|meet|introducing|presenting|vi presenterar|vi är|vi på|hos|det här är|detta är|möt)\b",
    re.IGNORECASE,
)
#: "Welcome to Nordvik Bike Works": after the greeting a name, each word with its capital
_TO_A_NAME = re.compile(r"^\W*(?:to|till|hos|at|på|from|från)\s+(?:the\s+)?(.+)$", re.IGNORECASE)
_PLACED = re.compile(r"\s(?:in|near|i|vid|på)\s+[A-ZÅÄÖ]\w")
#: lists of trades and of what names end with that say what they name
TRADES = ("reading.local_trades", "reading.name_ends", "reading.clubs")
#: names are short; a longer line in capitals is a headline
NAME_WORDS = 4
#: a greeting may still be followed by an offer; that takes at least this many words of substance
SUBSTANCE = 2


def vagueness(said: str, brand: frozenset[str], names: frozenset[str]) -> float | None:
    """How sure it is that the headline is vague; None when it says something.

    `names` are the firm's for certain; `brand` may hold words of the offer, so it counts behind a greeting only.
    """
    if len(words(said)) <= 1:
        return 0.8
    if _PLACED.search(said) and any(phrases(path).search(said) for path in TRADES):
        return None  # "Welcome to BB's Bakery in Pennington Gap": what it is, and where
    offer = phrases("headline.not_greeting").sub(" ", said)
    greets = bool(phrases("headline.greeting").search(offer))
    if greets and _greets_for(offer):
        return 0.8
    rest = phrases("headline.greeting").sub(" ", offer)
    rest = phrases("headline.page").sub(" ", rest)
    substance = [word for word in content_words(rest) if word not in brand]
    if not content_words(rest) or (greets and len(substance) < SUBSTANCE):
        return 0.8
    own = [word for word in content_words(rest) if word not in names]
    telling = [word for word in content_words(phrases("headline.empty").sub(" ", rest)) if word not in names]
    only_a_name = not own and not _INTRODUCES.search(said)
    return None if telling or _NUMBER.search(said) or only_a_name else 0.6


def _greets_for(said: str) -> bool:
    """It greets and gives a name, nothing more."""
    named = _TO_A_NAME.match(phrases("headline.greeting").sub(" ", said, count=1))
    if named is None:
        return False
    told = words(named[1])
    return len(told) <= NAME_WORDS and all(word[:1].isupper() for word in told)
