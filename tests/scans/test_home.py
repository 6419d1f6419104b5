"""Our own start page: looked at once a night in production, shown with its day, and not longer than it is true."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.clock import DAY
from coldread.jobs.defer import live_keys
from coldread.scans.home import LOOK_AT_HOME, SHOWN_FOR, home_scan, note_home, queue_home
from tests.harness.service import Service


def test_the_page_is_looked_at_once_a_night(quick_service: Service) -> None:
    live = replace(quick_service.settings, env="production")
    assert quick_service.write(queue_home, quick_service.settings) == 0, "not while it is tried out"
    assert quick_service.write(queue_home, live) == 1
    assert quick_service.write(queue_home, live) == 0, "one is on its way"
    assert LOOK_AT_HOME in quick_service.read(live_keys)
    quick_service.write(note_home, "abc", 61)
    assert quick_service.write(queue_home, live) == 0
    quick_service.clock.move(DAY)
    assert quick_service.write(queue_home, live) == 0, "the one that waits"
    assert quick_service.write(queue_home, replace(live, scan_engine="external")) == 0


def test_the_start_page_tells_the_figure_and_its_day_while_it_is_young(quick_service: Service) -> None:
    def home(lang: str = "en") -> str:
        return quick_service.get(f"/?lang={lang}", headers={"Accept": "text/html"}).text

    assert "our own scanner" not in home()
    quick_service.write(note_home, "abcdef", 61)
    page = home()
    assert "Every night our own scanner reviews this very page. On 15" in page
    assert "it scored 61 out of 100" in page
    assert 'href="/r/abcdef' in page
    assert "61 av 100" in home("sv")
    quick_service.clock.move(SHOWN_FOR)
    assert quick_service.read(home_scan) is None
    assert "our own scanner" not in home()
