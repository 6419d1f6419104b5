"""The Python A2A client 1.3 with its default settings: one JSON command a line in, one task a line out."""

import asyncio
import json
import sys
import uuid

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types.a2a_pb2 import CancelTaskRequest, GetTaskRequest, Message, Role, SendMessageRequest, TaskState
from google.protobuf.json_format import MessageToDict, ParseDict


def shown(task):
    parts = list(task.status.message.parts)
    return {
        "id": task.id,
        "state": TaskState.Name(task.status.state).removeprefix("TASK_STATE_").lower().replace("_", "-"),
        "text": " ".join(part.text for part in parts if part.HasField("text")),
        "data": next((MessageToDict(part.data) for part in parts if part.HasField("data")), None),
        "artifacts": [artifact.name for artifact in task.artifacts],
        "history": len(task.history),
    }


def message(command):
    parts = [{"data": command["data"]}] if "data" in command else []
    parts += [{"text": command["text"]}] if "text" in command else []
    raw = {"messageId": command.get("message_id") or str(uuid.uuid4()), "parts": parts}
    if "task_id" in command:
        raw["taskId"] = command["task_id"]
    built = ParseDict(raw, Message())
    built.role = Role.ROLE_USER
    return built


async def done(client, command):
    if command["do"] == "send":
        async for event in client.send_message(SendMessageRequest(message=message(command))):
            return shown(event.task)
    if command["do"] == "get":
        return shown(await client.get_task(GetTaskRequest(id=command["id"])))
    return shown(await client.cancel_task(CancelTaskRequest(id=command["id"])))


async def main(base_url, transport):
    async with httpx.AsyncClient(timeout=60) as http:
        card = await A2ACardResolver(http, base_url).get_agent_card()
        config = ClientConfig(httpx_client=http)
        if transport != "default":
            config.supported_protocol_bindings = [transport]
        client = ClientFactory(config).create(card)
        for line in sys.stdin:
            try:
                answer = await done(client, json.loads(line))
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)


asyncio.run(main(sys.argv[1], sys.argv[2]))
