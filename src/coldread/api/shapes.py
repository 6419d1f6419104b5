"""Shapes that several resources share: links, problems, prices."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Url = Annotated[str, Field(json_schema_extra={"format": "uri"})]
DateTime = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


class Shape(BaseModel):
    """A response body; it documents, the bytes are made by the features."""

    model_config = ConfigDict(extra="allow")


class Link(Shape):
    """Where to go next."""

    href: Url
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "GET"
    title: str | None = None


Links = Annotated[dict[str, Link], Field(description="Relation name to link; only what can be done now.")]


class InputFault(Shape):
    """One thing wrong with the input."""

    pointer: str = Field(description="JSON pointer into the body, `#` for the whole.")
    detail: str
    code: str = Field(description="Stable code of the fault.")
    header: str | None = Field(None, description="The header at fault, where it is one.")


class ProblemDetails(Shape):
    """RFC 9457. Clients branch on `type`."""

    type: Url
    title: str
    status: int
    detail: str | None = None
    instance: str | None = None
    request_id: str | None = None
    errors: list[InputFault] | None = Field(None, description="With `invalid-input`.")


class PriceShape(Shape):
    """What the buyer pays, in whole kronor."""

    net: int
    vat_rate: int = Field(description="Percentage.")
    vat: int
    total: int
    currency: Literal["SEK"]
    terms_days: int
