"""A model's request laid out as files, for somebody who answers it by hand: `request.md`, its pictures, `schema.json`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel

from coldread.llm.prompt import Prompt
from coldread.llm.schema import strict_schema
from coldread.reader.tiles import ShownPicture


def lay_out_request(
    folder: Path, prompt: Prompt, shown: Sequence[ShownPicture], shape: type[BaseModel]
) -> None:
    """What the endpoint would be sent, word for word."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in shown:
        (folder / f"{one.name}.jpg").write_bytes(one.content)
    names = "\n".join(f"{number}. {one.name}.jpg: {one.told}" for number, one in enumerate(shown, 1))
    (folder / "request.md").write_text(
        f"{prompt.instructions}\n\n{prompt.material}\n\nThe pictures, as files beside this one:\n{names}\n",
        "utf-8",
    )
    (folder / "schema.json").write_text(json.dumps(strict_schema(shape), indent=1), "utf-8")
