"""What the reader asks of an isolated task: the material of a page, and what is kept of a model's answer."""

from __future__ import annotations

import base64
import dataclasses
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from coldread.base.languages import Language
from coldread.reader.material import Material, material_of
from coldread.reader.reading import Validator
from coldread.reader.shape import PageReading
from coldread.reader.tiles import ShownPicture
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.verdict import judged_once


def material(value: Any) -> Any:
    """Of a stored record."""
    asked = value["brief"]
    brief = Brief(goal=PrimaryGoal(asked["goal"]), audience=asked["audience"], lang=Language(asked["lang"]))
    seen = Observations.from_json(zlib.decompress(base64.b64decode(value["record"])))
    report = judged_once(seen, brief, base64.b64decode(value["verdict"]))
    return material_of(report, Page(seen, brief)).to_json()


def keep(value: Any) -> Any:
    """Of what a model said, what rests on the material."""
    shown = [ShownPicture(content=b"", **one) for one in value["shown"]]
    validator = Validator(Material.from_json(value["material"]), shown, value["prefix"])
    return validator.kept(PageReading.model_validate(value["said"])).to_json()


def picture_json(shown: ShownPicture) -> dict[str, Any]:
    """Without its content, which nobody needs to hold an answer against it."""
    return {name: one for name, one in dataclasses.asdict(shown).items() if name != "content"}


TASKS: Mapping[str, Callable[[Any], Any]] = {"reader.material": material, "reader.keep": keep}
