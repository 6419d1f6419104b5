"""Installs the client's wheel into an empty environment and uses it: few packages, little space, nothing of the service.

`python scripts/try_client.py dist/coldread_client-….whl`
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

BIN = Path(sys.prefix) / "bin"
MOST_PACKAGES, MOST_BYTES = 10, 10_000_000
USE = """
from coldread_client import Client, CouldNotReach, TempoWallet, verify_webhook
try:
    Client("http://127.0.0.1:9", timeout_s=1, max_retries=0).get_order("INV-7Hq2mXpR")
except CouldNotReach as reason:
    print("says so:", reason)
"""


def main() -> int:
    wheel = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        python = folder / "venv" / "bin" / "python"
        _run(BIN / "uv", "venv", "--quiet", "--python", sys.executable, folder / "venv")
        _run(BIN / "uv", "pip", "install", "--quiet", "--python", python, wheel)
        listed = json.loads(_run(BIN / "uv", "pip", "list", "--python", python, "--format", "json"))
        (packed,) = (folder / "venv" / "lib").glob("python*/site-packages")
        size = sum(path.stat().st_size for path in packed.rglob("*") if path.is_file())
        assert "says so" in _run(python, "-c", USE)
    print(f"{wheel.name}: {len(listed)} packages, {size / 1e6:.1f} MB, used alone")
    return 0 if len(listed) <= MOST_PACKAGES and size <= MOST_BYTES else 1


def _run(*command: str | Path) -> str:
    return subprocess.check_output(command, text=True)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
