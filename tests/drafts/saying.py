"""What a model could say of a page: made from the request, so that it names the blocks as the request does."""

from __future__ import annotations

import re
from typing import Any

from coldread.drafts.model_draft.draft_material import DraftMaterial
from coldread.drafts.model_draft.draft_shape import PageDraft
from coldread.drafts.model_draft.draft_words import AcceptedDraft, DraftValidator

PREFIX = "b0ffee1"


def told_in(asked: dict[str, Any]) -> str:
    """The words of a request."""
    content = asked["messages"][-1]["content"]
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def block_in(asked: dict[str, Any], words: str) -> str:
    """The id of the first block that holds these words."""
    lines = re.findall(r"^\[(b[0-9a-f]{6}-\d+)\] (.*)$", told_in(asked), re.MULTILINE)
    return next((str(number) for number, text in lines if words in text))


def block_of(told: DraftMaterial, words: str) -> str:
    return f"{PREFIX}-{next(one.number for one in told.material.blocks if words in one.words)}"


def problem(block: str, words: str = "", **more: Any) -> dict[str, Any]:
    plain = {
        "kind": "present",
        "text": "These words do not say what is baked.",
        "remedy": "Say what is baked, and for whom.",
        "effort": "S",
        "references": [{"block": block, "words": words}],
        "picture": "none",
        "x": 0,
        "y": 0,
        "width": 0,
        "height": 0,
        "sought": [],
        "measured": "",
    }
    return plain | more


def said(block: str, **more: Any) -> dict[str, Any]:
    """Enough for a draft, about one block."""
    plain: dict[str, Any] = {
        "seen": [],
        "summary": "The page says what is baked.",
        "trouble": "",
        "keep": [],
        "answers": [],
        "problems": [problem(block), problem(block, text="Nothing says what it costs.")],
        "screens": [],
        "edits": [],
        "texts": [],
        "questions": [],
        "checks": [],
    }
    return plain | more


def edit(block: str, was: str, new: str) -> dict[str, Any]:
    return {"block": block, "was": was, "new": new, "why": ""}


def kept(told: DraftMaterial, value: dict[str, Any]) -> AcceptedDraft:
    return DraftValidator(told, (), PREFIX).kept_draft(PageDraft.model_validate(value))
