"""A draft that is ready to be stored, and how an isolated task writes it: the pages and the buyer's source are outsiders'."""

from __future__ import annotations

import base64
import dataclasses
from typing import Any

from coldread.isolation.errors import CutOff
from coldread.isolation.limits import DRAFTS
from coldread.services import Services


@dataclasses.dataclass(frozen=True, kw_only=True)
class WrittenDraft:
    """One version of the specification, with its diff."""

    spec_md: str
    #: in the bytes of its files, which need not be UTF-8 (`surrogateescape`)
    diff: str | None
    flags: tuple[str, ...]
    #: how many of a model's statements were dropped, by reason
    dropped: dict[str, int] = dataclasses.field(default_factory=dict)
    #: the sentences and pieces themselves, for measurements
    lost: tuple[tuple[str, str], ...] = ()
    #: whether it contains a model's words
    is_worded: bool = False

    @property
    def diff_bytes(self) -> bytes:
        return (self.diff or "").encode("utf-8", "surrogateescape")


async def write_elsewhere(services: Services, material: dict[str, Any]) -> WrittenDraft:
    """Without a diff if that costs too much; raises CutOff if even the text does."""
    try:
        made = await services.isolated_tasks.run(DRAFTS, "drafts.write", {**material, "with_patches": True})
    except CutOff:
        made = await services.isolated_tasks.run(DRAFTS, "drafts.write", {**material, "with_patches": False})
    diff = None if made["diff"] is None else base64.b64decode(made["diff"]).decode("utf-8", "surrogateescape")
    return WrittenDraft(**{**made, "flags": tuple(made["flags"]), "diff": diff, "lost": ()})
