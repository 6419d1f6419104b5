"""The isolated tasks of the pages: a report from its record, markdown and diffs as something to look at."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import to_jsonable_python

from coldread.pages.order.diff_view import files_of
from coldread.pages.report_page.crops import Crop, card_picture, cut_pieces
from coldread.pages.report_page.long_patches import packed_patches, without_long_patches
from coldread.pages.report_page.report_cache import packed_view
from coldread.pages.report_page.report_view import view_of
from coldread.pages.safe_markdown import safe_document
from coldread.scanner.stored_record import report_from
from coldread.scanner.tasks import brief_of


def report(value: Any) -> dict[str, str]:
    """The view, and the patches that are too long for it, as they are stored."""
    record, verdict = (base64.b64decode(value[name]) for name in ("record", "verdict"))
    told = report_from(record, brief_of(value["brief"]), verdict, with_patches=value["with_patches"])
    view, long = without_long_patches(view_of(told, value["uri"]))
    made = {"view": packed_view(view), "patches": packed_patches(long) if long else b""}
    return {name: base64.b64encode(content).decode() for name, content in made.items()}


def document(value: Any) -> dict[str, Any]:
    made = safe_document(value["text"], value["shift"])
    return {"html": str(made.html), "headings": made.headings}


def diff(value: Any) -> Any:
    return to_jsonable_python(files_of(value["diff"]))


def crops(value: Any) -> dict[str, str]:
    """The pieces beside the findings, by their files' names."""
    wanted = [
        Crop(number=number, window=window, box=(left, top, wide, high))
        for number, window, left, top, wide, high in value["crops"]
    ]
    pictures = {name: base64.b64decode(picture) for name, picture in value["pictures"].items()}
    made = cut_pieces(pictures, wanted, value["widths"])
    return {name: base64.b64encode(piece).decode() for name, piece in made.items()}


def share_card(value: Any) -> str:
    picture = base64.b64decode(value["picture"]) if value["picture"] else None
    first, second = value["lines"]
    return base64.b64encode(card_picture(picture, value["score"], value["host"], (first, second))).decode()


TASKS: Mapping[str, Callable[[Any], Any]] = {
    "pages.report": report,
    "pages.document": document,
    "pages.diff": diff,
    "pages.crops": crops,
    "pages.card": share_card,
}
