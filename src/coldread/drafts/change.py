"""One change of the specification: what was seen, why it matters, what to write instead, and how to tell that it is done."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from coldread.drafts.case import Case
from coldread.drafts.excerpt import excerpt
from coldread.drafts.remedies import markup, remedy
from coldread.drafts.say import say
from coldread.scanner.brief import Lang
from coldread.scanner.finding import Evidence, Finding, Meta
from coldread.scanner.report.plain import code, prose
from coldread.scanner.report.words import source_words
from coldread.scanner.rubric import CHECKS

QUOTED = 3
LONGEST_VALUE = 100


def change(case: Case, finding: Finding, number: int) -> list[str]:
    return [line for part in _parts(case, finding, number) for line in (*part, "")]


def _parts(case: Case, finding: Finding, number: int) -> Iterator[list[str]]:
    lang = case.assignment.lang
    yield [f"### {number}. {prose(finding.title)}"]
    yield [_facts(case, finding)]
    yield _seen(finding, lang)
    yield [f"**{say(lang, 'change.why')}** {prose(finding.why)}"]
    yield [f"**{say(lang, 'change.do')}** {prose(finding.fix.summary)}"]
    yield from _new(case, finding)
    if finding.id in case.rewrites:
        yield [say(lang, "change.wording"), "", f"> {prose(case.rewrites[finding.id])}"]
    yield [f"**{say(lang, 'change.done')}** {criterion(finding, lang)}"]


def _facts(case: Case, finding: Finding) -> str:
    lang = case.assignment.lang
    facts = [
        f"**{say(lang, f'change.{finding.severity}')}**",
        say(lang, f"change.effort_{finding.effort}"),
        say(lang, f"change.{_in_diff(case, finding)}"),
        code(finding.id),
    ]
    return " · ".join(facts)


def _in_diff(case: Case, finding: Finding) -> str:
    fixes = [one.mended.fixes.get(finding.id) for one in case.mendings]
    kinds = {fix.kind for fix in fixes if fix is not None and fix.patch}
    if "safe" in kinds:
        return "in_diff"
    return "in_diff_review" if kinds else "by_hand"


def _seen(finding: Finding, lang: Lang) -> list[str]:
    places = [f"- {_place(proof, lang)}" for proof in finding.evidence[:QUOTED]]
    further = finding.count - len(places)
    if further > 0 and len(finding.evidence) > QUOTED:
        places.append(f"- {say(lang, 'remedy.and_more', n=further)}")
    return [f"**{say(lang, 'change.seen')}**", *places]


def _place(proof: Evidence, lang: Lang) -> str:
    if proof.snippet == proof.selector:
        where = say(lang, "change.searched", place=code(proof.selector))
    else:
        view = f", {say(lang, f'change.{proof.viewport}')}" if proof.viewport else ""
        where = f"{code(proof.snippet)} ({code(proof.selector)}{view})"
    value = "" if proof.value in (None, proof.snippet) else str(proof.value)
    measured = f" — {code(_cut(value))}" if value and value not in proof.snippet else ""
    limit = "" if proof.threshold is None else f" ({say(lang, 'change.limit')} {code(str(proof.threshold))})"
    return where + measured + limit


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE].rsplit(" ", 1)[0].rstrip(",;:(") + "…"


def _new(case: Case, finding: Finding) -> Iterator[list[str]]:
    """The lines of the diff where there is one, else text or markup to paste."""
    lang = case.assignment.lang
    for mending in case.mendings:
        fix = mending.mended.fixes.get(finding.id)
        if fix is not None and fix.patch:
            lines, more = excerpt(fix.patch)
            tail = [say(lang, "change.more_lines", n=more)] if more else []
            yield [
                say(lang, "change.lines", file=code(mending.file_name)),
                "",
                *markup(*lines, kind="diff"),
                *tail,
            ]
            return
    lines = remedy(case.page, finding, lang) if case.page is not None else []
    if lines:
        yield lines


def criterion(finding: Finding, lang: Lang) -> str:
    """What is true of a page that passes, measured by the same check."""
    meta = _metas().get(finding.id)
    said = f"{meta.text(lang).title}." if meta is not None else say(lang, "change.axe_passes")
    return f"{prose(said)} {say(lang, 'change.rescan', check=code(finding.id))}"


@cache
def _metas() -> dict[str, Meta]:
    return {row.meta.id: row.meta for row in CHECKS}


def support(finding: Finding, lang: Lang) -> str:
    return source_words(finding.source, lang)
