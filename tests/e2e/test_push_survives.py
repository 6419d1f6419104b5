"""The whole way of an order is told to its receiver although the service is killed on the way; nobody has to poll."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import httpx

from coldread_client import Event, verify_webhook
from tests.harness.patience import until
from tests.harness.process import ServerProcess
from tests.orders.test_push import SECRET, Receiver

LIFE = [
    "submitted",
    "reviewing",
    "needs_info",
    "reviewing",
    "accepted",
    "billing_pending",
    "paid",
    "in_progress",
    "in_progress",
    "delivered",
]
TOKEN = "a token of the agent's own"
WISH = {
    "skill": "cold-read-request",
    "url": "https://shop.example/",
    "goal": "More booked calls",
    "audience": "Owners of small bakeries",
    "contact_email": "anna@shop.example",
    "sandbox": True,
}


class PushedAgent:
    """Orders over A2A and then only listens: it reads the task once for each event that comes, and never else."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.ear = Receiver()
        self.task_id = ""
        #: the task as it was read after each event, by the event's id
        self.tasks: dict[str, dict[str, Any]] = {}
        self.relayed: set[str] = set()

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        with self.server.client() as client:
            answer: dict[str, Any] = client.post("/a2a", json=call).json()
        return answer

    def say(self, part: dict[str, Any], **more: Any) -> dict[str, Any]:
        message = {"messageId": str(uuid.uuid4()), "role": "ROLE_USER", "parts": [part], **more}
        told = {"url": self.ear.url, "token": TOKEN}
        return self.call(
            "SendMessage", {"message": message, "configuration": {"taskPushNotificationConfig": told}}
        )

    def order(self) -> None:
        self.task_id = self.say({"data": WISH})["result"]["task"]["id"]

    def listen(self) -> bool:
        """Whether the order is done, after whatever has come was looked into."""
        for headers, body in list(self.ear.got):
            assert headers["X-A2A-Notification-Token"] == TOKEN
            assert json.loads(body)["statusUpdate"]["taskId"] == self.task_id
            if headers["webhook-id"] not in self.tasks:
                try:
                    self.read(headers["webhook-id"])
                except httpx.HTTPError:
                    return False  # it is down: the event is looked into when it is back
        return any(task["status"]["state"] == "TASK_STATE_COMPLETED" for task in self.tasks.values())

    def read(self, event: str) -> None:
        task = self.call("GetTask", {"id": self.task_id})["result"]
        about = next(part["data"] for part in task["status"]["message"]["parts"] if "data" in part)
        if about["question"]:
            self.say({"text": "Bakers, above all."}, taskId=self.task_id)
        self.relayed |= {name for name in ("question", "pay_url", "draft_url", "final_url") if about[name]}
        self.tasks[event] = task


def test_every_event_arrives_in_order_though_the_service_is_killed(tmp_path: Path) -> None:
    receiver = Receiver()
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'coldread.db'}",
        tmp_path / "data",
        webhooks="1",
        sandbox="1",
        sandbox_step_s="1",
    )
    agent = PushedAgent(server)
    server.environ["COLDREAD_SCAN_ALLOW_HOSTS"] = f"{receiver.place},{agent.ear.place}"

    def told() -> list[Event]:
        """Each event once, in the order of its first arrival; every one of them is genuine."""
        found = [verify_webhook(SECRET, headers, body) for headers, body in list(receiver.got)]
        return list({event.id: event for event in found if event.status}.values())

    try:
        server.start()
        server.order(sandbox=True, webhook_url=receiver.url, webhook_secret=SECRET)
        agent.order()
        until(lambda: len(told()) >= 2)
        server.kill()
        server.start()
        until(lambda: agent.listen() and told()[-1].status == "delivered", within=300, every=0.1)
        assert [event.status for event in told()] == LIFE
        final = agent.tasks[list(agent.tasks)[-1]]
        assert "spec_final.md" in [artifact["name"] for artifact in final["artifacts"]]
        passed = [
            part["data"]["status"]
            for message in final["history"]
            if message["role"] == "ROLE_AGENT"
            for part in message["parts"]
            if "data" in part
        ]
        assert passed == [status for number, status in enumerate(LIFE) if number != 8], "all of it was seen"
        assert len(agent.tasks) <= len(LIFE) + 1, (
            "one look for each event, and one for the question to the host"
        )
        assert "final_url" in agent.relayed
    finally:
        server.stop()
        receiver.close()
        agent.ear.close()
