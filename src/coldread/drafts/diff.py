"""`diff.patch`: against the buyer's own source, or the page's HTML if the buyer sent none; applied and judged again before it is used."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from coldread.drafts.case import SourcePatch
from coldread.drafts.source_edits.built_pages import Built, find_build_tool
from coldread.drafts.source_edits.text_edits import Kind, TextEdit, apply_text_edits
from coldread.scanner.judge.checks.agent.no_js_text import FEWEST_WORDS, SMALLEST_SHARE
from coldread.scanner.judge.report import Report
from coldread.scanner.page.phrases import words
from coldread.scanner.patch.diff import line_edits_between, split_lines, unified_diff
from coldread.scanner.patch.make_patches import file_name_of, make_patches
from coldread.scanner.patch.source import SourceText, codec_for, read_source

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")

#: what the patch of a page without source says above its first line; `git apply` skips it
_NOTICE = """\
Made against the HTML that the server sent, since no source came with the order:
carry the changes over to the templates that it is made from.

"""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Proposed:
    """What a model would change in the source in addition to the recipes: texts, and numbers that these may introduce."""

    edits: Sequence[TextEdit] = ()
    numbers: frozenset[str] = frozenset()


def source_patches(
    report: Report,
    sources: Mapping[str, str],
    only: frozenset[str] | None = None,
    proposed: Proposed | None = None,
) -> tuple[SourcePatch, ...]:
    """A diff for each source of the buyer; if there is none, one for the page's own HTML. `only`: the findings to patch."""
    kinds: tuple[Kind, ...] = tuple(kind for kind in KINDS if sources.get(kind))
    wanted = proposed or Proposed()
    is_built = built_by(report, sources) is not None
    made = [
        _source_patch(report, read_source(sources[kind]), kind, kind, only, wanted)
        for kind in kinds
        if not (kind == "html" and is_built)
    ]
    if not kinds and report.seen.html and not is_built:
        made = [_source_patch(report, _page_source(report), "html", "page", only, wanted)]
    return tuple(one for one in made if one is not None)


def _page_source(report: Report) -> SourceText | None:
    """As its server sent it."""
    html = report.seen.html
    if "\0" in html:
        return None
    return SourceText(text=html, codec=codec_for(html, dict(report.seen.headers).get("content-type", "")))


def built_by(report: Report, sources: Mapping[str, str]) -> Built | None:
    """The tool that wrote the HTML, if no person did: a change to it does not last, so there is no diff against it."""
    html = sources.get("html") or ("" if sources.get("jsx") else report.seen.html)
    if (found := find_build_tool(html)) is not None:
        return found
    return Built(by="", mark="") if html and _is_filled_in(report) else None


def _is_filled_in(report: Report) -> bool:
    """By the measure of the check `agent.no-js-text`."""
    if report.seen.rendered_html is None:
        return False
    shown = set(words(report.seen.dom.body.text))
    sent = set(words(report.seen.source.body.text))
    return len(shown) >= FEWEST_WORDS and len(shown & sent) < SMALLEST_SHARE * len(shown)


KINDS: tuple[Kind, ...] = ("html", "jsx")
#: characters of a line in a diff that somebody reads
LONGEST_LINE = 5_000


def joined_diff(made: tuple[SourcePatch, ...]) -> str | None:
    """All files in one patch, each in the bytes of its file (`surrogateescape`); None if there is nothing to change."""
    if not made:
        return None
    notice = _NOTICE if made[0].of == "page" else ""
    return notice + "".join(
        one.diff.encode(one.codec, "surrogateescape").decode("utf-8", "surrogateescape") for one in made
    )


def _source_patch(
    report: Report,
    source: SourceText | None,
    kind: Kind,
    of: Literal["html", "jsx", "page"],
    only: frozenset[str] | None,
    proposed: Proposed,
) -> SourcePatch | None:
    if source is None:
        return None
    name = file_name_of(report.seen.final_url, kind)
    patch_set = make_patches(source, report, kind=kind, file_name=name, only=only)
    edits: tuple[TextEdit, ...] = ()
    if proposed.edits:
        fitting = [one for one in proposed.edits if source.with_character_references(one.new) == one.new]
        made = apply_text_edits(patch_set.text or source.text, fitting, kind, proposed.numbers)
        edits = tuple(fitting[number] for number in made.made)
        if edits:
            diff = unified_diff(source.text, line_edits_between(source.text, made.text), name)
            patch_set = dataclasses.replace(patch_set, text=made.text, diff=diff)
    if not patch_set.diff or apply_diff(source.text, patch_set.diff) != patch_set.text:
        return None
    if of == "page" and max(map(len, split_lines(patch_set.diff)), default=0) > LONGEST_LINE:
        return None  # a page that a machine has put on one line: nobody can read what changes
    return SourcePatch(
        of=of,
        file_name=name,
        diff=patch_set.diff,
        source=source.text,
        codec=source.codec,
        patch_set=patch_set,
        edits=edits,
    )


def apply_diff(text: str, diff: str) -> str | None:
    """The text with a diff of one file applied, as strictly as `git apply` does it; None if it does not fit."""
    lines, done, at = split_lines(text), [], 0
    for start, body in _hunks(diff):
        new = _apply_hunk(lines, start, body)
        if new is None or start < at:
            return None
        done += [*lines[at:start], *new[0]]
        at = new[1]
    return "".join([*done, *lines[at:]])


def _hunks(diff: str) -> list[tuple[int, list[str]]]:
    """Each hunk: where it begins, counted from 0, and its lines."""
    found: list[tuple[int, list[str]]] = []
    for line in split_lines(diff):
        begin = _HUNK.match(line)
        if begin is not None:
            found.append((int(begin[1]) - (begin[2] != "0"), []))
        elif found:
            found[-1][1].append(line)
    return found


def _apply_hunk(lines: list[str], at: int, hunk: list[str]) -> tuple[list[str], int] | None:
    """The new lines, and where the text goes on; None if a line is not as the diff says."""
    new: list[str] = []
    for line, follower in zip(hunk, [*hunk[1:], ""], strict=True):
        said = line[1:-1] if follower.startswith("\\") else line[1:]
        if line[0] in " -":
            if at >= len(lines) or lines[at] != said:
                return None
            at += 1
        if line[0] in " +":
            new.append(said)
    return new, at
