"""What the advice asks of a bench: what a model is told, what is kept of its answer, and the answers without a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from coldread.advice.kept import Keeper, kept_json
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.said import SaidAudit, SaidFix
from coldread.advice.small import small_audit, small_fix
from coldread.advice.told import Told, told_of_audit, told_of_fix


def tell_fix(value: Any) -> Any:
    return told_of_fix(QuickFixRequest.model_validate(value)).to_json()


def tell_audit(value: Any) -> Any:
    return told_of_audit(AuditRequest.model_validate(value)).to_json()


def keep_fix(value: Any) -> Any:
    keeper = Keeper(Told.from_json(value["told"]), value["prefix"])
    said = SaidFix.model_validate(value["said"])
    return kept_json(keeper.fix(said, value["selector"], value["engine"]), keeper)


def keep_audit(value: Any) -> Any:
    keeper = Keeper(Told.from_json(value["told"]), value["prefix"])
    return kept_json(keeper.audit(SaidAudit.model_validate(value["said"]), value["engine"]), keeper)


def quick_fix(value: Any) -> Any:
    return small_fix(QuickFixRequest.model_validate(value)).model_dump()


def audit(value: Any) -> Any:
    return small_audit(AuditRequest.model_validate(value)).model_dump()


TASKS: Mapping[str, Callable[[Any], Any]] = {
    "advice.tell_fix": tell_fix,
    "advice.tell_audit": tell_audit,
    "advice.keep_fix": keep_fix,
    "advice.keep_audit": keep_audit,
    "advice.quick_fix": quick_fix,
    "advice.audit": audit,
}
