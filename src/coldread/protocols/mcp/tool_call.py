"""Doing what a tool is asked: its route is called, its answer is given typed, its problem stands in `data`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.requests import Request

from coldread.protocols.internal_call import RouteAnswer, RouteProblem, call_route
from coldread.protocols.mcp import payment
from coldread.protocols.mcp.tools import Tool
from coldread.protocols.order_words import order_words

if TYPE_CHECKING:
    from mcp import MCPError

INVALID_PARAMS, INTERNAL = -32602, -32603

_FITS = re.compile(r"[\w.-]{1,64}")


async def route_answer(
    request: Request, tool: Tool, arguments: dict[str, Any], meta: dict[str, Any]
) -> RouteAnswer:
    """The answer of the tool's route. Arguments that are parts of the path do not go into the body."""
    names = set(re.findall(r"{(\w+)}", tool.path))
    parts = {name: _path_part(arguments.get(name)) for name in names}
    # In one order: a payment is bound to the body's bytes, and who names the arguments in another asks for the same.
    body = {name: value for name, value in sorted(arguments.items()) if name not in tool.arguments}
    headers: dict[str, str] = {"accept": "application/json"}
    if key := arguments.get("idempotency_key"):
        headers["idempotency-key"] = str(key)
    if tool.paid and (credential := meta.get(payment.CREDENTIAL)) is not None:
        headers["authorization"] = payment.authorization(credential)
    return await call_route(
        request, tool.method, tool.path.format(**parts), None if tool.method == "GET" else body, headers
    )


def structured(tool: Tool, told: RouteAnswer, arguments: dict[str, Any], base_url: str) -> dict[str, Any]:
    """The answer as typed output."""
    if tool.name == "get_deliverable":
        file = str(arguments["file"])
        return {
            "file": file,
            "media_type": told.headers["content-type"].partition(";")[0],
            "text": told.content.decode(),
            "url": f"{base_url}/deliverables/{arguments['order_id']}/{file}",
        }
    answer: dict[str, Any] = told.json
    return answer


def answer_text(tool: Tool, answer: dict[str, Any]) -> str:
    """What a model relays: the scan's own summary, where an order stands, or the text itself."""
    if "chat_summary" in answer:
        return str(answer["chat_summary"])
    if tool.name == "get_order":
        return order_text(answer)
    for name in ("text", "message", "executive_summary", "rewrite", "meaning"):
        if isinstance(answer.get(name), str):
            return str(answer[name])
    return f"{tool.title}: done."


def order_text(order: dict[str, Any]) -> str:
    text = order_words(order, "mcp")
    links = [f"{name}: {order[name]}" for name in ("draft_url", "final_url", "diff_url") if order[name]]
    return "\n".join([f"{order['order_id']}: {text}", f"next_action: {order['next_action']}", *links])


def mcp_error(no: RouteProblem) -> MCPError:
    """The problem in `data`, under the code that MCP or the payment draft has for it."""
    from mcp import MCPError

    if no.status == 402 and (
        header := no.headers.get("Www-Authenticate") or no.headers.get("WWW-Authenticate")
    ):
        code = payment.REQUIRED if no.slug == "payment-required" else payment.REFUSED
        data = {"httpStatus": 402, "challenges": payment.challenges(header), "problem": no.body}
        return MCPError(code, str(no), data)
    return MCPError(INVALID_PARAMS if no.status < 500 else INTERNAL, str(no), no.body)


def _path_part(value: Any) -> str:
    """A part of a path that stays one; a problem's whole `type` counts as its last part."""
    text = str(value or "").rstrip("/").rpartition("/")[2]
    return text if _FITS.fullmatch(text) else quote(text, safe="") or "-"
