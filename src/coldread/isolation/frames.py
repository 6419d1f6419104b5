"""Messages between the processes: strict JSON after its length, limited on both sides; never pickle."""

from __future__ import annotations

import os
import struct
from typing import Any

from pydantic_core import PydanticSerializationError, from_json, to_json

HEAD = struct.Struct(">I")
PIECE = 1 << 20


class FrameError(Exception):
    """The message is not a valid frame."""


class TooLarge(Exception):
    """The value exceeds the limit."""


class Closed(Exception):
    """The other side has closed the pipe."""


def packed_frame(value: Any, most: int) -> bytes:
    """The value as a frame; raises TooLarge."""
    try:
        body = to_json(value, inf_nan_mode="constants")
    except PydanticSerializationError as error:
        raise FrameError(f"not JSON: {error}") from None
    if len(body) > most:
        raise TooLarge(f"{len(body)} bytes, {most} may be")
    return HEAD.pack(len(body)) + body


def length_of(head: bytes, most: int) -> int:
    """How many bytes follow; raises FrameError if that exceeds the limit."""
    length: int = HEAD.unpack(head)[0]
    if length > most:
        raise FrameError(f"a frame of {length} bytes")
    return length


def value_of_frame(body: bytes) -> Any:
    try:
        return from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise FrameError(f"not JSON: {error}") from None


def receive(descriptor: int, most: int) -> Any:
    """The next value, for a process that only waits for it; raises Closed, FrameError."""
    return value_of_frame(_read_exactly(descriptor, length_of(_read_exactly(descriptor, HEAD.size), most)))


def send(descriptor: int, frame: bytes) -> None:
    view = memoryview(frame)
    while view:
        view = view[os.write(descriptor, view) :]


def _read_exactly(descriptor: int, count: int) -> bytes:
    pieces = bytearray()
    while len(pieces) < count:
        piece = os.read(descriptor, min(PIECE, count - len(pieces)))
        if not piece:
            raise Closed
        pieces += piece
    return bytes(pieces)
