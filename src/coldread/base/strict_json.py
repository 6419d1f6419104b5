"""JSON as the contract takes it: UTF-8, at most 32 levels, no NaN, NUL, lone surrogates, duplicate keys or BOM."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, NoReturn

from coldread.base.problems import Problem

MAX_DEPTH = 32


def parse(raw: bytes) -> Any:
    """The value in `raw`, or the problem `malformed-json` that says what is wrong with it."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        _refuse("The body is not UTF-8.")
    if text.startswith("\ufeff"):
        _refuse("The body starts with a byte order mark.")
    _check_depth(text)
    value = _load(text)
    # Raw NUL and surrogates cannot pass the decoders above; only an escape can bring them in.
    if "\\u" in text:
        _check_characters(value)
    return value


def without_nulls(value: Any) -> Any:
    """The value with every member that is null left out: null and absent mean the same."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return value


def fingerprint(value: Any) -> str:
    """SHA-256 of the canonical form: white space, key order and nulls make no difference."""
    canonical = json.dumps(without_nulls(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _load(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        _refuse(f"{error.msg} at line {error.lineno}, column {error.colno}.")
    except ValueError as error:  # a number of more than 4300 digits
        _refuse(f"A number cannot be read: {error}.")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        _refuse("An object has the same key twice.")
    return members


def _no_constant(name: str) -> NoReturn:
    _refuse(f"{name} is not JSON.")


#: a string, closed or not: possessive, so that no input makes it look twice
_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")
_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


def _check_depth(text: str) -> None:
    """Before anything is read: the decoder goes down a level of the C stack for each, however many there are."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for found in _BRACKETS.finditer(_STRINGS.sub("", text)):
        depth += 1 if found[0] in "[{" else -1
        if depth > MAX_DEPTH:
            _refuse(f"The body is more than {MAX_DEPTH} levels deep.")


def _check_characters(value: Any) -> None:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if "\x00" in item:
                _refuse("A string contains NUL.")
            if not item.isascii() and any("\ud800" <= sign <= "\udfff" for sign in item):
                _refuse("A string contains a lone surrogate.")
        elif isinstance(item, dict):
            waiting.extend(item)
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)


def _refuse(detail: str) -> NoReturn:
    raise Problem("malformed-json", detail)
