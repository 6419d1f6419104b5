"""`coldread webhook listen` shows what came, and says whether it is genuine."""

from __future__ import annotations

import subprocess
import sys

import httpx

from coldread.orders.push.bodies import Form, Kind, body_of, headers_of

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def test_events_are_shown_and_verified() -> None:
    listening = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "coldread",
            "webhook",
            "listen",
            "--secret",
            SECRET,
            "--port",
            "0",
            "--most",
            "2",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert listening.stderr is not None
    url = listening.stderr.readline().split()[-1]
    body = body_of(Form.STANDARD, Kind.STATUS, "INV-7Hq2mXpR", "paid", 1_000_000)
    headers = headers_of("evt_1", body, 2_000_000, SECRET, Form.STANDARD)
    assert httpx.post(url, content=body, headers=headers).status_code == 204
    assert httpx.post(url, content=b"{\x1b[31m", headers=headers).status_code == 401
    shown, _ = listening.communicate(timeout=60)
    genuine, forged = shown.splitlines()
    assert genuine.startswith("genuine")
    assert "INV-7Hq2mXpR  paid" in genuine
    assert forged.startswith("NOT GENUINE")
    assert "\x1b" not in shown
