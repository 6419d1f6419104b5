"""Where browsers are installed. Needs no Playwright, so that a process can check before it loads that."""

from __future__ import annotations

import shutil

#: names in distributions; the one without windows first, since it starts and opens pages with less CPU and sees the same
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)


def first_browser() -> str:
    """The first one on this machine; empty if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), "")
