"""Tasks that exist only in A2A: open questions, and answers that nothing else stores. They are deleted after a week."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from coldread.base.clock import DAY, rfc3339
from coldread.base.db import Session
from coldread.protocols.a2a.task import Artifact, Message, Part, State, Task, agent_message
from coldread.protocols.tables import a2a_tasks
from coldread.scanner.goals import PrimaryGoal
from coldread.web.skills import BY_ID

LIFETIME = 7 * DAY
#: how many messages of a question are stored, the latest ones
MOST_HEARD = 40
#: fields with a fixed set of values; a question about one lists them
CHOICES = {"primary_goal": [str(goal) for goal in PrimaryGoal]}


class Heard(NamedTuple):
    """One message, stored as a list. Records from before 2026-11-17 lack the role: it was the user."""

    id: str
    text: str
    role: Literal["user", "agent"] = "user"


@dataclasses.dataclass(frozen=True, kw_only=True)
class StoredTask:
    """One stored task."""

    id: str
    context_id: str
    state: State | None
    updated_at: int
    skill: str = ""
    #: the fields given so far
    data: dict[str, Any] = dataclasses.field(default_factory=dict)
    #: fields that are missing
    missing: tuple[str, ...] = ()
    #: earlier messages of the user and of ours
    heard: tuple[Heard, ...] = ()
    #: the task that the answers led to
    became: str | None = None
    #: an answer that is stored nowhere else
    answer: dict[str, Any] | None = None


def store(session: Session, record: StoredTask) -> StoredTask:
    """Write the record, as of now."""
    record = dataclasses.replace(record, updated_at=session.now)
    body = {name: getattr(record, name) for name in ("skill", "data", "missing", "heard", "became", "answer")}
    values = {
        "context_id": record.context_id,
        "state": record.state.value if record.state else None,
        "body": json.dumps(body, ensure_ascii=False),
        "updated_at": session.now,
    }
    session.run(
        session.insert(a2a_tasks)
        .values(id=record.id, **values)
        .on_conflict_do_update(index_elements=["id"], set_=values)
    )
    return record


def find(session: Session, task_id: str) -> StoredTask | None:
    row = session.row(sa.select(a2a_tasks).where(a2a_tasks.c.id == task_id))
    if row is None or row.updated_at <= session.now - LIFETIME:
        return None
    body = json.loads(row.body)
    return StoredTask(
        id=row.id,
        context_id=row.context_id,
        state=State(row.state) if row.state else None,
        updated_at=row.updated_at,
        skill=body["skill"],
        data=body["data"],
        missing=tuple(body["missing"]),
        heard=tuple(Heard(*entry) for entry in body["heard"]),
        became=body["became"],
        answer=body["answer"],
    )


def cancel(session: Session, task_id: str) -> StoredTask | None:
    """Cancel the question; None if no question is open."""
    record = find(session, task_id)
    if record is None or record.state != State.INPUT_REQUIRED:
        return None
    return store(session, dataclasses.replace(record, state=State.CANCELED))


def forget(session: Session, now: int) -> int:
    """Remove records older than a week; returns how many."""
    return session.run(sa.delete(a2a_tasks).where(a2a_tasks.c.updated_at <= now - LIFETIME)).rowcount


def task_of(record: StoredTask) -> Task:
    """A stored record as the client sees it."""
    assert record.state is not None
    return Task(
        id=record.id,
        context_id=record.context_id,
        state=record.state,
        timestamp=rfc3339(record.updated_at),
        message=agent_message(record.id, record.context_id, record.state.value, *_message_parts(record)),
        artifacts=_artifacts(record),
        history=tuple(
            Message(
                id=entry.id,
                role=entry.role,
                parts=(Part(text=entry.text),),
                task_id=record.id,
                context_id=record.context_id,
            )
            for entry in record.heard
        ),
    )


def with_message(question: StoredTask | None, message_id: str, text: str) -> tuple[Heard, ...]:
    """Earlier messages, our own question, and the new message, cut to the latest."""
    new = Heard(message_id, text)
    if question is None:
        return (new,)
    asked = Heard(
        f"{question.id}.asked.{len(question.heard)}", _message_parts(question)[0].text or "", "agent"
    )
    return (*question.heard, asked, new)[-MOST_HEARD:]


def _message_parts(record: StoredTask) -> tuple[Part, ...]:
    if record.state == State.INPUT_REQUIRED:
        choices = {name: CHOICES[name] for name in record.missing if name in CHOICES}
        asked = {
            "skill": record.skill,
            "missing": list(record.missing),
            "given": sorted(record.data),
            # a list, not a map by field: the 1.0 test kit accepts no key with an underscore
            **(
                {"choices": [{"field": name, "values": of} for name, of in choices.items()]}
                if choices
                else {}
            ),
        }
        choices_text = "".join(f" {name} is one of {', '.join(words)}." for name, words in choices.items())
        text = f"{BY_ID[record.skill].asks} Missing: {', '.join(record.missing)}.{choices_text}"
        return Part(text=text), Part(data=asked)
    if record.state == State.CANCELED:
        return (Part(text="Withdrawn; nothing was ordered."),)
    if record.became:
        return Part(text=f"Answered; it goes on as task {record.became}."), Part(
            data={"task_id": record.became}
        )
    return (Part(text=BY_ID[record.skill].done),)


def _artifacts(record: StoredTask) -> tuple[Artifact, ...]:
    if record.answer is None:
        return ()
    name = f"{record.skill}.json"
    return (
        Artifact(id=record.skill, name=name, description="The answer", parts=(Part(data=record.answer),)),
    )
