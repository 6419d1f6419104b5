"""A browser for pages of our own: headless, and with everything turned off that nobody sees and that costs seconds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from coldread.scanner.visit.render.chromium import find_browser
from coldread.scanner.visit.render.flags import THRIFT, arguments

#: our pages run each script for less time than it takes to optimise it: a tenth of what axe takes (the last such flag counts)
UNOPTIMISED = "--js-flags=--max-old-space-size=256 --no-opt --no-maglev"


@contextmanager
def open_browser() -> Iterator[Browser]:
    """As the scanner starts it, without the guards: pages of our own may be reached."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(""), args=["--no-sandbox", *arguments(THRIFT), UNOPTIMISED]
        )
        yield browser
        browser.close()
