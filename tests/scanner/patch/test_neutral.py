"""The same page in another dress gets the same patches: formatting, quotes, case and line ends change nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.patch.make_patches import make_patches
from tests.scanner.seeing import BAD, report, seen, site

from .mending import git, ids


def _lines_of_windows(page: str) -> str:
    return page.replace("\r\n", "\n").replace("\n", "\r\n")


def _tabs(page: str) -> str:
    return re.sub(r"(?m)^ +", lambda blanks: "\t" * (len(blanks[0]) // 2), page)


def _single_quotes(page: str) -> str:
    return re.sub(r'="([^"\']*)"', r"='\1'", page)


def _comments(page: str) -> str:
    return re.sub(r"(<(?:section|form|footer|h1|p)\b)", r"<!-- <h1>part</h1> -->\1", page)


def _upper_case(page: str) -> str:
    return re.sub(r"</?([a-z][a-z0-9]*)", lambda tag: tag[0].upper(), page)


def _reversed_attributes(page: str) -> str:
    def turned(tag: re.Match[str]) -> str:
        attributes = re.findall(r'\s([\w-]+(?:="[^"]*")?)', tag[2])
        return f"<{tag[1]} {' '.join(reversed(attributes))}>" if attributes else tag[0]

    return re.sub(r'<(input|form|a|img|meta)((?:\s[\w-]+(?:="[^"]*")?)+)>', turned, page)


def _one_line(page: str) -> str:
    return re.sub(r">\s*\n\s*<", "><", page)


MUTATIONS: tuple[Callable[[str], str], ...] = (
    _lines_of_windows, _tabs, _single_quotes, _comments, _upper_case, _reversed_attributes, _one_line,
)  # fmt: skip


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.__name__.strip("_"))
def test_the_same_findings_are_mended_whatever_the_file_looks_like(
    name: str, mutation: Callable[[str], str]
) -> None:
    plain, dressed, goal = site(name), mutation(site(name)), BAD[name].goal
    assert dressed != plain or name == "bad_sv"
    as_it_was = make_patches(plain, report(seen(plain, allow_listed=True), goal))
    judged = report(seen(dressed, allow_listed=True), goal)
    mended = make_patches(dressed, judged)
    assert _kinds(mended.fixes) == _kinds(as_it_was.fixes)
    text = git(dressed, mended, mended.diff_safe, mended.diff_needs_review)
    assert not {key for key, fix in mended.fixes.items() if fix.patch} & ids(
        report(seen(text, allow_listed=True), goal)
    )
    before = git(plain, as_it_was, as_it_was.diff_safe, as_it_was.diff_needs_review)
    assert read_dom(text).body.text == read_dom(before).body.text


def _kinds(fixes: object) -> dict[str, str]:
    assert isinstance(fixes, dict)
    return {key: fix.kind for key, fix in fixes.items()}
