"""One change of the specification: what was seen, why it matters, what to write instead, and how to tell that it is done."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import cache

from coldread.base.languages import Language
from coldread.drafts.case import Case, Mending
from coldread.drafts.country import is_under_gdpr
from coldread.drafts.excerpt import excerpt
from coldread.drafts.remedies.code import markup
from coldread.drafts.remedies.table import has_form, remedy, without_form
from coldread.drafts.say import TEXTS, say
from coldread.drafts.told_once import listed
from coldread.drafts.worded.part import Built
from coldread.scanner.judge.finding import Effort, Evidence, Finding, Meta, Severity
from coldread.scanner.judge.rubric import CHECKS
from coldread.scanner.report.plain import code, prose

QUOTED = 3
ORDER = (Severity.P0, Severity.P1, Severity.P2, Severity.INFO)
LONGEST_VALUE = 100
#: words of a measure; more are a sentence
MOST_MEASURED = 5
#: dimensions whose smaller findings stand in the appendix
HYGIENE = ("seo", "agent", "performance", "accessibility", "visual")


def change(case: Case, finding: Finding, number: int, built: Built | None = None) -> list[str]:
    """`built`: the owner's change that says how it is done; two remedies for one fault would contradict each other."""
    return [line for part in _parts(case, finding, number, built) for line in (*part, "")]


def _parts(case: Case, finding: Finding, number: int, built: Built | None) -> Iterator[list[str]]:
    lang = case.assignment.lang
    yield [f"### {number}. {titled(finding, lang)}"]
    built = built if _in_diff(case, finding) == "by_hand" else None
    yield [_facts(case, finding, built)]
    yield _seen(finding, lang)
    yield [f"**{say(lang, 'change.why')}** {prose(_why(case, finding))}"]
    if built is not None:
        yield [f"**{say(lang, 'change.do')}** {say(lang, 'worded.built_as', n=built.number)}"]
    else:
        yield [f"**{say(lang, 'change.do')}** {_summary(finding, lang)}"]
        yield from _new(case, finding)
    yield [f"**{say(lang, 'change.done')}** {criterion(finding, lang)}"]


def _why(case: Case, finding: Finding) -> str:
    """The finding's own; no law of another country."""
    if finding.id == "trust.privacy-link" and case.page is not None and not is_under_gdpr(case.page):
        return say(case.assignment.lang, "change.privacy_why")
    return finding.why


def _summary(finding: Finding, lang: Language) -> str:
    """The fix in a sentence; one of our own for axe's rules where the finding's only names the rule."""
    own = f"axe.{finding.id.partition('.')[2]}"
    if "axe-core" not in finding.fix.summary:
        return prose(finding.fix.summary)
    said = TEXTS.find(lang, own) if finding.id.startswith("a11y.") else None
    return said or prose(finding.fix.summary)


#: what is done as often as it was found, and how many are done within the hour; what is simply taken away
_ONE_BY_ONE = frozenset(
    {"cta.dead-many", "a11y.color-contrast", "a11y.link-name", "a11y.image-alt", "a11y.target-size"}
)
WITHIN_AN_HOUR = 10
_TAKEN_AWAY = frozenset({"friction.popup"})


def effort(finding: Finding) -> Effort:
    """As the check says, but for what is counted or taken away."""
    if finding.id in _ONE_BY_ONE:
        return "S" if finding.count <= WITHIN_AN_HOUR else "M"
    return "S" if finding.id in _TAKEN_AWAY else finding.effort


def _facts(case: Case, finding: Finding, built: Built | None) -> str:
    lang = case.assignment.lang
    facts = [
        f"**{say(lang, f'change.{finding.severity}')}**",
        say(lang, f"change.effort_{built.effort if built else effort(finding)}"),
        say(lang, f"change.{_in_diff(case, finding)}"),
        *([code(finding.id)] if is_hygiene(finding) else []),
    ]
    return " · ".join(facts)


def _in_diff(case: Case, finding: Finding) -> str:
    if any(finding.id in one.repaired for one in case.mendings):
        return "in_diff"
    fixes = [one.mended.fixes.get(finding.id) for one in case.mendings]
    kinds = {fix.kind for fix in fixes if fix is not None and fix.patch}
    if "safe" in kinds:
        return "in_diff"
    return "in_diff_review" if kinds else "by_hand"


def _seen(finding: Finding, lang: Language) -> list[str]:
    places = list(dict.fromkeys(f"- {place(proof, lang)}" for proof in finding.evidence[:QUOTED]))
    further = finding.count - QUOTED
    if further > 0 and len(finding.evidence) > QUOTED:
        places.append(f"- {say(lang, 'remedy.and_more', n=further)}")
    return [f"**{say(lang, 'change.seen')}**", *places]


def place(proof: Evidence, lang: Language) -> str:
    if proof.snippet == proof.selector and proof.value is not None:
        return say(lang, "change.measured", value=code(str(proof.value))) + _limit(proof, lang)
    if proof.snippet == proof.selector:
        return say(lang, "change.searched", place=code(proof.selector))
    view = f", {say(lang, f'change.{proof.viewport}')}" if proof.viewport else ""
    where = f"{code(proof.snippet)} ({code(proof.selector)}{view})"
    value = "" if proof.value in (None, proof.snippet) else str(proof.value)
    if (
        proof.layer == "axe"
        and (lang != "en" or not any(sign.isdigit() for sign in value))
        and len(value.split()) > MOST_MEASURED
    ):
        value = ""  # axe's sentence repeats the rule, and is English
    measured = f" — {code(_cut(value))}" if value and value not in proof.snippet else ""
    return where + measured + _limit(proof, lang)


def _limit(proof: Evidence, lang: Language) -> str:
    """A number is a limit; a word is what should stand there."""
    if proof.threshold is None:
        return ""
    word = "limit" if any(sign.isdigit() for sign in str(proof.threshold)) else "expected"
    return f" ({say(lang, f'change.{word}')} {code(str(proof.threshold))})"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE].rsplit(" ", 1)[0].rstrip(",;:(") + "…"


def _new(case: Case, finding: Finding) -> Iterator[list[str]]:
    """The lines of the diff where there is one, else text or markup to paste."""
    lang = case.assignment.lang
    if any(finding.id in one.repaired for one in case.mendings):
        yield [say(lang, "worded.repaired")]
        return
    for mending in case.mendings:
        fix = mending.mended.fixes.get(finding.id)
        if fix is None or not fix.patch:
            continue
        twin = _twin(case, mending, finding)
        if twin:
            yield [say(lang, "change.same_lines", n=twin)]
            return
        lines, more = excerpt(fix.patch, mending.source)
        tail = [say(lang, "change.more_lines", n=more)] if more else []
        yield [
            say(lang, "change.lines", file=code(mending.file_name)),
            "",
            *markup(*lines, kind="diff"),
            *tail,
        ]
        return
    told = _told_above(case, finding) or _told(case, finding)
    if told:
        yield told


def _told_above(case: Case, finding: Finding) -> list[str]:
    """One wording is enough: a model's own, or the headline of the version that is chosen."""
    if finding.id in case.rewrites:
        return [say(case.lang, "change.wording"), "", f"> {prose(case.rewrites[finding.id])}"]
    of_headline = finding.id.startswith("clarity.h1-") and finding.id != "clarity.h1-multiple"
    return [say(case.lang, "worded.headline_above")] if case.worded is not None and of_headline else []


def _twin(case: Case, mending: Mending, finding: Finding) -> int:
    """The number of an earlier change that is made by the very same lines; 0 where there is none."""
    found = by_weight(listed(case.report.findings)) if case.report is not None else []
    patches = {item.id: fix.patch for item in found if (fix := mending.mended.fixes.get(item.id)) is not None}
    earlier = itertools.takewhile(lambda item: item.id != finding.id, found)
    same = (number for number, item in enumerate(earlier, 1) if patches.get(item.id) == patches[finding.id])
    return next(same, 0)


def _told(case: Case, finding: Finding) -> list[str]:
    """The remedy; a form that an earlier change has written out is not written out again."""
    if case.page is None or case.report is None:
        return []
    lang = case.assignment.lang
    lines = remedy(case.page, finding, lang)
    if not has_form(lines):
        return lines
    earlier = itertools.takewhile(lambda item: item.id != finding.id, by_weight(listed(case.report.findings)))
    written = any(
        has_form(remedy(case.page, item, lang)) for item in earlier if _in_diff(case, item) == "by_hand"
    )
    return [*without_form(lines), "", say(lang, "remedy.form_above")] if written else lines


def by_weight(findings: Iterable[Finding]) -> list[Finding]:
    """In the order of the document: what blocks first, within each weight as ranked; hygiene in the appendix."""
    return sorted(
        findings,
        key=lambda item: (item.severity is Severity.INFO, is_hygiene(item), ORDER.index(item.severity)),
    )


def is_hygiene(item: Finding) -> bool:
    """True, and deciding nothing about whether somebody buys: small, and for machines or for later."""
    return item.dimension in HYGIENE and item.severity is Severity.P2


def criterion(finding: Finding, lang: Language) -> str:
    """What is true of a page that passes, measured by the same check."""
    meta = _metas().get(finding.id)
    said = (
        f"{meta.text(lang).title}."
        if meta is not None and not finding.id.startswith("a11y.")
        else say(lang, "change.axe_passes")
    )
    if not is_hygiene(finding):
        return prose(said)
    return f"{prose(said)} {say(lang, 'change.rescan', check=code(finding.id))}"


@cache
def _metas() -> dict[str, Meta]:
    return {row.meta.id: row.meta for row in CHECKS}


def titled(finding: Finding, lang: str) -> str:
    """The finding's title as a heading, with the language's own quotation marks."""
    said = prose(finding.title)
    return said.replace("“", "”") if lang == "sv" else said
