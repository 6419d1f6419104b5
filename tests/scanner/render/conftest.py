"""One browser for all tests of this folder that a worker runs."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator

import pytest

from coldread.scanner.visit.browsers import NAMES
from coldread.scanner.visit.render.renderer import Renderer
from tests.harness.patience import SCAN_S

from .studio import Studio


@pytest.fixture(scope="session")
def studio() -> Iterator[Studio]:
    if not any(map(shutil.which, NAMES)):
        pytest.fail("these tests need Chromium: apt-get install chromium")
    with asyncio.Runner() as runner:

        async def a_renderer() -> Renderer:
            return Renderer(no_sandbox_permitted=True, deadline_s=SCAN_S)

        renderer = runner.run(a_renderer())
        runner.run(renderer.warm_up())
        yield Studio(runner, renderer)
        runner.run(renderer.close())
