"""Procrastinate's own tables, from the SQL file in its package, read without importing it, which takes seconds."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def schema_sql() -> str:
    found = importlib.util.find_spec("procrastinate")
    if found is None or not found.submodule_search_locations:
        raise LookupError("procrastinate is not installed")
    return (Path(found.submodule_search_locations[0]) / "sql" / "schema.sql").read_text()
