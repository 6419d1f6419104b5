"""Who is let in, who is not, and for how long."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path
from typing import Any

import pyotp
import pytest
from argon2 import PasswordHasher

from coldread.base.clock import HOUR, MINUTE, SECOND
from coldread.operators import passwords, register, second_factor, sessions
from coldread.operators.login import LOCKED_FOR, TRIES, MustWaitError, forget_tries, sign_in
from tests.harness.process import run
from tests.harness.service import Service

PASSWORD = "correct horse battery"
#: argon2id with little work: what is proved here does not depend on how long a guess takes
CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
HASH = CHEAP.hash(PASSWORD)


@pytest.fixture
def staffed(service: Service) -> Service:
    assert service.write(register.add_operator, "berit", HASH, None)
    return service


def tries(
    service: Service, password: str, code: str = "", name: str = "berit", client: str = "192.0.2.1"
) -> str | None:
    token: str | None = service.run(sign_in(service.services.db, name, password, code, client))
    return token


def whose(service: Service, token: str) -> Any:
    return service.read(sessions.find_session, token)


def test_the_right_password_opens_a_session_and_a_wrong_one_does_not(staffed: Service) -> None:
    assert tries(staffed, "correct horse batterx") is None
    assert tries(staffed, PASSWORD, name="nobody") is None
    token = tries(staffed, PASSWORD)
    assert token is not None
    assert whose(staffed, token).name == "berit"
    assert whose(staffed, token + "x") is None


def test_ten_wrong_passwords_make_their_address_wait_for_a_quarter_of_an_hour(staffed: Service) -> None:
    for _ in range(TRIES):
        assert tries(staffed, "wrong") is None
    for password in (PASSWORD, "wrong"):  # whoever waits learns nothing about the password
        with pytest.raises(MustWaitError):
            tries(staffed, password)
    staffed.clock.move(LOCKED_FOR - 1)
    with pytest.raises(MustWaitError):
        tries(staffed, PASSWORD)
    staffed.clock.move(1)
    assert tries(staffed, PASSWORD) is not None
    staffed.clock.move(LOCKED_FOR)
    assert staffed.write(forget_tries) == 0, "a right one forgives them all"


def test_a_stranger_who_guesses_locks_out_nobody_else(staffed: Service) -> None:
    for number in range(5 * TRIES):
        stranger = f"198.51.100.{number % 5}"
        assert tries(staffed, "wrong", client=stranger) is None
    with pytest.raises(MustWaitError):
        tries(staffed, PASSWORD, client="198.51.100.0")
    assert tries(staffed, PASSWORD) is not None, "the right person, from an address of her own"
    staffed.clock.move(LOCKED_FOR)
    assert staffed.write(forget_tries) == 5


def test_nine_wrong_ones_do_not_lock_and_a_right_one_forgives_them(staffed: Service) -> None:
    for _ in range(2):
        for _ in range(TRIES - 1):
            assert tries(staffed, "wrong") is None
        assert tries(staffed, PASSWORD) is not None


def test_forty_tries_at_once_are_no_more_than_ten(staffed: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    async def noting(password_hash: str, password: str) -> bool:
        compared.append(password_hash)
        return False

    monkeypatch.setattr(passwords, "password_matches", noting)

    async def together() -> None:
        await asyncio.gather(
            *(sign_in(staffed.services.db, "berit", "wrong", "", "192.0.2.1") for _ in range(40)),
            return_exceptions=True,
        )

    staffed.run(together())
    assert compared.count(HASH) == TRIES


def test_a_session_ends_after_two_hours_of_silence_and_after_twelve_in_all(staffed: Service) -> None:
    token = tries(staffed, PASSWORD)
    assert token is not None
    for _ in range(11):
        staffed.clock.move(HOUR)
        assert whose(staffed, token).is_unnoted
        staffed.write(sessions.note_seen, token)
    staffed.clock.move(HOUR)
    assert whose(staffed, token) is None
    silent = tries(staffed, PASSWORD)
    assert silent is not None
    staffed.clock.move(2 * HOUR)
    assert whose(staffed, silent) is None
    assert staffed.write(sessions.forget_ended) == 2


def test_signing_out_ends_the_session_and_a_reset_ends_all_of_them(staffed: Service) -> None:
    one, other = tries(staffed, PASSWORD), tries(staffed, PASSWORD)
    assert one
    assert other
    staffed.write(sessions.close_session, one)
    assert whose(staffed, one) is None
    assert whose(staffed, other) is not None
    assert staffed.write(register.reset_operator, "berit", CHEAP.hash("another long one"), None)
    assert whose(staffed, other) is None
    assert tries(staffed, PASSWORD) is None
    assert tries(staffed, "another long one") is not None
    assert staffed.write(register.remove_operator, "berit")
    assert tries(staffed, "another long one") is None


def test_a_code_is_asked_where_a_second_factor_is_set_and_is_good_once(service: Service) -> None:
    secret = second_factor.new_secret()
    service.write(register.add_operator, "berit", HASH, secret)
    code = pyotp.TOTP(secret).at(service.clock.now() // SECOND)
    assert tries(service, PASSWORD) is None
    assert tries(service, PASSWORD, "000000" if code != "000000" else "111111") is None
    assert tries(service, PASSWORD, f"{code[:3]} {code[3:]}") is not None
    assert tries(service, PASSWORD, code) is None
    service.clock.move(5 * MINUTE)
    assert tries(service, PASSWORD, code) is None
    assert tries(service, PASSWORD, pyotp.TOTP(secret).at(service.clock.now() // SECOND)) is not None


def test_nothing_that_is_stored_lets_anybody_in(staffed: Service) -> None:
    token = tries(staffed, PASSWORD)
    assert token is not None
    row = staffed.read(register.find_operator, "berit")
    assert passwords.hash_password(PASSWORD).startswith("$argon2id$v=19$m=65536,t=3")
    assert PASSWORD not in row.password_hash
    assert whose(staffed, sessions._hash(token)) is None
    assert sessions.form_token(token) not in (token, sessions._hash(token))


@pytest.mark.parametrize("name", ["", "Berit", "a b", "x" * 41, "../x", "admin", "system", "<b>"])
def test_names_that_the_audit_trail_cannot_carry_are_refused(name: str) -> None:
    assert register.name_fault(name)


def command(tmp_path: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "COLDREAD_DATA_DIR": str(tmp_path / "data")}
    return run(["operator", *words], environ, typed=typed)


def test_the_command_line_adds_resets_and_removes_operators_but_takes_no_weak_password(
    tmp_path: Path,
) -> None:
    assert "no operator" in command(tmp_path, "add", "berit", "--reset", typed=PASSWORD + "\n").stderr
    assert command(tmp_path, "add", "berit", typed="short\n").returncode == 1
    added = command(tmp_path, "add", "berit", "--totp", typed=PASSWORD + "\n")
    assert added.returncode == 0, added.stderr
    assert "otpauth://totp/" in added.stdout
    assert PASSWORD not in added.stdout
    assert "--reset" in command(tmp_path, "add", "berit", typed=PASSWORD + "\n").stderr
    assert command(tmp_path, "add", "berit", "--reset", typed=PASSWORD + "\n").returncode == 0
    assert "nothing was changed" in command(tmp_path, "factor", "berit", typed="n\n").stderr
    renewed = command(tmp_path, "factor", "berit", "--yes")
    assert "password and code" in renewed.stdout
    assert "otpauth://totp/" in renewed.stdout
    assert command(tmp_path, "remove", "berit").returncode == 0
    assert "no operator" in command(tmp_path, "list").stdout
