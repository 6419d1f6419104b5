"""Who withdraws on the order's page has an acknowledgement to keep at once, and is promised no letter that nobody sends."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable

import pytest
import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.mail.letters import LETTERS
from coldread.mail.tables import letters
from tests.console.visitor import Visitor
from tests.harness.service import Service
from tests.pages.conftest import SELLER

HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
TO_BUYERS = {row.kind for row in LETTERS if row.to == "customer"}


def leave(service: Service, order_id: str, name: str = "Anna Ek") -> None:
    answer = service.post(f"/o/{order_id}/withdraw", data={"name": name}, headers=HERE)
    assert answer.status_code == 303, answer.text


def words_of(pdf: bytes) -> str:
    """What stands on a page of the PDF's own fonts."""
    # the last byte of a stream may be a carriage return: what follows its own end is not read
    streams = re.findall(rb"stream\r?\n(.*?)\nendstream", pdf, re.DOTALL)
    drawn = b"".join(zlib.decompressobj().decompress(one) for one in streams if one[:1] == b"\x78")
    return " ".join(b" ".join(re.findall(rb"\((.*?)\) Tj", drawn)).decode("latin-1").split())


def written_to_buyers(session: Session) -> list[str]:
    return [row.kind for row in session.rows(sa.select(letters.c.kind)) if row.kind in TO_BUYERS]


@pytest.mark.parametrize(
    ("lang", "received", "said"),
    [
        ("en", "15 November 2026, 10:20 Swedish time", "I withdraw from order"),
        ("sv", "15 november 2026 kl. 10:20 svensk tid", "Jag ångrar beställning"),
    ],
)
@pytest.mark.parametrize("status", ["submitted", "billing_pending", "in_progress"])
def test_the_acknowledgement_says_what_who_and_when_and_is_there_at_once(
    sqlite_service: Callable[..., Service], status: str, lang: str, received: str, said: str
) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in(status, language=lang)
    before = service.get(f"/o/{order_id}", headers=HERE).text
    assert "withdrawal.pdf" not in before
    assert service.get(f"/o/{order_id}/withdrawal.pdf").status_code == 404
    leave(service, order_id)
    page = HTMLParser(service.get(f"/o/{order_id}", headers=HERE).text).css_first("#next")
    assert page is not None
    assert received in " ".join(page.text().split())
    link = page.css_first("a[href$='/withdrawal.pdf']")
    assert link is not None
    made = service.get(str(link.attributes["href"]))
    assert (made.status_code, made.headers["content-type"]) == (200, "application/pdf")
    assert "no-store" in made.headers["cache-control"]
    told = words_of(made.content)
    assert all(one in told for one in (received, said, order_id, "Anna Ek", "Coldread Studio AB"))
    whole = service.get(f"/o/{order_id}", headers=HERE).text
    assert not re.search("after the delivery|efter leveransen", whole), "no delivery is promised any more"
    pay = service.get(f"/pay/{order_id}", headers=HERE).text
    for shown in (before, page.text(), pay):
        assert not re.search(r"confirm (?:it )?by e-mail|bekräftar (?:det )?med e-post", shown)
    assert service.read(written_to_buyers) == [], "nothing is sent, and nothing was promised"


def test_it_says_the_same_later_and_names_nobody_once_the_order_has_lapsed(
    sqlite_service: Callable[..., Service],
) -> None:
    service = sqlite_service(**SELLER)
    order_id = service.order_in("billing_pending", language="en")
    leave(service, order_id)
    first = words_of(service.get(f"/o/{order_id}/withdrawal.pdf").content)
    service.move(order_id, "rejected", substatus="Withdrawn")
    assert words_of(service.get(f"/o/{order_id}/withdrawal.pdf").content) == first
    assert "withdrawal.pdf" in service.get(f"/o/{order_id}", headers=HERE).text
    paid = service.order_in("paid", language="en")
    leave(service, paid)
    service.clock.move(8 * DAY)
    lapsed = words_of(service.get(f"/o/{paid}/withdrawal.pdf").content)
    assert "I withdraw from order" in lapsed
    assert "Anna Ek" not in lapsed


def test_a_person_writes_the_acknowledgement_from_the_console_and_nothing_else(
    quick_service: Service,
) -> None:
    berit = Visitor(quick_service).sign_in()
    order_id = quick_service.order_in("billing_pending", language="sv")
    leave(quick_service, order_id)
    berit.see(f"/console/o/{order_id}")
    offered = [" ".join(each.text().split()) for each in berit.page.css("section:has(#mail) summary")]
    assert offered == ["Acknowledge the withdrawal not sent"]
    assert "Vi tog emot ditt besked" in berit.text
    data = {**berit.fields("/remark"), "kind": "acknowledged", "note": ""}
    assert berit.ask("POST", f"/console/o/{order_id}/remark", data=data).status_code == 303
    assert "berit acknowledged the withdrawal by e-mail" in berit.see(f"/console/o/{order_id}")
