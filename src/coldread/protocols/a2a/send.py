"""Handling a message: it leads to a scan, an order, an answer to a question, or a question of ours. Once for each id."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from typing import Any

from starlette.requests import Request

from coldread.base import ids
from coldread.base.incoming.strict_json import fingerprint
from coldread.base.problems import Fault, InvalidInput, Problem, not_found
from coldread.guard.claims import claim_key, complete_claim, release_claim
from coldread.guard.idempotency import Once
from coldread.orders.acts.withdrawal import withdraw
from coldread.orders.push.webhook_status import webhooks_of
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.requests import ClientType
from coldread.protocols.a2a import stored_tasks
from coldread.protocols.a2a.history import history_of
from coldread.protocols.a2a.parse import SentMessage
from coldread.protocols.a2a.skills import from_text, rehearsal_in, skill_for
from coldread.protocols.a2a.task import State, Task
from coldread.protocols.a2a.views import order_task, scan_task
from coldread.protocols.internal_call import RouteAnswer, RouteProblem, call_route
from coldread.web.request import client_of, services_of
from coldread.web.skills import Skill, offered_skills

SCOPE = "a2a"
OF_MESSAGE = {
    "idempotency-conflict": "Another message with this messageId is still in progress.",
    "idempotency-key-reused": "This messageId was used with other content in the last 24 hours; a new message needs a new one.",
}
#: a UUID: the same id with other content is a mistake of the client
UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)
#: any other id ("complete-task-7") counts together with its content; a shorter one ("1", "msg-1") also by client
UNIQUE_FROM = 16

_TASK_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


async def send(request: Request, sent: SentMessage) -> Task:
    """The task that the message leads to. The same message again leads to the same task, and does nothing twice."""
    db = services_of(request).db
    once = Once(scope=SCOPE, key=_key(request, sent), fingerprint=_fingerprint(sent))
    try:
        earlier = await db.write(claim_key, once)
    except Problem as problem:
        raise _problem_about_message(problem) from None
    if earlier is not None:
        return await find_task(request, earlier)
    try:
        task = await _handle(request, sent, once.key)
    except Exception:
        await db.write(release_claim, once)
        raise
    await db.write(complete_claim, once, task.id)
    return task


def _problem_about_message(problem: Problem) -> Problem:
    """A problem about an idempotency key, worded for a message id, which is what the caller knows."""
    detail = OF_MESSAGE.get(problem.type.slug)
    return Problem(problem.type.slug, detail, headers=problem.headers) if detail else problem


async def find_task(request: Request, task_id: str) -> Task:
    """The current task; 404 if there is none."""
    services = services_of(request)
    if not _TASK_ID.fullmatch(task_id):
        raise not_found()
    record = await services.db.read(stored_tasks.find, task_id)
    if record is not None and record.state is not None:
        return stored_tasks.task_of(record)
    context = record.context_id if record else None
    if ids.ORDER_ID.fullmatch(task_id):
        answer = await call_route(request, "GET", f"/v1/orders/{task_id}")
        return await _order_task(request, answer.json, context)
    answer = await call_route(request, "GET", f"/v1/scans/{task_id}")
    return scan_task(answer.json, _now(request), context)


async def _order_task(request: Request, order: dict[str, Any], context: str | None) -> Task:
    services = services_of(request)
    order_id = order["order_id"]
    history = await services.db.read(history_of, order_id)
    webhooks = await services.db.read(webhooks_of, order_id) if services.settings.webhooks else []
    return order_task(order, services.settings.base_url, context, history=history, webhooks=webhooks)


async def cancel(request: Request, task_id: str) -> Task:
    """Cancel a question. Only questions can be canceled; for an order that is not delivered, the operator is notified."""
    services = services_of(request)
    db = services.db
    record = await db.write(stored_tasks.cancel, task_id)
    if record is not None:
        return stored_tasks.task_of(record)
    task = await find_task(request, task_id)
    is_order = ids.ORDER_ID.fullmatch(task.id)
    noted = await db.write(withdraw, services.settings, task.id, "agent") if is_order else None
    raise Problem(
        "task-not-cancelable",
        "The operator is told that you want to withdraw; the order stays as it is until the operator ends it."
        if noted
        else f"The task is {task.state} and cannot be canceled.",
        withdrawal_asked=noted is not None,
    )


async def _handle(request: Request, sent: SentMessage, key: str) -> Task:
    task_id = sent.message.task_id
    if task_id is None:
        fields = sent.data or rehearsal_in(sent.text)
        return await _start(request, sent, from_text(sent.text) | fields, key)
    if ids.ORDER_ID.fullmatch(task_id):
        return await _answer_reviewer(request, sent, task_id)
    record = await services_of(request).db.read(stored_tasks.find, task_id)
    if record is not None and record.state == State.INPUT_REQUIRED:
        return await _start(request, sent, _combined_fields(record, sent), key, record)
    task = await find_task(request, task_id)
    raise Problem("operation-unsupported", f"The task is {task.state}; it takes no more messages.")


async def _start(
    request: Request,
    sent: SentMessage,
    data: dict[str, Any],
    key: str,
    question: stored_tasks.StoredTask | None = None,
) -> Task:
    """Do what the data asks for, or ask for missing fields."""
    skill, offered = skill_for(data), offered_skills(services_of(request).settings)
    if skill is None or skill not in offered:
        raise InvalidInput(
            [
                Fault(
                    pointer="#/message/parts",
                    detail=f"There is no such skill; there are: {', '.join(row.id for row in offered)}.",
                    code="unknown_skill",
                )
            ]
        )
    if "{order_id}" in skill.path and not ids.ORDER_ID.fullmatch(str(data.get("order_id", ""))):
        return await _question_task(request, sent, skill, data, ("order_id",), question)
    try:
        route_answer = await _call_skill_route(request, skill, data, key)
    except RouteProblem as no:
        missing = _missing_fields(no)
        if not missing:
            raise
        return await _question_task(request, sent, skill, data, missing, question)
    return await _make_task_from_answer(request, sent, skill, route_answer, question)


async def _call_skill_route(request: Request, skill: Skill, data: dict[str, Any], key: str) -> RouteAnswer:
    # A fixed order of fields: a payment is bound to the body's bytes, and another order means the same request.
    body = {name: value for name, value in sorted(data.items()) if name not in {"skill", "order_id"}}
    headers = {"idempotency-key": key}
    if skill.id == "cold-read-request":
        body.setdefault("client", {"type": ClientType.AGENT.value})
    if (credential := request.headers.get("authorization", "")).startswith("Payment "):
        headers["authorization"] = credential
    path = skill.path.format(order_id=data.get("order_id"))
    return await call_route(request, skill.method, path, None if skill.method == "GET" else body, headers)


async def _make_task_from_answer(
    request: Request,
    sent: SentMessage,
    skill: Skill,
    route_answer: RouteAnswer,
    question: stored_tasks.StoredTask | None,
) -> Task:
    """The task of an answer. The question that led to it gets a link to it."""
    services = services_of(request)
    context = question.context_id if question else sent.message.context_id
    answer: dict[str, Any] = route_answer.json
    if skill.makes == "order" and "order_id" in answer:
        current = await call_route(request, "GET", f"/v1/orders/{answer['order_id']}")
        task = await _order_task(request, {**current.json, "ignored": answer.get("ignored")}, context)
    elif skill.makes == "scan":
        task = scan_task(answer, _now(request), context)
    else:
        task = stored_tasks.task_of(await _stored_answer(request, skill, answer, context))
    if context and skill.makes != "answer":
        record = stored_tasks.StoredTask(id=task.id, context_id=context, state=None, updated_at=0)
        await services.db.write(stored_tasks.store, record)
    if question is not None:
        messages = stored_tasks.with_message(question, sent.message.id, sent.text)
        done = dataclasses.replace(question, state=State.COMPLETED, became=task.id, data={}, heard=messages)
        await services.db.write(stored_tasks.store, done)
    return task


async def _stored_answer(
    request: Request, skill: Skill, answer: dict[str, Any], context: str | None
) -> stored_tasks.StoredTask:
    task_id = ids.new_secret_id()
    record = stored_tasks.StoredTask(
        id=task_id,
        context_id=context or task_id,
        state=State.COMPLETED,
        updated_at=0,
        skill=skill.id,
        answer=answer,
    )
    return await services_of(request).db.write(stored_tasks.store, record)


async def _question_task(
    request: Request,
    sent: SentMessage,
    skill: Skill,
    data: dict[str, Any],
    missing: tuple[str, ...],
    question: stored_tasks.StoredTask | None,
) -> Task:
    """A question to the caller. An open question is continued."""
    task_id = question.id if question else ids.new_secret_id()
    record = stored_tasks.StoredTask(
        id=task_id,
        context_id=question.context_id if question else sent.message.context_id or task_id,
        state=State.INPUT_REQUIRED,
        updated_at=0,
        skill=skill.id,
        data=data,
        missing=missing,
        heard=stored_tasks.with_message(question, sent.message.id, sent.text),
    )
    return stored_tasks.task_of(await services_of(request).db.write(stored_tasks.store, record))


async def _answer_reviewer(request: Request, sent: SentMessage, order_id: str) -> Task:
    """The answer to the reviewer's question. Our route refuses it if no question is open."""
    named = sent.data.get("skill")
    if named == "cold-read-status":
        return await find_task(request, order_id)
    order = (await call_route(request, "GET", f"/v1/orders/{order_id}")).json
    if (named is not None and named != "cold-read-request") or STATE[Status(order["status"])].is_closed:
        raise Problem("operation-unsupported", _cannot_continue(order, named))
    fields = {name: sent.data[name] for name in ("message", "html", "jsx", "repo_url") if name in sent.data}
    body = {"message": sent.text, **fields} if sent.text else fields
    await call_route(request, "POST", f"/v1/orders/{order_id}/info", body)
    return await find_task(request, order_id)


def _cannot_continue(order: dict[str, Any], named: Any) -> str:
    """Why a message to this task does nothing, and what to do instead."""
    order_id, status = order["order_id"], order["status"]
    closed = STATE[Status(status)].is_closed
    why = (
        f"The order is {status}: its task takes no more messages."
        if closed
        else "A message to this task answers the reviewer's question."
    )
    if named not in (None, "cold-read-rescan"):
        return f"{why} For another skill send a new message without taskId."
    if order["rescan_available"]:
        example = json.dumps(
            {"skill": "cold-read-rescan", "order_id": order_id, "url": "…"}, ensure_ascii=False
        )
        return f"{why} For the free rescan send a new message without taskId, with this data part: {example}"
    if named is None:
        return f"{why} A new order is a new message without taskId."
    return f"{why} {_no_rescan(order)}"


def _no_rescan(order: dict[str, Any]) -> str:
    if order["sandbox"]:
        return "A rehearsal has no rescan."
    if order["rescan_used"]:
        return "Its one rescan is used."
    return (
        "Its rescan has ended."
        if STATE[Status(order["status"])].is_closed
        else "There is a rescan after delivery."
    )


def _combined_fields(record: stored_tasks.StoredTask, sent: SentMessage) -> dict[str, Any]:
    """The fields given so far and now. Plain text answers the question, if exactly one field is missing."""
    data = {**record.data, "skill": record.skill, **from_text(sent.text), **sent.data}
    still = [name for name in record.missing if name not in data]
    if sent.text and not sent.data and len(still) == 1:
        data[still[0]] = sent.text
    return data


def _missing_fields(no: RouteProblem) -> tuple[str, ...]:
    """The missing fields, if nothing else is wrong."""
    errors = no.body.get("errors") if no.slug == "invalid-input" else None
    if not errors or any(error["code"] != "missing" for error in errors):
        return ()
    return tuple(error["pointer"].removeprefix("#/") for error in errors)


def _key(request: Request, sent: SentMessage) -> str:
    """The message's id as an idempotency key, of a length that every store accepts."""
    whose = "" if UUID.fullmatch(sent.message.id) else _fingerprint(sent)
    if len(sent.message.id) < UNIQUE_FROM:
        whose = f"{client_of(request.scope, services_of(request))} {whose}"
    return hashlib.sha256(f"{whose}\n{sent.message.id}".encode()).hexdigest()


def _fingerprint(sent: SentMessage) -> str:
    return fingerprint({"task": sent.message.task_id, "data": sent.data, "text": sent.text})


def _now(request: Request) -> int:
    return services_of(request).clock.now()
