"""A submission: an outsider's own endpoint that agents can call."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field

from coldread.base.fields import Body, Email, Uri, not_blank, required_text


class Protocol(StrEnum):
    """What the endpoint speaks."""

    A2A = "a2a"
    MCP = "mcp"
    OPENAPI = "openapi"
    OTHER = "other"


class EndpointSubmission(Body):
    """An endpoint and whom to ask about it."""

    endpoint_url: Uri = Field(
        description="The endpoint that agents call. It is visited with a few small requests."
    )
    name: Annotated[str, required_text(1, 100), AfterValidator(not_blank)]
    description: Annotated[str, Field(max_length=2000)] | None = None
    contact_email: Email | None = None
    protocol: Protocol | None = None
