"""Paying an order from a bank: to which account, how much, under which reference and until when; and as a QR code. Pure."""

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

#: what the two forms of QR code have room for
LONGEST_NAME, LONGEST_REFERENCE = 70, 100


@dataclasses.dataclass(frozen=True, kw_only=True)
class BankPayment:
    """All that a payer types, or a camera reads."""

    account: BankAccount
    payee: str
    #: of the seller, where it is known
    org_number: str
    #: whole kronor
    amount: int
    vat: int
    reference: str
    #: None: at once
    due: int | None
    issued: int

    @property
    def qr(self) -> str:
        """What the code holds: the Swedish invoice's for a Bankgiro, the European one (EPC069-12) for an IBAN."""
        return self._swedish() if self.account.kind == "bankgiro" else self._european()

    def _swedish(self) -> str:
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
            "acc": self.account.shown,
        }
        return json.dumps(
            {name: value for name, value in held.items() if value not in (None, "")},
            ensure_ascii=False,
            separators=(",", ":"),
        )

    def _european(self) -> str:
        """The European code knows amounts in euro alone: ours, in kronor, stands in the text to the payee."""
        told = [self.reference, f"SEK {self.amount}"]
        if self.due is not None:
            told.append(f"{date_time(self.due).astimezone(STOCKHOLM):%Y-%m-%d}")
        lines = (
            "BCD", "002", "1", "SCT", self.account.bic, self.payee[:LONGEST_NAME], self.account.number,
            "", "", "", " / ".join(told),
        )  # fmt: skip
        return "\n".join(lines)


def _digits(at: int) -> str:
    return f"{date_time(at).astimezone(STOCKHOLM):%Y%m%d}"


def bank_payment(order: Order, settings: Settings, invoiced_at: int | None) -> BankPayment | None:
    """How this order is paid from a bank; None where no account is set, or the invoice has no number yet.

    A company pays under its invoice's number, a private person under the order's.
    """
    private = order.billing_method == BillingMethod.MOBILE_PAYMENT
    since = invoiced_at or order.billing_pending_at
    if not settings.bank_account or since is None or not (private or order.external_reference):
        return None
    accounts = bank_accounts(settings.bank_account)
    abroad = is_reverse_charge(order.billing_method, (order.asked.get("billing") or {}).get("vat_id"))
    wanted = "iban" if abroad else "bankgiro"
    reference = order.id if private else (order.external_reference or order.id)
    return BankPayment(
        account=next((one for one in accounts if one.kind == wanted), accounts[0]),
        payee=settings.seller_name or settings.host_name,
        org_number=settings.seller_org_number,
        amount=order.price.total,
        vat=order.price.vat,
        reference=" ".join(reference.split())[:LONGEST_REFERENCE],
        due=pay_by(order, invoiced_at),
        issued=since,
    )
