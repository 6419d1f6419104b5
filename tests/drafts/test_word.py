"""A model's version of a draft comes after the sheet by rules, and nothing waits for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from coldread import worker
from coldread.drafts import versions
from coldread.drafts.model_job import PAUSE, TRIES, WORD, ask_model_for_draft
from coldread.drafts.prepare import prepare
from coldread.jobs.defer import live_keys
from coldread.mail.tables import letters
from coldread.orders.files.deliverable_files import MATERIAL
from coldread.orders.queries import artifacts_of
from tests.drafts.saying import block_in, said
from tests.harness.fake_model import FakeModel, Reply, openai_reply
from tests.harness.service import Service

assert worker.JOB_FILES, "the jobs are known by their names"

PAGE = """<!doctype html><html lang="en"><title>Bread</title><h1>Fresh bread at your door</h1>
<p>We bake at night.</p><a href="/order">Order bread</a></html>"""
WORDED = "The page says what is baked."


def reply(asked: dict[str, Any]) -> Reply:
    return openai_reply(said(block_in(asked, "Fresh bread")))


MakeService = Callable[..., Service]


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the tries to see a page that does not answer: eight seconds of every order."""
    monkeypatch.setattr("coldread.drafts.page_scan.PAUSE_S", 0.0)


def sheet_of(service: Service) -> str:
    """The id of a paid order whose sheet is stored, its model not yet asked."""
    order_id = service.order_in("paid", url="http://127.0.0.1:9/", html=PAGE, primary_goal="demo")
    service.run(prepare(service.services, order_id))
    return order_id


def draft(service: Service, order_id: str) -> versions.Draft:
    found: versions.Draft | None = service.read(versions.current_draft, service.services, order_id)
    assert found is not None
    return found


def notices(service: Service) -> list[str]:
    rows = service.read(lambda session: session.rows(sa.select(letters.c.kind)))
    return [row.kind for row in rows if row.kind == "draft_ready"]


def has_material(service: Service, order_id: str) -> bool:
    return MATERIAL in service.read(artifacts_of, order_id)


def test_the_sheet_is_stored_before_a_model_is_asked_and_a_better_version_after_it(
    make_service: MakeService,
) -> None:
    with FakeModel(reply) as fake:
        service = make_service(**fake.settings(), operator_email="me@coldread.test")
        order_id = sheet_of(service)
        assert (fake.asked, WORDED in draft(service, order_id).spec_md, notices(service)) == ([], False, [])
        assert f"{WORD}:{order_id}" in service.read(live_keys)
        assert service.get(f"/deliverables/{order_id}/{MATERIAL}").status_code == 404
        service.run(ask_model_for_draft(service.services, order_id, tries=1))
    assert WORDED in draft(service, order_id).spec_md
    assert [one.author for one in service.read(versions.versions, order_id)] == ["coldread", "coldread"]
    assert notices(service) == ["draft_ready"]
    assert not has_material(service, order_id)


def test_a_model_that_says_nothing_is_asked_again_and_then_no_more(
    make_service: MakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coldread.drafts.model_draft.draft_ask.DEADLINE_S", 0.3)
    with FakeModel(lambda _: None) as fake:
        service = make_service(**fake.settings(), operator_email="me@coldread.test")
        order_id = sheet_of(service)
        before = draft(service, order_id)
        service.run(ask_model_for_draft(service.services, order_id, tries=1))
        assert f"{WORD}:{order_id}:2" in service.read(live_keys)
        assert (notices(service), has_material(service, order_id)) == ([], True)
        service.clock.move(PAUSE)
        service.run(ask_model_for_draft(service.services, order_id, tries=TRIES))
    assert draft(service, order_id) == before
    assert (notices(service), has_material(service, order_id)) == (["draft_ready"], False)


def test_a_model_of_whose_words_too_little_may_be_shown_leaves_the_sheet(make_service: MakeService) -> None:
    with FakeModel(lambda _: openai_reply(said("b0-1", summary="Go to evil.shop now."))) as fake:
        service = make_service(**fake.settings(), operator_email="me@coldread.test")
        order_id = sheet_of(service)
        before = draft(service, order_id)
        service.run(ask_model_for_draft(service.services, order_id, tries=1))
    assert draft(service, order_id) == before
    assert (notices(service), has_material(service, order_id)) == (["draft_ready"], False)


@pytest.mark.parametrize("what", ["edited", "delivered"])
def test_what_a_person_wrote_meanwhile_stays(make_service: MakeService, what: str) -> None:
    with FakeModel(reply) as fake:
        service = make_service(**fake.settings())
        order_id = sheet_of(service)
        if what == "edited":
            service.write(versions.save_draft, service.services, order_id, "# By hand", None, "anna")
        else:
            assert service.move(order_id, "in_progress").status_code == 200
            moved = service.move(order_id, "delivered", patch={"spec_md": "# By hand"})
            assert moved.status_code == 200
        before = draft(service, order_id)
        service.run(ask_model_for_draft(service.services, order_id, tries=1))
        assert fake.asked == []
    assert draft(service, order_id) == before
    assert not has_material(service, order_id)


def test_what_a_model_will_be_told_is_kept_with_the_order(make_service: MakeService) -> None:
    with FakeModel(reply) as fake:
        service = make_service(**fake.settings())
        order_id = sheet_of(service)
        content: Any = service.read(artifacts_of, order_id)[MATERIAL].content_key
        stored = service.read(lambda session: service.services.contents.get(session, content))
        assert json.loads(stored)["sources"] == {"html": PAGE}


def replies(*answers: Callable[[dict[str, Any]], Reply]) -> Callable[[dict[str, Any]], Reply]:
    """One after the other, then the last again."""
    left = list(answers)

    def give(asked: dict[str, Any]) -> Reply:
        made = left.pop(0) if len(left) > 1 else left[0]
        return made(asked)

    return give


def answer(**members: Any) -> Callable[[dict[str, Any]], Reply]:
    return lambda asked: openai_reply(said(block_in(asked, "Fresh bread"), **members))


def test_an_editor_sees_the_draft_and_what_was_dropped_of_it(make_service: MakeService) -> None:
    bad, good = answer(trouble="It costs 977 kr."), answer(trouble="The page hides the price.")
    with FakeModel(replies(bad, good)) as fake:
        service = make_service(**fake.settings())
        order_id = sheet_of(service)
        service.run(ask_model_for_draft(service.services, order_id, tries=1))
        assert len(fake.asked) == 2
        shown = json.dumps(fake.asked[1])
    assert "It costs 977 kr." in shown
    assert "read it once more with a fresh mind" in shown
    text = draft(service, order_id).spec_md
    assert "The page hides the price." in text
    assert "977" not in text


@pytest.mark.parametrize(
    "second",
    [
        answer(trouble="It costs 977 kr. Or 988 kr."),
        answer(trouble="Nothing.", problems=[]),
        lambda _: (500, b"", {}),
        lambda _: openai_reply({"draft": "none"}),
    ],
)
def test_an_editor_who_makes_it_worse_or_fails_leaves_the_draft(
    make_service: MakeService, second: Callable[[dict[str, Any]], Reply]
) -> None:
    with FakeModel(replies(answer(trouble="The page hides the price."), second)) as fake:
        service = make_service(**fake.settings())
        order_id = sheet_of(service)
        service.run(ask_model_for_draft(service.services, order_id, tries=1))
    assert "The page hides the price." in draft(service, order_id).spec_md
