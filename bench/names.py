"""What names and signatures alone say: random functions of the code without their bodies, for a stranger to explain.

python -m bench.names                 # prints 30 functions, the same ones each time
python -m bench.names --seed 2        # 30 others
python -m bench.names --bodies        # the same with their bodies, for the person who marks the answers
"""

from __future__ import annotations

import argparse
import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CODE = Path(__file__).parents[1] / "src" / "coldread"
#: a function shorter than this is explained by its only line
FEWEST_LINES = 5


@dataclass(frozen=True, kw_only=True)
class Hidden:
    """A function as a stranger sees it, and as it is."""

    place: str
    signature: str
    source: str


def functions_of(file: Path) -> Iterator[Hidden]:
    text = file.read_text("utf-8")
    yield from _functions(ast.parse(text), text, str(file.relative_to(CODE)), "")


def _functions(node: ast.Module | ast.ClassDef, text: str, file: str, within: str) -> Iterator[Hidden]:
    for one in node.body:
        if isinstance(one, ast.ClassDef):
            yield from _functions(one, text, file, f"{within}{one.name}.")
        elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (one.end_lineno or one.lineno) - one.lineno + 1
            if lines < FEWEST_LINES or one.name.startswith("__"):
                continue
            kind = "async def" if isinstance(one, ast.AsyncFunctionDef) else "def"
            result = f" -> {ast.unparse(one.returns)}" if one.returns else ""
            yield Hidden(
                place=f"{file}: {within}{one.name}",
                signature=f"{kind} {one.name}({ast.unparse(one.args)}){result}",
                source=ast.get_source_segment(text, one) or "",
            )


def drawn(count: int, seed: int) -> list[Hidden]:
    """Functions drawn by position in the sorted list, so that the same seed gives the same ones in one version."""
    everything = [
        one
        for file in sorted(CODE.rglob("*.py"))
        if "migrations" not in file.parts
        for one in functions_of(file)
    ]
    return random.Random(seed).sample(everything, count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bodies", action="store_true")
    arguments = parser.parse_args()
    for number, one in enumerate(drawn(arguments.count, arguments.seed), 1):
        print(f"{number:2}. {one.place}\n    {one.source if arguments.bodies else one.signature}\n")


if __name__ == "__main__":
    main()
