"""The answer where no rule is certain: what was read, what would help, and one question. It proposes nothing."""

from __future__ import annotations

import re

from coldread.advice.reading import Reading, say
from coldread.advice.rewrites.rewrite import Rewrite
from coldread.base.languages import quoted

#: signs of the owner's own words that are repeated
LONGEST = 200
#: a greeting is no sentence worth repeating
SHORTEST = 4
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_MARKUP = re.compile(r"<[a-z][a-z0-9-]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
_MARKS = str.maketrans(dict.fromkeys('“”„«»"', "’"))


def ask_back(reading: Reading) -> Rewrite:
    """No remedy, what is missing, and the question that the owner cannot have answered already."""
    has_markup = _MARKUP.search(reading.problem) is not None
    needed = "markup_came" if has_markup else "words_came" if reading.quote else "nothing_came"
    return Rewrite(
        text=f"{say(reading.lang, f'humble.{needed}')}\n\n{say(reading.lang, 'humble.ask_solved')}",
        grounded=0.0,
        slots={"read": quoted(repeated(reading.problem), reading.lang)},
    )


def repeated(problem: str) -> str:
    """The first sentences, whole; a single one that runs long ends at a comma or a word, and shows that it goes on."""
    said = [" ".join(part.split()) for part in _SENTENCE.split(_MARKUP.sub(" … ", problem))]
    telling = (
        [part for part in said if len(part.split()) >= SHORTEST] or [part for part in said if part] or ["…"]
    )
    text = telling[0]
    for part in telling[1:]:
        if len(text) + len(part) >= LONGEST:
            break
        text = f"{text} {part}"
    if len(text) > LONGEST:
        cut = text[:LONGEST].rsplit(" ", 1)[0]
        comma = cut.rfind(", ")
        text = f"{cut[:comma] if comma > LONGEST // 3 else cut} …"
    return text.translate(_MARKS).rstrip(".")
