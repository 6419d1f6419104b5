"""The reader's isolated tasks: the material of a page, and the validation of a model's answer."""

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
    """The material of a stored record."""
    asked = value["brief"]
    brief = Brief(goal=PrimaryGoal(asked["goal"]), audience=asked["audience"], lang=Language(asked["lang"]))
    observations = Observations.from_json(zlib.decompress(base64.b64decode(value["record"])))
    report = judged_once(observations, brief, base64.b64decode(value["verdict"]))
    return material_of(report, Page(observations, brief)).to_json()


def keep(value: Any) -> Any:
    """The accepted parts of a model's answer."""
    pictures = [ShownPicture(content=b"", **picture) for picture in value["pictures"]]
    validator = Validator(Material.from_json(value["material"]), pictures, value["prefix"])
    return validator.accepted(PageReading.model_validate(value["reading"])).to_json()


def picture_json(picture: ShownPicture) -> dict[str, Any]:
    """The picture without its content, which validation does not need."""
    return {name: value for name, value in dataclasses.asdict(picture).items() if name != "content"}


TASKS: Mapping[str, Callable[[Any], Any]] = {"reader.material": material, "reader.keep": keep}
