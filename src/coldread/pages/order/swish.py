"""A mobile payment ready to be made: what the QR code holds, the link for the same phone, and the code as SVG. Pure."""

from __future__ import annotations

import dataclasses
import re
from urllib.parse import urlencode

from markupsafe import Markup

from coldread.pages.order.qr import qr_svg


@dataclasses.dataclass(frozen=True, kw_only=True)
class Payment:
    """Who is paid, how much, and the reference that identifies the order."""

    payee: str
    amount: int
    message: str

    @property
    def number(self) -> str:
        return re.sub(r"\D", "", self.payee)

    @property
    def code(self) -> str:
        """The app's own format: payee, amount, message; 0 = none of it can be changed."""
        return f"C{self.number};{self.amount};{self.message};0"

    @property
    def link(self) -> str:
        query = {"sw": self.number, "amt": self.amount, "cur": "SEK", "msg": self.message, "src": "qr"}
        return f"https://app.swish.nu/1/p/sw/?{urlencode(query)}"

    def svg(self) -> Markup:
        return qr_svg(self.code)
