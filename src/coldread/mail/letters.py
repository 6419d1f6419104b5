"""The table of letters: two report the result to every customer, others report each step to a person who ordered on the
form; the rest are notices to the operator."""

from __future__ import annotations

import dataclasses
from typing import Literal

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText

#: the key of a document in a letter's details: it is attached as a PDF
PAPER = "paper"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Button:
    """A button: the first of these values that is an address, and the button's text."""

    leads_to: tuple[str, ...]
    label: InlineText


@dataclasses.dataclass(frozen=True, kw_only=True)
class Letter:
    """One row; its texts are in `templates/<kind>.<language>.txt`, the subject in the first line."""

    kind: str
    to: Literal["customer", "operator"]
    #: when it is written
    when: str
    #: the values for its templates
    values: tuple[str, ...]
    #: letters to customers have one
    button: Button | None = None
    #: the value with the address that stops these letters with one POST (RFC 8058)
    stopped_at: str = ""
    #: sent only to a person who ordered on the form; `COLDREAD_LETTERS` can switch it off
    sent_by_choice: bool = False
    #: once the letter is sent, its row loses the address: the thing that it is about holds it for as long as needed
    forgets_recipient: bool = False

    @property
    def languages(self) -> tuple[Language, ...]:
        """Every letter exists in every language. Notices are in the console's, or in English where it has none."""
        return tuple(Language)


#: what every notice about an order says
_ABOUT_THE_ORDER = ("order_id", "page_url", "desk", "buyer", "price")
_TO_THE_ORDER = Button(
    leads_to=("status_page",), label=InlineText(en="Open your order", sv="Öppna din beställning")
)

LETTERS: tuple[Letter, ...] = (
    Letter(
        kind="order_received",
        to="customer",
        when="a person has ordered on the form",
        values=("order_id", "status_page", "price", "terms", "seller"),
        button=_TO_THE_ORDER,
        sent_by_choice=True,
    ),
    Letter(
        kind="question_asked",
        to="customer",
        when="the reviewer asks something",
        values=("order_id", "page_url", "status_page", "question"),
        button=Button(
            leads_to=("status_page",), label=InlineText(en="Answer the question", sv="Svara på frågan")
        ),
        sent_by_choice=True,
    ),
    Letter(
        kind="message_answered",
        to="customer",
        when="the reviewer replies to a message of the buyer",
        values=("order_id", "page_url", "status_page", "message", "reply"),
        button=_TO_THE_ORDER,
        sent_by_choice=True,
    ),
    Letter(
        kind="order_accepted",
        to="customer",
        when="the order is accepted and can be paid; again when its invoice has a number",
        values=(
            "order_id",
            "page_url",
            "status_page",
            "pay_page",
            "amount",
            "invoice",
            "due",
            "closes",
            "swish",
            "message",
            "or_invoice",
            "or_swish",
            "needs_details",
            "to_write",
            "numbered",
            "account",
            "bic",
            "payee",
            "reference",
        ),
        button=Button(leads_to=("pay_page",), label=InlineText(en="How to pay", sv="Så betalar du")),
        sent_by_choice=True,
    ),
    Letter(
        kind="part_received",
        to="customer",
        when="a part of the price has come in, or what was said of it is corrected",
        values=(
            "order_id",
            "page_url",
            "status_page",
            "pay_page",
            "part",
            "when",
            "received",
            "total",
            "remaining",
            "corrected",
            "reference",
        ),
        button=Button(
            leads_to=("pay_page",), label=InlineText(en="Pay what remains", sv="Betala det som återstår")
        ),
        sent_by_choice=True,
    ),
    Letter(
        kind="payment_received",
        to="customer",
        when="the payment is confirmed; the receipt is attached",
        values=("order_id", "page_url", "status_page", "amount", "too_much", "draft_by", "final_by", PAPER),
        button=_TO_THE_ORDER,
        sent_by_choice=True,
    ),
    Letter(
        kind="order_rejected",
        to="customer",
        when="the order is declined",
        values=("order_id", "page_url", "status_page", "reason", "goes_back"),
        button=_TO_THE_ORDER,
        sent_by_choice=True,
    ),
    Letter(
        kind="final_late",
        to="customer",
        when="the 72 hours are over and the final is not there",
        values=("order_id", "page_url", "status_page", "due"),
        button=_TO_THE_ORDER,
        sent_by_choice=True,
    ),
    Letter(
        kind="withdrawal_received",
        to="customer",
        when="the buyer has withdrawn",
        values=("order_id", "page_url", "status_page", "received", "paid", "goes_back", "acknowledgement"),
        button=_TO_THE_ORDER,
        sent_by_choice=True,
    ),
    Letter(
        kind="money_returned",
        to="customer",
        when="money has gone back",
        values=("order_id", "page_url", "status_page", "amount", "paid", "all_in_all", "reason"),
        button=_TO_THE_ORDER,
        sent_by_choice=True,
    ),
    Letter(
        kind="draft_published",
        to="customer",
        when="the draft can be read",
        values=("order_id", "page_url", "draft_url", "status_page", "final_by"),
        button=Button(leads_to=("draft_url",), label=InlineText(en="Read the draft", sv="Läs utkastet")),
    ),
    Letter(
        kind="final_delivered",
        to="customer",
        when="the order is delivered",
        values=("order_id", "page_url", "final_url", "diff_url", "status_page", "rescan_until", "late"),
        button=Button(
            leads_to=("final_url", "status_page"),
            label=InlineText(en="Read your cold-read", sv="Läs din cold-read"),
        ),
    ),
    Letter(
        kind="sign_in",
        to="customer",
        when="somebody asks for a link to “My orders”, and the address has orders",
        values=("sign_in_page", "minutes"),
        button=Button(
            leads_to=("sign_in_page",), label=InlineText(en="Show my orders", sv="Visa mina beställningar")
        ),
    ),
    Letter(
        kind="data_erased",
        to="customer",
        when="a person's data is erased at their request: the last letter to the address",
        values=("gone", "books", "kept_until", "later", "watches", "privacy_page"),
        button=Button(leads_to=("privacy_page",), label=InlineText(en="What we keep", sv="Det vi sparar")),
        forgets_recipient=True,
    ),
    Letter(
        kind="watch_confirm",
        to="customer",
        when="somebody asks to have a page watched: the link that begins it",
        values=("host", "rhythm", "confirm_page", "refuse_page", "hours"),
        button=Button(leads_to=("confirm_page",), label=InlineText(en="Watch the page", sv="Bevaka sidan")),
        stopped_at="refuse_page",
        forgets_recipient=True,
    ),
    Letter(
        kind="watch_changed",
        to="customer",
        when="a watched page has changed in a way that matters",
        values=("page_url", "watch_page", "stop_page", "subject", "changes", "first"),
        button=Button(
            leads_to=("watch_page",), label=InlineText(en="See what changed", sv="Se vad som ändrats")
        ),
        stopped_at="stop_page",
        forgets_recipient=True,
    ),
    Letter(
        kind="watch_stopped",
        to="customer",
        when="a watched page was not there five times in a row, and its watch has stopped",
        values=("page_url", "watch_page", "times", "reason", "again_page"),
        button=Button(
            leads_to=("again_page",), label=InlineText(en="Watch it again", sv="Bevaka sidan igen")
        ),
        forgets_recipient=True,
    ),
    Letter(
        kind="watch_ends",
        to="customer",
        when="a watch ends in two weeks unless it is renewed",
        values=("page_url", "watch_page", "stop_page", "ends", "renew_page"),
        button=Button(leads_to=("renew_page",), label=InlineText(en="Go on watching", sv="Fortsätt bevaka")),
        stopped_at="stop_page",
        forgets_recipient=True,
    ),
    Letter(
        kind="new_order",
        to="operator",
        when="an order is placed",
        values=(*_ABOUT_THE_ORDER, "goal", "answer_by"),
    ),
    Letter(
        kind="info_answered",
        to="operator",
        when="the buyer has answered",
        values=(*_ABOUT_THE_ORDER, "question", "message", "answer_by"),
    ),
    Letter(
        kind="withdrawal_asked",
        to="operator",
        when="the buyer asks to withdraw",
        values=(*_ABOUT_THE_ORDER, "who", "answer_by"),
    ),
    Letter(
        kind="draft_ready",
        to="operator",
        when="a draft is prepared",
        values=(*_ABOUT_THE_ORDER, "flags"),
    ),
    Letter(
        kind="page_unseen",
        to="operator",
        when="neither the page nor a source could be read",
        values=(*_ABOUT_THE_ORDER, "reason"),
    ),
    Letter(
        kind="money_to_return",
        to="operator",
        when="an order has ended, or its buyer has withdrawn, and a part of the price had come in",
        values=(*_ABOUT_THE_ORDER, "amount"),
    ),
    Letter(
        kind="sla_warning",
        to="operator",
        when="three quarters of the 72 hours are over",
        values=(*_ABOUT_THE_ORDER, "due_at"),
    ),
    Letter(kind="dead_job", to="operator", when="a job failed too often", values=("job", "key", "error")),
    Letter(
        kind="payment_network",
        to="operator",
        when="the payment network is not the one that the settings name, once a day",
        values=("method", "reason", "base_url"),
    ),
    Letter(kind="doctor", to="operator", when="`coldread doctor --deep` is run", values=("base_url",)),
)

BY_KIND = {row.kind: row for row in LETTERS}
