"""Lines of Python in each package of src and tests, at a commit and now, as Markdown.

python -m bench.lines                 # now, beside the last commit
python -m bench.lines de7d828b        # now, beside that commit
python -m bench.lines de7d828b --write   # the same into docs/lines.md
"""

from __future__ import annotations

import argparse
import datetime as dt
import fnmatch
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT / "docs/lines.md"
#: where the packages are, and the name of each column
SIDES = {"src/coldread": "src", "tests": "tests"}
#: files that are in no package
BESIDE = "(in no package)"
#: what did not exist on 2026-11-18, by the files that hold nothing else; what it added to other files is not counted
FEATURES = {
    "watched pages": (
        "*/watches/*",
        "*/watches.py",
        "*/pages/watch*.py",
        "*watches*.py",
        "*watch_events.py",
        "tests/harness/watching.py",
        "tests/pages/test_watch*.py",
    ),
    "two scans compared": (
        "*/comparison/*",
        "*/comparison*.py",
        "*/compar*",
        "*comparison.py",
        "*test_compare.py",
    ),
    "other pages beside a scan": ("*/beside/*", "*/beside.py", "*_beside.py"),
    "my orders": ("*my_orders*.py", "*/sign_in.py"),
    "part payments": ("*part_payments*.py", "*/part_money.py"),
    "payment by bank, with a QR code": ("*bank*.py", "*/qr.py"),
    "messages and letters of each step": (
        "*/buyer_message.py",
        "*/read_messages.py",
        "*/reply_to_buyer.py",
        "*/ask_buyer.py",
        "*/send_letter.py",
        "*/messages.py",
        "*_messages.py",
        "*letters_shown.py",
        "tests/orders/test_step_letters.py",
    ),
    "the console in Swedish": ("*/console_texts.py", "tests/console/test_swedish.py"),
    "what an erasure will do": ("*/privacy/preview.py",),
    "the catalogue of AI agents": ("*/ai_catalog.py",),
}
HEAD = """# Lines of code

Lines of Python in each package, blank lines and comments included. `python -m bench.lines {commit} --write` writes this page;
`tests/test_lines.py` asks for it again when a package comes or goes, or when the sum has moved by a twentieth.

{date}. Before: `{commit}` of {committed}.

"""

BETWEEN = """

Features added since 2026-11-18, counted apart: only files that hold nothing else.

"""

Lines = Mapping[str, Counter[str]]


def room_of(path: str, side: str) -> str:
    below = path.removeprefix(f"{side}/").split("/")
    return below[0] if len(below) > 1 else BESIDE


def feature_of(path: str, _side: str = "") -> str:
    """The new feature that this file holds and nothing else; empty if there is none."""
    return next(
        (name for name, globs in FEATURES.items() if any(fnmatch.fnmatch(path, one) for one in globs)), ""
    )


def _counted(files: Iterable[tuple[str, bytes]], of: Callable[[str, str], str] = room_of) -> Lines:
    """Lines of each package (or of whatever `of` says), by side."""
    lines: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
    for path, content in files:
        for side in SIDES:
            if path.startswith(f"{side}/"):
                lines[side][of(path, side)] += content.count(b"\n")
    return lines


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def lines_now(of: Callable[[str, str], str] = room_of) -> Lines:
    """Lines of the files that git knows or would know, in their present state."""
    asked = ("ls-files", "--cached", "--others", "--exclude-standard", "--", *SIDES)
    paths = [path for path in _git(*asked).splitlines() if path.endswith(".py") and (ROOT / path).is_file()]
    return _counted(((path, (ROOT / path).read_bytes()) for path in paths), of)


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


def feature_table(now: Lines) -> list[str]:
    """The Markdown rows of the new features, their sum, and what is left without them."""
    kinds = [name for name in FEATURES if any(now[side][name] for side in SIDES)]
    kinds.sort(key=lambda name: -now["src/coldread"][name])
    new = {side: sum(now[side][name] for name in kinds) for side in SIDES}
    left = {side: now[side].total() - new[side] for side in SIDES}
    return [
        f"| new feature | {' | '.join(SIDES.values())} |",
        f"|---|{'---:|' * len(SIDES)}",
        *(f"| {name} | {' | '.join(f'{now[side][name]:,}' for side in SIDES)} |" for name in kinds),
        f"| **sum** | {' | '.join(f'**{new[side]:,}**' for side in SIDES)} |",
        f"| **everything else** | {' | '.join(f'**{left[side]:,}**' for side in SIDES)} |",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit", nargs="?", default="HEAD", help="what to compare with")
    parser.add_argument("--write", action="store_true", help="write docs/lines.md")
    arguments = parser.parse_args()
    rooms = "\n".join(table(lines_at(arguments.commit), lines_now()))
    rows = f"{rooms}{BETWEEN}{chr(10).join(feature_table(lines_now(feature_of)))}"
    if not arguments.write:
        print(rows)
        return
    commit, committed = _git("log", "-1", "--format=%h %cs", arguments.commit).split()
    date = dt.datetime.now(tz=dt.UTC).date().isoformat()
    PUBLISHED.write_text(f"{HEAD.format(commit=commit, committed=committed, date=date)}{rows}\n", "utf-8")


if __name__ == "__main__":
    main()
