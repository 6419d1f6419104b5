"""Anthropic's messages interface."""

from __future__ import annotations

from typing import Any

from coldread.llm.endpoint import OWN_ADDRESS
from coldread.llm.errors import UnusableAnswer
from coldread.llm.http import ModelRequest
from coldread.llm.prompt import Prompt
from coldread.llm.usage import Usage, usage_of

VERSION = "2023-06-01"


class Anthropic:
    """The answer's shape is enforced by a tool that the model must call."""

    def __init__(self, model: str, key: str, base_url: str) -> None:
        self.model = model
        self.url = f"{(base_url or OWN_ADDRESS['anthropic']).rstrip('/').removesuffix('/v1')}/v1/messages"
        self.headers = {"anthropic-version": VERSION, **({"x-api-key": key} if key else {})}

    def request_for(self, prompt: Prompt, schema: dict[str, Any], max_tokens: int) -> ModelRequest:
        tool = {"name": "answer", "description": "Give the answer.", "input_schema": schema}
        return ModelRequest(
            url=self.url,
            headers=self.headers,
            body={
                "model": self.model,
                **({"system": prompt.instructions} if prompt.instructions else {}),
                "messages": [{"role": "user", "content": _message_content(prompt)}],
                "max_tokens": max_tokens,
                "tools": [tool],
                "tool_choice": {"type": "tool", "name": "answer"},
            },
        )

    def value_in(self, answer: Any) -> Any:
        try:
            if answer.get("stop_reason") == "max_tokens":
                raise UnusableAnswer("cut-off", "the budget of tokens was used up")
            if answer.get("stop_reason") == "refusal":
                raise UnusableAnswer("refused", "the model declined")
            return next(part["input"] for part in answer["content"] if part.get("type") == "tool_use")
        except (KeyError, StopIteration, TypeError, AttributeError) as error:
            raise UnusableAnswer("wrong-shape", "the answer's envelope", passing=True) from error

    def usage_in(self, answer: Any) -> Usage:
        return usage_of(answer, "input_tokens", "output_tokens")


def _message_content(prompt: Prompt) -> str | list[dict[str, Any]]:
    if not prompt.pictures:
        return prompt.material
    pictures = [
        {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": picture.base64}}
        for picture in prompt.pictures
    ]
    return [*pictures, {"type": "text", "text": prompt.material}]
