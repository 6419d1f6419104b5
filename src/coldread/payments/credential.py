"""Credentials: what a payer presents. Hostile until its challenge is recognised and the chain has spoken."""

from __future__ import annotations

import dataclasses

from coldread.payments.challenge import Challenge


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Credential:
    """Challenge, proof and payer; has no repr, so that no log can show it."""

    challenge: Challenge
    #: of its payload, in the method's words; for tempo `transaction`: signed, we send it; `hash`: already sent
    kind: str
    proof: str
    source: str | None
    #: SHA-256 of the whole, whatever its spelling
    fingerprint: str
