"""Every deadline of a scan, in one table: shares of the whole scan (`COLDREAD_SCAN_DEADLINE_S`)."""

from __future__ import annotations

import dataclasses
from typing import Any

#: seconds for a whole scan by default, enough on a busy machine
SCAN_S = 15.0


def share(seconds: float) -> Any:
    """A limit in a scan of 15 s; it scales with the length of the scan."""
    return dataclasses.field(default=seconds)


def window(seconds: float) -> Any:
    """A fixed time: what is seen depends on it, so a longer scan does not watch for longer.

    Page time passes as fast as the page's own timers let it (`render/scripts/page_time.js`).
    """
    return dataclasses.field(default=seconds, metadata={"never_longer": True})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Deadlines:
    """Seconds in a scan of 15 s; `deadlines_for(60)` has four times as much."""

    scan: float = share(SCAN_S)

    # around the visit
    #: no part of a scan lasts longer: each has its own limit, 18 s together on an idle machine
    abandoned: float = share(30.0)
    #: for a scan worker; longer than its own limit, so that the worker gives the reason: work that was
    #: begun and cut off is charged, a missing worker is not
    worker: float = share(31.0)
    #: for an outside pipeline
    pipeline: float = share(14.0)

    # the visit
    #: from the first byte requested to the last thing seen, including the wait for a browser
    visit: float = share(13.5)
    look: float = share(11.0)
    #: extra time before a browser that ignores its deadlines is given up
    grace: float = share(1.2)
    #: extra time for a visit whose browser was ended because of another page
    second_look: float = share(6.0)
    #: the source alone
    source: float = share(3.0)
    #: for one name lookup
    name: float = share(2.5)
    #: for one address to accept a connection, and between two bytes
    silence: float = share(3.0)
    #: robots.txt and llms.txt, requested while the page is rendered
    well_known: float = share(2.0)
    #: one address that the page points to, HEAD and GET together
    target: float = share(2.5)
    #: for both pages behind the goal's step and reading them; never longer than the rest of the visit
    behind: float = share(3.0)
    #: with less than this left, the step is not followed
    shortest_behind: float = share(0.4)
    #: for the sizes of all pictures that no browser loaded
    picture_sizes: float = share(2.0)

    # the browser
    #: a cold start takes 1.3 s alone and 3 s on a busy machine
    browser_start: float = share(15.0)
    #: for closing it normally, before it is killed
    browser_close: float = share(3.0)
    #: a scan waits for its turn; a visit takes about five seconds, which are left then
    turn: float = share(7.5)
    #: the same for a scan in the background
    background_turn: float = share(60.0)
    #: with less than this left, a visit is not started: it would be cut off, and cost the browser
    shortest: float = share(4.0)
    #: for what one window may load
    traffic: float = share(12.0)
    #: reserved for buttons and for closing
    kept_for_use: float = share(1.5)
    #: extra time for windows that are about to finish
    windows_grace: float = share(0.3)
    #: 0.3 s alone, up to 2 s on a machine with a load of 15
    tab_open: float = share(5.0)
    tab_close: float = share(1.0)

    # one window
    #: for `load`; then we judge what is there
    navigation: float = share(6.0)
    #: reserved from the navigation for everything after it
    kept_for_sight: float = share(3.5)
    #: for the driver to report a finished navigation
    navigation_grace: float = share(0.5)
    #: for the network to become quiet, after `load` and while page time passes
    quiet: float = share(2.5)
    #: for that page time to pass: 0.1 s alone, more if the page's own scripts take longer
    passing: float = share(1.5)
    #: page time after `load` in which late banners and pop-ups still count
    observation: float = window(1.0)
    #: for an answer of a page that did not finish loading
    answer: float = share(1.0)
    #: to end a script that blocks the page
    unblock: float = share(0.5)
    measure: float = share(2.5)
    #: to scroll through the page and back; the rest is not judged. 0.2 to 0.5 s alone
    scroll: float = share(2.0)
    #: for pictures that only scrolling requests
    lazy_pictures: float = share(1.0)
    #: page time at each place of the scroll, and after it: numbers that count up take about two seconds
    scroll_step: float = window(0.12)
    rest: float = window(2.5)
    #: extra time for a slow page, before its scrolling is given up
    scroll_grace: float = share(1.0)
    #: for the frames without letters: 0.1 to 0.4 s if a page needs them; no new one starts after it
    letters: float = share(1.0)
    #: for the driver to add up what it counted
    sizes: float = share(0.5)
    #: one second alone; the rest of the whole on a busy machine
    axe: float = share(5.0)
    #: reserved from the frames without letters
    kept_for_axe: float = share(1.5)
    kept_for_picture: float = share(0.5)
    picture: float = share(2.0)

    # buttons and forms
    use: float = share(1.5)
    #: in which a page must react
    reaction: float = window(0.25)


def deadlines_for(scan_s: float = SCAN_S) -> Deadlines:
    """The table for a scan of at most `scan_s` seconds."""
    factor = scan_s / SCAN_S
    usual = Deadlines()
    return Deadlines(
        **{
            row.name: getattr(usual, row.name)
            * (min(1.0, factor) if row.metadata.get("never_longer") else factor)
            for row in dataclasses.fields(Deadlines)
        }
    )
