"""The key under which a page is counted and cached: host in lower case, no scheme, default port or fragment. Pure."""

from __future__ import annotations

from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}


def url_key(url: str) -> str:
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if ":" in host:
        host = f"[{host}]"
    port = parts.port
    place = host if port in (None, DEFAULT_PORTS.get(parts.scheme)) else f"{host}:{port}"
    query = f"?{parts.query}" if parts.query else ""
    return f"{place}{parts.path or '/'}{query}"
