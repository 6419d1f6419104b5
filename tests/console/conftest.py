"""A running service, and an operator who is signed in with a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.console.visitor import PASSWORD
from tests.harness.browser import open_browser
from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess, run

PATIENCE_MS = ANSWER_S * 1000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("console")
    # drafts that a browser looks for are tests/drafts' own
    made = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}", folder / "data", draft_after_s="0", scan_engine="lite"
    )
    made.start()
    assert run(["operator", "add", "berit"], made.environ, typed=PASSWORD + "\n").returncode == 0
    yield made
    made.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def open_console(chromium: Browser, server: ServerProcess) -> Iterator[Callable[..., Page]]:
    """A window of its own, signed in."""
    contexts = []

    def open_one(**options: object) -> Page:
        context = chromium.new_context(base_url=server.url, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto("/console")
        page.fill("#name", "berit")
        page.fill("#password", PASSWORD)
        page.click("button[type=submit]")
        page.wait_for_selector("nav.views")
        return page

    yield open_one
    for context in contexts:
        context.close()
