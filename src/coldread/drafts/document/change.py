"""One change of the specification: what was seen, why it matters, what to write instead, and how to tell that it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape

from coldread.base.languages import Language
from coldread.drafts.case import Case, SourcePatch
from coldread.drafts.document.excerpt import excerpt
from coldread.drafts.document.kind_of_work import kind_of_work
from coldread.drafts.document.money_shown import NO_AMOUNT, order_amounts, prices_behind
from coldread.drafts.document.quoting import first_few_and_count
from coldread.drafts.draft_texts import TEXTS, say
from coldread.scanner.judge.finding import Evidence, Finding, Meta, Severity
from coldread.scanner.judge.rubric import CHECKS
from coldread.scanner.report.plain import code, prose

QUOTED = 3
LONGEST_VALUE = 100
#: words of a measure; more are a sentence
MOST_MEASURED = 5


def change(case: Case, findings: Sequence[Finding], number: int) -> list[str]:
    """The lines of the change for the finding with this number; the first is 1."""
    return [line for part in _paragraphs_of_change(case, findings, number) for line in (*part, "")]


def _paragraphs_of_change(case: Case, findings: Sequence[Finding], number: int) -> Iterator[list[str]]:
    lang, finding = case.lang, findings[number - 1]
    yield [f"### {number}. {finding_heading(finding, lang)}"]
    yield [_facts_line(case, finding)]
    yield [*_lines_of_places_seen(finding, lang), *_lines_about_other_pages(case, finding)]
    yield [f"**{say(lang, 'change.why')}** {prose(finding.why)}"]
    yield [f"**{say(lang, 'change.do')}** {_remedy_text(case, finding)}"]
    yield from _lines_of_diff(case, findings, number)
    yield [f"**{say(lang, 'change.done')}** {criterion(finding, lang)}"]


def _remedy_text(case: Case, finding: Finding) -> str:
    """The fix in a sentence; if the order names amounts, no price is asked for."""
    amounts = [code(one) for one in order_amounts(case.assignment)] if finding.id == NO_AMOUNT else []
    if not amounts:
        return _summary(finding, case.lang)
    return say(case.lang, "change.order_amounts", amounts=first_few_and_count(amounts, case.lang))


def _summary(finding: Finding, lang: Language) -> str:
    """The fix in a sentence; our own for axe's rules, if the finding's sentence only names the rule."""
    own = f"axe.{finding.id.partition('.')[2]}"
    if "axe-core" not in finding.fix.summary:
        return prose(finding.fix.summary)
    said = TEXTS.find(lang, own) if finding.id.startswith("a11y.") else None
    return said or prose(finding.fix.summary)


def _facts_line(case: Case, finding: Finding) -> str:
    facts = [
        *([] if finding.severity is Severity.INFO else [f"**{finding.severity}**"]),
        say(case.lang, f"work.{kind_of_work(finding.id)}"),
        say(case.lang, f"change.{_in_diff(case, finding)}"),
        code(finding.id),
    ]
    return " · ".join(facts)


def _in_diff(case: Case, finding: Finding) -> str:
    fixes = [one.patch_set.fixes.get(finding.id) for one in case.source_patches]
    kinds = {fix.kind for fix in fixes if fix is not None and fix.patch}
    if "safe" in kinds:
        return "in_diff"
    return "in_diff_review" if kinds else "by_hand"


def _lines_of_places_seen(finding: Finding, lang: Language) -> list[str]:
    shown = finding.evidence[:QUOTED]
    told = (
        _missing_text(proof, lang) if finding.id in MISSING else place_text(proof, lang) for proof in shown
    )
    places = list(dict.fromkeys(f"- {one}" for one in told))
    further = finding.count - QUOTED
    if further > 0 and len(finding.evidence) > QUOTED:
        places.append(f"- {say(lang, 'change.and_more', n=further)}")
    return [f"**{say(lang, 'change.seen')}**", *places]


def _lines_about_other_pages(case: Case, finding: Finding) -> list[str]:
    """For something that is missing: where it was found one click away, or that it was searched for only on this page."""
    meta = _metas().get(finding.id)
    if meta is None or not meta.nowhere:
        return []
    if finding.id == NO_AMOUNT and case.pages_around:  # those were searched as well
        return [f"- {one}" for one in prices_behind(case)]
    return [f"- {say(case.lang, 'change.here_only')}"]


#: checks whose value names what is not there
MISSING = frozenset({"social.og", "agent.llms-txt"})


def _missing_text(proof: Evidence, lang: Language) -> str:
    return (
        say(lang, "change.missing", value=code(str(proof.value))) if proof.value else place_text(proof, lang)
    )


def place_text(proof: Evidence, lang: Language) -> str:
    if proof.snippet == proof.selector and proof.value not in (None, 0):
        return say(lang, "change.measured", value=code(str(proof.value))) + _limit_text(proof, lang)
    if proof.snippet == proof.selector:
        return say(lang, "change.searched", place=code(proof.selector))
    view = f", {say(lang, f'change.{proof.viewport}')}" if proof.viewport else ""
    snippet = f"{proof.snippet}>" if _BARE_TAG.fullmatch(proof.snippet) else unescape(proof.snippet)
    where = f"{code(snippet)} ({code(proof.selector)}{view})"
    value = "" if proof.value in (None, proof.snippet) else str(proof.value)
    if (
        proof.layer == "axe"
        and (lang != "en" or not any(sign.isdigit() for sign in value))
        and len(value.split()) > MOST_MEASURED
    ):
        value = ""  # axe's sentence repeats the rule, and is English
    measured = f" — {code(_shortened_value(value))}" if value and value not in proof.snippet else ""
    return where + measured + _limit_text(proof, lang)


def _limit_text(proof: Evidence, lang: Language) -> str:
    """A number is a limit, or a minimum if less was measured; a range or a word is what should be there."""
    if proof.threshold is None:
        return ""
    word = "limit" if any(sign.isdigit() for sign in str(proof.threshold)) else "expected"
    if isinstance(proof.value, int | float) and isinstance(proof.threshold, int | float):
        word = "least" if proof.value < proof.threshold else "limit"
    elif "–" in str(proof.threshold):
        word = "expected"
    return f" ({say(lang, f'change.{word}')} {code(str(proof.threshold))})"


#: how an element without words or telling attributes is shown
_BARE_TAG = re.compile(r"<[\w-]+")


def _shortened_value(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE].rsplit(" ", 1)[0].rstrip(",;:(") + "…"


def _lines_of_diff(case: Case, findings: Sequence[Finding], number: int) -> Iterator[list[str]]:
    """The lines of the diff where there are some."""
    lang, finding = case.lang, findings[number - 1]
    for source_patch in case.source_patches:
        fix = source_patch.patch_set.fixes.get(finding.id)
        if fix is None or not fix.patch:
            continue
        twin = _number_of_same_change(source_patch, findings[: number - 1], fix.patch)
        if twin:
            yield [say(lang, "change.same_lines", n=twin)]
            return
        lines, more = excerpt(fix.patch, source_patch.source)
        tail = [say(lang, "change.more_lines", n=more)] if more else []
        yield [say(lang, "change.lines", file=code(source_patch.file_name)), "", *fence("diff", lines), *tail]
        return


def _number_of_same_change(source_patch: SourcePatch, earlier: Sequence[Finding], patch: str) -> int:
    """The number of an earlier change that consists of the same lines; 0 if there is none."""
    patches = (fix.patch if (fix := source_patch.patch_set.fixes.get(item.id)) else None for item in earlier)
    return next((number for number, one in enumerate(patches, 1) if one == patch), 0)


def fence(kind: str, lines: Sequence[str]) -> list[str]:
    """Code that its content cannot end."""
    longest = max((len(run) for line in lines for run in re.findall(r"`+", line)), default=0)
    marks = "`" * max(3, longest + 1)
    return [f"{marks}{kind}", *lines, marks]


def criterion(finding: Finding, lang: Language) -> str:
    """What the same check says when it is done."""
    return say(lang, "change.rescan", check=code(finding.id))


@cache
def _metas() -> dict[str, Meta]:
    return {row.meta.id: row.meta for row in CHECKS}


def finding_heading(finding: Finding, lang: str) -> str:
    """The finding's title as a heading, with the language's own quotation marks."""
    said = prose(finding.title)
    return said.replace("“", "”") if lang == "sv" else said
