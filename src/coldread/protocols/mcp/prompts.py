"""The table of prompts: tasks that a person can pick in their client."""

from __future__ import annotations

import dataclasses

from coldread.scanner.goals import PrimaryGoal


@dataclasses.dataclass(frozen=True, kw_only=True)
class Argument:
    name: str
    description: str
    required: bool = True


@dataclasses.dataclass(frozen=True, kw_only=True)
class Prompt:
    """One row; `text` names its arguments in braces."""

    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    text: str


URL = Argument(name="url", description="Address of the landing page.")

PROMPTS: tuple[Prompt, ...] = (
    Prompt(
        name="review_page",
        title="Review a landing page",
        description="Scan a page and explain what to change first.",
        arguments=(
            URL,
            Argument(
                name="primary_goal",
                description=f"{', '.join(list(PrimaryGoal)[:-1])} or {PrimaryGoal.OTHER}.",
            ),
        ),
        text="Call scan_page for {url} with primary_goal {primary_goal}. Relay chat_summary as it stands. Then take the "
        "three findings that cost most, and for each quote its evidence and propose the exact change. Do not invent "
        "findings, numbers or quotations that the scan does not contain.",
    ),
    Prompt(
        name="order_cold_read",
        title="Order a review by a person",
        description="Collect what the order needs, price it, order it, and tell the buyer what happens next.",
        arguments=(URL,),
        text="Order a cold-read of {url}. First ask the buyer for goal, audience and contact e-mail, and for businesses "
        "company name and organisation number or VAT id; ask for the page's HTML, JSX or repository. Call "
        "request_cold_read with dry_run true, show the price and what is missing, and ask for a yes. Then call it with "
        "an idempotency_key and client type agent. Say that nothing is paid yet and that a person pays later.",
    ),
    Prompt(
        name="follow_order",
        title="Follow an order",
        description="See where an order stands and relay what the buyer has to do.",
        arguments=(Argument(name="order_id", description="INV- and 8 characters."),),
        text="Call get_order for {order_id}. If status is billing_pending, give the buyer pay_url: name the invoice "
        "(umbrella_invoice) first for businesses, mobile_payment only as a shortcut for private persons. If it is "
        "needs_info and `waits_for.on` is buyer, relay `question` and send the buyer's answer with provide_info. Relay draft_url as a draft that no person "
        "has checked, and final_url as the checked one. Ask again after poll_interval_sec, until the order is closed.",
    ),
)
BY_NAME = {prompt.name: prompt for prompt in PROMPTS}
