"""The steps of `action.yml`: scan what a pull request changes, before and after; keep one comment up to date.

`scan` reads PAGES, GOAL, AUDIENCE, FAIL_UNDER, BASE and OUT from the environment, and writes pages, SARIF, pictures and the
comment into OUT; `comment` puts that comment to the pull request. Nothing but the standard library and `coldread` is used.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MARK = "<!-- coldread -->"
MOST_PAGES = 20
NO_BROWSER = 4


@dataclass(frozen=True, kw_only=True)
class Scanned:
    page: str
    #: None where the page could not be judged
    after: dict[str, Any] | None
    #: None where it is new, or there is no base
    before: dict[str, Any] | None


def main() -> int:
    return {"scan": scan, "comment": comment}[sys.argv[1]]()


def scan() -> int:
    out = Path(os.environ["OUT"])
    out.mkdir(parents=True, exist_ok=True)
    base = os.environ.get("BASE", "")
    pages = [line.strip() for line in os.environ.get("PAGES", "").splitlines() if line.strip()] or changed(
        base
    )
    pages = pages[:MOST_PAGES]
    if not pages:
        (out / "comment.md").write_text(f"{MARK}\n### Coldread\n\nNo page was changed.\n")
        tell(code=0, pictures=0)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        earlier = worktree(base, Path(folder) / "base")
        found = [
            Scanned(
                page=page,
                after=judged(page, Path.cwd(), out / f"{name_of(page)}.png"),
                before=judged(page, earlier, None) if earlier and (earlier / page).is_file() else None,
            )
            for page in pages
        ]
        if earlier:
            git("worktree", "remove", "--force", str(earlier))
    sarif = out / "coldread.sarif"
    run("--format", "sarif", "--output", str(sarif), *pages, cwd=Path.cwd())
    least = os.environ.get("FAIL_UNDER", "").strip()
    (out / "comment.md").write_text(comment_text(found, int(least) if least else None), "utf-8")
    scores = [one.after["scores"]["overall"] for one in found if one.after]
    failed = not scores or bool(least and min(scores) < int(least))
    tell(
        code=int(failed),
        worst=min(scores, default=""),
        sarif=sarif if sarif.exists() else "",
        pictures=len(list(out.glob("*.png"))),
    )
    return 0


def changed(base: str) -> list[str]:
    """HTML files that the pull request adds or changes."""
    if not base:
        return []
    listed = git("diff", "--name-only", "--diff-filter=ACMR", f"{base}...HEAD", "--", "*.html", "*.htm")
    return [line for line in listed.splitlines() if Path(line).is_file()]


def worktree(base: str, folder: Path) -> Path | None:
    """The base as it was, in a folder of its own; None without one."""
    if not base:
        return None
    git("worktree", "add", "--detach", str(folder), base)
    return folder


def judged(page: str, cwd: Path, picture: Path | None) -> dict[str, Any] | None:
    """The answer for one page, with its picture where a browser can take one."""
    with tempfile.TemporaryDirectory() as made:
        answer = Path(made) / "answer.json"
        usual = ("--format", "json", "--output", str(answer), page)
        code = run(*usual, *(("--screenshot", str(picture)) if picture else ()), cwd=cwd)
        if picture and code == NO_BROWSER:
            run(*usual, cwd=cwd)
        found: dict[str, Any] | None = json.loads(answer.read_text("utf-8")) if answer.exists() else None
        return found


def run(*words: str, cwd: Path) -> int:
    asked = [
        "--goal",
        os.environ.get("GOAL") or "other",
        "--audience",
        os.environ.get("AUDIENCE", ""),
        "--quiet",
    ]
    command = [sys.executable, "-m", "coldread", "scan", *asked, *words]
    return subprocess.run(command, cwd=cwd, check=False).returncode  # noqa: S603


def git(*words: str) -> str:
    return subprocess.check_output(["git", *words], text=True)  # noqa: S603, S607


def name_of(page: str) -> str:
    return re.sub(r"[^\w.-]+", "-", page).strip("-.") or "page"


def tell(**outputs: object) -> None:
    """Outputs of the step, where GitHub wants them."""
    lines = "".join(f"{name}={value}\n" for name, value in outputs.items())
    if path := os.environ.get("GITHUB_OUTPUT"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(lines)
    else:
        print(lines, end="")


def comment_text(found: Sequence[Scanned], least: int | None) -> str:
    """The comment: a table before and after, the worst first, then what is new and what is gone."""
    rows = ["| Page | Before | After | First to mend |", "|---|---:|---:|---|"]
    notes = []
    for one in sorted(found, key=lambda item: item.after["scores"]["overall"] if item.after else -1):
        if one.after is None:
            rows.append(f"| {cell(one.page)} | – | not judged | |")
            continue
        after = one.after["scores"]["overall"]
        before = one.before["scores"]["overall"] if one.before else "–"
        low = " ⚠" if least is not None and after < least else ""
        new, gone = ids(one.after) - ids(one.before), ids(one.before) - ids(one.after)
        rows.append(f"| {cell(one.page)} | {before} | {after}{low} | {cell(first(one.after))} |")
        if one.before and (new or gone):
            told = [
                f"new: {', '.join(sorted(new))}" if new else "",
                f"gone: {', '.join(sorted(gone))}" if gone else "",
            ]
            notes.append(f"- {cell(one.page)}: " + "; ".join(part for part in told if part))
    return "\n".join([MARK, "### Coldread", "", *rows, "", *notes, ""])


def ids(answer: dict[str, Any] | None) -> set[str]:
    return {item["id"] for item in findings(answer)}


def findings(answer: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Every finding, the one that costs most first."""
    return list(answer["findings"]["items"]) if answer else []


def first(answer: dict[str, Any]) -> str:
    found = findings(answer)
    return str(found[0].get("title", "")) if found else "nothing"


def cell(text: str) -> str:
    """Words of a page are a stranger's: no markup, no table lines, no mentions."""
    plain = re.sub(r"[\x00-\x1f`|<>\[\]()!*_@#]", " ", text)
    return re.sub(r" +", " ", plain).strip()[:160]


def comment() -> int:
    """Put the comment to the pull request: the one of earlier runs is changed, never a second one written."""
    body = (Path(os.environ["OUT"]) / "comment.md").read_text("utf-8")
    if pictures := os.environ.get("PICTURES_URL"):
        body += f"\n[Pictures with numbered pins]({pictures})\n"
    base = os.environ.get("GITHUB_API_URL", "https://api.github.com")
    issue = f"{base}/repos/{os.environ['GITHUB_REPOSITORY']}/issues"
    number = os.environ["NUMBER"]
    ours = None
    page = 1
    while ours is None:
        listed = ask("GET", f"{issue}/{number}/comments?per_page=100&page={page}")
        ours = next((one["id"] for one in listed if one["body"].startswith(MARK)), None)
        if len(listed) < 100:
            break
        page += 1
    if ours is None:
        ask("POST", f"{issue}/{number}/comments", {"body": body})
    else:
        ask("PATCH", f"{issue}/comments/{ours}", {"body": body})
    return 0


def ask(method: str, url: str, body: dict[str, str] | None = None) -> Any:
    headers = {
        "Authorization": f"Bearer {os.environ['TOKEN']}",
        "Accept": "application/vnd.github+json",
        "Content-Type": "application/json",
    }
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data=data, method=method, headers=headers)  # noqa: S310 - GitHub's own address
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        return json.load(answer)


if __name__ == "__main__":
    sys.exit(main())
