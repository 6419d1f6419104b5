"""Pages that move, come late and wait for the scroll give the same record, however slowly they come.

The pages lie in tests/sites/moving. `python -m bench.scan.same` scans them, and any others, also under load.
"""

from __future__ import annotations

import asyncio
import mimetypes
from dataclasses import replace

import pytest

from coldread.scanner.page.observations import Observations
from coldread.scanner.visit.deadlines import deadlines_for

from ..seeing import SITES
from .studio import Answer, Studio, html
from .test_hard_pages import comparable

FOLDER = SITES / "moving"
PAGES = sorted(page.stem for page in FOLDER.glob("*.html"))
#: a scan may take so long here: how slowly a page comes is asked, not how slow a machine may be
PATIENT_S = 300.0


def pages_of(name: str, *, late_s: float) -> dict[str, str | Answer]:
    """The site of one moving page; everything beside the page itself comes so late."""

    def file(path: str) -> Answer:
        async def answer(_head: str, writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(late_s)
            body = (FOLDER / path).read_bytes()
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            writer.write(
                f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            )
            writer.write(body)

        return answer

    beside = {f"/{one.name}": file(one.name) for one in FOLDER.iterdir() if one.suffix != ".html"}
    # a picture that holds up `load`, while the page's scripts have begun
    page = (FOLDER / f"{name}.html").read_text("utf-8")
    held_up = page.replace(
        "</main>", '<img src="/frame.svg?held" alt="A sign" width="120" height="48"></main>', 1
    )
    return {"/": held_up, **beside}


@pytest.fixture(scope="module")
def seen(studio: Studio) -> dict[str, tuple[Observations, Observations]]:
    async def both(name: str) -> tuple[Observations, Observations]:
        patient = deadlines_for(PATIENT_S)
        quick = await studio.looking(pages_of(name, late_s=0), deadlines=patient)
        slow = await studio.looking(pages_of(name, late_s=0.35), deadlines=patient)
        return quick.observations, slow.observations

    async def all_pages() -> list[tuple[Observations, Observations]]:
        return await asyncio.gather(*map(both, PAGES))

    return dict(zip(PAGES, studio.run(all_pages()), strict=True))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_moves_gives_the_same_record_however_slowly_it_comes(
    name: str, seen: dict[str, tuple[Observations, Observations]]
) -> None:
    quick, slow = seen[name]
    assert quick.caveats == slow.caveats == ()
    assert comparable(quick) == comparable(slow)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("count_up", ("48210", "312", "97", "140")),
        ("late", ("Two bags for 179 kr", "roasted the day before", "Three farms in Huila")),
        ("fade_in", ("What you get", "twenty years", "twice without paying more")),
        ("fonts", ("No fee in the first month",)),
        ("lazy", ("Frames for pictures of any size",)),
    ],
)
def test_what_a_visitor_would_have_read_in_the_end_is_seen(
    name: str, words: tuple[str, ...], seen: dict[str, tuple[Observations, Observations]]
) -> None:
    for record in seen[name]:
        for view in (record.desktop, record.mobile):
            assert view is not None
            told = " ".join(item.text for item in view.drawn if item.visible)
            assert [one for one in words if one not in told] == []


def test_every_lazy_picture_has_come(seen: dict[str, tuple[Observations, Observations]]) -> None:
    for record in seen["lazy"]:
        assert record.desktop is not None
        pictures = [item for item in record.desktop.drawn if item.tag == "img"]
        assert len(pictures) == 5
        assert all(item.natural == (120, 48) for item in pictures)


def test_a_page_that_was_not_at_rest_in_time_says_so(studio: Studio) -> None:
    page = html(
        "<h1>Bread</h1><script>let sum = 0; const step = () => { for (let n = 0; n < 2e6; n++) sum = Math.imul(sum, 31) + n;"
        " document.body.dataset.sum = sum; requestAnimationFrame(step) }; requestAnimationFrame(step)</script>"
    )
    hurried = replace(deadlines_for(PATIENT_S), passing=0.1)
    assert studio.run(studio.looking(page, deadlines=hurried)).observations.caveats == ("still-moving",)


def test_a_script_that_waits_for_time_to_pass_does_not_wait_for_ever(studio: Studio) -> None:
    """It looks at the time until a moment is over: page time passes for it."""
    page = html(
        "<h1>Bread</h1><p id='p'>not yet</p><script>setTimeout(() => { const end = Date.now() + 300;"
        " while (Date.now() < end); const later = performance.now() + 200; while (performance.now() < later);"
        " document.getElementById('p').textContent = 'over' }, 50)</script>"
    )
    record = studio.look(page).observations
    assert record.caveats == ()
    assert record.desktop is not None
    assert "over" in [item.text for item in record.desktop.drawn]


def test_the_page_finds_its_date_its_timers_and_their_words_as_ever(studio: Studio) -> None:
    page = html(
        "<h1>Bread</h1><p id='p'></p><script>const say = (text) => { document.getElementById('p').textContent += text + ' ' };"
        "setTimeout((one, two) => say(one + two), 20, 'a', 'b'); setTimeout('say(\"words\")', 30);"
        "clearTimeout(setTimeout(() => say('wrong'), 40)); const id = setInterval(() => { say('tick'); clearInterval(id) }, 50);"
        "setTimeout(() => { throw new Error('a fault of its own') }, 55);"
        "setTimeout(() => { const date = new Date(); say([date instanceof Date, date.constructor === Date,"
        " new Date(2020, 1, 2).getFullYear(), Math.abs(Date.now() - date) < 50, typeof Date(), Date.UTC(1970, 0, 1)].join()) }, 60);"
        "const began = Date.now(); setTimeout(() => say(Date.now() - began >= 400 ? 'passed' : 'stood'), 400);"
        "requestIdleCallback((left) => say(left.timeRemaining() >= 0 ? 'idle' : ''))</script>"
    )
    record = studio.look(page).observations
    assert record.desktop is not None
    told = next(item.text for item in record.desktop.drawn if item.selector == "#p")
    assert sorted(told.split()) == sorted(
        ["idle", "ab", "words", "tick", "true,true,2020,true,string,0", "passed"]
    )
    assert any("a fault of its own" in line for line in record.desktop.console)


def test_letters_have_their_own_colour_again_at_once_after_the_pictures_without_letters(
    studio: Studio,
) -> None:
    """Words on a gradient make us take such pictures. A link that changes its colour slowly must not fade in before axe asks."""
    page = html(
        "<style>a { transition: color 60s } .pale { color: #bbb; background: #fff }"
        " h1 { color: #fff; background: linear-gradient(90deg, #036, #069) }</style>"
        "<main><h1>Bread at your door</h1><p>Baked at night. <a class='pale' href='/order'>Order now</a></p></main>"
    )
    record = studio.look(page).observations
    assert record.caveats == ()
    assert record.axe is not None
    pale = [node for one in record.axe if one.rule == "color-contrast" for node in one.nodes]
    assert [node for node in pale if "Order now" in node.html] != []
