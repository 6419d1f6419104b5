"""Pages side by side: what is named as a difference, with its evidence, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.base.languages import Language
from coldread.scans.beside.side_by_side import MOST_FINDINGS, Side, side_by_side
from coldread.scans.beside.words import as_markdown
from coldread.scans.comparison.page_state import page_state

EN = Language.EN


def found(id_: str, severity: str = "P1", place: str = "#buy") -> dict[str, Any]:
    evidence = [{"selector": place, "snippet": f"words of {id_}"}]
    return {"id": id_, "severity": severity, "title": f"Title of {id_}", "evidence": evidence}


def side(
    url: str,
    *items: dict[str, Any],
    answer: str = "yes",
    score: int = 50,
    source: str = "pipeline",
    limits: tuple[str, ...] = (),
    unsure: tuple[str, ...] = (),
) -> Side:
    answers = [
        {
            "question": "what",
            "title": "What is it?",
            "answer": answer,
            "because": f"Reason of {answer}.",
            "evidence": [{"selector": "h1", "snippet": f"heading of {url}"}],
        }
    ]
    body = {
        "url": url,
        "_source": source,
        "scores": {"overall": score, "rubric_version": "3.0"},
        "findings": {
            "items": list(items),
            "answers": answers,
            "not_measured": [{"id": name} for name in unsure],
        },
        "reading": {"headline": {"text": "Bread"}, "prices": [], "proofs": [], "steps": []},
        "measured": {"final_url": url, "main_control": None, "load": None, "limits": list(limits)},
    }
    return Side(url=url, state="seen", page=page_state(body))


OWN, OTHER = "https://own.example/", "https://rival.example/start"


def differences(own: Side, *others: Side) -> list[tuple[int, str, str, str]]:
    told = side_by_side([own, *others], EN)
    return [(one["page"], one["kind"], one["id"], one["better"]) for one in told["differences"]]


def test_a_question_answered_otherwise_is_told_with_both_reasons_and_the_weaker_pages_words() -> None:
    told = side_by_side([side(OWN, answer="no"), side(OTHER, answer="partly")], EN)
    (one,) = told["differences"]
    assert (one["kind"], one["id"], one["better"]) == ("answer", "what", "other")
    assert one["sentence"] == ("What is it? Your page: Reason of no. rival.example/start: Reason of partly.")
    assert one["evidence"] == [{"selector": "h1", "snippet": f"heading of {OWN}"}]


@pytest.mark.parametrize("answer", ["could_not_tell", "does_not_apply"])
def test_an_answer_that_says_nothing_is_no_difference(answer: str) -> None:
    assert differences(side(OWN, answer="no"), side(OTHER, answer=answer)) == []


def test_what_only_one_of_them_has_is_told_and_what_both_have_is_not() -> None:
    own = side(OWN, found("cta.none"), found("trust.none"), found("seo.canonical", "P2"))
    other = side(OTHER, found("trust.none", place="#elsewhere"), found("copy.jargon", "P0"))
    assert differences(own, other) == [
        (1, "finding", "cta.none", "other"),
        (1, "finding", "copy.jargon", "own"),
    ]


def test_a_dead_button_is_the_same_fault_however_it_is_dead() -> None:
    assert differences(side(OWN, found("cta.dead-link")), side(OTHER, found("cta.broken-target"))) == []


def test_what_one_of_them_could_not_be_measured_for_is_no_difference() -> None:
    assert differences(side(OWN, found("cta.none")), side(OTHER, unsure=("cta.none",))) == []


def test_load_is_no_difference_because_it_differs_from_scan_to_scan() -> None:
    assert differences(side(OWN, found("perf.lcp")), side(OTHER)) == []


def test_the_heaviest_findings_are_named_and_not_all() -> None:
    many = [found(f"a.{number}") for number in range(9)] + [found("z.blocks", "P0")]
    told = differences(side(OWN, *many), side(OTHER))
    assert told[0][2] == "z.blocks"
    assert len(told) == MOST_FINDINGS


@pytest.mark.parametrize(
    ("other", "because"),
    [
        (side(OTHER, answer="no", source="lite"), "source"),
        (side(OTHER, answer="no", limits=("bot-wall",)), "limits"),
    ],
)
def test_pages_seen_by_other_means_are_shown_without_differences(other: Side, because: str) -> None:
    told = side_by_side([side(OWN, found("cta.none")), other], EN)
    assert told["differences"] == []
    assert told["pages"][1]["incomparable_because"] == because
    assert "no differences are named" in as_markdown(told, EN)


def test_the_order_is_that_of_the_names_whatever_the_scores() -> None:
    sides = [side(OWN, score=40), side(OTHER, score=90), side("https://third.example/", score=10)]
    told = side_by_side(sides, EN)
    assert [one["url"] for one in told["pages"]] == [OWN, OTHER, "https://third.example/"]
    score = next(row for row in told["measured"] if row["what"] == "score")
    assert score["pages"] == ["40", "90", "10"]
    assert told["measured"][-1] is score, "the score is the last of the facts"
    assert told["differences"] == [], "a score alone is no difference"


def test_pages_that_are_waited_for_or_failed_take_no_column() -> None:
    waiting = Side(url="https://slow.example/", state="pending")
    failed = Side(url="https://gone.example/", state="failed", why="It did not answer with a page.")
    told = side_by_side([side(OWN), waiting, side(OTHER), failed], EN)
    assert [answer is None for answer in told["answers"][0]["pages"]] == [False, True, False, True]
    text = as_markdown(told, EN)
    assert "| The five questions | Your page | rival.example/start |" in text
    assert "`https://slow.example/` is still being scanned." in text
    assert "`https://gone.example/` could not be scanned. It did not answer with a page." in text


def test_words_of_a_page_become_no_markup() -> None:
    nasty = found("cta.none")
    nasty["title"] = "A <script> | [link](https://evil.example/)"
    nasty["evidence"][0]["snippet"] = "`x` <b>"
    text = as_markdown(side_by_side([side(OWN, nasty), side(OTHER)], EN), EN)
    assert "<script>" not in text
    assert "](https://evil" not in text
    assert "`'x' <b>`" in text


@pytest.mark.parametrize("lang", list(Language))
def test_every_fact_is_said_in_every_language(lang: Language) -> None:
    body = {
        "url": OWN,
        "_source": "pipeline",
        "scores": {"overall": 61, "rubric_version": "3.0"},
        "findings": {},
        "reading": {
            "headline": {"text": "Bread"},
            "prices": [{"amount": "£7", "unit": "per month", "what": "Loaf"}],
            "proofs": [{"specific": True}, {"specific": False}, {"placeholder": True}],
            "steps": [{"serves_goal": True, "behind": {"asks": ["email", "national_id", "other"]}}],
        },
        "measured": {
            "final_url": OWN,
            "main_control": {"label": "Order", "target": f"{OWN}order", "works": False, "why": "HTTP 404"},
            "load": {"mobile": {"bytes": 123_456, "lcp_ms": 900}},
            "limits": [],
        },
    }
    told = side_by_side([Side(url=OWN, state="seen", page=page_state(body))], lang)
    said = {row["what"]: row["pages"][0] for row in told["measured"]}
    expected = {
        Language.EN: {
            "headline": "Bread",
            "main_button": "Order",
            "main_button_target": "/order (fails: HTTP 404)",
            "asks": "e-mail, national id or date of birth, something else",
            "prices": "£7 per month",
            "proofs": "2, of which 1 can be checked",
            "weight_phone": "123 kB",
            "largest_element_phone": "900 ms",
            "score": "61",
        },
        Language.SV: {
            "headline": "Bread",
            "main_button": "Order",
            "main_button_target": "/order (fungerar inte: HTTP 404)",
            "asks": "e-post, personnummer eller födelsedatum, något annat",
            "prices": "£7 per month",
            "proofs": "2, varav 1 går att kontrollera",
            "weight_phone": "123 kB",
            "largest_element_phone": "900 ms",
            "score": "61",
        },
    }
    assert said == expected[lang]
