"""What a person may have forgotten in a final: a competitor that the buyer named, an answer that the buyer gave, to change the
automatic draft at all. Pure.

It only finds words that do not occur, so what it says is a question, and prevents nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

#: shorter words are in every text
LONG_WORD = 6
#: how much of an answer is quoted
QUOTED = 80
_NUMBER = re.compile(r"\d+(?:[.,: ]\d+)*")


def competitors_left_out(spec_md: str, competitors: Iterable[str]) -> Iterator[str]:
    """The hosts that the text names neither as an address nor by their name."""
    text = _plain(spec_md)
    for address in competitors:
        host = (urlsplit(address if "//" in address else f"//{address}").hostname or "").removeprefix("www.")
        name = host.rpartition(".")[0].rpartition(".")[2] or host
        if host and host not in text and not any(word in text for word in (name, name.replace("-", " "))):
            yield host


def answers_left_out(spec_md: str, answers: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each answer with what the text lacks of it: its numbers; of an answer without one, all of its long words."""
    text = _plain(spec_md)
    numbers_there = {_digits(number) for number in _NUMBER.findall(text)}
    for answer in answers:
        numbers = [number for number in _NUMBER.findall(_plain(answer)) if len(_digits(number)) > 1]
        lacking = tuple(dict.fromkeys(number for number in numbers if _digits(number) not in numbers_there))
        words = [word for word in re.findall(r"\w+", _plain(answer)) if len(word) >= LONG_WORD]
        if lacking:
            yield shortened(answer), lacking
        elif not numbers and words and not any(word in text for word in words):
            yield shortened(answer), ()


def few_new_lines(before: str, after: str) -> int | None:
    """How many lines of the later text the earlier one does not have, if that is at most a tenth of them; else None."""
    known = {" ".join(line.split()) for line in before.splitlines()}
    lines = [" ".join(line.split()) for line in after.splitlines() if line.strip()]
    new = sum(line not in known for line in lines)
    return new if lines and new * 10 <= len(lines) else None


def shortened(answer: str) -> str:
    line = " ".join(answer.split())
    return line if len(line) <= QUOTED else line[:QUOTED].rsplit(" ", 1)[0] + " …"


def _plain(words: str) -> str:
    return words.replace("\N{NO-BREAK SPACE}", " ").casefold()


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)
