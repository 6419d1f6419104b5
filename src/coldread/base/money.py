"""Money is whole numbers: kronor for the cold-read, base units for tokens. Rounding happens here or nowhere."""

from __future__ import annotations


def vat(net: int, percent: int) -> int:
    """VAT in whole kronor, halves rounded up as an invoice does."""
    return (net * percent + 50) // 100


def decimal_text(units: int, decimals: int) -> str:
    """`100000` with 6 decimals is `0.10`: at least two places, no float on the way."""
    whole, fraction = divmod(units, 10**decimals)
    places = f"{fraction:0{decimals}d}".rstrip("0").ljust(2, "0")
    return f"{whole}.{places}"
