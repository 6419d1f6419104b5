"""Credentials: what a payer presents. Treat as hostile until the challenge is recognised and the chain has confirmed."""

from __future__ import annotations

import dataclasses

from coldread.payments.challenge import Challenge


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Credential:
    """Challenge, proof and payer. It has no repr, so that no log can contain it."""

    challenge: Challenge
    #: the kind of payload in the method's words; for tempo `transaction`: signed, we send it; `hash`: already sent
    kind: str
    proof: str
    source: str | None
    #: SHA-256 of the complete credential, independent of its spelling
    fingerprint: str
