"""Every deadline of a scan, in one table: shares of what the whole may take (`COLDREAD_SCAN_DEADLINE_S`)."""

from __future__ import annotations

import dataclasses
from typing import Any

#: seconds that a whole scan may take where nobody says otherwise, also on a machine that is busy with other things
SCAN_S = 15.0


def share(seconds: float) -> Any:
    """At most so long in a scan of 15 s; a longer scan gives it more, a shorter one less."""
    return dataclasses.field(default=seconds)


def window(seconds: float) -> Any:
    """Exactly so long: what is seen depends on it, so a scan that has more time does not watch for longer.

    Page time passes as fast as the page's own timers let it (`render/scripts/page_time.js`).
    """
    return dataclasses.field(default=seconds, metadata={"never_longer": True})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Deadlines:
    """Seconds of a scan of 15 s; `deadlines_for(60)` has the same four times as long."""

    scan: float = share(SCAN_S)

    # around the look
    #: nothing of a scan lasts longer: every part has its own limit, 18 s together, on a machine that has time
    abandoned: float = share(30.0)
    #: for a scan worker; longer than it gives itself, so that it is the worker who says why there is nothing: work that was
    #: begun and cut off is charged, and a worker that is not there is not
    worker: float = share(31.0)
    #: for an outside pipeline
    pipeline: float = share(14.0)

    # the look
    #: from the first byte asked for to the last thing seen, waiting for a browser included
    visit: float = share(13.5)
    look: float = share(11.0)
    #: more before a browser that keeps nobody's time is given up
    grace: float = share(1.2)
    #: more for a look whose browser was lost to somebody else's page
    second_look: float = share(6.0)
    #: the source alone
    source: float = share(3.0)
    #: for one name to be looked up
    name: float = share(2.5)
    #: for one address to take a connection, and without a single byte
    silence: float = share(3.0)
    #: robots.txt and llms.txt, asked for at the same time as the page is rendered
    well_known: float = share(2.0)
    #: one address that the page points to, HEAD and GET together
    target: float = share(2.5)
    #: both pages behind the goal's step, read as well; never longer than what is left of the look
    behind: float = share(3.0)
    #: without so much the step is not followed
    shortest_behind: float = share(0.4)
    #: sizes of all pictures that no browser loaded
    picture_sizes: float = share(2.0)

    # the browser
    #: a cold start takes 1.3 s alone and 3 s on a busy machine
    browser_start: float = share(15.0)
    #: the polite way, before the other one
    browser_close: float = share(3.0)
    #: a scan waits for its turn; a look takes about five seconds, which are left then
    turn: float = share(7.5)
    #: the same for a scan that nobody waits for
    background_turn: float = share(60.0)
    #: without so much a look is not worth beginning: it would end in the middle, and cost the browser
    shortest: float = share(4.0)
    #: what one window may load
    traffic: float = share(12.0)
    #: kept back for buttons and for closing
    kept_for_use: float = share(1.5)
    #: more for windows that are about to bring something back
    windows_grace: float = share(0.3)
    #: 0.3 s alone, up to 2 s on a machine with a load of 15
    tab_open: float = share(5.0)
    tab_close: float = share(1.0)

    # one window
    #: for `load`; after that we judge what is there
    navigation: float = share(6.0)
    #: kept back from the navigation for everything after it
    kept_for_sight: float = share(3.5)
    #: for the driver to tell of a navigation that is over
    navigation_grace: float = share(0.5)
    #: for the network to be quiet, after `load` and while page time passes
    quiet: float = share(2.5)
    #: for that page time to pass: 0.1 s alone, more where the page's own scripts take longer
    passing: float = share(1.5)
    #: page time after `load`, in which late banners and pop-ups still count
    observation: float = window(1.0)
    #: for a word from a page that did not finish loading
    answer: float = share(1.0)
    #: to end a script that keeps the page from answering
    unblock: float = share(0.5)
    measure: float = share(2.5)
    #: to scroll through the page and back: what is not reached by then is not judged. 0.2 to 0.5 s alone
    scroll: float = share(2.0)
    #: for pictures that only scrolling sends for
    lazy_pictures: float = share(1.0)
    #: page time at each place of the scroll, and after it: numbers that count up take about two seconds
    scroll_step: float = window(0.12)
    rest: float = window(2.5)
    #: more for a page that answers slowly, before its scrolling is given up
    scroll_grace: float = share(1.0)
    #: for the frames without letters: 0.1 to 0.4 s where a page needs them; no new one begins after it
    letters: float = share(1.0)
    #: for the driver to add up what it counted
    sizes: float = share(0.5)
    #: one second alone; what is left of the whole when the machine is busy
    axe: float = share(5.0)
    #: kept back from the frames without letters
    kept_for_axe: float = share(1.5)
    kept_for_picture: float = share(0.5)
    picture: float = share(2.0)

    # buttons and forms
    use: float = share(1.5)
    #: in which something must happen
    reaction: float = window(0.25)


def deadlines_for(scan_s: float = SCAN_S) -> Deadlines:
    """The table for a scan that may take `scan_s` seconds."""
    factor = scan_s / SCAN_S
    usual = Deadlines()
    return Deadlines(
        **{
            row.name: getattr(usual, row.name)
            * (min(1.0, factor) if row.metadata.get("never_longer") else factor)
            for row in dataclasses.fields(Deadlines)
        }
    )
