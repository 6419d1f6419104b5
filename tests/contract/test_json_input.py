"""What is JSON here, how deep, how large: everything else is a 400 or a 413, never a 500."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.harness.desk import orders_stored
from tests.harness.refusals import pointers, refusal
from tests.harness.service import ADMIN, V1_WISH, WISH, Service

CREATE = "/v1/cold-read-requests"
MIB = 1024 * 1024


def text(**more: Any) -> str:
    return json.dumps({**WISH, **more})


def inside(raw: str) -> bytes:
    """A good wish with one more member, `extra`, written as given."""
    return (text()[:-1] + f', "extra": {raw}}}').encode()


NOT_JSON: dict[str, bytes] = {
    "nothing": b"",
    "blanks": b"  \n",
    "a brace": b"{",
    "a word": b"hello",
    "single quotes": b"{'url': 'x'}",
    "a comma too many": text()[:-1].encode() + b",}",
    "two values": text().encode() * 2,
    "a comment": b"/* hi */" + text().encode(),
    "a byte order mark": b"\xef\xbb\xbf" + text().encode(),
    "UTF-16": text().encode("utf-16"),
    "UTF-16 without a mark": text().encode("utf-16-le"),
    "bytes that are not UTF-8": b'{"goal": "\xff\xfe"}',
    "an overlong sequence": b'{"goal": "\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"goal": "\xed\xa0\x80"}',
    "NaN": inside("NaN"),
    "Infinity": inside("Infinity"),
    "minus Infinity": inside("-Infinity"),
    "a raw control character": inside('"\x01"'),
    "a bad escape": inside('"\\x41"'),
    "a leading zero": inside("01"),
    "a plus sign": inside("+1"),
}
UNWANTED: dict[str, bytes] = {
    "NUL in a known field": text(notes="a\x00b").encode(),
    "NUL in an unknown field": inside('"\\u0000"'),
    "NUL in a name": inside('{"\\u0000": 1}'),
    "a lone high surrogate": inside('"\\ud800"'),
    "a lone low surrogate": inside('"\\udc00 x"'),
    "a lone surrogate in a known field": (text()[:-1] + ', "notes": "\\ud83d"}').encode(),
    "a lone surrogate in a name": inside('{"\\ud800": 1}'),
    "a name twice": (text()[:-1] + ', "goal": "Another goal"}').encode(),
    "a name twice further in": inside('{"a": 1, "a": 1}'),
    "an escaped name twice": (text()[:-1] + ', "\\u0067oal": "Another goal"}').encode(),
    "33 levels": inside("[" * 32 + "]" * 32),
    "100000 levels": inside("[" * 100_000 + "]" * 100_000),
    "100000 levels left open": b"[" * 100_000,
}
NO_OBJECT = {"a list": b"[]", "a text": b'"x"', "a number": b"1", "null": b"null", "true": b"true"}


@pytest.mark.parametrize("what", NOT_JSON)
def test_what_is_not_json_is_refused(lasting_service: Service, what: str) -> None:
    """Lines 62, 137."""
    before = orders_stored(lasting_service)
    refusal(lasting_service.post(CREATE, content=NOT_JSON[what]), 400, "malformed-json")
    assert orders_stored(lasting_service) == before


@pytest.mark.parametrize("path", [CREATE, "/v1/cold-read/request", "/v1/orders/INV-xxxxxxxx/info"])
@pytest.mark.parametrize("what", UNWANTED)
def test_what_json_allows_and_we_do_not_is_refused(lasting_service: Service, path: str, what: str) -> None:
    """Lines 62, 137."""
    before = orders_stored(lasting_service)
    answer = lasting_service.post(path, content=UNWANTED[what])
    assert answer.status_code == 400, answer.text[:300]
    refusal(answer, 400, answer.json()["type"].rpartition("/")[2])
    assert orders_stored(lasting_service) == before


@pytest.mark.parametrize("what", NO_OBJECT)
def test_a_body_that_is_no_object_is_refused(lasting_service: Service, what: str) -> None:
    """Lines 62, 137."""
    assert pointers(lasting_service.post(CREATE, content=NO_OBJECT[what])) == {"#"}


TAKEN: dict[str, bytes] = {
    "32 levels": inside("[" * 31 + "]" * 31),
    "a surrogate pair": inside('"\\ud83d\\ude00"'),
    "a pair in a known field": (text()[:-1] + ', "notes": "\\ud83d\\ude00"}').encode(),
    "a number beyond 2^53": inside("123456789012345678901234567890"),
    "a large float": inside("1e300"),
    "blanks around": b"\r\n\t " + text().encode() + b" \n",
    "an empty name": inside('{"": 1}'),
}


@pytest.mark.parametrize("what", TAKEN)
@pytest.mark.parametrize("keyed", [False, True], ids=["bare", "keyed"])
def test_good_json_is_taken_whatever_it_holds_besides(
    lasting_service: Service, what: str, keyed: bool
) -> None:
    """Lines 41, 65: unknown fields are ignored, and the fingerprint copes with them."""
    headers = lasting_service.key() if keyed else {}
    answer = lasting_service.post(CREATE, content=TAKEN[what], headers=headers)
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("raw", ["1" * 5000, "1e400", "-0", "0." + "1" * 5000, "1E+9999"])
@pytest.mark.parametrize("keyed", [False, True], ids=["bare", "keyed"])
def test_an_absurd_number_breaks_nothing(lasting_service: Service, raw: str, keyed: bool) -> None:
    """Line 137."""
    headers = lasting_service.key() if keyed else {}
    assert lasting_service.post(CREATE, content=inside(raw), headers=headers).status_code in {201, 400}


# Sizes.


async def _pieces(content: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(content), 65536):
        yield content[start : start + 65536]


def padded(body: dict[str, Any], size: int) -> bytes:
    raw = json.dumps(body).encode()
    return raw + b" " * (size - len(raw))


#: path, a good body, most bytes, status when good
CAPS: tuple[tuple[str, dict[str, Any], int], ...] = (
    (CREATE, WISH, 6 * MIB),
    ("/v1/cold-read/request", V1_WISH, 6 * MIB),
    ("/v1/orders/{}/info", {"message": "Here"}, 6 * MIB),
    ("/v1/internal/orders/{}/transition", {"to_status": "reviewing"}, 8 * MIB),
    ("/v1/orders/{}/rescan", {"url": WISH["url"]}, 64 * 1024),
    ("/v1/cold-read/{}/rescan", {"url": WISH["url"]}, 64 * 1024),
)


@pytest.mark.parametrize(("path", "body", "most"), CAPS)
@pytest.mark.parametrize("streamed", [False, True], ids=["with a length", "streamed"])
@pytest.mark.parametrize("beyond", [0, 1])
def test_a_body_has_its_largest_size(
    lasting_service: Service, path: str, body: dict[str, Any], most: int, streamed: bool, beyond: int
) -> None:
    """Line 137: checked while streaming, whatever Content-Length says."""
    where = path.format(lasting_service.order_in("needs_info") if "{}" in path else "")
    content = padded(body, most + beyond)
    answer: httpx.Response = lasting_service.post(
        where,
        content=_pieces(content) if streamed else content,
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {ADMIN}"},
    )
    if beyond:
        refusal(answer, 413, "payload-too-large")
    else:
        assert answer.status_code in {200, 201, 202, 409}, answer.text


def test_a_false_length_does_not_open_the_door(lasting_service: Service) -> None:
    """Line 137."""
    answer = lasting_service.post(
        CREATE,
        content=padded(WISH, 6 * MIB + 1),
        headers={"Content-Type": "application/json", "Content-Length": "10"},
    )
    refusal(answer, 413, "payload-too-large")


def test_the_largest_published_request_fits(lasting_service: Service) -> None:
    """Lines 49, 50: html and jsx at their bounds, every character four bytes, twelve when escaped."""
    body = {**WISH, "html": "😀" * 200_000, "jsx": "😀" * 200_000}
    assert lasting_service.post(CREATE, content=json.dumps(body, ensure_ascii=True)).status_code == 201


def test_the_largest_published_patch_fits(lasting_service: Service) -> None:
    """Line 90: spec_md at its bound, escaped."""
    order_id = lasting_service.order()["order_id"]
    answer = lasting_service.post(
        f"/v1/internal/orders/{order_id}/transition",
        content=json.dumps({"to_status": "reviewing", "patch": {"spec_md": "😀" * 500_000}}),
        headers={"Authorization": f"Bearer {ADMIN}"},
    )
    assert answer.status_code == 200
