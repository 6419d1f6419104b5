"""Every answer that a test gets is held against what the interface description says of it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import httpx
from pydantic import BaseModel
from starlette.routing import compile_path

from coldread.api.openapi import problem_slugs_of
from coldread.asgi import endpoints
from coldread.base.shapes import Shape
from coldread.web.answers import PROBLEM_TYPE
from coldread.web.route import Endpoint


@cache
def _rows() -> list[tuple[re.Pattern[str], Endpoint]]:
    return [(compile_path(row.path)[0], row) for row in endpoints() if row.described]


def check_declared(method: str, path: str, answer: httpx.Response) -> None:
    """The body's fields and their kinds are the model's, and a refusal is one that the address names."""
    row = _row(method, answer.request.url.path)
    if row is None or "view=v1" in str(answer.request.url) or not answer.content:
        return
    if answer.headers.get("content-type") == PROBLEM_TYPE:
        slug = answer.json()["type"].rpartition("/")[2]
        if row.offered_by and slug == "route-not-found":
            return  # switched off, and so not there
        assert slug in problem_slugs_of(row), f"{method} {path} answers {slug}, which its row does not name"
    model = _model(row, answer)
    if model is None:
        return
    seen = model.model_validate_json(answer.content, strict=True)
    undeclared = list(_undeclared(seen))
    assert not undeclared, f"{method} {path} answers with fields that {model.__name__} lacks: {undeclared}"


def _row(method: str, path: str) -> Endpoint | None:
    return next((row for pattern, row in _rows() if row.method == method and pattern.match(path)), None)


def _model(row: Endpoint, answer: httpx.Response) -> type[BaseModel] | None:
    if answer.headers.get("content-type") != "application/json":
        return None
    models = [reply.model for reply in row.replies if reply.status == answer.status_code]
    return next((model for model in models if model is not None and issubclass(model, Shape)), None)


def _undeclared(part: Any) -> Any:
    if isinstance(part, BaseModel):
        yield from (f"{type(part).__name__}.{name}" for name in part.model_extra or ())
        for value in vars(part).values():
            yield from _undeclared(value)
    elif isinstance(part, list | tuple):
        for one in part:
            yield from _undeclared(one)
    elif isinstance(part, dict):
        for one in part.values():
            yield from _undeclared(one)
