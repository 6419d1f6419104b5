"""An agent that scans a landing page, orders the cold-read, passes on what its human must do, and delivers.

    coldread serve                                   # with COLDREAD_SANDBOX=1 for a rehearsal
    python examples/agent.py --service http://localhost:8000 --url https://shop.example/ --sandbox

With `--sandbox` the order walks through its whole life by itself in minutes, and nobody has to pay.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from coldread_client import Client, ProblemError
from coldread_client.shapes import Order


def main() -> int:
    asked = arguments()
    with Client(asked.service) as coldread:
        scan(coldread, asked)
        placed = coldread.order(
            url=asked.url,
            goal=asked.goal,
            audience=asked.audience,
            contact_email=asked.email,
            agent_name="example agent",
            billing_method_preference="umbrella_invoice",
            sandbox=asked.sandbox or None,
        )
        print(f"ordered {placed['order_id']}: {placed['message']}")
        noted = ""
        for order in coldread.follow(placed["order_id"], long_poll=True):
            if (
                order["message"] and order["message"] != noted
            ):  # until when it can be asked for, and where it goes on
                noted = order["message"]
                print(noted)
            relay(coldread, order)
    return 0 if order["status"] == "delivered" else 1


def scan(coldread: Client, asked: argparse.Namespace) -> None:
    """The free part; pass its summary on unchanged."""
    try:
        found = coldread.scan(asked.url, "book_call", audience=asked.audience)
        print(f"scan: {found['chat_summary']}\n")
    except ProblemError as refusal:
        print(f"scan: not possible now ({refusal})\n")


def relay(coldread: Client, order: Order) -> None:
    """What the agent's human should hear at this step; `next_action` is the stable word to branch on."""
    match order["next_action"]:
        case "provide_more_info" if order["waits_for"]["on"] == "buyer":
            print(f"the reviewer asks: {order['question']}")
            coldread.provide_info(order["order_id"], "Owners of small bakeries who order by phone today.")
        case "complete_billing":
            print(f"please pay: {order['pay_url']} (business: by invoice; private persons: by phone)")
        case "wait_for_delivery" if order["draft_url"]:
            print(f"draft: {order['draft_url']}")
        case "review_complete":
            deliver(coldread, order)
        case _:
            print(f"{order['status']}: {order['next_action']}")


def deliver(coldread: Client, order: Order) -> None:
    for name, url in (("spec_final.md", order["final_url"]), ("diff.patch", order["diff_url"])):
        if url:
            Path(name).write_text(coldread.deliverable(url), "utf-8")
            print(f"delivered: {name} from {url}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--service", default="http://localhost:8000")
    parser.add_argument("--url", required=True)
    parser.add_argument("--goal", default="More booked calls")
    parser.add_argument("--audience", default="Owners of small bakeries")
    parser.add_argument("--email", default="buyer@example.com")
    parser.add_argument("--sandbox", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
