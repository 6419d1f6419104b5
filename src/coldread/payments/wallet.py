"""The development wallet: a key created at first use, stored in the data directory. Production names its own recipient."""

from __future__ import annotations

import secrets
from pathlib import Path

from coldread.base import secrets_dir

KEY, ADDRESS = "payment_wallet", "payment_wallet_address"


def own_key(data_dir: Path) -> str:
    """`0x` and 64 digits. Anybody who reads it can spend what is paid to the wallet."""
    return secrets_dir.get_or_create(data_dir, KEY, lambda: "0x" + secrets.token_hex(32))


def own_address(data_dir: Path) -> str:
    """Stored beside the key: computing it would cost each start a quarter of a second."""
    return secrets_dir.get_or_create(data_dir, ADDRESS, lambda: address_of(own_key(data_dir)))


def address_of(key: str) -> str:
    from eth_keys.datatypes import PrivateKey

    address: str = PrivateKey(bytes.fromhex(key.removeprefix("0x"))).public_key.to_checksum_address()
    return address
