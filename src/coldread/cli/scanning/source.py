"""The page's source in its owner's version: the position of its lines, and patches for it."""

from __future__ import annotations

import dataclasses
from pathlib import Path, PurePosixPath
from urllib.parse import quote, urlsplit

from coldread.cli.scanning.exits import usage_error
from coldread.cli.scanning.options import ScanOptions
from coldread.cli.scanning.place import Place
from coldread.scanner.judge.report import Report
from coldread.scanner.patch.make_patches import Kind, PatchSet, make_patches
from coldread.scanner.patch.source import read_source
from coldread.scanner.report.lines import Lines

COMPONENTS = (".jsx", ".tsx", ".js", ".ts")


@dataclasses.dataclass(frozen=True, kw_only=True)
class SourceFile:
    """A file, or the page as it was received if its owner gave no file."""

    data: bytes | str
    file: Path | None
    #: its name in a diff: relative to the working folder if possible
    name: str

    @property
    def kind(self) -> Kind:
        return "jsx" if self.file is not None and self.file.suffix.lower() in COMPONENTS else "html"

    @property
    def uri(self) -> str:
        """In the form that code hosts want: relative if possible; empty without a file."""
        if self.file is None:
            return ""
        inside = _path_in_working_folder(self.file)
        return quote(inside) if inside else self.file.resolve().as_uri()

    def lines(self, report: Report) -> Lines | None:
        """None if lines have no meaning: no file, a component, or bytes that are not text."""
        source = read_source(self.data) if self.file is not None and self.kind == "html" else None
        return Lines(source.text, report.seen.dom) if source is not None else None

    def patch_set(self, report: Report) -> PatchSet:
        return make_patches(self.data, report, kind=self.kind, file_name=self.name)


def source_of(order: ScanOptions, place: Place, sent: str) -> SourceFile:
    """The file of `--html`, else the scanned file, else the received page; raises Stop."""
    file = order.html or place.file
    if file is None:
        return SourceFile(data=sent, file=None, name=_name_of(place.url))
    try:
        data = file.read_bytes()
    except OSError as error:
        raise usage_error(f"{file} cannot be read: {error.strerror}.") from None
    return SourceFile(data=data, file=file, name=_path_in_working_folder(file) or file.name)


def review_path(path: Path) -> Path:
    """The file for patches that need a review: `fix.diff` has its `fix.review.diff`."""
    return path.with_suffix(f".review{path.suffix}")


def _path_in_working_folder(file: Path) -> str:
    """The path in the working folder; empty if it is outside."""
    try:
        return file.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return ""


def _name_of(url: str) -> str:
    last = PurePosixPath(urlsplit(url).path).name
    return last if last.endswith((".html", ".htm")) else "index.html"
