"""A model's material for a draft: the reader's material of the page, the buyer's own words, and the pages and scripts around it. Pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from coldread.base.incoming.addresses import split_address
from coldread.base.languages import Language
from coldread.drafts.case import Case
from coldread.drafts.page_context.linked_pages import NOWHERE, linked_blocks
from coldread.drafts.page_context.scripts import script_excerpts
from coldread.reader.blocks import Block, Kind, parts_of
from coldread.reader.material import LONGEST_SOURCE as SHORT_SOURCE
from coldread.reader.material import Material, material_of
from coldread.scanner.page.markup import source_text

#: the prompt in use; a file that was used is never changed
PROMPT_NAME = "draft_2"
#: characters of the source and of the pages around
LONGEST_SOURCE, MOST_AROUND = 60_000, 90_000


@dataclasses.dataclass(frozen=True, kw_only=True)
class DraftMaterial:
    """Ready to be asked."""

    material: Material
    #: in which words are pasted into the page
    page_language: Language

    def to_json(self) -> dict[str, Any]:
        return {"material": self.material.to_json(), "page_language": self.page_language}

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> DraftMaterial:
        return DraftMaterial(
            material=Material.from_json(value["material"]), page_language=Language(value["page_language"])
        )


def draft_material(case: Case) -> DraftMaterial | None:
    """None if no page was seen."""
    page = case.page
    if page is None or case.report is None:
        return None
    plain = material_of(case.report, page)
    more = [*_order_blocks(case), *_around_blocks(case)]
    first = len(plain.blocks) + 1
    blocks = tuple(dataclasses.replace(one, number=first + n) for n, one in enumerate(more))
    source = source_text(page)
    material = dataclasses.replace(
        plain,
        blocks=plain.blocks + blocks,
        source=source[:LONGEST_SOURCE],
        cut=len(source) >= LONGEST_SOURCE or (plain.cut and len(source) <= SHORT_SOURCE),
    )
    return DraftMaterial(material=material, page_language=page.supported_language)


def _order_blocks(case: Case) -> Iterator[Block]:
    asked = case.assignment
    rows = {
        "wish": asked.goal,
        "whom it is for": asked.audience,
        "trouble": asked.pain_point,
        "must stay": asked.constraints,
    }
    for role, text in rows.items():
        for words in parts_of(" ".join(text.split())) if text.strip() else ():
            yield _block(Kind.ORDER, role, words)


def _around_blocks(case: Case) -> Iterator[Block]:
    """Pages first, then scripts, until the limit is reached."""
    left = MOST_AROUND
    if case.page is None:
        return
    for block in (*linked_blocks(case.around, case.page, case.pages_around), *_script_blocks(case)):
        left -= len(block.words) + len(block.leads_to)
        if left < 0:
            return
        yield block


def _script_blocks(case: Case) -> Iterator[Block]:
    if case.page is None:
        return
    for name, text in script_excerpts(case.page, case.around):
        path = split_address(name).path if "/" in name else name
        for line in text.splitlines():
            for words in parts_of(line.strip()) if line.strip() else ():
                yield _block(Kind.ELSEWHERE, f"script {path}", words)


def _block(kind: Kind, role: str, words: str) -> Block:
    return Block(number=0, kind=kind, role=role, words=words, places=NOWHERE)
