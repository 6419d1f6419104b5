"""Mail that the operator writes to the buyer: ready texts in the buyer's language, as `mailto:` and to copy.

The service writes to a buyer who ordered on the form (`COLDREAD_LETTERS`), and what it has written is ticked off; the rest is sent from
the operator's own mail program.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from urllib.parse import quote

from coldread.base.dates import day, moment
from coldread.base.figures import kronor
from coldread.base.links import address
from coldread.base.settings import Settings
from coldread.orders.acts.audit_notes import INVOICED, PART_PAID
from coldread.orders.acts.refunds import total_refunded
from coldread.orders.letters import gets_step_letters
from coldread.orders.operator.queue import UNREADABLE
from coldread.orders.operator.workbench import Workbench
from coldread.orders.rules.billing_details import billing_gaps
from coldread.orders.rules.invoice import invoice_stage, pay_by
from coldread.orders.rules.lifecycle import Status
from coldread.pages.page_texts import Say, page_texts


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReadyMail:
    #: kind of the audit remark that marks it as sent
    kind: str
    #: what it is for, as the console names it (`[mail]`)
    label: str
    recipient: str
    subject: str
    body: str
    #: when it was marked as sent, for its present subject
    sent_at: int | None
    #: the buyer learns of it only by this mail, so it stays open until it is sent
    needed: bool

    @property
    def mailto(self) -> str:
        """RFC 6068: line ends are %0D%0A."""
        body = quote(self.body.replace("\n", "\r\n"), safe="")
        return f"mailto:{quote(self.recipient, safe='@')}?subject={quote(self.subject, safe='')}&body={body}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Wanted:
    """One mail that fits the state of the order."""

    kind: str
    #: the key of its text
    key: str
    #: the key of its name in the console, if that is not the remark's kind
    label: str = ""
    #: when its subject began; an earlier mark was about something else
    since: int = 0
    needed: bool = False


def ready_mails(bench: Workbench, settings: Settings) -> list[ReadyMail]:
    """The mails that fit the state of the order, the most useful first."""
    order = bench.order
    if not order.contact_email:
        return []
    say = page_texts(order.language, "buyer_mail")
    values = _values(bench, settings, say)
    found = []
    for wanted in (*_mails_wanted(bench, settings), *_replies_wanted(bench)):
        told = bench.remark_times.get(wanted.kind)
        sent_at = told if told is not None and told >= wanted.since else None
        found.append(
            ReadyMail(
                kind=wanted.kind,
                label=wanted.label or wanted.kind,
                recipient=order.contact_email,
                subject=say(f"{wanted.key}_subject", **values),
                body=say(f"{wanted.key}_body", **values).strip() + "\n",
                sent_at=sent_at,
                needed=wanted.needed and sent_at is None,
            )
        )
    return found


def _mails_wanted(bench: Workbench, settings: Settings) -> Iterator[_Wanted]:
    order, since = bench.order, bench.line.wait.since
    if bench.refunds:
        yield _Wanted(
            kind="told_refund",
            key="refunded",
            since=bench.refunds[-1].at,
            needed=True,
        )
    if order.status == Status.REJECTED and not (bench.withdrawal and bench.withdrawal.stands):
        yield _Wanted(kind="told_refusal", key="refused", since=order.rejected_at or 0, needed=True)
    if order.state.is_closed or order.is_refunded:
        return
    if bench.withdrawn:
        key = "withdrawn_paid" if order.paid_at else "withdrawn"
        yield _Wanted(kind="acknowledged", key=key, since=since, needed=True)
        return
    if order.state.asks == "answer" and order.question and bench.line.wait.name != "answered":
        yield _Wanted(kind="asked", key="question", since=since, needed=True)
    if order.status == Status.ACCEPTED:
        needed = not gets_step_letters(settings, order, "order_accepted")
        yield _Wanted(kind="told_yes", key="accepted", since=order.accepted_at or 0, needed=needed)
    if order.state.asks == "payment":
        yield _Wanted(kind="billed", key="bill", since=since, needed=True)
        if order.is_part_paid:
            noted = bench.remark_times.get(PART_PAID, 0)
            yield _Wanted(kind="told_part", key="part", since=noted, needed=True)
        if bench.remark_times.get("billed", -1) >= since:
            yield _Wanted(kind="reminded", key="payment", since=since)
    if bench.mailed_question is not None and bench.mailed_question.is_open:
        yield _Wanted(kind="asked", key="by_mail", since=bench.mailed_question.asked_at, needed=True)
    if UNREADABLE in bench.line.flags:
        yield _Wanted(kind="asked_source", key="unreadable", label="unreadable", since=since, needed=True)
    elif "no source" in bench.line.flags:
        yield _Wanted(kind="asked_source", key="source")


def _replies_wanted(bench: Workbench) -> Iterator[_Wanted]:
    """The mail with the reply that the order's page shows; if the page accepts none, a mail to write the reply in."""
    if bench.unanswered and not bench.may_reply:
        yield _Wanted(kind="told_reply", key="reply", since=bench.unanswered[-1].at)
    elif bench.last_reply:
        yield _Wanted(kind="told_reply", key="replied", since=bench.last_reply[1].at, needed=True)


def _values(bench: Workbench, settings: Settings, say: Say) -> dict[str, str]:
    order, lang = bench.order, bench.order.language
    due, last = pay_by(order, bench.remark_times.get(INVOICED)), bench.refunds[-1] if bench.refunds else None
    missing = billing_gaps(order.billing_method, order.asked.get("billing") or {})
    asked = bench.mailed_question.question if bench.mailed_question else order.question
    message, reply = _last_words(bench)
    return {
        "order_id": order.id,
        "page_url": order.asked.get("url") or "",
        "status_page": address(settings.base_url, "status_page", order.id),
        "pay_page": address(settings.base_url, "pay", order.id),
        "amount": kronor(order.remaining or order.price.total, lang),
        "price": (price := kronor(order.price.total, lang)),
        "came_in": (came_in := kronor(order.received, lang)),
        "part_in": say("part_in", came_in=came_in, price=price) if order.is_part_paid else "",
        "by": say("bill_by", when=day(due, lang))
        if due
        else say("bill_invoice")
        if invoice_stage(order) in ("details", "to_write")
        else "",
        "missing": "\n" + say("bill_missing", what=say("and").join(say(f"lacks_{gap}") for gap in missing))
        if missing
        else "",
        "question": asked or "",
        "message": "\n".join(f"> {line}" for line in message.splitlines()),
        "reply": reply,
        "received": moment(bench.withdrawal.asked_at, lang) if bench.withdrawal else "",
        "returned": kronor(last.amount, lang) if last else "",
        "returned_all": _what_mail_is_about(bench, say),
        "reason": (last.reason or "") if last else order.substatus or "",
        "seller": settings.seller_name or "Coldread",
    }


def _last_words(bench: Workbench) -> tuple[str, str]:
    """The message that the mail quotes, and our reply to it; empty if there is none."""
    if bench.last_reply and not (bench.unanswered and not bench.may_reply):
        said, reply = bench.last_reply
        return said.message, reply.words
    return (bench.messages[-1].message if bench.messages else ""), ""


def _what_mail_is_about(bench: Workbench, say: Say) -> str:
    """How the last sum compares with what was paid: a part of it, one of several, or all."""
    total, lang = bench.order.money_in or total_refunded(bench.refunds), bench.order.language
    paid, back = kronor(total, lang), total_refunded(bench.refunds)
    if len(bench.refunds) > 1:
        return say("refunded_sum", returned=kronor(back, lang), paid=paid)
    return say("refunded_all", paid=paid) if back < total else ""
