"""Requests that the interface description shows as examples. The answers are recorded: `scripts/record_examples.py`."""

from __future__ import annotations

from typing import Any

#: what a ping shows as its time: 2026-11-18
PINGED = 1_795_007_200_000_000

ORDER_REQUEST: dict[str, Any] = {
    "url": "https://shop.example/",
    "goal": "More trial sign-ups from the pricing section",
    "audience": "Owners of small bakeries",
    "contact_email": "anna@shop.example",
    "primary_goal": "paid_signup",
    "html": "<!doctype html><html lang=en><title>Shop</title><h1>Welcome</h1></html>",
    "billing_method_preference": "umbrella_invoice",
    "billing": {"company_name": "Bageriet AB", "org_number": "556016-0680"},
    "client": {"type": "agent", "name": "helper"},
}
V1_REQUEST: dict[str, Any] = {
    "url": "https://shop.example/",
    "primary_goal": "paid_signup",
    "audience": "Owners of small bakeries",
    "pain_point": "Visitors leave at the price table",
    "email": "anna@shop.example",
    "client": {"type": "agent"},
}
INFO: dict[str, Any] = {
    "message": "The main product is the yearly plan.",
    "repo_url": "https://git.example/shop",
}
RESCAN: dict[str, Any] = {"url": "https://shop.example/"}
TRANSITION: dict[str, Any] = {
    "to_status": "paid",
    "note": "Bank statement of today",
    "patch": {"billing_method_final": "umbrella_invoice", "external_reference": "F-1042"},
}
