"""Edits become diffs that git turns into exactly the intended bytes."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coldread.scanner.patch.diff import line_edits_between, unified_diff
from coldread.scanner.patch.edits import Edit, apply_edits, overlap
from coldread.scanner.patch.source import read_source

from .applying import applied as git_applied

#: letters, every kind of line end, and signs that Python takes for line ends and git does not
SIGNS = st.sampled_from([*"ab <>å", "\n", "\n", "\r\n", "\r", "\t", "\x0c", "\u2028", "\x85", "\udcff"])
TEXTS = st.lists(SIGNS, max_size=60).map("".join)


@st.composite
def texts_with_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(TEXTS)
    places = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=8)))
    edits = []
    for start, end in zip(places[::2], places[1::2], strict=False):
        edits.append(Edit(start=start, end=end, new=draw(TEXTS)))
    return text, edits


def as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@settings(max_examples=150, deadline=None)
@given(texts_with_edits())
def test_git_makes_exactly_the_intended_bytes_of_any_text_and_edits(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    wanted = apply_edits(text, edits)
    diff = unified_diff(text, edits, "index.html")
    if not text or not wanted:
        return  # git creates and deletes files with other headers; a page is never empty
    with tempfile.TemporaryDirectory() as directory:
        assert git_applied(Path(directory), as_bytes(text), as_bytes(diff)) == as_bytes(wanted)


@settings(max_examples=60, deadline=None)
@given(TEXTS.filter(bool), TEXTS.filter(bool))
def test_git_makes_any_text_of_any_other(old: str, new: str) -> None:
    diff = unified_diff(old, line_edits_between(old, new), "index.html")
    with tempfile.TemporaryDirectory() as directory:
        assert git_applied(Path(directory), as_bytes(old), as_bytes(diff)) == as_bytes(new)


def test_nothing_changed_is_an_empty_diff() -> None:
    assert unified_diff("a\nb\n", [], "index.html") == ""
    assert unified_diff("a\nb\n", [Edit(start=0, end=1, new="a")], "index.html") == ""


def test_only_touched_lines_are_in_the_diff() -> None:
    text = "".join(f"line {number}\n" for number in range(40))
    diff = unified_diff(
        text, [Edit(start=text.index("line 20"), end=text.index("line 20"), new="new\n")], "index.html"
    )
    assert diff.splitlines()[2:] == [
        "@@ -18,6 +18,7 @@", " line 17", " line 18", " line 19", "+new", " line 20", " line 21", " line 22",
    ]  # fmt: skip


def test_a_later_hunk_counts_the_lines_that_earlier_ones_added() -> None:
    text = "".join(f"line {number}\n" for number in range(60))
    places = [text.index("line 10"), text.index("line 50")]
    diff = unified_diff(text, [Edit(start=place, end=place, new="new\n") for place in places], "index.html")
    heads = [line for line in diff.splitlines() if line.startswith("@@")]
    assert heads == ["@@ -8,6 +8,7 @@", "@@ -48,6 +49,7 @@"]


def test_insertions_at_one_place_keep_their_order() -> None:
    edits = [Edit(start=1, end=1, new="y"), Edit(start=1, end=1, new="x")]
    assert apply_edits("ab", edits) == "ayxb"
    assert not overlap(edits)


def test_edits_that_want_the_same_characters_are_refused() -> None:
    edits = [Edit(start=0, end=2, new=""), Edit(start=1, end=3, new="")]
    assert overlap(edits)
    with pytest.raises(ValueError, match="overlap"):
        apply_edits("abc", edits)


@pytest.mark.parametrize("name", ["site/sub dir/index.html", "sidor/om oss.html", "a.b-c_d.html"])
def test_a_file_in_a_folder_with_blanks_is_found_by_git(tmp_path: Path, name: str) -> None:
    diff = unified_diff("a\n", [Edit(start=0, end=1, new="b")], name)
    assert git_applied(tmp_path, b"a\n", diff.encode(), name=name) == b"b\n"


@pytest.mark.parametrize("name", ["/etc/passwd", "../up.html", "a/../../b", "", "a\nb", 'a"b', "a//b"])
def test_a_name_that_leaves_the_project_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not a file name"):
        unified_diff("a\n", [Edit(start=0, end=1, new="b")], name)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80).filter(lambda data: b"\0" not in data))
def test_every_file_comes_back_byte_for_byte(data: bytes) -> None:
    source = read_source(data)
    assert source is None or source.encode(source.text) == data


def test_a_file_with_nul_or_in_utf_16_is_not_touched() -> None:
    assert read_source(b"a\0b") is None
    assert read_source("<p>hej</p>".encode("utf-16")) is None


def test_a_windows_file_keeps_its_encoding_and_new_words_fit_into_it() -> None:
    source = read_source("<meta charset=windows-1252><p>Välkommen – hej</p>".encode("cp1252"))
    assert source is not None
    assert "Välkommen – hej" in source.text
    assert source.with_character_references("å → b") == "å &#8594; b"
