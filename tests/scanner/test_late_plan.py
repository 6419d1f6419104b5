"""A look that runs out of time while it is decided what to try keeps what its windows saw."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

from coldread.scanner.page.observations import Observations, ProbePlan
from coldread.scanner.visit.render import render
from coldread.scanner.visit.render.observe_window import WindowRecord
from coldread.scanner.visit.visitor import _Probing
from tests.scanner.seeing import document, drawn, rendered, seen


async def _never(*_: Any) -> ProbePlan:
    await asyncio.Event().wait()
    raise AssertionError


def test_a_plan_that_comes_too_late_costs_the_buttons_and_not_the_windows() -> None:
    page = document("<h1>Bread</h1>")
    sight = rendered(page, drawn("body > h1", tag="h1"))
    assert sight.desktop is not None
    desktop = WindowRecord(
        viewport=sight.desktop,
        url=sight.url,
        html=page,
        axe=None,
        picture=b"",
        first_picture=b"",
        caveats=(),
        spent={},
    )

    async def measured(record: Observations) -> Observations:
        return record

    async def look() -> tuple[Any, Observations]:
        probing = _Probing(seen(page), _never, cast("Any", None), measured, target_s=1.0)
        used = await render._use_controls(cast("Any", None), desktop, None, probing.begin, time.monotonic())
        return used, await probing.finish(None)

    used, record = asyncio.run(look())
    assert used == ((), ("probe-failed",))
    assert record.rendered
