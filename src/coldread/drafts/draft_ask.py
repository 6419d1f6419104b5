"""Asking a model for a draft, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from coldread.base.languages import english_name
from coldread.drafts.draft_material import PROMPT_NAME, DraftMaterial
from coldread.drafts.draft_shape import PageDraft
from coldread.llm.gate import Purpose
from coldread.llm.model import Model
from coldread.llm.prompt import Prompt
from coldread.llm.unusable import UnusableAnswer
from coldread.reader.material import new_prefix, prompt_for
from coldread.reader.tasks import shown_json
from coldread.reader.tiles import Shown, shown_pictures

#: a long answer takes minutes, and nobody waits for a draft but its job
DEADLINE_S = 300.0
MAX_TOKENS = 12_000


def draft_prompt(told: DraftMaterial, shown: Sequence[Shown], prefix: str) -> Prompt:
    return prompt_for(
        told.material, shown, prefix, name=PROMPT_NAME, page_language=english_name(told.page_language)
    )


async def said_by(model: Model, told: DraftMaterial, pictures: Mapping[str, bytes]) -> dict[str, Any] | None:
    """Unproven, with what it is held against; None whenever the model fails. An endpoint that takes no pictures is asked without."""
    prefix = new_prefix(told.material)
    shown = shown_pictures(pictures)
    firsts = tuple(one for one in shown if one.name in ("desktop", "mobile"))
    for sent in dict.fromkeys((shown, firsts, ())):
        try:
            said = await model.ask(
                draft_prompt(told, sent, prefix),
                PageDraft,
                deadline_s=DEADLINE_S,
                max_tokens=MAX_TOKENS,
                purpose=Purpose.DRAFT,
            )
        except UnusableAnswer as error:
            if error.reason != "refused":
                return None
            continue
        return said_json(said, sent, prefix)
    return None


def said_json(said: PageDraft, shown: Sequence[Shown], prefix: str) -> dict[str, Any]:
    """As it travels to where it is held against the page."""
    return {"draft": said.model_dump(), "shown": [shown_json(one) for one in shown], "prefix": prefix}
