"""What a table of facts needs elsewhere and lacks: asked when a process starts, told in sentences, all at once.

`coldread serve` and `coldread work` do not begin with a gap, `coldread doctor` lists them, and a test wants none. What a
single module can see by itself it refuses when it is imported (`base.complete`); here stands what needs several floors or
the folders. Files are looked at by name and nothing is imported that a server would not import; all but 15 of its 90 ms
go into reading texts and lexicons, which stay read.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from starlette.routing import compile_path

from coldread import worker
from coldread.base.languages import Language
from coldread.base.settings import LETTER_KINDS, Settings
from coldread.base.table_checks import gaps
from coldread.base.texts.gaps import gaps as unsaid_texts
from coldread.jobs.job import JOBS, NAMED
from coldread.mail.letters import LETTERS
from coldread.orders.rules.lifecycle import STATES, Status, contradictions
from coldread.orders.rules.status_words import WORDS
from coldread.orders.tables import orders
from coldread.pages.language_files import gaps as missing_language_files
from coldread.payments import accepted
from coldread.payments.tables import payments
from coldread.protocols.a2a.task import State as TaskState
from coldread.scanner.goals import gaps as goals_without_lexicon
from coldread.scanner.judge import rubric
from coldread.scanner.judge.finding import dimension_of
from coldread.scanner.judge.reasons import reason
from coldread.scanner.page.phrases import lexicon_gaps

HERE = Path(__file__).parent
_REASON = re.compile(rb"\bNot(?:Measured|Applicable)\(\"([\w-]+)\"\)")
_PARAMETER = re.compile(r"\{\w+\}")
_TASK, _ASKED = (
    re.compile(rb"\"(\w+\.\w+)\": \w"),
    re.compile(rb"isolated(?:_tasks)?\.run\([A-Z]+, \"([\w.]+)\""),
)


def missing(*, serving: bool = True) -> list[str]:
    """Every gap, in a sentence that says what is missing and where it belongs; none where all is there.

    A worker serves no address and does not import those that do (0.4 s of its start).
    """
    checks = (*CHECKS, *SERVING) if serving else CHECKS
    return [sentence for check in checks for sentence in check()]


def unregistered_job_files() -> Iterable[str]:
    """A file of jobs that the worker does not import: what it puts off would wait for ever."""
    known = {Path(file.__file__ or "") for file in worker.JOB_FILES}
    for path in sorted(HERE.glob("*/*jobs.py")):
        if path not in known and "@job(" in path.read_text("utf-8"):
            yield f"{path.relative_to(HERE)} has jobs and is not in worker.JOB_FILES"


def effects_without_function() -> Iterable[str]:
    """A status that brings about what nobody does."""
    for row in STATES:
        for job in row.then:
            if job not in JOBS:
                yield f"orders/rules/lifecycle: {row.status} brings about {job}, and no function does it"


def jobs_without_function() -> Iterable[str]:
    """A job that somebody puts off and nobody does: it would die on the list of dead jobs."""
    effects = {job for row in STATES for job in row.then}
    for name in NAMED:
        if name not in JOBS and name not in effects:
            yield f"{name} is put off, and no function does it: decorate one with @job in a file of worker.JOB_FILES"


def statuses_without_words() -> Iterable[str]:
    """A status that nobody could be told of: 500 on the order's page and to A2A."""
    yield from gaps(WORDS, Status, "orders/rules/status_words")


def statuses_that_do_not_fit() -> Iterable[str]:
    """What a row of the lifecycle says and the tables, or A2A, do not know."""
    yield from contradictions()
    longest: int = orders.c.status.type.length  # type: ignore[attr-defined]  # it is a String
    for row in STATES:
        if len(row.status) > longest:
            yield f"orders/rules/lifecycle: {row.status} is longer than {longest} characters, the column's most"
        if row.timestamp and row.timestamp not in orders.c:
            yield f"orders/rules/lifecycle: {row.status} sets {row.timestamp}, which the table orders has not"
        if row.a2a not in tuple(TaskState):
            yield f"orders/rules/lifecycle: {row.status} is {row.a2a} to A2A, which has no such state"


def unlisted_check_files() -> Iterable[str]:
    """A check that no scan runs; one whose answer nobody could word, or whose dimension has no weight."""
    listed = {getattr(row.judge, "func", row.judge).__module__ for row in rubric.CHECKS}
    dimensions = {row.name for row in rubric.DIMENSIONS}
    checks = HERE / "scanner/judge/checks"
    for path in sorted(checks.glob("*/*.py")):
        source, where = path.read_bytes(), path.relative_to(HERE)
        if b"\nMETA = Meta(" in source and ".".join(("coldread", *where.with_suffix("").parts)) not in listed:
            yield f"{where} is not in CHECKS of scanner/judge/rubric.py"
        for key in sorted({found.decode() for found in _REASON.findall(source)}):
            try:
                reason(key, Language.EN)
            except LookupError:
                yield f"{where} answers {key}, which [reason] of scanner/judge/texts/<language>.toml has no words for"
    for row in rubric.CHECKS:
        if dimension_of(row.meta.id) not in dimensions:
            yield f"the check {row.meta.id} belongs to no dimension of scanner/judge/rubric.py"
    for name, number in Counter(row.meta.id for row in rubric.CHECKS).items():
        if number > 1:
            yield f"{number} checks are named {name}"


def tasks_without_function() -> Iterable[str]:
    """Names of isolated tasks that no table has: the caller would get an error."""
    files = {path: path.read_bytes() for path in sorted(HERE.rglob("*.py"))}
    known = {name for source in files.values() for name in _TASK.findall(source)}
    for path, source in files.items():
        for name in _ASKED.findall(source):
            if name not in known:
                yield f"{path.relative_to(HERE)} asks for the isolated task {name.decode()}, which no TASKS names"


def unregistered_endpoint_files() -> Iterable[str]:
    """A file of addresses that no table names: each of them would be 404."""
    from coldread import asgi

    tables = {Path(surface.__file__ or "") for surface in asgi.SURFACES}
    known = {Path(file.__file__ or "") for surface in asgi.SURFACES for file in surface.FILES} | tables
    for floor in ("api", "pages", "protocols"):
        for path in sorted((HERE / floor).rglob("*.py")):
            if path not in known and b"\nENDPOINTS = Endpoints(" in path.read_bytes():
                nearest = max(
                    (table for table in tables if table.parent in path.parents), key=lambda at: len(at.parts)
                )
                yield f"{path.relative_to(HERE)} has endpoints and is not in FILES of {nearest.relative_to(HERE)}"


def endpoints_that_clash() -> Iterable[str]:
    """Two that share an address or an operation's name, and an answer that leads to an operation that is none."""
    from coldread import asgi

    rows = asgi.endpoints()
    for place, number in Counter(f"{row.method} {row.path}" for row in rows).items():
        if number > 1:
            yield f"{place} is served by {number} endpoints"
    names = Counter(row.name for row in rows)
    for name, number in names.items():
        if number > 1:
            yield f"{number} endpoints are named {name}"
    for row in rows:
        for name in (name for reply in row.replies for name in reply.leads_to):
            if name not in names:
                yield f"{row.method} {row.path} leads to {name}, and no endpoint has that name"


def addresses_without_endpoint() -> Iterable[str]:
    """A link, a skill or a tool that leads to an address that nobody serves."""
    from coldread import asgi
    from coldread.base.links import RELATIONS
    from coldread.protocols.mcp.resources import RESOURCES
    from coldread.protocols.mcp.tools import TOOLS
    from coldread.web.skills import SKILLS

    served = [(row.method, compile_path(row.path)[0]) for row in asgi.endpoints()]
    told = [
        *((f"base/links: {row.name} of {row.of}", row.method, row.path) for row in RELATIONS),
        *((f"web/skills: {row.id}", row.method, row.path) for row in SKILLS),
        *((f"protocols/mcp/tools: {row.name}", row.method, row.path) for row in TOOLS),
        *((f"protocols/mcp/resources: {row.name}", "GET", row.path) for row in RESOURCES),
    ]
    for where, method, path in told:
        example = _PARAMETER.sub("x", path)
        if not any(method == known and pattern.match(example) for known, pattern in served):
            yield f"{where} leads to {method} {path}, and no endpoint serves it"


def payment_methods_that_do_not_fit() -> Iterable[str]:
    """A way of paying that no table names; one that reads settings that are none, or that no ledger row could hold."""
    names = {field.name for field in dataclasses.fields(Settings)}
    listed = {row.open.__module__ for row in accepted.METHODS}
    for path in sorted((HERE / "payments/methods").glob("*.py")):
        if (
            b"= PaymentMethod(" in path.read_bytes()
            and f"coldread.payments.methods.{path.stem}" not in listed
        ):
            yield f"payments/methods/{path.name} is not in METHODS of payments/accepted.py"
    for row in accepted.METHODS:
        for name in sorted({*row.needs, row.network} - names):
            yield f"the payment method {row.name} reads the setting {name}, and there is none"
        for column, text in (("method", row.name), *(("kind", kind) for kind in row.modes)):
            longest: int = payments.c[column].type.length  # type: ignore[attr-defined]  # it is a String
            if len(text) > longest:
                yield f"the payment method {row.name}: {text} is longer than {longest} characters, the column's most"


def letters_that_cannot_be_written() -> Iterable[str]:
    """A letter without its text, or with a text that wants what nobody gives: it would die after eight tries."""
    from coldread.mail.compose import wanted_by

    for name in sorted({row.kind for row in LETTERS if row.sent_by_choice} ^ set(LETTER_KINDS)):
        yield f"the letter {name} is in only one of mail/letters (sent_by_choice) and base/settings (LETTER_KINDS)"
    for row in LETTERS:
        for language in row.languages:
            file = f"mail/templates/{row.kind}.{language}.txt"
            wanted = wanted_by(row.kind, language)
            if wanted is None:
                yield f"{file} is missing"
                continue
            if row.to == "customer" and not (row.button and set(row.button.leads_to) <= set(row.values)):
                yield f"the letter {row.kind} has no button that leads to one of its values"
            for name in sorted(wanted - set(row.values)):
                yield f"{file} wants {name}, which the row {row.kind} of mail/letters does not give"


#: one function a kind of gap; each yields sentences
CHECKS: tuple[Callable[[], Iterable[str]], ...] = (
    unregistered_job_files,
    effects_without_function,
    jobs_without_function,
    statuses_without_words,
    statuses_that_do_not_fit,
    unsaid_texts,
    missing_language_files,
    lexicon_gaps,
    goals_without_lexicon,
    unlisted_check_files,
    payment_methods_that_do_not_fit,
    tasks_without_function,
)
#: those of the process that answers requests: it has every address and the templates' engine
SERVING: tuple[Callable[[], Iterable[str]], ...] = (
    unregistered_endpoint_files,
    endpoints_that_clash,
    addresses_without_endpoint,
    letters_that_cannot_be_written,
)
