"""An annotated picture of the page: desktop and phone side by side, a numbered pin at each finding, and a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO

import font_manrope
from PIL import Image, ImageDraw, ImageFont

from coldread.scanner.goals import goal_row
from coldread.scanner.judge.finding import Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Viewport
from coldread.scanner.report.pins import Pin, pins
from coldread.scanner.report.words import say

GAP, LEGEND, RADIUS = 28, 440, 14
#: margin at the left of each picture: room for two pins of elements at the page's edge
GUTTER = 64
PAPER, INK, FAINT = "#f4f2ee", "#1c1c1a", "#6f6b63"
COLOURS = {Severity.P0: "#c4231c", Severity.P1: "#c25a00", Severity.P2: "#8a6d00", Severity.INFO: "#6f6b63"}


@dataclass(frozen=True, kw_only=True)
class Shot:
    """One window's picture, and what to mark in it."""

    view: Viewport
    image: Image.Image
    pins: tuple[Pin, ...]


def annotate_pictures(report: Report, pictures: Mapping[str, bytes]) -> bytes | None:
    """The PNG; None if no picture was taken."""
    shots = list(_shots(report, pictures))
    if not shots:
        return None
    legend = _draw_legend(report, {pin.number for shot in shots for pin in shot.pins})
    width = GAP + legend.width + sum(GAP + GUTTER + shot.image.width for shot in shots) + GAP
    height = 2 * GAP + max(legend.height, *(shot.image.height for shot in shots))
    sheet = Image.new("RGB", (width, height), PAPER)
    sheet.paste(legend, (GAP, GAP))
    left = GAP + legend.width + GAP
    for shot in shots:
        sheet.paste(_mark_picture(shot, report), (left, GAP))
        left += GUTTER + shot.image.width + GAP
    return _png_bytes(sheet)


def _shots(report: Report, pictures: Mapping[str, bytes]) -> Iterator[Shot]:
    marks = pins(report)
    for view in (report.seen.desktop, report.seen.mobile):
        data = pictures.get(view.screenshot) if view is not None else None
        if view is None or not data:
            continue
        image = Image.open(BytesIO(data)).convert("RGB")
        inside = tuple(pin for pin in marks if pin.window == view.name and pin.box[1] < image.height)
        yield Shot(view=view, image=image, pins=inside)


def _mark_picture(shot: Shot, report: Report) -> Image.Image:
    """Outlines first, then pins; the least severe first, so that the worst is never covered."""
    marked = Image.new("RGB", (GUTTER + shot.image.width, shot.image.height), PAPER)
    marked.paste(shot.image, (GUTTER, 0))
    draw = ImageDraw.Draw(marked)
    _draw_fold(draw, shot, say(report.brief.lang, "fold"))
    worst_first = sorted(shot.pins, key=lambda pin: pin.number)
    for pin in reversed(worst_first):
        if not _is_section(pin, shot.view):
            _draw_outline(draw, pin)
    taken: list[tuple[float, float]] = []
    for pin in worst_first:
        taken.append(_free_spot(pin, taken, marked.height))
    for pin, spot in reversed(list(zip(worst_first, taken, strict=True))):
        _draw_disc(draw, spot, pin.number, pin.severity)
    return marked


def _is_section(pin: Pin, view: Viewport) -> bool:
    """A band across the page gets no frame: it would cover the others."""
    return pin.box[2] > 0.9 * view.width and pin.box[3] > 0.25 * view.height


def _draw_outline(draw: ImageDraw.ImageDraw, pin: Pin) -> None:
    left, top, width, height = (GUTTER + pin.box[0], *pin.box[1:])
    for room, colour in ((4, "white"), (3, COLOURS[pin.severity]), (2, COLOURS[pin.severity])):
        corners = (left - room, top - room, left + width + room, top + height + room)
        draw.rectangle(corners, outline=colour, width=1 if room == 4 else 2)


def _free_spot(pin: Pin, taken: Iterable[tuple[float, float]], height: int) -> tuple[float, float]:
    """Left of the box's upper corner, so that its text stays readable; if that is taken, further left or in the next row."""
    start = max(GUTTER + pin.box[0] - RADIUS, RADIUS + 2)
    x, y = start, min(max(pin.box[1] + 4, RADIUS + 2), height - RADIUS - 2)
    step = 2 * RADIUS + 2
    while any(abs(x - a) < step and abs(y - b) < step for a, b in taken):
        x -= step
        if x < RADIUS:
            x, y = start, y + step
    return x, y


def _draw_disc(
    draw: ImageDraw.ImageDraw,
    spot: tuple[float, float],
    number: int,
    severity: Severity,
    *,
    hollow: bool = False,
) -> None:
    colour = COLOURS[severity]
    draw.circle(spot, RADIUS + 2, fill="white")
    draw.circle(spot, RADIUS, fill="white" if hollow else colour, outline=colour, width=2)
    draw.text(spot, str(number), font=_font("Bold", 15), fill=colour if hollow else "white", anchor="mm")


def _draw_fold(draw: ImageDraw.ImageDraw, shot: Shot, word: str) -> None:
    """Marks where the first screen ends, if the page continues below it."""
    y = shot.view.height
    if shot.image.height <= y + 1:
        return
    for x in range(GUTTER, GUTTER + shot.image.width, 16):
        draw.line((x, y, x + 8, y), fill=FAINT, width=1)
    right = GUTTER + shot.image.width - 6
    draw.text(
        (right, y - 3),
        word,
        font=_font("Medium", 12),
        fill=FAINT,
        anchor="rs",
        stroke_width=2,
        stroke_fill="white",
    )


def _draw_legend(report: Report, placed: set[int]) -> Image.Image:
    """The score, then each number with its title. A hollow pin has no place in the pictures."""
    image = Image.new("RGB", (LEGEND, 240 + 110 * len(report.findings)), PAPER)
    draw = ImageDraw.Draw(image)
    lang = report.brief.lang
    draw.text((0, 0), f"{report.scores.overall}", font=_font("Bold", 64), fill=INK)
    beside = draw.textlength(f"{report.scores.overall}", font=_font("Bold", 64)) + 12
    draw.text((beside, 18), "/ 100", font=_font("Medium", 20), fill=FAINT)
    draw.text((beside, 44), goal_row(report.brief.goal).result(lang), font=_font("Medium", 18), fill=INK)
    bottom = 100.0
    for number, finding in report.numbered:
        _draw_disc(draw, (RADIUS + 2, bottom + RADIUS), number, finding.severity, hollow=number not in placed)
        text = _wrap_text(draw, finding.title, LEGEND - 48)
        draw.multiline_text((44, bottom), text, font=_font("Medium", 17), fill=INK, spacing=5)
        bottom += 25 * (text.count("\n") + 1)
        draw.text((44, bottom), f"{finding.severity} · {finding.id}", font=_font("Medium", 13), fill=FAINT)
        bottom += 36
    if any(number not in placed for number, _ in report.numbered):
        note = _wrap_text(draw, say(lang, "hollow"), LEGEND)
        draw.multiline_text((0, bottom), note, font=_font("Medium", 14), fill=FAINT, spacing=4)
        bottom += 20 * (note.count("\n") + 1)
    return image.crop((0, 0, LEGEND, round(bottom) + 8))


def _wrap_text(draw: ImageDraw.ImageDraw, text: str, width: int) -> str:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and draw.textlength(longer, font=_font("Medium", 17)) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


@cache
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of our own: Pillow's has no å, ä, ö, and the fonts of machines differ."""
    return ImageFont.truetype(font_manrope.font_files[f"Manrope{weight}"], size)


def _png_bytes(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()
