"""`answer(prompt, shape)`: what a model says as an instance of a pydantic shape, in time, or nothing.

A model is never needed. Whatever goes wrong with one — silence, an error, half a sentence, another shape — is counted
by its reason, logged, and answered with None; the caller then says what the rules say.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from coldread.base import log
from coldread.base.settings import Settings
from coldread.llm.http import ModelHttp, ModelRequest
from coldread.llm.prompt import Prompt
from coldread.llm.schema import strict_schema
from coldread.llm.unusable import UnusableAnswer

Shape = TypeVar("Shape", bound=BaseModel)

TRIES = 3
#: between two tries; a busy server is asked again while the deadline allows
PAUSE_S = 0.4


class Provider(Protocol):
    """How one kind of interface is asked and understood."""

    def request_for(self, prompt: Prompt, schema: dict[str, Any], max_tokens: int) -> ModelRequest: ...

    def value_in(self, answer: Any) -> Any:
        """The JSON value that the model gave; raises Unusable."""
        ...


class Model:
    """One configured model; `close` it in the end."""

    def __init__(self, name: str, provider: Provider, wire: ModelHttp) -> None:
        #: as the answers call it
        self.name = name
        #: `answered`, and each reason why there was no answer or something of it was dropped
        self.counts: Counter[str] = Counter()
        self._provider = provider
        self._wire = wire
        self._log = log.get("llm")

    async def answer(
        self, prompt: Prompt | str, shape: type[Shape], *, deadline_s: float, max_tokens: int
    ) -> Shape | None:
        """An instance of `shape`, or None after at most `deadline_s`."""
        if isinstance(prompt, str):
            prompt = Prompt(instructions="", material=prompt)
        asked = self._provider.request_for(prompt, strict_schema(shape), max_tokens)
        try:
            async with asyncio.timeout(deadline_s):
                found = await self._tried(asked, shape)
        except (UnusableAnswer, TimeoutError) as error:
            self.count(error.reason if isinstance(error, UnusableAnswer) else "late")
            self._log.warning("no answer from the model", model=self.name, reason=str(error) or "late")
            return None
        self.count("answered")
        return found

    def count(self, reason: str, times: int = 1) -> None:
        self.counts[reason] += times

    async def close(self) -> None:
        await self._wire.close()

    async def _tried(self, asked: ModelRequest, shape: type[Shape]) -> Shape:
        for left in range(TRIES - 1, -1, -1):
            try:
                return _shaped(self._provider.value_in(await self._wire.ask(asked)), shape)
            except UnusableAnswer as error:
                if not (error.passing and left):
                    raise
                await asyncio.sleep(PAUSE_S if error.wait_s is None else error.wait_s)
        raise AssertionError("the last try returns or raises")


def _shaped(value: Any, shape: type[Shape]) -> Shape:
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        raise UnusableAnswer("wrong-shape", f"{error.error_count()} faults", passing=True) from error


def model(settings: Settings) -> Model | None:
    """The configured model; None where the rules speak alone."""
    if settings.llm_provider == "none":
        return None
    provider: Provider
    if settings.llm_provider == "anthropic":
        from coldread.llm.anthropic import Anthropic

        provider = Anthropic(settings.llm_model, settings.llm_api_key, settings.llm_base_url)
    else:
        from coldread.llm.openai import OpenAi

        provider = OpenAi(settings.llm_model, settings.llm_api_key, settings.llm_base_url)
    return Model(settings.llm_model, provider, ModelHttp())
