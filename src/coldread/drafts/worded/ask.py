"""Asking a model for the owner's part: once, with pictures where it takes them, and nothing waits for it for ever."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from coldread.base.languages import english_name
from coldread.drafts.worded.material import Material
from coldread.drafts.worded.shape import WordedDraft
from coldread.llm.model import Model
from coldread.llm.prompt import Picture, Prompt, fenced, prompt
from coldread.scans.second_reading import LARGEST_PICTURE, SHOWN

#: a long answer takes minutes, and nobody waits for a draft but its job
DEADLINE_S = 300.0
MAX_TOKENS = 12_000
LONGEST_PAGE, LONGEST_LINKED, LONGEST_FOUND, LONGEST_REST = 40_000, 40_000, 14_000, 8_000


async def said_by(model: Model, told: Material, pictures: Mapping[str, bytes]) -> WordedDraft | None:
    """As it was said, unproven; None whenever the model fails. An endpoint that takes no pictures is asked without."""
    plain = _prompt(told)
    sent = _sent(pictures)
    for asked in (dataclasses.replace(plain, pictures=sent), plain) if sent else (plain,):
        said = await model.answer(asked, WordedDraft, deadline_s=DEADLINE_S, max_tokens=MAX_TOKENS)
        if said is not None:
            return said
    return None


def _sent(pictures: Mapping[str, bytes]) -> tuple[Picture, ...]:
    found = {
        window: next((pictures[name] for name in names if pictures.get(name)), b"")
        for window, names in SHOWN.items()
    }
    return tuple(
        Picture(name=window, content=content)
        for window, content in found.items()
        if 0 < len(content) <= LARGEST_PICTURE
    )


def _prompt(told: Material) -> Prompt:
    parts = (
        ("Order", told.order, LONGEST_REST),
        (
            "Page, line by line: [screens from the top on a computer | on a phone] kind: words",
            told.page,
            LONGEST_PAGE,
        ),
        ("What can be pressed, and where it leads", told.pressed, LONGEST_REST),
        ("Other pages of the site that it links to", told.linked, LONGEST_LINKED),
        ("What the rules found", told.found, LONGEST_FOUND),
    )
    material = "\n\n".join(f"{name}:\n{fenced(text, most, lines=True)}" for name, text, most in parts if text)
    return prompt(
        "draft",
        material,
        language=english_name(told.language),
        page_language=english_name(told.page_language),
    )
