"""Lists everything that some table lacks of another, a new language first of all: a sentence each, exit 1 where there is one.

A process of `coldread` stops at the first table that refuses to be imported. Here all modules are imported and every
refusal is noted, then the start's own check is asked.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import coldread
from coldread.base.table_checks import gather_refusals

#: run when they are imported
_RUN = ("coldread.__main__", "coldread.migrations.")


def gaps() -> list[str]:
    with gather_refusals() as refused:
        for module in pkgutil.walk_packages(coldread.__path__, "coldread."):
            if not module.name.startswith(_RUN):
                importlib.import_module(module.name)
    from coldread.startup_checks import list_gaps

    return [*dict.fromkeys(refused), *list_gaps()]


def main() -> int:
    found = gaps()
    for sentence in found:
        print(f"✗ {sentence}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
