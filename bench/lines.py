"""Lines of Python in each package of src and tests, at a commit and now, as Markdown.

python -m bench.lines                 # now, beside the last commit
python -m bench.lines de7d828b        # now, beside that commit
python -m bench.lines de7d828b --write   # the same into docs/lines.md
"""

from __future__ import annotations

import argparse
import datetime as dt
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT / "docs/lines.md"
#: where the packages are, and the name of each column
SIDES = {"src/coldread": "src", "tests": "tests"}
#: files that are in no package
BESIDE = "(in no package)"
HEAD = """# Lines of code

Lines of Python in each package, blank lines and comments included. `python -m bench.lines {commit} --write` writes this page;
`tests/test_lines.py` asks for it again when a package comes or goes, or when the sum has moved by a twentieth.

{date}. Before: `{commit}` of {committed}.

"""

Lines = Mapping[str, Counter[str]]


def room_of(path: str, side: str) -> str:
    below = path.removeprefix(f"{side}/").split("/")
    return below[0] if len(below) > 1 else BESIDE


def _counted(files: Iterable[tuple[str, bytes]]) -> Lines:
    """Lines of each package, by side."""
    lines: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
    for path, content in files:
        for side in SIDES:
            if path.startswith(f"{side}/"):
                lines[side][room_of(path, side)] += content.count(b"\n")
    return lines


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def lines_now() -> Lines:
    """Lines of the files that git knows or would know, in their present state."""
    asked = ("ls-files", "--cached", "--others", "--exclude-standard", "--", *SIDES)
    paths = [path for path in _git(*asked).splitlines() if path.endswith(".py") and (ROOT / path).is_file()]
    return _counted((path, (ROOT / path).read_bytes()) for path in paths)


def lines_at(commit: str) -> Lines:
    listed = _git("ls-tree", "-r", "--name-only", commit, "--", *SIDES).splitlines()
    paths = [path for path in listed if path.endswith(".py")]
    asked = "".join(f"{commit}:{path}\n" for path in paths)
    done = subprocess.run(
        ["git", "cat-file", "--batch"], cwd=ROOT, input=asked.encode(), capture_output=True, check=True
    )
    return _counted(zip(paths, _contents(done.stdout), strict=True))


def _contents(batch: bytes) -> Iterable[bytes]:
    """The objects that `git cat-file --batch` wrote one after another: a line with the length, the content, a newline."""
    at = 0
    while at < len(batch):
        end = batch.index(b"\n", at)
        length = int(batch[at:end].split()[2])
        yield batch[end + 1 : end + 1 + length]
        at = end + 1 + length + 1


def table(before: Lines, now: Lines) -> list[str]:
    """The Markdown rows, the largest package first, and the sum last."""
    rooms = sorted({*now["src/coldread"], *now["tests"], *before["src/coldread"], *before["tests"]})
    rooms.sort(key=lambda room: -now["src/coldread"][room])
    columns = [(lines[side], name) for side, name in SIDES.items() for lines in (before, now)]
    heads = [f"{name} {when}" for name in SIDES.values() for when in ("before", "now")]
    rows = [[room, *(f"{counted[room]:,}" for counted, _ in columns)] for room in rooms]
    rows.append(["**sum**", *(f"**{counted.total():,}**" for counted, _ in columns)])
    return [
        f"| package | {' | '.join(heads)} |",
        f"|---|{'---:|' * len(heads)}",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit", nargs="?", default="HEAD", help="what to compare with")
    parser.add_argument("--write", action="store_true", help="write docs/lines.md")
    arguments = parser.parse_args()
    rows = "\n".join(table(lines_at(arguments.commit), lines_now()))
    if not arguments.write:
        print(rows)
        return
    commit, committed = _git("log", "-1", "--format=%h %cs", arguments.commit).split()
    date = dt.datetime.now(tz=dt.UTC).date().isoformat()
    PUBLISHED.write_text(f"{HEAD.format(commit=commit, committed=committed, date=date)}{rows}\n", "utf-8")


if __name__ == "__main__":
    main()
