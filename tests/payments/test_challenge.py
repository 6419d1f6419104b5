"""Challenges: read by pympp as it reads its own, recognised by their HMAC alone."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest

from coldread.base import settings as settings_of
from coldread.base.clock import SECOND, rfc3339
from coldread.payments.challenge import Challenge, body_digest, is_ours
from coldread.payments.issue import issue_challenge
from coldread.payments.methods.tempo import TEMPO, charge_request
from coldread.payments.prices import CALL, CALLS
from coldread.payments.terms import Terms, terms
from tests.harness.service import START

SECRET, OLDER = "a" * 32, "b" * 32


def terms_with(*secrets: str) -> Terms:
    return terms(
        settings_of.read(
            {
                "COLDREAD_BASE_URL": "https://coldread.test",
                "COLDREAD_PAYMENT_RECIPIENT": "0x" + "1" * 40,
                "COLDREAD_PAYMENT_SECRET": ",".join(secrets),
            }
        )
    )


def issued(*secrets: str, digest: str | None = None) -> Challenge:
    return issue_challenge(terms_with(*secrets), TEMPO, CALL["quick-fix"], now=START, digest=digest)


@pytest.mark.parametrize("digest", [None, body_digest(b"{}")])
def test_pympp_reads_the_header_and_agrees_with_the_hmac(digest: str | None) -> None:
    from mpp import Challenge as MppChallenge

    ours = issued(SECRET, digest=digest)
    theirs = MppChallenge.from_www_authenticate(ours.www_authenticate())
    assert theirs.verify(SECRET, "coldread.test")
    assert not theirs.verify(OLDER, "coldread.test")
    assert theirs.request["amount"] == "100000"
    assert theirs.request["methodDetails"] == {"chainId": 42431}
    assert (theirs.digest, theirs.expires) == (digest, rfc3339(START + 300 * SECOND))
    echo = theirs.to_echo()
    assert (echo.request, echo.opaque) == (ours.request, ours.opaque), "as it travels, so it comes back"


def test_the_paid_scan_alone_says_that_it_is_pulled() -> None:
    modes = {
        call.name: charge_request(terms_with(SECRET), call)["methodDetails"].get("supportedModes")
        for call in CALLS
    }
    assert modes == {"quick-fix": None, "audit": None, "scan-paid": ["pull"]}


@pytest.mark.parametrize(
    "field", [field.name for field in dataclasses.fields(Challenge) if field.name != "description"]
)
def test_a_challenge_with_one_field_changed_is_not_ours(field: str) -> None:
    ours = issued(SECRET, digest=body_digest(b"{}"))
    assert is_ours(terms_with(SECRET), ours)
    changed = {"expires": rfc3339(START + 900 * SECOND), "header": "Payment-Authorization"}.get(
        field, (getattr(ours, field) or "") + "A"
    )
    assert not is_ours(terms_with(SECRET), dataclasses.replace(ours, **{field: changed}))


def test_the_previous_secret_still_recognises_and_the_current_one_signs() -> None:
    before = issued(OLDER)
    assert is_ours(terms_with(SECRET, OLDER), before)
    assert not is_ours(terms_with(SECRET), before)
    assert is_ours(terms_with(SECRET), issued(SECRET, OLDER))


def test_no_two_challenges_are_alike() -> None:
    assert len({issued(SECRET).id for _ in range(50)}) == 50


def test_warming_the_chain_libraries_leaves_the_recursion_limit_as_it_was() -> None:
    """py_ecc raises it a hundredfold: deep input would then end the process instead of being refused."""
    told = subprocess.run(
        [
            sys.executable,
            "-W",
            "ignore",
            "-c",
            "import sys; from coldread.payments.methods import tempo; tempo.warm(); "
            "print('py_ecc' in sys.modules, sys.getrecursionlimit())",
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert told.stdout.split() == ["True", "1000"]


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="coincurve has no wheel for it yet")
def test_signatures_are_read_by_the_library_in_c_and_not_in_python() -> None:
    """Fifty times as long otherwise, in the process that answers everybody else's polls too."""
    from eth_keys import keys

    assert "CoinCurve" in type(keys.PrivateKey(b"\x01" * 32).backend).__name__
