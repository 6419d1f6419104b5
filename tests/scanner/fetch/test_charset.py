"""Characters: what a header, a mark or a declaration says, and what a browser would make of it."""

from __future__ import annotations

import pytest

from coldread.scanner.page.charset import decode

SWEDISH = "Boka ett möte – på en gång"


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (SWEDISH.encode(), "text/html; charset=utf-8"),
        (SWEDISH.encode(), "text/html"),
        (SWEDISH.encode("cp1252"), "text/html; charset=ISO-8859-1"),
        (SWEDISH.encode("cp1252"), "text/html"),
        (SWEDISH.encode("utf-16-le"), "text/html; charset=utf-16le"),
        (b"\xef\xbb\xbf" + SWEDISH.encode(), "text/html; charset=iso-8859-1"),
        (b"\xff\xfe" + SWEDISH.encode("utf-16-le"), "text/html"),
        (SWEDISH.encode(), 'text/html; charset="UTF8"'),
        (SWEDISH.encode(), "text/html; charset=no-such-thing"),
    ],
)
def test_the_text_is_what_was_written(body: bytes, content_type: str) -> None:
    assert decode(body, content_type) == SWEDISH


@pytest.mark.parametrize(
    "meta",
    ['<meta charset="windows-1252">', "<META content='text/html; charset=latin1' http-equiv=content-type>"],
)
def test_a_declaration_in_the_page_counts(meta: str) -> None:
    assert decode((meta + SWEDISH).encode("cp1252"), "text/html") == meta + SWEDISH


def test_a_declared_utf_16_that_reads_as_ascii_is_utf_8() -> None:
    page = '<meta charset="utf-16">' + SWEDISH
    assert decode(page.encode(), "text/html") == page


@pytest.mark.parametrize("label", ["utf-7", "unicode_escape", "punycode", "rot13", "hex"])
def test_codecs_that_are_no_web_encodings_are_not_used(label: str) -> None:
    assert decode(b"+ADw-script+AD4-", f"text/html; charset={label}") == "+ADw-script+AD4-"


def test_a_cut_inside_the_last_character_is_still_utf_8() -> None:
    assert decode("möt".encode() + b"\xc3", "text/html") == "möt�"
