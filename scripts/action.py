"""The steps of `action.yml`: scan what a pull request changes, before and after; keep one comment up to date.

`scan` reads PAGES, BASELINE, GOAL, AUDIENCE, FAIL_UNDER, BASE and OUT from the environment, and writes pages, SARIF, pictures and
the comment into OUT; `comment` puts that comment to the pull request. Nothing but the standard library and `coldread` is used.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MARK = "<!-- coldread -->"
MOST_PAGES = 20
MOST_COMMENT_PAGES = 30
NO_BROWSER = 4
#: sections of a comparison that the comment shows, and how many lines of each
TOLD = ("new", "fixed", "changes")
MOST_LINES = 10


@dataclass(frozen=True, kw_only=True)
class Scanned:
    page: str
    #: None if the page could not be judged
    after: dict[str, Any] | None
    #: None if it is new, or there is no base
    before: dict[str, Any] | None


def main() -> int:
    return {"scan": scan, "comment": comment}[sys.argv[1]]()


def scan() -> int:
    out = Path(os.environ["OUT"])
    out.mkdir(parents=True, exist_ok=True)
    asked = os.environ.get("BASE", "")
    base = asked if asked and is_here(asked) else ""
    lost = bool(asked) and not base
    if lost:
        warn(
            "The pull request's base could not be had, so nothing is compared; name `pages`, or check out with fetch-depth: 0."
        )
    pages = [line.strip() for line in os.environ.get("PAGES", "").splitlines() if line.strip()] or changed(
        base
    )
    pages = pages[:MOST_PAGES]
    compared_with = baselines(pages)
    if not pages:
        said = "What the pull request changes could not be told." if lost else "No page was changed."
        (out / "comment.md").write_text(f"{MARK}\n### Coldread\n\n{said}\n")
        tell(code=0, pictures=0)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        earlier = worktree(base, Path(folder) / "base")
        found = [
            Scanned(
                page=page,
                after=judged(page, Path.cwd(), out / f"{name_of(page)}.png"),
                before=before_of(page, compared_with.get(page, ""), earlier),
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


def baselines(pages: Sequence[str]) -> dict[str, str]:
    """What a page is compared with, where somebody named it: the first line of BASELINE is for the first page."""
    lines = [line.strip() for line in os.environ.get("BASELINE", "").splitlines()]
    named = {page: line for page, line in zip(pages, lines, strict=False) if line}
    if len([line for line in lines if line]) > len(named):
        warn("`baseline` has more lines than `pages`; the others are not used.")
    return named


def before_of(page: str, baseline: str, earlier: Path | None) -> dict[str, Any] | None:
    """The page as it was: a stored answer, another address, or the same file of the base."""
    if baseline.endswith(".json") and "://" not in baseline:
        return stored(Path(baseline))
    if baseline:
        return judged(baseline, Path.cwd(), None)
    return judged(page, earlier, None) if earlier and (earlier / page).is_file() else None


def stored(path: Path) -> dict[str, Any] | None:
    """An answer of `coldread scan --format json`; None with a warning where it is none."""
    try:
        answer = json.loads(path.read_text("utf-8"))
        if isinstance(answer["findings"]["items"], list) and "overall" in answer["scores"]:
            return dict(answer)
    except (OSError, ValueError, LookupError, TypeError):
        pass
    warn(f"{path} is no answer of `coldread scan --format json`, so nothing is compared with it.")
    return None


def changed(base: str) -> list[str]:
    """HTML files that the pull request adds or changes."""
    if not base:
        return []
    # without a common ancestor (a shallow clone of the merge commit) the base is what HEAD was merged into
    between = f"{base}...HEAD" if succeeds("merge-base", base, "HEAD") else f"{base}..HEAD"
    listed = git("diff", "--name-only", "--diff-filter=ACMR", between, "--", "*.html", "*.htm")
    return [line for line in listed.splitlines() if Path(line).is_file()]


def is_here(commit: str) -> bool:
    """Whether the commit can be read; a shallow clone fetches it, and no more of the history."""
    known = ("cat-file", "-e", f"{commit}^{{commit}}")
    return succeeds(*known) or (
        succeeds("fetch", "--quiet", "--no-tags", "--depth=1", "origin", commit) and succeeds(*known)
    )


def worktree(base: str, folder: Path) -> Path | None:
    """The base as it was, in a folder of its own; None without one."""
    if not base:
        return None
    git("worktree", "add", "--detach", str(folder), base)
    return folder


def judged(page: str, cwd: Path, picture: Path | None) -> dict[str, Any] | None:
    """The answer for one page, with its picture where a browser can take one; without a picture it is the page of before."""
    with tempfile.TemporaryDirectory() as made:
        answer = Path(made) / "answer.json"
        usual = ("--format", "json", "--output", str(answer), page)
        shot = ("--screenshot", str(picture)) if picture else ()
        code = run(*usual, *shot, cwd=cwd, annotates=picture is not None)
        if picture and code == NO_BROWSER:
            run(*usual, cwd=cwd)
        found: dict[str, Any] | None = json.loads(answer.read_text("utf-8")) if answer.exists() else None
        return found


def run(*words: str, cwd: Path, annotates: bool = True) -> int:
    """`annotates`: GitHub shows the findings beside the change; those of the base are no part of it."""
    asked = [
        "--goal",
        os.environ.get("GOAL") or "other",
        "--audience",
        os.environ.get("AUDIENCE", ""),
        "--quiet",
    ]
    command = [sys.executable, "-m", "coldread", "scan", *asked, *words]
    environ = {name: value for name, value in os.environ.items() if annotates or name != "GITHUB_ACTIONS"}
    return subprocess.run(command, cwd=cwd, env=environ, check=False).returncode  # noqa: S603


def git(*words: str) -> str:
    return subprocess.check_output(["git", *words], text=True)  # noqa: S603, S607


def succeeds(*words: str) -> bool:
    done = subprocess.run(["git", *words], capture_output=True, check=False, timeout=120)  # noqa: S603, S607
    return done.returncode == 0


def warn(text: str) -> None:
    """A line that GitHub shows at the job; the build goes on."""
    print(f"::warning title=Coldread::{text}")


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
    rows = ["| Page | Before | After | Fix first |", "|---|---:|---:|---|"]
    notes = []
    for one in sorted(found, key=lambda item: item.after["scores"]["overall"] if item.after else -1):
        if one.after is None:
            rows.append(f"| {cell(one.page)} | – | not judged | |")
            continue
        after = one.after["scores"]["overall"]
        before = one.before["scores"]["overall"] if one.before else "–"
        low = " ⚠" if least is not None and after < least else ""
        rows.append(f"| {cell(one.page)} | {before} | {after}{low} | {cell(first(one.after))} |")
        if one.before:
            notes += changes(one.page, one.before, one.after)
    return "\n".join([MARK, "### Coldread", "", *rows, "", *notes, ""])


def changes(page: str, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What is new and what is fixed, as `coldread compare` tells it: with its places, and only where the two can be compared."""
    from coldread.base.languages import Language
    from coldread.scans.comparison.page_state import page_state
    from coldread.scans.comparison.pages import compare_pages
    from coldread.scans.comparison.words import outcome_line, sections

    told = compare_pages(page_state(before), page_state(after))
    if told["outcome"] == "nothing_changed":
        return []
    lines = [f"**{cell(page)}**: {outcome_line(told, Language.EN)}", ""]
    for section in sections(told, Language.EN):
        if section.name in TOLD:
            lines += [f"- {section.title}: {cell(line)}" for line in section.lines[:MOST_LINES]]
            more = len(section.lines) - MOST_LINES
            lines += [f"- {section.title}: and {more} more"] if more > 0 else []
    return [*lines, ""]


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
    """Put the comment to the pull request. What hinders that is no fault of the page: a warning, and the job's summary has it."""
    body = (Path(os.environ["OUT"]) / "comment.md").read_text("utf-8")
    if pictures := os.environ.get("PICTURES_URL"):
        body += f"\n[Pictures with numbered pins]({pictures})\n"
    try:
        put(body)
    except (NotWritten, OSError, ValueError, LookupError, TypeError) as reason:
        warn(f"The comment was not written: {reason}. It stands in the summary of this job.")
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            with Path(summary).open("a", encoding="utf-8") as file:
                file.write(body)
        else:
            print(body)
    return 0


class NotWritten(Exception):
    """The comment could not be put to the pull request, and why."""


def put(body: str) -> None:
    """The comment of earlier runs is changed, never a second one written; of two that were written at once one stays."""
    for known in ours():
        if refusal(known, body) is None:
            return
    made = ask("POST", f"{issues()}/{os.environ['NUMBER']}/comments", {"body": body})["id"]
    first, *others = sorted([*ours(), made])
    if first == made:
        return
    # another job was first: its comment gets our words, and ours goes
    if refusal(first, body) is None:
        for other in {made, *others} - {first}:
            with contextlib.suppress(NotWritten):
                ask("DELETE", f"{issues()}/comments/{other}")


def refusal(known: int, body: str) -> NotWritten | None:
    """None once the comment says this; a comment that looks like ours may be somebody else's."""
    try:
        ask("PATCH", f"{issues()}/comments/{known}", {"body": body})
    except NotWritten as reason:
        return reason
    return None


def ours() -> list[int]:
    """Comments that begin as ours do, the oldest first."""
    found: list[int] = []
    for page in range(1, MOST_COMMENT_PAGES):
        listed = ask("GET", f"{issues()}/{os.environ['NUMBER']}/comments?per_page=100&page={page}")
        found += [int(one["id"]) for one in listed if str(one.get("body") or "").startswith(MARK)]
        if len(listed) < 100:
            break
    return sorted(found)


def issues() -> str:
    base = os.environ.get("GITHUB_API_URL", "https://api.github.com")
    return f"{base}/repos/{os.environ['GITHUB_REPOSITORY']}/issues"


def ask(method: str, url: str, body: dict[str, str] | None = None) -> Any:
    if not os.environ.get("TOKEN"):
        raise NotWritten("there is no token")
    headers = {
        "Authorization": f"Bearer {os.environ['TOKEN']}",
        "Accept": "application/vnd.github+json",
        "Content-Type": "application/json",
    }
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data=data, method=method, headers=headers)  # noqa: S310 - GitHub's own address
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            told = answer.read()
            return json.loads(told) if told else None
    except urllib.error.HTTPError as refused:
        raise NotWritten(f"{method} was answered with {refused.code}") from None


if __name__ == "__main__":
    sys.exit(main())
