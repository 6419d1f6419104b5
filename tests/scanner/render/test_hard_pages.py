"""Pages that are hard on the eye are seen as a visitor sees them, and twice the same.

An ordinary run looks at as many as it takes to have each check found, left alone and called unsure wherever any page asks it.
"""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Finding, NotMeasured
from coldread.scanner.judge.judgement import Judgement, judge
from coldread.scanner.page.observations import Observations
from coldread.scanner.visit.deadlines import deadlines_for
from tests.harness.breadth import covering
from tests.harness.patience import SCAN_S

from ..seeing import without_timings
from .hard_pages import DARK, PAGES, HardPage
from .studio import Answer, Studio, html

#: nothing of these pages comes later than that
QUICK = dataclasses.replace(deadlines_for(SCAN_S), observation=0.05)
AT_ONCE = 3
BRIEF = Brief(goal=PrimaryGoal.BOOK_CALL)
FACE = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="90"/></svg>'


async def face(_head: str, writer: asyncio.StreamWriter) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: image/svg+xml\r\nContent-Length: {len(FACE)}\r\n\r\n"
    writer.write((head + FACE).encode())


async def all_seen(studio: Studio, pages: list[str]) -> list[Observations]:
    free = asyncio.Semaphore(AT_ONCE)

    async def one(page: str) -> Observations:
        site: dict[str, str | Answer] = {"/": page, "/face.svg": face}
        async with free:
            return (await studio.looking(site, deadlines=QUICK)).observations

    return await asyncio.gather(*map(one, pages))


def verdicts(page: HardPage) -> set[tuple[str, str]]:
    return {(kind, check) for kind in ("finds", "leaves", "unsure") for check in getattr(page, kind)}


LOOKED_AT = covering(PAGES, of=verdicts)


@pytest.fixture(scope="module")
def seen(studio: Studio) -> dict[str, Observations]:
    records = studio.run(all_seen(studio, [page.html for page in LOOKED_AT]))
    return dict(zip((page.name for page in LOOKED_AT), records, strict=True))


@pytest.mark.parametrize("page", LOOKED_AT, ids=lambda page: page.name)
def test_a_hard_page_is_judged_as_the_eye_sees_it(page: HardPage, seen: dict[str, Observations]) -> None:
    record = seen[page.name]
    assert record.rendered
    assert record.mobile is not None
    judged = judge(record, BRIEF)
    assert set(page.finds) <= found_ids(judged), told(judged, page.finds)
    assert not set(page.leaves) & found_ids(judged), told(judged, page.leaves)
    assert all(isinstance(judged.verdicts[name], NotMeasured) for name in page.unsure), told(
        judged, page.unsure
    )
    for item in judged.findings:
        assert all(one.selector in record.dom.by_selector or one.layer != "rendered" for one in item.evidence)


def found_ids(judged: Judgement) -> set[str]:
    return {item.id for item in judged.findings}


def told(judged: Judgement, names: tuple[str, ...]) -> str:
    verdicts = {name: judged.verdicts[name] for name in names}
    return "; ".join(
        f"{name}: {[(e.selector, e.value) for e in one.evidence] if isinstance(one, Finding) else one}"
        for name, one in verdicts.items()
    )


RESTLESS = html(
    f"""
<div style="position:sticky;top:0;background:#fff;height:60px">Roofs &amp; Sons</div>
<section style="background:url('{DARK}') 0/cover;color:#fff;min-height:500px"><h1 class="in">Roofs mended in a day</h1>
<p style="animation:float 2s infinite">We come on the day that you choose, and stay until it is dry.</p></section>
<a href="/book" style="display:inline-block;padding:14px 28px;background:linear-gradient(#123a7a,#0b2a5c);color:#fff">Book a call</a>
<section style="height:900px"><h2>How we work</h2></section><section class="r" style="height:900px"><h2>What it costs</h2></section>
<img alt="A roof" loading="lazy" width="600" height="300" src="/face.svg"><section style="height:900px"><h2>Where we work</h2></section>
""",
    head="<style>.in{animation:in 3s}@keyframes in{from{opacity:0}}@keyframes float{50%{transform:translateY(20px)}}"
    ".r{opacity:0;transition:opacity 1s}.r.on{opacity:1}</style><script>addEventListener('load',()=>{new IntersectionObserver("
    "e=>e.forEach(x=>x.isIntersecting&&x.target.classList.add('on'))).observe(document.querySelector('.r'))})</script>",
)


def test_a_restless_page_gives_the_same_record_twice(studio: Studio) -> None:
    """Animation, a header that sticks, a part that waits for the scroll, a picture that comes late."""
    one, other = studio.run(all_seen(studio, [RESTLESS, RESTLESS]))
    assert comparable(one) == comparable(other)
    assert one.desktop is not None
    assert one.desktop.painted is not None
    assert one.desktop.painted.reached == one.desktop.scroll_height
    assert "body > section:nth-of-type(3)" in one.desktop.painted.revealed
    picture = next(item for item in one.desktop.drawn if item.tag == "img")
    assert picture.natural == (200, 200)
    headline = next(text for text in one.desktop.painted.texts if text.selector.endswith("h1"))
    assert headline.ratio is not None
    assert headline.ratio > 10


def comparable(record: Observations) -> Observations:
    """Without timings and the port of the test's site."""
    port = record.final_url.rsplit(":", 1)[1].strip("/")
    still = without_timings(record)
    return Observations.from_json(still.to_json().replace(f":{port}".encode(), b":0"))
