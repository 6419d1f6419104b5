"""What looks different between two pictures of a page: marked where it is, and nowhere else."""

from __future__ import annotations

import time
from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from coldread.scans.comparison.picture_difference import (
    MOST_AREAS,
    TALLEST,
    PictureDifference,
    difference,
)

WIDE = 1366
#: what is written on the page, from top to bottom, one line each 37 pixels, so that nothing lies on blocks of compression
LINES = (
    "Get paid on time",
    "without awkward letters",
    "",
    "Start your free trial",
    "",
    "Seven pounds a month",
    "Privacy",
)


def picture(
    lines: tuple[str, ...], *, wide: int = WIDE, paper: str = "#ffffff", high: int | None = None
) -> bytes:
    image = Image.new("RGB", (wide, high or 60 + 37 * len(lines)), paper)
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        draw.text((100, 40 + 37 * number), line, fill="#14213d", font_size=24)
    out = BytesIO()
    image.save(out, "JPEG", quality=70)
    return out.getvalue()


def lines_of(found: PictureDifference) -> list[int]:
    """The numbers of the lines of the later page that areas lie on."""
    scale = WIDE / found.width
    return [round(((top + high / 2) * scale - 54) / 37) for _, top, _, high in found.areas]


def with_line(number: int, text: str) -> tuple[str, ...]:
    return (*LINES[:number], text, *LINES[number + 1 :])


def test_the_same_picture_has_no_difference() -> None:
    found = difference(picture(LINES), picture(LINES), "desktop")
    assert (found.areas, found.gone, found.share, found.picture) == ((), 0, 0.0, b"")


def test_other_words_are_marked_where_they_are() -> None:
    found = difference(picture(LINES), picture(with_line(5, "Nine pounds a month")), "desktop")
    assert (lines_of(found), found.gone) == ([5], 0)
    assert found.areas[0][2] < 300
    with Image.open(BytesIO(found.picture)) as drawn:
        assert (drawn.format, drawn.size) == ("WEBP", (found.width, found.height))


def test_a_new_line_marks_itself_and_not_what_it_moved() -> None:
    longer = (*LINES[:3], "Nudge is new in Graz", *LINES[3:])
    found = difference(picture(LINES), picture(longer), "desktop")
    assert (lines_of(found), found.gone) == ([3], 0)


def test_a_line_that_is_gone_leaves_its_place() -> None:
    shorter = (*LINES[:1], *LINES[2:])
    found = difference(picture(LINES), picture(shorter), "desktop")
    assert (lines_of(found), found.gone) == ([], 1)
    assert found.picture


def test_another_paper_is_different_everywhere() -> None:
    found = difference(picture(LINES), picture(LINES, paper="#ffd0d0"), "desktop")
    assert len(found.areas) == 1
    assert found.share > 90


def test_pictures_of_other_sizes_are_compared_as_far_as_both_reach() -> None:
    found = difference(picture(LINES, wide=390), picture(LINES, wide=412, high=900), "mobile")
    assert (found.width, found.height) == (390, round(900 * 390 / 412))


def test_a_page_without_end_is_cut_and_ends_in_time() -> None:
    stripes = tuple(f"{number} is not the same as any other line" for number in range(900))
    others = tuple(f"{number * 7} is another line" for number in range(900))
    began = time.process_time()
    found = difference(picture(stripes), picture(others), "desktop")
    assert time.process_time() - began < 12
    assert len(found.areas) <= MOST_AREAS
    assert found.height <= round(TALLEST * found.width / WIDE) + 1


@pytest.mark.parametrize("wrong", [b"", b"GIF89a", b"\xff\xd8\xff\xe0 no picture"])
def test_what_is_no_picture_is_refused(wrong: bytes) -> None:
    with pytest.raises(Exception, match=r"."):
        difference(wrong, picture(LINES), "desktop")
