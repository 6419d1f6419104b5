"""Schemas of the tools' input and output, read from our own interface description, so that a route and its tool agree.
Pure.

A host sends the whole list to its model at every turn. So a schema says what a caller must know, and nothing twice:
references are resolved; titles, long patterns (the route checks them) and anything deeper than the first level of an
answer are left out."""

from __future__ import annotations

import re
from typing import Any

from coldread.protocols.mcp.tools import TOOLS, Tool

REF = "#/components/schemas/"
#: the one field of a refusal
REFUSAL = {"problem": {"type": "object"}}
#: JSON Schema keywords that a caller of the tool does not need
LEFT_OUT = frozenset({"title", "pattern", "examples", "example", "default", "if", "then"})
#: the first sentence of a description
_FIRST = re.compile(r".*?(?:\.(?= |$)|$)", re.DOTALL)


def is_offered(tool: Tool, description: dict[str, Any]) -> bool:
    """Whether the route behind the tool is enabled."""
    return _operation(tool, description) is not None


def input_schema(tool: Tool, description: dict[str, Any]) -> dict[str, Any]:
    operation = _operation(tool, description) or {}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    schema: dict[str, Any] = (
        _without_references(body, description, plain=True) if body else {"type": "object"}
    )
    schema.pop("description", None)
    schema["properties"] = {**tool.arguments, **schema.get("properties", {})}
    schema["required"] = [*tool.required, *schema.get("required", [])]
    return schema


def output_schema(tool: Tool, description: dict[str, Any]) -> dict[str, Any]:
    """The first level of the answer; fields that an earlier tool returns with the same meaning are not repeated.

    Fields without a description are included too: the interface description lists them. Nothing is required, because a
    refusal has its problem instead."""
    if tool.output is not None:
        return {**tool.output, "properties": {**tool.output.get("properties", {}), **REFUSAL}}
    own = _answer_fields(tool, description)
    for earlier in TOOLS[: TOOLS.index(tool)]:
        earlier_fields = _answer_fields(earlier, description)
        if earlier_fields and all(own.get(name) == schema for name, schema in earlier_fields.items()):
            rest = {name: schema for name, schema in own.items() if name not in earlier_fields}
            about = {"description": f"All that {earlier.name} gives."}
            return {"type": "object", **about, "properties": {**rest, **tool.adds, **REFUSAL}}
    return {"type": "object", "properties": {**own, **tool.adds, **REFUSAL}}


def _answer_fields(tool: Tool, description: dict[str, Any]) -> dict[str, Any]:
    """The described fields of the route's answer; of several answers, those of any."""
    replies = (_operation(tool, description) or {}).get("responses", {})
    schemas = [
        _without_references(reply["content"]["application/json"]["schema"], description, plain=False)
        for status, reply in replies.items()
        if status.startswith("2") and "application/json" in reply.get("content", {})
    ]
    return {
        name: _type_of_value(inner)
        for schema in schemas
        for name, inner in schema.get("properties", {}).items()
        if "description" in inner and name != "_links"  # a caller with tools needs no links
    }


def _operation(tool: Tool, description: dict[str, Any]) -> dict[str, Any] | None:
    path = tool.path.replace("{order_id}", "{id}")
    found: dict[str, Any] | None = description["paths"].get(path, {}).get(tool.method.lower())
    return found


def _without_references(node: Any, description: dict[str, Any], *, plain: bool) -> Any:
    """The schema without references and without details that a caller does not need; `plain`: also without null for
    absent."""
    if isinstance(node, list):
        return [_without_references(value, description, plain=plain) for value in node]
    if not isinstance(node, dict):
        return node
    if isinstance(node.get("$ref"), str):
        named = description["components"]["schemas"][node["$ref"].removeprefix(REF)]
        inner = _without_references(named, description, plain=plain)
        if inner.get("type") != "object" or "description" in node:
            inner.pop("description", None)
        return {
            **inner,
            **_without_references({k: v for k, v in node.items() if k != "$ref"}, description, plain=plain),
        }
    if (
        len(options := [option for option in node.get("anyOf", ()) if option != {"type": "null"}]) == 1
        and plain
    ):
        node = {**options[0], **{name: value for name, value in node.items() if name != "anyOf"}}
        return _without_references(node, description, plain=plain)
    plain_schema = {}
    for name, value in node.items():
        if name == "description":
            plain_schema[name] = _FIRST.match(value).group()  # type: ignore[union-attr]
        elif name == "properties":
            plain_schema[name] = {
                key: _without_references(inner, description, plain=plain) for key, inner in value.items()
            }
        elif name not in LEFT_OUT:
            plain_schema[name] = _without_references(value, description, plain=plain)
    return plain_schema


def _type_of_value(schema: dict[str, Any]) -> dict[str, Any]:
    """The type of the value, including null if allowed, with its choices and its description."""
    options = schema.get("anyOf", [schema])
    types = sorted({kind for option in options for kind in _types(option)})
    words = [word for option in options for word in option.get("enum", ())]
    return {
        **({"type": types if len(types) > 1 else types[0]} if types else {}),
        **({"enum": words + [None] * ("null" in types)} if words else {}),
        "description": schema["description"],
    }


def _types(schema: dict[str, Any]) -> list[str]:
    kind = schema.get("type", [])
    return [kind] if isinstance(kind, str) else list(kind)
