"""Parsing a value of a given type from the text of an environment variable or a command line."""

from __future__ import annotations

import datetime as dt
import ipaddress
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from coldread.base import money

#: an amount of a token with six decimals, in millionths
BaseUnits = typing.NewType("BaseUnits", int)
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def parse_value(raw: str, kind: Any) -> Any:
    if kind in PARSERS:
        return PARSERS[kind](raw)
    if typing.get_origin(kind) is types.UnionType:
        return parse_value(
            raw, next(option for option in typing.get_args(kind) if option is not types.NoneType)
        )
    if typing.get_origin(kind) is Literal:
        return _choice(raw, typing.get_args(kind))
    element = typing.get_args(kind)[0]
    return tuple(parse_value(part.strip(), element) for part in raw.split(",") if part.strip())


def can_parse(kind: Any) -> bool:
    """Whether `parse_value` supports this type: a known one, an optional, a choice, or a list of known ones."""
    if kind in PARSERS or typing.get_origin(kind) is Literal:
        return True
    parts = [part for part in typing.get_args(kind) if part not in (types.NoneType, ...)]
    return typing.get_origin(kind) in {tuple, types.UnionType} and len(parts) == 1 and can_parse(parts[0])


def _choice(raw: str, options: tuple[str, ...]) -> str:
    if raw not in options:
        raise ValueError(f"must be one of {', '.join(options)}")
    return raw


def _boolean(raw: str) -> bool:
    if raw.lower() not in {"1", "0", "true", "false", "yes", "no"}:
        raise ValueError("must be 1 or 0")
    return raw.lower() in {"1", "true", "yes"}


def _integer(raw: str) -> int:
    try:
        return int(raw)
    except ValueError:
        raise ValueError("must be a whole number") from None


def _base_units(raw: str) -> BaseUnits:
    return BaseUnits(money.base_units(raw, money.USDC_DECIMALS))


def _moment(raw: str) -> dt.datetime:
    try:
        moment = dt.datetime.fromisoformat(raw)
    except ValueError:
        raise ValueError("must be an RFC 3339 date-time") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)


def _day(raw: str) -> dt.date:
    try:
        return dt.date.fromisoformat(raw)
    except ValueError:
        raise ValueError("must be a date, YYYY-MM-DD") from None


PARSERS: dict[Any, Callable[[str], Any]] = {
    str: str,
    int: _integer,
    BaseUnits: _base_units,
    bool: _boolean,
    Path: Path,
    dt.datetime: _moment,
    dt.date: _day,
    Network: lambda raw: ipaddress.ip_network(raw, strict=False),
}
