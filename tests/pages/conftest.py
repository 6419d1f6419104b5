"""A running service with a page to scan, and a browser to use it with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.harness.browser import open_browser
from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess
from tests.harness.website import Website

SITES = Path(__file__).parents[1] / "sites"
SELLER = {
    "seller_name": "Coldread Studio AB",
    "seller_org_number": "556677-8899",
    "seller_vat_id": "SE556677889901",
    "seller_address": "Storgatan 1, 411 01 Göteborg",
    "seller_email": "hej@coldread.example",
    "mobile_payee": "123 456 78 90",
}
UNLIMITED = dict.fromkeys(
    ("scan_limit_url", "scan_limit_ip", "scan_limit_global", "limit_create_per_hour", "limit_reads_per_min"),
    "0",
)
PIPELINE_KEY = "pipeline-key-of-at-least-32-characters"
PATIENCE_MS = ANSWER_S * 1000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    """The page that is scanned."""
    with Website({"/": (SITES / "bad_en.html").read_text("utf-8")}) as website:
        yield website


@pytest.fixture(scope="module")
def shop(site: Website, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """`coldread serve` with everything a buyer can be shown."""
    folder = tmp_path_factory.mktemp("shop")
    server = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}",
        folder / "data",
        scan_allow_hosts=site.place,
        draft_after_s="0",
        pipeline_key=PIPELINE_KEY,
        **SELLER,
        **UNLIMITED,
    )
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def open_page(chromium: Browser, shop: ServerProcess) -> Iterator[Callable[..., Page]]:
    """A window of its own for each test; `open_page(java_script_enabled=False)`."""
    contexts = []

    def open_one(**options: object) -> Page:
        context = chromium.new_context(base_url=shop.url, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
