"""Why there is no picture of a page.

RenderError
├── BrowserMissing       no Chromium on this machine
├── BrowserUnavailable   it does not start, or not as safely as required
├── BrowserBusy          other scans use it, and the wait was too long
├── BrowserLost          it ended during the scan, perhaps because of another page
└── RenderFailed         neither window returned anything
"""

from __future__ import annotations


class RenderError(Exception):
    """`caveat` is its key in a report."""

    caveat = "render-failed"


class BrowserMissing(RenderError):
    caveat = "browser-missing"


class BrowserUnavailable(RenderError):
    caveat = "browser-missing"


class BrowserBusy(RenderError):
    caveat = "browser-busy"


class BrowserLost(RenderError):
    caveat = "render-failed"


class RenderFailed(RenderError):
    caveat = "render-failed"
