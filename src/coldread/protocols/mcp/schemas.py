"""What tools take and give, read from our own interface description: a route and its tool cannot disagree. Pure."""

from __future__ import annotations

import copy
from typing import Any

from coldread.protocols.mcp.tools import Tool

REF = "#/components/schemas/"


def offered(tool: Tool, description: dict[str, Any]) -> bool:
    """Whether the route behind the tool is there."""
    return _operation(tool, description) is not None


def input_schema(tool: Tool, description: dict[str, Any]) -> dict[str, Any]:
    operation = _operation(tool, description) or {}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    schema: dict[str, Any] = _standalone(body, description) if body else {"type": "object"}
    schema["properties"] = {**tool.arguments, **schema.get("properties", {})}
    schema["required"] = [*tool.required, *schema.get("required", [])]
    schema.pop("title", None)
    return schema


def output_schema(tool: Tool, description: dict[str, Any]) -> dict[str, Any]:
    if tool.output is not None:
        return tool.output
    replies = (_operation(tool, description) or {}).get("responses", {})
    schemas = [
        reply["content"]["application/json"]["schema"]
        for status, reply in replies.items()
        if status.startswith("2") and "application/json" in reply.get("content", {})
    ]
    if len(schemas) == 1:
        return _standalone(schemas[0], description)
    together = _standalone({"anyOf": schemas}, description)
    return {"type": "object", **together}


def _operation(tool: Tool, description: dict[str, Any]) -> dict[str, Any] | None:
    path = tool.path.replace("{order_id}", "{id}")
    found: dict[str, Any] | None = description["paths"].get(path, {}).get(tool.method.lower())
    return found


def _standalone(schema: dict[str, Any], description: dict[str, Any]) -> dict[str, Any]:
    """The schema with everything it refers to beside it; a bare reference becomes what it names."""
    named: dict[str, Any] = description["components"]["schemas"]
    if set(schema) == {"$ref"}:
        schema = named[schema["$ref"].removeprefix(REF)]
    schema = copy.deepcopy(schema)
    wanted: dict[str, Any] = {}
    waiting = _references(schema)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted[name] = copy.deepcopy(named[name])
            waiting |= _references(wanted[name])
    _repoint(schema)
    for inner in wanted.values():
        _repoint(inner)
    return {**schema, **({"$defs": dict(sorted(wanted.items()))} if wanted else {})}


def _references(node: Any) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"].removeprefix(REF)} if isinstance(node.get("$ref"), str) else set()
        return own.union(*(_references(value) for value in node.values()))
    if isinstance(node, list):
        return set[str]().union(*(_references(value) for value in node))
    return set()


def _repoint(node: Any) -> None:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            node["$ref"] = node["$ref"].replace(REF, "#/$defs/")
        for value in node.values():
            _repoint(value)
    elif isinstance(node, list):
        for value in node:
            _repoint(value)
