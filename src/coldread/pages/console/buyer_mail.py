"""Mail that the operator writes to the buyer: ready texts in the buyer's language, as `mailto:` and to copy.

The service itself sends a buyer exactly two letters; these are sent from the operator's own mail program.
"""

from __future__ import annotations

import dataclasses
from urllib.parse import quote

from coldread.base.dates import moment
from coldread.base.links import address
from coldread.base.settings import Settings
from coldread.orders.operator.queue import UNREADABLE
from coldread.orders.operator.workbench import Workbench
from coldread.pages.speaker import speaker


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReadyMail:
    #: kind of the remark that ticks it off
    kind: str
    label: str
    recipient: str
    subject: str
    body: str

    @property
    def mailto(self) -> str:
        """RFC 6068: line ends are %0D%0A."""
        body = quote(self.body.replace("\n", "\r\n"), safe="")
        return f"mailto:{quote(self.recipient, safe='@')}?subject={quote(self.subject, safe='')}&body={body}"


def ready_mails(bench: Workbench, settings: Settings) -> list[ReadyMail]:
    """Those that fit where the order stands, the most useful first."""
    order = bench.order
    if not order.contact_email or order.state.is_closed:
        return []
    wanted = []
    if bench.withdrawal:
        wanted.append(("acknowledged", "withdrawn", "Acknowledge the withdrawal"))
    elif UNREADABLE in bench.line.flags:
        wanted.append(("asked_source", "unreadable", "Ask for another way to the page"))
    elif "no source" in bench.line.flags:
        wanted.append(("asked_source", "source", "Ask for the source"))
    if order.state.asks == "payment" and not bench.withdrawal:
        wanted.append(("reminded", "payment", "Remind of the payment"))
    if not bench.withdrawal:
        wanted.append(("asked", "question", "Ask a question"))
    say = speaker(order.language, "buyer_mail")
    values = {
        "order_id": order.id,
        "page_url": order.asked.get("url") or "",
        "status_page": address(settings.base_url, "status_page", order.id),
        "pay_page": address(settings.base_url, "pay", order.id),
        "amount": order.price.total,
        "question": order.question or "…",
        "received": moment(bench.withdrawal.asked_at, order.language) if bench.withdrawal else "",
        "seller": settings.seller_name or "Coldread",
    }
    return [
        ReadyMail(
            kind=kind,
            label=label,
            recipient=order.contact_email,
            subject=say(f"{key}_subject", **values),
            body=say(f"{key}_body", **values).strip() + "\n",
        )
        for kind, key, label in wanted
    ]
