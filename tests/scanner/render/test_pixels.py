"""Contrast read from pixels: right where they are clear, silent where they are not."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image, ImageDraw

from coldread.scanner.page.contrast import painted_verdict
from coldread.scanner.page.painted import PaintedText
from coldread.scanner.visit.render.pixels import Band, Frames, blank_parts, open_picture, read_texts
from coldread.scanner.visit.render.text_pixels import bands_of
from coldread.scanner.visit.render.windows import DESKTOP

WHITE, BLACK, GREY = (255, 255, 255), (0, 0, 0), (118, 118, 118)


def picture(
    ground: tuple[int, int, int], *marks: tuple[tuple[int, int, int, int], tuple[int, int, int]]
) -> bytes:
    image = Image.new("RGB", (400, 100), ground)
    for box, colour in marks:
        ImageDraw.Draw(image).rectangle(box, fill=colour)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def text(**more: Any) -> dict[str, Any]:
    plain = {
        "selector": "body > h1",
        "box": (0, 0, 400, 100),
        "rects": [[20, 20, 300, 40]],
        "color": (255, 255, 255, 1),
        "painted": False,
        "still": True,
        "size": 16.0,
        "weight": 400,
        "covered": False,
        "bare": False,
    }
    return plain | more


def frames(bare: bytes, *, again: bytes | None = None, lettered: bytes | None = None) -> Frames:
    band = Band(
        box=(0, 0, 400, 100),
        scale=1.0,
        beyond=False,
        selectors=frozenset({"body > h1"}),
        letters=lettered is not None,
    )
    return Frames(band=band, lettered=lettered, bare=bare, bare_again=again or bare)


def read(one: dict[str, Any], *shots: Frames, before: bytes = b"", after: bytes = b"") -> PaintedText:
    (told,) = read_texts([one], list(shots), (open_picture(before), open_picture(after)), 100)
    return told


def test_letters_on_one_colour_have_its_ratio() -> None:
    told = read(text(), frames(picture(GREY)))
    assert told.ratio == pytest.approx(4.54, abs=0.02)
    assert told.ground == (118, 118, 118, 1.0)


def test_a_third_of_pale_ground_makes_a_text_pale() -> None:
    half_bright = picture(BLACK, ((20, 0, 120, 100), WHITE))
    told = read(text(), frames(half_bright))
    assert told.ratio == pytest.approx(1.0)
    assert painted_verdict(told) == "pale"


def test_a_small_bright_spot_is_not_told_as_pale_nor_as_fine() -> None:
    spot = picture(BLACK, ((20, 0, 68, 100), WHITE))
    assert painted_verdict(read(text(), frames(spot))) == "unclear"


def test_see_through_letters_are_mixed_with_their_ground() -> None:
    told = read(text(color=(255, 255, 255, 0.2)), frames(picture(BLACK)))
    assert told.ratio is not None
    assert told.ratio < 2


def test_letters_of_an_effect_are_read_where_they_are_wholly_painted() -> None:
    lettered = picture(BLACK, ((60, 30, 90, 50), (90, 90, 90)))
    told = read(text(painted=True), frames(picture(BLACK), lettered=lettered))
    assert told.ratio == pytest.approx(3.05, abs=0.1)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (lambda: read(text(), frames(picture(BLACK), again=picture(GREY))), "moving"),
        (lambda: read(text(), frames(picture(BLACK)), before=picture(GREY), after=picture(BLACK)), "moving"),
        (lambda: read(text(covered=True), frames(picture(BLACK))), "covered"),
        (lambda: read(text(bare=True), frames(picture(BLACK))), "picture-away"),
        (lambda: read(text()), "out-of-reach"),
        (lambda: read(text(painted=True), frames(picture(BLACK), lettered=picture(BLACK))), "no-pixels"),
    ],
)
def test_what_cannot_be_told_is_not_told(told: Any, reason: str) -> None:
    answer = told()
    assert (answer.ratio, answer.reason) == (None, reason)
    assert painted_verdict(answer) == "unclear"


@pytest.mark.parametrize(
    ("ratio", "size", "verdict"),
    [
        (4.2, 16, "pale"),
        (4.4, 16, "unclear"),
        (4.6, 16, "unclear"),
        (4.8, 16, "fine"),
        (3.3, 30, "fine"),
        (2.8, 30, "pale"),
    ],
)
def test_near_the_threshold_nobody_can_tell(ratio: float, size: float, verdict: str) -> None:
    one = PaintedText(selector="p", box=(0, 0, 1, 1), size=size, weight=400, ratio=ratio, least=ratio)
    assert painted_verdict(one) == verdict


def test_one_colour_is_blank_and_a_drawing_is_not() -> None:
    image = Image.new("RGB", (390, 2000), WHITE)
    ImageDraw.Draw(image).rectangle((100, 1200, 200, 1300), fill=BLACK)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=60)
    boxes = [(0.0, 100.0, 390.0, 800.0), (0.0, 1000.0, 390.0, 800.0), (0.0, 1900.0, 390.0, 800.0)]
    assert blank_parts(boxes, open_picture(out.getvalue())) == [True, False, None]


def test_what_stands_together_shares_a_frame() -> None:
    texts = [text(selector=str(y), rects=[[0, y, 100, 40]]) for y in (100, 900, 1000, 3000, 4500, 6000, 7500)]
    bands = bands_of(texts, DESKTOP, 8000)
    assert [sorted(band.selectors) for band in bands] == [
        ["100"],
        ["1000", "900"],
        ["3000"],
        ["4500"],
        ["6000"],
    ]
    assert [band.beyond for band in bands] == [False, True, True, True, True]
    assert bands_of([text(covered=True), text(rects=[[0, 900, 9, 9]], still=False)], DESKTOP, 8000) == []


def test_where_the_ground_was_painted_anew_two_frames_that_agree_prove_nothing() -> None:
    """A ground that flips every 16 ms shows the same colour in half of all pairs of frames."""
    nowhere = (None, None)
    shots = [frames(picture(WHITE))]
    (told,) = read_texts([text()], shots, nowhere, 100, restless=[(0, 30, 400, 10)])
    assert (told.ratio, told.reason) == (None, "moving")
    (told,) = read_texts([text()], shots, nowhere, 100, restless=[(0, 60, 400, 10), (320, 20, 80, 40)])
    assert told.ratio == pytest.approx(1.0)
