"""Kinds of input fields under the name that the resources know; `base/fields` defines them for every surface."""

from __future__ import annotations

from coldread.base.fields import Body, Email, Goal, Message, RepoUri, Source200k, Uri, V1Audience

__all__ = ["Body", "Email", "Goal", "Message", "RepoUri", "Source200k", "Uri", "V1Audience"]
