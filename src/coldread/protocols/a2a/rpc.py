"""A2A over JSON-RPC at `/a2a`: 0.3 and 1.0, which use different method names."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem
from coldread.protocols.a2a import errors, push
from coldread.protocols.a2a.dialects import RPC_03, V_1, Dialect, write_task
from coldread.protocols.a2a.errors import rpc_error
from coldread.protocols.a2a.list_tasks import list_tasks
from coldread.protocols.a2a.parse import history_length, read_send
from coldread.protocols.a2a.rest import NO_STORE, extension_headers
from coldread.protocols.a2a.send import cancel, find_task
from coldread.protocols.internal_call import RouteProblem
from coldread.web.answers import json_answer
from coldread.web.request import CREATION, read_json
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

Work = Callable[[Request, dict[str, Any], Dialect], Awaitable[Any]]


@dataclasses.dataclass(frozen=True, kw_only=True)
class RpcMethod:
    """One row: a method of either version, and its handler; None: not offered."""

    name: str
    dialect: Dialect
    work: Work | None
    #: the error for a method that is not offered
    fault: errors.A2AFault = errors.UNSUPPORTED


async def _send(request: Request, params: dict[str, Any], dialect: Dialect) -> Any:
    sent = read_send(params)
    task = await push.send_with_receiver(request, sent, dialect)
    written = write_task(task.with_history(sent.history_length), dialect)
    return written if dialect.kinds else {"task": written}


async def _get(request: Request, params: dict[str, Any], dialect: Dialect) -> Any:
    length = history_length(params.get("historyLength"))
    return write_task((await find_task(request, _task_id(params))).with_history(length), dialect)


async def _cancel(request: Request, params: dict[str, Any], dialect: Dialect) -> Any:
    return write_task(await cancel(request, _task_id(params)), dialect)


async def _list(request: Request, params: dict[str, Any], dialect: Dialect) -> Any:
    return await list_tasks(request, params)


async def _set_push(request: Request, params: dict[str, Any], dialect: Dialect) -> Any:
    push.require_push(request)
    return await push.set_config(request, _task_of(params), params, dialect)


async def _get_push(request: Request, params: dict[str, Any], dialect: Dialect) -> Any:
    push.require_push(request)
    return await push.get_config(request, _task_of(params), _config_of(params), dialect)


async def _list_push(request: Request, params: dict[str, Any], dialect: Dialect) -> Any:
    push.require_push(request)
    found = await push.list_configs(request, _task_of(params), dialect)
    return found if dialect.kinds else {"configs": found, "nextPageToken": ""}


async def _delete_push(request: Request, params: dict[str, Any], dialect: Dialect) -> Any:
    push.require_push(request)
    await push.delete_config(request, _task_of(params), _config_of(params))
    return None if dialect.kinds else {}


def _task_of(params: dict[str, Any]) -> str:
    """The task's id. 0.3 calls it `id` in requests about a configuration, and `taskId` elsewhere."""
    return _task_id({"id": params.get("taskId") or params.get("task_id") or params.get("id")})


def _config_of(params: dict[str, Any]) -> str | None:
    name = params.get("pushNotificationConfigId") or (params.get("id") if "taskId" in params else None)
    return name if isinstance(name, str) else None


METHODS: tuple[RpcMethod, ...] = (
    RpcMethod(name="message/send", dialect=RPC_03, work=_send),
    RpcMethod(name="tasks/get", dialect=RPC_03, work=_get),
    RpcMethod(name="tasks/cancel", dialect=RPC_03, work=_cancel),
    RpcMethod(name="message/stream", dialect=RPC_03, work=None),
    RpcMethod(name="tasks/resubscribe", dialect=RPC_03, work=None),
    RpcMethod(name="tasks/pushNotificationConfig/set", dialect=RPC_03, work=_set_push),
    RpcMethod(name="tasks/pushNotificationConfig/get", dialect=RPC_03, work=_get_push),
    RpcMethod(name="tasks/pushNotificationConfig/list", dialect=RPC_03, work=_list_push),
    RpcMethod(name="tasks/pushNotificationConfig/delete", dialect=RPC_03, work=_delete_push),
    RpcMethod(
        name="agent/getAuthenticatedExtendedCard",
        dialect=RPC_03,
        work=None,
        fault=errors.NO_EXTENDED_CARD,
    ),
    RpcMethod(name="SendMessage", dialect=V_1, work=_send),
    RpcMethod(name="GetTask", dialect=V_1, work=_get),
    RpcMethod(name="CancelTask", dialect=V_1, work=_cancel),
    RpcMethod(name="ListTasks", dialect=V_1, work=_list),
    RpcMethod(name="SendStreamingMessage", dialect=V_1, work=None),
    RpcMethod(name="SubscribeToTask", dialect=V_1, work=None),
    RpcMethod(name="CreateTaskPushNotificationConfig", dialect=V_1, work=_set_push),
    RpcMethod(name="GetTaskPushNotificationConfig", dialect=V_1, work=_get_push),
    RpcMethod(name="ListTaskPushNotificationConfigs", dialect=V_1, work=_list_push),
    RpcMethod(name="DeleteTaskPushNotificationConfig", dialect=V_1, work=_delete_push),
    RpcMethod(name="GetExtendedAgentCard", dialect=V_1, work=None, fault=errors.NO_EXTENDED_CARD),
)
BY_NAME = {row.name: row for row in METHODS}


# At `/` as well: clients that know only our host name post there, for example the compatibility kit.
@ENDPOINTS.add("POST", "/", name="a2a_rpc_at_root", summary="A2A")
# `/a2a/` is the same endpoint, not a redirect: clients lose the body in a redirect, or do not follow it.
@ENDPOINTS.add("POST", "/a2a/", name="a2a_rpc_with_slash", summary="A2A")
@ENDPOINTS.add("POST", "/a2a", name="a2a_rpc", summary="A2A")
async def a2a_rpc(request: Request) -> Response:
    """One call. Batches are not accepted; JSON-RPC clients no longer use them."""
    number: str | int | None = None
    headers: dict[str, str] = {}
    try:
        call = await read_json(request, CREATION)
        number = _id_of_call(call)
        reply = {"result": await _call_method(request, call)}
    except (Problem, RouteProblem) as no:
        reply = {"error": rpc_error(request, no)}
        headers = {name: value for name, value in no.headers.items() if name != "Connection"}
    return json_answer(
        {"jsonrpc": "2.0", "id": number, **reply}, headers=NO_STORE | extension_headers(request) | headers
    )


async def _call_method(request: Request, call: Any) -> Any:
    """The result of a well-formed call of a known method."""
    if not isinstance(call, dict) or call.get("jsonrpc") != "2.0" or not isinstance(call.get("method"), str):
        raise _rpc_problem(
            errors.INVALID_REQUEST, "One JSON-RPC 2.0 request object with `jsonrpc`, `id` and `method`."
        )
    if call.get("id") is not None and _id_of_call(call) is None:
        raise _rpc_problem(errors.INVALID_REQUEST, "`id` must be a string or a whole number.")
    errors.require_version(request)
    method = BY_NAME.get(call["method"])
    if method is None:
        raise _rpc_problem(errors.NO_METHOD, "There is no such method; the agent card names the versions.")
    if method.work is None:
        raise _rpc_problem(method.fault, "The agent card does not offer this.")
    params = call.get("params")
    if not isinstance(params, dict):
        raise _rpc_problem(errors.INVALID_PARAMS, "`params` must be an object.")
    return await method.work(request, params, method.dialect)


def _rpc_problem(fault: errors.A2AFault, detail: str) -> errors.RpcProblem:
    known_operation = -32100 < fault.code <= -32001
    return errors.RpcProblem("operation-unsupported" if known_operation else "invalid-input", detail, fault)


def _id_of_call(call: Any) -> str | int | None:
    value = call.get("id") if isinstance(call, dict) else None
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None


def _task_id(params: dict[str, Any]) -> str:
    value = params.get("id")
    if not isinstance(value, str) or not value:
        raise _rpc_problem(errors.INVALID_PARAMS, "`id` must name a task.")
    return value
