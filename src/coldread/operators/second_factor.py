"""The second factor: codes of half a minute (RFC 6238), each valid for one sign-in."""

from __future__ import annotations

import hmac

from coldread.base.clock import SECOND

STEP_S = 30
DRIFT = 1  # steps that a phone's clock may be off


def new_secret() -> str:
    import pyotp

    return pyotp.random_base32()


def enrolment(secret: str, name: str, issuer: str) -> str:
    """The `otpauth://` address that authenticator apps read from a QR code."""
    import pyotp

    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=issuer)


def accepted_step(secret: str, code: str, now: int, last_step: int | None) -> int | None:
    """The step of this code, if it is later than the last one used; else None."""
    import pyotp

    digits = "".join(code.split())
    here = now // SECOND // STEP_S
    otp = pyotp.TOTP(secret)
    for step in range(here - DRIFT, here + DRIFT + 1):
        fits = hmac.compare_digest(otp.at(step * STEP_S).encode(), digits.encode())
        if fits and step > (last_step or 0):
            return step
    return None
