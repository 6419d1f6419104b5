"""What kept the scan from seeing or testing all of the page, said once, at the top of the document. Pure."""

from __future__ import annotations

from coldread.drafts.case import Case
from coldread.drafts.document.quoting import first_few_and_count
from coldread.drafts.draft_texts import say
from coldread.scanner.judge.blocked_files import silent_hosts
from coldread.scanner.report.plain import code, prose

#: reasons why checks were not measured; one sentence for all checks that share a reason
_REASONS = ("no-axe", "cut-off", "styles-unseen", "machine-busy")
#: a check that needs axe in any window; a check that needs it only on the phone would make the sentence claim too much
_BY_AXE = "a11y.image-alt"
#: caveats that another sentence says already
_SAID_BY = {"axe-failed": "no-axe", "files-unseen": "files"}


def scan_limits(case: Case) -> list[str]:
    """Sentences; none if the page was seen completely and everything was tested."""
    if case.report is None:
        return []
    reasons = reasons_told(case)
    hosts = [code(one) for one in silent_hosts(case.report.seen)]
    lost = (
        {"files": say(case.lang, "limits.files", hosts=first_few_and_count(hosts, case.lang))}
        if hosts
        else {}
    )
    below = {key: say(case.lang, f"limits.{key}") for key in reasons} | lost
    said = {key for key, by in _SAID_BY.items() if by in below}
    told = [prose(text) for key, text in case.report.caveats_by_key.items() if key not in said]
    return [*told, *below.values()]


def reasons_told(case: Case) -> tuple[str, ...]:
    """The reasons that have a sentence at the top."""
    report = case.report
    if report is None or not report.seen.rendered:
        return ()
    met = set(report.not_measured.values())
    if report.not_measured.get(_BY_AXE) != "no-axe":
        met.discard("no-axe")
    return tuple(key for key in _REASONS if key in met)
