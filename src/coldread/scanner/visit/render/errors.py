"""Why there is no picture of a page.

RenderError
├── BrowserMissing       no Chromium on this machine
├── BrowserUnavailable   it does not start, or not as safely as asked for
├── BrowserBusy          others are being looked at, and the wait was too long
├── BrowserLost          it ended in the middle, and somebody else's page may have ended it
└── RenderFailed         neither window brought anything back
"""

from __future__ import annotations


class RenderError(Exception):
    """`caveat` is the key under which a report speaks of it."""

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
