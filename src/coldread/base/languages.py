"""The languages that Coldread speaks to people in: one row each, the first is what everything falls back to."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """As `Accept-Language` and `lang` write them."""

    EN = "en"
    SV = "sv"
