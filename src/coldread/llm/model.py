"""`answer(prompt, shape)`: a model's answer as an instance of a pydantic shape, in time, or None.

A model is never required. Every failure (silence, an error, half an answer, another shape) is counted by its reason,
logged, and answered with None. The caller then uses the rules' own words."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from coldread.base import log
from coldread.base.settings import Settings
from coldread.llm.errors import UnusableAnswer
from coldread.llm.gate import Gate, LocalGate, Purpose
from coldread.llm.http import ModelHttp, ModelRequest
from coldread.llm.prompt import Prompt
from coldread.llm.schema import strict_schema
from coldread.llm.usage import Usage

Shape = TypeVar("Shape", bound=BaseModel)

TRIES = 3
#: between two tries; a busy server is asked again while the deadline allows
PAUSE_S = 0.4


class Provider(Protocol):
    """How to ask one kind of interface, and read its answers."""

    def request_for(self, prompt: Prompt, schema: dict[str, Any], max_tokens: int) -> ModelRequest: ...

    def value_in(self, answer: Any) -> Any:
        """The JSON value that the model gave; raises UnusableAnswer."""
        ...

    def usage_in(self, answer: Any) -> Usage:
        """The cost and the model's name, as far as the answer has them."""
        ...


@dataclasses.dataclass(frozen=True, kw_only=True)
class Answered(Generic[Shape]):
    """A model's answer, and the model's name."""

    value: Shape
    #: its name from the endpoint; the configured one if there is none
    served_by: str
    #: tokens of the answer, counted or estimated
    tokens_said: int


class Model:
    """One configured model; the owner must `close` it."""

    def __init__(self, name: str, provider: Provider, wire: ModelHttp, gate: Gate | None = None) -> None:
        #: its name in answers
        self.name = name
        #: `answered`, and each reason why there was no answer or a part was dropped
        self.counts: Counter[str] = Counter()
        self._provider = provider
        self._wire = wire
        self._gate = gate or LocalGate()
        self._log = log.get("llm")

    async def answer(
        self,
        prompt: Prompt | str,
        shape: type[Shape],
        *,
        deadline_s: float,
        max_tokens: int,
        purpose: Purpose = Purpose.FREE,
    ) -> Shape | None:
        """An instance of `shape`, or None after at most `deadline_s`, which includes waiting for a turn."""
        try:
            return await self.ask(
                prompt, shape, deadline_s=deadline_s, max_tokens=max_tokens, purpose=purpose
            )
        except UnusableAnswer:
            return None

    async def ask(
        self,
        prompt: Prompt | str,
        shape: type[Shape],
        *,
        deadline_s: float,
        max_tokens: int,
        purpose: Purpose = Purpose.FREE,
    ) -> Shape:
        """The same for a caller who needs the reason: raises UnusableAnswer, counted and logged."""
        answered = await self.ask_named(
            prompt, shape, deadline_s=deadline_s, max_tokens=max_tokens, purpose=purpose
        )
        return answered.value

    async def ask_named(
        self,
        prompt: Prompt | str,
        shape: type[Shape],
        *,
        deadline_s: float,
        max_tokens: int,
        purpose: Purpose = Purpose.FREE,
    ) -> Answered[Shape]:
        """The same, with the name of the model that answered."""
        if isinstance(prompt, str):
            prompt = Prompt(instructions="", material=prompt)
        asked = self._provider.request_for(prompt, strict_schema(shape), max_tokens)
        ends = asyncio.get_running_loop().time() + deadline_s
        try:
            async with AsyncExitStack() as stack:
                await self._begin(stack, purpose, deadline_s, ends)
                async with asyncio.timeout_at(ends):
                    found = await self._ask_with_retries(asked, shape, purpose)
        except TimeoutError:
            raise self._count_and_log(UnusableAnswer("late", f"over {deadline_s:g} s")) from None
        except UnusableAnswer as error:
            raise self._count_and_log(error) from error.__cause__
        self.count("answered")
        return found

    def _count_and_log(self, error: UnusableAnswer) -> UnusableAnswer:
        self.count(error.reason)
        self._log.warning("no answer from the model", model=self.name, reason=str(error))
        return error

    def count(self, reason: str, times: int = 1) -> None:
        self.counts[reason] += times

    async def close(self) -> None:
        await self._wire.close()

    async def _begin(self, stack: AsyncExitStack, purpose: Purpose, deadline_s: float, ends: float) -> None:
        """Wait for a turn. Raises UnusableAnswer: `crowded` if none came in time, `resting` if the endpoint pauses."""
        try:
            async with asyncio.timeout_at(ends):
                await stack.enter_async_context(self._gate.turn(purpose, deadline_s))
        except TimeoutError:
            raise UnusableAnswer("crowded", f"no turn within {deadline_s:g} s") from None

    async def _ask_with_retries(
        self, asked: ModelRequest, shape: type[Shape], purpose: Purpose
    ) -> Answered[Shape]:
        for tries_left in range(TRIES - 1, -1, -1):
            try:
                answer = await self._wire.ask(asked)
                usage = self._provider.usage_in(answer)
                tokens = usage.or_estimated(asked.body, answer)
                await self._gate.count_tokens(purpose, tokens)
                value = _validate_as_shape(self._provider.value_in(answer), shape)
                return Answered(value=value, served_by=usage.served_by or self.name, tokens_said=tokens.said)
            except UnusableAnswer as error:
                if not (error.passing and tries_left):
                    raise
                await asyncio.sleep(PAUSE_S if error.wait_s is None else error.wait_s)
        raise AssertionError("the last try returns or raises")


def _validate_as_shape(value: Any, shape: type[Shape]) -> Shape:
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        raise UnusableAnswer("wrong-shape", f"{error.error_count()} faults", passing=True) from error


def model(settings: Settings, gate: Gate | None = None) -> Model | None:
    """The configured model; None without one."""
    if settings.llm_provider == "none":
        return None
    provider: Provider
    if settings.llm_provider == "anthropic":
        from coldread.llm.anthropic import Anthropic

        provider = Anthropic(settings.llm_model, settings.llm_api_key, settings.llm_base_url)
    else:
        from coldread.llm.openai import OpenAi

        provider = OpenAi(settings.llm_model, settings.llm_api_key, settings.llm_base_url)
    return Model(settings.llm_model, provider, ModelHttp(), gate)
