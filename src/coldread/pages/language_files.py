"""What pages need in each language besides their texts: documents and a picture of the sample."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

from coldread.base.languages import Language
from coldread.pages.documents import DOCUMENTS, template_of


def gaps() -> list[str]:
    """One sentence for each file that a language lacks."""
    folder = resources.files("coldread.pages")
    return [f"pages/{path} is missing" for path in _files_wanted() if not folder.joinpath(path).is_file()]


def _files_wanted() -> Iterator[str]:
    for name, written in DOCUMENTS.items():
        yield from (f"templates/{template_of(name, language)}" for language in written)
    yield from (f"static/sample-{language}.webp" for language in Language)
