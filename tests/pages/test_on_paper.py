"""A report and a delivered specification as PDF: what the page says, in the page's order, with nothing folded and nothing cut."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import httpx
import pypdfium2
import pytest
from playwright.sync_api import Page

from tests.harness.patience import SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.service import WAYS
from tests.harness.website import Website

SPEC = """# Cold-read

## First, the headline

Say what you sell.

| Now | Then |
|---|---|
| Welcome | Bread for cafés |

```html
<a class="button" href="#tasting">Book a tasting of our bread with somebody who knows it, this week or next</a>
```

## Second, the button

Name the step.
"""
#: words in the order in which a reader meets them; what is on the screen alone is left out
WORDS = """(selector) => [...document.querySelectorAll(selector)].filter(e => !e.closest('.no-print, .actions, .upgrade, header, footer'))
  .map(e => e.textContent.replace(/\\s+/g, ' ').trim()).filter(Boolean)"""


#: title and check of each finding without a patch: its box fits on a page
BOXES = """() => [...document.querySelectorAll('article.finding')].filter(e => !e.querySelector('pre'))
  .map(e => [e.querySelector('h4').textContent.replace(/^\\s*\\d+\\s*/, ''), e.querySelector('.evidence > li:last-child code').textContent])"""


def _document_of(window: Page) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(io.BytesIO(window.pdf(format="A4")))


def printed(window: Page, keep: Path | None = None) -> str:
    """The words of the PDF that the browser prints, blanks folded."""
    made = window.pdf(format="A4")
    if keep is not None:
        keep.write_bytes(made)
    document = pypdfium2.PdfDocument(io.BytesIO(made))
    return _bare("".join(page.get_textpage().get_text_range() for page in document))


def _bare(text: str) -> str:
    """Without blanks: a PDF breaks lines, also within words."""
    return "".join(sign for sign in text if not sign.isspace() and sign not in "\u00ad\ufffe\u200b-‐")


def in_this_order(words: list[str], text: str) -> list[str]:
    """Those that do not follow each other."""
    place, lost = 0, []
    for one in words:
        found = text.find(_bare(one), place)
        if found < 0:
            lost.append(one)
        else:
            place = found
    return lost


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_a_report_on_paper_holds_every_finding_unfolded_in_the_page_s_order(
    open_page: Callable[..., Page], shop: ServerProcess, site: Website, lang: str
) -> None:
    body = {"url": site.url("/"), "primary_goal": "book_call", "audience": "Bakers"}
    scan = httpx.post(f"{shop.url}/v1/scan", json=body, timeout=2 * SCAN_S).raise_for_status().json()
    window = open_page()
    window.goto(f"/r/{scan['session_id']}?lang={lang}")
    findings: list[str] = window.evaluate(WORDS, "h1, main h2, article.finding h4, article.finding .fix")
    assert len(findings) > 20
    folded = window.locator("details:not([open])").count()
    text = printed(window)
    assert in_this_order(findings, text) == []
    assert window.locator("details:not([open])").count() == folded, "the screen is as it was"
    for evidence in window.evaluate(WORDS, "article.finding .evidence code"):
        assert _bare(evidence) in text, evidence
    pages = [_bare(page.get_textpage().get_text_range()) for page in _document_of(window)]
    assert len(pages) <= 6
    assert [f"{number}/{len(pages)}" in page for number, page in enumerate(pages, 1)] == [True] * len(pages)
    for title, check in window.evaluate(BOXES):
        assert any(_bare(title) in page and _bare(check) in page for page in pages), (
            f"{title}: its box is cut"
        )


def test_a_specification_on_paper_is_the_whole_document(
    open_page: Callable[..., Page], shop: ServerProcess
) -> None:
    order_id = shop.order().raise_for_status().json()["order_id"]
    for step in WAYS["delivered"]:
        shop.move(order_id, step, patch={"spec_md": SPEC} if step == "delivered" else {}).raise_for_status()
    window = open_page()
    window.goto(f"/o/{order_id}/spec")
    told: list[str] = window.evaluate(WORDS, ".prose h1, .prose h2, .prose p, .prose td, .prose pre")
    assert len(told) >= 8
    assert in_this_order(told, printed(window)) == []
    pages = _document_of(window)
    assert len(pages) == 1, "the seller's line does not take a page of its own"
    assert "Coldread Studio AB" in pages[0].get_textpage().get_text_range()


def test_a_button_opens_the_browser_s_own_print_dialog(
    open_page: Callable[..., Page], shop: ServerProcess
) -> None:
    window = open_page()
    window.goto("/sample")
    window.evaluate("() => { window.asked = 0; window.print = () => { window.asked += 1 } }")
    assert window.locator("[data-print]").is_visible()
    window.click("[data-print]")
    window.wait_for_function("window.asked === 1")
    blank = "[...document.images].filter(one => !one.closest('.no-print') && !one.naturalWidth).length"
    assert window.evaluate(blank) == 0, "pictures further down are there, too"
    without = open_page(java_script_enabled=False)
    without.goto("/sample")
    assert not without.locator("[data-print]").is_visible()
