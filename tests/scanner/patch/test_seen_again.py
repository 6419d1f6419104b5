"""What a browser found is looked at again by a browser: the mended page is drawn, measured and judged anew."""

from __future__ import annotations

import asyncio
import io

import pytest
from PIL import Image

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.probes import plan_probes
from coldread.scanner.judge.report import Report
from coldread.scanner.patch.make_patches import make_patches
from tests.scanner.render.studio import Answer, Studio
from tests.scanner.seeing import ENGLISH

from .mending import git, ids

BRIEF = Brief(goal=PrimaryGoal.BOOK_CALL)
STYLE = """
body { margin: 0; font: 16px/1.5 Georgia, serif; color: #222; background: #fff }
h1 { font-size: 20px; font-weight: 400 }
.call { display: inline-block; padding: 2px 10px; background: #7a8a94; color: #fff; text-decoration: none }
.pale { color: #b5b5b5 }
.wide { width: 100% }
"""
POOR = f"""<!doctype html>
<html>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no">
  <title>Fresh bread at your door by seven</title>
  <style>{STYLE}</style>
</head>
<body>
  <header><a href="/">Limpa</a></header>
  <div>
  <section>
    <h1>Fresh bread at your door by seven</h1>
    <p>We bake in the night so that your guests find it warm in the morning.</p>
    <a class="call" href="#Booking">Book a call</a>
  </section>
  <section>
    {ENGLISH}
    <img src="/bread.png" alt="A loaf of rye">
    <p class="pale">Small print about the bread that we bake.</p>
    <p><a href="https://www.facebook.com/limpa"><svg width="24" height="24"></svg></a></p>
  </section>
  <section id="booking">
    <h2>Book a call</h2>
    <form action="/book" method="post">
      <p><label>Mail</label> <input type="email" name="mail"></p>
      <p><input type="tel" name="phone"></p>
      <button style="padding: 12px 20px">Book a call</button>
    </form>
    <p><a href="/privacy">Privacy policy</a></p>
  </section>
  </div>
  <footer>© 2019 Limpa, <a href="mailto:hej@limpa.example">hej@limpa.example</a></footer>
</body>
</html>
"""
#: each is mended mechanically and cannot be seen in the source alone
ONLY_A_BROWSER_SEES = {
    "cta.low-contrast",
    "cta.broken-target",
    "form.label",
    "perf.img-dimensions",
    "a11y.html-has-lang",
    "a11y.meta-viewport",
    "agent.landmarks",
}


def picture() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (320, 200), "peru").save(data, "PNG")
    return data.getvalue()


async def bread(_head: str, writer: asyncio.StreamWriter) -> None:
    body = picture()
    writer.write(
        b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    )


def looked_at(studio: Studio, page: str) -> Report:
    pages: dict[str, str | Answer] = {"/": page, "/bread.png": bread, "/book": "<p>ok</p>"}
    seen = studio.look(pages, plan=lambda first: plan_probes(first, BRIEF)).observations
    assert seen.axe is not None, seen.caveats
    return review(seen, BRIEF)


@pytest.fixture(scope="module")
def before(studio: Studio) -> Report:
    return looked_at(studio, POOR)


def test_the_poor_page_has_what_is_to_be_mended(before: Report) -> None:
    assert ids(before) >= ONLY_A_BROWSER_SEES


def test_every_mechanical_finding_is_gone_when_a_browser_looks_again(studio: Studio, before: Report) -> None:
    mended = make_patches(POOR, before)
    carried = {key for key, fix in mended.fixes.items() if fix.patch and fix.kind == "safe"}
    assert carried >= ONLY_A_BROWSER_SEES, mended.dropped
    after = looked_at(studio, git(POOR, mended, mended.diff_safe))
    assert not carried & ids(after), [(one.id, one.evidence) for one in after.findings if one.id in carried]
    assert ids(after) <= ids(before)
    assert after.scores.overall >= before.scores.overall


def test_reviewed_patches_hold_on_top_of_the_safe_ones(studio: Studio, before: Report) -> None:
    mended = make_patches(POOR, before)
    carried = {key for key, fix in mended.fixes.items() if fix.patch}
    assert carried >= {"a11y.color-contrast", "a11y.link-name"}, mended.dropped
    after = looked_at(studio, git(POOR, mended, mended.diff_safe, mended.diff_needs_review))
    assert not carried & ids(after), [(one.id, one.evidence) for one in after.findings if one.id in carried]
    assert ids(after) <= ids(before)
