"""The Python A2A client 0.3.26 with its default settings: one JSON command a line in, one task a line out."""

import asyncio
import json
import sys
import uuid

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import DataPart, Message, Part, Role, TaskIdParams, TaskQueryParams, TextPart, TransportProtocol


def shown(task):
    texts = [part.root for part in task.status.message.parts] if task.status.message else []
    return {
        "id": task.id,
        "state": task.status.state.value,
        "text": " ".join(part.text for part in texts if part.kind == "text"),
        "data": next((part.data for part in texts if part.kind == "data"), None),
        "artifacts": [artifact.name for artifact in task.artifacts or []],
        "history": len(task.history or []),
    }


def message(command):
    parts = [Part(root=DataPart(data=command["data"]))] if "data" in command else []
    parts += [Part(root=TextPart(text=command["text"]))] if "text" in command else []
    return Message(
        message_id=command.get("message_id") or str(uuid.uuid4()),
        role=Role.user,
        parts=parts,
        task_id=command.get("task_id"),
    )


async def done(client, command):
    if command["do"] == "send":
        async for event in client.send_message(message(command)):
            return shown(event[0])
    if command["do"] == "get":
        return shown(await client.get_task(TaskQueryParams(id=command["id"])))
    return shown(await client.cancel_task(TaskIdParams(id=command["id"])))


async def main(base_url, transport):
    async with httpx.AsyncClient(timeout=60) as http:
        card = await A2ACardResolver(http, base_url).get_agent_card()
        config = ClientConfig(httpx_client=http)
        if transport == "HTTP+JSON":  # the card's own preference; the client's default list has JSON-RPC alone
            config.supported_transports = [TransportProtocol.http_json]
        client = ClientFactory(config).create(card)
        for line in sys.stdin:
            try:
                answer = await done(client, json.loads(line))
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)


asyncio.run(main(sys.argv[1], sys.argv[2]))
