"""Asking a model for a draft: once for the draft, once more as an editor who sees what was dropped from it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from coldread.base.languages import english_name
from coldread.drafts.model_draft.draft_material import PROMPT_NAME, DraftMaterial
from coldread.drafts.model_draft.draft_shape import PageDraft
from coldread.llm.errors import UnusableAnswer
from coldread.llm.gate import Purpose
from coldread.llm.model import Model
from coldread.llm.prompt import Prompt, fenced
from coldread.reader.material import new_prefix, prompt_for
from coldread.reader.prompts.files import instructions
from coldread.reader.tasks import picture_json
from coldread.reader.tiles import ShownPicture, shown_pictures

#: a long answer takes minutes, and nobody waits for a draft but its job
DEADLINE_S = 300.0
MAX_TOKENS = 12_000
#: the editor's instructions; a file that was used is never changed
LOOK_NAME = "draft_look_1"
#: characters of a draft that is shown again, and of what was dropped from it
LONGEST_DRAFT, LONGEST_DROPPED = 40_000, 8_000


def draft_prompt(told: DraftMaterial, shown: Sequence[ShownPicture], prefix: str) -> Prompt:
    return prompt_for(
        told.material, shown, prefix, name=PROMPT_NAME, page_language=english_name(told.page_language)
    )


async def ask_model(
    model: Model, told: DraftMaterial, pictures: Mapping[str, bytes]
) -> dict[str, Any] | None:
    """The model's unchecked answer with what is needed to check it; None whenever the model fails."""
    prefix = new_prefix(told.material)
    return await _ask_with_fewer_pictures(
        model, prefix, pictures, lambda shown: draft_prompt(told, shown, prefix)
    )


async def ask_to_look_again(
    model: Model,
    told: DraftMaterial,
    pictures: Mapping[str, bytes],
    said: Mapping[str, Any],
    lost: Sequence[Sequence[str]],
) -> dict[str, Any] | None:
    """A second version of the whole draft, by an editor who sees it and what was dropped from it; None whenever the model fails."""
    prefix: str = said["prefix"]
    return await _ask_with_fewer_pictures(
        model, prefix, pictures, lambda shown: look_prompt(told, shown, said, lost)
    )


def look_prompt(
    told: DraftMaterial, shown: Sequence[ShownPicture], said: Mapping[str, Any], lost: Sequence[Sequence[str]]
) -> Prompt:
    """The first request, the draft that answered it, and what was dropped from that."""
    asked = draft_prompt(told, shown, said["prefix"])
    draft = json.dumps(said["draft"], ensure_ascii=False, indent=1)
    dropped = "\n".join(f"{reason}: {' '.join(text.split())}" for reason, text in lost)
    more = (
        f"Your draft:\n{fenced(draft, LONGEST_DRAFT, lines=True)}",
        f"What was dropped of it, with the reason:\n{fenced(dropped or 'nothing was dropped', LONGEST_DROPPED, lines=True)}",
        instructions(LOOK_NAME),
    )
    return dataclasses.replace(asked, material="\n\n".join((asked.material, *more)))


async def _ask_with_fewer_pictures(
    model: Model,
    prefix: str,
    pictures: Mapping[str, bytes],
    prompt: Callable[[Sequence[ShownPicture]], Prompt],
) -> dict[str, Any] | None:
    """An endpoint that accepts no pictures, or not so many, is asked with fewer."""
    shown = shown_pictures(pictures)
    firsts = tuple(one for one in shown if one.name in ("desktop", "mobile"))
    for sent in dict.fromkeys((shown, firsts, ())):
        try:
            said = await model.ask(
                prompt(sent), PageDraft, deadline_s=DEADLINE_S, max_tokens=MAX_TOKENS, purpose=Purpose.DRAFT
            )
        except UnusableAnswer as error:
            if error.reason != "refused":
                return None
            continue
        return answer_json(said, sent, prefix)
    return None


def answer_json(said: PageDraft, shown: Sequence[ShownPicture], prefix: str) -> dict[str, Any]:
    """As JSON for the isolated task that checks it against the page."""
    return {"draft": said.model_dump(), "shown": [picture_json(one) for one in shown], "prefix": prefix}
