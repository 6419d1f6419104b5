"""Bank accounts that invoices are paid to: a Bankgiro or an IBAN with its BIC, read from a setting. Pure."""

from __future__ import annotations

import dataclasses
import re
from typing import Literal

#: two at most: a Bankgiro for payers in Sweden, an IBAN for the others
MOST = 2
REFUSAL = "takes a Bankgiro (123-4567) and an IBAN with its BIC (SE35 5000 0000 0549 1000 0003/ESSESESS), one of each at most"
_BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?")
_BANKGIRO = re.compile(r"\d{3,4}-?\d{4}")


@dataclasses.dataclass(frozen=True, kw_only=True)
class BankAccount:
    """One account, its number without blanks."""

    kind: Literal["bankgiro", "iban"]
    number: str
    bic: str = ""

    @property
    def formatted(self) -> str:
        """As people write it: `123-4567`, `SE35 5000 …`."""
        if self.kind == "bankgiro":
            return f"{self.number[:-4]}-{self.number[-4:]}"
        return " ".join(self.number[at : at + 4] for at in range(0, len(self.number), 4))


def bank_account(raw: str) -> BankAccount:
    """The account in a text; ValueError if its form or checksum is wrong."""
    from stdnum import iban, luhn

    text = "".join(raw.split()).upper()
    if _BANKGIRO.fullmatch(text):
        number = text.replace("-", "")
        if not luhn.is_valid(number):
            raise ValueError(REFUSAL)
        return BankAccount(kind="bankgiro", number=number)
    number, slash, bic = text.partition("/")
    if not iban.is_valid(number) or bool(slash) != bool(_BIC.fullmatch(bic)):
        raise ValueError(REFUSAL)
    return BankAccount(kind="iban", number=number, bic=bic)


def bank_accounts(raw: tuple[str, ...]) -> tuple[BankAccount, ...]:
    """The accounts in a setting; ValueError if one is invalid, or two are of one kind."""
    found = tuple(bank_account(account) for account in raw)
    if len({account.kind for account in found}) < len(found):
        raise ValueError(REFUSAL)
    return found
