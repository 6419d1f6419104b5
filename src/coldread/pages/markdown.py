"""The Markdown version of a page: the same words for programs, with front matter that says what it is."""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.languages import Language
from coldread.pages.render import PRIVATE, PUBLIC, language_of, render
from coldread.web.request import services_of

MARKDOWN = "text/markdown"
#: day on which the words of the pages were last changed
LAST_UPDATED = "2026-11-15"


def wants_markdown(request: Request) -> bool:
    return MARKDOWN in request.headers.get("accept", "")


def markdown_page(request: Request, template: str, *, canonical: str, **values: Any) -> Response:
    """A public page's Markdown version, from its own template."""
    return markdown_response(request, render(request, template, **values), canonical=canonical)


def markdown_response(
    request: Request,
    text: str,
    *,
    canonical: str,
    title: str = "",
    description: str = "",
    updated: str = LAST_UPDATED,
    language: Language | None = None,
    private: bool = False,
) -> Response:
    """`text` under its front matter; title and description are its own first lines if none are given."""
    found_title, found_description = _first_lines(text)
    front = {
        "title": title or found_title,
        "description": description or found_description,
        "canonical_url": services_of(request).settings.base_url + canonical,
        "last_updated": updated,
        "language": (language or language_of(request)).value,
    }
    head = "\n".join(f"{name}: {_yaml_quoted(value)}" for name, value in front.items())
    headers = {**(PRIVATE if private else PUBLIC), "Vary": "Accept, Accept-Language"}
    return Response(f"---\n{head}\n---\n\n{text.strip()}\n", 200, headers, f"{MARKDOWN}; charset=utf-8")


def _first_lines(text: str) -> tuple[str, str]:
    """The first heading, and the first line below it that is plain text."""
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    after = text[heading.end() :] if heading else text
    plain = next((line.strip() for line in after.splitlines() if re.match(r"[^\W\d_]", line.strip())), "")
    return (heading.group(1).strip() if heading else "Coldread"), plain[:200]


def _yaml_quoted(value: str) -> str:
    """A YAML double-quoted scalar on one line."""
    plain = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
