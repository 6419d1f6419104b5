"""What a model is told: instructions of ours from a file, and material in which an outsider's words are fenced."""

from __future__ import annotations

import base64
import dataclasses
import secrets


@dataclasses.dataclass(frozen=True, kw_only=True)
class Picture:
    """A JPEG that goes with the material."""

    name: str
    content: bytes

    @property
    def base64(self) -> str:
        return base64.b64encode(self.content).decode()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Prompt:
    """The two halves, kept apart: nothing of the material can become an instruction by its place."""

    instructions: str
    material: str
    #: part of the material; an endpoint that takes none refuses the request
    pictures: tuple[Picture, ...] = ()


def fenced(text: str, most: int = 3000, *, lines: bool = False) -> str:
    """An outsider's words between marks that they cannot know, so that they cannot end the fence; lines are kept where asked."""
    mark = f"untrusted-{secrets.token_hex(6)}"
    shown = "".join(sign for sign in text if sign.isprintable() or sign.isspace())
    inside = (
        "\n".join(" ".join(line.split()) for line in shown.splitlines()) if lines else " ".join(shown.split())
    )
    return f"<{mark}>\n{inside[:most]}\n</{mark}>"
