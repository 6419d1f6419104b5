"""`/llms-full.txt`: the guide, every route with its fields, and every problem, in one text. Pure."""

from __future__ import annotations

from typing import Any

REF = "#/components/schemas/"


def full_text(guide: str, description: dict[str, Any], problems: list[dict[str, Any]]) -> str:
    routes = [
        _route(method, path, operation, description)
        for path, item in description["paths"].items()
        for method, operation in item.items()
        if method in {"get", "post", "delete"}
    ]
    refusals = [f"- `{row['type']}` ({row['status']}): {row['meaning']} {row['remedy']}" for row in problems]
    return "\n".join(
        [guide.strip(), "", "## Every route", "", *routes, "## Every problem", "", *refusals, ""]
    )


def _route(method: str, path: str, operation: dict[str, Any], description: dict[str, Any]) -> str:
    lines = [f"### {method.upper()} {path}", "", operation["summary"] + "."]
    if operation["description"] != operation["summary"]:
        lines += ["", operation["description"]]
    lines += _field_lines(operation, description)
    answers = ", ".join(status for status in operation["responses"])
    return "\n".join([*lines, "", f"Answers: {answers}.", ""])


def _field_lines(operation: dict[str, Any], description: dict[str, Any]) -> list[str]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    schema = description["components"]["schemas"].get(body.get("$ref", "").removeprefix(REF))
    if not schema:
        return []
    needed = set(schema.get("required", []))
    return [
        "",
        *(
            f"- `{name}`{' (required)' if name in needed else ''}{_field_description(field)}"
            for name, field in schema.get("properties", {}).items()
        ),
    ]


def _field_description(field: dict[str, Any]) -> str:
    kinds = [field, *field.get("anyOf", [])]
    limits = [
        f"{word} {kind[name]}"
        for kind in kinds
        for name, word in (("minLength", "at least"), ("maxLength", "at most"), ("maxItems", "at most"))
        if name in kind
    ]
    description = field.get("description", "")
    return (f": {description}" if description else "") + (f" [{', '.join(limits)}]" if limits else "")
