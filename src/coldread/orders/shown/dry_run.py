"""A dry run: what an order would cost, what is missing, and what the human will meet. Nothing is stored."""

from __future__ import annotations

from typing import Any

from coldread.base.settings import Settings
from coldread.base.texts.say import say
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.requests import Wish
from coldread.payments.prices import BillingMethod, cold_read_price


def rehearse(wish: Wish, settings: Settings) -> dict[str, Any]:
    method = wish.billing_method_preference or BillingMethod.UNDECIDED
    price = cold_read_price(method, (wish.billing or {}).get("vat_id"))
    return {
        "dry_run": True,
        "price": price.as_json(),
        "missing": missing(wish),
        "next_action": STATE[Status.SUBMITTED].next_action,
        "human_steps": _steps(wish, settings),
    }


def missing(wish: Wish) -> list[dict[str, str]]:
    """What the operator would have to ask for."""
    billing = wish.billing or {}
    gaps = []
    if wish.billing_method_preference != BillingMethod.MOBILE_PAYMENT:
        if not billing.get("company_name"):
            gaps.append(("#/billing/company_name", "dry_run.missing_company"))
        if not (billing.get("org_number") or billing.get("vat_id")):
            gaps.append(("#/billing/org_number", "dry_run.missing_tax_number"))
    if not wish.has_source:
        gaps.append(("#/html", "dry_run.missing_source"))
    return [{"pointer": pointer, "why": say(wish.language, key)} for pointer, key in gaps]


def _steps(wish: Wish, settings: Settings) -> list[str]:
    method = wish.billing_method_preference or BillingMethod.UNDECIDED
    price = cold_read_price(method, (wish.billing or {}).get("vat_id"))
    pay = "dry_run.step_pay_now" if method == BillingMethod.MOBILE_PAYMENT else "dry_run.step_pay"
    return [
        say(wish.language, "dry_run.step_review"),
        say(wish.language, pay, total=price.total, net=price.net, vat=price.vat, days=price.terms_days),
        say(wish.language, "dry_run.step_draft", minutes=settings.draft_after_s // 60),
        say(wish.language, "dry_run.step_final"),
        say(wish.language, "dry_run.step_rescan"),
    ]
