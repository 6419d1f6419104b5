"""Where a browser is looked for. Needs no Playwright, so that a process can ask before it loads any."""

from __future__ import annotations

import shutil

#: where distributions put it; first the one without windows, which starts and opens pages for less and sees the same
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)


def first_browser() -> str:
    """The first that this machine has; empty where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), "")
