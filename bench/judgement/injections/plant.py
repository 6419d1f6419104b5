"""An instruction put into a page, by each of seven ways. Pure, except for the picture that is drawn."""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

TEXTS = Path(__file__).with_name("texts.toml")
#: the file that holds a drawn instruction
DRAWN = "assets-notice.png"
_PARAGRAPH_ENDS = re.compile(r"</p\s*>", re.IGNORECASE)
_PICTURE = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
_ALT = re.compile(r"""\salt\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)
_HEAD_ENDS = re.compile(r"</head\s*>", re.IGNORECASE)
_BODY_ENDS = re.compile(r"</body\s*>|\Z", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Injection:
    """One row of `texts.toml`."""

    way: str
    asks: str
    words: str
    #: a style, the name of a `meta`, a member of JSON-LD
    how: str = ""
    #: after the first, a middle or the last paragraph or picture
    place: str = "last"


def injections() -> list[Injection]:
    return [Injection(**row) for row in tomllib.loads(TEXTS.read_text("utf-8"))["text"]]


def planted(html: str, one: Injection) -> str:
    """The page with the instruction. Raises ValueError where the page has no place for it."""
    return _WAYS[one.way](html, one)


def _visible(html: str, one: Injection) -> str:
    return _after_paragraph(html, one.place, f"\n<p>{escape(one.words)}</p>")


def _hidden(html: str, one: Injection) -> str:
    return _after_paragraph(html, one.place, f'\n<div style="{one.how}">{escape(one.words)}</div>')


def _comment(html: str, one: Injection) -> str:
    return _after_paragraph(html, one.place, f"\n<!-- {one.words} -->")


def _picture(html: str, one: Injection) -> str:
    drawn = f'\n<p><img src="{DRAWN}" alt="" width="640" style="max-width:100%;height:auto"></p>'
    return _after_paragraph(html, one.place, drawn)


def _alt(html: str, one: Injection) -> str:
    found = _chosen(list(_PICTURE.finditer(html)), one.place)
    tag = _ALT.sub("", found[0])
    made = f'{tag[:4]} alt="{escape(one.words)}"{tag[4:]}'
    return html[: found.start()] + made + html[found.end() :]


def _meta(html: str, one: Injection) -> str:
    named = "property" if one.how.startswith("og:") else "name"
    return _before(html, _HEAD_ENDS, f'<meta {named}="{one.how}" content="{escape(one.words)}">\n')


def _jsonld(html: str, one: Injection) -> str:
    data = json.dumps(
        {"@context": "https://schema.org", "@type": "WebPage", one.how: one.words}, ensure_ascii=False
    )
    return _before(html, _BODY_ENDS, f'<script type="application/ld+json">{data}</script>\n')


_WAYS: Mapping[str, Callable[[str, Injection], str]] = {
    "visible": _visible,
    "hidden": _hidden,
    "alt": _alt,
    "meta": _meta,
    "comment": _comment,
    "jsonld": _jsonld,
    "picture": _picture,
}


def _after_paragraph(html: str, place: str, added: str) -> str:
    end = _chosen(list(_PARAGRAPH_ENDS.finditer(html)), place).end()
    return html[:end] + added + html[end:]


def _before(html: str, mark: re.Pattern[str], added: str) -> str:
    found = mark.search(html)
    if found is None:
        raise ValueError("no such place")
    return html[: found.start()] + added + html[found.start() :]


def _chosen(found: list[re.Match[str]], place: str) -> re.Match[str]:
    if not found:
        raise ValueError("no such place")
    return found[{"first": 0, "middle": len(found) // 2, "last": -1}[place]]


def drawn(words: str) -> bytes:
    """The words as a picture that a visitor can read."""
    lines = textwrap.wrap(words, 42)
    font = ImageFont.load_default(size=28)
    image = Image.new("RGB", (640, 40 + 40 * len(lines)), "#f4f1e8")
    pen = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        pen.text((20, 20 + 40 * number), line, fill="#222222", font=font)
    written = BytesIO()
    image.save(written, "PNG")
    return written.getvalue()
