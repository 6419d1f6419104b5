"""A stored scan is read after it was answered; nothing measured changes, the same page is read once, and the report shows it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.db import Session
from coldread.jobs.defer import live_keys
from coldread.pages.report_page.model_reading import PATIENCE
from coldread.reader.tables import model_readings
from coldread.scanner.engine import review
from coldread.scanner.report.answer import page_answer
from coldread.scanner.report.words import say
from coldread.scanner.stored_record import RECORD_NAME, packed_record
from coldread.scans.jobs import read_page
from coldread.scans.model_reading import note_reading
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from tests.harness.fake_model import FakeModel, Reply, openai_reply
from tests.harness.service import Service
from tests.reader.pages import BRIEF, PICTURES, answer, problem, said, seen

MakeService = Callable[..., Service]
ONE, OTHER = "a" * 32, "b" * 32


def block(asked: dict[str, Any], begins: str) -> dict[str, str]:
    """The block of a request whose words begin so."""
    parts = asked["messages"][-1]["content"]
    text = parts if isinstance(parts, str) else next(one["text"] for one in parts if one["type"] == "text")
    found = re.search(rf"^\[(\w+-\d+)\] [^\n]*?: {re.escape(begins)}", text, re.MULTILINE)
    assert found is not None, begins
    return {"block": found[1], "words": ""}


def reads(asked: dict[str, Any]) -> Reply:
    """A model that reads well."""
    book = block(asked, "Book a call")
    looks = problem(
        "looks",
        text="The first screen is white.",
        remedy="Show a loaf.",
        picture="desktop",
        x=0,
        y=0,
        width=400,
        height=200,
    )
    named = problem(text="The button does not say what happens.", references=[book])
    return openai_reply(
        said(
            answers=[answer("what", references=[block(asked, "Bread at your door")])],
            problems=[named, looks, problem(references=[])],
            points=64,
            stranger="Bread at your door.",
        )
    )


def stored(service: Service, name: str = ONE) -> dict[str, Any]:
    """A scan as a browser's look leaves it."""
    record = seen()
    sight = ScanOutcome(
        source="pipeline",
        page=page_answer(review(record, BRIEF)),
        observations_hash="0" * 64,
        pictures={RECORD_NAME: packed_record(record), **PICTURES},
    )
    wanted = ScanRequest(url="https://page.example/", brief=BRIEF)
    found: dict[str, Any] = service.write(store_outcome, service.services, wanted, sight, name)
    return found


def read(service: Service, name: str = ONE) -> dict[str, Any]:
    service.run(read_page(service.services, name))
    return notes(service, name)


def notes(service: Service, name: str = ONE) -> dict[str, Any]:
    found: dict[str, Any] = service.get(f"/v1/scans/{name}").json()["model_notes"]
    return found


def report(service: Service, name: str = ONE, lang: str = "en") -> HTMLParser:
    asked = service.get(f"/r/{name}?lang={lang}", headers={"Accept": "text/html"})
    assert asked.status_code == 200
    return HTMLParser(asked.text)


def test_it_is_read_after_the_answer_and_nothing_measured_changes(make_service: MakeService) -> None:
    with FakeModel(reads) as fake:
        service = make_service(**fake.settings())
        before = stored(service)
        assert fake.asked == []
        assert before["model_notes"]["pending"] is True
        keys: set[str] = service.read(lambda session: set(live_keys(session)))
        assert f"second-reading:{ONE}" in keys
        told = read(service)
        after = service.get(f"/v1/scans/{ONE}").json()
    assert (told["pending"], told["points"], told["model"], told["prompt"]) == (False, 64, "fake-1", "read_1")
    assert [one["answer"] for one in told["answers"]] == ["yes"]
    assert [one["kind"] for one in told["problems"]] == ["present", "looks"]
    assert told["dropped"] == {"no-reference": 1}
    changed = ("model_notes", "chat_summary", "report_md")
    kept = {key: value for key, value in json.loads(json.dumps(before)).items() if key not in changed}
    assert {key: after[key] for key in kept if key in after} == kept
    by_rules, measured = say("en", "five_by_rules"), "## What to fix first"
    assert by_rules in before["report_md"]
    assert by_rules not in after["report_md"]
    assert after["report_md"].partition(measured)[2] == before["report_md"].partition(measured)[2]


def test_an_unchanged_page_is_read_once(make_service: MakeService) -> None:
    with FakeModel(reads) as fake:
        service = make_service(**fake.settings())
        stored(service)
        first = read(service)
        service.clock.move(PATIENCE)
        stored(service, OTHER)
        again = read(service, OTHER)
        assert len(fake.asked) == 1
    assert again.pop("reused_from") == first["read_at"]
    assert "reused_from" not in first
    assert again == first


def test_another_model_reads_again_and_no_reading_is_overwritten(make_service: MakeService) -> None:
    with FakeModel(reads) as fake:
        for name, chosen in ((ONE, "small"), (OTHER, "large")):
            service = make_service(**{**fake.settings(), "llm_model": chosen})
            stored(service, name)
            assert read(service, name)["engine"] == chosen
        assert len(fake.asked) == 2
        rows = service.read(lambda session: session.rows(sa.select(model_readings.c.mark)))
    assert len(rows) == 2


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (lambda _: (400, b"", {}), "refused"),
        (lambda _: openai_reply({"verdict": "perfect"}), "wrong-shape"),
        (lambda _: openai_reply(said(answers=[])), "nothing-kept"),
    ],
)
def test_a_model_that_gives_nothing_is_said_to_have_been_silent(
    make_service: MakeService, reply: Callable[[dict[str, Any]], Reply], reason: str
) -> None:
    with FakeModel(reply) as fake:
        service = make_service(**fake.settings())
        stored(service)
        told = read(service)
    assert (told["pending"], told["silent"]) == (False, reason)
    assert "answers" not in told
    assert service.read(lambda session: session.rows(sa.select(model_readings))) == []
    assert "A language model is reading" not in report(service).text()


def test_an_endpoint_that_takes_no_pictures_is_asked_without_them(make_service: MakeService) -> None:
    def blind(asked: dict[str, Any]) -> Reply:
        shown = not isinstance(asked["messages"][-1]["content"], str)
        return (400, b'{"error": "no images"}', {}) if shown else reads(asked)

    with FakeModel(blind) as fake:
        service = make_service(**fake.settings())
        stored(service)
        told = read(service)
        assert len(fake.asked) == 2
    assert told["pictures"] == []
    assert [one["kind"] for one in told["problems"]] == ["present"]
    assert told["dropped"]["no-such-region"] == 1


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_the_report_begins_with_what_to_do_first(make_service: MakeService, lang: str) -> None:
    with FakeModel(reads) as fake:
        service = make_service(**fake.settings())
        stored(service)
        waits = {"en": "A language model is reading", "sv": "En språkmodell läser sidan"}[lang]
        assert waits in report(service, lang=lang).text()
        read(service)
        page = report(service, lang=lang)
    assert waits not in page.text()
    lead = page.css_first("p.lead")
    assert lead is not None
    assert lead.text() == {"en": "First: Say when it comes.", "sv": "Först: Say when it comes."}[lang]
    shown = [one.text() for one in page.css("article.problem")]
    assert len(shown) == 2
    assert "“" in shown[0] or "Book a call" in shown[0]
    piece = page.css_first("article.problem img.crop")
    assert piece is not None
    served = service.get(str(piece.attributes["src"]))
    assert (served.status_code, served.headers["content-type"]) == (200, "image/webp")
    assert service.get(f"/r/{ONE}/reader-1.webp").status_code == 404, "that one quotes words"
    for text in ("64", "fake-1", "read_1"):
        assert text in page.text()
    measured = [one.text() for one in page.css("section.findings article.finding code")]
    assert measured
    markdown = service.get(f"/r/{ONE}.md?lang={lang}").text
    assert markdown.index("The button does not say what happens.") < markdown.index(
        "The first screen is white."
    )


def test_nobody_is_told_to_wait_for_ever(make_service: MakeService) -> None:
    with FakeModel(reads) as fake:
        service = make_service(**fake.settings())
        stored(service)
        service.clock.move(PATIENCE + 1)
        assert "A language model is reading" not in report(service).text()


def test_a_reading_of_an_earlier_version_is_shown(make_service: MakeService) -> None:
    """It had no points, no remedies and one quote a problem."""
    old = {
        "engine": "fake-0",
        "answers": [{"question": "what", "answer": "no", "because": "It names nothing.", "quote": ""}],
        "problems": [{"text": "Nobody says when.", "quote": "Book a call"}, {"text": "White.", "region": {"picture": "desktop", "box": [0, 0, 9, 9]}}],
        "agrees": [],
        "doubts": [],
        "dropped": {},
    }  # fmt: skip
    service = make_service()
    stored(service)

    def note(session: Session) -> None:
        note_reading(session, ONE, old, reused=False)

    service.write(note)
    page = report(service)
    assert "Nobody says when." in page.text()
    assert "It names nothing." in page.text()
    assert page.css_first("p.lead").text() == "First: Nobody says when."  # type: ignore[union-attr]


def test_without_a_model_nothing_waits(quick_service: Service) -> None:
    assert "pending" not in stored(quick_service)["model_notes"]
    assert quick_service.read(lambda session: list(live_keys(session))) == []


def test_whoever_asked_may_wait_for_the_reading(make_service: MakeService) -> None:
    with FakeModel(reads) as fake:
        service = make_service(**fake.settings())
        stored(service)
        place = f"/v1/scans/{ONE}"
        first = service.get(place)
        assert (first.json()["model_notes"]["pending"], first.headers["cache-control"]) == (
            True,
            "private, no-cache",
        )
        same = service.get(place, headers={"If-None-Match": first.headers["etag"], "Prefer": "wait=1"})
        assert (same.status_code, same.headers["preference-applied"]) == (304, "wait=1")

        async def both() -> httpx.Response:
            waiting = asyncio.create_task(service.request("GET", place, headers={"Prefer": "wait=25"}))
            await read_page(service.services, ONE)
            return await waiting

        waits: httpx.Response = service.run(both())
    assert waits.json()["model_notes"]["points"] == 64
    assert waits.headers["cache-control"] == "private, max-age=3600"


@pytest.mark.parametrize(
    ("given", "asked", "taken"),
    [([40, 47, 90], 2, 40), ([40, 60, 55], 3, 55), ([60, 30, 90], 3, 60)],
    ids=["two that agree", "the third lies between", "the first lies between"],
)
def test_a_page_whose_points_differ_is_read_a_third_time_and_the_middle_reading_taken(
    make_service: MakeService, given: list[int], asked: int, taken: int
) -> None:
    left = list(given)

    def answers(request: dict[str, Any]) -> Reply:
        points = left.pop(0)
        named = problem(text=f"It is worth {points}.", references=[block(request, "Book a call")])
        what = answer("what", references=[block(request, "Bread at your door")])
        return openai_reply(said(answers=[what], problems=[named], points=points))

    with FakeModel(answers) as fake:
        service = make_service(**fake.settings(), llm_readings="3")
        stored(service)
        told = read(service)
        assert len(fake.asked) == asked
    assert told["points"] == taken
    assert told["points_of"] == given[:asked]
    assert "points_of" not in json.dumps(service.get(f"/v1/scans/{ONE}").json()["findings"])


def test_a_second_reading_that_does_not_come_costs_no_first_one(make_service: MakeService) -> None:
    requests: list[dict[str, Any]] = []

    def once(asked: dict[str, Any]) -> Reply:
        requests.append(asked)
        return reads(asked) if len(requests) == 1 else (500, b"{}", {})

    with FakeModel(once) as fake:
        service = make_service(**fake.settings(), llm_readings="3")
        stored(service)
        told = read(service)
    assert told["points"] == 64
    assert "points_of" not in told
