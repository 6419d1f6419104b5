"""Turns the results of the scripts in `scripts/` into the record: pure functions of text."""

from __future__ import annotations

import dataclasses
import functools
import json
from importlib.resources import files
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from coldread.scanner.page.observations import AxeViolation, Drawn, FailedRequest, Listener, Overlay, Viewport
from coldread.scanner.page.painted import EmptyPart, FirstBox, InnerControl, Painted, PaintedText

MOST_MESSAGES = 20

_DRAWN = TypeAdapter(tuple[Drawn, ...])
_OVERLAYS = TypeAdapter(tuple[Overlay, ...])
_FIRST = TypeAdapter(tuple[FirstBox, ...])
_INNER = TypeAdapter(tuple[InnerControl, ...])
_PAINTED = TypeAdapter(Painted)
_VIOLATIONS = TypeAdapter(tuple[AxeViolation, ...])


@dataclasses.dataclass(frozen=True, kw_only=True)
class Traffic:
    """What a window requested and received, until the end of the observation window."""

    bytes: int
    requests: int
    failed: tuple[FailedRequest, ...] = ()
    mixed_content: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class HookNotes:
    """What our hook recorded in the page's own world: the page can spoil it, so it is used only if well formed."""

    listeners: tuple[Listener, ...] = ()
    errors: tuple[str, ...] = ()


_KEPT = TypeAdapter(HookNotes)


@functools.cache
def script_text(name: str) -> str:
    """The text of one script in `scripts/`."""
    return files("coldread.scanner.visit.render.scripts").joinpath(f"{name}.js").read_text("utf-8")


@functools.cache
def axe_source() -> str:
    return files("coldread.scanner.visit.render.vendor").joinpath("axe.min.js").read_text("utf-8")


#: the scripts that go before a script, in this order
_BEFORE = {
    "pass": ("measures",),
    "held_back": ("measures",),
    "first": ("measures", "overlays"),
    "scroll": ("measures",),
    "still": ("measures", "overlays"),
    "sight": ("measures", "controls", "faults", "letters"),
    "redraw": ("measures",),
    "use": ("measures",),
}


def expression(name: str, wanted: object = None, *, before: str = "") -> str:
    """A script as an expression: a function that gets `wanted`, and the rule by which elements are named."""
    parts = "\n".join(map(script_text, ("naming", *_BEFORE.get(name, ()), name)))
    return f"((wanted) => {{ {before}\n{parts} }})({json.dumps(wanted)})"


def hook_notes(result: str) -> HookNotes:
    """The hook's records; none if the page spoiled them."""
    try:
        return _KEPT.validate_json(result)
    except ValidationError:
        return HookNotes()


def read_viewport(
    *,
    name: Literal["desktop", "mobile"],
    size: tuple[int, int],
    first: dict[str, Any],
    sight: dict[str, Any],
    painted: Painted,
    kept: HookNotes,
    traffic: Traffic,
    pictures: tuple[str, str],
    loaded: bool,
    waited_ms: float | None,
) -> Viewport:
    """One window's part of the record."""
    return Viewport(
        name=name,
        width=size[0],
        height=size[1],
        layout_width=first["layout_width"],
        scroll_width=sight["scroll_width"],
        scroll_height=sight["scroll_height"],
        drawn=_DRAWN.validate_python(sight["drawn"]),
        hidden=tuple(sight["hidden"]),
        overflowing=_DRAWN.validate_python(sight["overflowing"]),
        overlays=_OVERLAYS.validate_python(first["overlays"]),
        listeners=kept.listeners,
        lcp_ms=first["lcp_ms"],
        lcp_selector=first["lcp_selector"],
        cls=first["cls"],
        cls_selectors=tuple(first["cls_selectors"]),
        blocking_ms=first["blocking_ms"],
        bytes=traffic.bytes,
        requests=traffic.requests,
        failed=traffic.failed,
        console=tuple(dict.fromkeys(kept.errors))[:MOST_MESSAGES],
        mixed_content=traffic.mixed_content,
        screenshot=pictures[0],
        first_picture=pictures[1],
        loaded=loaded,
        first_screen=_FIRST.validate_python(first["first_screen"]),
        inner=_INNER.validate_python(sight["inner"]),
        painted=painted,
        waited_ms=waited_ms,
    )


def read_painted(
    sight: dict[str, Any],
    texts: tuple[PaintedText, ...],
    empty: tuple[EmptyPart, ...],
    failures: tuple[FailedRequest, ...],
) -> Painted:
    """What only the picture shows, with the numbers read from its pixels."""
    statuses = {one.url: one.status for one in failures}
    failed = [{**one, "status": statuses.get(one["url"], one["status"])} for one in sight["failed_pictures"]]
    names = ("reached", "revealed", "clipped", "cut_blocks", "broken_words", "overlapping")
    return _PAINTED.validate_python(
        {
            **{name: sight[name] for name in names},
            "texts": texts,
            "unmeasured_texts": sight["letters"]["more"],
            "empty": empty,
            "failed_pictures": failed,
        }
    )


def read_violations(result: str) -> tuple[AxeViolation, ...]:
    """What axe found, without rules that only concern elements in a frame or a shadow root."""
    found = _VIOLATIONS.validate_json(result)
    return tuple(sorted((one for one in found if one.nodes), key=lambda one: one.rule))
