"""Parsing `WWW-Authenticate` by RFC 9110 (11.6.1): several challenges in a header, several headers, quoted commas.

The client has a copy of this file (written by `make docs`), so that both sides parse a challenge alike."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator

_WORD = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_SCHEME = re.compile(rf"({_WORD})(?: +(.*))?", re.DOTALL)
_PARAMETER = re.compile(rf'({_WORD})[ \t]*=[ \t]*(?:({_WORD})|"((?:[^"\\]|\\.)*)")', re.DOTALL)
_TOKEN68 = re.compile(r"[A-Za-z0-9._~+/-]+=*")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclasses.dataclass(frozen=True, kw_only=True)
class AuthChallenge:
    """One challenge, with names in lower case for comparison."""

    scheme: str
    parameters: dict[str, str]
    #: its original text, from the scheme to the last parameter: usable as a header for parsers that know nothing else
    text: str


def auth_challenges(headers: Iterable[str]) -> list[AuthChallenge]:
    """The challenges of all headers, in order. One that cannot be parsed, or repeats a parameter, is left out."""
    return [
        challenge
        for header in headers
        for parts in _grouped(header)
        if (challenge := _challenge(parts)) is not None
    ]


def _grouped(header: str) -> list[list[str]]:
    """The list's members grouped by challenge: each begins with a member that is not a parameter."""
    groups: list[list[str]] = []
    for member in _members(header):
        if groups and _PARAMETER.fullmatch(member):
            groups[-1].append(member)
        else:
            groups.append([member])
    return groups


def _members(header: str) -> Iterator[str]:
    """The parts between commas outside quotes; empty parts are skipped (5.6.1)."""
    begin = at = 0
    quoted = False
    while at < len(header):
        sign = header[at]
        if quoted and sign == "\\":
            at += 1
        elif sign == '"':
            quoted = not quoted
        elif sign == "," and not quoted:
            if member := header[begin:at].strip(" \t"):
                yield member
            begin = at + 1
        at += 1
    if member := header[begin:].strip(" \t"):
        yield member


def _challenge(parts: list[str]) -> AuthChallenge | None:
    opening = _SCHEME.fullmatch(parts[0])
    if opening is None:
        return None
    scheme, first = opening[1], (opening[2] or "").strip(" \t")
    text = ", ".join(parts)
    arguments = ([first] if first else []) + parts[1:]
    if len(arguments) == 1 and not _PARAMETER.fullmatch(arguments[0]) and _TOKEN68.fullmatch(arguments[0]):
        return AuthChallenge(scheme=scheme.lower(), parameters={}, text=text)
    parameters: dict[str, str] = {}
    for part in arguments:
        found = _PARAMETER.fullmatch(part)
        if found is None or found[1].lower() in parameters:
            return None
        value = found[2] if found[2] is not None else _ESCAPED.sub(r"\1", found[3])
        parameters[found[1].lower()] = value
    return AuthChallenge(scheme=scheme.lower(), parameters=parameters, text=text)
