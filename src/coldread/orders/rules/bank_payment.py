"""Paying an order from a bank: account, amount, reference and due date, as text and as a QR code. Pure."""

from __future__ import annotations

import dataclasses
import json

from coldread.base.bank import BankAccount, bank_accounts
from coldread.base.clock import date_time
from coldread.base.dates import STOCKHOLM
from coldread.base.settings import Settings
from coldread.orders.rules.invoice import pay_by
from coldread.orders.rules.order import Order
from coldread.payments.prices import BillingMethod, is_reverse_charge

#: the longest texts that fit in the two forms of QR code
LONGEST_NAME, LONGEST_REFERENCE = 70, 100


@dataclasses.dataclass(frozen=True, kw_only=True)
class BankPayment:
    """Everything that a payer types, or that a camera reads."""

    account: BankAccount
    payee: str
    #: the seller's number; empty if unknown
    org_number: str
    #: whole kronor: what remains to be paid
    amount: int
    #: the VAT of an invoice that is paid in one sum; None for a remainder
    vat: int | None
    reference: str
    #: None: now
    due: int | None
    issued: int

    @property
    def qr(self) -> str:
        """The contents of the QR code: the Swedish invoice's for a Bankgiro, the European one (EPC069-12) for an IBAN."""
        return self._swedish_code_text() if self.account.kind == "bankgiro" else self._european_code_text()

    def _swedish_code_text(self) -> str:
        """Version 1 of the Swedish invoice code: JSON with short names."""
        held = {
            "uqr": 1,
            "tp": 1,
            "nme": self.payee[:LONGEST_NAME],
            "cc": "SE",
            "cid": self.org_number,
            "iref": self.reference,
            "idt": _digits(self.issued),
            "ddt": _digits(self.due) if self.due is not None else None,
            "due": self.amount,
            "vat": self.vat,
            "cur": "SEK",
            "pt": "BG",
            "acc": self.account.formatted,
        }
        return json.dumps(
            {name: value for name, value in held.items() if value not in (None, "")},
            ensure_ascii=False,
            separators=(",", ":"),
        )

    def _european_code_text(self) -> str:
        """The European code only has a field for euro. Our amount is in kronor, so it is in the text to the payee."""
        text_parts = [self.reference, f"SEK {self.amount}"]
        if self.due is not None:
            text_parts.append(f"{date_time(self.due).astimezone(STOCKHOLM):%Y-%m-%d}")
        lines = (
            "BCD", "002", "1", "SCT", self.account.bic, self.payee[:LONGEST_NAME], self.account.number,
            "", "", "", " / ".join(text_parts),
        )  # fmt: skip
        return "\n".join(lines)


def _digits(at: int) -> str:
    return f"{date_time(at).astimezone(STOCKHOLM):%Y%m%d}"


def bank_payment(order: Order, settings: Settings, invoiced_at: int | None) -> BankPayment | None:
    """How to pay this order from a bank; None if no account is set, or the invoice has no number yet.

    A company's reference is its invoice's number, a private person's is the order's."""
    private = order.billing_method == BillingMethod.MOBILE_PAYMENT
    since = invoiced_at or order.billing_pending_at
    if (
        not settings.bank_account
        or since is None
        or not order.remaining
        or not (private or order.external_reference)
    ):
        return None
    accounts = bank_accounts(settings.bank_account)
    abroad = is_reverse_charge(order.billing_method, (order.asked.get("billing") or {}).get("vat_id"))
    wanted = "iban" if abroad else "bankgiro"
    reference = order.id if private else (order.external_reference or order.id)
    return BankPayment(
        account=next((account for account in accounts if account.kind == wanted), accounts[0]),
        payee=settings.seller_name or settings.host_name,
        org_number=settings.seller_org_number,
        amount=order.remaining,
        vat=None if order.received else order.price.vat,
        reference=" ".join(reference.split())[:LONGEST_REFERENCE],
        # a bank waits until the day that a code names: a private person's work waits for the money
        due=None if private else pay_by(order, invoiced_at),
        issued=since,
    )
