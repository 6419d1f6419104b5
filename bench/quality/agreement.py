"""`python -m bench.quality.agreement [--pages DIR] [--write]`: our verdicts compared with Lighthouse's, rule by rule."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.quality.barriers import BARRIERS, barricaded
from bench.quality.defects import DEFECTS
from bench.quality.differences import explanation
from bench.quality.figures import about, store
from bench.quality.lighthouse import Verdicts, a_lighthouse
from bench.quality.looking import a_bench
from bench.quality.measure import damaged
from bench.quality.subjects import Subject, everyone
from bench.quality.tree import Tree
from coldread.scanner.judge.checks.accessibility.axe import ELSEWHERE
from coldread.scanner.judge.finding import Finding
from coldread.scanner.judge.report import Report

#: axe's rules that Lighthouse turns on and our rubric leaves out: experimental, or WCAG AAA
OURS_HAS_NOT = frozenset(
    {"identical-links-same-purpose", "label-content-name-mismatch", "table-fake-caption", "td-has-header"}
)
ON_PHONES = ("target-size", "viewport-insight")
#: as the rubric draws them
LIMITS = {"cumulative-layout-shift": 0.1, "total-byte-weight": 3_000_000}
#: defects of rules that both know; a busy script is a matter of their throttling
SHARED = [
    defect
    for defect in DEFECTS
    if defect.check.startswith(
        ("a11y.", "seo.", "form.label", "agent.landmarks", "mobile.", "perf.", "cta.tap")
    )
    and defect.check not in ("perf.blocking", "seo.canonical")
]


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Both verdicts on one page for one rule: whether it is broken."""

    rule: str
    page: str
    ours: bool
    theirs: bool


def _any(report: Report, check: str, fits: Callable[[Finding], bool] = lambda _: True) -> bool:
    return any(item.id == check and fits(item) for item in report.findings)


def _missing(item: Finding) -> bool:
    return item.evidence[0].value == 0


def _poor_label(item: Finding) -> bool:
    """The label's own contrast; how a button stands out from the page is no concern of Lighthouse's."""
    return any(proof.threshold in (3, 3.0, 4.5) and proof.value != "" for proof in item.evidence)


def _poor_target(item: Finding) -> bool:
    return item.severity == "P1"


#: how a rule of theirs reads in ours, where it is not `a11y.<rule>`
OURS: dict[str, Callable[[Report], bool]] = {
    "color-contrast": lambda report: (
        _any(report, "a11y.color-contrast") or _any(report, "cta.low-contrast", _poor_label)
    ),
    "label": lambda report: _any(report, "form.label"),
    "document-title": lambda report: _any(report, "seo.title", _missing),
    "landmark-one-main": lambda report: _any(report, "agent.landmarks"),
    "target-size": lambda report: _any(report, "cta.tap-target", _poor_target),
    "meta-description": lambda report: _any(report, "seo.meta-description", _missing),
    "is-crawlable": lambda report: _any(report, "seo.noindex"),
    "unsized-images": lambda report: _any(report, "perf.img-dimensions"),
    "total-byte-weight": lambda report: _any(report, "perf.bytes"),
    "cumulative-layout-shift": lambda report: _any(report, "perf.cls"),
    "viewport-insight": lambda report: _any(report, "mobile.viewport-missing"),
}


def _broken(verdicts: Verdicts, rule: str) -> bool:
    verdict = verdicts[rule]
    if rule in LIMITS:
        return (verdict["value"] or 0) > LIMITS[rule]
    return verdict["score"] is not None and verdict["score"] < 0.9


def _theirs(told: dict[str, Verdicts], rule: str) -> bool:
    if rule == "cumulative-layout-shift":
        return any(_broken(verdicts, rule) for verdicts in told.values())
    if rule == "label":
        return _broken(told["desktop"], "label") or _broken(told["desktop"], "select-name")
    return _broken(told["mobile" if rule in ON_PHONES else "desktop"], rule)


def shared_rules(told: dict[str, Verdicts]) -> Iterator[str]:
    """What both judge."""
    for rule in sorted({*told["desktop"], *ON_PHONES}):
        if rule not in OURS_HAS_NOT and (rule not in ELSEWHERE or rule in OURS):
            yield rule


def pairs(page: str, report: Report, told: dict[str, Verdicts]) -> Iterator[Pair]:
    for rule in shared_rules(told):
        ours = OURS.get(rule, lambda report, rule=rule: _any(report, f"a11y.{rule}"))
        yield Pair(rule=rule, page=page, ours=ours(report), theirs=_theirs(told, rule))


def variants(subject: Subject, number: int) -> Iterator[tuple[str, str]]:
    """The page as it is, behind barriers, and with defects of rules that both know; each page gets its share."""
    yield subject.name, subject.html
    for at, name in enumerate(BARRIERS):
        if subject.gold or (at + number) % len(BARRIERS) == 0:
            yield f"{subject.name} + {name}", barricaded(Tree(subject.html, subject.brief), name)
    for at, defect in enumerate(SHARED):
        turn = (at + number) % 2 == 0 if subject.gold else (at + number) % 6 == 0
        html = damaged(defect, subject) if turn else None
        if html is not None:
            yield f"{subject.name} + {defect.name}", html


async def compared(subjects: list[Subject]) -> list[Pair]:
    found = list[Pair]()
    async with a_bench() as bench, a_lighthouse() as lighthouse:
        for number, subject in enumerate(subjects):
            for name, html in variants(subject, number):
                report = await bench.steady_report(html, subject.folder, subject.brief)
                if report is None:
                    print(f"the browser was too busy for {name}", file=sys.stderr)
                    continue
                told = await lighthouse.verdicts(bench.url, html, subject.folder)
                found += pairs(name, report, told)
    return found


def table(found: list[Pair]) -> Iterator[str]:
    yield from (
        "| rule | agreement | both broken | both fine | only ours | only theirs |",
        "|---|---:|---:|---:|---:|---:|",
    )
    quiet = list[str]()
    for rule in sorted({pair.rule for pair in found}):
        own = [pair for pair in found if pair.rule == rule]
        if not any(pair.ours or pair.theirs for pair in own):
            quiet.append(rule)
            continue
        both = sum(pair.ours and pair.theirs for pair in own)
        ours = sum(pair.ours and not pair.theirs for pair in own)
        theirs = sum(pair.theirs and not pair.ours for pair in own)
        fine = len(own) - both - ours - theirs
        yield f"| {rule} | {(both + fine) / len(own):.3f} | {both} | {fine} | {ours} | {theirs} |"
    yield from ("", f"Broken on no page, by either: {', '.join(quiet) or 'none'}.")


def differences(found: list[Pair]) -> Iterator[str]:
    yield from ("", "Every difference:", "")
    for pair in found:
        if pair.ours != pair.theirs:
            who = "only ours" if pair.ours else "only theirs"
            yield f"- {pair.rule} on {pair.page}, {who}: {explanation(pair.rule, pair.page) or 'not explained yet'}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.quality.agreement", description=__doc__)
    parser.add_argument("--pages", type=Path, help="a directory of <name>/index.html besides our own pages")
    parser.add_argument("--write", action="store_true", help="store the figures")
    wanted = parser.parse_args()
    found = asyncio.run(compared(everyone(wanted.pages)))
    pages = len({pair.page for pair in found})
    lines = [
        f"{about()} Lighthouse 13.5.0, its windows set to ours, {pages} pages and variants.",
        "",
        *table(found),
        *differences(found),
    ]
    print("\n".join(lines))
    if wanted.write:
        store("Agreement with Lighthouse", lines)


if __name__ == "__main__":
    main()
