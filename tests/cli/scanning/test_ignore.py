"""The ignore file: what it leaves out, and how it refuses what it does not understand."""

from __future__ import annotations

from pathlib import Path

import pytest

from coldread.cli.scanning.exits import Code, Stop
from coldread.cli.scanning.ignore import Sifted, ignore_entries, sift
from tests.cli.scanning.bad_page import findings


def sifted(tmp_path: Path, text: str) -> Sifted:
    file = tmp_path / "ignored"
    file.write_text(text, "utf-8")
    return sift(findings(), ignore_entries(file))


def left_out(found: Sifted) -> dict[str, str]:
    return {item.finding.id: item.reason for item in found.ignored}


def test_a_finding_is_left_out_with_its_reason(tmp_path: Path) -> None:
    found = sifted(tmp_path, "# known\n\ntrust.no-direct-contact -- launch is in May\nseo.title\n")
    assert left_out(found) == {"trust.no-direct-contact": "launch is in May", "seo.title": ""}
    assert len(found.remaining) == len(findings()) - 2


def test_the_id_of_a_retired_check_holds_for_the_one_that_took_its_place(tmp_path: Path) -> None:
    assert left_out(sifted(tmp_path, "trust.contact -- in the footer soon")) == {
        "trust.no-direct-contact": "in the footer soon"
    }
    found = sifted(tmp_path, "trust.no-proof -- first quotes come in June\n")
    assert (left_out(found), len(found.idle)) == ({}, 1), "nothing took its place, and it is no error"


def test_a_star_stands_for_any_characters(tmp_path: Path) -> None:
    assert set(left_out(sifted(tmp_path, "seo.* -- later"))) == {
        item.id for item in findings() if item.id.startswith("seo.")
    }


def test_a_fingerprint_leaves_out_that_very_one_only(tmp_path: Path) -> None:
    mark = next(item.fingerprint for item in findings() if item.id == "seo.title")
    assert set(left_out(sifted(tmp_path, f"seo.title fingerprint={mark}"))) == {"seo.title"}
    assert not left_out(sifted(tmp_path, f"seo.title fingerprint={'0' * 16}"))


def test_a_finding_of_several_places_stays_until_every_place_is_ignored(tmp_path: Path) -> None:
    finding = next(item for item in findings() if item.id == "form.autocomplete")
    lines = [f"form.autocomplete selector={proof.selector} -- agreed" for proof in finding.evidence]
    assert len(lines) > 1
    assert not left_out(sifted(tmp_path, "\n".join(lines[:-1])))
    assert left_out(sifted(tmp_path, "\n".join(lines))) == {"form.autocomplete": "agreed"}


def test_a_selector_may_hold_what_elsewhere_begins_a_comment(tmp_path: Path) -> None:
    finding = next(item for item in findings() if item.evidence[0].selector.startswith("#"))
    lines = [f"{finding.id} selector={proof.selector}" for proof in finding.evidence]
    assert set(left_out(sifted(tmp_path, "\n".join(lines)))) == {finding.id}


def test_an_entry_that_meets_nothing_is_told(tmp_path: Path) -> None:
    found = sifted(tmp_path, "seo.title\n\nfriction.popup -- gone since June\n")
    assert [(entry.line, entry.id) for entry in found.idle] == [(3, "friction.popup")]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("trust.no-direct-contac", "Did you mean trust.no-direct-contact?"),
        ("everything", "no finding's id"),
        ("seo.title because=reasons", "selector=… or fingerprint=…"),
        ("seo.title selector=", "selector=… or fingerprint=…"),
        ("seo.title fingerprint=abc", "sixteen characters"),
    ],
)
def test_a_line_that_means_nothing_is_refused_with_its_number(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(Stop) as stop:
        sifted(tmp_path, f"# first\n{line}\n")
    assert stop.value.code is Code.USAGE
    assert "line 2" in stop.value.sentence
    assert told in stop.value.sentence


def test_only_a_file_that_was_named_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert ignore_entries(None) == ()
    (tmp_path / ".coldread-ignore").write_text("seo.title", "utf-8")
    assert [entry.id for entry in ignore_entries(None)] == ["seo.title"]
    with pytest.raises(Stop):
        ignore_entries(tmp_path / "elsewhere")
