"""Parsing a client's message, in any version. The result is one record, or 400 with a pointer."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from coldread.base.fields import says_something
from coldread.base.problems import Fault, InvalidInput
from coldread.protocols.a2a.task import Message, Part

#: limit for ids and names; the fields of orders have their own limits
LONGEST_ID = 256
MOST_PARTS = 50
MOST_HISTORY = 999_999_999
#: members of the configuration that name a receiver, by version
PUSH = ("pushNotificationConfig", "taskPushNotificationConfig", "push_notification", "pushNotification")
_COUNT = re.compile(r"[0-9]{1,9}")


@dataclasses.dataclass(frozen=True, kw_only=True)
class SentMessage:
    """A message of the user, with everything that decides how it is handled."""

    message: Message
    #: members of all data parts; a later part wins
    data: dict[str, Any]
    #: the text parts, joined
    text: str
    #: how much of the history the client wants back; None: all
    history_length: int | None
    #: a receiver of push notifications for the task, as the client sent it
    push: dict[str, Any] | None = None


def read_send(body: Any) -> SentMessage:
    """`{message|request, configuration, metadata}`, as 0.3 and 1.0 send it."""
    outer = _require_object(body, "#")
    name = "message" if "message" in outer else "request"
    raw = _require_object(outer.get(name), f"#/{name}")
    parts = _parts(raw, f"#/{name}")
    asked = _require_object(outer.get("configuration") or {}, "#/configuration")
    message = Message(
        id=_id(raw, "messageId", "message_id", f"#/{name}", required=True) or "",
        role=_role(raw, f"#/{name}"),
        parts=parts,
        task_id=_id(raw, "taskId", "task_id", f"#/{name}"),
        context_id=_id(raw, "contextId", "context_id", f"#/{name}"),
    )
    data: dict[str, Any] = {}
    for part in parts:
        data |= part.data or {}
    return SentMessage(
        message=message,
        data=_named_skill(raw, outer) | data,
        text="\n".join(part.text for part in parts if part.text).strip(),
        history_length=history_length(asked.get("historyLength", asked.get("history_length"))),
        push=next((asked[name] for name in PUSH if isinstance(asked.get(name), dict)), None),
    )


def history_length(value: Any) -> int | None:
    """A count of messages. Proto-JSON may write it as text, or as a number that ends in `.0`."""
    if value is None or value == "":
        return None
    if isinstance(value, str) and _COUNT.fullmatch(value):
        return int(value)
    if isinstance(value, int | float) and 0 <= value <= MOST_HISTORY and value == int(value):
        return int(value)
    detail = f"must be a whole number from 0 to {MOST_HISTORY}"
    raise _invalid_field("#/configuration/historyLength", detail, "int_type")


def _named_skill(raw: dict[str, Any], outer: dict[str, Any]) -> dict[str, Any]:
    """The skill, if the metadata names it instead of the content."""
    for holder in (raw.get("metadata"), outer.get("metadata")):
        if isinstance(holder, dict):
            skill = holder.get("skill") or holder.get("skillId") or holder.get("skill_id")
            if isinstance(skill, str):
                return {"skill": skill}
    return {}


def _parts(raw: dict[str, Any], at: str) -> tuple[Part, ...]:
    name = "parts" if "parts" in raw else "content"
    listed = raw.get(name)
    if not isinstance(listed, list) or not listed:
        raise _invalid_field(f"{at}/{name}", "must be a list with at least one part", "missing")
    if len(listed) > MOST_PARTS:
        raise _invalid_field(f"{at}/{name}", f"must have at most {MOST_PARTS} parts", "too_long")
    return tuple(_part(entry, f"{at}/{name}/{index}") for index, entry in enumerate(listed))


def _part(entry: Any, at: str) -> Part:
    part = _require_object(entry, at)
    if "text" in part:
        if not isinstance(part["text"], str):
            raise _invalid_field(f"{at}/text", "must be a string", "string_type")
        return Part(text=part["text"])
    if "data" in part:
        data = _require_object(part["data"], f"{at}/data")
        if set(data) == {"data"} and isinstance(data["data"], dict):
            data = data["data"]  # 0.3 over REST wraps it once more
        return Part(data=data)
    if {"file", "url", "raw"} & set(part):
        # a file adds nothing that a field would not say better, so it is not fetched
        return Part(name="file")
    raise _invalid_field(at, "must be a text, data or file part", "part_type")


def _role(raw: dict[str, Any], at: str) -> str:
    role = str(raw.get("role", "")).lower().removeprefix("role_")
    if role != "user":
        raise _invalid_field(f"{at}/role", "must be the user's", "role")
    return role


def _id(raw: dict[str, Any], camel: str, snake: str, at: str, *, required: bool = False) -> str | None:
    value = raw.get(camel, raw.get(snake))
    if value in (None, "") and not required:
        return None
    if not isinstance(value, str) or not says_something(value):
        raise _invalid_field(f"{at}/{camel}", "is needed: a string that names the message", "missing")
    if len(value) > LONGEST_ID:
        raise _invalid_field(f"{at}/{camel}", f"must have at most {LONGEST_ID} characters", "string_too_long")
    return value


def _require_object(value: Any, at: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _invalid_field(at, "must be an object", "dict_type")
    return value


def _invalid_field(pointer: str, detail: str, code: str) -> InvalidInput:
    return InvalidInput([Fault(pointer=pointer, detail=f"{pointer}: {detail}", code=code)])
