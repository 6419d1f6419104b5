"""Installs a wheel where nothing else is, and runs it: everything that the package needs must be inside.

`python scripts/try_wheel.py dist/coldread_server-….whl`: the files of src/coldread are counted in the wheel; then it says its
version, makes a database and judges a page, from a folder that is not this repository.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BIN = Path(sys.prefix) / "bin"
PAGE = "<!doctype html><html lang=en><title>Bread</title><h1>Bread for cafés</h1><a href=/>Book a call</a></html>"


def missing(wheel: Path) -> set[str]:
    """Tracked files of the package that the wheel lacks."""
    listed = subprocess.check_output(["git", "ls-files", "src"], cwd=ROOT, text=True)  # noqa: S607
    tracked = {line.removeprefix("src/") for line in listed.splitlines()}
    with zipfile.ZipFile(wheel) as packed:
        return tracked - set(packed.namelist())


def try_out(wheel: Path, folder: Path) -> None:
    """Raises where a command fails."""
    (folder / "page.html").write_text(PAGE)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("COLDREAD_")}
    clean = {**clean, "VIRTUAL_ENV": str(folder / "venv"), "COLDREAD_DATA_DIR": str(folder / "data")}

    def run(*command: str | Path) -> str:
        return subprocess.check_output(command, cwd=folder, env=clean, text=True)  # noqa: S603

    install = (BIN / "uv", "pip", "install", "--quiet")
    run(BIN / "uv", "venv", "--quiet", "--python", sys.executable, "venv")
    run(*install, "--require-hashes", "-r", ROOT / "requirements.lock")
    run(*install, "--no-deps", wheel)
    coldread = folder / "venv" / "bin" / "coldread"
    version = wheel.name.split("-")[1]
    assert run(coldread, "--version").strip() == f"coldread {version}"
    run(coldread, "migrate")
    judged = json.loads(run(coldread, "scan", "page.html", "--no-browser", "--quiet", "--format", "json"))
    print(f"{wheel.name}: installed alone, it migrates and scores a page with {judged['scores']['overall']}")


def main() -> int:
    wheel = Path(sys.argv[1]).resolve()
    if lost := missing(wheel):
        print(f"{wheel.name} lacks {len(lost)} files of src:", *sorted(lost), sep="\n  ", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        try_out(wheel, Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
