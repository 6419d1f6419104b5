"""What of a complaint is complained of: its clauses, without those that say that something is well as it is."""

from __future__ import annotations

import re
from functools import lru_cache

_BETWEEN = re.compile(
    r"[.!?;:\n]+|\s[–—]\s|,?\s+(?:but|yet|however|although|though|because|except|men|fast|dock|fastän|eftersom|däremot)\s+"
    r"|,\s*(?:so|and|which|så|och|vilket)\s+|,\s+",
    re.IGNORECASE,
)
#: “the label is fine”, “it works”, “don't change the text”: what is praised here is not to be mended
_WELL = re.compile(
    r"\b(?:is|are|was|looks?|seems?|works?|reads?|loads?)\s+(?:already |quite |perfectly |all |really |just )?"
    r"(?:fine|ok|okay|good|great|gorgeous|beautiful|perfect(?:ly)?|clear|right|well|correct|not the (?:problem|issue|point))\b"
    r"|\b(?:don['’]?t|do not|please don['’]?t|must not|never)\s+(?:want to\s+)?(?:change|touch|rewrite|remove|replace)\b"
    r"|\bwe (?:like|love|want to keep)\b|^\s*(?:the |our |my |your )?[\w'’ -]{1,40}\sworks?\s*$"
    r"|\bär\s+(?:redan |helt |riktigt |jätte|ganska )?(?:bra|fin|fint|fina|ok|okej|snygg\w*|rätt|tydlig\w*|inte (?:problemet|felet))\b"
    r"|\b(?:fungerar|funkar)\s+(?:bra|fint|som (?:den|det|de) ska)\b|\b(?:ändra|rör|ta) inte\b|\bska inte (?:ändras|röras)\b"
    r"|\bvi (?:gillar|älskar|vill behålla)\b|^\s*[\wåäö -]{1,40}\s(?:fungerar|funkar|finns|står|syns)\s*$",
    re.IGNORECASE,
)
_NOT_WELL = re.compile(
    r"\b(?:not|n['’]t|never|isn['’]?t|aren['’]?t|inte|ej|aldrig)\b\s+(?!the (?:problem|issue|point)|problemet|felet)",
    re.IGNORECASE,
)
#: directly before a cue: what is said is that it is *not* so
_DENIES = re.compile(
    r"(?:\b(?:not|isn['’]?t|aren['’]?t|no longer|nothing wrong with|inte|ej|inga fel på|inget fel på)|n['’]t)\s+"
    r"(?:(?:a|an|the|any|too|so|very|really|that|about|particularly|en|ett|någon|några|så|för|särskilt|om)\s+)?$",
    re.IGNORECASE,
)
_HAS_ITS_OWN = re.compile(
    r"\b(?:no|not|nobody|none|without|n['’]t|inte|ingen|inget|inga|utan|saknar)\b|n['’]t\b", re.IGNORECASE
)


def without_runs(text: str) -> str:
    """Single blanks, and single line breaks: several patterns would go back and forth over a run of either."""
    return "\n".join(line for one in text.split("\n") if (line := " ".join(one.split())))


@lru_cache(maxsize=64)
def clauses(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _BETWEEN.split(without_runs(text)) if part and part.strip(" …"))


def is_well(clause: str) -> bool:
    """Whether the clause says that something shall stay as it is."""
    found = _WELL.search(clause)
    if found is None:
        return False
    negated = _NOT_WELL.search(clause[: found.end()])
    return negated is None or bool(
        re.match(r"\b(?:don|do not|please|must|never|ändra|rör|ta|ska)", found[0], re.IGNORECASE)
    )


@lru_cache(maxsize=64)
def complained_of(text: str) -> str:
    """The clauses in which something is wrong; all of them where none is left."""
    wrong = [part for part in clauses(text) if not is_well(part)]
    return " . ".join(wrong) if wrong else text


def denied(text: str, start: int, cue: str) -> bool:
    """“It is not a contrast problem”: the cue stands behind a plain no, and holds none itself."""
    return _HAS_ITS_OWN.search(cue) is None and _DENIES.search(text[max(0, start - 40) : start]) is not None
