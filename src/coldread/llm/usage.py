"""What one call to a model cost in tokens, counted by the endpoint or estimated from the length of what was sent and said."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

#: characters of a token, and tokens of a picture, where the endpoint does not count
CHARACTERS, OF_A_PICTURE = 3, 1_500
#: a count above this is no count
MOST = 10_000_000
LONGEST_NAME = 100


@dataclasses.dataclass(frozen=True, kw_only=True)
class Tokens:
    """Of one call."""

    asked: int
    said: int
    #: the endpoint did not count
    estimated: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class Usage:
    """As the endpoint tells it."""

    tokens: Tokens | None
    #: the model's name; empty where the endpoint gives none
    served_by: str

    def or_estimated(self, body: dict[str, Any], answer: Any) -> Tokens:
        return self.tokens or estimated(body, answer)


def usage_of(answer: Any, asked: str, said: str) -> Usage:
    """Of an answer whose `usage` calls its counts so; whatever is no count is none."""
    told = answer if isinstance(answer, dict) else {}
    name, usage = told.get("model"), told.get("usage")
    counts = [_count(usage.get(key)) for key in (asked, said)] if isinstance(usage, dict) else [None, None]
    sent, answered = counts
    return Usage(
        tokens=None if sent is None or answered is None else Tokens(asked=sent, said=answered),
        served_by=_name(name) if isinstance(name, str) else "",
    )


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= MOST else None


def _name(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())[:LONGEST_NAME].strip()


def estimated(body: dict[str, Any], answer: Any) -> Tokens:
    """By the length of the words and the number of pictures."""
    pictures, characters = _weigh(body)
    said = len(json.dumps(answer, ensure_ascii=False))
    return Tokens(
        asked=characters // CHARACTERS + pictures * OF_A_PICTURE, said=said // CHARACTERS, estimated=True
    )


def _weigh(value: Any) -> tuple[int, int]:
    """Pictures, and characters of everything else."""
    if isinstance(value, str):
        return (1, 0) if value.startswith("data:image/") else (0, len(value))
    if isinstance(value, dict):
        if value.get("type") == "base64":
            return 1, 0
        value = list(value.values())
    if isinstance(value, list):
        parts = [_weigh(one) for one in value]
        return sum(one for one, _ in parts), sum(other for _, other in parts)
    return 0, 0
