"""The API of watches, its events, its tools, and the operator's view."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from coldread.base.clock import DAY, SECOND
from coldread.orders.push.deliver import deliver
from coldread.orders.tables import order_webhooks, webhook_events
from coldread.watches.ask import confirm
from coldread.watches.due import forget_watches
from coldread.watches.overview import overview
from coldread_client import verify_webhook
from tests.cli.test_command_line import coldread
from tests.harness.refusals import pointers
from tests.harness.service import Service
from tests.harness.website import Website
from tests.orders.test_push import SECRET, Receiver
from tests.protocols.test_three_surfaces import mcp
from tests.watches.watched import (
    ANNA,
    letters_to,
    next_run_of,
    rows,
    run_due,
    shop,
    token_of,
    watch,
    watched,
)

Make = Callable[..., Service]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


@pytest.fixture
def service(make_service: Make, site: Website, receiver: Receiver) -> Service:
    return make_service(scan_engine="lite", scan_allow_hosts=f"{site.place},{receiver.place}", webhooks="1")


def ask(service: Service, site: Website, **fields: Any) -> httpx.Response:
    body = {"url": site.url("/"), "primary_goal": "paid_signup", "email": ANNA, **fields}
    return service.post("/v1/watches", json=body)


def begun(service: Service, site: Website, **fields: Any) -> str:
    watch_id: str = ask(service, site, **fields).json()["watch_id"]
    assert service.write(confirm, service.settings, token_of(service)).watch_id == watch_id
    run_due(service)
    return watch_id


def read(service: Service, watch_id: str) -> dict[str, Any]:
    answer = service.get(f"/v1/watches/{watch_id}")
    assert answer.status_code == 200
    assert ANNA not in answer.text
    body: dict[str, Any] = answer.json()
    return body


def test_a_watch_is_asked_for_read_and_stopped(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    answer = ask(service, site, rhythm="weekly", language="sv")
    assert answer.status_code == 202
    assert ANNA not in answer.text
    watch_id = answer.json()["watch_id"]
    assert answer.headers["location"].endswith(f"/v1/watches/{watch_id}")
    before = read(service, watch_id)
    assert (before["state"], before["history_url"], before["runs"]) == ("asked", None, [])
    service.write(confirm, service.settings, token_of(service))
    run_due(service)
    pages["/"] = shop("Stale bread")
    next_run_of(service, watch_id)
    seen = read(service, watch_id)
    assert (seen["state"], seen["rhythm"], seen["language"]) == ("on", "weekly", "sv")
    assert [run["number"] for run in seen["runs"]] == [2, 1]
    (change,) = seen["runs"][0]["changes"]
    assert (change["kind"], change["after"]) == ("headline_changed", "Stale bread")
    assert change["sentence"].startswith("Rubriken")
    for _ in range(2):
        stopped = service.run(service.request("DELETE", f"/v1/watches/{watch_id}"))
        assert (stopped.status_code, stopped.json()["state"]) == (200, "over")
        assert set(stopped.json()["_links"]) == {"self"}


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"url": "http://192.168.1.1/"}, "#/url"),
        ({"url": "ftp://shop.example"}, "#/url"),
        ({"email": "anna"}, "#/email"),
        ({"rhythm": "hourly"}, "#/rhythm"),
        ({"primary_goal": None}, "#/primary_goal"),
        ({"webhook_url": "https://hook.example/"}, "#/webhook_secret"),
        ({"webhook_url": "http://hook.example/", "webhook_secret": SECRET}, "#/webhook_url"),
    ],
)
def test_what_is_wrong_is_named(service: Service, site: Website, fields: Any, pointer: str) -> None:
    answer = ask(service, site, **fields)
    assert answer.status_code == 400
    assert pointers(answer) == {pointer}


@pytest.mark.parametrize("watch_id", ["nothing", "mZb3Jr7mQ0uE2yqk9w1XnA", "%C2%B2" * 22])
def test_an_unknown_id_is_not_found(service: Service, watch_id: str) -> None:
    assert service.get(f"/v1/watches/{watch_id}").status_code == 404
    assert service.run(service.request("DELETE", f"/v1/watches/{watch_id}")).status_code == 404


def test_a_receiver_is_told_once_signed_and_of_nothing_personal(
    service: Service, site: Website, receiver: Receiver, pages: dict[str, str]
) -> None:
    watch_id = begun(service, site, webhook_url=receiver.url, webhook_secret=SECRET)
    assert SECRET not in json.dumps(read(service, watch_id))
    pages["/"] = shop("Stale bread")
    next_run_of(service, watch_id)
    del pages["/"]
    for _ in range(5):
        next_run_of(service, watch_id)
    (hook,) = rows(service, order_webhooks)
    for _ in range(2):
        service.run(deliver(service.services, hook.id))
    now = service.clock.now() / SECOND
    events = [verify_webhook(SECRET, headers, body, now=now) for headers, body in receiver.got]
    kinds = ["webhook.verification", "watch.changed", "watch.changed", "watch.failed"]
    assert [event.type for event in events] == kinds
    assert {event.watch_id for event in events[1:]} == {watch_id}
    data = [json.loads(body)["data"] for _, body in receiver.got[1:]]
    assert [each["changes"] for each in data] == [["headline_changed"], ["page_down"], ["page_down"]]
    assert all(set(each) == {"watch_id", "number", "changes"} for each in data)
    service.clock.move(30 * DAY)
    service.write(forget_watches, service.services)
    assert rows(service, order_webhooks) == rows(service, webhook_events) == []


def test_where_watching_is_off_nothing_of_it_is_there(make_service: Make, site: Website) -> None:
    service = make_service(scan_allow_hosts=site.place, watch="0", webhooks="1")
    assert ask(service, site).status_code == 404
    assert service.get("/v1/watches/x").status_code == 404
    for path in ("/v1/openapi.json", "/llms.txt", "/llms-full.txt", "/v1/manifest", "/docs"):
        assert "watch" not in service.get(path).text.lower(), path
    assert "watch" not in service.get("/.well-known/mcp/server-card.json").text
    assert "There is no tool" in json.dumps(mcp(service, "get_watch", {"watch_id": "x" * 22}))


def test_the_tools_do_what_the_routes_do(service: Service, site: Website) -> None:
    def call(name: str, **arguments: Any) -> dict[str, Any]:
        answer = mcp(service, name, arguments)
        found: dict[str, Any] = answer["result"]["structuredContent"]
        return found

    asked = call("watch_page", url=site.url("/"), primary_goal="paid_signup", email=ANNA)
    service.write(confirm, service.settings, token_of(service))
    assert call("get_watch", watch_id=asked["watch_id"])["state"] == "on"
    assert call("stop_watch", watch_id=asked["watch_id"])["state"] == "over"


def test_the_operator_sees_watches_without_names_of_addresses(service: Service, site: Website) -> None:
    watched(service, site.url("/"))
    ask(service, site, email="eva@shop.example")
    run_due(service)
    found = service.read(overview)
    assert {row.masked for row in found.rows} == {"a…@shop.example", "e…@shop.example"}
    assert (found.states, found.runs, found.told, found.late) == ({"on": 1, "asked": 1}, 1, 0, 0)
    service.clock.move(3 * DAY)
    assert service.read(overview).late == 1


def test_the_command_asks_lists_stops_and_refuses(tmp_path: Path) -> None:
    Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path).close()
    made = coldread(tmp_path, "watch", "add", "https://shop.example/", "--email", ANNA)
    watch_id = made.stdout.split()[0]
    assert made.returncode == 0, made.stderr
    for url, email in (
        ("http://10.0.0.1/", ANNA),
        ("shop.example", ANNA),
        ("https://shop.example/", "anna@@shop"),
    ):
        refused = coldread(tmp_path, "watch", "add", url, "--email", email)
        assert (refused.returncode, refused.stdout, "Traceback" in refused.stderr) == (1, "", False), url
    listed = coldread(tmp_path, "watch", "list").stdout
    assert watch_id in listed
    assert ANNA not in listed
    assert ANNA in coldread(tmp_path, "watch", "list", "--emails").stdout
    assert coldread(tmp_path, "watch", "stop", watch_id).stdout == "stopped\n"
    assert coldread(tmp_path, "watch", "stop", "nothing").returncode == 1
    assert "no more letters" in coldread(tmp_path, "watch", "refuse", ANNA).stdout


def test_a_letter_goes_to_nobody_twice_for_one_change_after_many_sweeps(
    service: Service, site: Website, pages: dict[str, str]
) -> None:
    watch_id = begun(service, site)
    pages["/"] = shop("Stale bread")
    next_run_of(service, watch_id)
    for _ in range(3):
        run_due(service)
    assert len(letters_to(service)) == 1
    assert watch(service, watch_id).runs == 2
