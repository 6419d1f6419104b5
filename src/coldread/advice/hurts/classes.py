"""What hurts, by its class: people stop, do not see, misread, doubt, or something changed. It needs no phrase of its own.

A complaint of the table is claimed only where it fits what hurts. A class answers by itself only where it is certain: told as
often as it must be, and no other class beside it. Words are compared one by one, so that nothing here can run long."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from coldread.advice.clauses import clauses, without_runs
from coldread.advice.reading import Reading, say
from coldread.base.languages import Language
from coldread.base.texts.texts import texts_of

TEXTS = texts_of("coldread.advice.hurts")
#: how many words may stand between two that make a sign
APART = 2
#: what stands behind these is about whoever complains
SELF = frozenset(("i", "i'm", "i've", "we", "we've", "jag", "vi"))
_WORD = re.compile(r"[\w'%-]+")
#: “we have not changed a thing”
_UNCHANGED = re.compile(
    r"(?:\b(?:not|never|nothing|inte|inget|ingenting|aldrig)|n['’]?t)\s+(?:\w+\s+){0,2}(?:chang|touch|ändra|byt|rör)|oförändra|unchanged",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Hurt:
    """One class; its signs, what helps first and its question stand under `hurt` in `texts/`."""

    name: str
    #: complaints whose remedy answers it; any other would mend something that nobody complained of
    fits: frozenset[str] = frozenset()
    #: it says too little to rule anything out
    mild: bool = False
    #: it is told of others: “I don't know where to put it” is a question, not what visitors suffer
    of_others: bool = False
    #: how many of its signs make it certain enough to answer; 0: it rules remedies out and never answers
    answers_at: int = 0


def _fits(*names: str) -> frozenset[str]:
    return frozenset(names)


#: several things in one list, told by its numbers
SEVERAL = Hurt(name="several", answers_at=1)
_FIRST, _SECOND = (re.compile(rf"(?:^|\s)\(?{number}[).:]\s") for number in (1, 2))
#: remedies that were made for those who may not do the usual thing
_NATURALLY_BOUND = _fits("nothing-to-show-yet", "unnamed-proof", "may-not-promise", "other-channel")

#: the first that is told leads: causes before what people see, feel and ask because of them
HURTS: tuple[Hurt, ...] = (
    SEVERAL,
    Hurt(name="law", answers_at=1),
    Hurt(name="mail-lost", answers_at=1),
    Hurt(name="down", answers_at=2),
    Hurt(name="bad-reviews", answers_at=1),
    Hurt(name="ranking", answers_at=1, fits=_fits("unfound", "page-title", "description")),
    Hurt(name="bound-form", fits=_NATURALLY_BOUND),
    Hurt(name="bound-proof", fits=_NATURALLY_BOUND),
    Hurt(name="bound-price", fits=_NATURALLY_BOUND),
    Hurt(name="bound-moving", fits=_NATURALLY_BOUND),
    Hurt(name="bound", fits=_NATURALLY_BOUND),
    Hurt(name="dead", fits=_fits("dead-link")),
    Hurt(name="elsewhere"),
    Hurt(name="after-change", answers_at=2),
    Hurt(name="other-tongue", answers_at=2),
    Hurt(name="one-screen", fits=_fits("overflow", "below-fold", "tap-target", "small-text", "slow", "covered", "in-a-pdf", "too-big", "media-broken", "form-broken", "dead-link")),
    Hurt(name="fails", fits=_fits("dead-link", "small-text", "form-broken", "media-broken", "error-message", "overflow", "nav", "covered", "in-a-pdf", "not-a-link")),
    Hurt(name="robots", answers_at=2, fits=_fits("form-spam")),
    Hurt(name="in-the-way", fits=_fits("covered", "popup", "autoplay", "too-big")),
    Hurt(name="no-shows"),
    Hurt(name="mixed-up", of_others=True, fits=_fits("mistyped", "field-label", "too-many-plans", "error-message", "goal-mismatch")),
    Hurt(name="undecided", fits=_fits("competing", "too-many-plans", "nav", "too-many-fields")),
    Hurt(name="stops-halfway", fits=_fits("too-many-fields", "sensitive-early", "price-surprise", "risk", "slow", "privacy", "form-broken", "popup", "in-a-pdf", "layout-shift")),
    Hurt(name="incomplete", answers_at=2, fits=_fits("field-label", "mistyped")),
    Hurt(name="wrong-ones", answers_at=2, fits=_fits("wrong-people", "audience-absent", "form-spam")),
    Hurt(name="no-answer-back", fits=_fits("form-broken")),
    Hurt(name="no-longer-true", answers_at=2, fits=_fits("untrue", "stale", "sold-out", "says-otherwise", "dead-link", "placeholder", "price-surprise")),
    Hurt(name="looks-wrong", fits=_fits("weak-picture", "low-contrast", "small-text", "overflow", "too-big", "messy", "slow", "layout-shift", "tap-target", "stock-photo", "line-length", "media-broken", "proof-anonymous", "below-fold", "alt-text")),
    Hurt(name="sounds-wrong", fits=_fits("buzzwords", "shouting", "we-not-you", "headline-vague", "hard-to-read", "sameness", "no-specifics", "stock-photo", "proof-anonymous", "stale", "placeholder", "may-not-promise", "nothing-to-show-yet", "no-proof")),
    Hurt(name="unseen", fits=_fits("headline-vague", "below-fold", "unfindable", "unfound", "covered", "low-contrast", "small-text", "not-repeated", "competing", "too-big", "risk", "in-a-pdf", "tap-target", "overflow")),
    Hurt(name="kept-back", fits=_fits("price-hidden", "no-proof", "risk", "contact-missing", "open-question", "stock-photo", "no-specifics", "headline-missing", "subhead-missing", "audience-absent", "nothing-to-show-yet", "unnamed-proof")),
    Hurt(name="doubts", of_others=True, fits=_fits("no-proof", "proof-anonymous", "risk", "privacy", "contact-missing", "nothing-to-show-yet", "unnamed-proof", "sensitive-early", "open-question")),
    Hurt(name="misread", of_others=True, fits=_fits("open-question", "headline-vague", "hard-to-read", "says-otherwise", "price-surprise", "generic-label", "risk", "audience-absent", "field-label", "too-many-plans", "price-hidden", "buzzwords", "alt-text", "subhead-missing", "sold-out", "sensitive-early", "language-mix", "privacy", "error-message", "low-contrast")),
    Hurt(name="asked", of_others=True, fits=_fits("open-question", "price-hidden", "unfindable", "too-many-plans", "other-channel", "dear", "price-surprise", "contact-missing", "goal-mismatch", "wrong-people", "generic-label", "headline-vague")),
    Hurt(name="annoys", fits=_fits("popup", "autoplay", "covered", "slow", "shouting", "layout-shift", "sensitive-early", "price-surprise", "too-many-fields", "in-a-pdf", "language-mix")),
    Hurt(name="not-acting", mild=True),
    Hurt(name="wish", mild=True),
)  # fmt: skip


@cache
def _entries(kind: str, lang: Language) -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """Whole words, beginnings (`chang*`) and endings (`*n't`) of one class of words."""
    told = TEXTS.choices(lang, f"word.{kind}")
    return (
        frozenset(one for one in told if "*" not in one),
        tuple(one[:-1] for one in told if one.endswith("*")),
        tuple(one[1:] for one in told if one.startswith("*")),
    )


def _is(word: str, wanted: str, lang: Language) -> bool:
    """`SEE` is a class of words, `see` the word itself, `see*` its beginning."""
    if wanted.isupper():
        whole, begins, ends = _entries(wanted.lower(), lang)
        return word in whole or word.startswith(begins) or word.endswith(ends)
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else word == wanted


def _in_order(said: Sequence[str], wanted: Sequence[str], lang: Language) -> bool:
    """Whether the words stand there in this order, each soon after the one before."""
    ends: set[int] | None = None
    for one in wanted:
        ends = {
            index
            for index, word in enumerate(said)
            if (ends is None or any(index - step in ends for step in range(1, APART + 2)))
            and _is(word, one, lang)
        }
        if not ends:
            return False
    return True


@cache
def _signs(name: str, lang: Language) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Each sign: parts that must all be told, each the words of one clause in their order."""
    return tuple(
        tuple(tuple(part.split()) for part in sign.split(" & "))
        for sign in TEXTS.choices(lang, f"hurt.{name}.signs")
    )


def _told(parts: Iterable[Sequence[str]], told: Sequence[Sequence[str]], lang: Language) -> bool:
    return all(any(_in_order(clause, part, lang) for clause in told) for part in parts)


def hurts_in(text: str) -> tuple[Hurt, ...]:
    """The classes that the words tell, in the order of the table."""
    if is_list(text):
        return (SEVERAL,)
    told = _clauses(text)
    return tuple(hurt for hurt in HURTS if any(_signs_told(hurt, told)))


def _clauses(text: str) -> list[list[str]]:
    return [_WORD.findall(clause.lower().replace("’", "'")) for clause in clauses(without_runs(text))]


def _signs_told(hurt: Hurt, told: list[list[str]]) -> Iterator[tuple[tuple[str, ...], ...]]:
    said = [list(takewhile(lambda word: word not in SELF, one)) for one in told] if hurt.of_others else told
    for language in Language:
        yield from (sign for sign in _signs(hurt.name, language) if _told(sign, said, language))


def certain(hurts: Sequence[Hurt], reading: Reading) -> Hurt | None:
    """The one class that is told, where it is told as often as it must be; two classes are a doubt."""
    serious = [hurt for hurt in hurts if not hurt.mild]
    if len(serious) != 1 or not serious[0].answers_at:
        return None
    hurt = serious[0]
    if hurt is SEVERAL:
        return hurt
    if hurt.name == "after-change" and _UNCHANGED.search(reading.problem):
        return None
    signs = set(_signs_told(hurt, _clauses(reading.complained_of)))
    return hurt if len(signs) >= hurt.answers_at else None


def is_list(text: str) -> bool:
    first = _FIRST.search(text)
    return first is not None and _SECOND.search(text, first.end()) is not None


def hurts_of(reading: Reading) -> tuple[Hurt, ...]:
    return (SEVERAL,) if is_list(reading.outside_quotes) else hurts_in(reading.complained_of)


def _said(hurt: Hurt, part: str, reading: Reading) -> str:
    # a footer is where things are overlooked, never where an answer belongs
    named = reading.element_name if reading.element != "footer" else say(reading.lang, "element.copy")
    return TEXTS.say(reading.lang, f"hurt.{hurt.name}.{part}", element=named)


def diagnosis_of(hurt: Hurt, reading: Reading) -> str:
    """What was understood, as something to be confirmed: the class is known, the cause is not."""
    said = _said(hurt, "diagnosis", reading)
    return TEXTS.say(reading.lang, "said.read_so", diagnosis=said[0].lower() + said[1:])


def first_help(hurt: Hurt, reading: Reading) -> str:
    """What helps in most such cases, and the one question whose answer would tell more."""
    return f"{_said(hurt, 'first', reading)}\n\n{_said(hurt, 'question', reading)}"
