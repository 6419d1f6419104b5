"""A2A's push notification configurations: receivers of an order's events, in the words of 0.3 and 1.0."""

from __future__ import annotations

import dataclasses
from typing import Any

from pydantic import ValidationError
from starlette.requests import Request

from coldread.base import ids
from coldread.base.fields import Body, Uri
from coldread.base.problems import Fault, InvalidInput, Problem, not_found
from coldread.orders.push.bodies import Form
from coldread.orders.push.register import Receiver, add_receiver, drop_receiver, receivers_of, refuse_address
from coldread.protocols.a2a import errors
from coldread.protocols.a2a.dialects import REST_03, V_1, Dialect
from coldread.protocols.a2a.parse import SentMessage
from coldread.protocols.a2a.send import find_task, send
from coldread.protocols.a2a.task import Task
from coldread.web.request import services_of

LONGEST_NAME, LONGEST_SECRET = 64, 1024
#: name of a receiver that came with a message; the same message again gives the same name
WITH_MESSAGE = "message"


class _Address(Body):
    url: Uri


def require_push(request: Request) -> None:
    if not services_of(request).settings.webhooks:
        detail = "The agent card offers no push notifications."
        raise errors.RpcProblem("operation-unsupported", detail, errors.NO_PUSH)


async def send_with_receiver(request: Request, sent: SentMessage, dialect: Dialect) -> Task:
    """The result of the message. If it led to an order, the receiver in the message gets the order's events."""
    settings = services_of(request).settings
    receiver = read_receiver(sent.push, dialect) if sent.push and settings.webhooks else None
    if receiver is not None:
        refuse_address(receiver.url, settings, "#/configuration/pushNotificationConfig/url")
    task = await send(request, sent)
    if receiver is not None and ids.ORDER_ID.fullmatch(task.id):
        named = _text_field(_config(sent.push), "id", LONGEST_NAME) or WITH_MESSAGE
        await services_of(request).db.write(add_receiver, task.id, dataclasses.replace(receiver, name=named))
    return task


async def set_config(request: Request, task_id: str, body: Any, dialect: Dialect) -> dict[str, Any]:
    """Register the receiver for the order's events."""
    receiver = read_receiver(body, dialect)
    refuse_address(receiver.url, services_of(request).settings, "#/url")
    await _require_order(request, task_id)
    await services_of(request).db.write(add_receiver, task_id, receiver)
    return _config_json(task_id, receiver.name, receiver.url, dialect)


async def get_config(request: Request, task_id: str, name: str | None, dialect: Dialect) -> dict[str, Any]:
    """The configuration of this name, or the first."""
    found = await list_configs(request, task_id, dialect)
    for receiver in found:
        if name in (None, _name_of(receiver)):
            return receiver
    raise not_found()


async def list_configs(request: Request, task_id: str, dialect: Dialect) -> list[dict[str, Any]]:
    await _require_order(request, task_id)
    rows = await services_of(request).db.read(receivers_of, task_id)
    return [_config_json(task_id, row.name, row.url, dialect) for row in rows if row.form != Form.STANDARD]


async def delete_config(request: Request, task_id: str, name: str | None) -> None:
    await get_config(request, task_id, name, V_1)
    await services_of(request).db.write(drop_receiver, task_id, name)


def read_receiver(body: Any, dialect: Dialect) -> Receiver:
    """The receiver in a configuration of any version; 400 with a pointer. Pure."""
    config = _config(body)
    try:
        url = _Address.model_validate(config).url
    except ValidationError as error:
        detail = f"#/url: {error.errors()[0]['msg']}"
        raise InvalidInput([Fault(pointer="#/url", detail=detail, code="uri")]) from None
    form = Form.A2A_10 if dialect is V_1 else Form.A2A_03
    return Receiver(
        url=url,
        secret=_text_field(config, "token", LONGEST_SECRET),
        name=_text_field(config, "id", LONGEST_NAME) or ids.new_secret_id(),
        form=form,
        authorization=_authorization(config.get("authentication")),
    )


def _config(body: Any) -> dict[str, Any]:
    """0.3 wraps it as `pushNotificationConfig`, and over REST once more as `config`; 1.0 does not wrap it."""
    for _ in range(3):
        if not isinstance(body, dict) or "url" in body:
            break
        inner = [
            body[name]
            for name in ("pushNotificationConfig", "push_notification_config", "config")
            if name in body
        ]
        if not inner:
            break
        body = inner[0]
    return body if isinstance(body, dict) else {}


def _authorization(authentication: Any) -> str | None:
    if not isinstance(authentication, dict):
        return None
    schemes = authentication.get("schemes")
    scheme = authentication.get("scheme") or (schemes[0] if isinstance(schemes, list) and schemes else None)
    credentials = _text_field(authentication, "credentials", LONGEST_SECRET)
    if not isinstance(scheme, str) or not credentials:
        return None
    if not (scheme + credentials).isascii() or not (scheme + credentials).isprintable():
        raise InvalidInput([Fault(pointer="#/authentication", detail="must be plain ASCII", code="ascii")])
    return f"{scheme} {credentials}"


def _text_field(config: dict[str, Any], name: str, most: int) -> str | None:
    value = config.get(name)
    if value in (None, ""):
        return None
    if not isinstance(value, str) or len(value) > most or not value.isascii() or not value.isprintable():
        detail = f"#/{name}: a text of at most {most} plain characters"
        raise InvalidInput([Fault(pointer=f"#/{name}", detail=detail, code="text")])
    return value


def _config_json(task_id: str, name: str, url: str, dialect: Dialect) -> dict[str, Any]:
    """The configuration without token and credentials, which are never shown."""
    if dialect is V_1:
        return {"taskId": task_id, "id": name, "url": url}
    config = {"id": name, "url": url}
    if dialect is REST_03:
        return {"name": f"tasks/{task_id}/pushNotificationConfigs/{name}", "pushNotificationConfig": config}
    return {"taskId": task_id, "pushNotificationConfig": config}


def _name_of(written: dict[str, Any]) -> str:
    name: str = written.get("id") or written["pushNotificationConfig"]["id"]
    return name


async def _require_order(request: Request, task_id: str) -> None:
    """Refuse other tasks: only an order changes after the call that made its task."""
    task = await find_task(request, task_id)
    if not ids.ORDER_ID.fullmatch(task.id):
        raise Problem("operation-unsupported", f"The task is {task.state}: nothing will change about it.")
