"""A page as a browser saw it, and what a model could say of it."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from coldread.base.languages import Language
from coldread.reader.material import Material, material_of
from coldread.reader.reading import AcceptedReading, Validator
from coldread.reader.shape import PageReading
from coldread.reader.tiles import ShownPicture, shown_pictures
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from tests.scanner.seeing import ENGLISH, document, drawn, rendered

HTML = document(
    f'<main><h1>Bread at your door</h1>{ENGLISH}<a href="/book">Book a call</a>'
    "<p>From 45 kr a loaf.</p><p hidden>Call 070-123 45 67</p><!-- kept for Hedda Gabler --></main>",
    head='<title>Bread</title><meta name="description" content="Warm bread in Malmö">',
)
PREFIX = "b0ffee1"
BRIEF = Brief(goal=PrimaryGoal.BOOK_CALL, audience="bakeries", lang=Language.EN)


def picture(width: int = 1366, height: int = 768, colour: str = "white") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(made, "JPEG")
    return made.getvalue()


PICTURES = {
    "desktop-first.jpg": picture(),
    "mobile-first.jpg": picture(390, 844),
    "desktop.jpg": picture(1366, 3000),
    "mobile.jpg": picture(390, 5000),
}


def seen(html: str = HTML) -> Observations:
    return rendered(
        html,
        drawn("body > main > h1", tag="h1", text="Bread at your door", own_chars=18),
        drawn("body > main > a", tag="a", text="Book a call", box=(0.0, 200.0, 120.0, 44.0)),
        drawn(
            "body > main > p:nth-of-type(1)",
            tag="p",
            text="We bring fresh bread",
            box=(0.0, 900.0, 600.0, 80.0),
        ),
    )


def material(html: str = HTML, brief: Brief = BRIEF, record: Observations | None = None) -> Material:
    record = record or seen(html)
    return material_of(review(record, brief), Page(record, brief))


def number(found: Material, words: str) -> int:
    """Of the block that begins with these words."""
    return next(block.number for block in found.blocks if block.words.startswith(words))


def ref(found: Material, begins: str, words: str = "") -> dict[str, str]:
    return {"block": f"{PREFIX}-{number(found, begins)}", "words": words}


def answer(question: str = "what", said: str = "yes", **more: Any) -> dict[str, Any]:
    return {"question": question, "answer": said, "because": "The page says so.", "references": []} | more


def problem(kind: str = "present", **more: Any) -> dict[str, Any]:
    plain = {
        "kind": kind,
        "text": "Nobody says when it comes.",
        "remedy": "Say when it comes.",
        "references": [],
        "picture": "none",
        "x": 0,
        "y": 0,
        "width": 0,
        "height": 0,
        "sought": [],
        "measured": "",
    }
    return plain | more


def said(**more: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {"seen": [], "stranger": "", "answers": [], "problems": [], "points": 60}
    return plain | more


def kept(
    found: Material, value: dict[str, Any], shown: tuple[ShownPicture, ...] | None = None
) -> AcceptedReading:
    pictures = shown_pictures(PICTURES) if shown is None else shown
    return Validator(found, pictures, PREFIX).accepted(PageReading.model_validate(value))
