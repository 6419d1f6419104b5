"""What others write, on every page that shows it: it is read, it never runs, and the content policy is never asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Dialog, Page

from tests.harness import breadth
from tests.harness.patience import ANSWER_S, SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.service import WAYS
from tests.harness.website import Website
from tests.pages.conftest import PIPELINE_KEY
from tests.pages.payloads import PAYLOADS, SLOTS, poisoned_fields


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    """A page whose every word is an attack."""
    nasty = "".join(
        f"<section><h2>{attack}</h2><p title='{number}'>{attack}</p></section>"
        for number, attack in enumerate(_escaped(attack) for attack in PAYLOADS)
    )
    head = f"<title>{_escaped(' '.join(PAYLOADS))}</title><meta name='description' content=''>"
    with Website(
        {
            "/": f"<html lang='en'><head>{head}</head><body><h1>{_escaped(PAYLOADS[1])}</h1>{nasty}</body></html>"
        }
    ) as it:
        yield it


def test_there_are_sixty_different_payloads() -> None:
    assert len(set(PAYLOADS)) == len(PAYLOADS) >= 60


def test_no_payload_runs_in_any_field_that_a_page_shows(
    open_page: Callable[..., Page], shop: ServerProcess
) -> None:
    """Each in a field and in a specification, with TEST_WHOLE in two; all in every field, as markup, are another test's."""
    window = open_page()
    alarms = _alarms(window)
    rows = [PAYLOADS[start : start + SLOTS] for start in range(0, len(PAYLOADS), SLOTS)]
    elsewhere = [row[SLOTS // 2 :] + row[: SLOTS // 2] for row in rows]
    for attacks in (*rows, *elsewhere) if breadth.WHOLE else rows:
        order_id = _nasty_order(shop, attacks)
        for path in (f"/o/{order_id}", f"/pay/{order_id}", f"/o/{order_id}/spec?version=draft"):
            window.goto(path)
            window.wait_for_selector("main h1")
        assert alarms == [], attacks
        assert window.evaluate("window.pwned") is None, attacks


def test_a_scanned_page_that_is_an_attack_is_only_quoted(
    open_page: Callable[..., Page], shop: ServerProcess, site: Website
) -> None:
    body = {"url": site.url("/"), "primary_goal": "demo", "audience": PAYLOADS[2]}
    scan = (
        httpx.post(f"{shop.url}/v1/scan", json=body, timeout=2 * SCAN_S)
        .raise_for_status()
        .json()["session_id"]
    )
    window = open_page()
    alarms = _alarms(window)
    for path in (f"/r/{scan}", f"/r/{scan}?lang=sv", f"/order?scan={scan}"):
        window.goto(path)
        window.wait_for_selector("main h1")
    assert alarms == []
    assert window.evaluate("window.pwned") is None


def test_no_payload_runs_in_a_delivered_specification_or_diff(
    open_page: Callable[..., Page], shop: ServerProcess, delivered: str
) -> None:
    """All of them in one document: as text, heading, link, picture, code, file name and line of a change."""
    window = open_page()
    alarms = _alarms(window)
    for path in ("", "/spec", "/spec?version=draft", "/diff", "/diff?lang=sv"):
        window.goto(f"/o/{delivered}{path}")
        window.wait_for_selector("main h1")
        assert alarms == [], path
        assert window.evaluate("window.pwned") is None, path
    assert window.locator("table.diff tr.add").count() == len(PAYLOADS)
    assert window.locator("table.diff tr.add").first.inner_text().endswith(PAYLOADS[0])


def test_no_payload_runs_in_the_address_of_a_page(
    open_page: Callable[..., Page], shop: ServerProcess, site: Website
) -> None:
    window = open_page()
    alarms = _alarms(window)
    taken = 0
    for start in range(0, len(PAYLOADS), 8):
        some = [attack.replace("#", "") for attack in PAYLOADS[start : start + 8]]
        for query in ("&".join(some), "&".join(map(quote, some))):
            placed = shop.order(
                url=f"https://shop.example/?{query}", competitors=[f"https://b.example/?{query}"]
            )
            if placed.status_code == 400:
                continue  # what is no address is told so
            taken += 1
            window.goto(f"/o/{placed.json()['order_id']}")
            window.wait_for_selector("main h1")
            assert window.evaluate("window.pwned") is None, query
    assert taken >= 8
    scanned = {"url": f"{site.url('/')}?{quote(''.join(PAYLOADS[:20]))[:1500]}", "primary_goal": "demo"}
    scan = (
        httpx.post(f"{shop.url}/v1/scan", json=scanned, timeout=2 * SCAN_S)
        .raise_for_status()
        .json()["session_id"]
    )
    for path in (f"/r/{scan}", f"/order?scan={scan}", f"/?url={quote(''.join(PAYLOADS))[:6000]}"):
        window.goto(path)
        window.wait_for_selector("main h1")
    assert alarms == []
    assert window.evaluate("window.pwned") is None


@pytest.fixture(scope="module")
def delivered(shop: ServerProcess) -> str:
    """An order whose draft, final and diff are made of attacks."""
    order_id: str = shop.order().raise_for_status().json()["order_id"]
    for step in WAYS["billing_pending"]:
        shop.move(order_id, step).raise_for_status()
    shop.move(order_id, "paid").raise_for_status()
    draft = {"spec_md": NASTY_SPEC, "diff": NASTY_DIFF}
    answer = httpx.post(
        f"{shop.url}/v1/internal/pipeline/orders/{order_id}/draft",
        json=draft,
        headers={"X-Pipeline-Key": PIPELINE_KEY},
        timeout=ANSWER_S,
    )
    answer.raise_for_status()
    shop.move(order_id, "in_progress").raise_for_status()
    shop.move(order_id, "delivered", patch={"spec_md": NASTY_SPEC}).raise_for_status()
    return order_id


NASTY_SPEC = "# All of them\n\n" + "\n\n".join(
    f"## {attack}\n\n{attack}\n\n[a]({attack}) ![b]({attack})\n\n<{attack}>\n\n- {attack}\n\n```{attack}\n{attack}\n```"
    for attack in PAYLOADS
)
NASTY_DIFF = "".join(
    f"--- a/{attack}\n+++ b/{attack}\n@@ -1,2 +1,2 @@ {attack}\n {attack}\n-{attack}\n+{attack}\n"
    for attack in PAYLOADS
)


@pytest.mark.parametrize("attack", breadth.some(PAYLOADS[:12], 3))
def test_what_a_form_sends_back_is_text(open_page: Callable[..., Page], attack: str) -> None:
    window = open_page()
    alarms = _alarms(window)
    window.goto("/order")
    window.check("#billing_method_preference")
    for field in ("url", "goal", "audience", "contact_email", "org_number"):
        window.fill(f"#{field}", attack)
    window.click("text=Send the order")
    window.wait_for_selector("#faults")
    assert window.input_value("#goal") == attack
    assert alarms == []


def _alarms(window: Page) -> list[str]:
    """Dialogs, errors and refusals of the content policy."""
    seen: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        seen.append(f"dialog {dialog.message}")
        dialog.dismiss()

    window.on("dialog", dismiss)
    window.on("pageerror", lambda error: seen.append(f"error {error}"))
    window.on(
        "console", lambda line: seen.append(line.text) if "Content Security Policy" in line.text else None
    )
    return seen


def _nasty_order(shop: ServerProcess, attacks: Sequence[str]) -> str:
    """Another in every field that is shown; all of them in its specification."""
    order_id: str = shop.order(**poisoned_fields(attacks)).raise_for_status().json()["order_id"]
    for step in WAYS["billing_pending"]:
        shop.move(order_id, step, substatus=attacks[-1][:120]).raise_for_status()
    markdown = "# All of them\n\n" + "\n\n".join(
        f"{attack}\n\n## {attack}\n\n[a]({attack})\n\n```\n{attack}\n```" for attack in attacks
    )
    link = "https://shop.example/draft.md"
    shop.move(order_id, "paid", patch={"spec_md": markdown, "draft_url": link}).raise_for_status()
    return order_id


def _escaped(attack: str) -> str:
    """As text of the page: a browser shows it, so that the scanner quotes it."""
    return attack.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;").replace('"', "&quot;")
