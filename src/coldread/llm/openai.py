"""Any endpoint with OpenAI's chat completions interface: hosted ones, vLLM, llama.cpp, Ollama."""

from __future__ import annotations

from typing import Any

from pydantic_core import from_json

from coldread.llm.endpoint import OWN_ADDRESS
from coldread.llm.errors import UnusableAnswer
from coldread.llm.http import ModelRequest
from coldread.llm.prompt import Prompt
from coldread.llm.usage import Usage, usage_of


class OpenAi:
    """The answer's shape is enforced by `response_format: json_schema`."""

    def __init__(self, model: str, key: str, base_url: str) -> None:
        self.model = model
        self.base = (base_url or OWN_ADDRESS["openai"]).rstrip("/")
        self.headers = {"Authorization": f"Bearer {key}"} if key else {}
        # OpenAI's newer models know only the new name, compatible servers often only the old one
        self.limit = "max_tokens" if base_url else "max_completion_tokens"

    def request_for(self, prompt: Prompt, schema: dict[str, Any], max_tokens: int) -> ModelRequest:
        system = [{"role": "system", "content": prompt.instructions}] if prompt.instructions else []
        return ModelRequest(
            url=f"{self.base}/chat/completions",
            headers=self.headers,
            body={
                "model": self.model,
                "messages": [*system, {"role": "user", "content": _message_content(prompt)}],
                self.limit: max_tokens,
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "answer", "strict": True, "schema": schema},
                },
            },
        )

    def value_in(self, answer: Any) -> Any:
        try:
            choice = answer["choices"][0]
            content = choice["message"].get("content")
            if choice.get("finish_reason") == "length":
                raise UnusableAnswer("cut-off", "the budget of tokens was used up")
            if choice["message"].get("refusal") or not isinstance(content, str):
                raise UnusableAnswer("refused", "no content")
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise UnusableAnswer("wrong-shape", "the answer's envelope", passing=True) from error
        try:
            return from_json(content)
        except ValueError as error:
            raise UnusableAnswer("not-json", "the content", passing=True) from error

    def usage_in(self, answer: Any) -> Usage:
        return usage_of(answer, "prompt_tokens", "completion_tokens")


def _message_content(prompt: Prompt) -> str | list[dict[str, Any]]:
    """Plain text if there are no pictures: some servers accept nothing else."""
    if not prompt.pictures:
        return prompt.material
    pictures = [
        {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{picture.base64}"}}
        for picture in prompt.pictures
    ]
    return [{"type": "text", "text": prompt.material}, *pictures]
