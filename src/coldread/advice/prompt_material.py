"""A model's material for a quick-fix or an audit: the caller's own words as numbered blocks, fenced. Pure."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from coldread.advice.language import language_of
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.base.languages import Language, english_name
from coldread.llm.prompt import Prompt, fenced
from coldread.reader.material import block_prefix
from coldread.reader.prompts.files import instructions

#: the prompts in use; a file that was used is never changed
QUICK_FIX_PROMPT, AUDIT_PROMPT, AGAIN_PROMPT = "quick_fix_1", "audit_1", "advice_again_1"
#: characters of all blocks: an address, a selector and a problem at their longest, with their names
LONGEST = 5_000
#: longest first answer that is shown again, longest refused sentence, and longest list of these
LONGEST_ANSWER, LONGEST_REFUSED, LONGEST_REFUSALS = 20_000, 400, 5_000


@dataclasses.dataclass(frozen=True, kw_only=True)
class AdviceMaterial:
    """One request as a model reads it."""

    prompt: str
    lang: Language
    #: what it is, and the caller's words; the first is block 1
    blocks: tuple[tuple[str, str], ...]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(words for _, words in self.blocks)

    @property
    def host(self) -> str:
        """The page's host. Advice may name it without the rest of the address."""
        return urlsplit(self.blocks[0][1]).hostname or ""

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> AdviceMaterial:
        blocks = tuple((role, words) for role, words in value["blocks"])
        return AdviceMaterial(prompt=value["prompt"], lang=Language(value["lang"]), blocks=blocks)


def fix_material(body: QuickFixRequest) -> AdviceMaterial:
    blocks = (
        ("address of the page", _on_one_line(body.url)),
        ("CSS selector of the element", _on_one_line(body.element_selector)),
        ("what is wrong", _on_one_line(body.problem)),
    )
    return AdviceMaterial(prompt=QUICK_FIX_PROMPT, lang=language_of(body.problem), blocks=blocks)


def audit_material(body: AuditRequest) -> AdviceMaterial:
    blocks = (
        ("address of the page", _on_one_line(body.url)),
        ("goal of the page", body.primary_goal.value.replace("_", " ")),
        ("audience", _on_one_line(body.audience)),
    )
    lang = language_of(body.audience, urlsplit(body.url).hostname or "")
    return AdviceMaterial(prompt=AUDIT_PROMPT, lang=lang, blocks=blocks)


def new_prefix(told: AdviceMaterial) -> str:
    """A prefix for the ids of one request's blocks."""
    return block_prefix(" ".join(told.words))


def prompt_for(told: AdviceMaterial, prefix: str) -> Prompt:
    """Instructions before and after the material."""
    blocks = "\n".join(
        f"[{prefix}-{number}] {role}: {words}" for number, (role, words) in enumerate(told.blocks, 1)
    )
    filled = instructions(told.prompt, mark=prefix, language=english_name(told.lang))
    return Prompt(
        instructions=filled,
        material=f"What is known:\n{fenced(blocks, LONGEST, lines=True)}\n\n{instructions('after')}",
    )


def prompt_again(
    told: AdviceMaterial, prefix: str, said: Mapping[str, Any], refused: Iterable[tuple[str, str]]
) -> Prompt:
    """The same, with the answer that it produced and what was refused of it."""
    first = prompt_for(told, prefix)
    lines = "\n".join(f"{reason}: {' '.join(text.split())[:LONGEST_REFUSED]}" for reason, text in refused)
    answer = json.dumps(said, ensure_ascii=False, indent=1)
    more = (
        f"Your answer:\n{fenced(answer, LONGEST_ANSWER, lines=True)}",
        f"What was refused of it, with the reason:\n{fenced(lines or 'too-few: it is not whole', LONGEST_REFUSALS, lines=True)}",
        instructions(AGAIN_PROMPT),
    )
    return dataclasses.replace(first, material="\n\n".join((first.material, *more)))


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
