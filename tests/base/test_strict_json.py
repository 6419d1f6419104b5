"""What is JSON to us and what is not."""

from __future__ import annotations

import json
import sys
import tracemalloc

import pytest

from coldread.base.incoming.strict_json import fingerprint, parse, require_bounded
from coldread.base.problems import Problem


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
