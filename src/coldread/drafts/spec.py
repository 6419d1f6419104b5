"""`spec_draft.md`: a specification that a developer can work from and a buyer can read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coldread.base.clock import utc_minute
from coldread.drafts import first_screen, order_answer, parts_of_page
from coldread.drafts.case import Case
from coldread.drafts.change import by_weight, change, is_hygiene, titled
from coldread.drafts.comparison import comparison, host
from coldread.drafts.copy_edits import copy_edits
from coldread.drafts.disagreements import KNOWN, disagreements
from coldread.drafts.five_seconds import five_seconds
from coldread.drafts.marks import marks_in
from coldread.drafts.say import quoted, say
from coldread.drafts.told_once import WRITTEN_ABOVE, listed
from coldread.drafts.unfinished import letter
from coldread.scanner.goals import goal_row
from coldread.scanner.judge.answers import Answer
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.questions import Question
from coldread.scanner.judge.reasons import reason
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.page.page import Page
from coldread.scanner.report.plain import code, prose

#: rough hours of each effort, said in words in the texts
HOURS = {"S": 0.5, "M": 3, "L": 8}


def spec_md(case: Case) -> str:
    return "\n".join(_lines(case)).strip() + "\n"


def _lines(case: Case) -> Iterator[str]:
    lang = case.lang
    yield f"# {say(lang, 'draft.title', host=host(case.assignment.url))}"
    yield ""
    yield _status(case)
    yield ""
    yield from _in_short(case)
    yield from _section(say(lang, "draft.assignment"), _assignment(case))
    if case.is_unfinished:
        yield from _once_written(case)
        yield from _colophon_section(case)
        return
    if case.report is not None and case.page is not None:
        yield from _first_screen(case, case.page)
        yield from _below(case, case.page)
        yield from _changes(case)
    yield from _section(say(lang, "draft.rivals"), comparison(case))
    yield from _section(say(lang, "draft.diff"), _diff(case))
    yield from _hygiene(case)
    yield from _section(say(lang, "draft.unmeasured"), list(_unmeasured(case)))
    yield from _colophon_section(case)


def _colophon_section(case: Case) -> Iterator[str]:
    yield from _section(
        say(case.lang, "draft.colophon_title"), [say(case.lang, _colophon(case), version=RUBRIC_VERSION)]
    )


#: parts of the review that hold whatever the words will be
_OF_THE_CODE = frozenset({"a11y", "perf", "mobile"})


def _once_written(case: Case) -> Iterator[str]:
    """Of an unfinished page: faults of its code. What is said of words that go away is left out."""
    items = [item for item in scored(case) if item.id.partition(".")[0] in _OF_THE_CODE]
    kept = [item for item in items if not any(_is_leftover(case, one.snippet) for one in item.evidence)]
    if kept:
        yield from (
            f"## {say(case.lang, 'unfinished.after')}",
            "",
            say(case.lang, "unfinished.after_intro"),
            "",
        )
    for number, item in enumerate(kept, 1):
        yield from change(case, item, number)


def _is_leftover(case: Case, snippet: str) -> bool:
    return bool(snippet) and any(snippet.rstrip("…")[:40] in one.said for one in case.leftovers)


def _colophon(case: Case) -> str:
    """How the page was looked at, if it was."""
    if case.unreachable:
        return "draft.colophon_unseen"
    return (
        "draft.colophon_lite"
        if case.report is not None and case.report.source == "lite"
        else "draft.colophon"
    )


def _status(case: Case) -> str:
    asked = case.assignment
    if not asked.order_id:
        return say(case.lang, "draft.status_alone")
    return say(case.lang, "draft.status", final_by=utc_minute(asked.final_by), order=asked.order_id)


def _section(heading: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield from (f"## {heading}", "", *lines, "")


def scored(case: Case) -> list[Finding]:
    """What the document lists, in its order; what the parts above have mended is not told twice."""
    found = listed(case.report.findings) if case.report is not None else []
    return by_weight(item for item in found if item.severity is not Severity.INFO)


def _in_short(case: Case) -> Iterator[str]:
    lang = case.lang
    if case.unreachable:
        yield from (f"> **{say(lang, 'draft.unreachable', reason=prose(case.unreachable))}**", "")
    if case.report is None:
        yield from (say(lang, "draft.nothing_seen"), "")
        return
    yield from (f"## {say(lang, 'draft.short')}", "")
    yield from letter(case.leftovers, lang) if case.is_unfinished else _summary(case)


def _summary(case: Case) -> Iterator[str]:
    """What somebody forwards: the judgement in a sentence, how much there is to do, and what is asked of them."""
    lang, report, told = case.lang, case.report, case.told
    if report is None or told is None or case.page is None:
        return
    if case.ordered is None:
        return
    yield from order_answer.answer(case.ordered)
    items = scored(case)
    hours = sum(HOURS[item.effort] for item in items)
    if items:
        key = "count" if hygiene(case) else "count_plain"
        yield say(lang, f"sum.{key}", n=len(items), hygiene=len(hygiene(case)), hours=_hours(hours))
        yield ""
    if items:
        yield say(lang, "draft.first_three")
        yield ""
        yield from (f"{number}. {line}" for number, line in enumerate(_begin(case), 1))
        yield ""
    made = first_screen.versions(case)
    letters = f" {say(lang, 'ordered.or')} ".join(
        filter(None, (", ".join("ABC"[: len(made) - 1]), "ABC"[len(made) - 1]))
    )
    body = "\n".join(
        (*first_screen.shown(case, made), *_below(case, case.page), *_changes(case), *_hygiene(case))
    )
    yield say(lang, "sum.ask")
    yield ""
    if len(made) > 1:
        yield f"- {say(lang, 'sum.ask_choice', letters=letters)}"
    elif not made and not told.headline_tells:
        yield f"- {say(lang, 'sum.ask_offer')}"
    explained = set(marks_in(say(lang, "draft.changes_intro")))
    missing = sum(mark not in explained for mark in marks_in(body))
    if missing:
        yield f"- {say(lang, 'sum.ask_marks', n=missing)}"
    if not any(kind == "quote" for kind, _ in told.proofs):
        yield f"- {say(lang, 'sum.ask_proof')}"
    yield ""


#: things to begin with
MOST_FIRST = 4


def _begin(case: Case) -> list[str]:
    """What costs most, in this order: the step that was ordered, the facts they look for, the first screen, the worst defect."""
    lang, ordered = case.lang, case.ordered
    if ordered is None:
        return []
    lines = [
        say(lang, "ordered.begin_contact", verb=ordered.verb(act), contact=quoted(ordered.reachable, lang))
        if control is None and ordered.reachable
        else say(lang, "sum.begin_step", verb=ordered.verb(act), button=quoted(act.button(lang), lang))
        for act, control in ordered.controls
        if not act.by_facts
        and (control is None or not control.works or control.stands_in)
        and (control is None or control.reach != "unfilled")
    ]
    if ordered.is_unsent:
        key = "begin_unsent" if ordered.unsent else "begin_no_taker"
        lines.insert(0, say(lang, f"sum.{key}", label=quoted(ordered.unsent, lang)))
    lines[:0] = [
        say(lang, "unfinished.begin_link", said=quoted(one.said, lang), target=quoted(one.target, lang))
        for one in case.leftovers
        if one.kind == "link"
    ][:1]
    lines += [
        say(lang, "sum.begin_raise", label=quoted(control.label, lang))
        for act, control in ordered.controls
        if control is not None
        and control.works
        and not control.stands_in
        and (control.in_menu or control.on_first_screen is False)
    ]
    lines += disagreements(case)[:2]
    known = [item for item in scored(case) if item.id in KNOWN]
    lines += [f"{titled(item, lang)}. *{prose(item.fix.summary)}*" for item in known]
    if ordered.missing:
        facts = order_answer.named(ordered.missing[:3], lang)
        lines.append(say(lang, "sum.begin_facts", facts=facts))
    rows = case.report.answers if case.report is not None else ()
    unmet = bool(case.assignment.audience) and not ordered.readers.named_first
    tells = case.told is not None and case.told.headline_tells
    if not first_screen.versions(case) and tells:
        if unmet:
            lines.append(say(lang, "sum.begin_readers", audience=quoted(case.assignment.audience, lang)))
    elif unmet or any(row.question is Question.WHAT and row.answer is not Answer.YES for row in rows):
        lines.append(say(lang, "sum.begin_what" if first_screen.versions(case) else "sum.begin_offer"))
    if case.told is not None and not case.told.proofs:
        lines.append(say(lang, "sum.begin_why"))
    worst = defects(case)
    lines += [f"{titled(item, lang)}. *{prose(item.fix.summary)}*" for item in worst if item not in known]
    return lines[:MOST_FIRST]


def _first_screen(case: Case, page: Page) -> Iterator[str]:
    lang, told = case.lang, case.told
    if told is None:
        return
    yield from (f"## {say(lang, 'first.title')}", "")
    yield from (*five_seconds(page, lang), "")
    yield from (*first_screen.answers(case, told), "")
    yield from (f"**{say(lang, 'first.keep_title')}**", "", *first_screen.keeps(case, told), "")
    made = first_screen.versions(case)
    yield from (f"**{say(lang, 'first.versions_title')}**", "")
    if made:
        yield from (say(lang, "first.versions_intro"), "")
    yield from first_screen.shown(case, made)
    worded = {name: text for name, text in case.rewrites.items() if name in WRITTEN_ABOVE}
    if worded:
        yield from (say(lang, "change.wording"), "", *(f"> {prose(text)}" for text in worded.values()), "")


def _below(case: Case, page: Page) -> Iterator[str]:
    """What follows the first screen, in the order in which it is worked on."""
    lang, told = case.lang, case.told
    if told is None:
        return
    for name, lines in (
        ("order", parts_of_page.order_of_sections(case, told)),
        ("proof_plan", parts_of_page.proof_plan(case, told)),
        ("objection", parts_of_page.objections(case, told)),
        ("price", parts_of_page.price(case, told)),
        ("behind", parts_of_page.behind_the_button(case, page, told)),
        ("edit", copy_edits(case, page, told)),
    ):
        yield from _section(say(lang, f"{name}.title"), lines)


def defects(case: Case) -> list[Finding]:
    return [item for item in scored(case) if not is_hygiene(item)]


def hygiene(case: Case) -> list[Finding]:
    return [item for item in scored(case) if is_hygiene(item)]


def _hours(hours: float) -> str:
    """Half hours add up to a false precision: rounded to what a plan needs."""
    return str(max(1, round(hours)))


def _assignment(case: Case) -> list[str]:
    lang, asked = case.lang, case.assignment
    rows = [
        ("page", code(asked.url)),
        ("goal", quoted(asked.goal, lang)),
        ("measured_as", _measured_as(case) if asked.goal_guessed else ""),
        ("audience", quoted(asked.audience, lang)),
        ("pain_point", quoted(asked.pain_point, lang) if asked.pain_point else ""),
        ("constraints", quoted(asked.constraints, lang) if asked.constraints else ""),
    ]
    lines = [f"- **{say(lang, f'assignment.{name}')}** {text}" for name, text in rows if text]
    return [*lines, *(["", say(lang, "assignment.kept")] if asked.constraints else [])]


def _measured_as(case: Case) -> str:
    asked = case.assignment
    words = goal_row(asked.primary_goal).result(asked.lang)
    return say(case.lang, "assignment.guessed", goal=words) if asked.goal_guessed else words


def _changes(case: Case) -> Iterator[str]:
    lang = case.lang
    items = defects(case)
    yield from (f"## {say(lang, 'draft.changes')}", "", say(lang, "draft.changes_intro"), "")
    number = 0
    for severity in (Severity.P0, Severity.P1, Severity.P2):
        group = [item for item in items if item.severity is severity]
        if group:
            yield from (f"*{say(lang, f'draft.group_{severity}')}*", "")
        for item in group:
            number += 1
            yield from change(case, item, number)
    if not items:
        yield from (say(lang, "draft.no_changes"), "")


def _hygiene(case: Case) -> Iterator[str]:
    """In an appendix: what a developer takes in one go, and the list to plan from."""
    lang = case.lang
    if case.report is None:
        return
    items = hygiene(case)
    yield from (f"## {say(lang, 'sum.appendix')}", "", say(lang, "sum.appendix_intro"), "")
    for number, item in enumerate(items, len(defects(case)) + 1):
        yield from change(case, item, number)
    yield from _plan(case, [*defects(case), *items])
    yield from _section(say(lang, "draft.worth_knowing"), list(_worth_knowing(case)))


def _plan(case: Case, items: list[Finding]) -> Iterator[str]:
    """The same changes as a list to plan from."""
    lang = case.lang
    if not items:
        return
    lines = [
        f"| # | {say(lang, 'plan.change')} | {say(lang, 'plan.kind')} | {say(lang, 'plan.effort')} | {say(lang, 'plan.check')} |",
        "|---:|---|---|---|---|",
    ]
    lines += [
        f"| {number} | {titled(item, lang)} | {item.severity} | {say(lang, f'change.effort_{item.effort}')} | {code(item.id)} |"
        for number, item in enumerate(items, 1)
    ]
    yield from _section(say(lang, "draft.plan"), lines)


def _worth_knowing(case: Case) -> Iterable[str]:
    found = case.report.findings if case.report is not None else ()
    for item in found:
        if item.severity is Severity.INFO:
            yield f"- **{prose(item.title)}.** {prose(item.fix.summary)} {code(item.id)}"


def _diff(case: Case) -> list[str]:
    lang = case.lang
    if not case.mendings:
        return [say(lang, "diff.none")]
    lines: list[str] = []
    for one in case.mendings:
        safe = sum(fix.kind == "safe" and bool(fix.patch) for fix in one.mended.fixes.values())
        review = sum(fix.kind == "needs_review" and bool(fix.patch) for fix in one.mended.fixes.values())
        lines += [
            say(lang, f"diff.{one.of}", file=code(one.file_name), n=safe + review, safe=safe, review=review)
        ]
        if one.of != "jsx":
            lines += [say(lang, "diff.proven", before=one.before, after=one.after)]
        lines += [""]
    return [*lines, "```sh", "git apply --check diff.patch && git apply diff.patch", "```"]


def _unmeasured(case: Case) -> Iterator[str]:
    lang = case.assignment.lang
    for text in case.report.caveats if case.report is not None else ():
        yield f"- {prose(text)}"
    groups: dict[str, list[str]] = {}
    for name, key in case.report.not_measured.items() if case.report is not None else ():
        groups.setdefault(key, []).append(code(name))
    for key, names in groups.items():
        yield f"- {reason(key, lang)} {', '.join(names)}"
    yield from (f"- {say(lang, f'unmeasured.{key}')}" for key in ("offer", "visitors", "lab", "rest"))
