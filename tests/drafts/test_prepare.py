"""From `paid` to a draft: the page is looked at, the source is mended, everything is stored together and once."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from coldread import worker
from coldread.base.clock import HOUR
from coldread.drafts import versions
from coldread.drafts.jobs import requeue_lost
from coldread.mail.tables import letters
from coldread.orders.acts.audit_notes import remarks_of
from coldread.orders.acts.page_unreachable import send_page
from coldread.orders.operator.queue import UNREADABLE, queue
from coldread.orders.operator.queue_views import VIEW
from coldread.orders.queries import find_order
from coldread.orders.tables import order_scans
from coldread.orders.views.whose_turn import unreachable_since
from coldread.scans.tables import scans
from tests.drafts.drafting import drafted
from tests.drafts.saying import block_in, said
from tests.harness.fake_model import FakeModel, Reply, openai_reply
from tests.harness.service import Service
from tests.harness.website import Website

SITES = Path(__file__).parents[1] / "sites"
BAD = (SITES / "bad_en.html").read_text()
GOOD = (SITES / "calls_en.html").read_text()

assert worker.JOB_FILES, "the jobs are known by their names"


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coldread.drafts.page_scan.PAUSE_S", 0.0)


def made(service: Service, **wish: Any) -> tuple[str, Any]:
    """An order that is paid and prepared; its id and its draft."""
    order_id = service.order_in("paid", **wish)
    drafted(service, order_id)
    return order_id, service.read(versions.current_draft, service.services, order_id)


def applied(tmp_path: Path, source: str, patch: str) -> str:
    """What git makes of it."""
    (tmp_path / "index.html").write_text(source)
    (tmp_path / "diff.patch").write_text(patch)
    subprocess.run(["git", "apply", "--check", "diff.patch"], cwd=tmp_path, check=True)
    subprocess.run(["git", "apply", "diff.patch"], cwd=tmp_path, check=True)
    return (tmp_path / "index.html").read_text()


def test_a_paid_order_gets_a_specification_and_a_diff_against_the_buyers_source(
    make_service: Callable[..., Service], tmp_path: Path
) -> None:
    with Website({"/": BAD, "/rival": GOOD}) as site:
        service = make_service(
            scan_engine="lite", scan_allow_hosts=site.place, operator_email="me@coldread.test"
        )
        order_id, draft = made(
            service,
            url=site.url("/"),
            html=BAD,
            primary_goal="demo",
            competitors=[site.url("/rival"), site.url("/gone")],
        )
    spec = draft.spec_md
    for heading in ("Your order", "What was measured", "Compared with your competitors", "The diff"):
        assert f"## {heading}" in spec
    assert "“Owners of small bakeries”" in spec
    assert "For owners of small bakeries" not in f"{spec}{draft.diff}", (
        "the order's words stay in quotation marks"
    )
    assert spec.count("**Done when:**") >= 5
    assert "could not be scanned" in spec, "the competitor that was gone"
    assert applied(tmp_path, BAD, draft.diff) != BAD
    (scan,) = service.read(lambda session: session.rows(sa.select(order_scans)))
    assert (scan.order_id, scan.kind) == (order_id, "draft")
    (stored,) = service.read(lambda session: session.rows(sa.select(scans.c.session_id)))
    assert stored.session_id == scan.session_id
    notices = [row.kind for row in service.read(lambda session: session.rows(sa.select(letters)))]
    assert sorted(notices) == ["draft_published", "draft_ready", "new_order"]
    assert any("/gone" in flag for flag in draft.version.flags)


def test_preparing_twice_stores_once(service: Service) -> None:
    order_id, draft = made(service, html=BAD, url="http://127.0.0.1:9/")
    drafted(service, order_id)
    assert len(service.read(versions.versions, order_id)) == 1
    assert service.read(versions.current_draft, service.services, order_id) == draft


def test_a_page_that_cannot_be_reached_is_drafted_from_the_source_and_says_so(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(operator_email="me@coldread.test")
    _, draft = made(service, url="http://127.0.0.1:9/", html=BAD, primary_goal="demo")
    assert "could not be read when this draft was made" in draft.spec_md
    assert "## What was measured" in draft.spec_md
    assert draft.diff.startswith("--- a/index.html")
    assert "could not be read" in draft.version.flags[0]
    notice = service.read(
        lambda session: session.row(sa.select(letters.c.details).where(letters.c.kind == "draft_ready"))
    )
    assert json.loads(notice.details)["flags"] == list(draft.version.flags)


class TestNothingToRead:
    """Neither the page nor a source could be read."""

    def test_nothing_is_published_or_mailed_and_the_operator_is_told(
        self, make_service: Callable[..., Service]
    ) -> None:
        service = make_service(operator_email="me@coldread.test")
        order_id, draft = made(service, url="http://127.0.0.1:9/", language="sv")
        assert draft is None
        order = service.read(find_order, order_id)
        assert (order.status, order.draft_live_at) == ("paid", None)
        kinds = [row.kind for row in service.read(lambda session: session.rows(sa.select(letters)))]
        assert sorted(kinds) == ["new_order", "page_unseen"]
        (line,) = service.read(queue, service.services.settings, VIEW["work"])
        assert UNREADABLE in line.flags
        assert line.next.clock.name == "page"

    def test_it_is_noted_once_and_not_tried_again_by_itself(self, service: Service) -> None:
        order_id, _ = made(service, url="http://127.0.0.1:9/")
        drafted(service, order_id)
        noted = service.read(remarks_of, order_id)
        assert [row.kind for row in noted] == ["unseen"]
        service.clock.move(HOUR)
        assert service.write(requeue_lost, service.services) == 0

    def test_the_reason_is_told_in_words_for_people(self, service: Service) -> None:
        order_id, _ = made(service, url="http://127.0.0.1:9/")
        (noted,) = service.read(remarks_of, order_id)
        assert noted.note == "It could not be opened." or noted.note == "It did not answer."

    def test_what_the_buyer_sends_is_prepared(self, service: Service) -> None:
        order_id, _ = made(service, url="http://127.0.0.1:9/", primary_goal="demo")
        settings = service.services.settings
        service.write(lambda session: send_page(session, settings, order_id, url=None, html=BAD))
        drafted(service, order_id)
        draft = service.read(versions.current_draft, service.services, order_id)
        assert "## What was measured" in draft.spec_md
        assert "real browser" not in draft.spec_md
        assert not service.read(unreachable_since, [order_id])

    def test_another_address_is_looked_at_instead(self, make_service: Callable[..., Service]) -> None:
        with Website({"/": BAD}) as site:
            service = make_service(scan_engine="lite", scan_allow_hosts=site.place)
            order_id, draft = made(service, url="http://127.0.0.1:9/", primary_goal="demo")
            assert draft is None
            settings = service.services.settings
            service.write(
                lambda session: send_page(session, settings, order_id, url=site.url("/"), html=None)
            )
            drafted(service, order_id)
        draft = service.read(versions.current_draft, service.services, order_id)
        assert "## What was measured" in draft.spec_md
        assert "real browser" not in draft.spec_md, "only its HTML was read"


def test_without_source_the_diff_is_made_against_the_pages_html_and_says_so(
    make_service: Callable[..., Service], tmp_path: Path
) -> None:
    with Website({"/": BAD}) as site:
        service = make_service(scan_engine="lite", scan_allow_hosts=site.place)
        _, draft = made(service, url=site.url("/"), primary_goal="demo", language="sv")
    assert draft.diff.startswith("Made against the HTML that the server sent")
    assert applied(tmp_path, BAD, draft.diff) != BAD
    assert "är gjord mot den HTML som servern skickade" in draft.spec_md


def test_a_person_who_was_quicker_keeps_their_draft(service: Service) -> None:
    order_id = service.order_in("billing_pending", url="http://127.0.0.1:9/", html=BAD)
    service.move(order_id, "paid", patch={"spec_md": "# By hand"})
    drafted(service, order_id)
    assert service.read(versions.current_draft, service.services, order_id).spec_md == "# By hand"


def test_a_models_draft_is_used_where_it_adds_nothing(make_service: Callable[..., Service]) -> None:
    def reply(asked: dict[str, Any]) -> Reply:
        block = block_in(asked, "heading 1")
        return openai_reply(
            said(block, summary="The page names bread. 9000 cafés love it.", keep=["It is short."])
        )

    with FakeModel(reply) as fake:
        service = make_service(**fake.settings())
        _, draft = made(service, url="http://127.0.0.1:9/", html=BAD, primary_goal="demo")
        assert service.services.model is not None
        counts = service.services.model.counts
    assert "The page names bread." in draft.spec_md
    assert "9000" not in draft.spec_md
    assert counts["dropped-new-number"] == 1


def test_a_model_that_hangs_costs_its_deadline_and_no_more(
    make_service: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coldread.drafts.model_draft.draft_ask.DEADLINE_S", 0.3)
    with FakeModel(lambda _: None) as fake:
        service = make_service(**fake.settings())
        _, draft = made(service, url="http://127.0.0.1:9/", html=BAD)
    assert "## What was measured" in draft.spec_md


def test_a_lost_job_is_found_and_one_that_was_given_up_is_left_to_the_operator(service: Service) -> None:
    from coldread.base.clock import MINUTE
    from coldread.drafts.jobs import requeue_lost
    from coldread.jobs.defer import live_keys

    order_id = service.order_in("paid")

    def lose(session: Any) -> None:
        table = "procrastinate_jobs" if session.is_postgres else "jobs"
        session.run(sa.text(f"DELETE FROM {table}"))

    service.write(lose)
    assert service.write(requeue_lost, service.services) == 0, "it may just be on its way"
    service.clock.move(10 * MINUTE)
    assert service.write(requeue_lost, service.services) == 1
    assert service.read(live_keys) == {f"drafts.prepare:{order_id}"}
    assert service.write(requeue_lost, service.services) == 0

    def give_up(session: Any) -> None:
        if session.is_postgres:
            session.run(sa.text("UPDATE procrastinate_jobs SET status = 'failed'"))
        else:
            session.run(sa.text("UPDATE jobs SET state = 'dead'"))

    service.write(give_up)
    assert service.write(requeue_lost, service.services) == 0


def test_a_browser_looks_where_there_is_one(tmp_path: Path) -> None:
    """The whole way, with the runner that lives beside SQLite."""
    with Website({"/": BAD}) as site:
        service = Service(
            f"sqlite:///{tmp_path / 'own.db'}",
            tmp_path / "own",
            scan_allow_hosts=site.place,
            scan_engine="pipeline",
        )
        order_id = service.order_in("paid", url=site.url("/"), html=BAD, primary_goal="demo")

        async def work() -> None:
            working = asyncio.create_task(worker.work_on(service.services, ["work", "scan"]))
            try:
                async with asyncio.timeout(120):
                    while not await service.services.db.read(versions.versions, order_id):
                        await asyncio.sleep(0.1)
            finally:
                working.cancel()
                await asyncio.gather(working, return_exceptions=True)

        service.run(work())
        draft = service.read(versions.current_draft, service.services, order_id)
        service.close()
    assert "390 × 844" in draft.spec_md, "both windows were looked through"
    assert draft.version.flags == ()
