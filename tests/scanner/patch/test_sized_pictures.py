"""Room for pictures whose size only their files told: a browser draws the page as before, whatever its styles do."""

from __future__ import annotations

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Box, PictureSize
from coldread.scanner.patch.make_patches import make_patches
from tests.scanner.render.studio import Studio
from tests.scanner.seeing import ENGLISH, seen

from .mending import git, ids
from .test_seen_again import bread

#: ways in which styles size a picture
SIZED = (
    "",
    "width: 100%",
    "max-width: 100%",
    "height: 50px",
    "width: 90px; height: 90px; object-fit: cover",
    "max-height: 60px",
    "width: 40vw; min-height: 150px",
    "float: left; width: 30%",
)
RULES = "".join(f".p{number} {{ {style} }}\n" for number, style in enumerate(SIZED))
PICTURES = "".join(
    f'<p><img class="p{number}" src="/bread.png" alt="Loaf {number}"></p>\n' for number in range(len(SIZED))
)
STYLED = f"""<style>
.row {{ display: flex; height: 90px; width: 300px }}
.grid {{ display: grid; width: 200px }}
{RULES}</style>"""
BODY = f"""<h1>Bread in pictures</h1>
{ENGLISH}
{PICTURES}
<div class="row"><img src="/bread.png" alt="In a row"></div>
<div class="grid"><img src="/bread.png" alt="In a grid"></div>"""


def page(style: str) -> str:
    head = f'<title>Bread in pictures</title><meta name="viewport" content="width=device-width">{style}'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{BODY}</body></html>\n'


def boxes(studio: Studio, text: str) -> dict[tuple[str, str], Box]:
    """Every picture as both windows draw it."""
    record = studio.look({"/": text, "/bread.png": bread}).observations
    windows = [window for window in (record.desktop, record.mobile) if window is not None]
    assert len(windows) == 2, record.caveats
    return {(one.name, item.selector): item.box for one in windows for item in one.drawn if item.tag == "img"}


def judged(text: str) -> Report:
    read = seen(text, picture_sizes=(PictureSize(src="/bread.png", width=320, height=200),))
    told = review(read, Brief(goal=PrimaryGoal.BOOK_CALL))
    assert "perf.img-dimensions" in ids(told)
    return told


def test_pictures_that_no_style_reaches_are_drawn_as_before(studio: Studio) -> None:
    text = page("")
    mended = make_patches(text, judged(text))
    patch = mended.fixes["perf.img-dimensions"].patch
    assert patch is not None, mended.dropped
    before = boxes(studio, text)
    assert len(before) == 2 * (len(SIZED) + 2)
    assert boxes(studio, git(text, mended, patch)) == before


def test_pictures_that_styles_size_are_left_to_words() -> None:
    assert make_patches(page(STYLED), judged(page(STYLED))).fixes["perf.img-dimensions"].patch is None
