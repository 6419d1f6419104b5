"""Lighthouse's verdicts on a page, from one long-lived process; verdicts on the same bytes are cached."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coldread.scanner.visit.render.chromium import find_browser

NODE = Path(__file__).parents[1] / "node"
REMEMBERED = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "coldread-bench" / "lighthouse"
FORMS = ("desktop", "mobile")
PATIENCE = 90.0

#: per audit `{"score", "value"}`
Verdicts = dict[str, dict[str, Any]]


@dataclass
class Lighthouse:
    """Asked for one page after the other."""

    process: asyncio.subprocess.Process
    salt: bytes

    async def verdicts(self, url: str, html: str, folder: Path) -> dict[str, Verdicts]:
        """Of both windows."""
        return {form: await self._of(form, url, html, folder) for form in FORMS}

    async def _of(self, form: str, url: str, html: str, folder: Path) -> Verdicts:
        seen = b"\0".join((self.salt, form.encode(), folder.name.encode(), html.encode()))
        kept = REMEMBERED / f"{hashlib.sha256(seen).hexdigest()}.json"
        if not kept.exists():
            told = await self._ask(url, form)
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(told, "utf-8")
        found: Verdicts = json.loads(kept.read_text("utf-8"))
        return found

    async def _ask(self, url: str, form: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"url": url, "form": form}).encode() + b"\n")
        async with asyncio.timeout(PATIENCE):
            line = (await self.process.stdout.readline()).decode()
        if not line or "error" in json.loads(line):
            raise SystemExit(f"lighthouse has no verdict on {url}: {line[:300]}")
        return line


@asynccontextmanager
async def a_lighthouse() -> AsyncIterator[Lighthouse]:
    """From bench/node, where `npm ci --ignore-scripts` put it."""
    if not (NODE / "node_modules" / "lighthouse").is_dir():
        raise SystemExit("run `npm ci --ignore-scripts` in bench/node first")
    binaries = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "CHROME_PATH": find_browser(), "PATH": binaries}
    process = await asyncio.create_subprocess_exec(
        "node", "judge.mjs", cwd=NODE, env=environment,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**24,
    )  # fmt: skip
    salt = (NODE / "judge.mjs").read_bytes() + (NODE / "package-lock.json").read_bytes()
    try:
        yield Lighthouse(process, hashlib.sha256(salt).digest())
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(10):
                await process.wait()
        except TimeoutError:
            process.kill()
