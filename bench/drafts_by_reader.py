"""`python -m bench.drafts_by_reader ask | look | take OUT`: drafts of pages, written by hand by somebody who plays the model.

`ask` scans each page of a set and writes the whole request as a model gets it (`request.md`, its pictures, `schema.json`), and the
work sheet without a model (`sheet.md`). `take` checks each `answer.json` with the service's own code and writes `draft.md`,
`diff.patch` and `dropped.json`. `look` writes the editor's request for each answer into `look/`; `take` then uses that answer as
the service does. `order.json` beside them has the order's words (wish, audience, trouble, constraints).
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic import ValidationError

from bench.by_hand import lay_out_request
from coldread.base import settings as settings_of
from coldread.base.clock import Clock
from coldread.base.languages import Language
from coldread.cli.draft import scan_all
from coldread.cli.scanning.local_site import serve_folder
from coldread.drafts.assignment import Assignment
from coldread.drafts.case import Case
from coldread.drafts.model_draft.draft_ask import answer_json, draft_prompt, look_prompt
from coldread.drafts.model_draft.draft_material import draft_material
from coldread.drafts.model_draft.draft_shape import PageDraft
from coldread.drafts.model_draft.draft_words import AcceptedDraft
from coldread.drafts.prepare import DraftTask, task_json
from coldread.drafts.source_edits.text_edits import apply_text_edits
from coldread.drafts.write import accepted_of, better_draft, case_of, proposed_of, write
from coldread.orders.rules.expiry import FINAL_WITHIN
from coldread.reader.material import new_prefix
from coldread.reader.tiles import ShownPicture, shown_pictures
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.patch.source import read_source

#: a set that nobody reads before its time
SEALED = "test"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.drafts_by_reader", description=__doc__)
    parser.add_argument("act", choices=("ask", "look", "take"))
    parser.add_argument("out", type=Path)
    parser.add_argument(
        "--pages", type=Path, default=Path(".pages"), help="folder with index-*.jsonl and sites/"
    )
    parser.add_argument("--set", default="drafts", dest="of_set", help="which set of the index")
    parser.add_argument("--only", action="append", default=[], help="an id; may be said again")
    parser.add_argument("--again", action="store_true", help="ask also where a request is laid out already")
    asked = parser.parse_args()
    if asked.of_set == SEALED:
        sys.exit("that set is not opened here")
    if asked.act == "ask":
        for row in _rows(asked.pages, asked.of_set, asked.only):
            _lay_out(row, asked.pages, asked.out / row["id"], again=asked.again)
        return
    for folder in sorted(one.parent for one in asked.out.glob("*/answer.json")):
        if asked.only and folder.name not in asked.only:
            continue
        print(folder.name, _lay_out_look(folder) if asked.act == "look" else _take(folder), flush=True)


def _rows(pages: Path, of_set: str, only: list[str]) -> Iterator[dict[str, Any]]:
    for index in sorted(pages.glob("index-*.jsonl")):
        for line in index.read_text("utf-8").splitlines():
            row: dict[str, Any] = json.loads(line) if line.strip() else {}
            if row.get("set") == of_set and (not only or row["id"] in only):
                yield row


def _lay_out(row: dict[str, Any], pages: Path, into: Path, *, again: bool) -> None:
    """One page; one that was laid out with another order is laid out again."""
    into.mkdir(parents=True, exist_ok=True)
    order = _order(into)
    kept = into / "seen.json"
    if kept.exists() and not again:
        seen = json.loads(kept.read_text("utf-8"))
        if seen["order"] == order:
            print(row["id"], "is there", flush=True)
            return
    value, pictures = asyncio.run(_seen(row, pages, order))
    case = case_of(value)
    (into / "sheet.md").write_text(write(case, value["sources"], None).spec_md, "utf-8")
    told = draft_material(case)
    if told is None:
        print(row["id"], "could not be seen:", case.unreachable, flush=True)
        return
    prefix, shown = new_prefix(told.material), shown_pictures(pictures)
    prompt = draft_prompt(told, shown, prefix)
    lay_out_request(into, prompt, shown, PageDraft)
    named = {"prefix": prefix, "shown": [{**dataclasses.asdict(one), "content": None} for one in shown]}
    kept.write_text(json.dumps({"order": order, "value": value, **named}, ensure_ascii=False), "utf-8")
    print(
        row["id"],
        len(prompt.instructions) + len(prompt.material),
        "characters",
        len(shown),
        "pictures",
        flush=True,
    )


def _order(folder: Path) -> dict[str, str]:
    file = folder / "order.json"
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


async def _seen(
    row: dict[str, Any], pages: Path, order: dict[str, str]
) -> tuple[dict[str, Any], dict[str, bytes]]:
    root = pages / "sites" / row["id"] / row.get("root", "")
    page = row.get("page") or "index.html"
    source = (root / page).read_bytes().decode("utf-8", "surrogateescape")
    with serve_folder(root) as origin:
        url = f"{origin}/{quote(page)}"
        asked = Assignment(
            order_id="",
            url=url,
            goal=order.get("wish", ""),
            audience=order.get("audience") or row.get("audience") or "",
            primary_goal=PrimaryGoal(order.get("goal") or row["goal"]),
            constraints=order.get("constraints", ""),
            pain_point=order.get("trouble", ""),
            lang=Language(order.get("language") or row["language"]),
            final_by=Clock().now() + FINAL_WITHIN,
        )
        task = DraftTask(assignment=asked, sources={} if "\0" in source else {"html": source})
        public = _public_address(root, row["id"], source, "" if page == "index.html" else page)
        seen = await scan_all(task, {url: public}, settings_of.read({}))
    sight = seen.sights[0]
    today = sight.report.seen.seen_on if sight.report is not None else ""
    value = {**task_json(seen.task, seen.sights, today), "linked": seen.linked}
    if public.startswith(f"https://{row['id']}.example/"):
        _say_nothing_of_its_address(value["sights"][0])
    return value, dict(sight.scanned.pictures) if sight.scanned is not None else {}


def _public_address(root: Path, name: str, source: str, page: str) -> str:
    """The address that the page itself names, else a name that nobody can have."""
    named = root / "CNAME"
    if named.is_file() and (host := named.read_text("utf-8").strip()):
        return f"https://{host}/{page}"
    link = next((one[0] for one in _LINK.finditer(source) if "canonical" in one[0]), "")
    met = _HREF.search(link)
    return met[1] if met is not None else f"https://{name}.example/{page}"


def _say_nothing_of_its_address(sight: dict[str, Any]) -> None:
    """The name is ours: no patch and no finding is about it."""
    if sight["record"] is not None:
        sight["record"] = json.dumps({**json.loads(sight["record"]), "allow_listed": True})


_LINK, _HREF = (
    re.compile(r"<link\s[^>]{0,400}>", re.IGNORECASE),
    re.compile(r"href=[\"'](https://[^\"'\s]{3,200})"),
)


def _lay_out_look(folder: Path) -> str:
    seen, into = json.loads((folder / "seen.json").read_text("utf-8")), folder / "look"
    shown, case = _shown(seen), case_of(seen["value"])
    said = answer_json(
        PageDraft.model_validate_json((folder / "answer.json").read_bytes()), shown, seen["prefix"]
    )
    told, kept = draft_material(case), accepted_of(case, said)
    if told is None or kept is None:
        return "could not be seen"
    into.mkdir(exist_ok=True)
    prompt = look_prompt(told, shown, said, kept.lost)
    (into / "request.md").write_text(f"{prompt.instructions}\n\n{prompt.material}\n", "utf-8")
    (into / "schema.json").write_text((folder / "schema.json").read_text("utf-8"), "utf-8")
    return f"{len(kept.lost)} dropped"


def _shown(seen: dict[str, Any]) -> list[ShownPicture]:
    return [ShownPicture(**{**one, "content": b""}) for one in seen["shown"]]


def _answer(file: Path, seen: dict[str, Any]) -> dict[str, Any] | None:
    """As the service holds it; raises ValidationError."""
    if not file.exists():
        return None
    return answer_json(PageDraft.model_validate_json(file.read_bytes()), _shown(seen), seen["prefix"])


def _take(folder: Path) -> str:
    seen = json.loads((folder / "seen.json").read_text("utf-8"))
    try:
        first = _answer(folder / "answer.json", seen)
        again = _answer(folder / "look" / "answer.json", seen)
    except ValidationError as error:
        (folder / "dropped.json").write_text(json.dumps({"wrong_shape": str(error)}), "utf-8")
        return f"wrong shape: {error.error_count()} faults"
    value, case = seen["value"], case_of(seen["value"])
    written = write(case, value["sources"], first, again)
    (folder / "draft.md").write_text(written.spec_md, "utf-8")
    (folder / "diff.patch").write_bytes(written.diff_bytes)
    told = {"dropped": written.dropped, "lost": written.lost, "is_worded": written.is_worded}
    told["not_in_diff"] = _refused(
        case, value["sources"], better_draft(accepted_of(case, first), accepted_of(case, again))
    )
    (folder / "dropped.json").write_text(json.dumps(told, ensure_ascii=False, indent=1), "utf-8")
    return (
        f"{'worded' if written.is_worded else 'too little, a sheet'}; dropped {sum(written.dropped.values())}"
    )


def _refused(case: Case, sources: dict[str, str], kept: AcceptedDraft | None) -> dict[str, str]:
    """Text edits that are not in the diff, each with the reason."""
    proposed, read = proposed_of(case, kept), read_source(sources.get("html", ""))
    if proposed is None or read is None:
        return {}
    held = apply_text_edits(read.text, proposed.edits, "html", proposed.numbers)
    return {proposed.edits[number].was: why for number, why in held.refused.items()}


if __name__ == "__main__":
    main()
