"""Renders docs/examples/quick-fix.md: what the rules answer to the complaints of docs/examples/quick-fix.toml.

`--check` writes nothing and exits 1 where the page differs.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from coldread.advice.quick_fix import fixed
from coldread.advice.requests import QuickFixRequest

FOLDER = Path(__file__).parents[1] / "docs" / "examples"
PAGE = FOLDER / "quick-fix.md"
#: dates in answers do not change with the day of rendering
NOW = 1_794_734_400_000_000  # 2026-11-15


def asks() -> list[QuickFixRequest]:
    told = tomllib.loads((FOLDER / "quick-fix.toml").read_text("utf-8"))
    return [QuickFixRequest.model_validate(row) for row in told["ask"]]


def rendered() -> str:
    parts = [
        "<!-- Rendered by `make docs` from quick-fix.toml; edit the rules or the complaints, not this page. -->",
        "# Quick fixes by the rules",
        "What `POST /v1/quick-fix` answers where no model is configured (`engine: rules`). Nothing is fetched: the answer is\n"
        "made of the complaint, the selector and the address. What only the asker knows stays in [brackets], and lowers the\n"
        "confidence.",
    ]
    parts += [_example(number, ask) for number, ask in enumerate(asks(), 1)]
    return "\n\n".join(parts) + "\n"


def _example(number: int, ask: QuickFixRequest) -> str:
    answer = fixed(ask, NOW)
    return "\n\n".join(
        (
            f"## {number}. `{ask.element_selector}` on {ask.url}",
            f"> {ask.problem}",
            f"**Diagnosis** ({answer.confidence}). {answer.diagnosis}",
            f"```html\n{answer.rewrite}\n```",
            f"**Why.** {answer.rationale}",
        )
    )


def main() -> int:
    text = rendered()
    if "--check" in sys.argv:
        stale = not PAGE.exists() or PAGE.read_text("utf-8") != text
        if stale:
            print(f"{PAGE.name} is out of date: run `make docs`")
        return 1 if stale else 0
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
