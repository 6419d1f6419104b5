"""A dry run: what an order would cost, what is missing, and what the human will have to do. Nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coldread.base.settings import Settings
from coldread.base.shapes import checked_body
from coldread.base.texts.shared_texts import say
from coldread.orders.rules.billing_details import billing_gaps, mistyped_numbers
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.requests import NewOrder
from coldread.orders.views.shapes import DryRun
from coldread.payments.prices import BillingMethod, cold_read_price

#: the text for each missing field of the billing details
WHY_MISSING = {"company_name": "dry_run.missing_company", "org_number": "dry_run.missing_tax_number"}


def dry_run(new_order: NewOrder, settings: Settings, ignored: Sequence[str] = ()) -> dict[str, Any]:
    method = new_order.billing_method_preference or BillingMethod.UNDECIDED
    price = cold_read_price(method, (new_order.billing or {}).get("vat_id"))
    return checked_body(
        DryRun,
        {
            "dry_run": True,
            "price": price.as_json(),
            "missing": missing_fields(new_order, settings),
            "next_action": STATE[Status.SUBMITTED].next_action,
            "human_steps": _steps(new_order, settings),
            **({"ignored": list(ignored)} if ignored else {}),
        },
    )


def missing_fields(new_order: NewOrder, settings: Settings) -> list[dict[str, str]]:
    """What the operator would have to ask for."""
    method = new_order.billing_method_preference or BillingMethod.UNDECIDED
    billing = new_order.billing or {}
    gaps = [(f"#/billing/{name}", WHY_MISSING[name]) for name in billing_gaps(method, billing)]
    gaps += [(f"#/billing/{name}", "dry_run.mistyped_number") for name in mistyped_numbers(billing)]
    if method == BillingMethod.MOBILE_PAYMENT and not settings.private_way:
        gaps.append(("#/billing_method_preference", "dry_run.no_private_way"))
    if not new_order.has_source:
        gaps.append(("#/html", "dry_run.missing_source"))
    return [{"pointer": pointer, "why": say(new_order.language, key)} for pointer, key in gaps]


def _steps(new_order: NewOrder, settings: Settings) -> list[str]:
    method = new_order.billing_method_preference or BillingMethod.UNDECIDED
    if new_order.sandbox:
        return [say(new_order.language, "dry_run.step_sandbox")]
    price = cold_read_price(method, (new_order.billing or {}).get("vat_id"))
    pay = "dry_run.step_pay_now" if method == BillingMethod.MOBILE_PAYMENT else "dry_run.step_pay"
    return [
        say(new_order.language, "dry_run.step_review"),
        say(new_order.language, pay, total=price.total, net=price.net, vat=price.vat, days=price.terms_days),
        say(new_order.language, "dry_run.step_draft", minutes=settings.draft_after_s // 60),
        say(new_order.language, "dry_run.step_final"),
        say(new_order.language, "dry_run.step_rescan"),
    ]
