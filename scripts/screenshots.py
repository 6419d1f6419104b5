"""Pictures of every page, desktop and phone, into docs/screenshots; with `--assets` also those that pages themselves show.

`make screenshots` starts its own service on loopback, takes orders through their lifecycle, and takes the pictures. Look at them
when you change a page.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import httpx  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402
from tests.console.visitor import PASSWORD  # noqa: E402
from tests.harness.browser import open_browser  # noqa: E402
from tests.harness.patience import ANSWER_S, SCAN_S  # noqa: E402
from tests.harness.process import COMMAND, ServerProcess  # noqa: E402
from tests.harness.rows import change_order, found, put  # noqa: E402
from tests.harness.service import WAYS  # noqa: E402
from tests.harness.website import Website  # noqa: E402
from tests.pages.conftest import SELLER, UNLIMITED  # noqa: E402

from coldread.base.clock import DAY, HOUR, Clock  # noqa: E402
from coldread.orders.tables import order_refunds  # noqa: E402
from coldread.scans.tables import scan_shares  # noqa: E402

SHOTS = ROOT / "docs/screenshots"
STATIC = ROOT / "src/coldread/pages/static"
WINDOWS = {"desktop": (1366, 900), "phone": (390, 844)}
TALLEST = 2400
#: bytes of a picture; what is larger is kept more coarsely
MOST = 60_000
FINAL = """# Cold-read of nordlicht-bakery.example

## In short

The page says how it feels and not what it sells. Say that you deliver bread to cafés, show a price, and let one button book
a tasting: the rest can wait.

| What was judged | Points of 100 | Changes |
|---|---:|---:|
| Clarity | 27 | 3 |
| Call to action | 4 | 2 |
| Trust | 17 | 2 |

## 1. Say what it is in the first line

Now: “Welcome to the future of baking”. Write instead:

> Fresh bread for cafés in Malmö, at your door before seven

## 2. One button, one step

“Learn more” leads nowhere. Call it “Book a tasting” and let it open the form.

```html
<a class="button" href="#tasting">Book a tasting</a>
```

## 3. Praise that can be checked

“Thousands of happy customers” cannot be. Name three cafés, with their permission.
"""
DRAFT = FINAL.replace("\n\n", "\n\n*Made automatically; nobody has checked it yet.*\n\n", 1)


def main() -> None:
    page = (ROOT / "tests/sites/sample_en.html").read_text("utf-8")
    with (
        tempfile.TemporaryDirectory() as folder,
        Website({"/": page}) as site,
        open_browser() as browser,
    ):
        data = Path(folder)
        server = ServerProcess(
            f"sqlite:///{data / 'c.db'}",
            data,
            scan_allow_hosts=site.place,
            scan_deadline_s=str(SCAN_S),
            **SELLER,
            **UNLIMITED,
        )
        server.start()
        try:
            if "--assets" in sys.argv:
                _assets(browser, server)
            _shots(browser, server, _paths(server, site))
            _console_shots(browser, server)
        finally:
            server.stop()


def _paths(server: ServerProcess, site: Website) -> dict[str, str]:
    body = {"url": site.url("/"), "primary_goal": "book_call", "audience": "Owners of cafés in Malmö"}
    scan = (
        httpx.post(f"{server.url}/v1/scan", json=body, timeout=2 * SCAN_S)
        .raise_for_status()
        .json()["session_id"]
    )
    orders = {
        name: _order_in(server, name)
        for name in ("submitted", "needs_info", "billing_pending", "in_progress", "delivered")
    }
    answered, left = _order_in(server, "needs_info"), _order_in(server, "billing_pending")
    httpx.post(
        f"{server.url}/v1/orders/{answered}/info", json={"message": "Mondays and Thursdays"}
    ).raise_for_status()
    refused = _order_in(server, "submitted")
    server.move(refused, "rejected", substatus="We do not review pages for gambling").raise_for_status()
    mobile = _order_in(server, "billing_pending", billing_method_preference="mobile_payment", billing={})
    paid = _order_in(server, "billing_pending", billing_method_preference="umbrella_invoice")
    server.move(
        paid, "paid", patch={"external_reference": "F-2026-17", "billing_method_final": "umbrella_invoice"}
    ).raise_for_status()
    late, refunded = _order_in(server, "in_progress"), _order_in(server, "in_progress")
    now = Clock().now()
    _paid_since(server, late, now - 4 * DAY)
    change_order(server, refunded, billing_status="waived")
    put(
        server,
        order_refunds,
        order_id=refunded,
        at=now,
        amount=2600,
        reason="The draft was made; the rest was not.",
    )
    for order in (orders["in_progress"], orders["delivered"]):
        _paid_since(server, order, now - 3 * HOUR)
    here = {"Origin": server.url}
    httpx.post(f"{server.url}/r/{scan}/share", data={"do": "begin"}, headers=here)
    httpx.post(f"{server.url}/o/{left}/withdraw", data={"name": "Anna Berg"}, headers=here)
    return {
        "home": "/",
        "home-sv": "/?lang=sv",
        "my": "/my",
        "sample-sv": "/sample?lang=sv",
        "report": f"/r/{scan}",
        "shared-sv": f"/s/{found(server, scan_shares, session_id=scan)[0].id}?lang=sv",
        "order": "/order",
        "status-submitted": f"/o/{orders['submitted']}",
        "status-needs-info": f"/o/{orders['needs_info']}",
        "status-answered": f"/o/{answered}",
        "status-refused": f"/o/{refused}",
        "status-withdrawn-sv": f"/o/{left}?lang=sv",
        "status-in-progress": f"/o/{orders['in_progress']}",
        "status-unseen": f"/o/{paid}",
        "status-late-sv": f"/o/{late}?lang=sv",
        "status-refunded": f"/o/{refunded}",
        "status-delivered": f"/o/{orders['delivered']}",
        "pay": f"/pay/{orders['billing_pending']}",
        "pay-sv": f"/pay/{orders['billing_pending']}?lang=sv",
        "pay-mobile": f"/pay/{mobile}",
        "pay-paid": f"/pay/{paid}",
        "spec": f"/o/{orders['delivered']}/spec",
        "example-sv": "/example?lang=sv",
        "docs": "/docs",
        "terms-sv": "/terms?lang=sv",
        "privacy": "/privacy",
        "errors": "/errors/rate-limited",
        "not-found": "/o/INV-aaaaaaaa",
        "nowhere-sv": "/nowhere?lang=sv",
    }


def _paid_since(server: ServerProcess, order_id: str, paid_at: int) -> None:
    """As if it had been paid then: ordered and accepted before, with a draft an hour later."""
    before = {
        "created_at": paid_at - 5 * HOUR,
        "accepted_at": paid_at - 3 * HOUR,
        "billing_pending_at": paid_at - 3 * HOUR,
    }
    change_order(server, order_id, paid_at=paid_at, draft_live_at=paid_at + HOUR, **before)


def _order_in(server: ServerProcess, status: str, **more: object) -> str:
    fields: dict[str, object] = {
        "url": "https://nordlicht-bakery.example/",
        "goal": "More cafés book a tasting",
        "audience": "Owners of cafés in Malmö",
        "billing": {"company_name": "Nordlicht Bageri AB", "contact_person": "Anna Berg"},
        **more,
    }
    order_id: str = server.order(**fields).raise_for_status().json()["order_id"]
    for step in WAYS[status]:
        patch = {"in_progress": {"spec_md": DRAFT}, "delivered": {"spec_md": FINAL}}.get(step, {})
        question = {"substatus": "Which days can you deliver?"} if step == "needs_info" else {}
        server.move(order_id, step, patch=patch, **question).raise_for_status()
    return order_id


def _shots(browser: Browser, server: ServerProcess, paths: dict[str, str]) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    for old in SHOTS.glob("*.webp"):
        old.unlink()
    for window, (width, height) in WINDOWS.items():
        page = _window(browser, width, height)
        for name, path in paths.items():
            _see(page, server.url + path)
            _keep(page.screenshot(full_page=True), f"{name}-{window}")
        page.goto(server.url + "/order")
        page.click("main form button")
        page.wait_for_selector("#faults")
        _keep(page.screenshot(full_page=True), f"order-faults-{window}")
        page.close()


def _window(browser: Browser, width: int, height: int, *, bypass_csp: bool = False) -> Page:
    """With all the time that a busy machine needs."""
    page = browser.new_page(viewport={"width": width, "height": height}, bypass_csp=bypass_csp)
    page.set_default_timeout(1000 * ANSWER_S)
    return page


def _see(page: Page, url: str) -> None:
    """With every picture, also those that wait until somebody scrolls to them."""
    page.goto(url)
    page.evaluate(
        "Promise.all([...document.images].map(each => { each.loading = 'eager'; return each.decode().catch(() => {}) }))"
    )
    page.wait_for_load_state("networkidle")


def _console_shots(browser: Browser, server: ServerProcess) -> None:
    """The operator's side, with orders at different steps."""
    add = [*COMMAND, "operator", "add", "berit"]
    subprocess.run(  # noqa: S603 - our own command
        add, env=server.environ, input=PASSWORD + "\n", text=True, check=True, capture_output=True
    )
    waiting = [
        _order_in(server, status) for status in ("submitted", "billing_pending", "in_progress", "needs_info")
    ]
    httpx.post(
        f"{server.url}/v1/orders/{waiting[3]}/info", json={"message": "Mondays and Thursdays"}
    ).raise_for_status()
    gone = _order_in(server, "in_progress", billing_method_preference="mobile_payment", billing={})
    httpx.post(f"{server.url}/o/{gone}/withdraw", data={"name": "Anna Berg"}, headers={"Origin": server.url})
    paths = {
        "withdrawn": f"/console/o/{gone}",
        "queue": "/console",
        "queue-sv": "/console?lang=sv",
        "order": f"/console/o/{waiting[1]}",
        "order-sv": f"/console/o/{waiting[1]}?lang=sv",
        "answered": f"/console/o/{waiting[3]}",
        "editor": f"/console/o/{waiting[2]}/draft",
        "deliver": f"/console/o/{waiting[2]}/deliver",
        "operations": "/console/ops",
        "people": "/console/people",
        "operators": "/console/colleagues",
        "new": "/console/new",
    }
    for window, (width, height) in WINDOWS.items():
        page = _window(browser, width, height)
        page.goto(server.url + "/console")
        _keep(page.screenshot(full_page=True), f"console-login-{window}")
        page.fill("#name", "berit")
        page.fill("#password", PASSWORD)
        page.click("button[type=submit]")
        page.wait_for_selector("nav.views")
        for name, path in paths.items():
            _see(page, server.url + path)
            _keep(page.screenshot(full_page=True), f"console-{name}-{window}")
        page.close()


def _keep(picture: bytes, name: str) -> None:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image = image.crop((0, 0, image.width, min(image.height, TALLEST)))
    if image.width > 900:
        image = image.resize((900, round(image.height * 900 / image.width)), Image.Resampling.LANCZOS)
    for quality in (60, 50, 40, 30, 20, 10, 5):
        small = io.BytesIO()
        image.save(small, "webp", quality=quality, method=6)
        if small.tell() <= MOST:
            break
    (SHOTS / f"{name}.webp").write_bytes(small.getvalue())


def _assets(browser: Browser, server: ServerProcess) -> None:
    """The start page's picture of a report, and the card that is shown where somebody shares a link."""
    for lang in ("en", "sv"):
        page = _window(browser, 1366, 1100)
        for _ in range(2):  # the typefaces are optional: a first visit may go without them
            page.goto(f"{server.url}/sample?lang={lang}")
            page.wait_for_load_state("networkidle")
        clip = {"x": 0, "y": 205, "width": 1366, "height": 788}
        _webp(page.screenshot(clip=clip), STATIC / f"sample-{lang}.webp")  # type: ignore[arg-type]
        page.close()
    page = _window(browser, 1200, 630, bypass_csp=True)
    page.goto(f"{server.url}/errors")
    page.evaluate("html => { document.documentElement.innerHTML = html }", _card())
    page.evaluate("() => document.fonts.ready")
    shot = Image.open(io.BytesIO(page.screenshot())).convert("P", palette=Image.Palette.ADAPTIVE, colors=64)
    shot.save(STATIC / "card.png", optimize=True)
    page.close()


def _card() -> str:
    return (
        "<style>body{margin:0;background:#0c3b52;color:#fff;font:500 88px/1.1 Newsreader,Georgia,serif;"
        "padding:120px 90px}p{margin:0;max-width:none}.s{font-size:40px;color:#8fd0ec;margin-top:48px}"
        "@font-face{font-family:Newsreader;src:url(/static/newsreader.woff2);font-display:block}</style>"
        "<p>See your landing page<br>the way a stranger does</p><p class=s>Coldread · landing page reviews</p>"
    )


def _webp(picture: bytes, path: Path) -> None:
    image = Image.open(io.BytesIO(picture)).convert("RGB").resize((1040, 600), Image.Resampling.LANCZOS)
    image.save(path, quality=62, method=6)


if __name__ == "__main__":
    main()
