"""The tokens of one call to a model, counted by the endpoint or estimated from the lengths."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

#: characters of a token, and tokens of a picture, if the endpoint does not count
CHARACTERS, OF_A_PICTURE = 3, 1_500
#: a larger count is not believed
MOST = 10_000_000
LONGEST_NAME = 100


@dataclasses.dataclass(frozen=True, kw_only=True)
class Tokens:
    """The tokens of one call."""

    asked: int
    said: int
    #: estimated, because the endpoint did not count
    estimated: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class Usage:
    """What the endpoint reports."""

    tokens: Tokens | None
    #: the model's name; empty if the endpoint does not report it
    served_by: str

    def or_estimated(self, body: dict[str, Any], answer: Any) -> Tokens:
        return self.tokens or estimated_tokens(body, answer)


def usage_of(answer: Any, input_key: str, output_key: str) -> Usage:
    """From an answer whose `usage` has counts under these keys. An invalid count is None."""
    fields = answer if isinstance(answer, dict) else {}
    name, usage = fields.get("model"), fields.get("usage")
    counts = (
        [_count_or_none(usage.get(key)) for key in (input_key, output_key)]
        if isinstance(usage, dict)
        else [None, None]
    )
    sent, answered = counts
    return Usage(
        tokens=None if sent is None or answered is None else Tokens(asked=sent, said=answered),
        served_by=_name(name) if isinstance(name, str) else "",
    )


def _count_or_none(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= MOST else None


def _name(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())[:LONGEST_NAME].strip()


def estimated_tokens(body: dict[str, Any], answer: Any) -> Tokens:
    """Estimated from the length of the words and the number of pictures."""
    pictures, characters = _count_pictures_and_characters(body)
    characters_out = len(json.dumps(answer, ensure_ascii=False))
    return Tokens(
        asked=characters // CHARACTERS + pictures * OF_A_PICTURE,
        said=characters_out // CHARACTERS,
        estimated=True,
    )


def _count_pictures_and_characters(value: Any) -> tuple[int, int]:
    """The number of pictures, and of characters of everything else."""
    if isinstance(value, str):
        return (1, 0) if value.startswith("data:image/") else (0, len(value))
    if isinstance(value, dict):
        if value.get("type") == "base64":
            return 1, 0
        value = list(value.values())
    if isinstance(value, list):
        parts = [_count_pictures_and_characters(item) for item in value]
        return sum(pictures for pictures, _ in parts), sum(other for _, other in parts)
    return 0, 0
