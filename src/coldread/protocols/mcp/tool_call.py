"""Executing a tool: check the arguments, call the route, return the answer typed and as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from coldread.base.problems import Fault, InvalidInput
from coldread.orders.push.webhook_status import webhooks_of
from coldread.protocols import payment
from coldread.protocols.internal_call import RouteAnswer, RouteProblem, call_route
from coldread.protocols.mcp.texts import order_text
from coldread.protocols.mcp.tools import Tool
from coldread.web.request import services_of

if TYPE_CHECKING:
    from mcp import MCPError

INVALID_PARAMS, INTERNAL = -32602, -32603


async def route_answer(
    request: Request, tool: Tool, arguments: dict[str, Any], meta: dict[str, Any]
) -> RouteAnswer:
    """The answer of the tool's route. Arguments that are part of the path do not go into the body."""
    own_arguments = check_arguments(tool, arguments)
    # A fixed order of fields: a payment is bound to the body's bytes, and another order means the same request.
    body = {name: value for name, value in sorted(arguments.items()) if name not in tool.arguments}
    headers: dict[str, str] = {"accept": "application/json"}
    if key := own_arguments.get("idempotency_key"):
        headers["idempotency-key"] = str(key)
    if tool.paid and (credential := meta.get(payment.CREDENTIAL)) is not None:
        headers["authorization"] = payment.authorization(credential)
    return await call_route(
        request,
        tool.method,
        tool.path.format(**own_arguments),
        body if tool.method == "POST" else None,
        headers,
    )


def check_arguments(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments that only the tool knows, checked against its schema; the route checks the rest. Pure."""
    faults, checked_arguments = [], {}
    for name, schema in tool.arguments.items():
        value = arguments.get(name)
        if value is None:
            if name in tool.required:
                faults.append(Fault(pointer=f"#/{name}", detail=f"{name} is needed.", code="missing"))
            continue
        if name == "slug" and isinstance(value, str):
            # the full `type` of a problem is reduced to its last part
            value = value.rstrip("/").rpartition("/")[2]
        if wrong := _objection(value, schema):
            faults.append(Fault(pointer=f"#/{name}", detail=f"{name} {wrong}", code="argument"))
        checked_arguments[name] = value
    if faults:
        raise InvalidInput(faults)
    return checked_arguments


def _objection(value: Any, schema: dict[str, Any]) -> str | None:
    if schema["type"] == "boolean":
        return None if isinstance(value, bool) else "must be true or false."
    if not isinstance(value, str):
        return "must be a string."
    if "enum" in schema and value not in schema["enum"]:
        return f"must be one of: {', '.join(schema['enum'])}."
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 256):
        return f"must have {schema.get('minLength', 0)} to {schema.get('maxLength', 256)} characters."
    if "pattern" in schema and not re.search(schema["pattern"], value, re.ASCII):
        return f"must be like this: {schema['description']}"
    return None


async def structured_answer(
    request: Request, tool: Tool, route_answer: RouteAnswer, arguments: dict[str, Any]
) -> dict[str, Any]:
    """The answer as typed output, complete for a host that reads nothing else."""
    services = services_of(request)
    if tool.name == "get_deliverable":
        file = str(arguments["file"])
        return {
            "file": file,
            "media_type": route_answer.headers["content-type"].partition(";")[0],
            "text": route_answer.content.decode(),
            "url": f"{services.settings.base_url}/deliverables/{arguments['order_id']}/{file}",
        }
    answer: dict[str, Any] = route_answer.json
    if tool.name != "get_order":
        return answer
    webhooks = await services.db.read(webhooks_of, answer["order_id"]) if services.settings.webhooks else []
    return {**answer, "message": order_text(answer, webhooks)}


def payment_error(no: RouteProblem) -> MCPError | None:
    """A payment demand under the payment draft's own codes; None for any other refusal."""
    from mcp import MCPError

    money = payment.asked_challenges(no.headers) if no.status == 402 else []
    if not money:
        return None
    code = payment.REQUIRED if no.slug == "payment-required" else payment.REFUSED
    return MCPError(code, str(no), {"httpStatus": 402, "challenges": money, "problem": no.body})
