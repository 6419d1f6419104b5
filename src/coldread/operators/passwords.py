"""Passwords: argon2id, computed in two dedicated threads so that nobody else waits for them."""

from __future__ import annotations

import asyncio
import functools
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST = 12
LONGEST = 200  # the longest input for argon2; a longer one is an attack or a mistake

#: each computation takes 64 MiB for about 50 ms: two at once are enough, and limit what a flood can cost
_POOL = ThreadPoolExecutor(2, thread_name_prefix="argon2")


@functools.cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()


@functools.cache
def nobodys_hash() -> str:
    """A hash to compare with if there is no such operator, so that the time does not reveal it."""
    return hash_password("nobody has this password")


def hash_password(password: str) -> str:
    return _hasher().hash(password)


def weakness(password: str, name: str) -> str | None:
    """Why a password is refused; None if it is accepted (NIST SP 800-63B: length, not composition)."""
    if len(password) < SHORTEST:
        return f"at least {SHORTEST} characters, please"
    if len(password) > LONGEST:
        return f"at most {LONGEST} characters, please"
    if len(set(password)) < 5 or name.lower() in password.lower():
        return "that one is guessed in a minute"
    return None


async def password_matches(password_hash: str, password: str) -> bool:
    return await asyncio.get_running_loop().run_in_executor(_POOL, _verify, password_hash, password[:LONGEST])


def _verify(password_hash: str, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False
