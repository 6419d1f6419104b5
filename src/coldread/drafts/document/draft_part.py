"""A model's draft as markdown: what its owner reads and forwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Any

from coldread.drafts.case import Case
from coldread.drafts.draft_texts import quoted, say
from coldread.drafts.gap_marks import MARK, mark_gaps, mark_gaps_outside_quotes
from coldread.drafts.model_draft.draft_words import AcceptedDraft
from coldread.scanner.judge.answers.questions import TITLES, Question
from coldread.scanner.report.plain import code, prose

#: characters of the page's words that are quoted
LONGEST_QUOTE, LONGEST_PLACE = 160, 90


def draft_part(case: Case, worded: AcceptedDraft) -> list[str]:
    """Gaps are explained if there is one."""
    lines = list(_draft_lines(case, worded))
    at = lines.index("", 2)
    told = ["", say(case.lang, "worded.marks")] if any(MARK.search(line) for line in lines) else []
    return [*lines[:at], *told, *lines[at:]]


def _draft_lines(case: Case, worded: AcceptedDraft) -> Iterator[str]:
    lang = case.lang
    yield from _section(say(lang, "draft.short"), list(_summary_lines(case, worded)))
    yield from _section(say(lang, "worded.keep"), [f"- {_model_prose(one)}" for one in worded.keep])
    yield from _section(say(lang, "worded.problems"), list(_problem_lines(case, worded)))
    yield from _section(say(lang, "worded.screens"), list(_screen_lines(case, worded)))
    yield from _section(say(lang, "worded.texts"), list(_lines_of_proposed_texts(case, worded)))
    yield from _section(say(lang, "worded.edits"), list(_edit_lines(case, worded)))
    yield from _section(say(lang, "sheet.answers"), list(_answer_lines(case, worded)))
    yield from _section(say(lang, "sheet.questions"), [f"- {_model_prose(one)}" for one in worded.questions])
    yield from _section(say(lang, "worded.checks"), [f"- {_model_prose(one)}" for one in worded.checks])


def _model_prose(text: str) -> str:
    """A model's sentence about the page: its gaps carry our mark, and nothing in it is markdown."""
    return prose(mark_gaps_outside_quotes(text))


def _proposed_words(text: str) -> str:
    """Words for the page: every bracket is a gap."""
    return prose(mark_gaps(text))


def _section(heading: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield from (f"## {heading}", "", *lines, "")


def _summary_lines(case: Case, worded: AcceptedDraft) -> Iterator[str]:
    yield _model_prose(worded.summary)
    if worded.trouble:
        told = quoted(case.assignment.pain_point, case.lang) if case.assignment.pain_point else ""
        label = f"**{say(case.lang, 'worded.you_told')}** {told} " if told else ""
        yield from ("", f"{label}{_model_prose(worded.trouble)}")


def _problem_lines(case: Case, worded: AcceptedDraft) -> Iterator[str]:
    for number, one in enumerate(worded.problems, 1):
        yield f"{number}. **{_model_prose(one['text'])}**"
        told = f"{_model_prose(one['remedy'])} " if one["remedy"] else ""
        yield f"   {told}{_evidence_note(case, one)}".rstrip()
        yield ""


def _evidence_note(case: Case, one: dict[str, Any]) -> str:
    """The words or the place that it is about."""
    told = [
        quoted(words[:LONGEST_QUOTE], case.lang) for words in one["quotes"][:2] if one["kind"] != "absent"
    ]
    region = one.get("region")
    if region:
        told.append(say(case.lang, f"worded.in_picture_{region['picture']}"))
    if one.get("measured"):
        told.append(code(one["measured"]))
    return f"*({' · '.join(told)})*" if told else ""


def _screen_lines(case: Case, worded: AcceptedDraft) -> Iterator[str]:
    lang = case.lang
    for letter, one in zip(ascii_uppercase, worded.screens, strict=False):
        yield from (f"### {say(lang, 'version.title', letter=letter)}", "")
        rows = {
            "headline": one.headline,
            "subhead": one.line,
            "button": one.button,
            "below": one.under_button,
        }
        yield from (
            f"- **{say(lang, f'version.{name}')}** {_proposed_words(text)}"
            for name, text in rows.items()
            if text
        )
        yield from ("", _model_prose(one.because), "") if one.because else ("",)


def _lines_of_proposed_texts(case: Case, worded: AcceptedDraft) -> Iterator[str]:
    lang = case.lang
    for one in worded.texts:
        after = quoted(_shortened_place(one.after), lang) if one.where == "page" else _model_prose(one.after)
        key = f"worded.where_{one.where}" if one.after else f"worded.where_{one.where}_bare"
        yield from (say(lang, key, after=after) if one.after else say(lang, key), "")
        if one.heading:
            yield from (f"> **{_proposed_words(one.heading)}**", ">")
        yield from (f"> {_proposed_words(one.text)}", "")


def _shortened_place(text: str) -> str:
    if len(text) <= LONGEST_PLACE:
        return text
    return f"{text[:LONGEST_PLACE].rpartition(' ')[0] or text[:LONGEST_PLACE]}…"


def _edit_lines(case: Case, worded: AcceptedDraft) -> Iterator[str]:
    lang = case.lang
    made = {(edit.was, edit.new) for source_patch in case.source_patches for edit in source_patch.edits}
    if worded.edits:
        yield from (say(lang, "worded.edits_intro"), "")
    for one in worded.edits:
        where = say(lang, "change.in_diff" if (one.was, one.new) in made else "change.by_hand")
        why = f" {_model_prose(one.why)}" if one.why else ""
        yield f"- {quoted(one.was, lang)} → {quoted(mark_gaps(one.new), lang)} ({where}){why}"


def _answer_lines(case: Case, worded: AcceptedDraft) -> Iterator[str]:
    for one in worded.answers:
        title = TITLES[Question(one["question"])](case.lang)
        yield f"- **{title}** {say(case.lang, 'answer.' + one['answer'])}. {_model_prose(one['because'])}"
