"""Unmodified A2A clients, old and new, Python and JavaScript, with their default settings: the whole way of an agent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.clients import ClientProcess, node_client, python_client
from tests.harness.process import ServerProcess
from tests.harness.service import WISH
from tests.harness.website import Website

PAGE = "<html lang=en><title>Bread</title><h1>Order fresh bread by noon</h1>" + (
    "<p>We bring fresh bread to your door before you wake up. Book a call with our bakers.</p>" * 3
)
#: name in the report: how it is installed, where it lives, what it is told about transports
CLIENTS = {
    "python 0.3.26": (python_client, "a2a-py-0.3", "default"),
    "python 0.3.26 over REST": (python_client, "a2a-py-0.3", "HTTP+JSON"),
    "python 1.3": (python_client, "a2a-py-1.3", "default"),
    "python 1.3 over REST": (python_client, "a2a-py-1.3", "HTTP+JSON"),
    "javascript 0.3.14": (node_client, "a2a-js-0.3", "default"),
    "javascript 1.3.0": (node_client, "a2a-js-1.3", "default"),
}

pytestmark = pytest.mark.together("clients")


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({"/": PAGE}) as site:
        yield site


@pytest.fixture(scope="module")
def server(site: Website, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("clients")
    server = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}",
        folder / "data",
        scan_engine="lite",
        scan_allow_hosts=site.place,
        scan_limit_url="0",
        draft_after_s="0",
    )
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest, server: ServerProcess) -> Iterator[ClientProcess]:
    install, name, transport = CLIENTS[request.param]
    process = ClientProcess(install(name), server.url, transport)
    yield process
    process.close()


def test_the_client_scans_orders_relays_and_receives(
    client: ClientProcess, server: ServerProcess, site: Website
) -> None:
    scan = client.ask(do="send", data={"skill": "scan", "url": site.url("/"), "primary_goal": "book_call"})
    assert (scan["state"], scan["artifacts"]) == ("completed", ["scan.json"]), scan
    assert "HTML only, no score" in scan["text"]

    asked = client.ask(do="send", data={"goal": WISH["goal"], "url": WISH["url"]})
    assert (asked["state"], asked["data"]["missing"]) == ("input-required", ["audience", "contact_email"])
    assert client.ask(do="cancel", id=asked["id"])["state"] == "canceled"

    order = client.ask(do="send", data=WISH, message_id=f"order-{scan['id']}-{client.process.pid}")
    again = client.ask(do="send", data=WISH, message_id=f"order-{scan['id']}-{client.process.pid}")
    assert (order["state"], order["id"]) == ("submitted", again["id"])

    for step in ("reviewing", "needs_info"):
        server.move(order["id"], step)
    assert client.ask(do="send", text="The second form.", task_id=order["id"])["state"] == "working"
    for step in ("reviewing", "accepted", "billing_pending"):
        server.move(order["id"], step)
    pay = client.ask(do="get", id=order["id"])
    assert (pay["state"], pay["data"]["pay_url"]) == ("input-required", f"{server.url}/pay/{order['id']}")
    assert pay["data"]["pay_url"] in pay["text"]

    server.move(order["id"], "paid")
    server.move(order["id"], "in_progress", patch={"spec_md": "# Draft"})
    working = client.ask(do="get", id=order["id"])
    assert (working["state"], working["artifacts"]) == ("working", ["spec_draft.md"])
    server.move(order["id"], "delivered", patch={"spec_md": "# Final"})
    done = client.ask(do="get", id=order["id"])
    assert done["state"] == "completed"
    assert {"spec_draft.md", "spec_final.md"} <= set(done["artifacts"])
    assert done["history"] >= 7

    assert "error" in client.ask(do="cancel", id=order["id"])
    assert "error" in client.ask(do="get", id="INV-22222222")
