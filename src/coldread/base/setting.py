"""The row of a setting: its meaning and its valid values. One function checks the bounds of all settings."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Literal, NamedTuple

from coldread.base.languages import Language


class Form(NamedTuple):
    """The required form of a text, and the sentence for a text that does not match."""

    pattern: re.Pattern[str]
    refusal: str


WEB_ADDRESS = Form(
    re.compile(r"https?://(?:[^/?#@\s]*@)?(?:\[[^\]\s]+\]|[^/?#@:\s]+)[^\s]*", re.IGNORECASE),
    "must be an absolute http or https address",
)
MAIL_ADDRESS = Form(re.compile(r"smtps?://\S+"), "must start with smtp:// or smtps://")
LANGUAGE = Form(re.compile("|".join(Language)), f"must be one of {', '.join(Language)}")
CHAIN_ADDRESS = Form(re.compile(r"0x[0-9a-fA-F]{40}"), "must be an address, 0x and 40 hexadecimal digits")
DATABASE_ADDRESS = Form(
    re.compile(r"(?:sqlite:///|postgresql://|postgres://).*", re.DOTALL),
    "must start with postgresql:// or sqlite:///",
)


#: what production requires of a setting, in the words of the reference
IN_PRODUCTION = {
    "needed": "needed in production",
    "empty": "empty in production",
    "sold": "needed in production where paid calls are installed",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Row:
    """The metadata of a field of Settings."""

    meaning: str
    #: never printed
    secret: bool = False
    #: shown in the reference instead of a default that is computed from other settings
    default_text: str | None = None
    #: bounds of a number
    least: int | None = None
    most: int | None = None
    #: shortest length of a text, or of each value of a list
    shortest: int | None = None
    #: the most values of a list
    values: int | None = None
    form: Form | None = None
    #: `sold`: needed if calls are sold, which depends on the installed extras (payments/accepted)
    in_production: Literal["", "needed", "empty", "sold"] = ""

    def faults(self, value: Any, *, production: bool) -> list[str]:
        """Why this value is invalid, one sentence each."""
        if production and self.in_production == "needed" and not value:
            return ["must be set in production"]
        if production and self.in_production == "empty" and value:
            return ["must be empty in production"]
        sentences = []
        if self.least is not None and value < self.least:
            sentences.append("must not be negative" if self.least == 0 else f"must be at least {self.least}")
        if self.most is not None and value > self.most:
            sentences.append(f"must be at most {self.most}")
        if self.values is not None and len(value) > self.values:
            sentences.append(f"takes at most {self.values} values")
        if self.shortest is not None and any(len(text) < self.shortest for text in value):
            sentences.append(f"each value needs at least {self.shortest} characters")
        texts = value if isinstance(value, tuple) else (value,)
        if self.form is not None and not all(self.form.pattern.fullmatch(text) for text in texts if text):
            sentences.append(self.form.refusal)
        return sentences

    @property
    def bounds(self) -> str:
        """For the reference: `0 or more`, `1 to 65535`."""
        parts = []
        if self.least is not None:
            parts.append(f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}")
        if self.values is not None:
            parts.append(f"at most {self.values} values")
        if self.shortest is not None:
            parts.append(f"{self.shortest} characters or more")
        if self.in_production:
            parts.append(IN_PRODUCTION[self.in_production])
        return ", ".join(parts)


def setting(default: Any, meaning: str, **bounds: Any) -> Any:
    """A field of Settings with its row; `bounds` are columns of `Row`."""
    return dataclasses.field(default=default, metadata={"row": Row(meaning=meaning, **bounds)})


def row_of(field: dataclasses.Field[Any]) -> Row:
    row: Row = field.metadata["row"]
    return row
