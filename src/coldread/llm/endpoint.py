"""The host of the configured model, for texts that say where page content is sent."""

from __future__ import annotations

from urllib.parse import urlsplit

from coldread.base.settings import Settings

#: addresses of the two providers, used if no other is configured
OWN_ADDRESS = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}


def endpoint_host(settings: Settings) -> str:
    """The host name; empty without a model."""
    address = settings.llm_base_url or OWN_ADDRESS.get(settings.llm_provider, "")
    return (urlsplit(address).hostname or "") if settings.llm_provider != "none" else ""
