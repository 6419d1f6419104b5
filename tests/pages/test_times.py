"""No page and no letter shows a time of day without saying whose clock it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode

from coldread.base.clock import DAY, HOUR
from coldread.base.db import Session
from coldread.base.languages import LANGUAGES
from coldread.mail.compose import compose
from coldread.mail.tables import letters
from tests.console.visitor import Visitor
from tests.harness.desk import refund
from tests.harness.service import WAYS, Service
from tests.pages.conftest import SELLER

TIME = re.compile(r"(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])")
ZONE = re.compile("|".join([*(row.zone for row in LANGUAGES), r"\bUTC\b", r"\bCES?T\b"]))
BLOCKS = {"p", "li", "dt", "dd", "td", "th", "div", "section", "h1", "h2", "h3", "summary", "main", "time"}
#: not words of ours
OTHERS = {"script", "style", "pre", "code", "textarea", "svg", "q"}


def bare_times(html: str) -> list[str]:
    """Blocks of a page that show a time and name no zone, and stand in no part that names it for all (`data-zone`)."""
    main = HTMLParser(html).css_first("main")
    assert main is not None
    return list(_bare(main))


def _bare(node: LexborNode) -> Iterator[str]:
    within = [part for part in node.iter() if part.tag not in OTHERS]
    deeper = {
        part.mem_id for part in within if part.tag in BLOCKS or part.css_matches(",".join(sorted(BLOCKS)))
    }
    own = "".join(
        part.text(deep=True)
        for part in node.iter(include_text=True)
        if part.mem_id not in deeper and part.tag not in OTHERS
    )
    own = " ".join(own.split())
    if TIME.search(own) and not ZONE.search(own):
        yield own[:120]
    for part in within:
        named = "data-zone" in part.attributes and ZONE.search(" ".join(part.text().split()))
        if part.mem_id in deeper and not named:
            yield from _bare(part)


def test_the_rule_itself_sees_what_it_should() -> None:
    assert bare_times("<main><p>By 10:20</p></main>") == ["By 10:20"]
    assert bare_times("<main><ul><li>Done <span>15 May, 10:20</span></li></ul></main>") == [
        "Done 15 May, 10:20"
    ]
    assert bare_times("<main><p>By 10:20 Swedish&nbsp;time, 4.5:1</p></main>") == []
    assert (
        bare_times("<main><section data-zone><ol><li>10:20</li></ol><p>svensk tid</p></section></main>") == []
    )
    assert bare_times("<main><section data-zone><ol><li>10:20</li></ol></section></main>") == ["10:20"]


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_every_page_of_a_buyer_in_every_state(sqlite_service: Callable[..., Service], lang: str) -> None:
    service = sqlite_service(**SELLER)
    orders = [service.order_in(status) for status in WAYS]
    left, back, answered = (service.order_in(status) for status in ("paid", "in_progress", "needs_info"))
    here = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    service.post(f"/o/{left}/withdraw", data={"name": "Anna Ek"}, headers=here)
    refund(service, back)
    service.post(f"/v1/orders/{answered}/info", json={"message": "Malmö"}).raise_for_status()
    public = ("/", "/sample", "/order", "/docs", "/terms", "/privacy", "/errors/rate-limited")
    found = {path: bare for path in public if (bare := _bare_on(service, path, lang))}
    seen = ""
    for _ in range(2):
        for order_id in (*orders, left, back, answered):
            for path in (f"/o/{order_id}", f"/pay/{order_id}"):
                page = service.get(f"{path}?lang={lang}", headers={"Accept": "text/html"}).text
                seen += page
                if bare := bare_times(page):
                    found[path] = bare
        service.clock.move(80 * HOUR)
    assert found == {}
    assert TIME.search(HTMLParser(seen).text()), "there is something to see"


def _bare_on(service: Service, path: str, lang: str) -> list[str]:
    return bare_times(service.get(f"{path}?lang={lang}", headers={"Accept": "text/html"}).text)


def test_every_page_of_the_console_and_every_letter(make_service: Callable[..., Service]) -> None:
    service = make_service(operator_email="me@coldread.test", **SELLER)
    berit = Visitor(service).sign_in()
    orders = [service.order_in(status, html="<h1>x</h1>", language="sv") for status in WAYS]
    answered = service.order_in("needs_info")
    service.post(f"/v1/orders/{answered}/info", json={"message": "Malmö"}).raise_for_status()
    working = orders[list(WAYS).index("in_progress")]
    berit.see(f"/console/o/{working}/draft")
    berit.send("/draft", do="publish", spec_md="# One")
    paths = [
        "/console",
        "/console?view=all",
        "/console/ops",
        "/console/people",
        "/console/colleagues",
        "/console/new",
    ]
    paths += [f"/console/o/{order_id}" for order_id in (*orders, answered)]
    paths += [f"/console/o/{working}{part}" for part in ("/draft", "/draft/1", "/deliver")]
    found = {}
    for path in paths:
        berit.see(path)
        if bare := bare_times(str(berit.page.html)):
            found[path] = bare
    assert found == {}

    def written(session: Session) -> list[sa.Row[tuple[object, ...]]]:
        return list(session.rows(sa.select(letters)))

    service.clock.move(2 * DAY)
    texts = [compose(letter, "from@coldread.test").get_body(("plain",)) for letter in service.read(written)]
    said = [str(part.get_content()).replace("\u00a0", " ") for part in texts if part is not None]
    assert [
        line for text in said for line in text.splitlines() if TIME.search(line) and not ZONE.search(line)
    ] == []
    assert any(TIME.search(text) for text in said), "there is something to see"
