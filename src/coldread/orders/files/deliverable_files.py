"""The three files that a buyer may get, and how each is served and shown."""

from __future__ import annotations

import dataclasses

from coldread.base.links import Relation, relation
from coldread.base.table_checks import Incomplete

DRAFT = "spec_draft.md"
FINAL = "spec_final.md"
DIFF = "diff.patch"
#: what the person changed between draft and final; stored for the operator, never served
CHANGES = "draft_to_final.diff"
#: what a model will get about the order; deleted once the model has answered, never served
MATERIAL = "draft_material.json"
#: authors that are not persons: our own preparation, and an outside pipeline
OWN, PIPELINE = MACHINES = ("coldread", "pipeline")


@dataclasses.dataclass(frozen=True, kw_only=True)
class DeliverableFile:
    """One row."""

    file: str
    #: without its charset: every file is UTF-8
    media_type: str
    #: name of the order's link to it
    link: str
    #: field of the order that holds its address
    field: str

    @property
    def relation(self) -> Relation:
        return relation(self.link)

    def __post_init__(self) -> None:
        if not self.relation.path.endswith(f"/{self.file}"):
            raise Incomplete(f"base/links: {self.link} does not lead to {self.file}")


DELIVERABLES: tuple[DeliverableFile, ...] = (
    DeliverableFile(file=DRAFT, media_type="text/markdown", link="draft_result", field="draft_url"),
    DeliverableFile(file=FINAL, media_type="text/markdown", link="result", field="final_url"),
    DeliverableFile(file=DIFF, media_type="text/x-diff", link="diff", field="diff_url"),
)

MEDIA_TYPES = {row.file: f"{row.media_type}; charset=utf-8" for row in DELIVERABLES}


def names_of_files(mark: str = "") -> str:
    """`spec_draft.md, spec_final.md or diff.patch`, for descriptions; `mark` goes around each name."""
    *others, last = (f"{mark}{row.file}{mark}" for row in DELIVERABLES)
    return f"{', '.join(others)} or {last}"
