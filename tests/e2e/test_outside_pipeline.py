"""The worked example of an outside pipeline, with the service as processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.harness.beside import EXAMPLE, outside_pipeline
from tests.harness.patience import SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.website import Website

StartServer = Callable[..., ServerProcess]
KEY = "pipeline-key-of-at-least-32-characters"


def scan(server: ServerProcess, url: str) -> httpx.Response:
    body = {"url": url, "primary_goal": "demo"}
    return httpx.post(f"{server.url}/v1/scan", json=body, timeout=2 * SCAN_S)


def test_a_scan_by_the_pipeline_is_answered_also_where_the_callback_reaches_another_process(
    start_server: StartServer,
) -> None:
    with outside_pipeline(KEY) as address, Website({"/": "<title>Bread</title><h1>Bread</h1>"}) as site:
        outsourced = {"scan_engine": "external", "pipeline_url": address, "pipeline_key": KEY}
        other = start_server(**outsourced)
        asked = start_server(**outsourced, base_url=other.url)
        answer = scan(asked, site.url("/"))
        body = answer.json()
        assert answer.status_code == 200, answer.text
        assert (body["_source"], body["served_from"], body["scores"]["overall"]) == ("pipeline", "live", 75)
        assert [item["id"] for item in body["findings"]["items"]] == ["cta.no-control"]
        again = scan(asked, site.url("/")).json()
        assert (again["served_from"], again["session_id"]) == ("cache", body["session_id"])
        gone = scan(asked, site.url("/gone"))
        assert (gone.status_code, gone.json()["reason"]) == (422, "http_404")


def test_the_example_hands_in_a_draft(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server(pipeline_key=KEY, draft_after_s="0")
    order_id = server.order().json()["order_id"]
    for step in ("reviewing", "accepted", "billing_pending"):
        server.move(order_id, step)
    spec = tmp_path / "spec.md"
    spec.write_text("# By the pipeline")
    command = [sys.executable, str(EXAMPLE), "draft", order_id, str(spec)]
    environ = {**os.environ, "PIPELINE_KEY": KEY, "COLDREAD_URL": server.url}
    early = subprocess.run(
        command, env=environ, capture_output=True, text=True, timeout=2 * SCAN_S, check=False
    )
    assert early.returncode == 1
    assert "409" in early.stderr
    server.move(order_id, "paid")
    subprocess.run(command, env=environ, timeout=2 * SCAN_S, check=True)
    shown = httpx.get(f"{server.url}/v1/orders/{order_id}").json()
    assert (shown["status"], httpx.get(shown["draft_url"]).text) == ("paid", "# By the pipeline")
