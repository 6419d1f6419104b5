"""Kinds of input fields under the name that the surfaces know; `base/fields` defines them for features too."""

from __future__ import annotations

from coldread.base.fields import (
    PLAIN_EMAIL,
    Body,
    Email,
    Goal,
    Message,
    RepoUri,
    ScanAudience,
    Source200k,
    SpecText,
    Uri,
    V1Audience,
)

__all__ = [
    "PLAIN_EMAIL",
    "Body",
    "Email",
    "Goal",
    "Message",
    "RepoUri",
    "ScanAudience",
    "Source200k",
    "SpecText",
    "Uri",
    "V1Audience",
]
