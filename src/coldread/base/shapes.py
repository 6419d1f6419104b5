"""Shapes of answers: the base class of the models, shared parts, and `checked_body`.

The feature that builds an answer defines its shape, and passes every body through `checked_body`, so that the declared and the
sent fields are the same. The body itself is a plain dictionary; no model instance is made, because reads are frequent."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from coldread.base.table_checks import Incomplete

Url = Annotated[str, Field(json_schema_extra={"format": "uri"})]
DateTime = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


class Shape(BaseModel):
    """A response body, or a part of one. Clients accept unknown fields."""

    model_config = ConfigDict(extra="allow")


@cache
def _required_and_all_fields(model: type[Shape]) -> tuple[frozenset[str], frozenset[str]]:
    """Field names in the body: those that are always there, and all."""
    names = {field.alias or name: field for name, field in model.model_fields.items()}
    always = frozenset(name for name, field in names.items() if field.is_required())
    return always, frozenset(names)


def checked_body(model: type[Shape], body: dict[str, Any]) -> dict[str, Any]:
    """The body unchanged, if it has every required field of the model and no undeclared one."""
    always, known = _required_and_all_fields(model)
    if always <= body.keys() <= known:
        return body
    lacking, undeclared = sorted(always - body.keys()), sorted(body.keys() - known)
    raise Incomplete(
        f"{model.__module__}.{model.__name__} and what is built differ: "
        + "; ".join(
            f"{what} {', '.join(names)}"
            for what, names in (("not built", lacking), ("not declared", undeclared))
            if names
        )
    )


def fields_of(model: type[Shape], *names: str) -> tuple[str, ...]:
    """These fields of the model; an undeclared name raises at import."""
    if unknown := [name for name in names if name not in _required_and_all_fields(model)[1]]:
        raise Incomplete(f"{model.__module__}.{model.__name__} has no field {', '.join(unknown)}")
    return names


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
