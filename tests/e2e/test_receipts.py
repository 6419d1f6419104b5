"""Anybody may type anybody's address into the order form: how many letters that brings, and who learns of it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.base.db import Session
from coldread.mail.tables import letters
from tests.harness.beside import workers
from tests.harness.mailbox import Mailbox
from tests.harness.patience import ANSWER_S, until
from tests.harness.process import ServerProcess

StartServer = Callable[..., ServerProcess]
HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
TYPED = {
    "url": "shop.example",
    "goal": "More trial sign-ups",
    "audience": "Owners of small bakeries",
    "terms": "yes",
}
#: an attacker with many addresses of their own
PROXIED = {"trusted_proxies": "127.0.0.0/8"}
clients = (f"203.0.{high}.{low}" for high, low in itertools.product(range(114, 200), range(1, 255)))


def order(server: ServerProcess, recipient: str, client: str | None = None) -> httpx.Response:
    return httpx.post(
        f"{server.url}/order",
        data={**TYPED, "contact_email": recipient},
        headers={**HERE, "X-Forwarded-For": client or next(clients)},
        timeout=ANSWER_S,
    )


def written(server: ServerProcess) -> list[str]:
    """To whom receipts were written."""
    import asyncio

    def ask(session: Session) -> list[str]:
        rows = session.rows(sa.select(letters.c.recipient).where(letters.c.kind == "order_received"))
        return [row.recipient for row in rows]

    async def read() -> list[str]:
        database = open_database(server.environ["COLDREAD_DATABASE_URL"], Clock())
        try:
            return await database.read(ask)
        finally:
            await database.close()

    return asyncio.run(read())


def spellings() -> Iterator[str]:
    """Forty-two ways to write one address."""
    yield from (f"victim+{number}@gmail.com" for number in range(30))
    yield from ("v.ictim@gmail.com", "vi.c.tim@gmail.com", "victim@googlemail.com", "VICTIM@gmail.com")
    yield from ('"victim"@gmail.com', r'"vic\tim"@gmail.com', '"victim+x"@gmail.com', '"v.ictim"@gmail.com')
    yield from (
        "victim@GMAIL.COM",
        "v.i.c.t.i.m@googlemail.com",
        "Victim+A.B@GoogleMail.com",
        "victim@gmail.com",
    )


def test_one_mailbox_gets_three_letters_a_day_however_its_address_is_written(
    start_server: StartServer, database_url: str, mailbox: Mailbox
) -> None:
    """Sent at once, from as many clients, to a real mail server."""
    server = start_server(smtp_url=mailbox.url, **PROXIED)
    queues = () if database_url.startswith("sqlite") else ("work",)
    with workers(server, *queues), ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda address: order(server, address), spellings()))
        assert [answer.status_code for answer in answers] == [303] * 42
        assert order(server, "bystander@gmail.com").status_code == 303, "another mailbox of the provider"
        until(lambda: any("bystander" in message["To"] for message in mailbox.taken), why=mailbox.taken)
        until(lambda: len(mailbox.taken) >= 4, why=mailbox.taken)
    assert len(written(server)) == len(mailbox.taken) == 4


@pytest.mark.parametrize(
    ("recipients", "letters_written"),
    [
        pytest.param([f"person{n}@n{n % 3}.shop.example" for n in range(14)], 10, id="an organisation"),
        pytest.param([f"person{n}@gmail.com" for n in range(14)], 14, id="a large public provider"),
    ],
)
def test_a_domain_gets_ten_letters_a_day_and_a_public_provider_as_many_as_it_has_mailboxes(
    start_server: StartServer, recipients: list[str], letters_written: int
) -> None:
    server = start_server(**PROXIED)
    assert {order(server, recipient).status_code for recipient in recipients} == {303}
    assert len(written(server)) == letters_written


def test_a_client_brings_ten_letters_a_day_to_whomever(start_server: StartServer) -> None:
    server = start_server(**PROXIED)
    client = next(clients)
    assert {order(server, f"person{n}@place{n}.example", client).status_code for n in range(14)} == {303}
    assert len(written(server)) == 10
    assert order(server, "another@place.example").status_code == 303
    assert len(written(server)) == 11, "a letter that was not written counts for nobody"


def test_limits_of_letters_are_settings(start_server: StartServer) -> None:
    server = start_server(limit_receipts_per_day="1", limit_receipts_ip_per_day="0", **PROXIED)
    for _ in range(2):
        order(server, "anna@shop.example", "203.0.113.9")
    assert written(server) == ["anna@shop.example"]


def seen(server: ServerProcess, answer: httpx.Response) -> tuple[Any, ...]:
    """All that whoever sent the form can see of it, without what is of each order alone."""
    page = httpx.get(server.url + answer.headers["location"], headers=HERE, timeout=ANSWER_S)
    order_id = answer.headers["location"].removeprefix("/o/")
    names = sorted(set(answer.headers) - {"date"})
    body = re.sub(r"\d\d(?::\d\d)+|[0-9a-f]{12,}", "", page.text.replace(order_id, ""))
    location = answer.headers["location"].replace(order_id, "")
    return answer.status_code, names, location, answer.content, page.status_code, body


def test_the_form_answers_the_same_whether_a_letter_goes_out_or_not(start_server: StartServer) -> None:
    server = start_server(limit_receipts_per_day="1", **PROXIED)
    first, second = (seen(server, order(server, "anna@shop.example")) for _ in range(2))
    assert len(written(server)) == 1
    assert first == second
