"""JSON as the contract accepts it: UTF-8, at most 32 levels and 20,000 values, no NaN, NUL, lone surrogates, duplicate
keys or BOM."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, NoReturn

from coldread.base.problems import Problem

MAX_DEPTH = 32
#: members, items and the value itself: each becomes an object that takes twenty times the bytes of its text
MOST_VALUES = 20_000


def parse(raw: bytes, most_values: int = MOST_VALUES) -> Any:
    """The value in `raw`, or the problem `malformed-json` with the fault."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        _raise_malformed("The body is not UTF-8.")
    if text.startswith("\ufeff"):
        _raise_malformed("The body starts with a byte order mark.")
    require_bounded(raw, most_values)
    value = _parse_strictly(text)
    # The decoders above refuse raw NUL and surrogates; only an escape can produce them.
    if "\\u" in text:
        _check_characters(value)
    return value


def without_none_members(value: Any) -> Any:
    """The value without members that are null: null and absent mean the same."""
    if isinstance(value, dict):
        return {key: without_none_members(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_none_members(item) for item in value]
    return value


def fingerprint(value: Any) -> str:
    """SHA-256 of the canonical form: white space, key order and nulls do not matter."""
    canonical = json.dumps(
        without_none_members(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def _parse_strictly(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        _raise_malformed(f"{error.msg} at line {error.lineno}, column {error.colno}.")
    except ValueError as error:  # a number of more than 4300 digits
        _raise_malformed(f"A number cannot be read: {error}.")


def _dict_with_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        _raise_malformed("An object has the same key twice.")
    return members


def _no_constant(name: str) -> NoReturn:
    _raise_malformed(f"{name} is not JSON.")


#: the depth of these first bytes is checked before anything else: hostile input begins to nest at once
_FIRST = 16 * 1024
_BRACKETS = re.compile(rb"[\[\]{}]")
_DECODER = json.JSONDecoder(object_pairs_hook=_dict_with_unique_keys, parse_constant=_no_constant)


def require_bounded(raw: bytes, most_values: int = MOST_VALUES) -> None:
    """Refuse too many values or levels before decoding: the decoder uses a level of the C stack for each level, and
    sixty bytes for a value of three."""
    if _most_of(raw) <= most_values and raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return
    plain = raw.replace(b"\\\\", b"").replace(
        b'\\"', b""
    )  # every remaining quotation mark begins or ends a string
    _check_depth(_outside_strings(plain[:_FIRST]))
    if plain.count(b'"') > 4 * most_values:  # a member has a name and a value
        _refuse_values()
    outside = _outside_strings(plain)
    if _most_of(outside) > most_values:
        _refuse_values()
    _check_depth(outside)


def _outside_strings(plain: bytes) -> bytes:
    return b"".join(plain.split(b'"')[::2])


def _check_depth(signs: bytes) -> None:
    depth = 0
    for found in _BRACKETS.finditer(signs):
        depth += 1 if found[0] in b"[{" else -1
        if depth > MAX_DEPTH:
            _raise_malformed(f"The body is more than {MAX_DEPTH} levels deep.")


def _most_of(signs: bytes) -> int:
    """An upper bound: each value is the first of its container, or follows a comma."""
    return 1 + signs.count(b",") + signs.count(b"[") + signs.count(b"{")


def _refuse_values() -> NoReturn:
    _raise_malformed(f"The body has more than {MOST_VALUES} values.")


def _check_characters(value: Any) -> None:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if "\x00" in item:
                _raise_malformed("A string contains NUL.")
            if not item.isascii() and any("\ud800" <= sign <= "\udfff" for sign in item):
                _raise_malformed("A string contains a lone surrogate.")
        elif isinstance(item, dict):
            waiting.extend(item)
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)


def _raise_malformed(detail: str) -> NoReturn:
    raise Problem("malformed-json", detail)
