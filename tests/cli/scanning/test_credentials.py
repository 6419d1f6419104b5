"""Headers and cookies from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from coldread.cli.scanning.credentials import secret_headers
from coldread.cli.scanning.exits import Stop


def test_headers_and_cookies_are_put_together() -> None:
    assert secret_headers(["Authorization: Bearer a:b", "cookie: c=3"], ["a=1; b=2"]) == {
        "Authorization": "Bearer a:b",
        "Cookie": "a=1; b=2; c=3",
    }
    assert secret_headers([], []) == {}


def test_a_secret_can_stay_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("session=s3cret\n", "utf-8")
    assert secret_headers([], [f"@{tmp_path / 'secret'}"]) == {"Cookie": "session=s3cret"}
    with pytest.raises(Stop, match="cannot be read"):
        secret_headers([f"@{tmp_path / 'nothing'}"], [])


@pytest.mark.parametrize(
    "header",
    [
        "Authorization",
        ": x",
        "A b: c",
        "Host: elsewhere",
        "Proxy-Authorization: x",
        "Content-Length: 1",
        "X: a\r\nY: b",
        "X: å",
    ],
)
def test_what_is_no_header_or_not_the_caller_s_to_set_is_refused(header: str) -> None:
    with pytest.raises(Stop):
        secret_headers([header], [])


@pytest.mark.parametrize("cookie", ["", "session", "a=b c", "a=1\r\nX: y", "=x", 'a="'])
def test_what_is_no_cookie_is_refused(cookie: str) -> None:
    with pytest.raises(Stop):
        secret_headers([], [cookie])
