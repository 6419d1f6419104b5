"""Where Lighthouse and our checks differ, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Difference:
    rule: str
    #: pages whose name begins so
    page: str
    why: str


#: every page
ANY = ""
_INFORMATIVE = "Lighthouse lists what axe found under this rule as information and fails no page for it"
_RACE = (
    "a shift that comes and goes with what arrives first on a busy machine: "
    "Lighthouse saw none in its looks at other variants of this page, nor did two more looks of ours"
)

DIFFERENCES: tuple[Difference, ...] = (
    Difference(rule="empty-heading", page=ANY, why=_INFORMATIVE),
    Difference(rule="aria-allowed-role", page=ANY, why=_INFORMATIVE),
    Difference(rule="image-redundant-alt", page=ANY, why=_INFORMATIVE),
    Difference(rule="cumulative-layout-shift", page="CelestialSaaS", why=_RACE),
    Difference(rule="cumulative-layout-shift", page="finance", why=_RACE),
)


def explanation(rule: str, page: str) -> str:
    """Empty where nobody has looked yet."""
    return next((row.why for row in DIFFERENCES if row.rule == rule and page.startswith(row.page)), "")
