"""Records of pages that nobody had to fetch or render: what a test wants to have been seen, in one line."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Finding, Verdict
from coldread.scanner.judge.judgement import judge
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import AxeNode, AxeViolation, Drawn, Observations, Viewport
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import Painted

SITES = Path(__file__).parents[1] / "sites"

#: own pages that a reviewer has nothing serious to say about
GOLD = {
    "calls_en": Brief(goal=PrimaryGoal.BOOK_CALL, audience="bakery owners"),
    "newsletter_sv": Brief(goal=PrimaryGoal.NEWSLETTER, audience="balkongodlare", lang=Language.SV),
    "signup_en": Brief(goal=PrimaryGoal.PAID_SIGNUP, audience="freelancers"),
    "demo_sv": Brief(goal=PrimaryGoal.DEMO, audience="hyresvärdar", lang=Language.SV),
}
BAD = {
    "bad_en": Brief(goal=PrimaryGoal.DEMO, audience="bakeries"),
    "bad_sv": Brief(goal=PrimaryGoal.NEWSLETTER, audience="småföretagare", lang=Language.SV),
}

#: enough plain English to tell the language, and nothing that any check would mind
ENGLISH = (
    "<p>We bring fresh bread to your door before you wake up, so that you can sleep a little longer every day. "
    "You choose the loaf in the evening, we bake it in the night, and you find it warm on the step at seven.</p>"
)
SWEDISH = (
    "<p>Vi bakar i natt och ställer brödet på din trappa före klockan sju, så att du kan sova lite längre varje dag. "
    "Du väljer limpa på kvällen, vi bakar den under natten och du hittar den varm när du vaknar.</p>"
)
#: of a page that a phone does not shrink
VIEWPORT = '<meta name="viewport" content="width=device-width">'


def site(name: str) -> str:
    return (SITES / f"{name}.html").read_text("utf-8")


def document(body: str, *, head: str = "", lang: str = "en") -> str:
    return f'<!doctype html><html lang="{lang}"><head>{head}</head><body>{body}</body></html>'


def seen(html: str, /, **more: Any) -> Observations:
    """A page of which only the source was read."""
    facts: dict[str, Any] = {
        "url": "https://page.example/",
        "final_url": "https://page.example/",
        "seen_on": "2026-11-15",
    }
    return Observations(**({**facts, "html": html} | more))


def seen_site(name: str, **more: Any) -> Observations:
    """One of our own pages; its address is the test's, so its canonical domain is not judged."""
    return seen(site(name), **({"allow_listed": True} | more))


def drawn(selector: str, **more: Any) -> Drawn:
    """Black 16 px text on white, 300 × 40 px at the top left, visible."""
    plain: dict[str, Any] = {
        "tag": selector.rpartition(" ")[2].partition(":")[0],
        "text": "",
        "own_chars": 0,
        "box": (0.0, 0.0, 300.0, 40.0),
        "visible": True,
        "font_size": 16.0,
        "font_weight": 400,
        "font_family": "Georgia",
        "color": (0, 0, 0, 1.0),
        "background": (0, 0, 0, 0.0),
        "background_image": False,
        "behind": (255, 255, 255, 1.0),
        "border_width": 0.0,
        "border_color": (0, 0, 0, 0.0),
        "border_sides": 0,
        "padding": (0.0, 0.0, 0.0, 0.0),
        "radius": 0.0,
        "shadow": False,
        "display": "block",
        "position": "static",
        "pointer": False,
    }
    return Drawn(selector=selector, **(plain | more))


def button(selector: str, text: str, **more: Any) -> Drawn:
    """White on dark blue, with padding."""
    dressed: dict[str, Any] = {
        "text": text,
        "own_chars": len(text),
        "background": (20, 30, 110, 1.0),
        "color": (255, 255, 255, 1.0),
        "padding": (12.0, 24.0, 12.0, 24.0),
        "box": (40.0, 300.0, 200.0, 48.0),
    }
    return drawn(selector, **(dressed | more))


def desktop(*items: Drawn, **more: Any) -> Viewport:
    size: dict[str, Any] = {
        "name": "desktop",
        "width": 1366,
        "height": 768,
        "scroll_width": 1366,
        "scroll_height": 2000,
        "painted": Painted(reached=2000),
        "first_screen": (),
    }
    return Viewport(drawn=items, **(size | more))


def mobile(*items: Drawn, **more: Any) -> Viewport:
    size: dict[str, Any] = {
        "name": "mobile",
        "width": 390,
        "height": 844,
        "scroll_width": 390,
        "scroll_height": 4000,
        "painted": Painted(reached=4000),
        "first_screen": (),
    }
    return Viewport(drawn=items, **(size | more))


def rendered(html: str, /, *items: Drawn, **more: Any) -> Observations:
    """A page that looks alike in both windows."""
    views: dict[str, Any] = {
        "rendered_html": html,
        "desktop": desktop(*items),
        "mobile": mobile(*items),
        "axe": (),
        "axe_tap_targets": (),
    }
    return seen(html, **(views | more))


def violation(
    rule: str, *selectors: str, impact: Any = "serious", tags: tuple[str, ...] = ("wcag2a",)
) -> AxeViolation:
    nodes = tuple(AxeNode(selector=selector, html="<x>", summary="broken") for selector in selectors)
    return AxeViolation(rule=rule, impact=impact, help=f"Help for {rule}", tags=tags, nodes=nodes)


def brief(goal: Any = "book_call", **more: Any) -> Brief:
    return Brief(goal=goal, **more)


def page(html: str, goal: Any = "book_call", **more: Any) -> Page:
    return Page(seen(html), brief(goal, **more))


def verdict(check_id: str, observed: Observations | str, goal: Any = "book_call", **more: Any) -> Verdict:
    """One check's answer about a page."""
    record = seen(observed) if isinstance(observed, str) else observed
    return judge(record, brief(goal, **more)).verdicts[check_id]


def finding(check_id: str, observed: Observations | str, goal: Any = "book_call", **more: Any) -> Finding:
    """The same, where a finding is expected."""
    answer = verdict(check_id, observed, goal, **more)
    assert isinstance(answer, Finding), f"{check_id} found nothing: {answer}"
    return answer


def report(observed: Observations | str, goal: Any = "book_call", **more: Any) -> Report:
    record = seen(observed) if isinstance(observed, str) else observed
    return review(record, brief(goal, **more))


def without_timings(observed: Observations) -> Observations:
    """For comparing two looks at one page; what was largest when the clock was read is a timing, too."""
    still = {
        "lcp_ms": None,
        "lcp_selector": "",
        "cls": None,
        "cls_selectors": (),
        "blocking_ms": None,
        "bytes": None,
        "requests": None,
        "waited_ms": None,
    }
    views = {
        name: dataclasses.replace(view, **still)
        for name in ("desktop", "mobile")
        if (view := getattr(observed, name))
    }
    return dataclasses.replace(observed, **views)
