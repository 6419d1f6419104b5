"""What is JSON to us and what is not."""

from __future__ import annotations

import json
import sys
import tracemalloc

import pytest

from coldread.base.incoming.strict_json import fingerprint, parse, require_bounded
from coldread.base.problems import Problem

REFUSED = {
    "not UTF-8": b'{"a": "\xff"}',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"a": 1}',
    "NaN": b'{"a": NaN}',
    "Infinity": b'{"a": -Infinity}',
    "NUL by escape": b'{"a": "x\\u0000y"}',
    "NUL as a byte": b'{"a": "x\x00y"}',
    "NUL in a key": b'{"a\\u0000": 1}',
    "a lone surrogate": b'{"a": "\\ud800"}',
    "a lone surrogate in a key": b'{"\\udfff": 1}',
    "a lone surrogate deep down": b'{"a": [{"b": ["\\udc00x"]}]}',
    "a duplicate key": b'{"a": 1, "a": 2}',
    "a duplicate key deep down": b'{"a": [{"b": 1, "b": 1}]}',
    "33 levels": b"[" * 33 + b"]" * 33,
    "100 000 levels": b"[" * 100_000,
    "100 000 objects": b'{"a":' * 100_000,
    "a number of 5000 digits": b"1" * 5000,
    "a trailing comma": b'{"a": 1,}',
    "two values": b"{} {}",
    "nothing": b"",
    "a comment": b"{} // no",
}


@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_not_json_is_refused_as_malformed(raw: bytes) -> None:
    with pytest.raises(Problem) as refused:
        parse(raw)
    assert refused.value.type.slug == "malformed-json"


@pytest.mark.parametrize(
    "items", [b"{}," * 1_900_000, b"0," * 1_900_000, b'"",' * 1_900_000, b'"a":0,' * 900_000]
)
def test_a_body_of_very_many_values_is_refused_before_any_is_made(items: bytes) -> None:
    raw = b'{"x": [' + items + b"0]}"
    tracemalloc.start()
    try:
        with pytest.raises(Problem) as refused:
            require_bounded(raw)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "20000 values" in str(refused.value.detail)
    assert most < 3 * len(raw)
    with pytest.raises(Problem):
        parse(raw)


def test_20_000_values_are_read_and_commas_in_strings_are_only_text() -> None:
    assert len(parse(b"[" + b"0," * 19_998 + b"0]")) == 19_999
    assert parse(b'{"html": "' + b"a, [b], {c} " * 50_000 + b'"}')
    with pytest.raises(Problem):
        parse(b"[" + b"0," * 20_000 + b"0]")


def test_32_levels_are_read() -> None:
    assert parse(b"[" * 32 + b"]" * 32)


def test_pairs_of_surrogates_and_brackets_inside_strings_are_only_text() -> None:
    assert parse(b'{"a": "\\ud83d\\ude00 ' + b"[{" * 500 + b'"}') == {"a": "😀 " + "[{" * 500}


def test_white_space_key_order_and_nulls_make_no_other_payload() -> None:
    same = [b'{"a": 1, "b": {"c": null, "d": [1, 2]}}', b'{ "b":{"d":[1,2]},\n"a":1, "e": null}']
    assert len({fingerprint(parse(raw)) for raw in same}) == 1
    assert fingerprint(parse(same[0])) != fingerprint(parse(b'{"a": 1, "b": {"d": [2, 1]}}'))


@pytest.mark.parametrize("opener", ["[", '{"a":', '[{"a":['])
def test_depth_is_refused_before_the_decoder_goes_down(opener: str) -> None:
    """A library of ours raises the recursion limit; the decoder would then run off the end of the stack."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        with pytest.raises(Problem, match="levels deep"):
            parse(opener.encode() * 500_000)
    finally:
        sys.setrecursionlimit(usual)


def test_brackets_in_strings_are_no_levels() -> None:
    value = {"html": "[{" * 100 + '\\"[[' + "\\", "more": ["[" * 40]}
    assert parse(json.dumps(value).encode()) == value
