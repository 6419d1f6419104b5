"""Asking a model for the owner's part, and once more what it would change in it; with pictures where it takes them, and nothing waits for ever."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import TypeVar

from pydantic import BaseModel

from coldread.base.languages import english_name
from coldread.drafts.worded.material import Material
from coldread.drafts.worded.shape import SecondLook, WordedDraft
from coldread.llm.gate import Purpose
from coldread.llm.model import Model
from coldread.llm.prompt import Picture, Prompt, fenced, prompt
from coldread.llm.unusable import UnusableAnswer
from coldread.reader.tiles import FIRST, LARGEST_PICTURE
from coldread.scanner.page.markup import LONGEST as LONGEST_SOURCE
from coldread.scanner.page.observe.picture_head import picture_size

#: a long answer takes minutes, and nobody waits for a draft but its job
DEADLINE_S = 300.0
MAX_TOKENS = 12_000
LONGEST_PAGE, LONGEST_LINKED, LONGEST_SCRIPTS, LONGEST_FOUND, LONGEST_REST = (
    40_000,
    80_000,
    44_000,
    14_000,
    12_000,
)
LONGEST_DRAFT = 40_000
#: px of a picture that endpoints take
LONGEST_SIDE = 7_900
S = TypeVar("S", bound=BaseModel)


async def said_by(model: Model, told: Material, pictures: Mapping[str, bytes]) -> WordedDraft | None:
    """As it was said, unproven; None whenever the model fails."""
    return await _answer(model, _prompt("draft", told), pictures, WordedDraft)


async def looked_again(
    model: Model, told: Material, draft: str, developers: str, pictures: Mapping[str, bytes]
) -> SecondLook | None:
    """What it would change in its own draft; None whenever the model fails: the draft stays as it was said."""
    more = (
        ("The draft, piece by piece", draft, LONGEST_DRAFT),
        ("The developer's part", developers, LONGEST_PAGE),
    )
    return await _answer(model, _prompt("draft_again", told, more), pictures, SecondLook)


async def _answer(model: Model, plain: Prompt, pictures: Mapping[str, bytes], shape: type[S]) -> S | None:
    """An endpoint that takes no large picture is asked with the small ones, and one that takes none without."""
    first, whole = _first_screens(pictures), _whole_page(pictures)
    for sent in dict.fromkeys(((*first, *whole), first, ())):
        asked = dataclasses.replace(plain, pictures=sent)
        try:
            return await model.ask(
                asked, shape, deadline_s=DEADLINE_S, max_tokens=MAX_TOKENS, purpose=Purpose.DRAFT
            )
        except UnusableAnswer as error:
            if error.reason != "refused":
                return None
    return None


def _first_screens(pictures: Mapping[str, bytes]) -> tuple[Picture, ...]:
    found = {
        window: next((pictures[name] for name in names if pictures.get(name)), b"")
        for window, names in FIRST.items()
    }
    return tuple(
        Picture(name=window, content=content)
        for window, content in found.items()
        if 0 < len(content) <= LARGEST_PICTURE
    )


def _whole_page(pictures: Mapping[str, bytes]) -> tuple[Picture, ...]:
    """As a computer draws it: what pictures further down show is in no line of the page."""
    content = pictures.get("desktop.jpg", b"")
    size = picture_size(content) if pictures.get("desktop-first.jpg") else None
    fits = (
        size is not None and max(size.width, size.height) <= LONGEST_SIDE and len(content) <= LARGEST_PICTURE
    )
    return (Picture(name="page", content=content),) if fits else ()


def _prompt(name: str, told: Material, more: Iterable[tuple[str, str, int]] = ()) -> Prompt:
    parts = (
        ("Order", told.order, LONGEST_REST),
        (
            "Page, line by line: [screens from the top on a computer | on a phone] kind: words",
            told.page,
            LONGEST_PAGE,
        ),
        ("What can be pressed, and where it leads", told.pressed, LONGEST_REST),
        ("Other pages of the site that it links to", told.linked, LONGEST_LINKED),
        ("The page's own scripts, the telling lines", told.scripts, LONGEST_SCRIPTS),
        (
            "The page's markup as its server sent it, without drawings and scripts",
            told.source,
            LONGEST_SOURCE,
        ),
        ("What the rules found", told.found, LONGEST_FOUND),
        *more,
    )
    material = "\n\n".join(f"{name}:\n{fenced(text, most, lines=True)}" for name, text, most in parts if text)
    return prompt(
        name,
        material,
        language=english_name(told.language),
        page_language=english_name(told.page_language),
    )
