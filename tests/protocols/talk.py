"""Speaking A2A to the service in each of its four ways; one voice for tests that must hold in all of them."""

from __future__ import annotations

import dataclasses
import uuid
from typing import Any

import httpx

from tests.harness.service import Service


@dataclasses.dataclass(frozen=True, kw_only=True)
class Answer:
    """A task or a problem, in one shape whichever way it came."""

    status: int
    task: dict[str, Any] | None
    problem: dict[str, Any] | None
    code: int | None = None

    @property
    def state(self) -> str:
        assert self.task is not None, self.problem
        state: str = self.task["status"]["state"]
        return state.removeprefix("TASK_STATE_").lower().replace("_", "-").replace("cancelled", "canceled")

    @property
    def said(self) -> str:
        return " ".join(part["text"] for part in self.parts if "text" in part)

    @property
    def data(self) -> dict[str, Any]:
        for part in self.parts:
            if "data" in part:
                data: dict[str, Any] = part["data"]
                return data["data"] if set(data) == {"data"} else data
        raise AssertionError("no data part")

    @property
    def parts(self) -> list[dict[str, Any]]:
        assert self.task is not None, self.problem
        message = self.task["status"]["message"]
        parts: list[dict[str, Any]] = message.get("parts") or message["content"]
        return parts


class Rest03:
    """0.3 over REST."""

    def message(self, data: dict[str, Any] | None, text: str | None, **ids: str) -> dict[str, Any]:
        parts: list[dict[str, Any]] = [{"text": text}] if text is not None else []
        parts += [{"data": {"data": data}}] if data is not None else []
        return {"messageId": str(uuid.uuid4()), "role": "ROLE_USER", "content": parts, **ids}

    def send(self, service: Service, message: dict[str, Any], **configuration: Any) -> Answer:
        body = {"message": message, "configuration": configuration}
        return self._answer(service.post("/v1/message:send", json=body))

    def get(self, service: Service, task_id: str, **query: Any) -> Answer:
        return self._answer(service.get(f"/v1/tasks/{task_id}", params=query))

    def cancel(self, service: Service, task_id: str) -> Answer:
        return self._answer(service.post(f"/v1/tasks/{task_id}:cancel", json={}))

    def _answer(self, answer: httpx.Response) -> Answer:
        body = answer.json()
        if answer.status_code != 200:
            assert answer.headers["content-type"] == "application/problem+json"
            return Answer(status=answer.status_code, task=None, problem=body)
        return Answer(status=200, task=body.get("task", body), problem=None)


class Rest10(Rest03):
    """1.0 over REST."""

    def message(self, data: dict[str, Any] | None, text: str | None, **ids: str) -> dict[str, Any]:
        parts: list[dict[str, Any]] = [{"text": text}] if text is not None else []
        parts += [{"data": data}] if data is not None else []
        return {"messageId": str(uuid.uuid4()), "role": "ROLE_USER", "parts": parts, **ids}

    def send(self, service: Service, message: dict[str, Any], **configuration: Any) -> Answer:
        body = {"message": message, "configuration": configuration}
        return self._answer(service.post("/a2a/rest/message:send", json=body))

    def get(self, service: Service, task_id: str, **query: Any) -> Answer:
        return self._answer(service.get(f"/a2a/rest/tasks/{task_id}", params=query))

    def cancel(self, service: Service, task_id: str) -> Answer:
        return self._answer(service.post(f"/a2a/rest/tasks/{task_id}:cancel", json={}))


class Rpc03:
    """0.3 over JSON-RPC."""

    methods = ("message/send", "tasks/get", "tasks/cancel")

    def message(self, data: dict[str, Any] | None, text: str | None, **ids: str) -> dict[str, Any]:
        parts: list[dict[str, Any]] = [{"kind": "text", "text": text}] if text is not None else []
        parts += [{"kind": "data", "data": data}] if data is not None else []
        return {"kind": "message", "messageId": str(uuid.uuid4()), "role": "user", "parts": parts, **ids}

    def send(self, service: Service, message: dict[str, Any], **configuration: Any) -> Answer:
        return self._call(service, 0, {"message": message, "configuration": configuration})

    def get(self, service: Service, task_id: str, **query: Any) -> Answer:
        return self._call(service, 1, {"id": task_id, **query})

    def cancel(self, service: Service, task_id: str) -> Answer:
        return self._call(service, 2, {"id": task_id})

    def _call(self, service: Service, method: int, params: dict[str, Any]) -> Answer:
        call = {"jsonrpc": "2.0", "id": 7, "method": self.methods[method], "params": params}
        answer = service.post("/a2a", json=call)
        assert answer.status_code == 200
        body = answer.json()
        assert (body["jsonrpc"], body["id"]) == ("2.0", 7)
        if error := body.get("error"):
            return Answer(
                status=error["data"][0]["status"], task=None, problem=error["data"][0], code=error["code"]
            )
        return Answer(status=200, task=body["result"].get("task", body["result"]), problem=None)


class Rpc10(Rpc03):
    """1.0 over JSON-RPC."""

    methods = ("SendMessage", "GetTask", "CancelTask")
    message = Rest10.message


WAYS: dict[str, Rest03 | Rpc03] = {
    "rest-0.3": Rest03(),
    "rpc-0.3": Rpc03(),
    "rest-1.0": Rest10(),
    "rpc-1.0": Rpc10(),
}
