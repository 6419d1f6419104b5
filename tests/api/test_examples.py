"""Every answer that the interface description names has an example, which a running service gave and gives again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from scripts.record_examples import FILE, recorded

from coldread.api.openapi import describe
from coldread.asgi import endpoints
from coldread.base import settings as settings_of

SETTINGS = settings_of.read({"COLDREAD_BASE_URL": "https://coldread.example", "COLDREAD_WEBHOOKS": "1"})


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return describe(endpoints(), SETTINGS)


def shown(described: dict[str, Any], kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every content of requests, of answers 2xx or of problems, with where it stands."""
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            place = f"{method.upper()} {path}"
            if kind == "requests":
                asked = operation.get("requestBody", {}).get("content", {})
                yield from ((place, content) for content in asked.values())
                continue
            for status, answer in operation["responses"].items():
                if (status[0] == "2") == (kind == "answers"):
                    for media_type, content in answer.get("content", {}).items():
                        yield f"{place} {status} {media_type}", content


def examples_of(described: dict[str, Any], content: dict[str, Any]) -> list[Any]:
    if "example" in content:
        return [content["example"]]
    components = described["components"]["examples"]
    found = content.get("examples", {}).values()
    return [
        components[one["$ref"].rpartition("/")[2]]["value"] if "$ref" in one else one["value"]
        for one in found
    ]


@pytest.mark.parametrize("kind", ["answers", "requests", "problems"])
def test_each_has_an_example_that_fits_its_schema(described: dict[str, Any], kind: str) -> None:
    lacking, wrong, seen = [], [], 0
    for place, content in shown(described, kind):
        seen += 1
        examples = examples_of(described, content)
        if not examples:
            lacking.append(place)
        schema = {**content["schema"], "components": {"schemas": described["components"]["schemas"]}}
        judge = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
        wrong += [f"{place}: {error.message[:200]}" for one in examples for error in judge.iter_errors(one)]
    assert seen > 10
    assert lacking == []
    assert wrong == []


def test_every_recorded_answer_is_shown(described: dict[str, Any]) -> None:
    assert described["components"]["examples"].keys() == json.loads(FILE.read_text("utf-8")).keys()


def test_a_service_that_runs_answers_with_the_same_fields_again() -> None:
    """Where they differ on purpose: `make examples`. Which findings a page has is the rubric's, and their places the fonts'."""
    now, before = recorded(), json.loads(FILE.read_text("utf-8"))
    assert now.keys() == before.keys()
    for name, answer in now.items():
        assert set(fields(answer)) == set(fields(before[name])), name


def fields(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every field with the kind of what is in it, findings apart."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name != "findings":
                yield from fields(member, f"{place}.{name}")
    elif isinstance(value, list):
        for member in value:
            yield from fields(member, f"{place}[]")
    else:
        yield place, "number" if isinstance(value, float | int) else type(value).__name__


def test_what_may_be_left_out_of_a_request_may_be_null() -> None:
    """Bodies take null for absent, so the description says so of every field that is not required."""
    asked = {endpoint.takes for endpoint in endpoints() if endpoint.takes is not None}
    assert len(asked) > 5
    for model in asked:
        whole = model.model_json_schema()
        for schema in (whole, *whole.get("$defs", {}).values()):
            for name, field in schema.get("properties", {}).items():
                is_nullable = {"type": "null"} in field.get("anyOf", ())
                assert is_nullable or name in schema.get("required", ()), f"{schema['title']}.{name}"


def test_no_field_has_a_name_that_generated_code_needs(described: dict[str, Any]) -> None:
    """A generated Python class makes an instance with `cls(…)` from `src_dict`."""
    for title, schema in described["components"]["schemas"].items():
        assert not {"cls", "self", "src_dict"} & schema.get("properties", {}).keys(), title
