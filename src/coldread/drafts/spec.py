"""`spec_draft.md`: two pages that its owner reads and forwards, then all that a developer needs to do it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from coldread.base.addresses import is_borrowed, split_address
from coldread.base.dates import moment
from coldread.drafts.case import Case
from coldread.drafts.change import by_weight, change, effort, is_hygiene, titled
from coldread.drafts.comparison import comparison, host
from coldread.drafts.first_screen import short
from coldread.drafts.owner import owners_part
from coldread.drafts.points.beside import is_beside
from coldread.drafts.points.every import points_of
from coldread.drafts.points.point import Point
from coldread.drafts.say import quoted, say
from coldread.drafts.told import label_beside
from coldread.drafts.told_once import JUDGED_ABOVE, WRITTEN_ABOVE, listed
from coldread.drafts.unfinished import letter
from coldread.drafts.worded.part import built_as, chosen_points, is_enough
from coldread.drafts.wrong_advice import is_wrong_advice
from coldread.scanner.goals import goal_row
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.reasons import reason
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.report.plain import code, prose


def spec_md(case: Case) -> str:
    return "\n".join(_lines(case)).strip() + "\n"


def _lines(case: Case) -> Iterator[str]:
    lang = case.lang
    yield f"# {say(lang, 'draft.title', host=_whose(case))}"
    yield ""
    yield _status(case)
    yield ""
    if case.unreachable:
        yield from (f"> **{say(lang, 'draft.unreachable', reason=prose(case.unreachable))}**", "")
    if case.report is None:
        yield from (say(lang, "draft.nothing_seen"), "")
        yield from _section(say(lang, "draft.assignment"), _assignment(case))
    elif case.is_unfinished:
        yield from (f"## {say(lang, 'draft.short')}", "")
        yield from letter(case.leftovers, lang)
        yield from _section(say(lang, "draft.assignment"), _assignment(case))
        yield from _once_written(case)
        yield from _colophon_section(case)
        return
    else:
        yield from owners_part(case)
        yield from (f"## {say(lang, 'draft.developer')}", "", say(lang, "draft.developer_intro"), "")
        yield from _section(say(lang, "draft.assignment"), _assignment(case))
        yield from _section(say(lang, "worded.build"), list(_to_build(case)))
        yield from _changes(case)
    yield from _section(say(lang, "draft.rivals"), comparison(case))
    yield from _section(say(lang, "worded.repairs"), list(_repairs(case)))
    yield from _section(say(lang, "draft.diff"), _diff(case))
    yield from _hygiene(case)
    yield from _section(say(lang, "draft.unmeasured"), list(_unmeasured(case)))
    yield from _colophon_section(case)


def _whose(case: Case) -> str:
    """By its address, or by its name where the address is a hosting service's."""
    named = case.report.reading.brand if case.report is not None else None
    borrowed = is_borrowed(split_address(case.assignment.url).hostname or "")
    return prose(named.value) if borrowed and named is not None and named.sure else host(case.assignment.url)


def developers_part(case: Case) -> str:
    """What follows the owner's part."""
    whole = spec_md(case)
    return whole[max(0, whole.find(f"\n## {say(case.lang, 'draft.developer')}\n")) :]


def _to_build(case: Case) -> Iterator[str]:
    """The owner's changes in a model's words, with what their builder needs to know."""
    worded = case.worded
    if worded is None or not is_enough(worded) or not any(one.build for one in worded.changes):
        return
    yield from (say(case.lang, "worded.build_intro"), "")
    for number, one in enumerate(worded.changes, 1):
        told = " ".join(filter(None, (prose(one.build) or prose(one.do),)))
        yield f"{number}. **{prose(one.title)}** ({say(case.lang, f'change.effort_{one.effort}')}) {told}"


def _repairs(case: Case) -> Iterator[str]:
    """Small things of the markup that a model saw, with whether the diff mends them."""
    worded = case.worded
    if worded is None or not is_enough(worded):
        return
    made = [repair for mending in case.mendings for repair in mending.repairs]
    source = case.report.seen.html if case.report is not None else ""
    for one in worded.repairs:
        where = "change.in_diff" if one in made else "change.by_hand"
        pieces = (code(_short(one.today)), code(_short(one.instead)))
        shown = f": {' → '.join(pieces)}" if one not in made and one.today in source else ""
        yield f"- {prose(one.why)} ({say(case.lang, where)}){shown}"


def _short(piece: str) -> str:
    line = " ".join(piece.split())
    return line if len(line) <= LONGEST_PIECE else f"{line[:LONGEST_PIECE]}…"


#: characters of a piece of the markup that is shown
LONGEST_PIECE = 160


def _colophon_section(case: Case) -> Iterator[str]:
    told = [say(case.lang, _colophon(case), version=RUBRIC_VERSION)]
    if case.worded is not None and is_enough(case.worded):
        told.append(say(case.lang, "worded.colophon"))
    yield from _section(say(case.lang, "draft.colophon_title"), [" ".join(told)])


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
    if case.report is None or case.report.source != "lite":
        ran = case.report is None or case.report.seen.axe is not None
        return "draft.colophon" if ran else "draft.colophon_no_axe"
    return "draft.colophon_lite"


def _status(case: Case) -> str:
    asked = case.assignment
    if not asked.order_id:
        return say(case.lang, "draft.status_alone")
    return say(case.lang, "draft.status", final_by=moment(asked.final_by, case.lang), order=asked.order_id)


def _section(heading: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield from (f"## {heading}", "", *lines, "")


def scored(case: Case) -> list[Finding]:
    """What the document lists, in its order; what the owner's part has mended is not told twice, and nothing that would be wrong here."""
    found = listed(case.report.findings) if case.report is not None else []
    return by_weight(
        as_seen(item, case)
        for item in found
        if item.severity is not Severity.INFO
        and (item.id not in _doubted(case) or item.severity is Severity.P0)
        and not is_wrong_advice(item, case)
        and not is_beside(item, case)
    )


def _doubted(case: Case) -> frozenset[str]:
    """What a model that worded the draft holds for wrong here; the operator is told of it. A page could have asked for the doubt, so
    what blocks the goal stays."""
    worded = case.worded
    return frozenset(worded.doubted) if worded is not None and is_enough(worded) else frozenset()


def as_seen(item: Finding, case: Case) -> Finding:
    """Fields whose labels everybody sees have labels: what is missing is the tie in the code."""
    page = case.page
    fields = [page.dom.by_selector.get(one.selector) for one in item.evidence] if page is not None else []
    if (
        item.id != "form.label"
        or not fields
        or not all(one is not None and label_beside(one) for one in fields)
    ):
        return item
    title = say(case.lang, "change.untied", n=item.count)
    return replace(item, title=title, fix=replace(item.fix, summary=say(case.lang, "change.untied_do")))


def defects(case: Case) -> list[Finding]:
    above = _told_above(case)
    return [item for item in scored(case) if not is_hygiene(item) or item.id in above]


def hygiene(case: Case) -> list[Finding]:
    above = _told_above(case)
    return [item for item in scored(case) if is_hygiene(item) and item.id not in above]


def _told_above(case: Case) -> frozenset[str]:
    """What a model tells the owner is no small thing."""
    worded = case.worded
    if worded is None or not is_enough(worded):
        return frozenset()
    return frozenset(one.of for one in chosen_points(case, worded) if one.of)


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
    number, built = 0, built_as(case)
    for severity in (Severity.P0, Severity.P1, Severity.P2):
        group = [item for item in items if item.severity is severity]
        if group:
            yield from (f"*{say(lang, f'draft.group_{severity}')}*", "")
        for item in group:
            number += 1
            yield from change(case, item, number, built.get(item.id))
    if not items:
        told = (
            "worded.no_changes" if case.worded is not None and is_enough(case.worded) else "draft.no_changes"
        )
        yield from (say(lang, told), "")


def _hygiene(case: Case) -> Iterator[str]:
    """In an appendix: what a developer takes in one go, and the list to plan from."""
    lang = case.lang
    if case.report is None:
        return
    items = hygiene(case)
    if items:
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
    numbered = {item.id: (number, item) for number, item in enumerate(items, 1)}
    first = [(one, numbered.pop(one.of, None)) for one in _chosen(case)]
    lines += [_first_row(one, row, lang) for one, row in first]
    lines += [
        f"| {number} | {titled(item, lang)} | {item.severity} | {say(lang, f'change.effort_{effort(item)}')} | {code(item.id)} |"
        for number, item in numbered.values()
    ]
    yield from _section(say(lang, "draft.plan"), lines)


def _chosen(case: Case) -> list[Point]:
    """The owner's changes: in a model's words, or in the rules' own."""
    worded = case.worded
    return chosen_points(case, worded) if worded is not None and is_enough(worded) else points_of(case)


def _first_row(one: Point, row: tuple[int, Finding] | None, lang: str) -> str:
    """One of the owner's changes in the owner's words: by its own number where it is told in detail."""
    title = short(one.title, PLAN_QUOTE)
    if row is None:
        told = say(lang, f"change.effort_{one.effort}") if one.effort else ""
        return f"| {say(lang, 'plan.above')} | {title} | | {told} | |"
    number, item = row
    told = say(lang, f"change.effort_{one.effort or effort(item)}")
    return f"| {number} | {title} | {item.severity} | {told} | {code(item.id)} |"


PLAN_QUOTE = 120


def _worth_knowing(case: Case) -> Iterable[str]:
    found = case.report.findings if case.report is not None else ()
    for item in found:
        beside = is_wrong_advice(item, case) or is_beside(item, case)
        if item.severity is Severity.INFO and not beside and item.id not in JUDGED_ABOVE | WRITTEN_ABOVE:
            yield f"- **{prose(item.title)}.** {prose(item.fix.summary)} {code(item.id)}"


def _diff(case: Case) -> list[str]:
    lang = case.lang
    if not case.mendings:
        return [say(lang, "diff.none")]
    lines: list[str] = []
    for one in case.mendings:
        safe = sum(fix.kind == "safe" and bool(fix.patch) for fix in one.mended.fixes.values())
        review = sum(fix.kind == "needs_review" and bool(fix.patch) for fix in one.mended.fixes.values())
        if safe + review:
            lines += [
                say(
                    lang,
                    f"diff.{one.of}",
                    file=code(one.file_name),
                    n=safe + review,
                    safe=safe,
                    review=review,
                )
            ]
        if one.edits:
            key = "diff.worded" if safe + review else "diff.only_worded"
            lines += [say(lang, key, n=len(one.edits), file=code(one.file_name))]
        if one.repairs:
            lines += [say(lang, "diff.repairs", n=len(one.repairs))]
        if one.of != "jsx":
            lines += [say(lang, "diff.proven")]
        lines += [""]
    return [
        *lines,
        say(lang, "diff.folder"),
        "",
        "```sh",
        "git apply --check diff.patch && git apply diff.patch",
        "```",
    ]


#: what the owner's part tells from the pages behind the button, whatever the check could see of them
_TOLD_BEHIND = frozenset({"cta.behind-mismatch", "cta.broken-target"})


def _unmeasured(case: Case) -> Iterator[str]:
    lang = case.assignment.lang
    for text in case.report.caveats if case.report is not None else ():
        yield f"- {prose(text)}"
    groups: dict[str, list[str]] = {}
    worded = case.worded
    told = _TOLD_BEHIND if worded is not None and is_enough(worded) and worded.behind else frozenset[str]()
    for name, key in case.report.not_measured.items() if case.report is not None else ():
        if name in told:
            continue
        groups.setdefault(key, []).append(code(name))
    for key, names in groups.items():
        yield f"- {reason(key, lang)} {', '.join(names)}"
    yield from (f"- {say(lang, f'unmeasured.{key}')}" for key in ("offer", "visitors", "lab", "rest"))
