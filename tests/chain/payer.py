"""A payer with a purse: the unmodified clients of pympp and mppx, and requests with a credential of their making."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from coldread.payments.wallet import address_of
from tests.harness.chain import CHAIN_ID, NODE, Chain

BODY: dict[str, Any] = {
    "url": "https://shop.example/",
    "element_selector": "h1",
    "problem": "The headline says only 'Welcome'",
}
RAW = json.dumps(BODY).encode()
JSON = {"Content-Type": "application/json"}
NODE_BIN = Path(sys.executable).parent / "node"


class Payer:
    """One account of the chain."""

    def __init__(self, chain: Chain, key: str) -> None:
        self.chain = chain
        self.key = key
        self.address = address_of(key)

    def fetch_with_pympp(self, url: str, body: bytes = RAW) -> httpx.Response:
        """402, pay, 200: all by pympp's own client."""
        from mpp.client import Mpp

        async def fetch() -> httpx.Response:
            async with Mpp(methods=[self._method()]) as mpp:
                return await mpp.fetch(url, method="POST", content=body, headers=JSON, timeout=60)

        return asyncio.run(fetch())

    def fetch_with_mppx(self, url: str, mode: str, body: bytes = RAW) -> dict[str, Any]:
        """402, pay, 200: all by mppx's own client."""
        done = subprocess.run(
            [NODE_BIN, NODE.parent / "pay.mjs", url, mode, self.key, self.chain.url, body.decode()],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    def credential(self, url: str, body: bytes = RAW) -> str:
        """Ask for the challenge and sign a payment, without presenting it: the value of `Authorization`."""
        from mpp import Challenge

        asked = httpx.post(url, content=body, headers=JSON, timeout=60, trust_env=False)
        assert asked.status_code == 402, asked.text
        challenge = Challenge.from_www_authenticate(asked.headers["www-authenticate"])
        return self.sign(challenge)

    def sign(self, challenge: Any) -> str:
        from mpp.runtime import CredentialParams

        method = self._method()
        made = asyncio.run(method.create_credential(CredentialParams(challenge=challenge)))
        return made if isinstance(made, str) else made.to_authorization()

    def _method(self) -> Any:
        from mpp.methods.tempo import TempoAccount
        from mpp.methods.tempo import client as tempo

        methods = tempo.charge(
            account=TempoAccount.from_key(self.key), chain_id=CHAIN_ID, rpc_url=self.chain.url
        )
        return methods[0] if isinstance(methods, list) else methods


def present(url: str, credential: str, body: bytes = RAW, **headers: str) -> httpx.Response:
    sent = {**JSON, "Authorization": credential, **headers}
    return httpx.post(url, content=body, headers=sent, timeout=90, trust_env=False)
