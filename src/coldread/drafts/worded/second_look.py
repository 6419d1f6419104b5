"""A model's second look at its own draft: it sees what was dropped and what the developer is told, and mends piece by piece. Pure.

Pieces are called by their place, `changes.2.do`; numbers begin with one. A mend of a place that there is not is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from coldread.drafts.worded.keep import Fault
from coldread.drafts.worded.shape import SecondLook, WordedDraft

#: what is no text: chosen from a list, or a name of ours
_CHOSEN = frozenset({"of", "effort", "act", "question", "where", "finding_id"})
_NO_PIECES = frozenset({"doubted"})
#: why a sentence was dropped, for whoever wrote it
REASONS = {
    "new-number": "it has a number that the material does not have",
    "new-name": "it has a name that the material does not have",
    "new-quote": "it has words in quotation marks that the material does not have",
    "new-promise": "it promises something that the page does not",
    "address": "it has an address that the material does not have",
    "markup": "it has markup",
    "length": "it is too long, or has too many gaps",
    "lost-text": "it sends the reader to a text that was dropped",
    "not-on-page": "these words do not stand on the page exactly so",
    "unknown-id": "there is no such finding about words",
}


def pieces_of(said: WordedDraft) -> dict[str, str]:
    """Every text of the draft by its place."""
    return dict(_pieces("", said.model_dump(exclude=set(_NO_PIECES))))


def _pieces(place: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            yield from _pieces(f"{place}.{number}", one)
    elif isinstance(value, dict):
        for name, one in value.items():
            if name not in _CHOSEN:
                yield from _pieces(f"{place}.{name}" if place else name, one)


def mended(said: WordedDraft, look: SecondLook) -> WordedDraft:
    """With the new pieces in their places; what it doubts is added."""
    whole = said.model_dump()
    known = pieces_of(said)
    for one in look.mends:
        if one.place in known:
            _set(whole, one.place.split("."), one.text)
    whole["doubted"] = list(dict.fromkeys([*said.doubted, *look.doubted]))[:20]
    return WordedDraft.model_validate(whole)


def _set(value: Any, path: list[str], text: str) -> None:
    for step in path[:-1]:
        value = value[int(step) - 1] if isinstance(value, list) else value[step]
    last = path[-1]
    if isinstance(value, list):
        value[int(last) - 1] = text
    else:
        value[last] = text


def shown(said: WordedDraft, faults: Iterable[Fault]) -> str:
    """The draft piece by piece, and under each what was dropped of it."""
    dropped: dict[str, list[Fault]] = {}
    for fault in faults:
        dropped.setdefault(fault.place, []).append(fault)
    lines = []
    for place, text in pieces_of(said).items():
        if text:
            lines.append(f"{place}: {text}")
        for fault in (*dropped.pop(place, ()), *_of_group(dropped, place, text)):
            lines.append(f"  DROPPED: “{fault.text}”: {REASONS.get(fault.reason, fault.reason)}")
    return "\n".join(lines)


def _of_group(dropped: dict[str, list[Fault]], place: str, text: str) -> list[Fault]:
    """Faults are noted for the whole of `changes.2`; each belongs to the piece that has its words."""
    group = place.rpartition(".")[0]
    found = dropped.get(group, [])
    own = [one for one in found if one.text and one.text[:40] in " ".join(text.split())]
    if own:
        dropped[group] = [one for one in found if one not in own]
    return own
