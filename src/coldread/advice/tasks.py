"""What the advice asks of a bench: the rules' answer to a buyer's words, and the language that they are in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from coldread.advice.audit import audited, language_of_audit
from coldread.advice.quick_fix import fixed, reading_of
from coldread.advice.requests import AuditRequest, QuickFixRequest


def quick_fix(value: Any) -> Any:
    body = QuickFixRequest.model_validate(value["body"])
    answer = fixed(body, value["now"])
    return {"answer": answer.model_dump(), "lang": reading_of(body, value["now"]).lang.value}


def audit(value: Any) -> Any:
    body = AuditRequest.model_validate(value["body"])
    return {"answer": audited(body).model_dump(), "lang": language_of_audit(body).value}


TASKS: Mapping[str, Callable[[Any], Any]] = {"advice.quick_fix": quick_fix, "advice.audit": audit}
