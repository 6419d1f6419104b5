"""How each version writes a task: 0.3 over REST (proto-JSON), 0.3 over JSON-RPC (`kind`), 1.0 (a new proto-JSON).

Mixing them up breaks clients silently: the Python client loses the state, the JavaScript client refuses the role."""

from __future__ import annotations

from typing import Any, Protocol

from coldread.protocols.a2a.task import Artifact, Message, Part, State, Task


class Dialect(Protocol):
    """What differs between the versions."""

    def part(self, part: Part) -> dict[str, Any]: ...
    def state(self, state: State) -> str: ...
    def role(self, role: str) -> str: ...

    #: the member of a message that holds its parts, and the marker of each kind of object
    content: str
    kinds: bool


class Rest03:
    """0.3 over REST."""

    content = "content"
    kinds = False

    def part(self, part: Part) -> dict[str, Any]:
        if part.text is not None:
            return {"text": part.text}
        if part.data is not None:
            return {"data": {"data": part.data}}
        return {"file": _without_none(fileWithUri=part.uri, mimeType=part.media_type, name=part.name)}

    def state(self, state: State) -> str:
        return "TASK_STATE_CANCELLED" if state == State.CANCELED else _proto_state(state)

    def role(self, role: str) -> str:
        return f"ROLE_{role.upper()}"


class Rpc03:
    """0.3 over JSON-RPC."""

    content = "parts"
    kinds = True

    def part(self, part: Part) -> dict[str, Any]:
        if part.text is not None:
            return {"kind": "text", "text": part.text}
        if part.data is not None:
            return {"kind": "data", "data": part.data}
        file = _without_none(uri=part.uri, mimeType=part.media_type, name=part.name)
        return {"kind": "file", "file": file}

    def state(self, state: State) -> str:
        return state.value

    def role(self, role: str) -> str:
        return role


class V1:
    """1.0, over both REST and JSON-RPC."""

    content = "parts"
    kinds = False

    def part(self, part: Part) -> dict[str, Any]:
        body = _without_none(
            text=part.text, data=part.data, url=part.uri, filename=part.name, mediaType=part.media_type
        )
        return body

    def state(self, state: State) -> str:
        return _proto_state(state)

    def role(self, role: str) -> str:
        return f"ROLE_{role.upper()}"


REST_03, RPC_03, V_1 = Rest03(), Rpc03(), V1()


def write_task(task: Task, dialect: Dialect) -> dict[str, Any]:
    return {
        **({"kind": "task"} if dialect.kinds else {}),
        "id": task.id,
        "contextId": task.context_id,
        "status": {
            "state": dialect.state(task.state),
            "message": write_message(task.message, dialect),
            "timestamp": task.timestamp,
        },
        "artifacts": [_artifact(artifact, dialect) for artifact in task.artifacts],
        "history": [write_message(message, dialect) for message in task.history],
        "metadata": task.metadata,
    }


def write_message(message: Message, dialect: Dialect) -> dict[str, Any]:
    return {
        **({"kind": "message"} if dialect.kinds else {}),
        "messageId": message.id,
        **_without_none(contextId=message.context_id, taskId=message.task_id),
        "role": dialect.role(message.role),
        dialect.content: [dialect.part(part) for part in message.parts],
    }


def _artifact(artifact: Artifact, dialect: Dialect) -> dict[str, Any]:
    return {
        "artifactId": artifact.id,
        "name": artifact.name,
        "description": artifact.description,
        "parts": [dialect.part(part) for part in artifact.parts],
    }


def _proto_state(state: State) -> str:
    return "TASK_STATE_" + state.value.upper().replace("-", "_")


def _without_none(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}
