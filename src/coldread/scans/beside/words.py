"""Pages side by side as Markdown, which a terminal shows as well. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coldread.base.languages import Language
from coldread.scanner.report.plain import code, prose
from coldread.scans.beside.facts import say
from coldread.scans.beside.side_by_side import host_of

Told = Mapping[str, Any]

#: characters of a reason or of a page's words in a table
LONGEST_CELL = 140


def as_markdown(told: Told, lang: Language, *, heading: str = "##") -> str:
    """Three tables' worth: the pages, the answers with what was measured, and the differences in sentences."""
    return "\n".join(_table_lines(told, lang, heading)).strip() + "\n"


def _table_lines(told: Told, lang: Language, heading: str) -> Iterator[str]:
    yield from lines_of_pages_unseen(told, lang)
    if not told["answers"] and not told["measured"]:
        return
    if told["answers"]:
        yield ""
        answers = [_answer_row(row) for row in told["answers"]]
        yield from _table(say(lang, "questions"), told, answers, lang)
    yield ""
    yield from _table(say(lang, "measured"), told, [_fact_row(row, lang) for row in told["measured"]], lang)
    yield ""
    yield say(lang, "no_ranking")
    for place, page in enumerate(told["pages"][1:], 1):
        if page["state"] != "seen":
            continue
        yield f"\n{heading} {say(lang, 'differences', host=prose(host_of(page['url'])))}\n"
        yield from (f"- {line}" for line in differences(told, place, lang))


def lines_of_pages_unseen(told: Told, lang: Language) -> Iterator[str]:
    """A line for each page that has nothing to show yet, or never will."""
    for page in told["pages"]:
        if page["state"] == "pending":
            yield f"- {say(lang, 'pending', url=code(page['url']))}"
        elif page["state"] == "failed":
            yield f"- {say(lang, 'failed', url=code(page['url']), why=prose(page['why'] or ''))}"


def differences(told: Told, place: int, lang: Language) -> Iterator[str]:
    """The sentences about one of the other pages, as Markdown; at least one."""
    because = told["pages"][place]["incomparable_because"]
    if because is not None:
        yield say(lang, f"because_{because}")
        return
    mine = [one for one in told["differences"] if one["page"] == place]
    for one in mine:
        yield " ".join([prose(one["sentence"]), *_evidence_text(one["evidence"])])
    if not mine:
        yield say(lang, "no_differences" if told["answers"] else "no_findings")


def _evidence_text(evidence: list[dict[str, Any]]) -> Iterator[str]:
    places = [code(str(place["snippet"] or place["selector"])) for place in evidence]
    if places := [place for place in places if place != "``"]:
        yield f"({', '.join(places)})"


def _table(corner: str, told: Told, rows: list[list[str]], lang: Language) -> Iterator[str]:
    """Only pages that were seen."""
    seen = [number for number, page in enumerate(told["pages"]) if page["state"] == "seen"]
    heads = [say(lang, "own") if number == 0 else host_of(told["pages"][number]["url"]) for number in seen]
    yield f"| {corner} | {' | '.join(_cell(head) for head in heads)} |"
    yield "|---|" + "---|" * len(heads)
    for name, *cells in rows:
        yield f"| {_cell(name)} | {' | '.join(_cell(cells[number]) for number in seen)} |"


def _answer_row(row: Told) -> list[str]:
    return [row["title"], *(_answer_cell(answer) for answer in row["pages"])]


def _answer_cell(answer: Told | None) -> str:
    if answer is None:
        return "–"
    return str(answer["because"])


def _fact_row(row: Told, lang: Language) -> list[str]:
    name = f"{row['name']}*" if row["varies"] else row["name"]
    return [name, *(fact_cell(value, lang) for value in row["pages"])]


def fact_cell(value: str | None, lang: Language) -> str:
    return say(lang, "not_told") if value is None else value or say(lang, "none")


def _cell(text: str) -> str:
    cut = text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"
    return prose(cut)
