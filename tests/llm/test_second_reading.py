"""A model as a second reader: it quotes the page or points into a picture, or it is not repeated; nobody waits for it."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from PIL import Image
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base import settings as settings_of
from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.jobs.defer import live_keys
from coldread.llm.model import Model, model
from coldread.pages.second_reader import PATIENCE
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.report.answer import page_answer
from coldread.scanner.stored_record import RECORD_NAME, packed
from coldread.scans.jobs import read_again
from coldread.scans.scan_request import ScanRequest
from coldread.scans.second_reading import Material, second_reading
from coldread.scans.store import ScanOutcome, store_outcome
from tests.harness.fake_model import REPLIES, FakeModel, Reply, openai_reply
from tests.harness.service import Service
from tests.llm.small_model import SmallModel
from tests.scanner.seeing import ENGLISH, document, drawn, rendered

TEXT = "Bread at your door. We bake in the night, and you find it warm on the step at seven. Book a call."


def a_picture(width: int = 1366, height: int = 768) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(made, "JPEG")
    return made.getvalue()


PICTURES = {"desktop": a_picture(), "mobile": a_picture(390, 844)}


def material(pictures: Mapping[str, bytes] = PICTURES) -> Material:
    return Material(
        reading={"offer": {"value": "Bread at your door"}},
        findings={
            "items": [
                {
                    "id": "copy.price-absent",
                    "severity": "P1",
                    "title": "Nothing says what it costs",
                    "why": "Of 12 lines.",
                }
            ],
            "answers": [{"question": "cost", "answer": "no", "because": "No price."}],
        },
        text=TEXT,
        source="<p>Bread at your door</p><!-- kept for Hedda -->",
        goal="book_call",
        audience="bakeries",
        lang=Language.EN,
        pictures=pictures,
    )


def a_problem(
    text: str = "It is hard to see what comes first.", quote: str = "", **place: Any
) -> dict[str, Any]:
    return {"text": text, "quote": quote, "picture": "none", "x": 0, "y": 0, "width": 0, "height": 0} | place


def an_answer(question: str = "what", quote: str = "", because: str = "The page says so.") -> dict[str, str]:
    return {"question": question, "answer": "partly", "because": because, "quote": quote}


def a_model(url: str, provider: str = "openai") -> Model:
    named = {"LLM_PROVIDER": provider, "LLM_BASE_URL": url, "LLM_MODEL": "fake-1", "LLM_API_KEY": "k"}
    made = model(settings_of.read({f"COLDREAD_{name}": value for name, value in named.items()}))
    assert made is not None
    return made


def read(
    reply: Callable[[dict[str, Any]], Reply | None] | Mapping[str, Any],
    given: Material | None = None,
    provider: str = "openai",
) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    answers = reply if callable(reply) else lambda _: REPLIES[provider](reply)
    with FakeModel(answers) as fake:
        asking = a_model(fake.url, provider)

        async def ask() -> dict[str, Any] | None:
            try:
                return await second_reading(asking, given or material(), deadline_s=60)
            finally:
                await asking.close()

        return asyncio.run(ask()), fake.asked


def test_what_quotes_the_page_or_points_into_a_picture_is_kept() -> None:
    said = {
        "answers": [
            an_answer("press", "Book a call"),
            an_answer("what", "bread at  your door"),
            an_answer("cost"),
        ],
        "problems": [
            a_problem(quote="you find it warm on the step"),
            a_problem(picture="mobile", x=10, y=800, width=380, height=44),
        ],
    }
    told, _ = read(said)
    assert told is not None
    assert [one["question"] for one in told["answers"]] == ["what", "cost", "press"]
    assert told["problems"] == [
        {"text": "It is hard to see what comes first.", "quote": "you find it warm on the step"},
        {
            "text": "It is hard to see what comes first.",
            "region": {"picture": "mobile", "box": [10, 800, 380, 44]},
        },
    ]
    assert told["dropped"] == {}


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (a_problem(quote="Trusted by thousands of bakers"), "not-on-page"),
        (a_problem(quote="at"), "not-on-page"),
        (a_problem(), "no-place"),
        (a_problem(picture="desktop", x=1300, y=10, width=100, height=50), "no-such-region"),
        (a_problem(picture="desktop", x=-5, y=10, width=100, height=50), "no-such-region"),
        (a_problem(picture="mobile", x=0, y=800, width=390, height=50), "no-such-region"),
        (a_problem(picture="desktop", x=5, y=10, width=0, height=0), "no-such-region"),
        (a_problem("Others convert 37 percent better.", "Book a call"), "new-number"),
        (a_problem("Ask Volvo how they do it.", "Book a call"), "new-name"),
        (a_problem("See https://evil.example for more.", "Book a call"), "address"),
        (a_problem("<b>Bad</b> label here.", "Book a call"), "markup"),
        (a_problem("x" * 400, "Book a call"), "length"),
    ],
)  # fmt: skip
def test_what_rests_on_nothing_is_dropped_and_counted(problem: dict[str, Any], reason: str) -> None:
    told, _ = read({"answers": [], "problems": [problem]})
    assert told == {"answers": [], "problems": [], "agrees": [], "doubts": [], "dropped": {reason: 1}}


@pytest.mark.parametrize(
    "text",
    [
        "Two lines say the same, and the first comes twice.",
        "Nothing says where; write “Baked in the next street” there.",
        "Half of it is about the night.",
    ],
)
def test_whoever_remarks_on_a_page_counts_its_parts_and_proposes_words(text: str) -> None:
    told, _ = read({"answers": [], "problems": [a_problem(text, "Book a call")]})
    assert told is not None
    assert [one["text"] for one in told["problems"]] == [text]
    dropped, _ = read(
        {"answers": [], "problems": [a_problem("Thousands do it better.", "Book a call")], "doubts": []}
    )
    assert dropped is not None
    assert dropped["dropped"] == {"new-number": 1}


def a_doubt(of: str, text: str = "It says so further down.", quote: str = "", **place: Any) -> dict[str, Any]:
    return a_problem(text, quote, **place) | {"of": of}


def test_a_doubt_names_what_was_found_or_answered_and_shows_why() -> None:
    said = {
        "answers": [],
        "problems": [],
        "agrees": ["copy.price-absent", "copy.price-absent", "what"],
        "doubts": [
            a_doubt("copy.price-absent", "None of the 12 lines is asked for a price.", "warm on the step"),
            a_doubt("cost", picture="desktop", x=10, y=10, width=50, height=50),
            a_doubt("cost", "Said twice.", "Book a call"),
            a_doubt("copy.nothing-of-the-kind", quote="Book a call"),
            a_doubt("what"),
            a_doubt("why", quote="Thousands of bakers"),
            a_doubt("press", "It opens on 31 days.", "Book a call"),
        ],
    }
    told, asked = read(said)
    assert told is not None
    assert told["doubts"] == [
        {
            "of": "copy.price-absent",
            "text": "None of the 12 lines is asked for a price.",
            "quote": "warm on the step",
        },
        {
            "of": "cost",
            "text": "It says so further down.",
            "region": {"picture": "desktop", "box": [10, 10, 50, 50]},
        },
    ]
    assert told["agrees"] == ["copy.price-absent"]
    assert told["dropped"] == {
        "said-twice": 1, "unknown-id": 2, "no-place": 1, "not-on-page": 1, "new-number": 1,
    }  # fmt: skip
    sent = json.dumps(asked[0], ensure_ascii=False)
    assert all(words in sent for words in ("copy.price-absent", "kept for Hedda", "No price."))


def test_five_problems_and_one_answer_a_question_are_enough() -> None:
    said = {"answers": [an_answer(), an_answer()], "problems": [a_problem(quote="Book a call")] * 7}
    told, _ = read(said)
    assert told is not None
    assert (len(told["problems"]), len(told["answers"])) == (5, 1)
    assert told["dropped"] == {"said-twice": 1, "too-many": 2}
    wrong, _ = read({"answers": [an_answer(quote="We sell cars")], "problems": []})
    assert wrong == {
        "answers": [],
        "problems": [],
        "agrees": [],
        "doubts": [],
        "dropped": {"not-on-page": 1},
    }


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_both_pictures_go_along_and_everything_is_fenced(provider: str) -> None:
    _, asked = read({"answers": [], "problems": []}, provider=provider)
    content = asked[0]["messages"][-1]["content"]
    kinds = sorted(part["type"] for part in content)
    assert kinds == (
        ["image_url", "image_url", "text"] if provider == "openai" else ["image", "image", "text"]
    )
    text = next(part["text"] for part in content if part["type"] == "text")
    place = text.index("warm on the step")
    assert text.rindex("<untrusted-", 0, place) > text.rindex("</untrusted-", 0, place)


def test_an_endpoint_that_takes_no_pictures_is_asked_without_them() -> None:
    said = {
        "answers": [an_answer()],
        "problems": [a_problem(picture="desktop", x=0, y=0, width=50, height=50)],
    }

    def blind(asked: dict[str, Any]) -> Reply:
        seen = not isinstance(asked["messages"][-1]["content"], str)
        return (400, b'{"error": "no images"}', {}) if seen else openai_reply(said)

    told, asked = read(blind)
    assert len(asked) == 2
    assert told is not None
    assert len(told["answers"]) == 1
    # it cannot point into what it has not seen
    assert (told["problems"], told["dropped"]) == ([], {"no-place": 1})


def test_a_model_that_fails_says_nothing() -> None:
    assert read(lambda _: (400, b"", {}))[0] is None
    assert read({"verdict": "perfect"}, material({}))[0] is None


PAGE = document(f'<main><h1>Bread at your door</h1>{ENGLISH}<a href="/book">Book a call</a></main>')


def stored(service: Service, name: str) -> dict[str, Any]:
    """A scan as a browser's look leaves it."""
    record = rendered(PAGE, drawn("body > main > h1", tag="h1", text="Bread at your door", own_chars=18))
    brief = Brief(goal=PrimaryGoal.BOOK_CALL, audience="bakeries")
    sight = ScanOutcome(
        source="pipeline",
        page=page_answer(review(record, brief)),
        observations_hash="0" * 64,
        pictures={RECORD_NAME: packed(record), "desktop-first.jpg": PICTURES["desktop"]},
    )
    wanted = ScanRequest(url="https://page.example/", brief=brief)
    answer: dict[str, Any] = service.write(store_outcome, service.services, wanted, sight, name)
    return answer


def waiting(service: Service) -> set[str]:
    def ask(session: Session) -> set[str]:
        return set(live_keys(session))

    keys: set[str] = service.read(ask)
    return {key for key in keys if key.startswith("second-reading")}


def test_it_speaks_after_the_answer_and_changes_nothing_that_was_measured(
    make_service: Callable[..., Service],
) -> None:
    said = {
        "answers": [an_answer("what", "Bread at your door")],
        "problems": [a_problem(quote="We bring fresh bread to your door"), a_problem(quote="Made up")],
    }
    with FakeModel(lambda _: openai_reply(said)) as fake:
        service = make_service(**fake.settings())
        before = stored(service, "a" * 32)
        assert fake.asked == []
        assert waiting(service) == {f"second-reading:{'a' * 32}"}
        for _ in range(2):  # done twice it says the same
            service.run(read_again(service.services, "a" * 32))
            after = service.get(f"/v1/scans/{'a' * 32}").json()
            notes = after.pop("model_notes")
            assert notes["engine"] == "fake-1"
            assert [one["question"] for one in notes["answers"]] == ["what"]
            assert len(notes["problems"]) == 1
            assert notes["dropped"] == {"not-on-page": 1}
        kept = {key: value for key, value in json.loads(json.dumps(before)).items() if key != "model_notes"}
        assert {key: after[key] for key in kept if key in after} == kept
        # a scan that is gone meanwhile is nobody's business
        service.run(read_again(service.services, "b" * 32))


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_the_report_begins_with_what_it_says_and_opens_what_it_agrees_with(
    make_service: Callable[..., Service], lang: str
) -> None:
    """What blocks the goal is not folded, whatever it says: a page may have talked it into that."""
    said: dict[str, Any] = {
        "answers": [an_answer("what", "Bread at your door", "It names bread.")],
        "problems": [a_problem("Nobody says when it comes.", "We bring fresh bread to your door")],
    }
    with FakeModel(lambda _: openai_reply(said)) as fake:
        service = make_service(**fake.settings())
        items = stored(service, "a" * 32)["findings"]["items"]
        [blocking, *_] = [item["id"] for item in items if item["severity"] == "P0"]
        named, doubted, half, other, *_ = [item["id"] for item in items if item["severity"] in ("P1", "P2")]
        said["agrees"] = [named, half]
        said["doubts"] = [a_doubt(name, quote="Book a call") for name in (blocking, doubted, half, "what")]

        def shown() -> HTMLParser:
            asked = service.get(f"/r/{'a' * 32}?lang={lang}", headers={"Accept": "text/html"})
            assert asked.status_code == 200
            return HTMLParser(asked.text)

        def leads_with(document: HTMLParser) -> str:
            lead = document.css_first("p.lead")
            assert lead is not None
            return lead.text()

        before = shown()
        waits = {"en": "A language model is reading", "sv": "En språkmodell läser också"}[lang]
        assert waits in before.text()
        service.run(read_again(service.services, "a" * 32))
        page = shown()
        assert waits not in page.text()
        both = {"en": "Rules have measured the page", "sv": "Regler har mätt sidan"}[lang]
        assert both not in leads_with(before)
        assert both in leads_with(page), "what blocks by the rules alone does not lead"

        def of(document: HTMLParser, id: str) -> tuple[str, str, bool]:
            """Its number, what it is folded into, and whether the doubt stands beside it."""
            [one] = [item for item in document.css("article.finding") if f"{id}" in item.text()]
            number = str(one.attributes["id"])
            folds = {
                "disputed": document.css_first("section[aria-labelledby=disputed]"),
                "doubts": document.css_first("details.second_doubts"),
                "others": document.css_first("details.second_others"),
            }
            folded = [name for name, fold in folds.items() if fold and f'id="{number}"' in (fold.html or "")]
            return number, "".join(folded), "It says so further down." in one.text()

        for name, fold, beside in (
            (blocking, "disputed", True), (named, "", False), (half, "", True), (doubted, "doubts", True), (other, "others", False),
        ):  # fmt: skip
            assert of(page, name) == (of(before, name)[0], fold, beside)
        assert len(page.css("article.finding")) == len(before.css("article.finding"))
        [second] = page.css("section[aria-labelledby=second]")
        assert "fake-1" in page.text()
        assert "Nobody says when it comes." in second.text()
        answers = page.css_first("dl.questions dd")
        assert answers is not None
        assert "It names bread." in answers.text()
        assert answers.css_first("details.rules") is not None, "the rules' own sentence is folded"
        text = service.get(f"/r/{'a' * 32}.md?lang={lang}").text
        assert "Nobody says when it comes." in text
        assert f"`{doubted}`" in text
        # nobody reads for ever
        service.clock.move(PATIENCE)
        stored(service, "b" * 32)
        service.clock.move(PATIENCE + 1)
        late = service.get(f"/r/{'b' * 32}?lang={lang}", headers={"Accept": "text/html"}).text
        assert waits not in late


def test_without_a_model_nothing_waits(quick_service: Service) -> None:
    stored(quick_service, "a" * 32)
    assert waiting(quick_service) == set()
    quick_service.run(read_again(quick_service.services, "a" * 32))


def test_a_real_small_model_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """135 million weights, no eyes: whatever it says, only what rests on the page is repeated."""
    monkeypatch.setattr("coldread.scans.second_reading.MAX_TOKENS", 160)
    monkeypatch.setattr("coldread.scans.second_reading.LONGEST_READING", 300)
    with SmallModel() as small:
        asking = a_model(small.url)

        async def ask() -> dict[str, Any] | None:
            try:
                return await second_reading(asking, material(), deadline_s=6)
            finally:
                await asking.close()

        told = asyncio.run(ask())
    assert sum(asking.counts.values()) >= 1
    for problem in (told or {"problems": []})["problems"]:
        assert problem["quote"].lower() in TEXT.lower()
