"""The Python client: `Client` and `AsyncClient`. It uses nothing of the service's own code.

>>> from coldread.client import Client
>>> with Client("https://coldread.example") as coldread:
...     scan = coldread.scan("https://shop.example/", "book_call", audience="Owners of small bakeries")
"""

from __future__ import annotations

from coldread.client.aio import AsyncClient
from coldread.client.errors import (
    ColdreadError,
    CouldNotReach,
    PaymentNeeded,
    ProblemError,
    WaitedTooLong,
)
from coldread.client.sync import Client
from coldread.client.wallet import TempoWallet, Wallet

__all__ = [
    "AsyncClient",
    "Client",
    "ColdreadError",
    "CouldNotReach",
    "PaymentNeeded",
    "ProblemError",
    "TempoWallet",
    "WaitedTooLong",
    "Wallet",
]
