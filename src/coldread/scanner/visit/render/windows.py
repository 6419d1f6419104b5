"""The two windows in which a page is rendered."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Literal

from coldread.base.version import AGENT

#: names us, in the form that sites expect of a browser
BROWSER = "Mozilla/5.0 ({}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 {}Safari/537.36 " + AGENT


@dataclasses.dataclass(frozen=True, kw_only=True)
class Window:
    name: Literal["desktop", "mobile"]
    width: int
    height: int
    mobile: bool
    system: str
    #: the user's languages
    locale: str = "en-US"

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def context(self, *, proxy: str, version: str) -> dict[str, Any]:
        """Playwright's options for it. The page's own CSP stays on: our scripts run in an isolated world."""
        major = version.partition(".")[0]
        return {
            "viewport": {"width": self.width, "height": self.height},
            "is_mobile": self.mobile,
            "has_touch": self.mobile,
            "device_scale_factor": 1,
            "user_agent": BROWSER.format(self.system, major, "Mobile " if self.mobile else ""),
            "locale": self.locale,
            "timezone_id": "UTC",
            "reduced_motion": "reduce",
            "service_workers": "block",
            "accept_downloads": False,
            "proxy": {"server": proxy},
        }


DESKTOP = Window(name="desktop", width=1366, height=768, mobile=False, system="X11; Linux x86_64")
MOBILE = Window(name="mobile", width=390, height=844, mobile=True, system="Linux; Android 10; K")

#: for a page in its own language; pages in other languages get the usual window
LOCALES = {"sv": "sv-SE"}
_LANG = re.compile(r"<html\b[^>]{0,500}?\slang\s*=\s*[\"']?([A-Za-z]{2})", re.IGNORECASE)
#: characters of a source that include its first tag
BEGINNING = 4_000


def in_language_of(window: Window, html: str) -> Window:
    """As its readers open it: a page that declares Swedish can answer in English to an English browser."""
    told = _LANG.search(html[:BEGINNING])
    locale = LOCALES.get(told[1].lower()) if told else None
    return dataclasses.replace(window, locale=locale) if locale else window
