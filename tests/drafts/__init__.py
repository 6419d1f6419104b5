"""Tests of the room `drafts`."""
