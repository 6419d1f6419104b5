"""The rules' quick fix: which complaint the words make, what mends it, and how sure that is."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from coldread.advice.complaint_texts import cues_of, words_of
from coldread.advice.complaints import BY_NAME, COMPLAINTS, UNCLEAR, USUAL, Complaint
from coldread.advice.reading import Reading
from coldread.advice.requests import QuickFixRequest
from coldread.advice.rewrites.look import colours_told
from coldread.advice.shapes import QuickFix
from coldread.base.clock import date_time
from coldread.base.languages import Language
from coldread.scanner.judge.checks.clarity.h1_long import MAX_WORDS
from coldread.scanner.page.contrast import TEXT_RATIO
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.dom import readable
from coldread.scanner.page.observe.vagueness import vagueness
from coldread.scanner.page.phrases import phrases, vocabulary, words

LONGEST_QUOTE = 90


@dataclass(frozen=True, kw_only=True)
class Match:
    """A complaint, and how strongly the words make it."""

    complaint: Complaint
    strength: float


def fixed(body: QuickFixRequest, now: int) -> QuickFix:
    """The answer of the rules."""
    reading = reading_of(body, now)
    match = chosen(reading)
    words_said = words_of(match.complaint.name, reading.lang)
    mended = match.complaint.mend(reading)
    slots = {**_told(reading), **mended.slots}
    return QuickFix(
        diagnosis=words_said.diagnosed(slots),
        rewrite=mended.text,
        rationale=words_said.rationale,
        element_selector=body.element_selector,
        confidence=round(match.complaint.sure * match.strength * (0.4 + 0.6 * mended.grounded), 2),
        engine="rules",
    )


def reading_of(body: QuickFixRequest, now: int) -> Reading:
    problem = "\n".join(
        map(readable, body.problem.splitlines())
    )  # a word without an end is searched without one
    return Reading(url=body.url, selector=body.element_selector, problem=problem, year=date_time(now).year)


def _told(reading: Reading) -> dict[str, str | None]:
    """What a diagnosis may mention of the complaint."""
    quote = _shortened(reading.quote)
    greets = quote is not None and phrases("headline.greeting").search(quote)
    return {"quote": quote, "greeting": quote if greets else None, "element": reading.element_name}


def chosen(reading: Reading) -> Match:
    """The complaint with the most signs; what an element usually suffers from where there is none."""
    scored = [(score(row, reading), row) for row in COMPLAINTS]
    best, row = max(scored, key=lambda pair: pair[0])
    if best >= 1.0:
        return Match(complaint=row, strength=min(1.0, 0.55 + 0.2 * best))
    usual = BY_NAME.get(USUAL.get(reading.element, ""), UNCLEAR)
    return Match(complaint=usual, strength=0.4 if usual is UNCLEAR else 0.5)


def score(row: Complaint, reading: Reading) -> float:
    """Longer cues say more than short ones; the element and the quoted words can confirm, not make, a complaint."""
    found = (cues_of(row.name, language).finditer(reading.outside_quotes) for language in Language)
    hits = {hit[0].lower() for hit in itertools.chain.from_iterable(found)}
    said = sum(1.0 + 0.25 * (len(hit.split()) - 1) for hit in hits)
    shown = _shown(row.name, reading)
    fits = 0.6 if reading.element in row.elements else -0.3
    return said + shown + fits if said or shown else 0.0


def _shown(name: str, reading: Reading) -> float:
    """What quoted words, colours and sizes give away by themselves."""
    signs = _signs_of_quote(reading.quote, reading) if reading.quote else {}
    if name == "low-contrast":
        contrast = colours_told(reading)
        return 1.0 if contrast is not None and contrast < TEXT_RATIO else 0.0
    if name == "small-text":
        size = reading.number_of("px")
        return 1.2 if size and reading.element != "call" and float(size.replace(",", ".")) < 15 else 0.0
    return 1.0 if signs.get(name) else 0.0


def _signs_of_quote(quote: str, reading: Reading) -> dict[str, bool]:
    about_headline = reading.element in ("headline", "subhead")
    return {
        "generic-label": reading.element in ("call", "form") and is_generic(quote),
        "headline-vague": about_headline and vagueness(quote, frozenset(), frozenset()) is not None,
        "headline-long": about_headline and len(words(quote)) > MAX_WORDS,
        "placeholder": bool(phrases("placeholder.phrases").search(quote)),
        "buzzwords": not about_headline and len(phrases("buzzwords.phrases").findall(quote)) >= 2,
        "we-not-you": reading.element == "copy" and _about_ourselves(quote),
        "shouting": len(quote) > 8 and (quote.isupper() or quote.count("!") >= 2),
    }


def _about_ourselves(quote: str) -> bool:
    said = [word.lower() for word in words(quote)]
    we = sum(word in vocabulary("words.we") for word in said)
    return we >= 2 and not any(word in vocabulary("words.you") for word in said)


def _shortened(quote: str | None) -> str | None:
    if quote is None or len(quote) <= LONGEST_QUOTE:
        return quote
    return quote[:LONGEST_QUOTE].rsplit(" ", 1)[0].rstrip(" ,.;:") + " …"
