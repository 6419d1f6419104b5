"""Patches that are too long for a report's page: stored beside it and offered as files.

A diff contains whole lines, before and after, and a line of a stranger's page may be a megabyte: to serve a page with ten
such patches took half a second.
"""

from __future__ import annotations

import dataclasses
import zlib

from pydantic_core import from_json, to_json

from coldread.pages.report_page.report_view import ReportView
from coldread.scanner.judge.finding import Finding

#: characters of a patch that is shown on the page; a longer one is a file
LONGEST_SHOWN = 16_000
#: characters of all patches stored with one report; the command line has no limit
MOST_KEPT = 4_000_000


def without_long_patches(view: ReportView) -> tuple[ReportView, dict[int, str]]:
    """The view with what it can show, and the longer patches by the numbers of their findings."""
    long: dict[int, str] = {}
    without: set[int] = set()
    room = MOST_KEPT
    for number, item in (pair for _, rows in view.groups for pair in rows):
        patch = item.fix.patch or ""
        if len(patch) <= LONGEST_SHOWN:
            continue
        without.add(number)
        if len(patch) <= room:
            long[number] = patch
            room -= len(patch)
    if not without:
        return view, {}
    groups = tuple(
        (
            severity,
            tuple((number, _without_patch(item) if number in without else item) for number, item in rows),
        )
        for severity, rows in view.groups
    )
    patched = tuple(number for number in view.patched if number in long or number not in without)
    return dataclasses.replace(view, groups=groups, patched=patched), long


def packed_patches(patches: dict[int, str]) -> bytes:
    return zlib.compress(to_json(patches), 6)


def unpacked_patches(kept: bytes) -> dict[int, str]:
    """None is longer than the stored ones."""
    told = from_json(zlib.decompressobj().decompress(kept, 8 * MOST_KEPT))
    return {int(number): patch for number, patch in told.items()}


def _without_patch(item: Finding) -> Finding:
    return dataclasses.replace(item, fix=dataclasses.replace(item.fix, patch=None))
