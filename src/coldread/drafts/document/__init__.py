"""`spec_draft.md`: its parts, and the whole text."""
