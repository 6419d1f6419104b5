"""What goes between the processes: strict JSON behind its length, bounded on both sides; never pickle."""

from __future__ import annotations

import os
import struct
from typing import Any

from pydantic_core import PydanticSerializationError, from_json, to_json

HEAD = struct.Struct(">I")
PIECE = 1 << 20


class FrameError(Exception):
    """What came is no frame of ours."""


class TooLarge(Exception):
    """It does not fit."""


class Closed(Exception):
    """The other side is gone."""


def packed(value: Any, most: int) -> bytes:
    """The value as a frame; raises TooLarge."""
    try:
        body = to_json(value, inf_nan_mode="constants")
    except PydanticSerializationError as error:
        raise FrameError(f"not JSON: {error}") from None
    if len(body) > most:
        raise TooLarge(f"{len(body)} bytes, {most} may be")
    return HEAD.pack(len(body)) + body


def length_of(head: bytes, most: int) -> int:
    """How many bytes follow; raises FrameError where that is more than may come."""
    length: int = HEAD.unpack(head)[0]
    if length > most:
        raise FrameError(f"a frame of {length} bytes")
    return length


def unpacked(body: bytes) -> Any:
    try:
        return from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise FrameError(f"not JSON: {error}") from None


def receive(descriptor: int, most: int) -> Any:
    """The next value, for a process that does nothing else meanwhile; raises Closed, FrameError."""
    return unpacked(_exactly(descriptor, length_of(_exactly(descriptor, HEAD.size), most)))


def send(descriptor: int, frame: bytes) -> None:
    view = memoryview(frame)
    while view:
        view = view[os.write(descriptor, view) :]


def _exactly(descriptor: int, count: int) -> bytes:
    pieces = bytearray()
    while len(pieces) < count:
        piece = os.read(descriptor, min(PIECE, count - len(pieces)))
        if not piece:
            raise Closed
        pieces += piece
    return bytes(pieces)
