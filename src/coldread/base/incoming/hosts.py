"""Host names: the part that has an owner."""

from __future__ import annotations

#: common second-level suffixes under which the public registers domains
_SHARED_SUFFIXES = frozenset(
    {"co", "com", "org", "net", "gov", "ac", "edu", "github", "netlify", "vercel", "pages"}
)


def registrable_domain(host: str) -> str:
    """The part of a host name that someone owns; www and other subdomains belong to the same owner."""
    labels = host.lower().rstrip(".").split(".")
    if len(labels) <= 2 or labels[-1].isdigit():
        return ".".join(labels)
    return ".".join(labels[-3:] if labels[-2] in _SHARED_SUFFIXES else labels[-2:])
