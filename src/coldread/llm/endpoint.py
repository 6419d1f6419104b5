"""Which machine a configured model runs on, for everybody who is told where page content goes."""

from __future__ import annotations

from urllib.parse import urlsplit

from coldread.base.settings import Settings

#: addresses of the two providers, where no other is configured
OWN_ADDRESS = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}


def endpoint_host(settings: Settings) -> str:
    """The host name; empty without a model."""
    address = settings.llm_base_url or OWN_ADDRESS.get(settings.llm_provider, "")
    return (urlsplit(address).hostname or "") if settings.llm_provider != "none" else ""
