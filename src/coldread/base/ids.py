"""Unguessable ids: order ids as published, and longer ones for secrets."""

from __future__ import annotations

import os
import random
import re
import secrets

#: letters and digits without those that people confuse (0, O, I, l)
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

ORDER_ID = re.compile(rf"INV-[{BASE58}]{{8}}")
#: the id of a scan, a submission or a task: anybody who has it may read the object
SECRET_ID = re.compile(r"[\w-]{22}", re.ASCII)


_unsecret = random.Random(secrets.randbits(128))  # noqa: S311 - seeded anew in every process
os.register_at_fork(after_in_child=_unsecret.seed)


def _base58(length: int) -> str:
    number = secrets.randbelow(58**length)  # one system call, not one for each character
    characters = []
    for _ in range(length):
        number, character = divmod(number, 58)
        characters.append(BASE58[character])
    return "".join(characters)


def new_order_id() -> str:
    """`INV-` and 8 characters: 1.3 × 10¹⁴ ids, protected against guessing by `guard.rate`."""
    return "INV-" + _base58(8)


def new_secret_id() -> str:
    """128 bits, as strong as a key."""
    return secrets.token_urlsafe(16)


def new_request_id() -> str:
    """96 random bits; not a secret, so a fast generator without a system call is enough."""
    return f"{_unsecret.getrandbits(96):024x}"


def masked_order_id(order_id: str) -> str:
    """An id as a log may have it: anybody with the complete id may read the order."""
    return order_id[:6] + "******"
