"""Random operations on the service, beside a plain model of what the contract says: they never part."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from coldread.base.clock import DAY, HOUR, SECOND
from tests.harness import breadth, postgres
from tests.harness.service import V1_WISH, WISH, Service

# Written again by hand on purpose: a model that imported the table could not find a fault in it.
LEGAL = {
    "submitted": ["reviewing", "rejected", "expired"],
    "reviewing": ["needs_info", "accepted", "rejected", "expired"],
    "needs_info": ["reviewing", "rejected", "expired"],
    "accepted": ["billing_pending", "rejected", "expired"],
    "billing_pending": ["paid", "rejected", "expired"],
    "paid": ["in_progress"],
    "in_progress": ["delivered"],
    "delivered": [],
    "rejected": [],
    "expired": [],
}
BILLING = {"billing_pending": "pending", "paid": "confirmed"}
DELIVERY = {"paid": "queued", "in_progress": "active", "delivered": "delivered"}
STATUSES = st.sampled_from(sorted(LEGAL))


class Model:
    """What is expected of one order."""

    def __init__(self, created: int, status: str) -> None:
        self.created = created
        self.status = status
        self.history = [status]
        self.billing = "pending" if status == "billing_pending" else "not_started"
        self.delivery = "not_started"
        self.substatus: str | None = None
        self.answers: set[str] = set()
        self.updated = ""

    def lapsed(self, now: int) -> bool:
        return now >= self.created + 7 * DAY

    def gone(self, now: int) -> bool:
        return self.lapsed(now) or self.status == "expired"

    def allowed(self, now: int) -> list[str]:
        if self.status in {"paid", "in_progress", "delivered"} or not self.lapsed(now):
            return LEGAL[self.status]
        return ["paid", "rejected"] if self.status == "billing_pending" else []


class OrdersAgainstModel(RuleBasedStateMachine):
    """Creates, moves, answers, replays and lets time pass."""

    database = "sqlite"
    orders = Bundle("orders")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        folder = Path(self.folder.name)
        url = f"sqlite:///{folder / 'db'}" if self.database == "sqlite" else postgres.emptied(self.database)
        limits = {"limit_reads_per_min": "0", "limit_misses_per_10min": "0"}
        self.service = Service(url, folder, **limits)
        self.models: dict[str, Model] = {}
        self.keys: dict[str, tuple[bytes, int]] = {}

    def teardown(self) -> None:
        self.service.close()
        self.folder.cleanup()

    @initialize(target=orders)
    def first(self) -> str:
        return self._submitted()

    @rule(target=orders)
    def create(self) -> str:
        return self._submitted()

    def _submitted(self) -> str:
        return self._placed(self.service.post("/v1/cold-read-requests", json=WISH), "order_id", "submitted")

    @rule(target=orders)
    def create_over_v1(self) -> str:
        return self._placed(
            self.service.post("/v1/cold-read/request", json=V1_WISH), "invoice_id", "billing_pending"
        )

    @rule(key=st.sampled_from(["key-aaaaaaaa", "key-bbbbbbbb"]), other=st.booleans())
    def create_with_key(self, key: str, other: bool) -> None:
        body = {**WISH, "goal": "Another goal"} if other else WISH
        answer = self.service.post("/v1/cold-read-requests", json=body, headers={"Idempotency-Key": key})
        now = self.service.clock.now()
        stored = self.keys.get(key)
        if stored is None or now >= stored[1] + 24 * HOUR:
            self._placed(answer, "order_id", "submitted")
            self.keys[key] = (answer.content, now)
            self.payloads = {**getattr(self, "payloads", {}), key: body}
        elif self.payloads[key] == body:
            assert (answer.status_code, answer.content) == (201, stored[0])
            assert answer.headers["idempotency-replayed"] == "true"
        else:
            assert answer.status_code == 422

    @rule(order=orders, to=STATUSES, substatus=st.none() | st.sampled_from(["a", "b"]), waived=st.booleans())
    def move(self, order: str, to: str, substatus: str | None, waived: bool) -> None:
        model, now = self.models[order], self.service.clock.now()
        patch = {"billing_status": "waived"} if waived else {}
        answer = self.service.move(order, to, substatus=substatus, patch=patch)
        if to not in model.allowed(now):
            assert answer.status_code == 409
            assert answer.json()["allowed_transitions"] == model.allowed(now)
            return
        assert answer.status_code == 200, answer.text
        model.status, model.substatus = to, substatus
        model.history.append(to)
        if waived or model.billing != "waived":
            model.billing = "waived" if waived else BILLING.get(to, model.billing)
        model.delivery = DELIVERY.get(to, model.delivery)

    @rule(order=orders, message=st.sampled_from(["yes", "no", "perhaps"]))
    def answer(self, order: str, message: str) -> None:
        model, now = self.models[order], self.service.clock.now()
        answer = self.service.post(f"/v1/orders/{order}/info", json={"message": message})
        if model.gone(now):
            assert answer.status_code == 404
        elif model.status != "needs_info":
            assert answer.status_code == 409
        else:
            model.answers.add(message)
            assert (answer.status_code, answer.json()["answers"]) == (202, len(model.answers))

    @rule(by=st.sampled_from([SECOND, HOUR, DAY, 3 * DAY, 7 * DAY, -HOUR]))
    def time_passes(self, by: int) -> None:
        self.service.clock.move(by)

    @rule(order=orders)
    def read(self, order: str) -> None:
        model, now = self.models[order], self.service.clock.now()
        answer = self.service.get(f"/v1/orders/{order}")
        if model.gone(now):
            assert answer.status_code == 404
            return
        shown = answer.json()
        assert (shown["status"], shown["substatus"]) == (model.status, model.substatus)
        assert (shown["billing_status"], shown["delivery_status"]) == (model.billing, model.delivery)
        assert (shown["pay_url"] is not None) == (model.status == "billing_pending")
        assert shown["human_action_required"] == (model.status in {"billing_pending", "needs_info"})
        counts = {name: stage["count"] for name, stage in shown["stages"].items() if stage.get("count")}
        assert counts == {status: model.history.count(status) for status in set(model.history)}
        assert shown["updated_at"] >= model.updated, "updated_at never goes back"
        model.updated = shown["updated_at"]

    @invariant()
    def history_is_a_path_of_the_lifecycle(self) -> None:
        for model in self.models.values():
            steps = zip(model.history, model.history[1:], strict=False)
            assert all(to in LEGAL[status] for status, to in steps)

    def _placed(self, answer: Any, name: str, status: str) -> str:
        assert answer.status_code == 201, answer.text
        order_id: str = answer.json()[name]
        assert order_id not in self.models
        self.models[order_id] = Model(self.service.clock.now(), status)
        return order_id


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_sequence_of_operations_parts_the_service_from_the_model(
    kind: str, request: pytest.FixtureRequest
) -> None:
    machine = type("Machine", (OrdersAgainstModel,), {})
    if kind == "postgres":
        machine.database = request.getfixturevalue("postgres_url")  # type: ignore[attr-defined]
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=breadth.often(20, whole=40) if kind == "sqlite" else breadth.often(8, whole=15),
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
