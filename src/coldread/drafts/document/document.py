"""`spec_draft.md`: a model's draft or the work sheet without one, then everything that was measured, for the developer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coldread.base.dates import moment
from coldread.base.incoming.addresses import is_borrowed, split_address
from coldread.drafts.case import Case
from coldread.drafts.document.change import change, fence
from coldread.drafts.document.comparison import comparison, host
from coldread.drafts.document.draft_part import draft_part
from coldread.drafts.document.limits import reasons_told, scan_limits
from coldread.drafts.document.page_shows import page_facts
from coldread.drafts.draft_texts import quoted, say
from coldread.drafts.model_draft.draft_words import AcceptedDraft
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.reasons import reason
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.patch.diff import split_lines
from coldread.scanner.report.plain import code, prose

SEVERITIES = (Severity.P0, Severity.P1, Severity.P2, Severity.INFO)
#: characters of a diff that is shown completely
LONGEST_DIFF = 60_000


def document(case: Case, worded: AcceptedDraft | None) -> str:
    """`worded` a model's draft; None for a work sheet."""
    return "\n".join(_document_lines(case, worded)).strip() + "\n"


def listed_findings(case: Case, worded: AcceptedDraft | None) -> list[Finding]:
    """The findings that the document describes one by one; the diff fixes only these."""
    found = case.findings(measured_only=worded is not None)
    return sorted(found, key=lambda item: SEVERITIES.index(item.severity))


def _document_lines(case: Case, worded: AcceptedDraft | None) -> Iterator[str]:
    lang = case.lang
    title = "draft.title" if worded is not None else "sheet.title"
    yield from (f"# {say(lang, title, host=_site_name(case))}", "", _status_sentence(case), "")
    if worded is None:
        yield from (say(lang, "sheet.intro"), "")
    if case.unreachable:
        yield from (f"> **{say(lang, 'draft.unreachable', reason=prose(case.unreachable))}**", "")
    if limits := scan_limits(case):
        yield from (f"> **{say(lang, 'limits.title')}** {' '.join(limits)}", "")
    if worded is not None:
        yield from draft_part(case, worded)
        yield from (f"## {say(lang, 'draft.developer')}", "", say(lang, "draft.developer_intro"), "")
    if case.report is None:
        yield from (say(lang, "draft.nothing_seen"), "")
    yield from _section(say(lang, "draft.assignment"), _assignment_lines(case))
    if case.report is not None and worded is None:
        yield from _section(say(lang, "sheet.shows"), _lines_of_what_page_shows(case))
    yield from _section(say(lang, "sheet.decides"), _lines_left_to_judgement(case) if worded is None else [])
    yield from _section(say(lang, "sheet.questions"), _question_lines(case) if worded is None else [])
    yield from _finding_lines(case, worded)
    yield from _section(say(lang, "draft.rivals"), comparison(case))
    yield from _section(say(lang, "draft.diff"), list(_diff_lines(case)))
    yield from _section(say(lang, "draft.unmeasured"), list(_lines_about_unmeasured_checks(case)))
    yield from _section(say(lang, "draft.colophon_title"), [_colophon(case, worded)])


def _site_name(case: Case) -> str:
    """The page's host; on a hosting service also the folder, which distinguishes its sites."""
    parts = split_address(case.assignment.url)
    folder = parts.path.strip("/").partition("/")[0]
    borrowed = is_borrowed(parts.hostname or "") and folder and "." not in folder
    return host(case.assignment.url) + (f"/{prose(folder)}" if borrowed else "")


def _status_sentence(case: Case) -> str:
    asked = case.assignment
    if not asked.order_id:
        return say(case.lang, "draft.status_alone")
    return say(case.lang, "draft.status", final_by=moment(asked.final_by, case.lang), order=asked.order_id)


def _section(heading: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield from (f"## {heading}", "", *lines, "")


def _assignment_lines(case: Case) -> list[str]:
    """All that the buyer wrote, in the buyer's words."""
    lang, asked = case.lang, case.assignment
    is_chosen = not asked.goal and asked.primary_goal != PrimaryGoal.OTHER
    rows = [
        ("page", code(asked.url)),
        ("goal", quoted(asked.goal, lang) if asked.goal else ""),
        ("chosen", goal_row(asked.primary_goal).chosen(lang) if is_chosen else ""),
        ("audience", quoted(asked.audience, lang) if asked.audience else ""),
        ("pain_point", quoted(asked.pain_point, lang) if asked.pain_point else ""),
        ("constraints", quoted(asked.constraints, lang) if asked.constraints else ""),
        ("competitors", ", ".join(map(code, asked.competitors))),
    ]
    lines = [f"- **{say(lang, f'assignment.{name}')}** {text}" for name, text in rows if text]
    return [*lines, *(["", say(lang, "assignment.kept")] if asked.constraints else [])]


def _lines_of_what_page_shows(case: Case) -> list[str]:
    """What the page shows, by subject."""
    rows = [f"- **{name}** {sentences}" for name, sentences in page_facts(case)]
    return [say(case.lang, "sheet.shows_intro"), "", *rows]


def _lines_left_to_judgement(case: Case) -> list[str]:
    """The questions that only a person's judgement can settle."""
    lang, asked = case.lang, case.assignment
    keys = ["order", *(["trouble"] if asked.pain_point else []), "words", "texts", "holds"]
    keys += ["stays"] if asked.constraints else []
    return [say(lang, "sheet.decides_intro"), "", *(f"- {say(lang, f'decides.{key}')}" for key in keys)]


def _question_lines(case: Case) -> list[str]:
    """What the order form left empty; nothing else is asked."""
    asked = case.assignment
    empty = {"goal": asked.goal, "audience": asked.audience, "pain_point": asked.pain_point}
    return [f"- {say(case.lang, f'ask.{name}')}" for name, text in empty.items() if not text.strip()]


def _finding_lines(case: Case, worded: AcceptedDraft | None) -> Iterator[str]:
    if case.report is None:
        return
    lang, found = case.lang, listed_findings(case, worded)
    intro = "draft.changes_intro" if worded is not None else "sheet.changes_intro"
    yield from (f"## {say(lang, 'draft.changes')}", "", say(lang, intro), "")
    group = None
    for number, item in enumerate(found, 1):
        if item.severity is not group:
            group = item.severity
            yield from (f"*{say(lang, f'draft.group_{group}')}*", "")
        yield from change(case, found, number)
    if not found:
        yield from (say(lang, "draft.no_changes"), "")


def _diff_lines(case: Case) -> Iterator[str]:
    """What is in it, how it is applied, and the whole of it."""
    lang = case.lang
    if case.report is None:
        return
    if case.built is not None:
        key = "diff.built" if case.built.by else "diff.drawn"
        yield say(lang, key, by=case.built.by, mark=code(case.built.mark))
        yield ""
    if not case.source_patches:
        if case.built is None:
            yield say(lang, "diff.none")
        return
    for one in case.source_patches:
        kinds = [fix.kind for fix in one.patch_set.fixes.values() if fix.patch]
        safe, review = kinds.count("safe"), kinds.count("needs_review")
        file = code(one.file_name)
        if safe + review:
            yield say(lang, f"diff.{one.of}", file=file, n=safe + review, safe=safe, review=review)
            if one.of != "jsx":
                yield say(lang, "diff.proven")
        if one.edits:
            alone = "diff.only_worded_page" if one.of == "page" else "diff.only_worded"
            key = "diff.worded" if safe + review else alone
            yield f"{say(lang, key, n=len(one.edits), file=file)} {say(lang, 'diff.texts_proven')}"
        yield ""
    yield from (
        say(lang, "diff.folder"),
        "",
        *fence("sh", ["git apply --check diff.patch && git apply diff.patch"]),
    )
    whole = "".join(one.diff for one in case.source_patches)
    if len(whole) <= LONGEST_DIFF:
        lines = [line.rstrip("\r\n") for line in split_lines(whole)]
        ends = [say(lang, "diff.crlf")] if "\r\n" in whole else []
        yield from ("", " ".join([say(lang, "diff.whole"), *ends]), "", *fence("diff", lines))
    else:
        yield from ("", say(lang, "diff.too_long"))


def _lines_about_unmeasured_checks(case: Case) -> Iterator[str]:
    lang = case.lang
    groups: dict[str, list[str]] = {}
    told = reasons_told(case)
    for name, key in case.report.not_measured.items() if case.report is not None else ():
        if key in told:
            continue
        groups.setdefault(key, []).append(code(name))
    for key, names in groups.items():
        yield f"- {reason(key, lang)} {', '.join(names)}"
    timed = case.report is not None and case.report.seen.rendered
    keys = ("offer", "visitors", *(["lab"] if timed else []), "rest")
    yield from (f"- {say(lang, f'unmeasured.{key}')}" for key in keys)


def _colophon(case: Case, worded: AcceptedDraft | None) -> str:
    """How the page was looked at, if it was, and who has worded the draft."""
    if case.unreachable:
        key = "draft.colophon_unseen"
    elif case.report is None or case.report.source != "lite":
        ran = case.report is None or case.report.seen.axe is not None
        key = "draft.colophon" if ran else "draft.colophon_no_axe"
    else:
        key = "draft.colophon_lite"
    told = [say(case.lang, key, version=RUBRIC_VERSION, windows=_names_of_windows(case))]
    return " ".join([*told, *([say(case.lang, "worded.colophon")] if worded is not None else [])])


def _names_of_windows(case: Case) -> str:
    """The window sizes in which the page was seen; one of them can fail."""
    seen = case.report.seen if case.report is not None else None
    if seen is None or (seen.desktop is None) == (seen.mobile is None):
        return say(case.lang, "draft.windows_both")
    return say(case.lang, "draft.windows_mobile" if seen.desktop is None else "draft.windows_desktop")
