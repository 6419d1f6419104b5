"""The headline greets, names the page or flatters, but does not say what is offered."""

from __future__ import annotations

import re

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import content_words, phrases, words

META = Meta(
    id="clarity.h1-vague",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="needs_review",
    language_bound=True,
    en=Text(
        title="The headline says what is offered",
        failure="The headline “{headline}” does not say what is offered",
        why="A headline that greets, or would fit any firm, spends the most-read line of the page on nothing. Practitioners agree that it should name the outcome and the audience.",
        fix="Rewrite it as “{{outcome}} for {{audience}}”, in the words a customer would use.",
    ),
    sv=Text(
        title="Rubriken säger vad som erbjuds",
        failure="Rubriken ”{headline}” säger inte vad som erbjuds",
        why="En rubrik som hälsar, eller som skulle passa vilket företag som helst, slösar bort sidans mest lästa rad. Praktiker är överens om att den ska nämna nyttan och målgruppen.",
        fix="Skriv om den som ”{{nytta}} för {{målgrupp}}”, med kundens egna ord.",
    ),
)

#: a figure says something; the year of foundation does not
_NUMBER = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d+")
#: a name alone may describe a firm ("Supreme Car Wash"); an introduction by name does not
_INTRODUCES = re.compile(
    r"^\W*(?:we['’]re|we are|this is|meet|introducing|presenting|vi presenterar|vi är|vi på|hos|det här är|detta är|möt)\b",
    re.IGNORECASE,
)
#: "Welcome to Nordvik Bike Works": after the greeting a name, each word with its capital
_TO_A_NAME = re.compile(r"^\W*(?:to|till|hos|at|på|from|från)\s+(?:the\s+)?(.+?)\W*$", re.IGNORECASE)
#: names are short; a longer line in capitals is a headline
NAME_WORDS = 4
#: a greeting may still be followed by an offer; that takes at least this many words of substance
SUBSTANCE = 2


def check(page: Page) -> Verdict:
    if page.headline is None:
        return NotApplicable("no-headline")
    said = heading_text(page.headline)
    confidence = vagueness(said, page.brand, page.names)
    if confidence is None:
        return None
    proof = [evidence.of(page, page.headline, value=said[:160])]
    return found(
        META, page.brief, Severity.P1, proof, confidence=confidence, headline=evidence.shortened(said)
    )


def vagueness(said: str, brand: frozenset[str], names: frozenset[str]) -> float | None:
    """How sure it is that the headline is vague; None when it says something.

    `names` are the firm's for certain; `brand` may hold words of the offer, so it counts behind a greeting only.
    """
    if len(words(said)) <= 1:
        return 0.8
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
