"""The public face: two diffs kept apart, fixes for every finding, and nothing that the page did not say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from coldread.scanner.judge.judgement import Judgement, judge_page
from coldread.scanner.judge.rubric import CHECKS
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.page import Page
from coldread.scanner.patch.changes import CannotPatch, InsertInHead, New, SetAttribute
from coldread.scanner.patch.html_edits import HtmlFile
from coldread.scanner.patch.make_patches import make_patches, with_fixes
from coldread.scanner.patch.recipe import Recipe
from coldread.scanner.patch.recipe_table import RECIPES
from coldread.scanner.patch.source import SourceText
from tests.scanner.seeing import BAD, ENGLISH, GOLD, document, report, seen, seen_site, site

from .applying import applied
from .mending import git, ids

OWN_PAGES = {**GOLD, **BAD}
FIELD = '<form action="/x"><label>Mail <input name="email"></label><button>Book a call</button></form>'
MESSY = (
    "\ufeff<!DOCTYPE html>\r\n<HTML>\r\n<HEAD>\r\n\t<TITLE>Bread</TITLE>\r\n\t<META NAME=robots CONTENT=noindex>\r\n</HEAD>\r\n"
    "<BODY>\r\n\t<H1>Fresh bread at your door</H1>\r\n\t<!-- <h1>old</h1> -->\r\n\t<H1>Cakes\r\n\t<p>"
    + ENGLISH
    + "\r\n"
    "\t<svg><title>x</title></svg><template><h1>no</h1></template>\r\n"
    '\t<FORM ACTION="/x"><label>Mail <INPUT NAME=email TYPE=text TYPE=email></label><button>Book a call</button></FORM>\r\n'
    "\t<footer>&copy; 2019 Limpa</footer>\r\n"
)


@pytest.mark.parametrize("name", OWN_PAGES)
def test_own_pages_are_mended_without_a_new_finding(name: str) -> None:
    page, brief = site(name), OWN_PAGES[name]
    before = report(seen_site(name), brief.goal, audience=brief.audience)
    mended = make_patches(page, before)
    safe = git(page, mended, mended.diff_safe)
    both = git(page, mended, mended.diff_safe, mended.diff_needs_review)
    for text, kinds in ((safe, ("safe",)), (both, ("safe", "needs_review"))):
        after = report(seen(text, allow_listed=True), brief.goal, audience=brief.audience)
        gone = {key for key, fix in mended.fixes.items() if fix.patch and fix.kind in kinds}
        assert not gone & ids(after)
        assert ids(after) <= ids(before)
        assert after.scores.overall >= before.scores.overall


@pytest.mark.parametrize("name", OWN_PAGES)
def test_every_single_patch_applies_alone(name: str, tmp_path: Path) -> None:
    page, brief = site(name).encode(), OWN_PAGES[name]
    mended = make_patches(page, report(seen_site(name), brief.goal, audience=brief.audience))
    for fix in mended.fixes.values():
        if fix.patch:
            assert applied(tmp_path, page, mended.to_bytes(fix.patch)) != page


@pytest.mark.parametrize("name", BAD)
def test_what_has_one_right_answer_carries_a_patch(name: str) -> None:
    before = report(seen_site(name), BAD[name].goal)
    mended = make_patches(site(name), before)
    mechanical = {"form.email-type", "form.autocomplete"} & ids(before)
    assert len(mechanical) >= 2
    assert {key for key in mechanical if not mended.fixes[key].patch} == set()


@pytest.mark.parametrize("name", BAD)
def test_a_patch_brings_no_fact_that_the_page_did_not_state(name: str) -> None:
    """Numbers, addresses and words of added text stand on the page already, or are marked for the owner."""
    page, brief = site(name), BAD[name]
    mended = make_patches(page, report(seen_site(name), brief.goal, audience=brief.audience))
    added = " ".join(
        line[1:]
        for diff in (mended.diff_safe, mended.diff_needs_review)
        for line in diff.splitlines()
        if line.startswith("+") and not line.startswith("+++")
    )
    numbers = set(re.findall(r"\d{3,}", re.sub(r"style=\"[^\"]*\"", "", added))) - {"2026"}
    assert all(number in page for number in numbers)
    addresses = set(re.findall(r'(?:href|src|action)="([^"]+)"', added))
    assert all(
        one in page or one.startswith(("ADD-", "mailto:ADD-", "/", "#", "https://page.example"))
        for one in addresses
    )


def test_a_messy_file_keeps_every_byte_that_is_not_mended(tmp_path: Path) -> None:
    data = MESSY.encode()
    judged = report(seen(MESSY))
    mended = make_patches(data, judged)
    text = applied(tmp_path, data, mended.to_bytes(mended.diff_safe)).decode()
    assert text.startswith("\ufeff<!DOCTYPE html>\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert "\t<META NAME=robots CONTENT=noindex>\r\n" in text
    assert "\t<!-- <h1>old</h1> -->\r\n" in text
    assert "&copy; 2019 Limpa" in text
    assert "\t<H1>Cakes\r\n" in text
    assert mended.fixes["clarity.h1-multiple"].kind == "spec_only"
    # the first TYPE counts, and it says text
    assert "TYPE=email TYPE=email" in text


def test_bytes_that_are_no_text_survive(tmp_path: Path) -> None:
    page = document(f"<h1>Fresh bread</h1>{ENGLISH}<p>b\udcffd {FIELD}</p>")
    data = page.encode("utf-8", "surrogateescape")
    mended = make_patches(data, report(seen(page.replace("\udcff", "\ufffd"))))
    text = applied(tmp_path, data, mended.to_bytes(mended.diff_safe))
    assert b'b\xffd <form action="/x"><label>Mail <input name="email" type="email"' in text


def test_a_windows_file_is_patched_in_its_own_encoding(tmp_path: Path) -> None:
    page = document(
        f"<h1>Färskt bröd</h1>{ENGLISH}<p>Gräddat {FIELD}</p>", head='<meta charset="iso-8859-1">'
    )
    data = page.encode("cp1252")
    mended = make_patches(data, report(seen(page)))
    text = applied(tmp_path, data, mended.to_bytes(mended.diff_safe))
    assert "Färskt bröd".encode("cp1252") in text
    assert 'Gräddat <form action="/x"><label>Mail <input name="email" type="email"'.encode("cp1252") in text


def test_a_file_that_no_diff_can_carry_is_left_to_words() -> None:
    judged = report(document(f"<h1>a</h1><h1>b</h1>{ENGLISH}"))
    mended = make_patches(document("x").encode("utf-16"), judged)
    assert mended.diff_safe == mended.diff_needs_review == ""
    assert {fix.kind for fix in mended.fixes.values()} == {"spec_only"}


def test_the_report_carries_the_patches() -> None:
    page = document(f"<h1>Fresh bread</h1>{FIELD}{ENGLISH}")
    judged = report(page)
    carrying = with_fixes(judged, make_patches(page, judged))
    mended = next(finding for finding in carrying.findings if finding.id == "form.email-type")
    assert mended.fix.to_dict()["kind"] == "safe"
    assert "+" in mended.fix.to_dict()["patch"]
    assert all(finding.fix.patch or finding.fix.kind == "spec_only" for finding in carrying.findings)
    assert [one.id for one in carrying.top] == [one.id for one in judged.top]


def test_the_same_page_gives_the_same_patches() -> None:
    first, second = (make_patches(site("bad_en"), report(seen_site("bad_en"), "demo")) for _ in range(2))
    assert first == second


def test_the_file_name_is_the_callers() -> None:
    page = document(f"<h1>Fresh bread</h1>{FIELD}{ENGLISH}")
    assert (
        "+++ b/public/index.html\n"
        in make_patches(page, report(page), file_name="public/index.html").diff_safe
    )


def test_every_recipe_is_for_a_check_and_every_mechanical_check_has_one() -> None:
    known = {row.meta.id: row.meta.fix for row in CHECKS}
    further = {name for name in RECIPES if name.startswith("a11y.")}
    assert set(RECIPES) - further <= set(known)
    assert {name for name, kind in known.items() if kind == "safe"} <= set(RECIPES)


def test_a_patch_that_would_bring_a_new_finding_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    page = document(f"<h1>Fresh bread</h1>{FIELD}{ENGLISH}")
    hidden = InsertInHead(new=New(tag="meta", attributes=(("name", "robots"), ("content", "noindex"))))
    right = RECIPES["form.email-type"]
    hiding = replace(right, make=lambda work, finding: [*right.make(work, finding), hidden])
    monkeypatch.setitem(cast("dict[str, Recipe]", RECIPES), "form.email-type", hiding)
    mended = make_patches(page, report(page))
    assert mended.fixes["form.email-type"].kind == "spec_only"
    assert mended.dropped["form.email-type"] == "seo.noindex would be new"


def test_a_mended_page_reads_the_same() -> None:
    """No patch adds, moves or takes away a word."""
    before, brief = site("bad_en"), BAD["bad_en"]
    mended = make_patches(before, report(seen_site("bad_en"), brief.goal))
    after = git(before, mended, mended.diff_safe, mended.diff_needs_review)
    assert after != before
    assert read_dom(after).body.text == read_dom(before).body.text


def test_every_recipe_says_why_an_expert_would_merge_it() -> None:
    assert all(len(recipe.why.split()) >= 6 for recipe in RECIPES.values())


def test_a_patch_that_leaves_its_finding_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    page = document(f"<h1>Fresh bread</h1>{FIELD}{ENGLISH}")
    idle = Recipe(
        make=lambda work, _finding: [SetAttribute(element=work.page.dom.root, name="dir", value="ltr")],
        why="nobody would",
    )
    monkeypatch.setitem(cast("dict[str, Recipe]", RECIPES), "form.email-type", idle)
    mended = make_patches(page, report(page))
    assert mended.fixes["form.email-type"].kind == "spec_only"
    assert mended.dropped["form.email-type"] == "form.email-type is still there"


def test_two_values_for_one_attribute_are_refused() -> None:
    file = HtmlFile(SourceText(text=document("<p>x</p>")))
    root = file.markup.dom.root
    wanted = [SetAttribute(element=root, name="lang", value=value) for value in ("sv", "de")]
    with pytest.raises(CannotPatch, match="two values"):
        file.edits(wanted)
    assert len(file.edits([wanted[0], wanted[0]])) == 1


def test_the_page_is_judged_anew_only_for_patches_that_change_what_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: list[Page] = []

    def counting(page: Page) -> Judgement:
        judged.append(page)
        return judge_page(page)

    monkeypatch.setattr("coldread.scanner.patch.verify.judge_page", counting)
    page = document(
        f"<h1>Fresh bread at your door by seven</h1><p>{ENGLISH}</p><a href=/book>Book a call</a>"
        "<form action=/x><label>Mail <input name=email></label><button>Book a call</button></form>"
    )
    mended = make_patches(page, report(seen(page)))
    patched = {key for key, fix in mended.fixes.items() if fix.patch}
    assert {"seo.canonical", "form.email-type", "form.autocomplete"} <= patched
    loud = len(patched) - len({"seo.canonical", "form.autocomplete", "seo.meta-description"} & patched)
    assert len(judged) <= loud + 4  # before, the quiet ones, the safe ones, all
