"""The preferences of a caller (RFC 7240); here only how long to wait for a change."""

from __future__ import annotations

import re

LONGEST_WAIT_S = 30
_WAIT = re.compile(r"wait\s*=\s*\"?(\d{1,9})\"?", re.IGNORECASE | re.ASCII)


def preferred_wait(values: list[str]) -> int:
    """Seconds, at most thirty; 0 without a valid preference. The first one counts."""
    for value in values:
        for new_order in re.split(r"[,;]", value):
            found = _WAIT.fullmatch(new_order.strip())
            if found:
                return min(int(found[1]), LONGEST_WAIT_S)
    return 0
