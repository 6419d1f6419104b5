"""A line of the log is one JSON object whatever stands in it, and the line of an answer is like any other."""

from __future__ import annotations

import io
import json
import logging
import secrets
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coldread.base import ids, log

#: what a parser hands on as a path: any character but half of a pair
PATHS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    stream = io.BytesIO()
    monkeypatch.setattr(log._Output, "stream", stream)
    monkeypatch.setattr(log._Output, "for_people", False)
    return stream


def told(stream: io.BytesIO) -> list[dict[str, Any]]:
    found = [
        json.loads(line) for line in stream.getvalue().decode().splitlines()
    ]  # as strict as readers come
    stream.seek(0)
    stream.truncate()
    return found


@pytest.fixture
def both(lines: io.BytesIO) -> Any:
    def both(method: str, path: str, status: int, seconds: float) -> list[dict[str, Any]]:
        area = log.get("http")
        area.request(method, path, status, seconds, b"0123456789abcdef")
        fields = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
        area.write("info", "request", {**fields, "request_id": "0123456789abcdef"})
        return told(lines)

    return both


def test_the_line_of_an_answer_laid_out_by_hand_says_what_a_dictionary_would(both: Any) -> None:
    @given(PATHS, st.sampled_from(["GET", "POST", "M-SEARCH"]), st.integers(100, 599), st.floats(0, 5000))
    def alike(path: str, method: str, status: int, seconds: float) -> None:
        by_hand, by_dictionary = both(method, path, status, seconds)
        assert list(by_hand) == list(by_dictionary)
        for line in (by_hand, by_dictionary):
            assert line.pop("at")
        assert by_hand.pop("ms") == pytest.approx(
            by_dictionary.pop("ms"), abs=0.11
        )  # halves may round either way
        assert by_hand == by_dictionary

    alike()


def test_nothing_that_is_logged_begins_a_line_of_its_own(lines: io.BytesIO) -> None:
    log.get("http").request("GET", '/a\n{"level":"error"}\r\n"', 404, 0.1, b"0123456789abcdef")
    log.get("http").info("word\nword", path="\r\n\x00")
    log.get("http").warning("word", path="åäö\x85\x1c\u2028\u2029")
    first, second, third = told(lines)
    assert (first["event"], second["event"]) == ("request", "word\nword")
    assert third["path"] == "åäö\x85\x1c\u2028\u2029"


def test_on_a_terminal_the_same_is_a_line_for_people(
    lines: io.BytesIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log._Output, "for_people", True)
    log.get("http").request("GET", "/v1/ping", 200, 0.0123, b"0123456789abcdef")
    said = lines.getvalue().decode()
    assert said.endswith(
        "info    http: request  method='GET' path='/v1/ping' status=200 ms=12.3 request_id='0123456789abcdef'\n"
    )


def test_what_a_library_or_the_scanner_logs_is_a_line_as_well(
    lines: io.BytesIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in log.FORWARDED:  # put back afterwards
        monkeypatch.setattr(logging.getLogger(name), "handlers", [])
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
    log.configure("json")
    log._Output.stream = lines
    for name in ("coldread.scanner.visit.visitor", "asyncio"):
        logging.getLogger(name).warning("a page of %s", "somebody@example.com")
    assert [(line["area"], line["event"]) for line in told(lines)] == [
        ("coldread.scanner.visit.visitor", "a page of …@example.com"),
        ("asyncio", "a page of …@example.com"),
    ]


def test_ids_that_open_something_are_masked_wherever_a_path_names_them() -> None:
    assert log.masked_text("/v1/orders/INV-aBcDeFgH/info") == "/v1/orders/INV-aB******/info"
    for path in ("/r/{}", "/v1/scans/{}/compare", "/r/{}/badge.svg"):
        secret = ids.new_secret_id()
        assert log.masked_text(path.format(secret)) == path.format(secret[:4] + "******")
    assert log.masked_text("/.well-known/agent-card.json") == "/.well-known/agent-card.json"


def test_the_token_of_a_letters_link_is_masked() -> None:
    token = secrets.token_urlsafe(32)
    for path in ("/my/in/{}", "/watch/in/{}", "/watch/no/{}"):
        assert log.masked_text(path.format(token)) == path.format(f"{token[:4]}******")
