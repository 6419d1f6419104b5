"""`chat_summary` says that a model is still reading, and has its points once it has read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coldread.base.languages import Language
from coldread.scanner.report.chat_length import LONGEST
from coldread.scanner.report.words import say
from coldread.scans.chat_notes import with_notes, with_pending, with_reading, without_pending

SUMMARY = "\n".join(
    [
        "**61/100** · Visitors order. Several things are in the way.",
        "What does it cost? no.",
        "1. P1 No price is shown → Name the price beside the button",
        "2. P2 The text is pale → Use a darker colour",
    ]
)


def summary(lang: Language = Language.EN) -> str:
    return f"{SUMMARY}\n{say(lang, 'next')}"


@pytest.mark.parametrize("lang", list(Language))
def test_while_a_model_reads_the_last_line_says_so_and_no_longer_when_none_came(lang: Language) -> None:
    waiting = with_pending(summary(lang), lang)
    assert waiting.split("\n")[-1] == say(lang, "reading_pending")
    assert waiting.split("\n")[:-1] == SUMMARY.split("\n")
    assert without_pending(waiting, lang) == summary(lang)
    assert with_notes(waiting, {"pending": False, "silent": "no-model"}, lang) == summary(lang)


def reading(problems: list[dict[str, Any]]) -> dict[str, Any]:
    """Two answers of a reader, of whom three are missing."""
    answers = [("what", "partly", "It says hotels."), ("cost", "no", "No price.")]
    rows = [
        {"question": name, "answer": answer, "because": because, "quotes": []}
        for name, answer, because in answers
    ]
    return {"answers": rows, "problems": problems, "points": 40}


def test_of_the_rules_summary_only_the_score_is_left_once_a_model_has_read() -> None:
    problems = [{"text": f"Problem {n}.", "remedy": f"Do {n}."} for n in range(1, 5)]
    lines = with_notes(with_pending(summary(), Language.EN), reading(problems), Language.EN).split("\n")
    assert lines == [
        "Read by a language model, **40/100**. Rules: 61/100 · Visitors order.",
        "What does it cost me? No. What is it? Partly.",
        *(f"{n}. Problem {n}. → Do {n}." for n in (1, 2, 3)),
        say(Language.EN, "next"),
    ]


def test_what_was_measured_stays_where_the_reader_names_no_problem() -> None:
    lines = with_reading(summary(), reading([]), Language.EN).split("\n")
    assert lines[2:] == [*SUMMARY.split("\n")[2:], say(Language.EN, "next")]


def test_a_link_in_a_models_words_does_not_reach_the_chat() -> None:
    problem = {"text": "See [this](https://evil.example/x) now.", "remedy": ""}
    said = with_reading(summary(), reading([problem]), Language.EN)
    assert "evil" not in said
    assert "](" not in said


@given(
    st.lists(
        st.fixed_dictionaries(
            {"text": st.text("abc é.", min_size=1, max_size=420), "remedy": st.text("xyz ", max_size=320)}
        ),
        max_size=8,
    ),
    st.text("words and more ", max_size=590),
)
def test_it_never_gets_longer_than_a_summary_may_be(problems: list[dict[str, Any]], filling: str) -> None:
    whole = f"{filling[: LONGEST - 60]}\n{say(Language.EN, 'next')}"
    assert len(with_pending(whole, Language.EN)) <= LONGEST
    assert len(with_reading(whole, reading(problems), Language.EN)) <= LONGEST
