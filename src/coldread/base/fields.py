"""Types of input fields with the bounds of the contract. Lengths count Unicode code points."""

from __future__ import annotations

import re
from typing import Annotated, Any
from urllib.parse import urlsplit

import email_validator
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

# Reserved names such as `.test` are syntactically valid; this is the library's own switch to allow them.
email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()

_NOT_IN_A_URI = re.compile(r"[\x00-\x20\x7f-\x9f\\\s]")


class Body(BaseModel):
    """A request body: unknown fields are ignored, and null means absent."""

    model_config = ConfigDict(extra="ignore", use_enum_values=False)

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {
                name: value
                for name, value in data.items()
                if value is not None or name not in cls.model_fields
            }
        return data


def _uri(value: str) -> str:
    """Absolute http or https with a host; the string stays unchanged."""
    if _NOT_IN_A_URI.search(value):
        raise PydanticCustomError("uri", "must not contain blanks, control characters or backslashes")
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 - raises for a port that is none
    except ValueError:
        raise PydanticCustomError("uri", "is not a URI") from None
    if (
        parts.scheme not in {"http", "https"}
        or not parts.hostname
        or not value.lower().startswith(f"{parts.scheme}://")
    ):
        raise PydanticCustomError(
            "uri", "must be an absolute http or https address with a host, such as https://example.com/"
        )
    if "@" in parts.netloc:
        raise PydanticCustomError("uri", "must not contain a user name or password")
    return value


#: matches nearly every address; the library, which knows the full standard, takes 200 µs
PLAIN_EMAIL = re.compile(
    r"(?=[^@]{1,64}@)(?=[^@]*@.{1,253}\Z)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*"
    r"@(?:(?=[^.]{1,63}\.)[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,63}",
    re.ASCII | re.IGNORECASE,
)


def _email(value: str) -> str:
    """Syntax only, not whether the mailbox exists."""
    if len(value) > 254:
        raise PydanticCustomError("email", "must have at most 254 characters")
    if PLAIN_EMAIL.fullmatch(value):
        return value
    try:
        email_validator.validate_email(
            value,
            check_deliverability=False,
            globally_deliverable=False,
            strict=True,
            allow_quoted_local=True,
            allow_domain_literal=True,
        )
    except email_validator.EmailNotValidError:
        raise PydanticCustomError("email", "is not an e-mail address") from None
    return value


#: a character that is not white space, both for Python and for readers of the JSON schema
SAYS_SOMETHING = r"[^\s\u0000-\u001f\u0085\ufeff]"


def says_something(value: str) -> bool:
    return re.search(SAYS_SOMETHING, value) is not None


def not_blank(value: str) -> str:
    if not says_something(value):
        raise PydanticCustomError("blank", "must not be blank")
    return value


def _uri_schema(most: int) -> WithJsonSchema:
    return WithJsonSchema(
        {
            "type": "string",
            "format": "uri",
            "maxLength": most,
            "pattern": r"^[hH][tT][tT][pP][sS]?://[^\s\\@/?#]+[^\s\\]*$",
        }
    )


Uri = Annotated[str, Field(max_length=2048), AfterValidator(_uri), _uri_schema(2048)]
RepoUri = Annotated[str, Field(max_length=300), AfterValidator(_uri), _uri_schema(300)]
Email = Annotated[
    str,
    AfterValidator(_email),
    WithJsonSchema({"type": "string", "format": "email", "maxLength": 254}),
]


def required_text(least: int, most: int) -> Any:
    """Bounds of a text that must not be blank; use it with `AfterValidator(not_blank)`."""
    return Field(min_length=least, max_length=most, json_schema_extra={"pattern": SAYS_SOMETHING})


#: required texts are bounded and not blank
Goal = Annotated[str, required_text(5, 240), AfterValidator(not_blank)]
V1Audience = Annotated[str, required_text(10, 200), AfterValidator(not_blank)]
Message = Annotated[str, required_text(1, 2000), AfterValidator(not_blank)]
#: a page's audience, which a scan may leave out; an order has its own bounds (`Goal`)
ScanAudience = Annotated[str, Field(max_length=200)]
#: a specification or a report, in markdown
LONGEST_SPEC = 500_000
SpecText = Annotated[str, Field(max_length=LONGEST_SPEC)]
Source200k = Annotated[str, Field(max_length=200_000)]
