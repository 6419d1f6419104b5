"""Every page, in both languages, light and dark: axe-core finds nothing to object to.

What differs between the languages is words: colours are judged in one of them, and so are the states of an order's page. An
ordinary run judges every kind of page once, in one language and in one theme, as they come: all colours are the style sheet's own, a
few for each theme. `make test-whole` reads every page in both languages and themes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from typing import Literal

import httpx
import pytest
from playwright.sync_api import Page

from coldread.base.clock import DAY, Clock
from coldread.orders.tables import order_remarks
from coldread.scans.tables import scan_shares
from tests.harness import breadth
from tests.harness.patience import SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.rows import change_order, found, put
from tests.harness.service import WAYS
from tests.harness.website import Website

AXE = resources.files("coldread.scanner.visit.render.vendor").joinpath("axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: the rules of `cat.color`, the dearest of all
COLOURS = ["color-contrast", "link-in-text-block"]
RUN = """([tags, without]) => axe.run(document, {runOnly: tags, resultTypes: ["violations"],
    rules: Object.fromEntries(["color-contrast-enhanced", ...without].map(rule => [rule, {enabled: false}]))})
  .then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.target.join(" ")).slice(0, 3).join(", ")))"""
Light = Literal["light", "dark"]
LIGHTS: tuple[Light, ...] = ("light", "dark")
#: themes in which a page is judged
ONE_LIGHT = breadth.often(1, whole=2)
SPEC = "# One\n\n## Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n\n## Three\n\n## Four\n"


@pytest.fixture(scope="module")
def scan(shop: ServerProcess, site: Website) -> str:
    """A report of its owner's, until `rare` shows it to others."""
    body = {"url": site.url("/"), "primary_goal": "book_call", "audience": "Bakers"}
    answer = httpx.post(f"{shop.url}/v1/scan", json=body, timeout=2 * SCAN_S).raise_for_status()
    return str(answer.json()["session_id"])


@pytest.fixture(scope="module")
def paths(shop: ServerProcess, scan: str) -> list[str]:
    """Every kind of page, each in every state that looks different."""
    orders = {
        name: _order_in(shop, name) for name in ("submitted", "needs_info", "billing_pending", "delivered")
    }
    mobile = _order_in(shop, "billing_pending", billing_method_preference="mobile_payment")
    return [
        "/",
        "/my",
        "/my/in/nothing",
        "/sample",
        f"/r/{scan}",
        "/order",
        *(f"/o/{order}" for order in orders.values()),
        f"/pay/{orders['submitted']}",
        f"/pay/{orders['billing_pending']}",
        f"/pay/{mobile}",
        f"/pay/{orders['delivered']}",
        f"/o/{orders['delivered']}/spec",
        "/docs",
        "/terms",
        "/privacy",
        "/example",
        "/errors",
        "/errors/rate-limited",
        "/extensions/human-handoff/v1",
        "/o/INV-aaaaaaaa",
    ]


@pytest.fixture(scope="module")
def states(shop: ServerProcess) -> list[str]:
    """Orders' pages in the other states of the table."""
    answered, left = _order_in(shop, "needs_info"), _order_in(shop, "billing_pending")
    httpx.post(f"{shop.url}/v1/orders/{answered}/info", json={"message": "Malmö"}).raise_for_status()
    here = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    httpx.post(f"{shop.url}/o/{left}/withdraw", data={"name": "Anna Ek"}, headers=here)
    others = [_order_in(shop, name) for name in ("in_progress", "rejected", "expired", "accepted")]
    return [*(f"/o/{order}" for order in (answered, left, *others)), f"/pay/{left}", "/nowhere"]


@pytest.fixture(scope="module")
def rare(shop: ServerProcess, scan: str) -> list[str]:
    """What few people meet: money and promises that went wrong, a report that is shown to others, addresses that are none."""
    paid, late, refunded, refunded_final, unseen = (
        _order_in(shop, name) for name in ("paid", "in_progress", "in_progress", "delivered", "paid")
    )
    here = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    left = _order_in(shop, "in_progress")
    httpx.post(f"{shop.url}/o/{left}/withdraw", data={"name": "Anna Ek"}, headers=here)
    refused = shop.order().json()["order_id"]
    shop.move(refused, "rejected", substatus="We do not review gambling pages").raise_for_status()
    now = Clock().now()
    long_ago = now - 4 * DAY
    change_order(shop, late, paid_at=long_ago, draft_live_at=long_ago)
    for order in (refunded, refunded_final):
        change_order(shop, order, billing_status="waived")
    put(shop, order_remarks, order_id=unseen, at=now, actor="coldread", kind="unseen")
    httpx.post(f"{shop.url}/r/{scan}/share", data={"do": "begin"}, headers=here)
    shown = found(shop, scan_shares, session_id=scan)[0].id
    return [
        *(f"/o/{order}" for order in (paid, late, refunded, refunded_final, unseen, left, refused)),
        *(f"/pay/{order}" for order in (paid, late, refunded, left, refused)),
        f"/r/{scan}",
        f"/s/{shown}",
        f"/o/{refunded_final}/spec",
        "/scan",
    ]


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A service that takes nothing new."""
    folder = tmp_path_factory.mktemp("closed")
    server = ServerProcess(f"sqlite:///{folder / 'coldread.db'}", folder, service_mode="closed")
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_axe_finds_no_violation(
    open_page: Callable[..., Page], paths: list[str], states: list[str], lang: str
) -> None:
    mine = ("en", "sv").index(lang)
    window = _with_axe(open_page)
    assert _objections(window, dict.fromkeys(paths[mine::2], lang), kinds_of_light=ONE_LIGHT) == {}
    assert _objections(window, dict.fromkeys(states[mine::2], lang), kinds_of_light=ONE_LIGHT) == {}
    if breadth.WHOLE:
        assert _objections(window, dict.fromkeys(paths[1 - mine :: 2], lang), coloured=False) == {}


def test_axe_finds_no_violation_where_few_people_come(
    open_page: Callable[..., Page], rare: list[str], closed: ServerProcess
) -> None:
    """In one language each: what differs between the two is words alone, and the other test reads both."""
    window = _with_axe(open_page)
    langs = {path: ("sv", "en")[number % 2] for number, path in enumerate(breadth.some(rare, len(rare) // 2))}
    assert _objections(window, langs, kinds_of_light=ONE_LIGHT) == {}
    window.goto(f"{closed.url}/order?lang=sv")
    window.set_content('<form method="post" action="/order?lang=sv"><button>Skicka</button></form>')
    window.click("button")
    window.wait_for_selector("main h1")
    assert "503" in window.inner_text(".kicker")
    assert _judged(window) == []


def _with_axe(open_page: Callable[..., Page]) -> Page:
    """A phone in whose pages axe is there: sent once, and not with each page."""
    window = open_page(viewport={"width": 390, "height": 844}, bypass_csp=True)
    window.add_init_script(AXE)
    return window


def _objections(
    window: Page, langs: dict[str, str], *, coloured: bool = True, kinds_of_light: int = 2
) -> dict[str, list[str]]:
    """By path, what axe says of the page in its language; a page that is wider than a phone fails at once."""
    objections = {}
    for number, (path, lang) in enumerate(langs.items()):
        lights = LIGHTS if kinds_of_light == 2 else (LIGHTS[number % 2],)
        window.emulate_media(color_scheme=lights[0])
        window.goto(f"{path}?lang={lang}")
        window.wait_for_selector("main h1")
        assert window.locator("html").get_attribute("lang") == lang, path
        if violations := _judged(window, coloured=coloured, lights=lights):
            objections[path] = violations
        wide = window.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, f"{path} is {wide} px wide on a phone"
    return objections


def _judged(window: Page, *, coloured: bool = True, lights: Sequence[Light] = LIGHTS) -> list[str]:
    """All rules in the first light; of the other one, which changes colours alone, those about colours."""
    violations: list[str] = window.evaluate(RUN, [RULES, [] if coloured else COLOURS])
    if not coloured or len(lights) == 1:
        return violations
    window.emulate_media(color_scheme=lights[1])
    return [*violations, *window.evaluate(RUN, [["cat.color"], []])]


def test_every_page_fits_320_pixels_weighs_less_than_150_kb_and_does_not_shift(
    open_page: Callable[..., Page], paths: list[str]
) -> None:
    for path in paths:
        window = open_page(viewport={"width": 320, "height": 640})
        window.add_init_script(
            "window.shift = 0; new PerformanceObserver(l => l.getEntries().forEach(e => { window.shift += e.value }))"
            ".observe({type: 'layout-shift', buffered: true})"
        )
        window.goto(path)
        window.wait_for_load_state("load")
        weight = window.evaluate(
            "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
            ".reduce((sum, e) => sum + e.transferSize, 0)"
        )
        assert 0 < weight < 150_000, f"{path} weighs {weight}"
        assert window.evaluate("window.shift") == 0, path
        assert window.evaluate("document.documentElement.scrollWidth") <= 320, path
        window.context.close()


def _order_in(shop: ServerProcess, status: str, **fields: str) -> str:
    order_id: str = shop.order(**fields).raise_for_status().json()["order_id"]
    for step in WAYS[status]:
        patch = {"spec_md": SPEC} if step == "delivered" else {}
        shop.move(order_id, step, patch=patch).raise_for_status()
    return order_id
