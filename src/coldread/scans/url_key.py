"""The key under which a page is counted and cached: host in canonical form, no scheme, default port or fragment. Pure."""

from __future__ import annotations

from urllib.parse import urlsplit

from coldread.egress.errors import EgressRefused
from coldread.egress.target import parse

DEFAULT_PORTS = {"http": 80, "https": 443}


def url_key(url: str) -> str:
    """Equal for all spellings of one address."""
    try:
        target = parse(url)
    except EgressRefused:
        return _as_written(url)
    return target.authority + target.path


def _as_written(url: str) -> str:
    """The key of an address that is never visited."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if ":" in host:
        host = f"[{host}]"
    port = parts.port
    place = host if port in (None, DEFAULT_PORTS.get(parts.scheme)) else f"{host}:{port}"
    query = f"?{parts.query}" if parts.query else ""
    return f"{place}{parts.path or '/'}{query}"
