"""The JSON Schema of a shape in the form that model interfaces require: closed objects, every member required."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

#: keywords that a constrained decoder does not need, or refuses
_LEFT_OUT = frozenset({"title", "default"})


def strict_schema(shape: type[BaseModel]) -> dict[str, Any]:
    closed: dict[str, Any] = _with_closed_objects(shape.model_json_schema())
    return closed


def _with_closed_objects(node: Any) -> Any:
    if isinstance(node, list):
        return [_with_closed_objects(item) for item in node]
    if not isinstance(node, dict):
        return node
    if isinstance(members := node.get("properties"), dict):
        # names of members are data: a member called `title` stays
        closed = {name: _with_closed_objects(value) for name, value in members.items()}
        rest = {
            key: _with_closed_objects(value)
            for key, value in node.items()
            if key not in {*_LEFT_OUT, "properties"}
        }
        return {**rest, "properties": closed, "required": list(closed), "additionalProperties": False}
    return {key: _with_closed_objects(value) for key, value in node.items() if key not in _LEFT_OUT}
