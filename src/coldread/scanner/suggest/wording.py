"""Tools of wording that suggestions share: sentences, capitals, full stops, and where a long line can be parted. Pure."""

from __future__ import annotations

import re

from coldread.scanner.page.phrases import words

#: before a small letter a full stop ends an abbreviation, not a sentence
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?![a-zà-öø-ÿ])")
_ABBREVIATIONS = frozenset({"AI", "API", "B2B", "CRM", "HR", "IT", "ROI", "SEO", "UX"})
#: ends that stay: nothing is lost when a line is parted there
_CLAUSE_END = re.compile(r"(?<=[.!?:;])\s+")
#: signs that go, then words that begin the second half, then words that go; the earlier ones part better
_JOINTS = (
    re.compile(r"\s+[–—|-]\s+|,\s+(?=\w+\s+\w+\s+\w+)"),
    re.compile(r"\s+(?=(?:with|without|by|through|med|utan|genom)\s)", re.IGNORECASE),
    re.compile(
        r"\s+(?:and|while|so that|which|because|och|samtidigt som|så att|vilket|eftersom)\s+", re.IGNORECASE
    ),
)
#: words that either half must have
LEAST_WORDS = 3


def sentences(text: str) -> list[str]:
    return _SENTENCE_END.split(text)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """With a full stop where none ends it."""
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."


def recased(text: str) -> str:
    """Shouted words in a calm voice; abbreviations stay."""
    text = " ".join(text.split())
    if not text.isupper() or len(words(text)) < 2:
        return text
    calm = [word if word.strip(".,:;!?") in _ABBREVIATIONS else word.lower() for word in text.split()]
    return " ".join([capital(calm[0]), *calm[1:]])


def halves_at_end(said: str, *, most_words: int, most_chars: int) -> tuple[str, str] | None:
    """At the last end of a clause that leaves a line of fitting length before it; every sign stays."""
    for end in reversed(list(_CLAUSE_END.finditer(said))):
        first, rest = said[: end.start()].rstrip(), said[end.end() :]
        short = len(first.split()) <= most_words and len(first) <= most_chars
        if short and len(words(first)) >= LEAST_WORDS and len(words(rest)) >= LEAST_WORDS:
            return first, rest
    return None


def halves(said: str, *, most_words: int, most_chars: int) -> tuple[str, str] | None:
    """The same, else where signs or small words join two thoughts: a headline, and the sentence below it."""
    parted = halves_at_end(said, most_words=most_words, most_chars=most_chars) or _at_a_joint(
        said, _JOINTS, most_words, most_chars
    )
    return (capital(parted[0].rstrip(" .,:;–—-")), ended(capital(parted[1].strip()))) if parted else None


def first_clause(said: str, *, most_words: int, most_chars: int) -> str:
    """The first of two thoughts, where signs alone part them; empty where none do."""
    parted = halves_at_end(said, most_words=most_words, most_chars=most_chars) or _at_a_joint(
        said, _JOINTS[:1], most_words, most_chars
    )
    return capital(parted[0].rstrip(" .,:;–—-")) if parted is not None else ""


def _at_a_joint(
    said: str, joints: tuple[re.Pattern[str], ...], most_words: int, most_chars: int
) -> tuple[str, str] | None:
    for joint in joints:
        for cut in joint.finditer(said):
            first, rest = said[: cut.start()], said[cut.end() :]
            fits = LEAST_WORDS <= len(words(first)) <= most_words and len(first) <= most_chars
            if fits and len(words(rest)) >= LEAST_WORDS:
                return first, rest
    return None
