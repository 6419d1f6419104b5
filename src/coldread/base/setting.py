"""A setting's row: what it means and which values can be used. One loop reads the bounds of all of them."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Literal, NamedTuple


class Form(NamedTuple):
    """What a text must look like, and the sentence for one that does not."""

    pattern: re.Pattern[str]
    refusal: str


WEB_ADDRESS = Form(
    re.compile(r"https?://(?:[^/?#@\s]*@)?(?:\[[^\]\s]+\]|[^/?#@:\s]+)[^\s]*", re.IGNORECASE),
    "must be an absolute http or https address",
)
MAIL_ADDRESS = Form(re.compile(r"smtps?://\S+"), "must start with smtp:// or smtps://")
CHAIN_ADDRESS = Form(re.compile(r"0x[0-9a-fA-F]{40}"), "must be an address, 0x and 40 hexadecimal digits")
DATABASE_ADDRESS = Form(
    re.compile(r"(?:sqlite:///|postgresql://|postgres://).*", re.DOTALL),
    "must start with postgresql:// or sqlite:///",
)


#: how the reference says what production asks of a setting
IN_PRODUCTION = {
    "needed": "needed in production",
    "empty": "empty in production",
    "sold": "needed in production where paid calls are installed",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Row:
    """What stands beside a field of Settings."""

    meaning: str
    #: never printed
    secret: bool = False
    #: replaces, in the reference, a default that is worked out from others
    shown: str | None = None
    #: bounds of a number
    least: int | None = None
    most: int | None = None
    #: characters that a text, or each value of a list, needs
    shortest: int | None = None
    #: how many values a list may have
    values: int | None = None
    form: Form | None = None
    #: `sold`: needed where calls are sold, which what is installed decides (payments/accepted)
    in_production: Literal["", "needed", "empty", "sold"] = ""

    def faults(self, value: Any, *, production: bool) -> list[str]:
        """Why this value cannot be used, a sentence each."""
        if production and self.in_production == "needed" and not value:
            return ["must be set in production"]
        if production and self.in_production == "empty" and value:
            return ["must be empty in production"]
        said = []
        if self.least is not None and value < self.least:
            said.append("must not be negative" if self.least == 0 else f"must be at least {self.least}")
        if self.most is not None and value > self.most:
            said.append(f"must be at most {self.most}")
        if self.values is not None and len(value) > self.values:
            said.append(f"takes at most {self.values} values")
        if self.shortest is not None and any(len(one) < self.shortest for one in value):
            said.append(f"each value needs at least {self.shortest} characters")
        texts = value if isinstance(value, tuple) else (value,)
        if self.form is not None and not all(self.form.pattern.fullmatch(one) for one in texts if one):
            said.append(self.form.refusal)
        return said

    @property
    def bounds(self) -> str:
        """For the reference: `0 or more`, `1 to 65535`."""
        said = []
        if self.least is not None:
            said.append(f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}")
        if self.values is not None:
            said.append(f"at most {self.values} values")
        if self.shortest is not None:
            said.append(f"{self.shortest} characters or more")
        if self.in_production:
            said.append(IN_PRODUCTION[self.in_production])
        return ", ".join(said)


def setting(default: Any, meaning: str, **bounds: Any) -> Any:
    """A field of Settings with its row; `bounds` are columns of `Row`."""
    return dataclasses.field(default=default, metadata={"row": Row(meaning=meaning, **bounds)})


def row_of(field: dataclasses.Field[Any]) -> Row:
    row: Row = field.metadata["row"]
    return row
