"""What a draft asks of a bench: what a model should be told, and the specification with its diff."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from coldread.drafts.prepare import case_of, write
from coldread.drafts.wording import material_of


def material(value: Any) -> Any:
    found = material_of(case_of({**value, "mend": False}))
    return None if found is None else dataclasses.asdict(found)


def draft(value: Any) -> Any:
    return dataclasses.asdict(write(case_of(value, value["rewrites"])))


TASKS: Mapping[str, Callable[[Any], Any]] = {"drafts.material": material, "drafts.write": draft}
