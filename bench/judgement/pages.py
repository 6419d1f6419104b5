"""The labelled pages: where each comes from, what its owner wants from it, and which split it belongs to.

The repository stores references and labels, never the pages. `python -m bench.judgement collect` gets the pages from a
folder of git directories. All pages of an owner are in one split.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal

Split = Literal[
    "train",
    "tune",
    "first_test",
    "second_test",
    "third_test",
    "fourth_test",
    "fifth_test",
    "sixth_test",
    "seventh_test",
    "eighth_test",
    "test",
]
#: splits whose figures are known: what there is to train on, measured by leaving each page out; `test` is for pages nobody has seen
SPENT: tuple[Split, ...] = tuple(split for split in get_args(Split) if split != "test")
#: what was gathered and read at one time
COLLECTIONS: tuple[frozenset[Split], ...] = (
    frozenset({"train", "tune", "first_test"}),
    frozenset({"second_test"}),
    frozenset({"third_test"}),
    frozenset({"fourth_test"}),
    frozenset({"fifth_test"}),
    frozenset({"sixth_test"}),
    frozenset({"seventh_test"}),
    frozenset({"eighth_test"}),
)
HERE = Path(__file__).parent
LIST = HERE / "pages.json"
#: owners whose lower-case name hashes to these are a reserve that nobody looks at
RESERVED = "0123"


@dataclass(frozen=True, kw_only=True)
class LabelledPage:
    """One page and what is wanted of it."""

    id: str
    #: owner/name@commit
    repository: str
    #: folder of the repository that is the site's root; empty: its own
    root: str
    #: path of the page below the root
    page: str
    language: Language
    goal: PrimaryGoal
    split: Split

    @property
    def owner(self) -> str:
        return self.repository.partition("/")[0]

    @property
    def brief(self) -> Brief:
        return Brief(goal=self.goal, lang=self.language)

    def folder(self, sites: Path) -> Path:
        """Where the page's site lies below `sites`."""
        return sites / self.id / "site"


@dataclass(frozen=True, kw_only=True)
class GatheredPage:
    """A page that nobody has labelled: one line of an index (JSON lines) beside a folder of sites."""

    id: str
    root: str
    page: str
    brief: Brief

    def folder(self, sites: Path) -> Path:
        return sites / self.id / self.root


def gathered_pages(index: Path, wanted_set: str) -> list[GatheredPage]:
    """The pages of one set; the others are not touched."""
    rows = [json.loads(line) for line in index.read_text("utf-8").splitlines() if line.strip()]
    return [
        GatheredPage(
            id=row["id"],
            root=row["root"],
            page=row["page"],
            brief=Brief(
                goal=PrimaryGoal(row["goal"]),
                lang=Language(row["language"]),
                audience=row.get("audience", ""),
            ),
        )
        for row in rows
        if row["set"] == wanted_set and not is_reserved(row["owner"])
    ]


def labelled_pages(split: Split | None = None) -> list[LabelledPage]:
    rows = json.loads(LIST.read_text("utf-8"))
    pages = [
        LabelledPage(**{**row, "language": Language(row["language"]), "goal": PrimaryGoal(row["goal"])})
        for row in rows
    ]
    reserved = [page.id for page in pages if is_reserved(page.owner)]
    if reserved:
        raise ValueError(f"of owners that nobody looks at: {', '.join(reserved)}")
    return [page for page in pages if split is None or page.split == split]


def is_reserved(owner: str) -> bool:
    return hashlib.sha256(owner.lower().encode()).hexdigest()[0] in RESERVED


def lay_out(page: LabelledPage, mirrors: Path, into: Path) -> bool:
    """The page's site from a git directory `owner+name` below `mirrors`; False where it is not there."""
    name, _, commit = page.repository.partition("@")
    found = [path.parent for path in (mirrors / name.replace("/", "+")).rglob("HEAD") if path.is_file()]
    if not found:
        return False
    target = into / page.id / "site"
    target.mkdir(parents=True, exist_ok=True)
    tree = f"{commit}:{page.root}" if page.root else commit
    packed = subprocess.run(
        ["git", f"--git-dir={found[0]}", "archive", "--format=tar", tree], capture_output=True, check=False
    )
    if packed.returncode:
        return False
    subprocess.run(["tar", "-x", "-C", str(target)], input=packed.stdout, check=True)
    return True
