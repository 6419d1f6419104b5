"""`coldread eval`: engines beside the readers of labelled pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coldread.cli.main import app
from coldread.scanner.stored_record import packed_record
from tests.harness.fake_model import FakeModel, openai_reply
from tests.scanner.seeing import seen_site

PAGES = {
    "a1": ("calls_en", "book_call", "en"),
    "b1": ("demo_sv", "demo", "sv"),
    "c1": ("bad_en", "demo", "en"),
}
ANSWERS = ("what", "for_me", "believe", "cost", "press")


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """Three pages, two readers who agree, and a test page that nobody asked for."""
    folder, records = tmp_path / "bench", tmp_path / "records"
    (folder / "labels").mkdir(parents=True)
    records.mkdir()
    rows = [
        {"id": name, "goal": goal, "language": lang, "split": "train" if name != "c1" else "test"}
        for name, (_, goal, lang) in PAGES.items()
    ]
    (folder / "pages.json").write_text(json.dumps(rows))
    for reader, shift in (("a", 0), ("b", 4)):
        told = [
            {
                "page": name,
                "score": 80 - 10 * number + shift,
                "answers": dict.fromkeys(ANSWERS, "yes"),
                "problems": [],
                "headline": {"telling": "yes"},
                "items": [],
            }
            for number, name in enumerate(PAGES)
        ]
        (folder / "labels" / f"{reader}.json").write_text(json.dumps(told))
    for name, (site, _, _) in PAGES.items():
        (records / f"{name}.z").write_bytes(packed_record(seen_site(site)))
    return tmp_path


def run(bench: Path, *words: str, **env: str) -> Any:
    where = ("--bench", str(bench / "bench"), "--records", str(bench / "records"))
    settings = {f"COLDREAD_{name.upper()}": value for name, value in env.items()}
    return CliRunner().invoke(
        app, ["eval", *where, *words], env={**settings, "COLDREAD_DATA_DIR": str(bench)}
    )


def test_our_rules_are_held_against_the_readers(bench: Path) -> None:
    done = run(bench)
    assert done.exit_code == 0, done.output
    assert "rank correlation of `overall` with the readers' mean, 2 pages" in done.output
    assert "answer to *press*" in done.output


def test_test_pages_are_opened_only_when_they_are_asked_for(bench: Path) -> None:
    assert ", 1 pages |" in run(bench, "--split", "test").output


def test_a_model_is_held_against_the_same_readers(bench: Path) -> None:
    """What it says without ground is dropped, as in the service."""
    said = {
        "seen": [],
        "stranger": "",
        "answers": [
            {"question": "what", "answer": "no", "because": "The page says so.", "references": []},
            {"question": "cost", "answer": "no", "because": "It costs 9,000 kr.", "references": []},
        ],
        "problems": [],
        "points": 40,
    }
    with FakeModel(lambda _: openai_reply(said)) as fake:
        done = run(
            bench, "--engine", "model", llm_provider="openai", llm_base_url=fake.url, llm_model="f", llm_api_key="k"
        )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "rank correlation" in done.output
    assert "a1: 1 of 5 answers" in done.output


def test_a_model_is_asked_more_than_once_and_beside_what_it_said_before(bench: Path) -> None:
    points = iter((40, 50, 60, 60))
    said = {
        "seen": [],
        "stranger": "",
        "answers": [{"question": "what", "answer": "no", "because": "The page says so.", "references": []}],
        "problems": [],
    }
    words = ("--engine", "model", "--sentinels", str(bench / "sentinels.json"))
    with FakeModel(lambda _: openai_reply({**said, "points": next(points, 70)})) as fake:
        model = {"llm_provider": "openai", "llm_base_url": fake.url, "llm_model": "f", "llm_api_key": "k"}
        first = run(bench, *words, "--times", "2", **model)
        again = run(bench, *words, **model)
    assert (
        "2 pages read 2 times each: points 5.0 apart on average (standard deviation 2.5), more than 8 on 1"
        in first.output
    )
    assert "2 readings to compare later ones with" in first.output
    assert "| a1 | 40 | 70 | 0 | 0 |" in again.output


def test_what_is_missing_is_said_in_a_sentence(bench: Path) -> None:
    assert "no model is configured" in run(bench, "--engine", "model").output
    (bench / "bench" / "pages.json").unlink()
    assert "holds no pages.json" in run(bench).output
