"""A work sheet of a page, and parts of it."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from coldread.drafts.case import Case
from coldread.drafts.write import write
from tests.scanner.seeing import seen


def sheet(case: Case, html: str = "", **more: Any) -> str:
    return write(case, {"html": html} if html else {}, None, **more).spec_md


def behind(url: str, html: str) -> dict[str, str]:
    """A page one click away."""
    record = dataclasses.replace(seen(html), url=url, final_url=url)
    return {"url": url, "record": record.to_json().decode()}


def shows(text: str, about: str = "") -> str:
    """What the sheet says of the page, or the line of one subject."""
    part = text.partition("## What the page shows")[2] or text.partition("## Det här visar sidan")[2]
    lines = re.findall(r"^- .*", part.partition("\n## ")[0], re.MULTILINE)
    return "\n".join(one for one in lines if one.startswith(f"- **{about}"))
