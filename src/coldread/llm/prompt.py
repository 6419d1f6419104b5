"""The prompt for a model: our instructions from a file, and material in which an outsider's words are fenced."""

from __future__ import annotations

import base64
import dataclasses
import secrets


@dataclasses.dataclass(frozen=True, kw_only=True)
class Picture:
    """A JPEG that belongs to the material."""

    name: str
    content: bytes

    @property
    def base64(self) -> str:
        return base64.b64encode(self.content).decode()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Prompt:
    """The two parts, separate: material never becomes an instruction by its position."""

    instructions: str
    material: str
    #: part of the material; an endpoint that takes no pictures refuses the request
    pictures: tuple[Picture, ...] = ()


def fenced(text: str, most: int = 3000, *, lines: bool = False) -> str:
    """An outsider's words between random marks, so that they cannot end the fence; with `lines`, line breaks stay."""
    mark = f"untrusted-{secrets.token_hex(6)}"
    printable = "".join(sign for sign in text if sign.isprintable() or sign.isspace())
    inside = (
        "\n".join(" ".join(line.split()) for line in printable.splitlines())
        if lines
        else " ".join(printable.split())
    )
    return f"<{mark}>\n{inside[:most]}\n</{mark}>"
