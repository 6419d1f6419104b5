"""The pages to damage: our own good ones, and those of any given directory."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.goals import NAMED, PrimaryGoal
from coldread.scanner.page.observations import Observations, PictureSize
from coldread.scanner.page.observe.picture_head import HEAD, Size, picture_size
from coldread.scanner.page.page import Page
from coldread.scanner.visit.reading import pictures_of_unknown_size

OWN = Path(__file__).parents[2] / "tests" / "sites"

#: our own good pages and what they are for
GOLD = {
    "calls_en": Brief(goal=PrimaryGoal.BOOK_CALL, audience="bakery owners"),
    "newsletter_sv": Brief(goal=PrimaryGoal.NEWSLETTER, audience="balkongodlare", lang=Language.SV),
    "signup_en": Brief(goal=PrimaryGoal.PAID_SIGNUP, audience="freelancers"),
    "demo_sv": Brief(goal=PrimaryGoal.DEMO, audience="hyresvärdar", lang=Language.SV),
}


@dataclass(frozen=True, kw_only=True)
class Subject:
    """One page, where its pictures lie, and its brief."""

    name: str
    html: str
    brief: Brief
    folder: Path
    gold: bool


def own() -> list[Subject]:
    return [
        Subject(name=name, html=(OWN / f"{name}.html").read_text("utf-8"), brief=brief, folder=OWN, gold=True)
        for name, brief in GOLD.items()
    ]


def found_in(directory: Path) -> list[Subject]:
    """Every `*/index.html`, for the first goal that something on the page serves."""
    subjects = []
    for path in sorted(directory.glob("*/index.html")):
        html = path.read_text("utf-8", "replace")
        subjects.append(
            Subject(name=path.parent.name, html=html, brief=_brief(html), folder=path.parent, gold=False)
        )
    return subjects


def everyone(directory: Path | None) -> list[Subject]:
    """Our own pages, and those of the directory that is named."""
    return own() + (found_in(directory) if directory else [])


def _brief(html: str) -> Brief:
    for goal in PrimaryGoal:
        if goal in NAMED and Page(record(html), Brief(goal=goal)).calls:
            return Brief(goal=goal)
    return Brief(goal=PrimaryGoal.OTHER)


def record(html: str) -> Observations:
    """The static layer, as if fetched from an address of its own."""
    return Observations(
        url="https://page.example/",
        final_url="https://page.example/",
        seen_on="2026-11-15",
        html=html,
        allow_listed=True,
    )


def record_beside(html: str, folder: Path) -> Observations:
    """The same, with what the files of its pictures say."""
    read = record(html)
    sizes = {src: _size_in(folder, src) for src in pictures_of_unknown_size(read)}
    known = [
        PictureSize(src=src, width=size.width, height=size.height, fixed=size.fixed)
        for src, size in sizes.items()
        if size is not None
    ]
    return dataclasses.replace(read, picture_sizes=tuple(known))


def _size_in(folder: Path, src: str) -> Size | None:
    file = (folder / unquote(urlsplit(src).path).lstrip("/")).resolve()
    inside = file.is_relative_to(folder.resolve()) and file.is_file()
    return picture_size(file.read_bytes()[:HEAD]) if inside else None
