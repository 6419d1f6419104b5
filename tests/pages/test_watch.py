"""A watch walked in a browser, from the first click on a report to the unsubscription, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from coldread.base.clock import Clock
from coldread.jobs.tables import jobs
from coldread.mail.tables import letters
from coldread.watches.due import RUN as RUN_WATCH
from coldread.watches.tables import watch_runs, watches
from tests.harness.patience import SCAN_S, until
from tests.harness.process import ServerProcess
from tests.harness.rows import change, found, put
from tests.harness.website import Website
from tests.pages.test_axe import AXE, RULES, RUN
from tests.watches.watched import shop as shop_page

BUTTON = {"en": "Watch this page", "sv": "Bevaka sidan"}


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {"/": shop_page()}


@pytest.fixture(scope="module")
def watched_site(pages: dict[str, str]) -> Iterator[Website]:
    with Website(pages) as site:
        yield site


@pytest.fixture(scope="module")
def shop(watched_site: Website, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """`coldread serve` with its own browser and its own runner of jobs."""
    folder: Path = tmp_path_factory.mktemp("watch")
    server = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}", folder / "data", scan_allow_hosts=watched_site.place
    )
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_from_the_first_click_to_the_unsubscription(
    open_page: Callable[..., Page],
    shop: ServerProcess,
    watched_site: Website,
    pages: dict[str, str],
    lang: str,
) -> None:
    pages["/"] = shop_page()
    email = f"{lang}@shop.example"
    scan = httpx.post(
        f"{shop.url}/v1/scan",
        json={"url": f"{watched_site.url('/')}?{lang}", "primary_goal": "paid_signup"},
        timeout=2 * SCAN_S,
    ).raise_for_status()
    window = open_page(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    window.add_init_script(AXE)
    window.goto(f"/r/{scan.json()['session_id']}?lang={lang}")
    window.get_by_role("link", name=BUTTON[lang]).first.click()
    _fits(window)
    window.fill("#email", email)
    window.select_option("#rhythm", "daily")
    window.click("main form button")
    expect(window.locator("main")).to_contain_text(email)
    _fits(window)

    window.goto(_letter(shop, "watch_confirm", email)["confirm_page"])
    _fits(window)
    window.click("main form button")
    window.wait_for_url("**/watch/*")
    until(lambda: len(_runs(shop, email)) == 1, SCAN_S * 2)
    pages["/"] = shop_page("Stale bread at your door")
    _look_again(shop, email)
    until(lambda: len(_runs(shop, email)) == 2, SCAN_S * 2)

    letter = _letter(shop, "watch_changed", email)
    assert "Stale bread" in " ".join(letter["changes"])
    window.goto(letter["watch_page"])
    expect(window.locator("table.runs")).to_contain_text("Stale bread")
    expect(window.locator("figure.scoreline svg")).to_be_visible()
    assert window.evaluate("document.documentElement.lang") == lang
    _fits(window)
    history = str(window.locator("#history-link").text_content())
    window.goto(f"{history}?lang={lang}")
    expect(window.locator("main form[method=post]")).to_have_count(0)
    _fits(window)
    window.locator("table.runs a").first.click()
    expect(window.locator("h1")).to_contain_text("127.0.0.1")

    window.goto(letter["stop_page"])
    _fits(window)
    window.click("main form button")
    expect(window.locator("[role=status]")).to_be_visible()
    _fits(window)
    (row,) = found(shop, watches, url=f"{watched_site.url('/')}?{lang}")
    assert (row.state, row.email) == ("over", None)
    window.goto(f"/watch/{row.id}?lang={lang}")
    _fits(window)


def _runs(shop: ServerProcess, email: str) -> list[object]:
    mine = [row.id for row in found(shop, watches) if row.email == email]
    return [run for run in found(shop, watch_runs) if run.watch_id in mine and run.session_id]


def _look_again(shop: ServerProcess, email: str) -> None:
    """The next run is due now, and queued as the sweep queues it."""
    (row,) = found(shop, watches, email=email)
    due_at = Clock().now() - 1
    change(shop, watches, row.id, due_at=due_at)
    put(
        shop,
        jobs,
        queue="scan",
        name=RUN_WATCH,
        key=f"watch/{row.id}/{due_at}",
        arguments=json.dumps({"watch_id": row.id, "due_at": due_at}),
        state="waiting",
        due_at=due_at,
        tries=0,
        created_at=due_at,
    )


def _letter(shop: ServerProcess, kind: str, email: str) -> dict[str, str]:
    """Of the watch of this address: a letter that was sent has no address itself."""
    mine = [row.id for row in found(shop, watches, email=email)]
    row = [letter for letter in found(shop, letters, kind=kind) if letter.about.split("/")[1] in mine][-1]
    values: dict[str, str] = json.loads(row.details)
    return values


def _fits(window: Page) -> None:
    assert window.evaluate(RUN, [RULES, []]) == []
    for width in (320, 390, 768, 1280, 1920):
        window.set_viewport_size({"width": width, "height": 900})
        assert window.evaluate("document.documentElement.scrollWidth") <= width
    window.set_viewport_size({"width": 1280, "height": 900})
