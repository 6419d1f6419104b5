"""The interface description (OpenAPI 3.1), made from the tables of endpoints, problems and headers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema
from pydantic_core import from_json

from coldread.base.problems import BY_SLUG
from coldread.base.settings import Settings
from coldread.base.shapes import ProblemDetails, Shape, checked_body
from coldread.base.version import INTERFACE_VERSION
from coldread.orders.push.bodies import ANSWER_WITHIN_S, EVENTS, SIGNED_BY, EventRow, WebhookEvent
from coldread.payments.offers import payment_info
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.watches.push import WATCH_EVENTS, WatchEvent, WatchEventRow, watch_event
from coldread.web.answers import PROBLEM_TYPE, problem_example
from coldread.web.headers import BY_STATUS, HEADERS
from coldread.web.order_request import OFFERED_BY
from coldread.web.route import TAGS, Endpoint, Parameter, Reply

REF = "#/components/schemas/{model}"

SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "none": [],
    "admin": [{"admin": []}],
    "pipeline": [{"pipeline": []}],
    "payment": [{"payment": []}, {}],  # without a credential the answer is the price
}

#: the problems of every route, and of every route with a body
ANYWHERE = ("method-not-allowed", "uri-too-long", "headers-too-large", "internal-error", "unavailable")
WITH_BODY = ("payload-too-large", "unsupported-media-type")


class OpenApiDocument(Shape):
    """An OpenAPI document."""

    openapi: str
    info: dict[str, Any]
    servers: list[dict[str, Any]]
    security: list[dict[str, Any]]
    tags: list[dict[str, Any]]
    paths: dict[str, Any]
    webhooks: dict[str, Any] | None = None
    components: dict[str, Any]
    service_info: dict[str, Any] = Field(alias="x-service-info")


SECURITY_SCHEMES: dict[str, dict[str, str]] = {
    "admin": {"type": "http", "scheme": "bearer", "description": "The admin secret."},
    "pipeline": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Pipeline-Key",
        "description": "The key that the service shares with an outside pipeline.",
    },
    "payment": {
        "type": "http",
        "scheme": "Payment",
        "description": "Payment HTTP authentication: pay the challenge of the answer 402 and send the "
        "credential; in `Payment-Authorization` where the challenge says so, because the request shows an "
        "`Authorization` of another scheme.",
    },
}


def describe(endpoints: Sequence[Endpoint], settings: Settings) -> dict[str, Any]:
    """The complete document."""
    described = [row for row in endpoints if row.described and row.is_offered(settings)]
    tags = {row.tag for row in described} | {row.tag for row in endpoints if not row.offered_by}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in described:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, settings)
    return checked_body(
        OpenApiDocument,
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Coldread API",  # generators name their package after it: ours is `coldread-client`
                "version": INTERFACE_VERSION,
                "summary": "Reviews landing pages.",
                "description": "A free scan in seconds and a paid review by a person within 72 hours. "
                "Errors are RFC 9457 problems; branch on `type`.",
                # for agents that pay per call (readers of draft-payment-discovery)
                "x-guidance": "Start with POST /v1/scan (free). A review by a person is ordered with POST "
                "/v1/cold-read-requests and paid by a person at pay_url. /v1/quick-fix, /v1/audit and /v1/scan-paid are paid "
                "per call: send the body, pay the challenge of the 402, send it again. /llms.txt tells the rest.",
                "license": {"name": "MIT", "identifier": "MIT"},
                "contact": {"name": settings.seller_name or "Coldread", "url": settings.base_url},
            },
            # draft-payment-discovery: what is sold here, and its descriptions
            "x-service-info": {
                "categories": ["developer-tools", "marketing"],
                "docs": {
                    "homepage": f"{settings.base_url}/",
                    "apiReference": f"{settings.base_url}/v1/openapi.json",
                    "llms": f"{settings.base_url}/llms.txt",
                },
            },
            "servers": [{"url": settings.base_url}],
            "security": [],
            "tags": [{"name": name, "description": text} for name, text in TAGS.items() if name in tags],
            "paths": paths,
            **({"webhooks": _webhooks(settings)} if settings.webhooks else {}),
            "components": {
                "schemas": _schemas(described, settings),
                "examples": _examples(described),
                "securitySchemes": SECURITY_SCHEMES,
            },
        },
    )


def _schemas(endpoints: Sequence[Endpoint], settings: Settings) -> dict[str, Any]:
    models: dict[type[BaseModel], str] = {ProblemDetails: "serialization"}
    for endpoint in endpoints:
        if endpoint.takes:
            models[endpoint.takes] = "validation"
        models |= {reply.model: "serialization" for reply in endpoint.replies if reply.model}
    if settings.webhooks:
        models[WebhookEvent] = "serialization"
        if settings.watch:
            models[WatchEvent] = "serialization"
    schemas = _json_schemas(tuple(models.items()))
    return {
        name: _without_null_defaults(_without_switched_off_fields(schema, settings))
        for name, schema in sorted(schemas.items())
    }


def _examples(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Answers of a running service, each once, however many operations show it."""
    named = {reply.recorded for endpoint in endpoints for reply in endpoint.replies if reply.recorded}
    answers = _recorded_answers()
    return {
        name: {"summary": "A real answer, with long lists cut.", "value": answers[name]}
        for name in sorted(named & answers.keys())
    }


@lru_cache(maxsize=1)
def _recorded_answers() -> dict[str, Any]:
    """Written by `scripts/record_examples.py`."""
    answers: dict[str, Any] = from_json((files("coldread.api") / "recorded.json").read_bytes())
    return answers


@lru_cache(maxsize=4)
def _json_schemas(models: tuple[tuple[type[BaseModel], str], ...]) -> dict[str, Any]:
    """The schemas without the operator's settings. Cached: they take half a second."""
    _, document = models_json_schema(models, ref_template=REF)  # type: ignore[arg-type]
    schemas: dict[str, Any] = document["$defs"]
    return schemas


def _without_switched_off_fields(schema: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Without fields that the operator has switched off: such a field is ignored, like an unknown one."""
    fields = schema.get("properties", {})
    properties = {
        name: {word: value for word, value in field.items() if word != OFFERED_BY}
        for name, field in fields.items()
        if getattr(settings, field.get(OFFERED_BY, ""), True)
    }
    needs = {name: also for name, also in schema.get("dependentRequired", {}).items() if name in properties}
    dropped = {"dependentRequired"} if needs else {"dependentRequired", "if", "then"}
    offered = {word: value for word, value in schema.items() if word not in dropped}
    return (
        {**offered, **({"dependentRequired": needs} if needs else {}), "properties": properties}
        if fields
        else schema
    )


def _without_null_defaults(part: Any) -> Any:
    """Null means absent, so it is not named as a default; generators take a default for a field that is always there."""
    if isinstance(part, list):
        return [_without_null_defaults(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {
        name: _without_null_defaults(value)
        for name, value in part.items()
        if not (name == "default" and value is None)
    }


def _webhooks(settings: Settings) -> dict[str, Any]:
    """The bodies sent to `webhook_url`: one entry for each event."""
    orders = {
        row.kind.value: _webhook_description("orders", row, WebhookEvent, row.example())
        for row in EVENTS.values()
    }
    if not settings.watch:
        return orders
    id_, at, kinds = "mZb3Jr7mQ0uE2yqk9w1XnA", 1_795_000_000_000_000, (ChangeKind.HEADLINE,)
    return orders | {
        row.kind.value: _webhook_description(
            "watches", row, WatchEvent, from_json(watch_event(row.kind, id_, 2, kinds, at))
        )
        for row in WATCH_EVENTS.values()
    }


def _webhook_description(
    tag: str, row: EventRow | WatchEventRow, model: type[BaseModel], example: Any
) -> dict[str, Any]:
    """One body that is sent, and what may be answered."""
    return {
        "post": {
            "operationId": f"told_{row.kind.name.lower()}",
            "tags": [tag],
            "summary": row.meaning,
            "description": "In order, at least once. Another answer than 2xx, or none in "
            f"{ANSWER_WITHIN_S} seconds, is tried again.",
            "security": [],
            "parameters": [
                {
                    "name": name,
                    "in": "header",
                    "required": True,
                    "description": meaning,
                    "schema": {"type": "string"},
                }
                for name, meaning in SIGNED_BY.items()
            ],
            "requestBody": {
                "required": True,
                "content": {"application/json": _content_description(model, example)},
            },
            "responses": {
                "2XX": {"description": "It has arrived."},
                "410": {"description": "The event is not sent again."},
            },
        }
    }


def _operation(endpoint: Endpoint, settings: Settings) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
        "description": endpoint.about(settings),
        "security": SECURITY[endpoint.security],
        "responses": _responses(endpoint, settings),
    }
    if endpoint.price is not None:
        operation["x-payment-info"] = payment_info(endpoint.price, settings)
    if endpoint.deprecated:
        operation["deprecated"] = True
    if endpoint.parameters:
        operation["parameters"] = [_parameter(parameter) for parameter in endpoint.parameters]
    if endpoint.takes:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": _content_description(endpoint.takes, endpoint.example)},
        }
    return operation


def _parameter(parameter: Parameter) -> dict[str, Any]:
    entry = {
        "name": parameter.name,
        "in": parameter.where,
        "required": parameter.required,
        "description": parameter.description,
        "schema": parameter.schema,
    }
    return entry | ({"example": parameter.example} if parameter.example is not None else {})


def _responses(endpoint: Endpoint, settings: Settings) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for reply in endpoint.replies:
        entry = responses.setdefault(
            str(reply.status),
            {"description": reply.description, "headers": _headers(("X-Request-Id", *reply.headers))},
        )
        if reply.model or reply.example is not None or reply.recorded:
            entry.setdefault("content", {})[reply.media_type] = _reply_content(reply)
        if reply.leads_to:
            entry["links"] = {name: _link_description(name, reply) for name in reply.leads_to}
    for status, slugs in _problems_by_status(endpoint).items():
        responses[str(status)] = _problem_response(status, slugs, settings)
    return dict(sorted(responses.items()))


def _link_description(operation: str, reply: Reply) -> dict[str, Any]:
    return {"operationId": operation, "parameters": {reply.id_named: f"$response.body#{reply.id_at}"}}


def _reply_content(reply: Reply) -> dict[str, Any]:
    if reply.recorded:
        examples = {"real": {"$ref": f"#/components/examples/{reply.recorded}"}}
        return _content_description(reply.model, None, reply.media_type) | {"examples": examples}
    example = reply.example() if callable(reply.example) else reply.example
    return _content_description(reply.model, example, reply.media_type)


def _content_description(
    model: type[BaseModel] | None, example: Any, media_type: str = "application/json"
) -> dict[str, Any]:
    plain = {"type": "object" if media_type == "application/json" else "string"}
    schema = {"$ref": REF.format(model=model.__name__)} if model else plain
    return {"schema": schema} | ({"example": example} if example is not None else {})


def problem_slugs_of(endpoint: Endpoint) -> list[str]:
    """Slugs of every problem that the address can answer with."""
    slugs = [*endpoint.problems, *ANYWHERE, *(WITH_BODY if endpoint.takes else ())]
    if not any(BY_SLUG[slug].status == 400 for slug in slugs):
        slugs.append("invalid-input")  # the HTTP server itself refuses broken requests
    return list(dict.fromkeys(slugs))


def _problems_by_status(endpoint: Endpoint) -> dict[int, list[str]]:
    by_status: dict[int, list[str]] = {}
    for slug in problem_slugs_of(endpoint):
        by_status.setdefault(BY_SLUG[slug].status, []).append(slug)
    return by_status


def _problem_response(status: int, slugs: list[str], settings: Settings) -> dict[str, Any]:
    return {
        "description": "; ".join(f"`{slug}`: {BY_SLUG[slug].title}" for slug in slugs),
        "headers": _headers(("X-Request-Id", *BY_STATUS.get(status, ()))),
        "content": {
            PROBLEM_TYPE: {
                "schema": {"$ref": REF.format(model=ProblemDetails.__name__)},
                "examples": {
                    slug: {"value": problem_example(slug, settings.error_type_base)} for slug in slugs
                },
            }
        },
    }


def _headers(names: Sequence[str]) -> dict[str, Any]:
    rows = [HEADERS[name] for name in dict.fromkeys(names)]
    return {row.name: {"description": row.description, "schema": row.schema} for row in rows}
