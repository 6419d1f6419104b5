"""The three files that a buyer may get, and how each is served."""

from __future__ import annotations

DRAFT = "spec_draft.md"
FINAL = "spec_final.md"
DIFF = "diff.patch"
#: what the person changed between draft and final; kept for the operator, never served
CHANGES = "draft_to_final.diff"

MEDIA_TYPES = {
    DRAFT: "text/markdown; charset=utf-8",
    FINAL: "text/markdown; charset=utf-8",
    DIFF: "text/x-diff; charset=utf-8",
}
