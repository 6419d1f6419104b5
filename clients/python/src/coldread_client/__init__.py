"""The Python client: `Client` and `AsyncClient`. It uses nothing of the service's own code.

>>> from coldread_client import Client
>>> with Client("https://coldread.example") as coldread:
...     scan = coldread.scan("https://shop.example/", "book_call", audience="Owners of small bakeries")
"""

from __future__ import annotations

from coldread_client.aio import AsyncClient
from coldread_client.answers import ResponseInfo, response_of
from coldread_client.errors import (
    ColdreadError,
    CouldNotReach,
    PaymentNeeded,
    ProblemError,
    WaitedTooLong,
)
from coldread_client.problems import InvalidInput, NotFound, RateLimited
from coldread_client.sync import Client
from coldread_client.wallet import TempoWallet, Wallet
from coldread_client.webhooks import Event, NotGenuine, verify_webhook

__all__ = [
    "AsyncClient",
    "Client",
    "ColdreadError",
    "CouldNotReach",
    "Event",
    "InvalidInput",
    "NotFound",
    "NotGenuine",
    "PaymentNeeded",
    "ProblemError",
    "RateLimited",
    "ResponseInfo",
    "TempoWallet",
    "WaitedTooLong",
    "Wallet",
    "response_of",
    "verify_webhook",
]
