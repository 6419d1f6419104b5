"""Records the answers that the interface description shows as examples: real ones, of a service that runs here.

`python scripts/record_examples.py` writes `src/coldread/api/recorded.json`; `tests/api/test_examples.py` records them again.
A page is looked at with a browser, paid calls are paid on a chain that the tests script, and a model's part is read from a script.
Ids and the page's address are replaced by fixed ones, and long lists and texts are cut.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.advice.bought import AUDIT_BODY, FIX_BODY, GOOD_FIX, good_audit, replying  # noqa: E402
from tests.harness.fake_model import FakeModel  # noqa: E402
from tests.harness.service import ADMIN, BASE_URL, Service  # noqa: E402
from tests.harness.website import Website  # noqa: E402
from tests.orders.test_push import SECRET, Receiver, told  # noqa: E402
from tests.payments.scripted_chain import buy, challenge_of, paying, scripted  # noqa: E402

from coldread.api import examples  # noqa: E402
from coldread.base import log  # noqa: E402
from coldread.base.clock import HOUR  # noqa: E402
from coldread.orders.order_scans import note_scan  # noqa: E402
from coldread.scans.tables import pages_beside  # noqa: E402
from coldread.scans.ticket_jobs import scan_for_ticket  # noqa: E402

BASE_SHOWN = "https://coldread.example"
FILE = ROOT / "src/coldread/api/recorded.json"
PAGE = (ROOT / "tests/sites/sample_en.html").read_text("utf-8")
#: what a visitor changed between two looks
CHANGED = PAGE.replace("</title>", " in Malmö</title>").replace("Learn more", "Ask us")
#: a page of somebody else, which says less
OTHER = CHANGED.replace("<h1", "<h2").replace("</h1", "</h2")
PIPELINE_KEY = "pipeline-key-of-at-least-32-characters"
#: how many members of a list are shown, and how many characters of a text
MEMBERS, CHARACTERS = 2, 600
#: lists whose length the contract fixes
WHOLE = {"audit"}

Recorded = dict[str, Any]


def recorded() -> Recorded:
    """Every answer by the name of its operation."""
    pages = {"/": PAGE, "/other": OTHER}
    receiver = Receiver()
    with (
        tempfile.TemporaryDirectory() as folder,
        Website(pages) as site,
        log.without_log_lines(),
    ):
        hosts = f"{site.place},{receiver.place}"
        service = _service(Path(folder), "one", scan_engine="pipeline", scan_allow_hosts=hosts, webhooks="1")
        try:
            answers = {
                **_scans(service, site, pages),
                **_orders(service),
                "get_webhooks": _webhooks(service, receiver),
                **_pipeline(service),
                **_documents(service),
                **_tasks(service),
            }
        finally:
            service.close()
            receiver.close()
        answers |= _advice(Path(folder))
        text = json.dumps(answers, ensure_ascii=False).replace(site.url(""), "https://shop.example")
    shown: Recorded = json.loads(_with_fixed_ids(text.replace(BASE_URL, BASE_SHOWN)))
    return {name: answer if name in WHOLE else shortened(answer) for name, answer in sorted(shown.items())}


def _service(folder: Path, name: str, **settings: str) -> Service:
    url = f"sqlite:///{folder / name / 'coldread.db'}"
    return Service(url, folder / name, pipeline_key=PIPELINE_KEY, **settings)


def _scans(service: Service, site: Website, pages: dict[str, str]) -> Recorded:
    asked = {
        "url": site.url("/"),
        "primary_goal": "book_call",
        "audience": "Owners of cafés in Malmö",
    }
    scan = _ok(service.post("/v1/scan", json=asked))
    read = _ok(service.get(f"/v1/scans/{scan['session_id']}"))
    order_id = service.order_in("delivered", url=site.url("/"), primary_goal="book_call")
    service.write(note_scan, order_id, scan["session_id"], "draft")
    paid = _bought(service, "/v1/scan-paid", asked)
    beside = _beside(service, {**asked, "competitors": [site.url("/other")]})
    pages["/"] = CHANGED
    service.clock.move(HOUR)
    rescan = _ok(service.post(f"/v1/orders/{order_id}/rescan", json={"url": site.url("/")}))
    return {
        "create_scan": scan,
        "get_scan": read,
        "compare_scans": _ok(
            service.get(f"/v1/scans/{rescan['session_id']}/compared-to/{scan['session_id']}")
        ),
        "get_side_by_side": beside,
        "scan_paid": paid,
        "rescan_order": rescan,
    }


def _beside(service: Service, asked: dict[str, Any]) -> Any:
    """With all pages seen."""
    scan = _ok(service.post("/v1/scan", json=asked))
    tickets = sa.select(pages_beside.c.ticket_id)
    for row in service.read(lambda session: session.rows(tickets)):
        service.run(scan_for_ticket(service.services, row.ticket_id))
    return _ok(service.get(f"/v1/beside/{scan['beside_id']}"))


def _orders(service: Service) -> Recorded:
    def placed(**more: Any) -> Any:
        return _ok(service.post("/v1/cold-read-requests", json={**examples.ORDER_REQUEST, **more}))

    dry_run, order, asked = placed(dry_run=True), placed(), placed()
    paying, questioned = order["order_id"], asked["order_id"]
    for step in ("reviewing", "accepted", "billing_pending"):
        _ok(service.move(paying, step))
    seen = _ok(service.get(f"/v1/orders/{paying}"))
    transition = f"/v1/internal/orders/{paying}/transition"
    operator = {"Authorization": f"Bearer {ADMIN}"}
    moved = _ok(service.post(transition, json=examples.TRANSITION, headers=operator))
    _ok(service.move(questioned, "reviewing"))
    _ok(service.move(questioned, "needs_info", question="Which plan do most customers choose?"))
    invoice = _ok(service.post("/v1/cold-read/request", json=examples.V1_REQUEST))
    return {
        "dry_run": dry_run,
        "create_order": order,
        "get_order": seen,
        "transition_order": moved,
        "provide_info": _ok(service.post(f"/v1/orders/{questioned}/info", json=examples.INFO)),
        "create_invoice": invoice,
        "get_invoice": _ok(service.get(f"/v1/cold-read/{invoice['invoice_id']}")),
    }


def _webhooks(service: Service, receiver: Receiver) -> Any:
    """The state of a receiver that answers with an error."""
    receiver.status = 500
    order_id = service.order(webhook_url=receiver.url, webhook_secret=SECRET)["order_id"]
    _ok(service.move(order_id, "reviewing"))
    told(service, order_id)
    answer = _ok(service.get(f"/v1/orders/{order_id}/webhooks"))
    return json.loads(json.dumps(answer).replace(receiver.place, "agent.example"))


def _pipeline(service: Service) -> Recorded:
    from tests.api.test_pipeline import PIPELINE, RESULT, STAGE, expected

    order_id = service.order_in("in_progress")
    session_id = expected(service)

    def told(path: str, body: dict[str, Any]) -> Any:
        return _ok(service.post(f"/v1/internal/pipeline/{path}", json=body, headers=PIPELINE))

    return {
        "pipeline_scan_result": told(f"scans/{session_id}/result", RESULT),
        "pipeline_stage": told(f"orders/{order_id}/stages", STAGE),
        "pipeline_draft": told(f"orders/{order_id}/draft", {"spec_md": "# One"}),
    }


def _documents(service: Service) -> Recorded:
    explained = _ok(service.get("/errors/not-found", headers={"Accept": "application/json"}))
    problems = _ok(service.get("/errors", headers={"Accept": "application/json"}))
    for one in (explained, *problems["problems"]):
        del one["example"]  # a linter takes it for the example of a schema
    submission = {"endpoint_url": "https://agent.example/v1", "name": "Translator", "protocol": "openapi"}
    taken = _ok(service.post("/v1/agents/submit", json=submission))
    described = _ok(service.get("/v1/openapi.json"))
    return {
        "submit_agent": taken,
        "get_submission": _ok(service.get(f"/v1/agents/submissions/{taken['submission_id']}")),
        "get_checks": _ok(service.get("/v1/checks")),
        "get_manifest": _ok(service.get("/v1/manifest")),
        "get_agent_card": _ok(service.get("/.well-known/agent-card.json")),
        "list_problems": problems,
        "explain_problem": explained,
        # the description in itself: its head, without what this is an example of
        "get_openapi": {**described, "paths": {}, "components": {}, "tags": [], "webhooks": {}},
    }


def _tasks(service: Service) -> Recorded:
    def send(message: dict[str, Any]) -> Any:
        said = {"messageId": "m-1", "role": "ROLE_USER", **message}
        return _ok(service.post("/v1/message:send", json={"message": said}))

    order_id = service.order_in("billing_pending")
    asked = send({"content": [{"text": "Please look at my page"}]})
    return {
        "a2a_send_message": asked,
        "a2a_get_task": _ok(service.get(f"/v1/tasks/{order_id}")),
        "a2a_cancel_task": _ok(service.post(f"/v1/tasks/{asked['task']['id']}:cancel", json={})),
    }


def _advice(folder: Path) -> Recorded:
    """Paid for on a chain of the tests, and answered by a model that reads its part from a script."""
    asked = {"quick_fix": (FIX_BODY, GOOD_FIX), "audit": (AUDIT_BODY, good_audit(5))}
    answers: Recorded = {}
    for name, (body, said) in asked.items():
        with FakeModel(replying(said)) as model:
            service = _service(folder, name, **model.settings())
            try:
                answers[name] = _bought(service, f"/v1/{name.replace('_', '-')}", body)
            finally:
                service.close()
    return answers


def _bought(service: Service, path: str, body: dict[str, Any]) -> Any:
    scripted(service)
    raw = json.dumps(body).encode()
    return _ok(buy(service, paying(challenge_of(service, path, raw)), path, raw))


def _ok(answer: Any) -> Any:
    assert answer.status_code in {200, 201, 202}, (
        f"{answer.request.url} answers {answer.status_code}: {answer.text[:500]}"
    )
    return answer.json()


def _with_fixed_ids(text: str) -> str:
    """Ids are random; each is replaced by one that is the same in every run."""
    kinds: list[tuple[str, Callable[[int], str]]] = [
        (r"INV-[1-9A-HJ-NP-Za-km-z]{8}", lambda number: f"INV-7Hq2mXp{'RSTUVWXYZ'[number]}"),
        (r'(?<=session_id": ")[\w-]{22}(?=")', lambda number: f"Zx0Kq3vN8sT1uW5yB7dE{number:02}"),
        (r'(?<=beside_id": ")[\w-]{22}(?=")', lambda number: f"pW4Tn7xC1fY9aH3dK6sV{number:02}"),
        (r'(?<=submission_id": ")[\w-]{22}(?=")', lambda number: f"Ma4Lr9cP2gH6jQ0fV3nS{number:02}"),
        (r'(?<=task": \{"id": ")[\w-]{22}(?=")', lambda number: f"Td8Yw1bX5kU7eR2hC6mA{number:02}"),
    ]
    for pattern, made in kinds:
        for number, found in enumerate(dict.fromkeys(re.findall(pattern, text))):
            text = text.replace(found, made(number))
    return text


def shortened(value: Any) -> Any:
    """With the first members of each list and the first lines of each text."""
    if isinstance(value, dict):
        return {name: shortened(member) for name, member in value.items()}
    if isinstance(value, list):
        is_box = all(isinstance(member, float | int) for member in value)
        return [shortened(member) for member in (value if is_box else value[:MEMBERS])]
    if isinstance(value, str) and len(value) > CHARACTERS:
        return value[:CHARACTERS].rpartition("\n")[0] or value[:CHARACTERS]
    return value


def main() -> None:
    FILE.write_text(json.dumps(recorded(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
