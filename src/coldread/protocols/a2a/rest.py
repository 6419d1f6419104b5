"""A2A over HTTP and JSON: 0.3 under `/v1`, as the card says, and 1.0 under `/a2a/rest`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from coldread.base.fields import required_text
from coldread.base.problems import Problem
from coldread.orders.views.handoff import PATH
from coldread.protocols.a2a import examples, push
from coldread.protocols.a2a.dialects import REST_03, V_1, Dialect, write_task
from coldread.protocols.a2a.errors import asked_version, refusal_response, require_version
from coldread.protocols.a2a.list_tasks import list_tasks
from coldread.protocols.a2a.parse import MOST_HISTORY, history_length, read_send
from coldread.protocols.a2a.send import cancel, find_task
from coldread.protocols.a2a.task import Task
from coldread.protocols.internal_call import RouteProblem
from coldread.web.answers import json_answer
from coldread.web.request import CREATION, SMALL, read_json, services_of
from coldread.web.route import Endpoints, Parameter, Reply

ENDPOINTS = Endpoints()

TASK_ID = Parameter(
    name="id",
    where="path",
    description="Task id: an order's id, a scan's session id, or that of a question.",
    schema={"type": "string"},
    required=True,
    example="INV-7Hq2mXpR",
)
HISTORY_LENGTH = Parameter(
    name="historyLength",
    where="query",
    description="How many of the last messages to return; all without it.",
    # an HTTP library may send an absent count as an empty value
    schema={"anyOf": [{"type": "integer", "minimum": 0, "maximum": MOST_HISTORY}, {"const": ""}]},
)
SPOKEN: dict[str, Dialect] = {"0.3": REST_03, "1.0": V_1}
#: A2A 1.0's name for its JSON over REST
A2A_JSON = "application/a2a+json"
NO_STORE = {"Cache-Control": "no-store"}
PROBLEMS = ("invalid-input", "malformed-json", "not-found", "rate-limited")


class TextPart(BaseModel):
    """Words."""

    text: str


class DataPart(BaseModel):
    """Fields."""

    data: dict[str, Any] = Field(
        description="Fields of the skill, as its route takes them, and `skill`; all of them once more in `data`, as 0.3 has it."
    )


class A2AMessage(BaseModel):
    """What the user says: `messageId`, `role` and parts; fields of a skill go into a data part."""

    messageId: Annotated[str, required_text(1, 256)]  # noqa: N815 - A2A's own spelling
    role: Literal["ROLE_USER"]
    content: list[TextPart | DataPart] = Field(min_length=1, max_length=50)


class SendMessage(BaseModel):
    """`message:send` of A2A 0.3."""

    message: A2AMessage


class A2ATask(BaseModel):
    """An A2A task: an order, a scan, or a question of ours."""

    model_config = ConfigDict(extra="allow")

    id: str
    contextId: str  # noqa: N815
    status: dict[str, Any]


class SentTask(BaseModel):
    """The task that a message led to."""

    task: A2ATask


async def _task_response(
    request: Request, dialect: Dialect, work: Callable[[], Awaitable[Task]], *, wrapped: bool
) -> Response:
    """The task in the client's version, or our problem with A2A's additions."""
    try:
        require_version(request)
        task = await work()
    except (Problem, RouteProblem) as no:
        return refusal_response(request, no)
    written = write_task(task, _dialect_of(request, dialect))
    return _json_response(request, {"task": written} if wrapped else written, extension_headers(request))


def _json_response(
    request: Request, body: Any, headers: Mapping[str, str] = MappingProxyType({})
) -> Response:
    """JSON, with A2A's media type if the caller asks for it."""
    answer = json_answer(body, headers={**NO_STORE, "Vary": "Accept, A2A-Version", **headers})
    if A2A_JSON in request.headers.get("accept", "").lower():
        answer.headers["Content-Type"] = A2A_JSON
    return answer


def _dialect_of(request: Request, of_path: Dialect) -> Dialect:
    """The version that the caller names, else the one that the card declares for the path."""
    return SPOKEN.get(asked_version(request), of_path)


def extension_headers(request: Request) -> dict[str, str]:
    """The extension, echoed to a client that requested it (0.3 and 1.0 name the header differently)."""
    extension = services_of(request).settings.base_url + PATH
    return {
        name.title(): extension
        for name in ("x-a2a-extensions", "a2a-extensions")
        if extension in [entry.strip() for entry in request.headers.get(name, "").split(",")]
    }


def _send_handler(dialect: Dialect) -> Callable[[Request], Awaitable[Response]]:
    async def message_send(request: Request) -> Response:
        async def work() -> Task:
            sent = read_send(await read_json(request, CREATION))
            return (await push.send_with_receiver(request, sent, _dialect_of(request, dialect))).with_history(
                sent.history_length
            )

        return await _task_response(request, dialect, work, wrapped=True)

    return message_send


def _get_handler(dialect: Dialect) -> Callable[[Request], Awaitable[Response]]:
    async def get_task(request: Request) -> Response:
        async def work() -> Task:
            query = request.query_params  # proto-JSON allows both spellings, and clients send both
            length = history_length(query.get("historyLength", query.get("history_length")))
            return (await find_task(request, request.path_params["id"])).with_history(length)

        return await _task_response(request, dialect, work, wrapped=False)

    return get_task


def _cancel_handler(dialect: Dialect) -> Callable[[Request], Awaitable[Response]]:
    async def cancel_task(request: Request) -> Response:
        async def work() -> Task:
            return await cancel(request, request.path_params["id"])

        return await _task_response(request, dialect, work, wrapped=False)

    return cancel_task


async def _set_push(request: Request, dialect: Dialect) -> Any:
    body = await read_json(request, SMALL)
    return await push.set_config(request, request.path_params["id"], body, dialect)


async def _get_push(request: Request, dialect: Dialect) -> Any:
    return await push.get_config(request, request.path_params["id"], request.path_params["config"], dialect)


async def _list_push(request: Request, dialect: Dialect) -> Any:
    found = await push.list_configs(request, request.path_params["id"], dialect)
    return {"configs": found, "nextPageToken": ""}


async def _delete_push(request: Request, dialect: Dialect) -> Any:
    await push.delete_config(request, request.path_params["id"], request.path_params["config"])
    return {}


def _push_handler(
    dialect: Dialect, work: Callable[[Request, Dialect], Awaitable[Any]]
) -> Callable[[Request], Awaitable[Response]]:
    async def configure(request: Request) -> Response:
        try:
            require_version(request)
            push.require_push(request)
            return _json_response(request, await work(request, _dialect_of(request, dialect)))
        except (Problem, RouteProblem) as no:
            return refusal_response(request, no)

    return configure


async def list_tasks_response(request: Request) -> Response:
    try:
        require_version(request)
        return _json_response(request, await list_tasks(request, request.query_params))
    except (Problem, RouteProblem) as no:
        return refusal_response(request, no)


async def not_offered(request: Request) -> Response:
    problem = Problem("operation-unsupported", "The agent card does not offer this.")
    return refusal_response(request, problem)


ENDPOINTS.add(
    "POST",
    "/v1/message:send",
    name="a2a_send_message",
    tag="a2a",
    summary="Send a message to the agent (A2A 0.3)",
    description="Put the fields of a skill into a data part, with `skill` beside them where they leave a doubt. What is "
    "missing is asked for: the task is then `input-required`. `messageId` is the idempotency key.",
    takes=SendMessage,
    example=examples.SEND,
    replies=(
        Reply(
            status=200,
            description="The task.",
            model=SentTask,
            headers=("Cache-Control",),
            recorded="a2a_send_message",
        ),
    ),
    problems=(
        *PROBLEMS,
        "operation-unsupported",
        "payment-required",
        "illegal-transition",
        "rescan-used",
        "rescan-not-available",
        "idempotency-conflict",
        "idempotency-key-reused",
        "url-unreachable",
        "page-empty",
        "pipeline-unavailable",
        "service-closed",
    ),
)(_send_handler(REST_03))
ENDPOINTS.add(
    "POST",
    "/v1/tasks/{id}:cancel",
    name="a2a_cancel_task",
    tag="a2a",
    summary="Cancel a task (A2A 0.3)",
    description="A question can be canceled. An order cannot: before payment the operator gets the wish.",
    parameters=(TASK_ID,),
    replies=(
        Reply(
            status=200,
            description="The canceled question.",
            model=A2ATask,
            headers=("Cache-Control",),
            recorded="a2a_cancel_task",
        ),
    ),
    problems=("not-found", "task-not-cancelable", "operation-unsupported", "rate-limited"),
)(_cancel_handler(REST_03))
ENDPOINTS.add(
    "GET",
    "/v1/tasks/{id}",
    name="a2a_get_task",
    tag="a2a",
    summary="Read a task (A2A 0.3)",
    parameters=(TASK_ID, HISTORY_LENGTH),
    replies=(
        Reply(
            status=200,
            description="The task.",
            model=A2ATask,
            headers=("Cache-Control",),
            recorded="a2a_get_task",
        ),
    ),
    problems=("invalid-input", "operation-unsupported", "not-found", "rate-limited"),
)(_get_handler(REST_03))

#: routes that the interface description leaves to A2A's own specification
UNDESCRIBED: tuple[tuple[str, str, Callable[[Request], Awaitable[Response]]], ...] = (
    ("POST", "/a2a/rest/message:send", _send_handler(V_1)),
    ("POST", "/a2a/rest/tasks/{id}:cancel", _cancel_handler(V_1)),
    ("POST", "/a2a/rest/message:stream", not_offered),
    ("POST", "/v1/message:stream", not_offered),
    ("GET", "/a2a/rest/tasks/{id}:subscribe", not_offered),
    ("POST", "/a2a/rest/tasks/{id}:subscribe", not_offered),
    ("GET", "/v1/tasks/{id}:subscribe", not_offered),
    ("POST", "/v1/tasks/{id}:subscribe", not_offered),
    ("GET", "/a2a/rest/tasks/{id}", _get_handler(V_1)),
    ("GET", "/a2a/rest/tasks", list_tasks_response),
    ("GET", "/a2a/rest/extendedAgentCard", not_offered),
    *(
        (method, f"{root}/tasks/{{id}}/pushNotificationConfigs{more}", _push_handler(dialect, work))
        for root, dialect in (("/a2a/rest", V_1), ("/v1", REST_03))
        for method, more, work in (
            ("GET", "", _list_push),
            ("POST", "", _set_push),
            ("GET", "/{config}", _get_push),
            ("DELETE", "/{config}", _delete_push),
        )
    ),
)
for number, (method, path, handler) in enumerate(UNDESCRIBED):
    ENDPOINTS.add(method, path, name=f"a2a_{number}", summary="A2A")(handler)
# A path that ends in `:cancel` also fits `{id}`, so the longer patterns come first.
ENDPOINTS.sort(key=lambda row: "{id}" in row.path and row.path.endswith("{id}"))
