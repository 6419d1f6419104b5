"""A picture's own size, from the first bytes of files that others made."""

from __future__ import annotations

import io
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from coldread.scanner.page.observe.picture_head import HEAD, Size, picture_size

SAVED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("PNG", {}),
    ("GIF", {}),
    ("JPEG", {}),
    ("JPEG", {"progressive": True, "icc_profile": b"x" * 3000}),
    ("WEBP", {}),
    ("WEBP", {"lossless": True}),
    ("WEBP", {"icc_profile": b"x" * 3000}),
    ("AVIF", {}),
)
UPRIGHT, ON_ITS_SIDE = 1, 6


def saved(kind: str, size: tuple[int, int] = (321, 123), **options: object) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", size, "peru").save(data, kind, **options)
    return data.getvalue()


def sides(data: bytes) -> tuple[float, float] | None:
    size = picture_size(data)
    return None if size is None else (size.width, size.height)


@pytest.mark.parametrize(("kind", "options"), SAVED)
def test_the_file_says_how_large_the_picture_is(kind: str, options: dict[str, Any]) -> None:
    assert sides(saved(kind, **options)) == (321, 123)


@pytest.mark.parametrize(("orientation", "size"), [(UPRIGHT, (321, 123)), (ON_ITS_SIDE, (123, 321))])
def test_a_photo_taken_upright_is_read_as_browsers_turn_it(orientation: int, size: tuple[int, int]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert sides(saved("JPEG", exif=exif)) == size


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="24" height="12.5px"', Size(width=24, height=12.5)),
        ("width='2em' height='1em' viewBox='0 0 5 5'", Size(width=2, height=1, fixed=False)),
        ('viewBox="0 0 512 256"', Size(width=512, height=256, fixed=False)),
        ('width="100%" height="100%" viewBox="0,0,512,256"', Size(width=512, height=256, fixed=False)),
        ('viewBox="0 0 512 256" preserveAspectRatio="none"', None),
        ('width="2em" height="10px"', None),
        ('viewBox="0 0 inf 256"', None),
        ('viewBox="0 0 512"', None),
        ("", None),
    ],
)
def test_a_drawing_says_its_sides_or_its_proportions(attributes: str, size: Size | None) -> None:
    before = '<?xml version="1.0"?>\n<!-- <svg width="1" height="1"> -->\n'
    assert picture_size(f"{before}<svg {attributes}><rect width='9' height='9'/></svg>".encode()) == size


def test_what_has_no_extent_or_too_much_of_it_is_no_picture() -> None:
    for width, height in ((0, 10), (10, 0), (40_000, 10), (10, 2**31)):
        assert picture_size(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height)) is None


def test_an_avif_that_is_turned_or_put_together_of_parts_is_not_guessed_at() -> None:
    plain = saved("AVIF")
    assert picture_size(plain + b"\0\0\0\x09irot\x01") is None
    assert picture_size(plain + b"\0\0\0\x14ispe\0\0\0\0" + struct.pack(">II", 64, 64)) is None


@pytest.mark.parametrize(("kind", "options"), SAVED)
def test_a_file_that_ends_early_is_not_known_and_never_wrong(kind: str, options: dict[str, Any]) -> None:
    whole = saved(kind, **options)
    assert {sides(whole[:end]) for end in range(min(len(whole), 700))} <= {None, (321, 123)}


def test_only_the_head_of_a_file_is_read() -> None:
    profile = b"\xff\xe2\xff\xff" + b"\0" * 0xFFFD
    late = saved("JPEG")
    assert sides(late) is not None
    assert len(profile) >= HEAD
    assert picture_size(late[:2] + profile + late[2:]) is None


BEGINNINGS = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    b"GIF89a",
    b"\xff\xd8\xff\xe1\0\x20Exif\0\0II*\0",
    b"RIFF\0\0\0\0WEBPVP8 ",
    b"RIFF\0\0\0\0WEBPVP8X",
    b"\0\0\0\x1cftypavif",
    b"<svg ",
)


@given(st.sampled_from(BEGINNINGS), st.binary(max_size=300))
def test_no_bytes_trip_the_reader(beginning: bytes, rest: bytes) -> None:
    size = picture_size(beginning + rest)
    assert size is None or (size.width > 0 and size.height > 0)
