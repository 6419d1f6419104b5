"""A report as Markdown once a model has read the page: its points and answers come first, and nothing of the rules' reading is left."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from coldread.base.languages import Language
from coldread.scanner.report.plain import prose
from coldread.scanner.report.shown_answers import is_read, shown_answers
from coldread.scanner.report.words import say

#: paragraphs of the report's head that were measured: title and score. The next one sums the findings up.
MEASURED_HEAD = 2
#: a section of reports before November 2026
_FORMER = ("What we understood", "Vad vi förstod")


def markdown_with_reading(text: str, notes: Mapping[str, Any], lang: Language) -> str:
    """`text`: the report by rules, in `lang`. The same if no model has read the page."""
    if not is_read(notes):
        return text
    head, *sections = re.split(r"\n(?=## )", text)
    of_rules = {f"## {title}" for title in (say(lang, "five"), *_FORMER)}
    measured = [one for one in sections if one.partition("\n")[0] not in of_rules]
    told = "\n\n".join(head.strip().split("\n\n")[:MEASURED_HEAD])
    return "\n".join([told, "", *reading_lines(notes, lang), *measured])


def reading_lines(notes: Mapping[str, Any], lang: Language) -> list[str]:
    """A model's problems in its order, its points and its five answers."""
    model = prose(str(notes.get("model") or notes.get("engine", "")))
    lines = [f"## {say(lang, 'reader_title')}", "", say(lang, "reader_lead", model=model), ""]
    for number, row in enumerate(notes.get("problems", ()), start=1):
        quotes = (row.get("quotes") or ()) if row.get("kind") != "absent" else ()
        lines.append(f"{number}. {prose(row['text'])}" + "".join(f" “{prose(one)}”" for one in quotes))
        if row.get("remedy"):
            lines.append(f"   **{say(lang, 'fix')}:** {prose(row['remedy'])}")
    if notes.get("points") is not None:
        lines += ["", say(lang, "reader_points_line", points=notes["points"])]
    lines += ["", f"## {say(lang, 'five')}", ""]
    for item in shown_answers((), notes, lang):
        quotes_of_answer = "".join(f" “{prose(one)}”" for one in item.quotes)
        lines.append(f"- **{item.question}** {item.word}. {prose(item.because)}{quotes_of_answer}")
    return [*lines, ""]
