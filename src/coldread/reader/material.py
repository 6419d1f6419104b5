"""Everything that a model gets about one page, as a record that can be compared and stored, and as the text of a
request.

The same page gives the same material: numbers are rounded, pictures are compared by a coarse hash, and the prefix of
the block ids is random for each request and not part of the material."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from coldread.base.languages import Language, english_name
from coldread.llm.prompt import Picture, Prompt, fenced
from coldread.reader.blocks import Block, Kind, blocks_of
from coldread.reader.measured import Fact, files_that_failed, lacks_own_parts, measured_facts
from coldread.reader.prompts.files import instructions
from coldread.reader.tiles import ShownPicture
from coldread.scanner.judge.report import Report
from coldread.scanner.page.markup import source_text
from coldread.scanner.page.page import Page

#: the prompt in use; a file that was used is never changed
PROMPT_VERSION = "read_1"
LONGEST_SOURCE, LONGEST_PART = 30_000, 120_000


@dataclasses.dataclass(frozen=True, kw_only=True)
class Material:
    """What is known about one page."""

    goal: str
    audience: str
    lang: Language
    #: as `2026-11`, to judge how old a date on the page is
    month: str
    facts: tuple[Fact, ...]
    missing: tuple[str, ...]
    blocks: tuple[Block, ...]
    #: blocks or source were left out because of their length
    cut: bool
    source: str
    #: a script or frame of the page's own site did not load, so its content may be missing
    unseen_parts: bool = False
    #: a measured obstacle blocks every visitor's way to the goal
    blocked: bool = False

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> Material:
        from pydantic import TypeAdapter

        return TypeAdapter(Material).validate_python(value)


def material_of(report: Report, page: Page) -> Material:
    blocks = blocks_of(page)
    source = source_text(page)
    return Material(
        goal=str(report.brief.goal),
        audience=report.brief.audience,
        lang=report.brief.lang,
        month=page.seen.seen_on[:7],
        facts=measured_facts(report, page, blocks),
        missing=files_that_failed(page),
        blocks=blocks.all,
        cut=blocks.cut or len(source) > LONGEST_SOURCE,
        source=_until_a_line_ends(source, LONGEST_SOURCE),
        unseen_parts=lacks_own_parts(page),
        blocked=_is_blocked(report),
    )


def _is_blocked(report: Report) -> bool:
    """Whether a measured obstacle blocks every visitor's way to the goal."""
    from coldread.scanner.judge.finding import Severity
    from coldread.scanner.judge.measured import is_measured

    return any(item.severity is Severity.P0 and is_measured(item.id) for item in report.findings)


def _until_a_line_ends(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return text[:most].rpartition("\n")[0] or text[:most]


def material_mark(material: Material, pictures: Sequence[ShownPicture], asked_of: Mapping[str, str]) -> str:
    """SHA-256 of the material and of who reads it (endpoint, model, versions): the same mark means the same reading."""
    content = {
        **material.to_json(),
        "pictures": [(picture.name, picture.mark) for picture in pictures],
        "asked": dict(asked_of),
        "prompt": instructions(PROMPT_VERSION),
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def new_prefix(material: Material) -> str:
    """A random prefix for the block ids of one request."""
    return block_prefix(" ".join(block.words for block in material.blocks) + material.source)


def block_prefix(words: str) -> str:
    """A prefix that is nowhere in an outsider's words, so that these cannot name a block."""
    while True:
        prefix = f"b{secrets.token_hex(3)}"
        if prefix not in words:
            return prefix


def prompt_for(
    material: Material,
    shown: Sequence[ShownPicture],
    prefix: str,
    *,
    name: str = PROMPT_VERSION,
    **values: str,
) -> Prompt:
    """Instructions before and after the material, whose parts are fenced; `values` are our words that fill the prompt's placeholders."""
    parts = (
        ("Goal, audience, language and month", _brief_lines(material)),
        ("What was measured", _fact_lines(material, prefix)),
        ("What did not come to us", "\n".join(material.missing) or "everything came"),
        ("What the buyer wrote in the order", _block_lines(material, prefix, {Kind.ORDER})),
        (
            "The page in blocks" + (" (its end was left out)" if material.cut else ""),
            _block_lines(material, prefix, set(Kind) - {Kind.ORDER, Kind.ELSEWHERE}),
        ),
        (
            "Other pages of the site and its scripts, in blocks",
            _block_lines(material, prefix, {Kind.ELSEWHERE}),
        ),
        ("The page's markup as its server sent it, without scripts and drawings", material.source),
        ("The pictures, in their order", _picture_lines(shown)),
    )
    fenced_parts = "\n\n".join(
        f"{title}:\n{fenced(text, LONGEST_PART, lines=True)}" for title, text in parts if text
    )
    filled = instructions(name, mark=prefix, language=english_name(material.lang), **values)
    return Prompt(
        instructions=filled,
        material=f"{fenced_parts}\n\n{instructions('after')}",
        pictures=tuple(Picture(name=picture.name, content=picture.content) for picture in shown),
    )


def _brief_lines(material: Material) -> str:
    rows = {"goal": material.goal, "audience": material.audience or "not said", "seen in": material.month}
    return "\n".join(f"{name}: {value}" for name, value in rows.items())


def _fact_lines(material: Material, prefix: str) -> str:
    return "\n".join(
        f"{fact.id}: {fact.words}" + "".join(f" [{prefix}-{number}]" for number in fact.blocks)
        for fact in material.facts
    )


def _block_lines(material: Material, prefix: str, kinds: Collection[Kind]) -> str:
    return "\n".join(
        f"[{prefix}-{block.number}] {_block_description(block)}"
        for block in material.blocks
        if block.kind in kinds
    )


def _block_description(block: Block) -> str:
    where = ""
    if block.kind in (Kind.PAINTED, Kind.IMAGE):
        first = block.places[0]
        windows = (("computer", first.desktop), ("phone", first.mobile))
        where = "".join(f", {name} {at:g}" for name, at in windows if at is not None)
        where += f", in {len(block.places)} places" if len(block.places) > 1 else ""
    hidden = ", not shown" if block.kind is Kind.HIDDEN and block.role != "hidden text" else ""
    leads = f" → {block.leads_to}" if block.leads_to else ""
    return f"{block.role}{hidden}{where}{leads}: {block.words}"


def _picture_lines(pictures: Sequence[ShownPicture]) -> str:
    return "\n".join(f"{n + 1}. {picture.name}: {picture.told}" for n, picture in enumerate(pictures))
