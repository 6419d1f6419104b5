"""The isolated tasks of the advice: the model's material, the accepted parts of its answer, and the answers without a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from coldread.advice.accepted_answer import Keeper, accepted_json
from coldread.advice.model_shapes import SaidAudit, SaidFix
from coldread.advice.prompt_material import AdviceMaterial, audit_material, fix_material
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.without_model import audit_by_rules, quick_fix_by_rules


def fix_prompt(value: Any) -> Any:
    return fix_material(QuickFixRequest.model_validate(value)).to_json()


def audit_prompt(value: Any) -> Any:
    return audit_material(AuditRequest.model_validate(value)).to_json()


def keep_fix(value: Any) -> Any:
    keeper = Keeper(AdviceMaterial.from_json(value["told"]), value["prefix"])
    said = SaidFix.model_validate(value["said"])
    return accepted_json(keeper.fix(said, value["selector"], value["engine"]), keeper)


def keep_audit(value: Any) -> Any:
    keeper = Keeper(AdviceMaterial.from_json(value["told"]), value["prefix"])
    return accepted_json(keeper.audit(SaidAudit.model_validate(value["said"]), value["engine"]), keeper)


def quick_fix(value: Any) -> Any:
    return quick_fix_by_rules(QuickFixRequest.model_validate(value)).model_dump()


def audit(value: Any) -> Any:
    return audit_by_rules(AuditRequest.model_validate(value)).model_dump()


TASKS: Mapping[str, Callable[[Any], Any]] = {
    "advice.tell_fix": fix_prompt,
    "advice.tell_audit": audit_prompt,
    "advice.keep_fix": keep_fix,
    "advice.keep_audit": keep_audit,
    "advice.quick_fix": quick_fix,
    "advice.audit": audit,
}
