"""What looks different between two pictures of a page, drawn on the later one. Pure; run as an isolated task.

Each row of the later picture is matched with the row of the earlier one that it came from, so that a new paragraph marks
itself and not everything below it. Within matched rows single pixels are compared. Sizes are bounded: the end of a page is left out where it is longer than anybody
scrolls, and what is drawn is made smaller."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

#: width at which the difference is shown, by window
WIDTHS = {"desktop": 900, "mobile": 390}
#: rows that are compared
TALLEST = 12_000
#: most pixels of a picture that we took ourselves; a larger one is not ours
MOST_PIXELS = 60_000_000
#: columns by which rows are recognised, and how coarsely their brightness is: compression must not make a row look different
COLUMNS, COARSE = 12, 24
#: how many distances are tried by which parts of a page may have moved, and how often a row may occur that votes for one
MOST_SHIFTS, RARE = 6, 4
#: cost of a row that is new, in per mille of its pixels, of a change of the distance, and of one by a single row: lines are
#: drawn at whole pixels, wherever their paragraph begins
NEW_ROW, CHANGE, ROUNDING = 160, 2_400, 15
#: rows, and means of columns, of a cell
CELL, CELL_WIDE = 8, 2
#: columns whose mean is compared, and the difference of a mean's channel that is no trace of compression
MEAN, VISIBLE = 6, 34
#: share of a cell's pixels that must differ, in per mille
LEAST_OF_CELL = 130
#: areas that are named, and rows between differences that belong to one area
MOST_AREAS, GAP = 40, 32
FADED, MARK = 0.55, "#b3126e"
QUALITY = 60

Box = tuple[int, int, int, int]


@dataclasses.dataclass(frozen=True, kw_only=True)
class PictureDifference:
    """The drawn picture, and what is marked in it."""

    #: WebP; empty if nothing looks different
    picture: bytes
    width: int
    height: int
    #: height of the earlier picture at the same scale
    height_before: int
    #: left, top, width and height in the drawn picture
    areas: tuple[Box, ...]
    #: places where something is gone
    gone: int
    #: per cent of the later picture that looks different
    share: float


def difference(before: bytes, after: bytes, window: str) -> PictureDifference:
    """Both are JPEG pictures of the whole page in the same window."""
    first, second = _open_picture(before), _open_picture(after)
    width = min(first.width, second.width)
    spans, gone = _different_spans(_means_of_columns(first, width), _means_of_columns(second, width))
    wide = [(top, bottom, left * MEAN, min(width, right * MEAN)) for top, bottom, left, right in spans]
    areas = _boxes_of_spans(wide)
    scale = min(1.0, WIDTHS[window] / second.width)
    size = (round(second.width * scale), max(1, round(second.height * scale)))
    marked = sum((right - left) * (bottom - top) for top, bottom, left, right in wide)
    scaled = tuple(_scaled_box(area, scale) for area in areas)
    return PictureDifference(
        picture=_draw_differences(second, size, scaled, [round(at * scale) for at in gone])
        if areas or gone
        else b"",
        width=size[0],
        height=size[1],
        height_before=max(1, round(first.height * size[0] / first.width)),
        areas=scaled,
        gone=len(gone),
        share=round(min(100.0, 100 * marked / (second.width * second.height)), 1),
    )


def _scaled_box(area: Box, scale: float) -> Box:
    left, top, wide, high = (round(value * scale) for value in area)
    return left, top, max(1, wide), max(1, high)


def _open_picture(picture: bytes) -> Image.Image:
    from PIL import Image

    with Image.open(BytesIO(picture)) as whole:
        if whole.width * whole.height > MOST_PIXELS:
            raise ValueError("the picture is too large")
        image = whole.convert("RGB")
    return image.crop((0, 0, image.width, min(TALLEST, image.height)))


def _means_of_columns(image: Image.Image, width: int) -> Image.Image:
    """The means of neighbouring columns of the first `width`, row by row."""
    from PIL import Image

    kept = width - width % MEAN
    return image.crop((0, 0, kept, image.height)).resize((kept // MEAN, image.height), Image.Resampling.BOX)


#: rows from and to, columns from and to
Span = tuple[int, int, int, int]


def _different_spans(first: Image.Image, second: Image.Image) -> tuple[list[Span], list[int]]:
    """What looks different in the later picture, from top to bottom; and the rows before which something is gone."""
    spans: list[Span] = []
    gone: list[int] = []
    moved = 0
    at = 0
    for shift, rows in groupby(_shifts(first, second)):
        count = len(list(rows))
        if shift is None:
            spans.append((at, at + count, 0, second.width))
        else:
            if shift < moved - 1:
                gone.append(at)
            moved = shift
            spans += _different_cells(first, second, at - shift, at, count)
        at += count
    if first.height + moved > second.height + CELL:
        gone.append(second.height)
    return spans, gone


def _shifts(first: Image.Image, second: Image.Image) -> list[int | None]:
    """For each row of the later picture, how far it moved down; None for a row that is new.

    The cheapest path from top to bottom: each differing pixel has a cost, a new row a higher one, and so has a change of the distance."""
    likely = _likely_shifts(first, second)
    shifts: list[int | None] = [*likely, None]
    neighbours = [
        [other for other, value in enumerate(likely) if shift is not None and abs(value - shift) == 1]
        for shift in shifts
    ]
    costs = [_row_costs(first, second, shift) for shift in shifts]
    total = [row[0] for row in costs]
    came_from: list[list[int]] = []
    for row in range(1, second.height):
        best = min(range(len(shifts)), key=total.__getitem__)
        came = [_cheapest_arrival(state, total, best, neighbours[state]) for state in range(len(shifts))]
        total = [cost + costs[state][row] for state, (cost, _) in enumerate(came)]
        came_from.append([before for _, before in came])
    state = min(range(len(shifts)), key=total.__getitem__)
    path = [state]
    for before in reversed(came_from):
        state = before[state]
        path.append(state)
    return [shifts[state] for state in reversed(path)]


def _cheapest_arrival(state: int, total: list[int], best: int, neighbours: list[int]) -> tuple[int, int]:
    """The cost of arriving at a state, and the state that it comes from."""
    cost, before = total[state], state
    if total[best] + CHANGE < cost:
        cost, before = total[best] + CHANGE, best
    for other in neighbours:
        if total[other] + ROUNDING < cost:
            cost, before = total[other] + ROUNDING, other
    return cost, before


def _likely_shifts(first: Image.Image, second: Image.Image) -> list[int]:
    """Candidate distances: zero, the pages' difference in height, and those that most rows vote for; each with its neighbours."""
    where: dict[bytes, list[int]] = {}
    for row, key in enumerate(_keys_of_rows(first)):
        where.setdefault(key, []).append(row)
    votes: Counter[int] = Counter()
    for row, key in enumerate(_keys_of_rows(second)):
        rows = where.get(key, [])
        if len(rows) <= RARE and key.strip(key[:1]):
            votes.update(row - before for before in rows)
    voted = [shift for shift, _ in votes.most_common(MOST_SHIFTS)]
    wanted = [shift + near for shift in (0, second.height - first.height, *voted) for near in (0, -1, 1)]
    return list(dict.fromkeys(wanted))


def _row_costs(first: Image.Image, second: Image.Image, shift: int | None) -> list[int]:
    """Per mille of each row's pixels that differ, if the row moved by this distance."""
    from PIL import Image

    if shift is None:
        return [NEW_ROW] * second.height
    begins, ends = max(0, shift), min(second.height, first.height + shift)
    costs = [1000] * second.height
    if begins < ends:
        visible = _visible_differences(first, second, begins - shift, begins, ends - begins)
        column = visible.resize((1, ends - begins), Image.Resampling.BOX).tobytes()
        costs[begins:ends] = [value * 1000 // 255 for value in column]
    return costs


def _keys_of_rows(image: Image.Image) -> list[bytes]:
    """A coarse key of each row."""
    from PIL import Image

    small = image.convert("L").resize((COLUMNS, image.height), Image.Resampling.BOX)
    data = small.point([value // COARSE for value in range(256)]).tobytes()
    return [data[at : at + COLUMNS] for at in range(0, len(data), COLUMNS)]


def _visible_differences(
    first: Image.Image, second: Image.Image, start: int, begins: int, rows: int
) -> Image.Image:
    """White where means of columns differ visibly, black elsewhere."""
    from PIL import ImageChops

    parts = [image.crop((0, at, image.width, at + rows)) for image, at in ((first, start), (second, begins))]
    red, green, blue = ImageChops.difference(*parts).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return worst.point([255 if value > VISIBLE else 0 for value in range(256)])


def _different_cells(
    first: Image.Image, second: Image.Image, start: int, begins: int, rows: int
) -> Iterator[Span]:
    """Cells of matched rows whose pixels differ visibly; neighbouring cells are joined."""
    from PIL import Image

    visible = _visible_differences(first, second, start, begins, rows)
    if not visible.getbbox():
        return
    width = visible.width
    columns, lines = max(1, width // CELL_WIDE), max(1, rows // CELL)
    cells, least = visible.resize((columns, lines), Image.Resampling.BOX), 255 * LEAST_OF_CELL // 1000
    data = cells.tobytes()
    for line in range(lines):
        different = [
            at for at, value in enumerate(data[line * columns : (line + 1) * columns]) if value > least
        ]
        if different:
            yield (
                begins + line * rows // lines,
                begins + (line + 1) * rows // lines,
                different[0] * width // columns,
                (different[-1] + 1) * width // columns,
            )


def _boxes_of_spans(spans: list[Span]) -> tuple[Box, ...]:
    """One box for spans that are near each other; the last box contains all that exceed the maximum."""
    boxes: list[list[int]] = []
    for top, bottom, left, right in sorted(spans):
        if boxes and (top - boxes[-1][3] <= GAP or len(boxes) >= MOST_AREAS):
            last = boxes[-1]
            boxes[-1] = [min(last[0], left), last[1], max(last[2], right), max(last[3], bottom)]
        else:
            boxes.append([left, top, right, bottom])
    return tuple((left, top, right - left, bottom - top) for left, top, right, bottom in boxes)


def _draw_differences(
    image: Image.Image, size: tuple[int, int], areas: tuple[Box, ...], gone: list[int]
) -> bytes:
    """The later picture, faded but for the areas, which are framed; a broken line where something is gone."""
    from PIL import Image, ImageDraw

    small = image.resize(size, Image.Resampling.LANCZOS)
    shown = Image.blend(small.convert("L").convert("RGB"), Image.new("RGB", size, "#ffffff"), FADED)
    for left, top, wide, high in areas:
        box = (left, top, left + wide, top + high)
        shown.paste(small.crop(box), box[:2])
    draw = ImageDraw.Draw(shown)
    for left, top, wide, high in areas:
        draw.rectangle(
            (max(0, left - 4), max(0, top - 4), left + wide + 3, top + high + 3), outline=MARK, width=3
        )
    for at in gone:
        for left in range(0, size[0], 24):
            draw.rectangle((left, max(0, at - 2), left + 14, at + 2), fill=MARK)
    out = BytesIO()
    shown.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()
