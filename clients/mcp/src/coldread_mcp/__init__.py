"""`coldread-mcp`: the command `coldread mcp` under a name that `uvx` and `pipx` find."""

from __future__ import annotations

import sys


def main() -> None:
    from coldread.cli.main import main as coldread

    sys.argv[1:1] = ["mcp"]
    coldread()
