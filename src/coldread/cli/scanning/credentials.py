"""Credentials for a scan: headers and cookies from the command line, checked before anything is sent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from coldread.cli.scanning.exits import usage_error

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_COOKIE = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+=[^;\s\"\\]*|[!#$%&'*+.^_`|~0-9A-Za-z-]+=\"[^;\"\\]*\"")
_UNPRINTABLE = re.compile(r"[^\t\x20-\x7e]")
#: headers about the connection, not about the caller
CARRIERS = frozenset(
    [
        "host",
        "connection",
        "content-length",
        "content-encoding",
        "transfer-encoding",
        "te",
        "trailer",
        "upgrade",
        "expect",
        "keep-alive",
        "accept-encoding",
    ]
)


def secret_headers(headers: Iterable[str], cookies: Iterable[str]) -> dict[str, str]:
    """Header names to values; raises Stop for an invalid header or cookie."""
    named: dict[str, str] = {}
    jar = [_cookie(_text_or_file_contents(text)) for text in cookies]
    for text in headers:
        name, value = _header(_text_or_file_contents(text))
        if name.lower() == "cookie":
            jar.append(_cookie(value))
        else:
            named[name] = value
    return named | ({"Cookie": "; ".join(jar)} if jar else {})


def _text_or_file_contents(text: str) -> str:
    """The text itself, or the contents of the file after `@`, which keeps a secret out of the process list."""
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise usage_error(
            f"{text[1:]} cannot be read: {getattr(error, 'strerror', None) or error}."
        ) from None


def _header(text: str) -> tuple[str, str]:
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon or not _NAME.fullmatch(name):
        raise usage_error("A header is written as 'Name: value', for instance 'Authorization: Bearer …'.")
    if name.lower() in CARRIERS or name.lower().startswith("proxy-"):
        raise usage_error(f"The header {name} cannot be set: it says how a request is carried, not who asks.")
    if _UNPRINTABLE.search(value):
        raise usage_error(f"The value of the header {name} has characters that no header can carry.")
    return name, value


def _cookie(text: str) -> str:
    pairs = [part.strip() for part in text.split(";") if part.strip()]
    if not pairs or not all(_COOKIE.fullmatch(pair) for pair in pairs):
        raise usage_error("A cookie is written as 'name=value', several as 'a=1; b=2'.")
    return "; ".join(pairs)
