"""A table that lacks what another needs: no process begins with it, and `doctor` says it, in the same sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from coldread import startup_checks
from coldread.cli.main import app


@pytest.fixture(autouse=True)
def _gap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        startup_checks, "CHECKS", (lambda: ["first lacks a row"], lambda: ["second lacks two"])
    )
    monkeypatch.setenv("COLDREAD_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("COLDREAD_SCAN_ENGINE", "lite")


@pytest.mark.parametrize("process", ["serve", "work"])
def test_no_process_begins_and_every_gap_is_told(process: str, tmp_path: Path) -> None:
    said = CliRunner().invoke(app, [process])
    assert said.exit_code == 2
    assert said.stderr == "✗ first lacks a row\n✗ second lacks two\n"
    assert list(tmp_path.iterdir()) == [], "nothing was made, migrated or opened"


def test_the_doctor_lists_them() -> None:
    said = CliRunner().invoke(app, ["doctor"])
    assert said.exit_code == 1
    assert "✗ tables" in said.stdout
    assert "second lacks two" in said.stdout
