"""The rules' quick fix: which complaint the words make, what mends it, and how sure that is."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass

from coldread.advice.clauses import clauses, denied, is_well
from coldread.advice.complaint_texts import cues_of, fault_of, subject_of, words_of
from coldread.advice.complaints import BY_NAME, COMPLAINTS, UNCLEAR, Complaint
from coldread.advice.hurts.classes import TEXTS, Hurt, certain, diagnosis_of, first_help, hurts_of
from coldread.advice.offer import offer_in
from coldread.advice.plain import is_slow, plainly
from coldread.advice.reading import Reading
from coldread.advice.requests import QuickFixRequest
from coldread.advice.rewrites.copy import what_is_so
from coldread.advice.rewrites.forms import fields_named
from coldread.advice.rewrites.look import colours_told, names_colours
from coldread.advice.rewrites.proof import ways_out
from coldread.advice.shapes import QuickFix
from coldread.base.clock import date_time
from coldread.base.languages import Language
from coldread.scanner.judge.checks.clarity.h1_long import MAX_WORDS
from coldread.scanner.page.contrast import TEXT_RATIO
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.dom import readable
from coldread.scanner.page.observe.vagueness import vagueness
from coldread.scanner.page.phrases import Phrases, content_words, phrases, stem, vocabulary, words

LONGEST_QUOTE = 90
#: words from which a told length is a complaint by itself
LONG_TEXT = 150
#: kinds of fields told by name, from which a form asks for much
MANY_FIELDS = 4
#: from which a complaint about a form is about its fields
SOME_FIELDS = 2
#: remedies that take something away, and are none where it has to stay
TAKES_AWAY = ("many-fields", "box-over", "text-in-picture")
#: words of a title that names nothing but itself
SHORTEST_TITLE = 2
#: one cue is enough where the element fits, one of two words wherever it stands
ENOUGH = 0.9
#: what a single sign may claim at most: nothing was looked at
ONE_SIGN = 0.5
#: points by which a complaint must lead before it is claimed with confidence
CLEAR_LEAD = 0.4
#: the share of the clauses that must be understood where a single cue tells the complaint
MOSTLY = 0.5
#: the confidence of an answer that says that it has not understood
NOT_UNDERSTOOD = 0.2
#: of one that knows what hurts and not why
BY_CLASS = 0.3


#: one kind of machine or browser on which it fails
_DEVICE = re.compile(
    r"\b(?:ipads?|iphones?|android|safari|firefox|edge|samsung|surfplatt\w*|platta|tablets?)\b", re.IGNORECASE
)


#: a table in which people scroll sideways already
_SCROLLED_TABLE = re.compile(
    r"tab(?:le|ell)[^.!?]{0,80}(?:sideways|side to side|horizontal|i sidled|åt sidan)|(?:sideways|horizontal|i sidled|åt sidan)[^.!?]{0,80}tab(?:le|ell)",
    re.IGNORECASE,
)
_SIDEWAYS = re.compile(r"\b(?:sideways|side to side|horizontally|sidled)\b", re.IGNORECASE)
_UNREAD = re.compile(r"(?:nobody|no one|ingen)\b", re.IGNORECASE)
#: a second matter, which one remedy does not mend
_ALSO = re.compile(
    r"\b(?:also|besides|on top of that|another thing|dessutom|också|även|sen så)\b", re.IGNORECASE
)

#: a question of the owner's own, behind what was told: a remedy for a complaint is seldom its answer
_ASKS = re.compile(
    r"\b(?:how (?:do|can|should|could|would)|what (?:should|can|could|do|shall|would)|which|is it|are we|am i|can (?:we|i)|should (?:we|i)"
    r"|do (?:we|i)|may (?:we|i)|hur|vad (?:ska|kan|bör|gör)|vilk\w{1,3}|är det|får (?:vi|jag|man)|måste (?:vi|jag|man)|ska (?:vi|jag)"
    r"|bör (?:vi|jag)|kan (?:vi|jag|man))\b[^.?!]{0,200}\?\W*$",
    re.IGNORECASE,
)

#: one that asks for nothing but the remedy
_ASKS_FOR_HELP = re.compile(
    r"\b(?:what (?:should|can|could|do|shall|would) (?:we|i) (?:do|put|write|say|show)|what do you suggest|how (?:do|can|should) (?:we|i) (?:fix|mend|solve|improve)"
    r"|vad (?:ska|kan|bör) (?:vi|jag|man) (?:göra|skriva|visa|ha)|vad gör (?:vi|jag|man)|hur (?:löser|fixar|lagar) (?:vi|jag|man))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Match:
    """A complaint, and how strongly the words make it."""

    complaint: Complaint
    strength: float
    #: the most that may be claimed: low where much was not understood, or another complaint is as likely
    most: float = 1.0
    #: the class that answers, where no complaint fits what hurts
    hurt: Hurt | None = None


def fixed(body: QuickFixRequest, now: int) -> QuickFix:
    """The answer of the rules."""
    reading = reading_of(body, now)
    match = chosen(reading)
    if match.hurt is not None:
        return _by_class(match.hurt, reading)
    words_said = words_of(match.complaint.name, reading.lang)
    mended = match.complaint.mend(reading)
    slots = {**_told(reading), **mended.slots}
    return QuickFix(
        diagnosis=words_said.diagnosed(slots),
        rewrite=mended.text,
        rationale=words_said.rationale,
        element_selector=body.element_selector,
        confidence=round(min(match.most, _sureness(match, mended.grounded)), 2),
        engine="rules",
    )


def _by_class(hurt: Hurt, reading: Reading) -> QuickFix:
    """What hurts is understood, its cause is not: what helps first, and a question."""
    return QuickFix(
        diagnosis=diagnosis_of(hurt, reading),
        rewrite=first_help(hurt, reading),
        rationale=TEXTS.say(reading.lang, "said.rationale"),
        element_selector=reading.selector,
        confidence=BY_CLASS,
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


def _sureness(match: Match, grounded: float) -> float:
    return match.complaint.sure * match.strength * (0.4 + 0.6 * grounded)


def chosen(reading: Reading) -> Match:
    """The complaint with the most signs that nothing else in the words contradicts; `unclear` where there is none."""
    scored = {row.name: score(row, reading) for row in COMPLAINTS}
    open_ones = [row for row in COMPLAINTS if not any(scored[name] >= ENOUGH for name in row.unless)]
    told = [row for row in open_ones if scored[row.name] >= ENOUGH and not row.gives_way]
    ranked = sorted(
        told if len(told) > 1 else [*told, *(row for row in open_ones if row not in told)],
        key=lambda row: (row not in told, -scored[row.name]),
    )
    best, next_best = scored[ranked[0].name], scored[ranked[1].name]
    hurts = hurts_of(reading)
    if (
        best < ENOUGH
        or not _answers(ranked[0], hurts)
        or not _is_asked_for(ranked[0], reading)
        or not _is_told_well(ranked[0], reading)
    ):
        plain = plainly(reading)
        bound = any(hurt.name.startswith("bound") for hurt in hurts)
        if plain is not None and not (bound and plain in TAKES_AWAY):
            return Match(complaint=BY_NAME[plain], strength=1.0, most=ONE_SIGN)
        return Match(complaint=UNCLEAR, strength=1.0, most=NOT_UNDERSTOOD, hurt=certain(hurts, reading))
    most = 0.3 + 0.6 * understood(reading)
    if _ALSO.search(reading.outside_quotes) or sum(value >= ENOUGH for value in scored.values()) > 1:
        most = min(most, ONE_SIGN)  # something else is told too, and this does not mend it
    if best - next_best < CLEAR_LEAD and next_best >= ENOUGH:
        most = min(most, ONE_SIGN)
    if not (_shown(ranked[0].name, reading) or (signs(ranked[0], reading) > 1 and _fits(ranked[0], reading))):
        most = min(most, ONE_SIGN)
    return Match(complaint=ranked[0], strength=min(1.0, 0.5 + 0.2 * best), most=most)


def _answers(row: Complaint, hurts: tuple[Hurt, ...]) -> bool:
    """Whether its remedy is one for what hurts most; what is only wished for rules nothing out."""
    leading = next((hurt for hurt in hurts if not hurt.mild), None)
    return leading is None or row.name in leading.fits


def _is_asked_for(row: Complaint, reading: Reading) -> bool:
    """Whoever ends with a question of their own is answered by a complaint only where it is told twice."""
    asked = _ASKS.search(reading.outside_quotes)
    return asked is None or _ASKS_FOR_HELP.search(asked[0]) is not None or signs(row, reading) > 1


def _is_told_well(row: Complaint, reading: Reading) -> bool:
    """Two signs, or one in words that are about little else: a single cue in a long story is a coincidence."""
    if row.name == "slow":
        return is_slow(reading)  # much is slow that is no page
    if signs(row, reading) > 1 or _shown(row.name, reading):
        return True
    if row.name == "wall-of-text" and _UNREAD.match(next(iter(_said(row, reading)), "")):
        return False  # that nobody reads it has many causes
    if row.name == "too-many-fields" and len(fields_named(reading)) >= SOME_FIELDS:
        return True
    return understood(reading) >= MOSTLY


def understood(reading: Reading) -> float:
    """The share of the complaint's clauses in which anything at all was recognised."""
    parts = [part for part in clauses(reading.problem) if len(part.split()) > 1]
    if not parts:
        return 1.0
    return sum(map(_is_understood, parts)) / len(parts)


def _is_understood(part: str) -> bool:
    if is_well(part) or "“" in part or '"' in part or offer_in(part) or names_colours(part):
        return True
    return any(
        pattern.search(part)
        for row in COMPLAINTS
        for language in Language
        for pattern in (
            cues_of(row.name, language),
            *((fault_of(row.fault, language),) if row.fault else ()),
        )
    )


def score(row: Complaint, reading: Reading) -> float:
    """Longer cues say more than short ones; the element and the quoted words can confirm, not make, a complaint."""
    if row.only and not reading.kinds.intersection(row.elements):
        return 0.0
    if row.about and not _is_about(row.about, reading):
        return 0.0
    if row.fault == "absent" and reading.quote and row.only:
        return 0.0  # what is quoted is there
    if _is_ruled_out(row, reading):
        return 0.0
    hits = _said(row, reading)
    said = sum(1.0 + 0.25 * (len(hit.split()) - 1) for hit in hits)
    shown = _shown(row.name, reading)
    fit = 0.6 if _fits(row, reading) or not row.elements else -0.3
    return said + shown + fit if said or shown else 0.0


def _is_ruled_out(row: Complaint, reading: Reading) -> bool:
    """By what was told, or was not: its remedy would be a guess, or what they have already."""
    if row.name in ("ignored-call", "goal-mismatch"):
        return not reading.quote  # what it says now was not told, so nobody knows whether that is the cause
    if row.name == "dead-link":  # what works elsewhere has an address: something else fails there
        return _DEVICE.search(reading.problem) is not None
    if row.name in ("below-fold", "unfindable"):  # what is scrolled sideways lies beside the screen
        return _SIDEWAYS.search(reading.problem) is not None
    if row.name == "overflow":  # a table that scrolls within itself is what they have
        return _SCROLLED_TABLE.search(reading.problem) is not None
    return False


def signs(row: Complaint, reading: Reading) -> int:
    """How many separate things tell it."""
    return len(_said(row, reading)) + (_shown(row.name, reading) > 0)


def _fits(row: Complaint, reading: Reading) -> bool:
    return reading.element in row.elements or bool(row.fault and reading.kinds.intersection(row.elements))


def _said(row: Complaint, reading: Reading) -> set[str]:
    """The cues that its words hold."""
    text = reading.complained_of
    hits = _hits(text, [cues_of(row.name, language) for language in Language])
    if row.fault and (_fits(row, reading) or not row.elements or row.about):
        faults = (fault_of(row.fault, language).finditer(text) for language in Language)
        hits |= {hit[0].lower() for hit in itertools.chain.from_iterable(faults)}
    return hits


def _hits(text: str, patterns: list[Phrases]) -> set[str]:
    found = itertools.chain.from_iterable(pattern.finditer(text) for pattern in patterns)
    return {hit[0].lower() for hit in found if not denied(text, hit.start(), hit[0])}


def _is_about(about: str, reading: Reading) -> bool:
    text = f"{reading.outside_quotes} {re.sub(r'[^a-zåäö]+', ' ', reading.selector.lower())}"
    return any(subject_of(about, language).search(text) for language in Language)


def _shown(name: str, reading: Reading) -> float:
    """What quoted words, colours, sizes and facts give away by themselves."""
    by_facts = _BY_FACTS.get(name)
    if by_facts is not None:
        return by_facts(reading)
    return 1.0 if reading.quote and _signs_of_quote(reading.quote, reading).get(name) else 0.0


def _told_long(reading: Reading) -> float:
    count = reading.number_of("word", "ord")
    return 1.0 if count and float(count.replace(",", ".")) > LONG_TEXT else 0.0


def _told_pale(reading: Reading) -> float:
    contrast = colours_told(reading)
    return 1.0 if contrast is not None and contrast < TEXT_RATIO else 0.0


def _told_small(reading: Reading) -> float:
    size = reading.number_of("px")
    return 1.2 if size and reading.element != "call" and float(size.replace(",", ".")) < 15 else 0.0


def _told_fields(reading: Reading) -> float:
    return 1.0 if "form" in reading.kinds and len(fields_named(reading)) >= MANY_FIELDS else 0.0


#: complaints that what was told shows by itself, and how strongly
_BY_FACTS: dict[str, Callable[[Reading], float]] = {
    "says-otherwise": lambda reading: 1.0 if what_is_so(reading) else 0.0,
    "wall-of-text": _told_long,
    "low-contrast": _told_pale,
    "small-text": _told_small,
    "too-many-fields": _told_fields,
    "risk": lambda reading: 1.0 if ways_out(reading) else 0.0,
}


def _signs_of_quote(quote: str, reading: Reading) -> dict[str, bool]:
    about_headline = reading.element in ("headline", "subhead")
    return {
        "generic-label": reading.element in ("call", "form") and is_generic(quote),
        "headline-vague": about_headline
        and (vagueness(quote, frozenset(), frozenset()) is not None or _beside_the_offer(quote, reading)),
        "page-title": reading.element == "title" and len(words(quote)) <= SHORTEST_TITLE,
        "headline-long": about_headline and len(words(quote)) > MAX_WORDS,
        "placeholder": bool(phrases("placeholder.phrases").search(quote)),
        "buzzwords": not about_headline and len(phrases("buzzwords.phrases").findall(quote)) >= 2,
        "we-not-you": reading.element == "copy" and _about_ourselves(quote),
        "shouting": len(quote) > 8 and (quote.isupper() or quote.count("!") >= 2),
    }


def _beside_the_offer(quote: str, reading: Reading) -> bool:
    """A headline that shares no word with what is sold, as the complaint itself tells it."""
    offer = reading.offer
    told = {
        stem(word) for part in (offer.thing, offer.outcome, offer.says) for word in content_words(part or "")
    }
    return bool(told) and not told & {stem(word) for word in content_words(quote)}


def _about_ourselves(quote: str) -> bool:
    said = [word.lower() for word in words(quote)]
    we = sum(word in vocabulary("words.we") for word in said)
    return we >= 2 and not any(word in vocabulary("words.you") for word in said)


def _shortened(quote: str | None) -> str | None:
    if quote is None or len(quote) <= LONGEST_QUOTE:
        return quote
    return quote[:LONGEST_QUOTE].rsplit(" ", 1)[0].rstrip(" ,.;:") + " …"
