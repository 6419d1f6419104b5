"""Money as whole numbers: kronor for the cold-read, base units for tokens. All rounding is here."""

from __future__ import annotations

import re

#: decimals of every accepted token; compared with the chain before the first payment
USDC_DECIMALS = 6


def vat(net: int, percent: int) -> int:
    """VAT in whole kronor, halves rounded up as an invoice does."""
    return (net * percent + 50) // 100


def decimal_text(units: int, decimals: int) -> str:
    """`100000` with 6 decimals is `0.10`: at least two places, without a float."""
    integer, fraction = divmod(units, 10**decimals)
    places = f"{fraction:0{decimals}d}".rstrip("0").ljust(2, "0")
    return f"{integer}.{places}"


def base_units(text: str, decimals: int) -> int:
    """`0.10` with 6 decimals is 100000. More decimals than the token has are refused, not rounded."""
    parts = re.fullmatch(rf"(\d{{1,12}})(?:\.(\d{{1,{decimals}}}))?", text, re.ASCII)
    if parts is None:
        raise ValueError(f"must be an amount with at most {decimals} decimals")
    units: int = int(parts[1]) * 10**decimals + int((parts[2] or "").ljust(decimals, "0"))
    return units
